"""Cells that this book reads otherwise than they are printed, and why."""

import pandas as pd

from smallbert import audit
from smallbert.data import sources
from smallbert.data.descriptors import Table


def corrected_cells(*keys: str) -> pd.DataFrame:
    """Return the corrections of works, or of all, each with its source and the id of its cell."""
    of_works = [sources.corrections(key).assign(source=key) for key in keys or sources.keys()]
    cells = pd.concat(of_works, ignore_index=True)
    places = cells[["source", "table", "row", "column"]]
    # agg of no row returns a frame, which is no column
    return cells.assign(id=places.agg("/".join, axis=1) if len(cells) else "")


def correction_table(*, corrected: bool = True) -> pd.DataFrame:
    """Return the corrected cells as a page shows them, cells of one column and reason in one row.

    "Read as" is what a cell has in this book or, if not `corrected`, what the document prints.
    """
    corrections = corrected_cells()
    contents = [
        sources.table_of(cell.source, cell.table, corrected=corrected).at[cell.row, cell.column]
        for cell in corrections.itertuples()
    ]
    alike = ["source", "table", "column", "printed", "content", "reason", "evidence"]
    rows = corrections.assign(content=contents)
    rows = rows.groupby(alike, sort=False)[["row", "id"]].agg(list).reset_index()
    rows = rows.sort_values(["source", "reason", "evidence"])
    tables = [sources.tables(row.source)[row.table] for row in rows.itertuples()]
    frame = pd.DataFrame(
        {
            "Work": rows["source"],
            "Why": rows["reason"].str.capitalize() + ". " + rows["evidence"].map(audit.as_sentence),
            "Table": [table.title for table in tables],
            "Column": list(map(column_title, tables, rows["column"])),
            "Cells": rows["row"].map(len),
            "Printed": rows["printed"],
            "Read as": rows["content"],
            "column": rows["column"],
            "rows": rows["row"].str.join(", "),
            "ids": rows["id"].str.join(" "),
        }
    )
    return frame.reset_index(drop=True)


def column_title(table: Table, column: str) -> str:
    """Return what a source calls a column of a table; one of our own by its name."""
    titles = {each.name: each.title for each in table.columns}
    return titles[column] or column.replace("_", " ")
