import os
import re
import subprocess

import pytest

from smallbert import compare, data, paths
from smallbert.book import generated, notebooks
from smallbert.data import sources


def test_the_source_list_has_every_source_and_table():
    page = generated.source_list()
    for key in sources.keys():
        assert f"### {sources.describe(key)['title']}\n\n::::{{dropdown}} {key}: " in page
        assert f"\n\nKey `{key}`; " in page
        for each in sources.tables(key).values():
            assert f"| {each['title']} |" in page


def test_the_source_list_counts_rows_and_mended_cells():
    """The deck, slide 3, Table 1: two blocks of four rows; two of each lack their method."""
    section = generated.source_list().split("Key `guo2019rpp`")[1].split("\n### ")[0]
    assert "Cells corrected: 4." in section
    # seven encoders, each with a score and a drop
    assert "::::{dropdown} nncf2024zoo: 1 table, 14 numbers\n" in generated.source_list()
    assert "slide 3, Table 1, first block | 4 | printed |" in section


def test_a_work_is_listed_with_each_technique_of_its_models():
    """XTC's students are distilled and quantised; DeFormer only splits attention."""
    lines = generated.works_by_technique().splitlines()
    with_it = {
        key: [line.split("`")[1].split(" <")[0] for line in lines if f" <{key}>`" in line]
        for key in ("wu2022xtc", "cao2020deformer", "speed", "liu2019roberta")
    }
    assert with_it["wu2022xtc"] == ["Quantization", "Knowledge distillation", "Compound"]
    assert with_it["cao2020deformer"] == ["Matrix decomposition"]
    assert with_it["speed"] == with_it["liu2019roberta"] == [], (
        "nobody's models, or none made smaller"
    )
    assert lines[0].startswith("- {ref}`Quantization <quantization>`: ")


SAID = {
    "compare_ranking": {"pairs": "10", "untold_same_ground": "8"},
    "small_encoders_today": {"scored": "17", "encoders": "16"}
    | {f"best_{size}": "T" for size in (20, 50, 100)}
    | {f"score_{size}": "81.0 %" for size in (20, 50, 100)},
}


def test_the_chart_of_the_home_page_is_put_in_as_it_is():
    made = generated.files("<b>chart</b>", SAID)
    assert made["book/_main_chart.md"] == "```{raw} html\n<b>chart</b>\n```\n"
    parts = {
        "_source_list.md",
        "_works_by_technique.md",
        "_coverage.md",
        "_cite.md",
        "_main_chart.md",
        "_which_is_best.md",
        "_version.md",
    }
    pages = {f"book/{name}" for name in ("data_dictionary.md", *parts)}
    statics = {"_static/entries.js", "_static/letters.css"}
    assert set(made) == {*pages, "numbers/index.md", *statics}


def test_the_home_page_takes_its_version_from_the_citation(tmp_path, monkeypatch):
    (tmp_path / "CITATION.cff").write_text("version: 7.8.9\n")
    monkeypatch.setenv("SMALLBERT_ROOT", str(tmp_path))
    assert generated.version() == "Version 7.8.9: {doc}`what changed </book/changelog>`.\n"
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b.c"]
    subprocess.run([*git, "init", "--quiet"], check=True)
    date = {"GIT_COMMITTER_DATE": "2024-02-03T12:00:00Z", "PATH": os.environ["PATH"]}
    subprocess.run([*git, "commit", "-qm", "a", "--allow-empty"], check=True, env=date)
    assert "Version 7.8.9, last changed on 2024-02-03: " in generated.version()


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


def test_the_home_page_takes_what_it_says_of_the_deck_from_the_claim():
    made = generated.files("", SAID)["book/_which_is_best.md"]
    assert "The slide deck names a winner, but its numbers cannot support one: 8 of the" in made
    assert "its numbers support it" in generated.which_is_best("holds", SAID)
    assert "contradict it" in generated.which_is_best("fails", SAID)


def test_the_home_pages_table_has_the_best_first_and_puts_behind_what_is_over_1_5_points_lower():
    home = (paths.root() / "book" / "index.md").read_text(encoding="utf-8")
    value = data.results().set_index("id")["value"]
    rows = [line.split("|")[2:4] for line in home.splitlines() if line.startswith("| ")]
    rows = [[value[re.findall("{num}`(.+?)`", cell)] for cell in row] for row in rows[1:-1]]
    assert len(rows) == 5
    for best, behind in rows:
        assert best.is_monotonic_decreasing
        assert best.iloc[0] - best.iloc[-1] <= 1.5 + 1e-9 < best.iloc[0] - behind.max()
