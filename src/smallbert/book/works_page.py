"""The table of all works, and how each of their tables was read."""

from html import escape

import pandas as pd

from smallbert import data
from smallbert.book import work_heads
from smallbert.charts.tables import MISSING
from smallbert.data import addresses, bibliography, sources, vocabulary
from smallbert.data.wording import listed

TASKS = 3
"""How many tasks of a work the table names."""

KINDS = {
    "size": ("size", "parameters", "compression", "remaining", "prune"),
    "operations": ("operations",),
    "time": work_heads.SPEEDS,
    "memory": ("memory",),
}
"""What a work measures in addition to scores: the kind, and how the names of its metrics begin."""

HEADS = {
    "Work": ' data-kind="word"',
    "Year": ' data-kind="number" class="sb-number"',
    "Technique": ' data-kind="word"',
    "What it measures": ' data-kind="word"',
    "Numbers": ' data-kind="number" class="sb-number"',
    "Code": ' data-kind="word"',
    "Tables": "",
}
"""The headings; ``data-kind`` says as what a column sorts, if it does."""


def works_table() -> str:
    """Return a table with a row for each work, the oldest first, which a script sorts, as HTML."""
    heads = "".join(f'<th scope="col"{kind}>{head}</th>' for head, kind in HEADS.items())
    rows = data.results()
    keys = sorted(work_heads.works(), key=lambda key: (_year(key), bibliography.label(key).lower()))
    body = [_row(key, rows[rows["source"].eq(key)]) for key in keys]
    return (
        '<div class="sb-scroll" tabindex="0"><table class="sb-table" data-sort>'
        f"<thead><tr>{heads}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
    )


def _row(key: str, rows: pd.DataFrame) -> str:
    """Return the row of a work, of whose numbers `rows` are the tidy results."""
    own = {*rows["technique"].dropna().str.split("+").explode()} - {"none"}
    compressed = [name for each, name in vocabulary.names("techniques").items() if each in own]
    name, address = work_heads.repository(key)
    short = name.rpartition("/")[2].replace(" at ", " at\N{NO-BREAK SPACE}")
    code = f'<a href="{escape(address)}" title="{escape(name)}">{escape(short)}</a>'
    tables = [each for each in sources.tables(key) if each in {*rows["table"]}]
    links = [
        f'<a href="../{addresses.cards_page(key, each)}" title="{escape(title)}" '
        f'aria-label="{escape(title)}">{at}</a>'
        for at, each in enumerate(tables, start=1)
        for title in [sources.tables(key)[each].title]
    ]
    cells = [
        (_year(key), "sb-number"),
        (escape(", ".join(compressed)) or MISSING, ""),
        (escape(measures(rows)) or MISSING, ""),
        (f"{len(rows):,}", "sb-number"),
        (code if name else MISSING, ""),
        (", ".join(links) or MISSING, ""),
    ]
    inner = "".join(
        f'<td class="{kind}">{cell}</td>' if kind else f"<td>{cell}</td>" for cell, kind in cells
    )
    page = f'<a href="../notebooks/{key}.html">{escape(bibliography.label(key))}</a>'
    return f'<tr id="work-{key}"><th scope="row">{page}</th>{inner}</tr>'


def _year(key: str) -> str:
    """Return the year of a work, or that it has none; such a one comes after the others."""
    entry = bibliography.bibliography().entries[sources.work(key).cites]
    return entry.fields.get("year", "n.d.")


def measures(rows: pd.DataFrame) -> str:
    """Return the tasks with most numbers among tidy results, and the kinds of costs."""
    scored = rows[rows["metric"].isin(vocabulary.scores()) & rows["task"].ne("")]
    names = scored["task"].map(vocabulary.names("tasks")).value_counts().index
    first = names if len(names) <= TASKS + 1 else names[:TASKS]
    more = [f"{len(names) - len(first)} more"] * (len(names) > len(first))
    told = [listed([*first, *more])] if len(names) else []
    metrics = [*rows["metric"].unique()]
    told += [
        kind
        for kind, begins in KINDS.items()
        if any(metric.startswith(begins) for metric in metrics)
    ]
    return "; ".join(told)


def source_list() -> str:
    """Return how each source was read, and its tables with place and origin, in a box to open."""
    rows = []
    for key in sources.keys():
        about, numbers = sources.work(key), data.results(key)["table"].value_counts()
        told = f"{about.reading} Cells corrected: {len(sources.corrections(key))}."
        tables = [_told(key, name, numbers.get(name, 0)) for name in sources.tables(key)]
        rows.append(
            f'<tr><th scope="row">{escape(bibliography.label(key))}</th>'
            f"<td>{escape(told)}</td><td>{'<br>'.join(tables)}</td></tr>"
        )
    heads = "".join(f'<th scope="col">{head}</th>' for head in ("Source", "Reading", "Tables"))
    return (
        '<details class="sb-fold"><summary>Each source: who read it, and all its tables with '
        'place and origin</summary><div class="sb-scroll" tabindex="0"><table class="sb-table">'
        f"<thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table></div></details>"
    )


def _told(key: str, name: str, count: int) -> str:
    """Return a table with its place, its rows, how many numbers it has, and its origin."""
    table = sources.tables(key)[name]
    title, place = escape(table.title), escape(sources.locator(table))
    if count:
        title = f'<a href="../{addresses.cards_page(key, name)}">{title}</a>'
    if address := sources.address(table):
        place = f'<a href="{escape(address)}">{place}</a>'
    cited = (table.cites or sources.work(key).cites).split(",")
    works = [
        f'<a href="../{addresses.reference(each)}">{escape(bibliography.short(each))}</a>'
        for each in cited
    ]
    rows, numbers = len(sources.table_of(key, name)), f"{count} numbers" * bool(count)
    told = [place, f"{rows} rows", numbers, table.origin, listed(works)]
    return f"{title}: {', '.join(filter(None, told))}"
