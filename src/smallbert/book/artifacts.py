"""What an executed notebook published, charts, tables and values, as HTML, CSV and SVG."""

import ast
import csv
import json
import math
import re
import shutil
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from html import escape
from io import StringIO
from pathlib import Path

import nbformat

from smallbert import data
from smallbert.book import notebooks, sheets
from smallbert.charts.svg import font_css, standing_alone
from smallbert.charts.tables import cite
from smallbert.data import exhibits, sources
from smallbert.data.exhibits import BY_HAND, MIME
from smallbert.data.results import line
from smallbert.errors import UserError
from smallbert.paths import cached

FOLDER = "data/charts"
PNG = '<button type="button" class="sb-png">PNG</button>'
"""The reader's browser makes the PNG, from the drawing as it looks there."""

NUMBER = re.compile(f'<a class="sb-(cell|mark)"([^>]*) href="{exhibits.LINK}([^"]*)">')
"""A link from a cell or a mark to a number, as a notebook has it."""

REDRAWN = {
    "regenerated": "Redrawn from",
    "re-derived": "Derived by this book for",
    "caption-only": "Stated in the caption of",
}


KEYS = ("source", "table", "task", "metric", "split")
"""Columns of a CSV that must agree with a number, where the CSV has them."""

OF_IDS = re.compile(r"(^|_)id(_|$)")
"""What the name of a column of ids has in it."""


def publish(executed: Path) -> None:
    """Write what a notebook published into a folder next to it, called like it.

    ``page.ipynb`` has charts and tables as HTML; ``about.json`` what `published` says of them; and
    ``data/charts`` their drawings and CSVs.
    """
    folder = executed.with_suffix("")
    shutil.rmtree(folder, ignore_errors=True)
    page, about = published(executed, executed.stem, folder)
    write_notebook(page, folder / "page.ipynb")
    (folder / "about.json").write_text(json.dumps(about), encoding="utf-8")


def published(
    executed: Path, name: str, folder: Path
) -> tuple[nbformat.NotebookNode, dict[str, object]]:
    """Return a run's notebook with its charts and tables as HTML, and what it published.

    Parameters
    ----------
    executed : pathlib.Path
        The result of running it.
    name : str
        The notebook's.
    folder : pathlib.Path
        Receives drawings and CSVs, where the site has them.

    Returns
    -------
    tuple
        The notebook; and of what it published ``listing``, its charts and tables as in
        ``artifacts.json``, ``said``, the values that it recorded, and ``home``, the home page's
        chart as HTML, if it is among them.
    """
    folder.mkdir(parents=True, exist_ok=True)
    result = notebooks.read(executed)
    about = {"listing": [], "said": recorded(result), "home": ""}
    for artifact, output in of_notebook(result):
        write(artifact, output, folder)
        about["listing"].append(entry(artifact, name) | {"numbers": _numbers(artifact)})
        if artifact["id"] == home()[1]["chart"]:
            about["home"] = to_html(artifact, output, up="")
        output["data"] = {"text/html": to_html(artifact, output)}
    for cell in result.cells:
        if "outputs" in cell:
            cell.outputs = [
                each for each in cell.outputs if BY_HAND not in each.get("metadata", {})
            ]
    return result, about


def write_notebook(notebook: nbformat.NotebookNode, path: Path) -> None:
    """Write a notebook many times as fast as nbformat, which indents and validates."""
    path.write_text(json.dumps(notebook, ensure_ascii=False), encoding="utf-8")


def of_notebook(notebook: nbformat.NotebookNode) -> Iterator[tuple[dict, dict]]:
    """Yield each chart or table of an executed notebook with the output that carries it."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if MIME in output.get("data", {}):
                yield output["data"][MIME], output


def recorded(notebook: nbformat.NotebookNode) -> dict[str, str]:
    """Return the values that an executed notebook recorded with `smallbert.charts.publish.say`."""
    values = {}
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if scrap := output.get("metadata", {}).get("scrapbook"):
                text = output["data"][f"{scrap['mime_prefix']}text/plain"]
                values[scrap["name"]] = ast.literal_eval(text)
    return values


@cached
def home() -> tuple[str, dict[str, str]]:
    """Return the source that the home page speaks of, its chart there and the claim on its winner.

    Raises
    ------
    UserError
        No descriptor says it, or there is no such chart.
    """
    for key in sources.keys():
        if shown := sources.describe(key).get("home"):
            exhibits.line(shown["chart"])  # refuses one that is unknown
            return key, shown
    raise UserError("no datapackage.yaml says by 'home' what the home page shows; add it to one")


def prepare() -> None:
    """Make what all charts and tables need."""
    _lines()
    _by_row()
    home()
    font_css()


def _numbers(artifact: dict) -> list[str]:
    """Return the ids of the numbers that a chart or table shows, for their cards.

    They are those of its cells with a link, those that a column of ids of its CSV has, and those
    of which a line of the CSV has row, quantity and value.
    """
    ids = set(artifact.get("numbers", []))
    for row in csv.DictReader(StringIO(artifact["csv"])):
        ids |= {text for name, text in row.items() if OF_IDS.search(name)}
        row = {"source": artifact["source"]} | row
        matches = [each for each in _by_row().get(row.get("row"), []) if _has(row, each)]
        ids.update({each["quantity"]: each["id"] for each in reversed(matches)}.values())
    return [id for id in _lines() if id in ids]


@cached
def _by_row() -> dict[str, list[dict]]:
    """Return the numbers by the name of their row."""
    by_row = defaultdict(list)
    for number in data.results().to_dict("records"):
        number["quantity"] = number["id"].rsplit("/", 1)[1].replace("-", "_")
        by_row[number["row"]].append(number)
    return by_row


def _has(row: dict, number: dict) -> bool:
    """Tell whether a line of a CSV has a number, by its quantity's name or by its metric."""
    if any(row.get(key, number[key]) != number[key] for key in KEYS):
        return False
    text = row.get(number["quantity"], row.get("score", "") if "metric" in row else "")
    with suppress(ValueError):
        return math.isclose(float(text), number["value"])
    return False


