import pandas as pd
import pytest

from smallbert import audit
from smallbert.book import pages
from smallbert.data import sources, vocabulary


def test_a_markdown_table_stands_in_a_box_that_scrolls():
    assert pages.markdown(pd.DataFrame({"x": [1], "y": ["a"]})) == (
        ":::{div} sb-scroll\n| x | y |\n| --- | --- |\n| 1 | a |\n:::"
    )


def test_pipes_and_html_are_escaped():
    page = pages.markdown(pd.DataFrame({"x": ["a|b", "<b> & c"]}))
    assert "| a\\|b |" in page
    assert "| &lt;b&gt; &amp; c |" in page


def test_the_package_describes_every_column_of_the_results():
    schema = pages.data_package()["resources"][0]["schema"]
    assert [field["name"] for field in schema["fields"]] == list(sources.COLUMNS)
    assert all(field["description"] for field in schema["fields"])


def test_the_package_states_the_types_that_the_results_have():
    kinds = {"str": "string", "float64": "number", "bool": "boolean"}
    fields = pages.data_package()["resources"][0]["schema"]["fields"]
    found = {name: kinds[str(kind)] for name, kind in sources.results().dtypes.items()}
    assert {field["name"]: field["type"] for field in fields} == found


@pytest.mark.parametrize("name", [*vocabulary.NAMES, "parameters"])
def test_the_dictionary_names_every_vocabulary_and_its_words(name):
    page = pages.data_dictionary()
    section = page.split(f"\n## {name.capitalize()}\n")[1].split("\n## ")[0]
    for word in vocabulary.words(name):
        assert f"| {word} |" in section


def test_the_dictionary_explains_every_column():
    page = pages.data_dictionary()
    assert [name for name in sources.COLUMNS if f"| {name} |" not in page] == []


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
    "compare_ranking": {"pairs": "10", "untold_same_key": "8"},
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


def test_the_package_describes_every_column_of_the_audit():
    fields = pages.data_package()["resources"][1]["schema"]["fields"]
    frame = audit.both()
    assert [each["name"] for each in fields] == list(frame)
    numbers = {each["name"] for each in fields if each["type"] == "number"}
    assert numbers == set(frame.select_dtypes("number"))
