"""Which executed notebooks are still true.

Beside each executed notebook lies its mark: the notebook's code, the package, the lock, Python's
version, and every data file or folder that the run read; see `smallbert.book.marks`. The last
results of each notebook are kept by the hash of all that, so that an undone change runs nothing.
"""

import json
import sys
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from pathlib import Path

from smallbert.book import marks, notebooks
from smallbert.data import files, paths

PACKAGE = Path(__file__).parents[1]

KEPT = 5
"""How many results of a notebook are kept."""

ABOVE_PAGES = ("book", "cli.py")
"""What imports the rest and is imported by no notebook: a change in it makes no page run again."""


@lru_cache
def package() -> str:
    """Return a hash of the code that notebooks can run."""
    return marks.tree(PACKAGE, only=_runs_in_pages)


def _runs_in_pages(path: Path) -> bool:
    return path.suffix in (".py", ".mplstyle") and path.parts[0] not in ABOVE_PAGES


def manifest_path(output: Path) -> Path:
    """Return where the mark of an executed notebook lies."""
    return output.with_suffix(".json")


def inputs(notebook: Path, parameters: dict) -> dict[str, str]:
    """Return what a run depends on besides the data that it reads."""
    return {
        "the notebook": marks.of(notebooks.code(notebook)),
        "the parameters": json.dumps(parameters, sort_keys=True),
        "the package": package(),
        "the lock file": marks.digest(paths.root() / "requirements.txt"),
        "Python": sys.version,
    }


def reason(
    notebook: Path,
    output: Path,
    parameters: dict | None = None,
    hashed: Callable[[Path], str] = marks.digest,
) -> str:
    """Return why a notebook has to run, or an empty string where its result still holds.

    Each notebook reads data; a manifest that names none would hold whatever the data become.
    """
    mark = manifest_path(output)
    if not (output.exists() or mark.exists()):
        return "never executed"
    now = inputs(notebook, parameters or {})
    if why := marks.reason(mark, now, result=output, hashed=hashed):
        return why
    return "" if marks.read(mark)["reads"] else "its manifest names nothing that it read"


def stale(chosen: Iterable[Path], *, folder: Path, explain: bool = False) -> list[Path]:
    """Return the notebooks whose result in `folder` no longer holds, the longest first.

    Parameters
    ----------
    chosen : iterable of pathlib.Path
    folder : pathlib.Path
        Holds the executed notebooks and their marks.
    explain : bool
        Print for each notebook why it has to run or does not.
    """
    hashed = cache(marks.digest)  # most pages read the same files
    reasons = {each: reason(each, folder / each.name, hashed=hashed) for each in chosen}
    for notebook in filter(reasons.get, reasons):
        if _restored(notebook, folder / notebook.name):
            reasons[notebook] = ""
    if explain:
        for notebook, why in reasons.items():
            print(f"{notebook.stem}: {f'runs: {why}' if why else 'unchanged'}")
    found = [each for each, why in reasons.items() if why]
    return sorted(found, key=lambda each: -seconds(folder / each.name))


def _kept(output: Path) -> Path:
    return output.parent / "kept" / output.stem


def _restored(notebook: Path, output: Path) -> bool:
    """Put an earlier result of a notebook in place, if one of those kept holds."""
    for mark in _kept(output).glob("*.json"):
        earlier = mark.with_suffix(".ipynb")
        if not reason(notebook, earlier):
            _copy(earlier, output)
            mark.touch()  # so that it stays
            return True
    return False


def _copy(result: Path, target: Path) -> None:
    """Copy a result, then the mark that says that it is whole."""
    for path, copy in ((result, target), (manifest_path(result), manifest_path(target))):
        files.write_atomically(copy, path.read_text(encoding="utf-8"))


def keep(output: Path) -> None:
    """Keep a result for the time when all that it was made from is again as it was."""
    known = marks.read(manifest_path(output))
    _copy(output, _kept(output) / f"{marks.of([known['inputs'], known['reads']])[:16]}.ipynb")
    marks.spare(_kept(output), "*.json", KEPT)


def seconds(output: Path) -> float:
    """Return how long the last run took; a notebook never run counts as long."""
    known = marks.read(manifest_path(output))
    return known["seconds"] if known else float("inf")


def write_manifest(
    output: Path, *, inputs: dict[str, str], reads: dict[str, str], seconds: float
) -> None:
    """Leave the mark of a finished run: what it was made from, as it was when it was read."""
    marks.leave(manifest_path(output), inputs, reads=reads, result=output, seconds=seconds)


def hashes(reads: Path) -> dict[str, str]:
    """Return the hash of each path of the data that a run listed in `reads`; see `child`."""
    lines = reads.read_text(encoding="utf-8").splitlines() if reads.exists() else []
    found = dict(reversed(line.split(" ", 1)) for line in lines)
    return {str(Path(paths.data().name, name)): value for name, value in sorted(found.items())}
