"""What is made from the data for readers: pages, and the files that the site offers."""

import json
import re

import frictionless
import pytest

from smallbert import compare, data, paths
from smallbert.book import notebooks, pages
from smallbert.data import sources

SAID = {
    "compare_ranking": {"pairs": "10", "untold_same_ground": "8"},
    "small_encoders_today": {"scored": "17", "encoders": "16"}
    | {f"best_{size}": "T" for size in (20, 50, 100)}
    | {f"score_{size}": "81.0 %" for size in (20, 50, 100)},
}


@pytest.fixture(scope="module")
def files(shared_copy):
    return pages.files("<b>chart</b>", SAID)


def test_every_part_that_a_page_includes_is_made(files):
    assert files["book/_main_chart.md"] == "```{raw} html\n<b>chart</b>\n```\n"
    asked = set()
    for page in (paths.root() / "book").glob("*.md"):
        asked |= set(re.findall(r"\{include\} (?:book/)?(_\w+.md)", page.read_text("utf-8")))
    assert {f"book/{name}" for name in asked} < set(files)


def test_the_source_list_has_every_source_and_table(files):
    page = files["book/_source_list.md"]
    for key in sources.keys():
        section = page.split(f"### {sources.describe(key)['title']}\n\n::::{{dropdown}} {key}: ")[1]
        section = section.split("\n### ")[0]
        assert f"\n\nKey `{key}`; " in section
        for each in sources.tables(key).values():
            assert f"| {each['title']} |" in section


def test_the_source_list_counts_rows_numbers_and_mended_cells(files):
    """The deck, slide 3, Table 1: two blocks of four rows; two of each lack their method."""
    page = files["book/_source_list.md"]
    section = page.split("Key `guo2019rpp`")[1].split("\n### ")[0]
    assert "Cells corrected: 4." in section
    assert "slide 3, Table 1, first block | 4 | printed |" in section
    # seven encoders, each with a score and a drop
    assert "::::{dropdown} nncf2024zoo: 1 table, 14 numbers\n" in page


def test_a_work_is_listed_with_each_technique_of_its_models(files):
    """XTC's students are distilled and quantised; DeFormer only splits attention."""
    lines = files["book/_works_by_technique.md"].splitlines()
    with_it = {
        key: [line.split("`")[1].split(" <")[0] for line in lines if f" <{key}>`" in line]
        for key in ("wu2022xtc", "cao2020deformer", "speed", "liu2019roberta")
    }
    assert with_it["wu2022xtc"] == ["Quantization", "Knowledge distillation", "Compound"]
    assert with_it["cao2020deformer"] == ["Matrix decomposition"]
    assert with_it["speed"] == [], "nobody's models"
    assert with_it["liu2019roberta"] == [], "none made smaller"
    assert lines[0].startswith("- {ref}`Quantization <quantization>`: ")


def test_the_home_page_takes_its_version_from_the_citation(edited):
    edited("CITATION.cff", "version: 0.1.0", "version: 7.8.9")
    assert pages.version() == "Version 7.8.9: {doc}`what changed </book/changelog>`.\n"


def test_the_home_page_takes_what_it_says_of_the_deck_from_the_claim(files):
    made = files["book/_which_is_best.md"]
    assert "The slide deck names a winner, but its numbers cannot support one: 8 of the" in made
    assert "its numbers support it" in pages.which_is_best("holds", SAID)
    assert "contradict it" in pages.which_is_best("fails", SAID)


def test_the_home_pages_table_has_the_best_first_and_puts_behind_what_is_over_1_5_points_lower():
    home = (paths.root() / "book" / "index.md").read_text(encoding="utf-8")
    value = data.results().set_index("id")["value"]
    rows = [line.split("|")[2:4] for line in home.splitlines() if line.startswith("| ")]
    rows = [[value[re.findall("{num}`(.+?)`", cell)] for cell in row] for row in rows[1:-1]]
    assert len(rows) == 5
    for best, behind in rows:
        assert best.is_monotonic_decreasing
        assert best.iloc[0] - best.iloc[-1] <= 1.5 + 1e-9 < best.iloc[0] - behind.max()


LEVELS = {
    "same_ground": "same ground",
    "any_teacher": "any teacher",
    "own_baseline": "own baseline",
}


def test_the_page_on_notation_defines_each_level_as_the_library_does():
    page = " ".join((paths.root() / "book" / "notation.md").read_text(encoding="utf-8").split())
    assert list(LEVELS) == list(compare.GROUNDS)
    for level, name in LEVELS.items():
        assert f"{name} : {compare.GROUNDS[level]}." in page


