"""What differs between two versions of the survey: numbers, and verdicts of audit and claims."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from smallbert import paths
from smallbert.book import checkout
from smallbert.errors import UsageError, UserError

COMPARED = {"results": None, "audit": ["verdict"], "claims": ["verdict"]}
"""The tables, and the columns that are compared; of the results all that both versions have."""

ASK = """
import sys
from smallbert import audit, claims, data

data.results().to_csv(f"{sys.argv[1]}/results.csv", index=False)
audit.table().to_csv(f"{sys.argv[1]}/audit.csv", index=False)
claims.table().rename_axis("id").to_csv(f"{sys.argv[1]}/claims.csv")
"""
"""What the library of a revision is asked."""

NAMED = 10
"""So many numbers are named; of more of them, how many each work has."""


def read(name: str) -> dict[str, pd.DataFrame]:
    """Return the tables of a version, by name, each by id with its cells as texts.

    Parameters
    ----------
    name : str
        A folder that holds ``results.csv``, such as the folder ``data`` of a site; a revision such
        as ``HEAD~1``, whose own library is asked; or nothing for the checkout as it is.

    Raises
    ------
    UsageError
        The name is none of these.
    UserError
        The library of the revision fails.
    """
    if name and (Path(name) / "results.csv").is_file():
        return _tables(Path(name))
    with tempfile.TemporaryDirectory() as folder:
        root, answer = paths.root(), Path(folder, "answer")
        answer.mkdir()
        if name:
            root = _exported(name, Path(folder))
        own = {"SMALLBERT_ROOT": str(root), "PYTHONPATH": str(root / "src")}
        command = [sys.executable, "-c", ASK, str(answer)]
        run = subprocess.run(command, env=os.environ | own, capture_output=True, text=True)
        if run.returncode:
            last = (run.stderr.strip().splitlines() or ["it stopped"])[-1]
            raise UserError(f"{name or 'the checkout'} cannot be read by its own library: {last}")
        return _tables(answer)


def _exported(revision: str, folder: Path) -> Path:
    """Write the files of a revision into a folder; return where they lie."""
    archive, root = folder / "tree.zip", folder / "tree"
    checkout.git("archive", "--format=zip", f"--output={archive}", revision)
    if not archive.is_file() or not archive.stat().st_size:
        raise UsageError(
            f"{revision!r} is no folder with results.csv and no revision of this checkout"
        )
    shutil.unpack_archive(archive, root)
    return root


def _tables(folder: Path) -> dict[str, pd.DataFrame]:
    """Return the tables that a folder holds; a site has the claims as JSON."""
    tables = {
        name: pd.read_csv(folder / f"{name}.csv", dtype=str, keep_default_na=False)
        for name in COMPARED
        if (folder / f"{name}.csv").is_file()
    }
    if (path := folder / "claims.json").is_file():
        tables["claims"] = pd.DataFrame(json.loads(path.read_text(encoding="utf-8")))
    for name, table in tables.items():
        if "id" not in table:
            raise UsageError(f"{folder / name}.csv has no column 'id'; give data of this survey")
    return {name: table.set_index("id") for name, table in tables.items()}


def report(old: dict[str, pd.DataFrame], new: dict[str, pd.DataFrame]) -> str:
    """Return in words what was added, removed and changed between two versions, as of `read`."""
    lines = []
    for name, columns in COMPARED.items():
        if name in old and name in new:
            lines += _compared(name, old[name], new[name], columns)
    return "\n".join(lines)


def _compared(
    name: str, old: pd.DataFrame, new: pd.DataFrame, columns: list[str] | None
) -> Iterator[str]:
    """Yield a line on a table, then those on the ids that were added, removed or changed."""
    added, removed = new.index.difference(old.index), old.index.difference(new.index)
    both = new.index.intersection(old.index, sort=False)
    columns = columns or [column for column in new if column in old]
    before, after = old.loc[both, columns], new.loc[both, columns]
    differs = before.ne(after)
    counts = {"added": added, "removed": removed, "changed": both[differs.any(axis=1)]}
    told = ", ".join(f"{len(ids)} {kind}" for kind, ids in counts.items() if len(ids))
    yield f"{name}: {told or 'as they were'}"
    yield from _listed("added", [*added])
    yield from _listed("removed", [*removed])
    for column in columns:
        ids = [*both[differs[column]]]
        changes = [f"{id}: {before.at[id, column]} → {after.at[id, column]}" for id in ids]
        yield from _listed(column, ids, changes)


def _listed(kind: str, ids: list[str], words: list[str] | None = None) -> Iterator[str]:
    """Yield a line for each of some ids, or one with how many numbers of each work they are."""
    if len(ids) <= NAMED or "/" not in ids[0]:
        yield from (f"  {kind}: {each}" for each in words or ids)
    else:
        works = pd.Series(ids).str.partition("/")[0].value_counts(sort=False)
        counts = ", ".join(f"{count} of {work}" for work, count in works.items())
        yield f"  {kind}: {counts}"