def entry(artifact: dict, name: str) -> dict:
    """Return the artifact's line in ``artifacts.json``; paths are relative to the site's root.

    Parameters
    ----------
    artifact : dict
        As published.
    name : str
        The notebook's.
    """
    stem = f"{FOLDER}/{artifact['id']}"
    return {
        "id": artifact["id"],
        "kind": artifact["kind"],
        "source": artifact["source"],
        "document": artifact["document"],
        "title": artifact["title"],
        "notebook": f"notebooks/{name}.ipynb",
        "page": f"notebooks/{name}.html",
        "anchor": artifact["id"],
        "image": f"{stem}.svg" if "alt" in artifact else None,
        "csv": f"{stem}.csv",
        "status": artifact["status"],
    }


def write(artifact: dict, output: dict, site: Path) -> None:
    """Write an artifact's CSV and drawing below `site`."""
    folder = site / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    text = sheets.harmless(artifact["csv"])
    (folder / f"{artifact['id']}.csv").write_text(text, encoding="utf-8")
    if "alt" in artifact:
        drawing = standing_alone(_drawing(output, "../../"))
        (folder / f"{artifact['id']}.svg").write_text(drawing, encoding="utf-8")


def to_html(artifact: dict, output: dict, *, up: str = "../") -> str:
    """Return an artifact as it stands on a page; `up` leads to the site's root."""
    name, link = escape(artifact["id"]), f"Link to this {artifact['kind']}"
    stem = f"{up}{FOLDER}/{name}"
    if "alt" in artifact:
        inner = f'<div class="sb-picture">{_drawing(output, up)}</div>'
        saved = f' <a href="{stem}.svg" download>SVG</a> {PNG}'
    else:
        inner, saved = _linked(output["data"]["text/html"], up), ""
    note = "; ".join(f"after {each['name']}, {each['place']}" for each in artifact["credit"])
    cited = cite(artifact["id"], artifact["title"], kind="figure", note=note)
    return (
        f'<figure class="sb-artifact sb-{artifact["kind"]}" id="{name}">'
        f"<figcaption><strong>{escape(artifact['title'].rstrip('.'))}.</strong> "
        f"{escape(artifact['caption'])}</figcaption>"
        f"{inner}<p class='sb-credit'>{_credit(artifact, up)} "
        f"{escape(artifact.get('grounds', ''))} "
        f'<a href="{stem}.csv" download>Data (CSV)</a>{saved}'
        f" {cited}"
        f' <a class="sb-anchor" href="#{name}" aria-label="{link}">#</a></p>'
        "</figure>"
    )


def _drawing(output: dict, up: str) -> str:
    """Return an output's SVG; in a notebook it may be a list of lines."""
    return _linked("".join(output["data"]["image/svg+xml"]), up)


def _linked(text: str, up: str) -> str:
    """Let the cells of a table and the marks of a drawing lead to cards, with value and place."""
    lines = _lines()

    def link(match: re.Match) -> str:
        kind, rest, id = match.groups()
        if id not in lines:
            raise UserError(f"a mark or cell leads to {id!r}, which is no number of the data")
        told = escape(lines[id])
        about = (
            f'title="{told}">' if kind == "cell" else f'aria-label="{told}"><title>{told}</title>'
        )
        return f'<a class="sb-{kind}"{rest} href="{up}{exhibits.card(id)}" {about}'

    return NUMBER.sub(link, text)


@cached
def _lines() -> dict[str, str]:
    """Return each number in a line, by its id."""
    return {row["id"]: line(row) for row in data.results().to_dict("records")}


def _credit(artifact: dict, up: str) -> str:
    words, parts = REDRAWN[artifact["status"]], []
    for work in artifact["credit"]:
        link = f'<a href="{up}{exhibits.reference(work["key"])}">{escape(work["name"])}</a>'
        parts.append(f"{words} {link}, {escape(work['place'])}.")
    return " ".join(parts) or "Compiled by this book."
