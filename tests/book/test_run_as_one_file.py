"""One run as one file, from cells made by hand."""

import re

import nbformat
import pytest

from smallbert.book import notebook_outputs, notebooks, run_as_one_file
from smallbert.data import book_exhibits

from .test_notebook_outputs import CHART, ID, TABLE

ZHAO = "zhao2019extreme"


def code(source, *outputs, tags=()):
    return nbformat.v4.new_code_cell(source, outputs=[*outputs], metadata={"tags": [*tags]})


def shown(data, **metadata):
    return nbformat.v4.new_output("display_data", data, metadata=metadata)


@pytest.fixture
def page():
    """Return a function that makes the page of a run with some values and cells."""

    def page(*cells, **values):
        cells = [nbformat.v4.new_markdown_cell(c) if isinstance(c, str) else c for c in cells]
        run = nbformat.v4.new_notebook(cells=cells)
        run.metadata["papermill"] = {"parameters": values}
        return run_as_one_file.page_of_run(run, notebooks.find(ZHAO))

    return page


def test_a_page_says_of_which_notebook_and_values_it_is_and_how_to_run_it_again(page):
    html = page("# One & two\n\nSo.\n\n## Parameters\n\nOld.\n\n## Limits\n\nNone.", bits=8)
    assert "<title>One &amp; two</title>" in html
    told = "A run of the notebook zhao2019extreme with <code>bits = 8</code>."
    assert re.search(rf"<h1>One &amp; two</h1>\n<p [^>]*>{told}</p>\n<p>So", html)
    assert "smallbert run zhao2019extreme -p bits 8\n</code>" in html
    row = r"<td><code>bits</code></td>\n<td><code>32</code></td>\n<td><code>8</code></td>"
    assert re.search(row, html)
    assert "Old." not in html
    assert '<section id="limits">\n<h2>Limits</h2>' in html, "which the book's script folds"


def test_a_page_has_formulas_tables_marks_and_code_and_hides_what_the_book_hides(page):
    cells = [
        "# A\n\nYes. *(claim: not testable)* At $V_t$.\n\n| a |\n| --- |\n| b |",
        code("x < 1", shown({"text/plain": "<True>"})),
        code("hidden", shown({"text/html": "<script>f()</script>seen"}), tags=["remove-input"]),
        code("said", shown({"text/html": "twice"}, **{book_exhibits.RUN_BY_HAND: ""})),
    ]
    html = page(*cells)
    assert (
        'Yes. <span class="sb-verdict">not testable</span> At <span class="math inline"><math'
        in html
    )
    assert '<div class="sb-scroll" tabindex="0"><table>\n<thead>' in html
    assert '<span class="o">&lt;</span>' in html
    assert "<pre>&lt;True&gt;</pre>" in html
    assert '<div class="cell"><div class="cell_output">seen</div></div>' in html
    assert "twice" not in html


def test_a_page_is_whole_in_itself_and_leads_to_no_page_of_the_book(page):
    mark = f'<svg><a class="sb-mark" href="number:{ID}"><use /></a></svg>'
    cells = [
        code("a", shown({book_exhibits.MIME: TABLE, "text/html": '<a href="b.html">c</a>'})),
        code("b", shown({book_exhibits.MIME: CHART, "image/svg+xml": mark})),
        code("c", shown({"text/html": '<link href="a.css"><button>no</button>'})),
    ]
    html = page(*cells)
    # the CSV x, 1 in base64
    assert '<a href="data:text/csv;base64,eAoxCg==" download="a-table.csv">Data (CSV)</a>' in html
    told = notebook_outputs._title_of_number(ID)
    assert f'<g class="sb-mark"><title>{told}</title><use /></g>' in html
    body = html.partition("<body")[2]
    assert not re.findall(r'(?:href|src)="(?!data:)[^"]*"|<link|<button', body)
    assert not re.findall(r"@import|url\((?!data:|\"data:)[^)]*\)", html)
    assert "default-src 'none'" in html, "a browser refuses what would be loaded"


def test_a_notebook_without_a_title_is_called_by_its_name(page):
    assert f"<title>{ZHAO}</title>" in page(code("1"))
