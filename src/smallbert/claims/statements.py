"""Every statement of a work's document in our words, with the verdict on it or why it has none."""

from collections.abc import Iterator

import pandas as pd

from smallbert.claims.table import claim_table
from smallbert.data import sources

NOT_TESTED = "not tested"
"""What stands for the verdict on a statement that no claim tests; its row says why."""


def stated_facts(key: str) -> Iterator[tuple[str, int, dict]]:
    """Yield the rows of a work's tables that state something in our words: table, number, cells.

    ``claims`` names what tests the statement, joined by ``+``; ``untested`` says why nothing does.
    """
    for name, table in sources.tables(key).items():
        if {"line", "statement"} <= {*table.column_names} and table.origin == "printed":
            for number, row in enumerate(sources.cells_of(key, name).values(), start=1):
                yield name, number, row


def statements(key: str) -> pd.DataFrame:
    """Return every statement of a work's document, in its order, with the verdict or why none.

    The columns are Statement, Place, Verdict and Why; a verdict leads to its claim where
    `smallbert.charts.table` shows the frame.
    """
    judged = claim_table(source=key)
    judged = judged[judged["document"].ne("")]
    rows = [
        (claim["line"], claim["statement"], claim["verdict"], claim["decided_by"], id)
        for id, claim in judged.iterrows()
    ]
    rows += [
        (row["line"], row["statement"], NOT_TESTED, row.get("untested", ""), "")
        for _, _, row in stated_facts(key)
        if not row.get("claims")
    ]
    rows.sort(key=lambda row: int(row[0].partition("+")[0]))
    links, cells = {}, []
    for position, (numbers, statement, verdict, why, id) in enumerate(rows):
        # several lines of one section name it once
        places = dict.fromkeys(sources.section(key, int(number)) for number in numbers.split("+"))
        cells.append((statement, "; ".join(places), verdict, why))
        links |= {(position, "Verdict"): f"claims.html#claim-{id}"} if id else {}
    frame = pd.DataFrame(cells, columns=["Statement", "Place", "Verdict", "Why"])
    frame.attrs["layout"] = {"links": links}
    return frame
