"""One run of a notebook as one HTML file in the look of the book; it loads nothing."""

import re
from base64 import b64encode
from html import escape
from pathlib import Path

import nbformat
import pandas as pd
from jinja2 import Template
from latex2mathml.converter import convert
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from smallbert import claims, paths
from smallbert.book import notebook_outputs, notebook_page, notebook_prose, notebooks
from smallbert.book.html_fragments import TEMPLATES_FOLDER
from smallbert.book.markdown import markdown_table
from smallbert.charts.svg import LETTERS
from smallbert.data import anchors, book_exhibits, notebook_parameters

TEMPLATE_OF_FILE = TEMPLATES_FOLDER / "run_page.html"
"""It keeps its lines, unlike a fragment: people read the source of a file that is sent to them."""

SCRIPTS = ["smallbert.js", "boxes.js"]
"""What a run needs of the site's scripts; there is no table of all models, no search in it."""

UNUSED = re.compile(r"<(script|form|button)\b.*?</\1>|<link\b[^>]*>", re.DOTALL)
"""What works on the site alone."""

VERDICT_MARK = re.compile(rf"<em>\(claim: ({'|'.join(claims.CLAIM_VERDICTS)})\)</em>")
FIRST = re.compile(r"<h1>(.*?)</h1>", re.DOTALL)
SECTION = re.compile(r"<h2>(?P<title>.*?)</h2>.*?(?=<h2>|\Z)", re.DOTALL)


def page_of_run(run: nbformat.NotebookNode, path: Path) -> str:
    """Return the page of a run of the notebook at `path`, whose prose has its numbers.

    It is arranged as the book's page is; its code is folded, and a link to another page is words.
    """
    values = dict(run.metadata.papermill.parameters)
    copy = nbformat.from_dict(run)
    for cell in copy.cells:
        if cell.cell_type == "markdown":
            cell.source = notebook_page.PARAMETERS_SECTION.sub("", cell.source)
    notebook_page.arrange(copy.cells)
    body = "\n".join(map(_html_of_cell, copy.cells)) + _parameters(path, values)
    if not FIRST.search(body):
        body = f"<h1>{escape(path.stem)}</h1>\n{body}"
    body = FIRST.sub(lambda first: f"{first[0]}\n{_about(path, values)}", body, count=1)
    static = paths.root() / "book" / "_static"
    looks = [LETTERS, static / "smallbert.css"]
    return Template(TEMPLATE_OF_FILE.read_text(encoding="utf-8")).render(
        title=re.sub("<.*?>", "", FIRST.search(body)[1]),
        look="\n".join(each.read_text(encoding="utf-8") for each in looks),
        script="\n".join((static / name).read_text(encoding="utf-8") for name in SCRIPTS),
        body=SECTION.sub(_section, body),
    )


def _section(section: re.Match) -> str:
    """Return a section as the book's script expects it."""
    return f'<section id="{anchors.slug(section["title"])}">\n{section[0]}</section>\n'


def _about(path: Path, values: dict) -> str:
    """Return which notebook this is a run of, and which of its parameters were changed."""
    changed = " and ".join(
        f"<code>{name} = {escape(str(value))}</code>" for name, value in values.items()
    )
    given = f"with {changed}" if values else "with its default values"
    return f'<p class="sb-credit">A run of the notebook {escape(path.stem)} {given}.</p>'


def _parameters(path: Path, values: dict) -> str:
    """Return the section with the values of a run, and the command that runs it again."""
    rows = [
        {
            "Parameter": f"`{name}`",
            "Default": f"`{given['default']}`",
            "This run": f"`{values[name]!r}`" if name in values else "default",
            "Meaning": given["help"],
        }
        for name, given in notebook_parameters.declared(path).items()
    ]
    if not rows:
        return ""
    table = markdown_table(pd.DataFrame(rows), markup=["Parameter", "Default", "This run"])
    command = notebooks.command(path, values)
    return _markdown(
        f"## Parameters\n\n{notebook_prose.plain_markdown(table, {})}\n\n```\n{command}\n```"
    )


def _html_of_cell(cell: nbformat.NotebookNode) -> str:
    """Return a cell as HTML, its code where the book's page has it."""
    if cell.cell_type != "code":
        return _markdown(cell.source)
    tags = cell.metadata.get("tags", [])
    shown = "".join(map(_output, cell.outputs))
    if shown and "hide-output" in tags:
        shown = f"<details><summary>Output</summary>{shown}</details>"
    parts = [f'<div class="cell_output">{shown}</div>'] if shown else []
    if "remove-input" not in tags:
        code = highlight(cell.source, PythonLexer(), HtmlFormatter())
        parts.insert(0, f'<div class="cell_input">{code}</div>')
    return f'<div class="cell">{"".join(parts)}</div>'


def _output(output: dict) -> str:
    """Return an output as HTML; what is for who runs the notebook by hand is left out."""
    by_kind = output.get("data", {})
    if book_exhibits.RUN_BY_HAND in output.get("metadata", {}):
        return ""
    if artifact := by_kind.get(book_exhibits.MIME):
        file = f"data:text/csv;base64,{b64encode(artifact['csv'].encode()).decode()}"
        offer = f'<a href="{file}" download="{escape(artifact["id"])}.csv">Data (CSV)</a>'
        return UNUSED.sub(
            "", notebook_outputs.unlinked(notebook_outputs.framed(artifact, output, offer))
        )
    if html := by_kind.get("text/html"):
        return UNUSED.sub("", notebook_outputs.unlinked("".join(html)))
    text = by_kind.get("text/plain") or output.get("text") or ""
    return f"<pre>{escape(''.join(text))}</pre>" if text else ""


def _markdown(text: str) -> str:
    """Return plain Markdown as HTML, with the book's marks, tables and formulas."""
    parser = MarkdownIt("commonmark").enable("table")
    parser.use(dollarmath_plugin, renderer=_formula, double_inline=True)
    html = VERDICT_MARK.sub(r'<span class="sb-verdict">\1</span>', parser.render(text))
    html = html.replace("<table>", '<div class="sb-scroll" tabindex="0"><table>')
    return html.replace("</table>", "</table></div>")


def _formula(text: str, options: dict) -> str:
    return convert(text, display="block" if options["display_mode"] else "inline")
