"""What differs between two versions of the survey: numbers, and verdicts of audit and claims."""

import json
from pathlib import Path

import pandas as pd

from smallbert.errors import UsageError

COMPARED = {"results": None, "audit": ["verdict"], "claims": ["verdict"]}
"""The tables, and the columns that are compared; of the results all that both versions have."""

ADDED, REMOVED, CHANGED = "added", "removed", "changed"


def read_version(folder: Path) -> dict[str, pd.DataFrame]:
    """Return the tables of a version by name, each by id with its cells as texts.

    A version is the folder ``data`` of a built site or of a release's site.
    """
    for name in ("results.csv", "audit.csv", "claims.json"):
        if not (folder / name).is_file():
            raise UsageError(f"{folder} has no {name}; give the folder data of a site")
    tables = {
        name: pd.read_csv(folder / f"{name}.csv", dtype=str, keep_default_na=False)
        for name in ("results", "audit")
    }
    tables["claims"] = pd.DataFrame(json.loads((folder / "claims.json").read_text("utf-8")))
    return {name: table.set_index("id") for name, table in tables.items()}


def differences(old: dict[str, pd.DataFrame], new: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """Return what differs between two versions, as of `read_version`: a line each.

    The columns are ``table``, ``how`` (added, removed or changed), ``id``, and of a cell that
    changed ``column``, ``before`` and ``now``.
    """
    lines = []
    for name, columns in COMPARED.items():
        before, now = old[name], new[name]
        both = now.index.intersection(before.index, sort=False)
        columns = columns or [column for column in now if column in before]
        cells = before.loc[both, columns].ne(now.loc[both, columns]).stack()
        gone = before.index.difference(now.index, sort=False)
        new_ids = now.index.difference(before.index, sort=False)
        lines += [(name, ADDED, id, "", "", "") for id in new_ids]
        lines += [(name, REMOVED, id, "", "", "") for id in gone]
        lines += [
            (name, CHANGED, id, column, before.at[id, column], now.at[id, column])
            for id, column in cells.index[cells]
        ]
    return pd.DataFrame(lines, columns=["table", "how", "id", "column", "before", "now"])


def differences_in_words(differs: pd.DataFrame) -> str:
    """Return `differences` as lines of text, those of a table together."""
    lines = []
    for name in COMPARED:
        of_table = differs[differs["table"].eq(name)]
        count = len(of_table)
        lines += [f"{name}: {count or 'no'} difference{'s' * (count != 1)}"]
        lines += [
            f"  {each.id}: {each.column}: {each.before} → {each.now}"
            if each.how == CHANGED
            else f"  {each.how}: {each.id}"
            for each in of_table.itertuples()
        ]
    return "\n".join(lines)
