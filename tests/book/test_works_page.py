"""The table of all works, against the data."""

import re
from html import unescape

import pandas as pd
import pytest

from smallbert import data
from smallbert.book import work_openings, works_page
from smallbert.data import anchors, sources


@pytest.fixture(scope="module")
def rows(shared_copy):
    """Return the cells of each row as HTML, by work; one that is there twice is a fault."""
    found = re.findall(r'<tr id="work-(\w+)">(.*?)</tr>', works_page.works_table())
    assert len({key for key, _ in found}) == len(found)
    return {key: re.findall("<t[hd][^>]*>(.*?)</t[hd]>", row) for key, row in found}


def plain(html: str) -> str:
    return unescape(re.sub("<[^>]*>", "", html)).replace("\N{NO-BREAK SPACE}", " ")


def test_each_work_has_one_row_that_leads_to_its_page_and_to_its_commit(rows):
    assert {*rows} == {key for key in sources.keys() if sources.document_name(key)}
    for key, (page, *_, code, _) in rows.items():
        assert f'href="../notebooks/{key}.html"' in page
        if commit := sources.work(key).document.commit:
            assert f'/tree/{commit}"' in code
            assert plain(code).endswith(f" at {commit[:7]}")


def test_a_row_leads_to_each_of_its_tables_and_counts_their_numbers(rows):
    tidy = data.results()
    for key, (*_, numbers, _, tables) in rows.items():
        own = tidy[tidy["source"].eq(key)]
        assert int(numbers.replace(",", "")) == len(own)
        links = re.findall(r'href="\.\./([^"]+)" title="([^"]+)"', tables)
        known = sources.tables(key)
        titles = {anchors.cards_page(key, name): known[name].title for name in own["table"]}
        assert {link: unescape(title) for link, title in links} == titles


def test_a_row_says_year_technique_and_what_is_measured(rows):
    """DistilBERT's README has scores on GLUE and six languages, and no cost."""
    name, year, technique, what, *_ = map(plain, rows["sanh2019distilbert"])
    assert (name, year, technique) == ("DistilBERT", "2019", "Knowledge distillation")
    assert re.search(r" and \d+ more; size$", what)
    assert plain(rows["nvidia2024tensorrt"][3]) == "time"
    assert plain(rows["small_bert"][1]) == "n.d."
    years = [plain(row[1]) for row in rows.values()]
    assert years == sorted(years), "the oldest first"


def test_a_kind_of_cost_goes_by_how_its_metric_begins():
    metrics = ["hidden-size", "speedup-cpu", "size-with-embeddings"]
    numbers = pd.DataFrame({"metric": metrics, "task": ""})
    assert works_page.measures(numbers) == "size; time"
    assert works_page.measures(numbers.head(1)) == ""


def test_the_source_list_has_every_table_with_its_place_and_its_numbers():
    """The deck, slide 3, Table 1: two blocks of four rows; two of each lack their method."""
    page = works_page.source_list()
    sections = page.split("<tr>")[2:]
    assert len(sections) == len(sources.keys())
    for key, section in zip(sources.keys(), sections, strict=True):
        seen = unescape(section)
        assert sources.work(key).reading in seen
        assert all(each.title in seen for each in sources.tables(key).values())
    (section,) = [each for each in sections if "guo2019rpp-" in each]
    assert "Cells corrected: 4." in section
    assert "slide 3, Table 1, first block, 4 rows, " in section
    # seven encoders, each with a score and a drop
    (section,) = [each for each in sections if "nncf2024zoo-" in each]
    assert re.findall(r"(\d+) numbers", section) == ["14"]


def test_every_source_is_a_work_or_this_books_own():
    own = {*sources.keys()} - {*work_openings.works()}
    tables = {key: sources.tables(key).values() for key in sources.keys()}
    origins = {key: {each.origin for each in of} for key, of in tables.items()}
    assert own == {key for key, found in origins.items() if found == {"measured"}}
