from smallbert.book import pages
from smallbert.data import sources


def test_the_source_list_has_every_source_and_table():
    page = pages.source_list()
    for key in sources.keys():
        assert f"## {sources.describe(key)['title']}\n\nKey `{key}`; " in page
        for each in sources.tables(key).values():
            assert f"| {each['title']} |" in page


def test_the_source_list_counts_rows_and_mended_cells():
    """The deck, slide 3, Table 1: two blocks of four rows; two of each lack their method."""
    section = pages.source_list().split("Key `guo2019rpp`")[1].split("\n## ")[0]
    assert "Cells corrected: 4." in section
    assert "slide 3, Table 1, first block | 4 | printed |" in section


SAID = {
    "compare_ranking": {"pairs": "10", "untold_same_ground": "8"},
    "small_bert": {"best_model": "X", "best_score": "83.0 %", "best_factor": "4.3"},
    "choose": {
        "task": "MNLI",
        "size": "50 MB",
        "kept": "97 %",
        "count": "10",
        "scored": "57",
    },
}


def test_the_chart_of_the_home_page_is_put_in_as_it_is():
    made = pages.generated("<b>chart</b>", SAID)
    assert made["_main_chart.md"] == "```{raw} html\n<b>chart</b>\n```\n"
    parts = {"_source_list.md", "_bench.md", "_main_chart.md", "_which_is_best.md"}
    assert set(made) == {"data_dictionary.md", *parts}


def test_the_home_page_takes_its_answer_from_the_claim_and_the_pages():
    made = pages.generated("", SAID)["_which_is_best.md"]
    assert "cannot tell: of the 10 pairs in their order, 8 have no rows" in made
    assert "X leads with 83.0 % at 4.3 times smaller" in made
    assert "On MNLI, at 50 MB and with 97 % of the score\nkept, 10 of 57 methods" in made
    assert "bear it out" in pages.which_is_best("holds", SAID)
    assert "contradict it" in pages.which_is_best("fails", SAID)
