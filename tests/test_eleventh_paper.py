"""The work of *How to add a paper*, entered as that page says, is in the book by itself."""

import re

import pytest

from smallbert import audit, claims, cli, compare, guide, paths
from smallbert.book import build, execute, notebooks
from smallbert.data import verify

from . import added
from .added import KEY
from .built import Run

PAGE = (paths.CHECKOUT / "book" / "add_a_paper.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """Return a copy of the book with the work, which every test here looks at."""
    with added.book(tmp_path_factory.mktemp("eleventh")) as copy:
        added.enter(copy)
        yield copy


@pytest.fixture(scope="module", params=[True, False], ids=["corrected", "printed"])
def page(request, book):
    """Return its page, with its cells corrected and as printed."""
    output = book / "_build" / f"{request.param}.ipynb"
    values = {"corrected": request.param}
    job = execute.Job(notebooks.find(KEY), output, values, "", publish=True)
    execute.apart(execute.run, job)
    return request.param, Run(output.with_suffix(""))


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


def test_its_page_shows_the_corrected_cell_and_as_printed_the_misprint(page):
    corrected, run = page
    said, score = run.about["said"], run.table(f"{KEY}-table1").cell("*", "MNLI-m")
    assert score == ("84.0 | 80.5" if corrected else "84.0 | 8.05")
    assert said["drop"] == ("3.5" if corrected else "76.0")  # less 8.05, to even digits
    assert said["tiny-student-reaches-80"] == ("holds" if corrected else "fails")
    assert set(run.listing) == {f"{KEY}-table1", f"{KEY}-audit"}


def test_a_verdict_that_the_numbers_do_not_give_is_one_line(root):
    added.enter(root)
    path = root / "data" / "sources" / KEY / "claims.yaml"
    path.write_text(path.read_text().replace("verdict: holds", "verdict: fails"))
    (fault,) = [str(fault) for fault in claims.faults()]
    assert re.match(rf"data/sources/{KEY}/claims.yaml:9: tiny-student-reaches-80: ", fault)
    assert "was accepted as fails and now is holds (true of 1 of 1 rows; student has 80.5)" in fault


def test_the_audit_agrees_with_its_teacher_and_says_what_the_student_lacks(book):
    lines = audit.table(KEY).set_index("row")["verdict"]
    assert dict(lines) == {"teacher": audit.AGREES, "student": audit.UNKNOWN}


def test_it_is_among_the_rows_that_are_compared_without_a_size_as_no_shape_is_known(book):
    rows = compare.rows(KEY).set_index("model")
    assert rows.at["Student", "lost"] == pytest.approx(3.5)
    assert rows.at["Student", "bytes"] == 4
    assert rows["megabytes"].isna().all()


def test_the_guide_offers_it(book):
    data = guide.data()
    found = guide.answer(data, guide.complete(task="mnli", min_factor=3.5, keep=95))
    assert f"{KEY}/table1/student/mnli-m-accuracy" in guide.text(data, found)


WHOLE = {
    f"notebooks/{KEY}.html": "points of accuracy",
    "notebooks/distillation.html": f'<a href="{KEY}.html">Doe et al. (2030)</a>',
    "notebooks/choose.html": f"{KEY}/table1/student",
    "book/references.html": "Journal of Made-up Results",
    "book/sources_page.html": "Cells corrected: 1.",
    "data/results.csv": f"{KEY}/table1/student/mnli-m-accuracy",
    "data/artifacts.json": '"title": "A student and its teacher on MNLI"',
    "data/claims.json": "tiny-student-reaches-80",
    "data/audit.csv": f"{KEY}/table1/student/compression-factor",
}
"""Where on the built site the work must be, and by which text."""


@pytest.mark.site
def test_the_whole_book_builds_with_it(book):
    build.build()
    for name, text in WHOLE.items():
        pages = (book / "_build" / "html" / name).read_text(encoding="utf-8")
        assert text in pages, name
