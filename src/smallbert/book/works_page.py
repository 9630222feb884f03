"""The table of all works, and how each of their tables was read."""

from typing import NamedTuple

import pandas as pd

from smallbert import data
from smallbert.book import work_openings
from smallbert.book.html_fragments import Link, fragment
from smallbert.charts.tables import MISSING
from smallbert.data import anchors, bibliography, sources, vocabulary
from smallbert.data.amounts_in_words import listed

TASKS_NAMED = 3
"""How many tasks of a work the table names."""

KINDS_OF_COSTS = {
    "size": ("size", "parameters", "compression", "remaining", "prune"),
    "operations": ("operations",),
    "time": work_openings.SPEEDS,
    "memory": ("memory",),
}
"""What a work measures in addition to scores: the kind, and how the names of its metrics begin."""


class WorkLine(NamedTuple):
    """A work's line in the table of works; what is not known is empty.

    `tables` have their titles, `count` is how many numbers they have.
    """

    key: str
    label: str
    year: str
    techniques: str
    measures: str
    count: int
    repository: Link | None
    repository_in_short: str
    tables: list[Link]


class TableLine(NamedTuple):
    """A table of a source: what of it is where, its rows and numbers, and whose they are."""

    title: str
    address: str
    place: str
    place_address: str
    rows: int
    numbers: int
    origin: str
    works: list[Link]


class SourceLine(NamedTuple):
    """A source: how it was read, how many of its cells were corrected, and its tables."""

    label: str
    reading: str
    corrected: int
    tables: list[TableLine]


def works_table() -> str:
    """Return a table with a row for each work, the oldest first, which a script sorts, as HTML."""
    tidy = data.results()
    keys = sorted(
        work_openings.works(), key=lambda key: (_year(key), bibliography.label(key).lower())
    )
    lines = [_work_line(key, tidy[tidy["source"].eq(key)]) for key in keys]
    return fragment("works_table.html", works=lines, missing=MISSING)


def _work_line(key: str, results: pd.DataFrame) -> WorkLine:
    """Return the line of a work, from its tidy results."""
    used = {*results["technique"].dropna().str.split("+").explode()} - {"none"}
    names = vocabulary.names("techniques")
    repository = work_openings.repository_of_work(key)
    short = repository.text.rpartition("/")[2] if repository else ""
    tables, with_numbers = sources.tables(key), {*results["table"]}
    return WorkLine(
        key=key,
        label=bibliography.label(key),
        year=_year(key),
        techniques=", ".join(name for technique, name in names.items() if technique in used),
        measures=measures(results),
        count=len(results),
        repository=repository,
        repository_in_short=short.replace(" at ", " at\N{NO-BREAK SPACE}"),
        tables=[
            Link(table.title, f"../{anchors.cards_page(key, name)}")
            for name, table in tables.items()
            if name in with_numbers
        ],
    )


def _year(key: str) -> str:
    """Return the year of a work, or that it has none; such a one comes after the others."""
    entry = bibliography.bibliography().entries[sources.work(key).cites]
    return entry.fields.get("year", "n.d.")


def measures(results: pd.DataFrame) -> str:
    """Return the tasks with most numbers among tidy results, and the kinds of costs."""
    scored = results[results["metric"].isin(vocabulary.scores()) & results["task"].ne("")]
    names = scored["task"].map(vocabulary.names("tasks")).value_counts().index
    # "1 more" is as long as the task's name
    named = names if len(names) <= TASKS_NAMED + 1 else names[:TASKS_NAMED]
    others = [f"{len(names) - len(named)} more"] * (len(names) > len(named))
    tasks = [listed([*named, *others])] if len(names) else []
    metrics = [*results["metric"].unique()]
    return "; ".join(
        tasks
        + [
            kind
            for kind, beginnings in KINDS_OF_COSTS.items()
            if any(metric.startswith(beginnings) for metric in metrics)
        ]
    )


def source_list() -> str:
    """Return how each source was read, and its tables with place and origin, in a box to open."""
    lines = []
    for key in sources.keys():
        counts = data.results(key)["table"].value_counts()
        tables = [_table_line(key, name, counts.get(name, 0)) for name in sources.tables(key)]
        reading, corrected = sources.work(key).reading, len(sources.corrections(key))
        lines.append(SourceLine(bibliography.label(key), reading, corrected, tables))
    return fragment("source_list.html", sources=lines)


def _table_line(key: str, name: str, numbers: int) -> TableLine:
    """Return the line of a table of a source; one without numbers has no page of cards."""
    table = sources.tables(key)[name]
    works = (table.cites or sources.work(key).cites).split(",")
    return TableLine(
        title=table.title,
        address=f"../{anchors.cards_page(key, name)}" if numbers else "",
        place=sources.locator(table),
        place_address=sources.address(table),
        rows=len(sources.table_of(key, name)),
        numbers=numbers,
        origin=table.origin,
        works=[Link(bibliography.short(work), f"../{anchors.reference(work)}") for work in works],
    )
