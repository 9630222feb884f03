"""What an executed notebook published, charts, tables and values, as HTML, CSV and SVG."""

import ast
import csv
import json
import math
import re
import shutil
from collections import Counter
from html import escape
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import nbformat
import pandas as pd

from smallbert import compare, data
from smallbert.book import notebooks
from smallbert.book.html_fragments import fragment
from smallbert.charts.svg import standing_alone
from smallbert.charts.tables import cite
from smallbert.data import anchors, bibliography, sources, vocabulary
from smallbert.data.amounts_in_words import amount, measured
from smallbert.data.book_exhibits import MIME, RUN_BY_HAND, by_id
from smallbert.errors import UserError
from smallbert.memo import cached

CHARTS_FOLDER = "data/charts"
LINK_TO_NUMBER = re.compile(
    f'<a class="sb-(cell|mark)"([^>]*?)(?: data-at="([^"]*)")? href="{anchors.NUMBER_LINK}([^"]*)">'
)
"""A link from a cell or a mark to a number, as a notebook has it; a mark may say its places."""

LINK_AROUND = re.compile(LINK_TO_NUMBER.pattern + "(.*?)</a>", re.DOTALL)
LINK_TO_PAGE = re.compile(r'<a [^>]*href="(?!https?:|data:|#)[^"]*"[^>]*>(.*?)</a>', re.DOTALL)
"""Such a link with what it is around, and one to another page of the book."""

REDRAWN = {
    "regenerated": "Redrawn from",
    "re-derived": "Derived by this book for",
    "caption-only": "Stated in the caption of",
}

LONG = 9
"""Letters of a printed number from which on its digits are those of a program."""

OF_IDS = re.compile(r"(^|_)id(_|$)")
"""What the name of a column of ids has in it."""


def publish(executed: Path) -> None:
    """Write what a notebook published into a folder next to it, called like it.

    ``page.ipynb`` has charts and tables as HTML; ``data/charts`` their drawings and CSVs;
    ``about.json`` their lines of ``artifacts.json`` as ``listing``, and the values that the
    notebook recorded as ``said``.
    """
    folder = executed.with_suffix("")
    shutil.rmtree(folder, ignore_errors=True)
    result = notebooks.read(executed)
    about = {"listing": [], "said": recorded(result)}
    for cell in [cell for cell in result.cells if "outputs" in cell]:
        cell.outputs = [
            each for each in cell.outputs if RUN_BY_HAND not in each.get("metadata", {})
        ]
        for output in cell.outputs:
            if artifact := output.get("data", {}).get(MIME):
                write_downloads(artifact, output, folder)
                about["listing"].append(listing_line(artifact, executed.stem))
                output["data"] = {"text/html": to_html(artifact, output)}
    notebooks.write(result, folder / "page.ipynb")
    (folder / "about.json").write_text(json.dumps(about), encoding="utf-8")


def recorded(notebook: nbformat.NotebookNode) -> dict[str, str]:
    """Return the values that an executed notebook recorded with `smallbert.charts.publish.say`."""
    values = {}
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if scrap := output.get("metadata", {}).get("scrapbook"):
                text = output["data"][f"{scrap['mime_prefix']}text/plain"]
                values[scrap["name"]] = ast.literal_eval(text)
    return values


def html_of_exhibit(published: Path, id: str) -> str:
    """Return a chart or table of a notebook, by what it published, for another page."""
    for cell in notebooks.read(published / "page.ipynb").cells:
        for output in cell.get("outputs", []):
            if f'id="{id}"' in (html := output.get("data", {}).get("text/html", "")):
                return html
    raise UserError(f"{published.stem} publishes no {id!r}; name another exhibit of it")


def listing_line(artifact: dict, name: str) -> dict:
    """Return the line in ``artifacts.json`` of what the notebook `name` published.

    ``numbers`` has those to which a cell or mark leads, or which a column of ids of the CSV names.
    """
    ids = set(artifact.get("numbers", []))
    for row in csv.DictReader(StringIO(artifact["csv"])):
        ids |= {text for column, text in row.items() if OF_IDS.search(column)}
    stem = f"{CHARTS_FOLDER}/{artifact['id']}"
    return {key: artifact[key] for key in ("id", "kind", "source", "document", "title")} | {
        "notebook": f"notebooks/{name}.ipynb",
        "page": f"notebooks/{name}.html",
        "anchor": artifact["id"],
        "image": f"{stem}.svg" if "alt" in artifact else None,
        "csv": f"{stem}.csv",
        "status": artifact["status"],
        "numbers": [id for id in described_numbers() if id in ids],
    }


def require_exhibits(listing: list[dict]) -> None:
    """Refuse a book in which a chart or table is missing or stands twice."""
    counts = Counter(artifact["id"] for artifact in listing)
    faults = [f"{id}: no notebook publishes it" for id in by_id().index if id not in counts]
    faults += [f"{id}: published twice" for id, count in sorted(counts.items()) if count > 1]
    if faults:
        raise UserError("\n".join(f"exhibits.csv: {fault}" for fault in faults))


def write_downloads(artifact: dict, output: dict, site: Path) -> None:
    """Write an artifact's CSV and drawing below `site`."""
    folder = site / CHARTS_FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{artifact['id']}.csv").write_text(artifact["csv"], encoding="utf-8")
    if "alt" in artifact:
        drawing = standing_alone(_drawing(output).replace('"../', '"../../'))
        (folder / f"{artifact['id']}.svg").write_text(drawing, encoding="utf-8")


