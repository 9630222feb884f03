"""Two further works: the one of *How to add a paper*, entered as that page says; one unlike all."""

import re
import shutil
from pathlib import Path

import nbformat
import pytest

from smallbert import answers, audit, claims, cli, compare, paths
from smallbert.book import build, execute, notebooks
from smallbert.book.execute import TABLES
from smallbert.data import check, verify

from . import added
from .added import KEY
from .built import Run

PAGE = (paths.CHECKOUT / "book" / "add_a_paper.md").read_text(encoding="utf-8")
SECOND = Path(__file__).parent / "poe2031second"
"""A work unlike all others: a spread, every technique at odd costs, many encoders, odd speeds."""


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """Return a copy of the book with both works, which every test here looks at."""
    name = SECOND.name
    entry = f"\n@misc{{{name}, title = {{Second}}, author = {{Poe, Alex}}, year = {{2031}}}}\n"
    page = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(f"({name})=\n# Second")])
    with added.book(tmp_path_factory.mktemp("further")) as copy:
        added.enter(copy)
        shutil.copytree(SECOND, copy / "data" / "sources" / name)
        with (copy / "data" / "sources.bib").open("a", encoding="utf-8") as bibliography:
            bibliography.write(entry)
        page.metadata = nbformat.read(copy / "notebooks" / f"{KEY}.ipynb", 4).metadata
        nbformat.write(page, copy / "notebooks" / f"{name}.ipynb")
        contents = copy / "_toc.yml"
        line = f"          - file: notebooks/{KEY}\n"
        contents.write_text(contents.read_text().replace(line, line + line.replace(KEY, name)))
        yield copy


@pytest.fixture(scope="module")
def page(book):
    """Return the first one's page."""
    output = book / "_build" / f"{KEY}.ipynb"
    job = execute.Job(notebooks.find(KEY), output, {}, "", publish=True)
    execute.apart(execute.RUN, job)
    return Run(output.with_suffix(""))


def test_the_way_is_one_screen_of_known_commands_and_no_file_outside_the_work_is_written():
    way = PAGE.partition("## A complete example")[0]
    assert len(way.splitlines()) <= 40
    assert set(re.findall(r"smallbert (\w+) ", way)) - {"means"} <= set(cli.main.commands)
    files = {name for _, name, _ in added.blocks() if name != added.DOCUMENT}
    own = {name for name in files if name.startswith(f"data/sources/{KEY}/")}
    assert files - own == {f"notebooks/{KEY}.ipynb", "data/sources.bib", "_toc.yml"}


def test_the_data_of_both_are_sound_and_turn_no_verdict(book):
    build.require_sound(KEY)
    assert check.faults(SECOND.name) == []


def test_every_cell_is_found_in_its_document(book, tmp_path):
    (tmp_path / added.DOCUMENT).write_bytes(added.document())
    (tally,) = verify.verify(tmp_path, KEY)
    assert tally.cells == 9  # a header and two rows of three columns
    assert tally.missing == []


def test_its_page_shows_the_corrected_cell_and_in_a_note_the_misprint(page):
    said = page.about["said"]
    assert page.table(f"{KEY}-table1").cell("*", "MNLI-m") == "84.0 | 80.5"
    assert "printed &#x27;8.05&#x27;: misplaced point" in (page.folder / "page.ipynb").read_text()
    assert (said["drop"], said["tiny-student-reaches-80"]) == ("3.5", "holds")
    assert set(page.listing) == {f"{KEY}-table1", f"{KEY}-audit"}


def test_a_verdict_that_the_numbers_do_not_give_is_one_line(root):
    added.enter(root)
    path = root / "data" / "sources" / KEY / "claims.yaml"
    path.write_text(path.read_text().replace("verdict: holds", "verdict: fails"))
    (fault,) = [str(fault) for fault in claims.faults_of_claims()]
    assert re.match(rf"data/sources/{KEY}/claims.yaml:9: tiny-student-reaches-80: ", fault)
    assert "was accepted as fails and now is holds (Student: 80.5 % (MNLI matched))" in fault


def test_it_is_audited_compared_and_offered_by_the_answers(book):
    """No shape is known of it, so it has no size."""
    verdicts = audit.audit_table(KEY).set_index("row")["verdict"]
    assert dict(verdicts) == {"teacher": audit.AGREES, "student": audit.NOT_RECOMPUTABLE}
    rows = compare.scored_rows(KEY).set_index("model")
    assert rows.at["Student", "lost"] == pytest.approx(3.5)
    assert rows.at["Student", "bytes"] == 4
    assert rows["megabytes"].isna().all()
    line = next(each for each in answers.all_candidates() if each.model == "Student")
    assert line.scores["mnli"].card == f"numbers/{KEY}-table1.html#student/mnli-m-accuracy"
    assert line.size is None


WHOLE = {
    f"source/notebooks/{KEY}.ipynb": "points of accuracy",
    "source/notebooks/models.ipynb": f'{KEY}.html\\">Doe et al. (2030)</a>',
    "source/book/sources.bib": "Journal of Made-up Results",
    "source/book/works.md": "Cells corrected: 1.",
    "offered/site/choose/lines.js": f"{KEY}-table1.html#student",
    "offered/site/data/results.csv": f"{KEY}/table1/student/mnli-m-accuracy",
    "offered/site/data/artifacts.json": '"title": "A student and its teacher on MNLI"',
    "offered/site/data/claims.json": "tiny-student-reaches-80",
    "offered/site/data/audit.csv": f"{KEY}/table1/student/compression-factor",
}
"""In which files that the site is made from the work must be, and by which text."""


@pytest.mark.site
def test_every_page_runs_and_is_laid_out_with_both(book, monkeypatch):
    """What a page asserts is of the works that it names; what it says of all is computed.

    Jupyter Book does not render the pages once more: that a link leads nowhere, it would tell.
    """
    monkeypatch.setattr(execute, "TABLES", TABLES)  # no data change here
    added.accept(book)
    common = execute.common()
    execute.preload(*execute.IMPORTS, TABLES)
    build.check(common)
    assert execute.execute(build.due(common)) == []
    execute.apart("smallbert.book.jupyter_book:stage")
    execute.apart("smallbert.book.jupyter_book:offer")
    for name, text in WHOLE.items():
        assert text in (book / "_build" / name).read_text(encoding="utf-8"), name
