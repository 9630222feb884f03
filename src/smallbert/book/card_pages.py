"""The pages with the cards of all numbers, one a table of data, and the page that lists them.

Sphinx renders the list; the others are that page with another text in it, so that more than a
thousand cards cost a second.
"""

import json
from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path

import pandas as pd

from smallbert import data
from smallbert.book import cards
from smallbert.charts.tables import cite
from smallbert.data import bibliography, exhibits, sources

LIST = f"{exhibits.NUMBERS}/index"
"""The page that lists the tables."""

ABOUT = """\
(numbers)=
# Every number

Each number of the book has a card: value, unit and uncertainty; the cell as printed and its place;
correction and audit; the claims that rest on it and the charts that show it; how to cite it. Each
table has a page. The address of a card follows from the number's id: `source/table/row/quantity` is
at `{folder}/source-table.html#row/quantity`. On the command line `smallbert show ID` prints the
card; <a href="../data/results.csv">results.csv</a> has all numbers in one file.
"""


def listing() -> str:
    """Return the page that lists the tables, as Markdown."""
    rows = [
        {
            "Work": escape(sources.describe(key)["title"]),
            "Table": _link(key, name),
            "Origin": sources.tables(key)[name]["origin"],
            "Numbers": len(numbers),
        }
        for (key, name), numbers in data.results().groupby(["source", "table"], sort=False)
    ]
    table = pd.DataFrame(rows).to_html(escape=False, index=False, border=0, classes="sb-table")
    table = f'<div class="sb-scroll" tabindex="0">{table}</div>'
    return f"{ABOUT.format(folder=exhibits.NUMBERS)}\n```{{raw}} html\n{table}\n```\n"


def links(key: str) -> str:
    """Return links to the cards of a source's tables, from a page in a folder of the site."""
    found = data.results(key).groupby("table", sort=False).size()
    return ", ".join(f"{_link(key, name)} ({count})" for name, count in found.items())


def _link(key: str, name: str) -> str:
    title = escape(sources.tables(key)[name]["title"])
    return f'<a href="../{exhibits.cards(key, name)}">{title}</a>'


def write(folder: Path, by_id: dict[str, dict]) -> None:
    """Write title and text of the page of each table, as JSON, for `frame`.

    Parameters
    ----------
    folder : pathlib.Path
    by_id : dict
        The cards by id, of `smallbert.book.cards.cards`.
    """
    for (key, name), own in groupby(
        by_id.values(), key=lambda card: (card["source"], card["table"])
    ):
        title = f"{sources.tables(key)[name]['title']}: its numbers"
        page = {"title": title, "text": "".join(_article(key, name, list(own)))}
        path = (folder / exhibits.cards(key, name)).with_suffix(".json")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(page, ensure_ascii=False), encoding="utf-8")


def frame(site: Path, folder: Path) -> None:
    """Write the pages of all tables, each in the frame that a rendered site gives their list.

    Parameters
    ----------
    site, folder : pathlib.Path
        With the rendered list; with what `write` left.
    """
    whole = (site / f"{LIST}.html").read_text(encoding="utf-8")
    for path in folder.rglob("*.json"):
        title, text = json.loads(path.read_text(encoding="utf-8")).values()
        page = _put(whole, '<article class="bd-article">', text, "</article>")
        page = _put(page, "<title>", escape(title), "</title>")
        page = _put(page, '<meta name="citation_title" content="', escape(title), '"')
        page = _put(page, '"headline": ', json.dumps(title, ensure_ascii=False), ', "author"')
        target = (site / path.relative_to(folder)).with_suffix(".html")
        target.write_text(page, encoding="utf-8")


def _put(page: str, before: str, text: str, after: str) -> str:
    """Return a page with a text in the place of what is between two marks."""
    start = page.index(before) + len(before)
    return page[:start] + text + page[page.index(after, start) :]


def _article(key: str, name: str, own: list[dict]) -> Iterator[str]:
    """Yield the parts of the page of a table."""
    resource = sources.tables(key)[name]
    place = sources.locator(key, resource)
    yield f"<section><h1>{escape(resource['title'])}</h1>"
    yield f"<p>{escape(sources.describe(key)['title'])}; {escape(place)}. {len(own)} numbers, "
    yield 'each with its card; <a href="index.html">other tables</a>.</p>'
    rows = pd.DataFrame({"row": [card["row"] for card in own]}).groupby("row", sort=False).groups
    for row, at in rows.items():
        yield f"<h2>{escape(own[at[0]]['model'] or row)}</h2>"
        yield from (_card(own[number]) for number in at)
    yield "</section>"


def _card(card: dict) -> str:
    """Return a card as HTML, folded."""
    lines = "".join(f"<dt>{each.name}</dt><dd>{_text(each)}</dd>" for each in cards.facts(card))
    title = f"{card['amount']}, {card['what']}, of {card['model']}"
    note = f"reported by {', '.join(map(bibliography.short, card['cites']))}, {card['locator']}"
    files = cite(card["id"], title, kind="dataset", note=note)
    return (
        f'<details class="sb-card" id="{card["id"].split("/", 2)[2]}"><summary>'
        f"<strong>{escape(card['amount'])}</strong> {escape(card['what'])}</summary>"
        f"<dl>{lines}<dt>As a file</dt><dd>{files}</dd></dl></details>"
    )


def _text(fact: cards.Fact) -> str:
    text = escape(fact.text)
    to = fact.address if fact.address.startswith("https:") else f"../{fact.address}"
    return f'<a href="{to}">{text}</a>' if fact.address else text
