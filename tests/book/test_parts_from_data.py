"""What pages show that is made from the data: counts, lists, the dictionary."""

import re

import nbformat
import pytest

from smallbert import compare, paths
from smallbert.book import notebooks, parts_from_data
from smallbert.data import sources

ABOUT = {"speed": {"said": {}, "listing": []}}


@pytest.fixture(scope="module")
def files(shared_copy):
    """Return the files of the book, without the backslashes that keep a text a text."""
    return {
        name: page.replace("\\", "")
        for name, page in parts_from_data.pages_from_data(ABOUT).items()
    }


def test_a_page_gets_its_parts_and_keeps_what_no_notebook_published(files):
    assert "book/shrink.md" not in files, "all its parts are of notebooks, and none is published"
    for name in ("cite", "coverage", "data_dictionary", "works"):
        assert "{{ " not in files[f"book/{name}.md"]
    assert files["numbers/index.md"].startswith("---\norphan: true\n---\n# Numbers")


def test_the_reading_guide_defines_each_level_as_the_library_does():
    path = paths.root() / "book" / "reading_guide.md"
    page = " ".join(path.read_text(encoding="utf-8").split())
    for words in compare.GROUNDS.values():
        assert f" : {words}." in page


def test_the_page_on_trust_leads_to_its_four_lists_and_to_the_error_model():
    cells = nbformat.read(notebooks.find("trust"), 4).cells
    text = "\n".join(each.source for each in cells if each.cell_type == "markdown")
    wanted = {"audit", "claims", "errata", "coverage", "how-sure", "method-errors"}
    assert wanted <= {*re.findall(r"<([\w-]+)>`", text)}


def test_the_flow_counts_what_was_read_and_what_was_given(files):
    """TinyBERT's README has no table."""
    named = [each for each in map(sources.document_name, sources.keys()) if each]
    documents = [each for each in named if not sources.is_repository(each)]
    read = sources.read_csv(paths.data() / "survey" / "candidates.csv")
    entered = {key for key in sources.keys() if sources.work(key).document.repository}
    without = read[read["prints"] == "none"]
    assert "TinyBERT" in set(without["name"])
    page = files["book/coverage.md"]
    count = len({*documents})
    assert f"| read | {count} | {len(read)} |" in page
    assert f"| entered | {count}, as {len(documents)} sources | {len(entered)} |" in page
    for each in without.itertuples():
        assert f"| {each.name} | [{each.repository}](https://github.com/{each.repository}/" in page


@pytest.mark.parametrize(
    "line",
    [
        "id | source / table / row / quantity; stable | part of the key",
        "layers | transformer layers | a whole number; at least 1",
        "unit | key of the unit; empty for words and dates | of units.csv; may be empty",
        "type | Python type | bool or int or float or str",
    ],
)
def test_the_dictionary_says_what_a_column_means_and_what_a_cell_may_hold(files, line):
    assert f"| {line} |" in files["book/data_dictionary.md"]


def test_the_dictionary_has_every_word_and_every_column_of_the_files_of_a_work(files):
    page = files["book/data_dictionary.md"]

    def missing(path, words):
        section = page.split(f"`{path.name}`")[1].split("\n### ")[0]
        return [f"{path.name}: {word}" for word in words if f"| {word} |" not in section]

    lost = []
    for path in (paths.data() / "vocabulary").glob("*.csv"):
        lost += missing(path, sources.read_csv(path).iloc[:, 0])
    for key in sources.keys():
        tables = {table.path for table in sources.tables(key).values()} | {"corrections.csv"}
        for path in sources.folder(key).glob("*.csv"):
            lost += missing(path, sources.read_csv(path)) if path.name not in tables else []
    assert lost == []
