"""What a version of the survey says: its numbers, its verdicts, its order and its answers.

A version is a ``results.csv``, the folder ``data`` of a site (with ``claims.json``), a revision of
the repository, or another checkout; of the last two their own library is asked.
"""

import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from smallbert import paths
from smallbert.errors import UsageError, UserError

ASK = """
import json, pathlib, sys
from smallbert import claims, data, guide

folder, known = pathlib.Path(sys.argv[1]), guide.data()
found = {task: guide.answer(known, guide.complete(task=task)) for task in guide.TASKS}
ranks = {task: [each["model"] for each in found[task]["entries"]] for task in found}
answers = {
    f"{guide.TASKS[task]}: keeps 97 % in at most {mb} MB": [
        each["model"] for each in guide.answer(known, guide.complete(**asked))["entries"]
    ]
    for task in guide.TASKS
    for mb in (25, 50, 100, 200)
    for asked in [{"task": task, "max_mb": mb, "keep": 97}]
}
data.results().to_csv(folder / "results.csv", index=False)
(folder / "claims.json").write_text(json.dumps(claims.entries()))
(folder / "ranks.json").write_text(json.dumps(ranks))
(folder / "answers.json").write_text(json.dumps(answers))
"""
"""What a revision's own library is asked; the first version with a guide understands it."""


@dataclass
class Version:
    """What a version says.

    Attributes
    ----------
    results : pandas.DataFrame
        As `smallbert.data.results`, by id; cells are texts.
    claims : dict of dict
        By id, ``statement`` and ``verdict``; empty where the version has none.
    ranks : dict of list
        By task, the methods that the guide ranks without any limit; empty of a site.
    answers : dict of list
        By budget and task, the methods that meet it, ranked; empty of a site.
    """

    results: pd.DataFrame
    claims: dict[str, dict] = field(default_factory=dict)
    ranks: dict[str, list[str]] = field(default_factory=dict)
    answers: dict[str, list[str]] = field(default_factory=dict)


def read(name: str) -> Version:
    """Return the version of a name.

    Parameters
    ----------
    name : str
        A CSV, a folder that holds ``results.csv``, the folder of a checkout, a revision such as
        ``HEAD~1``, or nothing for the checkout as it is.

    Raises
    ------
    UsageError
        The name is none of these.
    UserError
        Its own library fails.
    """
    path = Path(name)
    if name and path.is_file():
        return Version(_results(path))
    if name and (path / "results.csv").is_file():
        return _of_folder(path)
    if name and (path / "src" / "smallbert").is_dir():
        return _asked(path.resolve(), name)
    with tempfile.TemporaryDirectory() as folder:
        root = _exported(name, Path(folder) / "tree") if name else paths.root()
        return _asked(root, name or "the checkout")


def _results(path: Path) -> pd.DataFrame:
    frame = pd.read_csv(path, dtype=str, keep_default_na=False)
    if "id" not in frame:
        raise UsageError(f"{path} has no column 'id'; give a results.csv of this survey")
    return frame.set_index("id")


def _of_folder(folder: Path) -> Version:
    read = {
        name: json.loads(path.read_text(encoding="utf-8")) if path.is_file() else usual
        for name, usual in (("claims", []), ("ranks", {}), ("answers", {}))
        for path in [folder / f"{name}.json"]
    }
    stated = {each["id"]: each for each in read["claims"]}
    return Version(_results(folder / "results.csv"), stated, read["ranks"], read["answers"])


def _exported(revision: str, tree: Path) -> Path:
    """Write the files of a revision to `tree`."""
    command = ["git", "-C", str(paths.root()), "archive", revision]
    try:
        archive = subprocess.run(command, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        raise UsageError(
            f"{revision!r} is no CSV, no folder with results.csv, no checkout and no revision of "
            "this one"
        ) from None
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        if hasattr(tarfile, "data_filter"):  # since Python 3.11.4
            files.extraction_filter = tarfile.data_filter
        files.extractall(tree)
    return tree


def _asked(root: Path, name: str) -> Version:
    """Return what the library of a tree says of its data."""
    with tempfile.TemporaryDirectory() as folder:
        own = {"SMALLBERT_ROOT": str(root), "PYTHONPATH": str(root / "src")}
        command = [sys.executable, "-c", ASK, folder]
        run = subprocess.run(command, env=os.environ | own, capture_output=True, text=True)
        if run.returncode:
            last = (run.stderr.strip().splitlines() or ["it stopped"])[-1]
            raise UserError(f"{name} cannot be read by its own library: {last}")
        return _of_folder(Path(folder))
