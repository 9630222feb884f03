"""A run's page; a folder with one rendered page stands in for the book's."""

import json
import re

import nbformat
import pytest

from smallbert.book import artifacts, render, run_page
from smallbert.data.exhibits import MIME

from .test_execute import write

TITLE = "# Costs\n\nWhat it costs."
ALL = {
    "id": "costs-all",
    "kind": "table",
    "source": "",
    "document": "",
    "title": "All",
    "csv": "a\n1\n",
}
ALL |= {"status": "re-derived", "caption": "", "credit": []}


def executed(path, **said):
    """Write a notebook as executed, in which a cell recorded values."""
    notebook = nbformat.read(path, 4) if path.is_file() else nbformat.v4.new_notebook()
    cell = nbformat.v4.new_code_cell("say", execution_count=1, id="say")
    cell.outputs = [
        nbformat.v4.new_output(
            "display_data",
            {"application/papermill.record/text/plain": repr(value)},
            metadata={"scrapbook": {"name": name, "mime_prefix": "application/papermill.record/"}},
        )
        for name, value in said.items()
    ]
    cell.outputs.append(
        nbformat.v4.new_output("display_data", {MIME: ALL, "text/html": "<table/>"})
    )
    notebook.cells = [nbformat.v4.new_markdown_cell(TITLE, id="title"), cell]
    nbformat.write(notebook, path)
    return path


PAGE = """<html data-content_root="../"><head><meta charset="utf-8" /></head><body>
<a href="#own">own</a> <a href="../book/notation.html#x">terms</a> <a href="https://a.b/">web</a>
<a href="../data/charts/costs-all.csv">CSV</a> <a href="../data/charts/a.csv">a</a>
<img src="../_static/logo.svg"> {}</body></html>"""


@pytest.fixture
def book(tmp_path, monkeypatch):
    """Return a checkout with one page built, and let rendering put its prose into a page."""
    monkeypatch.setenv("SMALLBERT_ROOT", str(tmp_path))
    for folder in ("notebooks", "_build/executed", "_build/html"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "_build" / "html" / "objects.inv").touch()
    for place in (tmp_path / "notebooks", tmp_path / "_build" / "executed"):
        executed(place / "costs.ipynb", size="3 MB", depth="12", ranking="holds")

    def stage(page, name, source):
        source.mkdir()
        (source / f"{name}.ipynb").write_text(json.dumps(page))

    def rendered(source, work):
        page = work / "_build" / "html" / "notebooks" / "costs.html"
        page.parent.mkdir(parents=True)
        page.write_text(PAGE.format(nbformat.read(source / "costs.ipynb", 4).cells[0].source))

    monkeypatch.setattr(render, "stage_alone", stage)
    monkeypatch.setattr(render, "jupyter_book", rendered)
    monkeypatch.setattr(artifacts, "_numbers", lambda artifact: [])  # it has no data
    monkeypatch.setattr(artifacts, "home", lambda: ("", {"chart": ""}))
    monkeypatch.setattr(artifacts, "_lines", dict)
    return tmp_path


def run(book, name="costs", **said):
    output = executed(book / f"{name}.ipynb", **said)
    page = run_page.write(output, book / "notebooks" / "costs.ipynb", {"batch": 4})
    return page.read_text()


def test_a_run_s_page_has_its_parameters_in_the_title_and_says_what_differs(book):
    page = run(book, size="3 MB", depth="6", ranking="fails")
    assert "# Costs: batch = 4\n" in page
    assert "What it costs." in page
    counts = "Of 2 numbers and words in the text 1 differ from the published page, of 1 verdicts 1"
    assert counts in page
    assert "| depth | 12 | 6 |" in page
    assert "| ranking | holds | fails |" in page
    assert "| size |" not in page


def test_a_run_s_page_leads_to_the_site_and_to_its_own_files(book):
    page = run(book, size="3 MB", depth="12", ranking="holds")
    assert 'href="#own"' in page
    assert 'href="_build/html/book/notation.html#x"' in page
    assert 'href="https://a.b/"' in page
    (own,) = (book / "files").iterdir()
    assert f'href="files/{own.name}"' in page
    assert own.read_text() == "a\n1\n"
    assert 'href="_build/html/data/charts/a.csv"' in page  # another page's
    assert 'src="_build/html/_static/logo.svg"' in page
    assert 'data-content_root="_build/html/"' in page
    assert re.search("Content-Security-Policy", page)


def test_runs_next_to_each_other_share_the_files_that_are_the_same(book, monkeypatch):
    pages = [run(book, name, depth=depth) for name, depth in (("one", "12"), ("two", "6"))]
    assert len(list((book / "files").iterdir())) == 1
    monkeypatch.setitem(ALL, "csv", "a\n2\n")
    pages.append(run(book, "three", depth="3"))
    assert {path.read_text() for path in (book / "files").iterdir()} == {"a\n1\n", "a\n2\n"}
    linked = [re.search(r'href="(files/costs-all[^"]*)"', page)[1] for page in pages]
    assert linked[0] == linked[1] != linked[2]
    assert (book / linked[2]).read_text() == "a\n2\n"


def test_without_a_built_book_there_is_no_page(tmp_path, monkeypatch):
    monkeypatch.setenv("SMALLBERT_ROOT", str(tmp_path))
    (tmp_path / "_build").mkdir()
    notebook = write(tmp_path / "a.ipynb")
    assert run_page.write(notebook, notebook, {}) is None
