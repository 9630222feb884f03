import re

import pytest

from smallbert import paths
from smallbert.book import coverage
from smallbert.data import sources


def test_what_has_a_folder_is_entered_and_nothing_else():
    known = coverage.candidates().set_index("key")["state"]
    assert set(known[known == "entered"].index) == set(known.index) & set(sources.keys())
    assert known["weller2025ettin"] == "entered"
    assert known["jiao2020tinybert"] == "none"


def test_every_repository_that_was_entered_was_read():
    """The list of what was read is whole: its counts are those of the survey's flow."""
    named = {key: sources.document_name(key) for key in sources.keys()}
    entered = {key for key, name in named.items() if sources.is_repository(name)}
    assert entered <= set(coverage.candidates()["key"])


def test_the_page_counts_what_its_lists_show():
    known = coverage.candidates()["state"].value_counts()
    page = coverage.page()
    rows = dict(re.findall(r"^\| (.+?) \| [^|]+ \| (\d+) \|$", page, re.MULTILINE))
    assert rows["read"] == str(known.sum())
    assert rows["entered"] == str(known["entered"])
    assert rows["waiting to be entered"] == str(known.get("waiting", 0))
    for name, repository in (
        coverage.candidates().query("state != 'entered'")[["name", "repository"]].to_numpy()
    ):
        assert f"| {name} | [{repository}](https://github.com/{repository}/blob/" in page


def test_the_page_says_what_is_left_out_of_a_work_and_how_much():
    """TensorRT's README prints 900 latencies: of three networks, the means of two are entered."""
    row = r"^\| \{ref\}`.+? <(\w+)>` \| (\d+) \| (.+?) \| .+? \| .+? \|$"
    rows = re.findall(row, coverage.page(), re.MULTILINE)
    own = [(entered, left) for key, entered, left in rows if key == "nvidia2024tensorrt"]
    assert own == [("240", "480"), ("240", "180")]
    assert ("intel2024inc", "460", "not counted") in rows


def test_the_sentence_counts_what_is_entered_and_what_is_left_out():
    words = re.search(r"Of the ([\d,]+) numbers .+?, ([\d,]+) are", coverage.page())
    found, entered = (int(each.replace(",", "")) for each in words.groups())
    assert found - entered == 7 + 2 + 480 + 180 + 75 + 5 + 302 + 906 + 6


def test_five_documents_with_ten_works_and_the_decks_own_order_were_given():
    assert "| entered | 5, as 11 sources |" in coverage.page()


@pytest.mark.parametrize(("prints", "state"), [("none", "none"), ("table", "waiting")])
def test_a_work_without_a_folder_waits_if_it_prints_a_table(edited, prints, state):
    name = "data/survey/candidates.csv"
    text = (paths.CHECKOUT / name).read_text()
    edited(name, text.splitlines()[1], f"doe2030tiny,Tiny,doe/tiny,{'0' * 40},README.md,{prints},")
    assert coverage.candidates().set_index("key").at["doe2030tiny", "state"] == state
