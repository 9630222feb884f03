"""What differs between two versions of the survey: numbers, and verdicts of audit and claims."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pandas as pd

from smallbert import paths
from smallbert.book import citing
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


def read(name: str) -> dict[str, pd.DataFrame]:
    """Return the tables of a version, by name, each by id with its cells as texts.

    A version is a folder with ``results.csv``, such as a site's ``data``; a revision such as
    ``HEAD~1``, whose own library is asked; or, without a name, the checkout.
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
    citing.git("archive", "--format=zip", f"--output={archive}", revision)
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
    """Return what was added, removed and changed between two versions, as of `read`."""
    lines = []
    for name, columns in COMPARED.items():
        if name not in old or name not in new:
            continue
        before, after = old[name], new[name]
        both = after.index.intersection(before.index, sort=False)
        columns = columns or [column for column in after if column in before]
        differs = before.loc[both, columns].ne(after.loc[both, columns]).stack()
        found = [f"  added: {id}" for id in after.index if id not in before.index]
        found += [f"  removed: {id}" for id in before.index if id not in after.index]
        found += [
            f"  {id}: {column}: {before.at[id, column]} → {after.at[id, column]}"
            for id, column in differs[differs].index
        ]
        lines += [f"{name}: {len(found) or 'no'} difference{'s' * (len(found) != 1)}", *found]
    return "\n".join(lines)