def to_html(artifact: dict, output: dict) -> str:
    """Return an artifact as it stands on a page in a folder of the site."""
    credit = "; ".join(f"after {work['name']}, {work['place']}" for work in artifact["credit"])
    offers = fragment(
        "exhibit_offers.html",
        id=artifact["id"],
        kind=artifact["kind"],
        stem=f"../{CHARTS_FOLDER}/{escape(artifact['id'])}",
        is_drawn="alt" in artifact,
        cite=cite(artifact["id"], artifact["title"], note=credit),
    )
    return _with_cards(framed(artifact, output, offers))


def framed(artifact: dict, output: dict, offers: str) -> str:
    """Return an artifact with its caption above, and below it its credit and what is offered."""
    shown = "".join(output["data"].get("image/svg+xml") or output["data"]["text/html"])
    if "alt" in artifact:
        shown = f'<div class="sb-picture">{shown}{artifact.get("phone", "")}</div>'
    return fragment(
        "exhibit.html",
        id=artifact["id"],
        kind=artifact["kind"],
        title=artifact["title"].rstrip("."),
        caption=artifact["caption"],
        shown=shown,
        how_made=REDRAWN[artifact["status"]] if artifact["credit"] else "",
        works=[
            {"name": work["name"], "place": work["place"]}
            | {"address": anchors.reference(work["key"])}
            for work in artifact["credit"]
        ],
        grounds=artifact.get("grounds", ""),
        offers=offers,
    )


def _drawing(output: dict) -> str:
    """Return an output's SVG; in a notebook it may be a list of lines."""
    return _with_cards("".join(output["data"]["image/svg+xml"]))


def _with_cards(text: str) -> str:
    """Let the cells of a table and the marks of a drawing lead to cards, and say what they are.

    The title of a mark is its name, too; the page's script shows both kinds in a box.
    """

    def link(match: re.Match) -> str:
        kind, attributes, places, id = match.groups()
        told = _title_of_number(id, places)
        about = f' title="{told}">' if kind == "cell" else f"><title>{told}</title>"
        return f'<a class="sb-{kind}"{attributes} href="../{anchors.card(id)}"{about}'

    return LINK_TO_NUMBER.sub(link, text)


def unlinked(text: str) -> str:
    """Return HTML or a drawing that leads to no page of the book; a number still says its place."""

    def plain(match: re.Match) -> str:
        kind, attributes, places, id, inner = match.groups()
        if kind == "cell":
            return f'<span class="sb-cell" title="{_title_of_number(id)}">{inner}</span>'
        title = _title_of_number(id, places)
        return f'<g class="sb-mark"{attributes}><title>{title}</title>{inner}</g>'

    return LINK_TO_PAGE.sub(r"\1", LINK_AROUND.sub(plain, text))


def _title_of_number(id: str, places: str | None = None) -> str:
    """Return the lines on a number, for an attribute of HTML: model, number, places, work.

    A place that is the number itself is left out.
    """
    if id not in described_numbers():
        raise UserError(f"a mark or cell leads to {id!r}, which is no number of the data")
    about = described_numbers()[id]
    lines = [
        escape(about.model),
        escape(about.amount),
        *[each for each in (places or "").split("; ") if not _repeats(each, about)],
        escape(about.work),
    ]
    return "\n".join(filter(None, lines))


def _repeats(place_on_axis: str, about: "DescribedNumber") -> bool:
    """Tell whether a place on an axis is a number as the axis rounds it, in the number's unit."""
    axis_value = re.search(r": (−?[\d.]+) ?(.*)", place_on_axis)
    if not axis_value or axis_value[2] not in about.amount:
        return False
    # half a unit in the last of three digits is at most 0.5 %
    return math.isclose(float(axis_value[1].replace("−", "-")), about.value, rel_tol=0.006)


class DescribedNumber(NamedTuple):
    """What is said of a number where it is pointed at: its value, and three lines."""

    value: float
    model: str
    amount: str
    work: str


@cached
def described_numbers() -> dict[str, DescribedNumber]:
    """Return what is said of each number, by its id."""
    tidy = data.results()
    scores = tidy[tidy["metric"].isin(vocabulary.scores())]
    halves = compare.intervals(scores.assign(score=scores["value"]))["half"].reindex(tidy.index)
    described = {}
    for row in tidy.assign(half=halves).to_dict("records"):
        amount_in_words, work = (
            _amount_with_interval(row),
            _work_of_table(row["source"], row["table"]),
        )
        described[row["id"]] = DescribedNumber(row["value"], row["model"], amount_in_words, work)
    return described


def _amount_with_interval(row: dict) -> str:
    """Return a number with what chance may make of it, and what it is."""
    value, printed = row["value"], row["printed"]
    if len(printed) >= LONG:
        value, printed = round(value, 1) if abs(value) >= 10 else value, ""
    number = amount(value, row["unit"], printed)
    around = "" if pd.isna(row["half"]) else f" ± {row['half']:.1f}"
    value, space, unit = number.partition(" ")
    return f"{value}{around}{space}{unit}, {measured(row)}"


def _work_of_table(key: str, name: str) -> str:
    """Return the work that reports a table, or those whose numbers it has."""
    cites = sources.tables(key)[name].cites
    return ", ".join(map(bibliography.short, filter(None, cites.split(",")))) or bibliography.label(
        key
    )