@pytest.mark.parametrize(
    "name", ["small_bert", "compare_ranking", "compare_fronts", "choose", "claims"]
)
def test_a_page_that_ranks_says_on_which_level(name):
    assert " <levels>`" in notebooks.find(name).read_text(encoding="utf-8")


def test_every_repository_that_was_entered_was_read():
    """The list of what was read is whole: its counts are those of the survey's flow."""
    named = {key: sources.document_name(key) for key in sources.keys()}
    entered = {key for key, name in named.items() if sources.is_repository(name)}
    read = sources.read_csv(paths.data() / "survey" / "candidates.csv")
    assert entered <= set(read["key"])


def test_the_flow_counts_what_was_read_and_what_was_given(files):
    """Five documents: ten works and the deck's own order. TinyBERT's README has no table."""
    read = sources.read_csv(paths.data() / "survey" / "candidates.csv")
    without = read[read["prints"] == "none"]
    page = files["book/_coverage.md"]
    assert f"| read | 5 | {len(read)} |" in page
    assert f"| entered | 5, as 11 sources | {len(read) - len(without)} |" in page
    for each in without.itertuples():
        assert f"| {each.name} | [{each.repository}](https://github.com/{each.repository}/" in page
    assert "TinyBERT" in set(without["name"])


def test_the_page_on_coverage_says_what_is_left_out_of_a_work_and_how_much(files):
    """TensorRT's README prints 900 latencies: of three networks, the means of two are entered."""
    page = files["book/_coverage.md"]
    row = r"^\| \{ref\}`.+? <(\w+)>` \| (\d+) \| (.+?) \| .+? \| .+? \|$"
    rows = re.findall(row, page, re.MULTILINE)
    assert [row[1:] for row in rows if row[0] == "nvidia2024tensorrt"] == [
        ("240", "480"),
        ("240", "180"),
    ]
    assert ("intel2024inc", "460", "not counted") in rows
    words = re.search(r"Of the ([\d,]+) numbers .+?, ([\d,]+) are", page)
    found, entered = (int(each.replace(",", "")) for each in words.groups())
    assert found - entered == 7 + 2 + 480 + 180 + 75 + 5 + 302 + 906 + 6


def test_a_work_without_a_folder_waits_if_it_prints_a_table(edited):
    name = "data/survey/candidates.csv"
    text = (paths.CHECKOUT / name).read_text()
    edited(name, text.splitlines()[1], f"doe2030tiny,Tiny,doe/tiny,{'0' * 40},README.md,table,")
    page = pages.coverage()
    assert "| waiting to be entered | 0 | 1 |" in page
    assert "| Tiny | [doe/tiny](" in page.partition("## Waiting")[2].partition("## Without")[0]


@pytest.mark.parametrize(
    "line",
    [
        "id | source / table / row / quantity; stable | part of the key",
        "technique | key; several are joined by + | part of the key",
        "layers | transformer layers | a whole number; at least 1",
        "unit | key of the unit; empty for words and dates | of units.csv; may be empty",
        "type | Python type | bool or int or float or str",
    ],
)
def test_the_dictionary_says_what_a_column_means_and_what_a_cell_may_hold(files, line):
    assert f"| {line} |" in files["book/data_dictionary.md"]


def test_the_dictionary_has_every_word_of_every_vocabulary(files):
    page = files["book/data_dictionary.md"]
    for path in (paths.data() / "vocabulary").glob("*.csv"):
        section = page.split(f"`{path.name}`")[1].split("\n### ")[0]
        words = sources.read_csv(path).iloc[:, 0]
        assert [word for word in words if f"| {word} |" not in section] == [], path.name


def test_the_dictionary_explains_every_column_of_the_files_of_a_work(files):
    page = files["book/data_dictionary.md"].split("## What is said across works")[1]
    for key in sources.keys():
        tables = {each["path"] for each in sources.describe(key)["resources"]}
        for path in sources.folder(key).glob("*.csv"):
            if path.name not in tables:
                section = page.split(f"`{path.name}`")[1].split("###")[0]
                columns = sources.read_csv(path).columns
                assert [each for each in columns if f"| {each} |" not in section] == [], path


def test_the_offered_tables_are_as_the_data_package_next_to_them_says(tmp_path):
    pages.offer(tmp_path, [])
    report = frictionless.validate(str(tmp_path / "data" / "datapackage.json"))
    assert report.valid, report.flatten(["type", "note", "rowNumber", "fieldName"])[:5]
    assert [task.name for task in report.tasks] == ["results", "audit", "models"]
    claims = json.loads((tmp_path / "data" / "claims.json").read_text(encoding="utf-8"))
    assert len(re.findall("^@", (tmp_path / "data/cite/claims.bib").read_text(), re.M)) == len(
        claims
    )
