"""What differs between two versions of the survey: numbers, and verdicts of audit and claims."""

import json
from pathlib import Path

import pandas as pd

from smallbert.errors import UsageError

COMPARED = {"results": None, "audit": ["verdict"], "claims": ["verdict"]}
"""The tables, and the columns that are compared; of the results all that both versions have."""


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


def differences_in_words(old: dict[str, pd.DataFrame], new: dict[str, pd.DataFrame]) -> str:
    """Return what was added, removed and changed between two versions, as of `read_version`."""
    lines = []
    for name, columns in COMPARED.items():
        before, after = old[name], new[name]
        both = after.index.intersection(before.index, sort=False)
        columns = columns or [column for column in after if column in before]
        differs = before.loc[both, columns].ne(after.loc[both, columns]).stack()
        differences = [f"  added: {id}" for id in after.index if id not in before.index]
        differences += [f"  removed: {id}" for id in before.index if id not in after.index]
        differences += [
            f"  {id}: {column}: {before.at[id, column]} → {after.at[id, column]}"
            for id, column in differs[differs].index
        ]
        count = len(differences)
        lines += [f"{name}: {count or 'no'} difference{'s' * (count != 1)}", *differences]
    return "\n".join(lines)
