"""The work of *How to add a paper*, entered as that page says, stands in the book by itself."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from smallbert import audit, claims, cli, compare, guide, paths
from smallbert.book import build, pages
from smallbert.data import exhibits, verify

from . import added
from .added import KEY
from .conftest import run_notebook

MODEL = "Student"
PAGE = (paths.CHECKOUT / "book" / "add_a_paper.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def book(shared_copy):
    """Return the copy of the book with the work, which every test here looks at."""
    with added.anew():
        added.enter(shared_copy)
        yield shared_copy
        added.restore(shared_copy)


def run(name: str, **values):
    """Run a notebook of the copy; what `run_notebook` keeps is without the work."""
    return run_notebook.__wrapped__(name, tuple(values.items()))


def test_a_paper_is_a_folder_a_notebook_an_entry_and_a_line():
    files = {name for _, name, _ in added.blocks() if name != added.DOCUMENT}
    own = {name for name in files if name.startswith(f"data/sources/{KEY}/")}
    assert files - own == {f"notebooks/{KEY}.ipynb", "data/sources.bib", "_toc.yml"}


def test_the_way_is_one_screen_and_each_of_its_commands_exists():
    way = PAGE.partition("## A complete example")[0]
    assert len(way.splitlines()) <= 40
    assert set(re.findall(r"smallbert (\w+) ", way)) - {"means"} <= set(cli.main.commands)


def test_its_data_are_sound_and_turn_no_verdict(book):
    build.require_sound(KEY)


def test_every_cell_is_found_in_its_document(book, tmp_path):
    (tmp_path / added.DOCUMENT).write_bytes(added.document())
    (tally,) = verify.verify(tmp_path, KEY)
    assert tally.cells == 9  # a header and two rows of three columns
    assert tally.missing == []


def test_its_page_shows_the_corrected_cell_and_as_printed_the_misprint(book):
    scores = {
        value: list(run(KEY, corrected=value).tables[f"{KEY}-table1"][0].iloc[:, 2])
        for value in (True, False)
    }
    assert scores == {True: ["84.0", "80.5"], False: ["84.0", "8.05"]}


def test_its_page_says_the_drop_of_3_5_points(book):
    assert run(KEY).said["drop"] == "3.5"


@pytest.mark.parametrize(("corrected", "verdict"), [(True, "holds"), (False, "fails")])
def test_its_page_says_whether_its_claim_holds(book, corrected, verdict):
    assert run(KEY, corrected=corrected).said["tiny-student-reaches-80"] == verdict


def test_a_verdict_that_the_numbers_do_not_give_is_one_line(book):
    path = book / "data" / "sources" / KEY / "claims.yaml"
    stated = path.read_text()
    path.write_text(stated.replace("verdict: holds", "verdict: fails"))
    with added.anew():
        faults = [str(fault) for fault in claims.faults()]
    path.write_text(stated)
    (fault,) = faults
    assert re.match(rf"data/sources/{KEY}/claims.yaml:9: tiny-student-reaches-80: ", fault)
    assert "was accepted as fails and now is holds (true of 1 of 1 rows; student has 80.5)" in fault


def test_the_audit_agrees_with_its_teacher_and_says_what_the_student_lacks(book):
    lines = audit.table(KEY).set_index("row")["verdict"]
    assert dict(lines) == {"teacher": audit.AGREES, "student": audit.UNKNOWN}
    assert set(run(KEY).tables) == {f"{KEY}-table1", f"{KEY}-audit"}


def test_its_exhibit_is_listed(book):
    assert exhibits.line(f"{KEY}-table1")["title"] == "A student and its teacher on MNLI"


def test_it_stands_on_the_page_of_its_technique(book):
    page = run("distillation")
    table, _ = page.tables["distillation-table"]
    (row,) = table[table["Source"] == KEY].to_dict("records")
    assert row["Model"] == MODEL
    assert row["Kept [%]"] == "95.8"  # 80.5 of 84.0
    assert row["Factor [x]"] == "4.00"
    figure = page.figures["distillation-evidence"]
    labels = [text.get_text() for ax in figure.axes for text in ax.texts]
    assert any(label.startswith(MODEL) for label in labels)


def test_it_is_among_the_rows_that_are_compared(book):
    rows = compare.rows(KEY).set_index("model")
    assert rows.at[MODEL, "lost"] == pytest.approx(3.5)
    assert rows.at[MODEL, "bytes"] == 4


def test_its_size_is_unknown_as_the_shape_of_its_teacher_is(book):
    assert compare.rows(KEY).set_index("model")["megabytes"].isna().all()


def test_it_stands_among_the_fronts(book):
    page = run("compare_fronts")
    assert any(KEY in each["csv"] for each in page.artifacts.values())


def test_the_guide_offers_it(book):
    data = guide.data()
    found = guide.answer(data, guide.complete(task="mnli", min_factor=3.5, keep=95))
    assert f"{KEY}/table1/student/mnli-m-accuracy" in guide.report(data, found)


def test_the_list_of_sources_has_it(book):
    part = pages.source_list().split(f"Key `{KEY}`; {{cite:t}}`{KEY}`.")[1].split("\n### ")[0]
    assert "Cells corrected: 1." in part
    assert "005_example.txt, page 3, Table 1 | 2 | 4 | printed" in part


@pytest.mark.site
def test_the_whole_book_builds_with_it(book):
    call([Path(sys.executable).with_name("smallbert"), "build"])
    html = book / "_build" / "html"
    page = (html / "notebooks" / f"{KEY}.html").read_text(encoding="utf-8")
    words = " ".join(re.sub(r"<[^>]+>", "", page).split())
    assert "The student loses 3.5 points of accuracy." in words
    for name, text in PAGES.items():
        assert text in (html / name).read_text(encoding="utf-8"), name


PAGES = {
    "notebooks/distillation.html": f'<a href="{KEY}.html">Doe et al. (2030)</a>',
    "notebooks/compare_fronts.html": f'<a href="{KEY}.html">Doe et al. (2030)</a>',
    "book/references.html": "Journal of Made-up Results",
    "book/sources_page.html": "A Tiny Example",
    "data/results.csv": f"{KEY}/table1/student/mnli-m-accuracy",
    "data/artifacts.json": f"{KEY}-table1",
    "notebooks/choose.html": f"{KEY}/table1/student",
    "data/claims.json": "tiny-student-reaches-80",
    "data/audit.csv": f"{KEY}/table1/student/compression-factor",
}
"""Where on the built site the work must stand, and by which text."""


def call(command: list) -> None:
    """Run a command from the checkout, on the copy."""
    run = subprocess.run(command, cwd=paths.CHECKOUT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
