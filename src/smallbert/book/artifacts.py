"""Take what notebooks published, charts, tables and values, and put it on pages."""

import re
from html import escape
from pathlib import Path

from smallbert.book import sheets
from smallbert.charts import lettering
from smallbert.charts.tables import cite
from smallbert.data import addresses, sources
from smallbert.data.amounts import line
from smallbert.data.faults import UserError
from smallbert.data.files import cached

FOLDER = "data/charts"
PNG = '<button type="button" class="sb-png">PNG</button>'
"""The reader's browser makes the PNG, from the drawing as it looks there."""

NUMBER = re.compile(f'<a class="sb-(cell|mark)"([^>]*) href="{addresses.LINK}([^"]*)">')
"""A link from a cell or a mark to a number, as a notebook has it."""

REDRAWN = {
    "regenerated": "Redrawn from",
    "re-derived": "Derived by this book for",
    "caption-only": "Stated in the caption of",
}


def prepare() -> None:
    """Make what all charts and tables need."""
    _lines()
    lettering.css()


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
        drawing = lettering.standing_alone(_drawing(output, "../../"))
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
        return f'<a class="sb-{kind}"{rest} href="{up}{addresses.card(id)}" {about}'

    return NUMBER.sub(link, text)


@cached
def _lines() -> dict[str, str]:
    """Return each number in a line, by its id."""
    return {row["id"]: line(row) for row in sources.results().to_dict("records")}


def _credit(artifact: dict, up: str) -> str:
    words, parts = REDRAWN[artifact["status"]], []
    for work in artifact["credit"]:
        link = f'<a href="{up}{addresses.reference(work["key"])}">{escape(work["name"])}</a>'
        parts.append(f"{words} {link}, {escape(work['place'])}.")
    return " ".join(parts) or "Compiled by this book."
