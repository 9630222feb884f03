"""Which executed notebooks are still true: what each was made from, and whether that changed.

Beside each executed notebook lies a manifest: hashes of the notebook, the package, the lock and
every data file or folder that the run read, Python's version, and the hash of the result. An
entry counts only if all of these still hold; a torn or altered one is run again.
"""

import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from smallbert.data import paths

ABOVE_PAGES = ("book", "cli.py")
"""What imports the rest and is imported by no notebook: a change in it makes no page run again."""


def digest(path: Path) -> str:
    """Return a hash of a file's content, of a folder's names, or ``missing``."""
    try:
        if path.is_dir():
            content = "\n".join(sorted(each.name for each in path.iterdir())).encode()
        else:
            content = path.read_bytes()
    except FileNotFoundError:
        return "missing"
    return hashlib.sha256(content).hexdigest()


def tree(*wanted: Path) -> str:
    """Return a hash of all files below the folders `wanted`, names and contents."""
    state = hashlib.sha256()
    for folder in wanted:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                state.update(f"{path.relative_to(folder)}\0{digest(path)}\n".encode())
    return state.hexdigest()


@lru_cache
def package() -> str:
    """Return a hash of the code that notebooks can run."""
    folder, state = Path(__file__).parents[1], hashlib.sha256()
    for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.mplstyle")]):
        if path.relative_to(folder).parts[0] not in ABOVE_PAGES:
            state.update(f"{path.relative_to(folder)}\0{digest(path)}\n".encode())
    return state.hexdigest()


def holds(name: str, key: str) -> bool:
    """Tell whether `key` is what was last remembered under `name`."""
    mark = paths.build() / f"{name}.key"
    return mark.is_file() and mark.read_text() == key


def remember(name: str, key: str) -> None:
    """Remember `key` under `name`: what it is the hash of was found good."""
    write_atomically(paths.build() / f"{name}.key", key)


def unchecked() -> dict[str, str]:
    """Return the sources that were not yet found sound as they are now, and the key of each.

    The tables of words and the package are part of every key: they decide what is sound.
    """
    words = "".join(digest(path) for path in sorted((paths.data() / "vocabulary").glob("*.csv")))
    common = words + tree(Path(__file__).parents[1])
    folders = [path for path in sorted((paths.data() / "sources").iterdir()) if path.is_dir()]
    keys = {each.name: hashlib.sha256((common + tree(each)).encode()) for each in folders}
    return {
        name: key.hexdigest()
        for name, key in keys.items()
        if not holds(f"sound/{name}", key.hexdigest())
    }


def manifest_path(output: Path) -> Path:
    """Return where the manifest of an executed notebook lies."""
    return output.with_suffix(".json")


def inputs(notebook: Path, parameters: dict) -> dict[str, str]:
    """Return the hashes of what a run depends on besides the data that it reads."""
    return {
        "the notebook": digest(notebook),
        "the parameters": json.dumps(parameters, sort_keys=True),
        "the package": package(),
        "the lock file": digest(paths.root() / "requirements.txt"),
        "Python": sys.version,
    }


def reason(notebook: Path, output: Path, parameters: dict | None = None) -> str:
    """Return why a notebook has to run, or an empty string where its result still holds."""
    known = _read(manifest_path(output))
    if known is None:
        return "never executed" if not output.exists() else "its manifest is missing or damaged"
    for name, value in inputs(notebook, parameters or {}).items():
        if known["inputs"].get(name) != value:
            return f"{name} changed"
    for name, value in known["reads"].items():
        if digest(paths.root() / name) != value:
            return f"{name} changed"
    if digest(output) != known["output"]:
        return "its result is missing or damaged"
    return ""


def stale(chosen: Iterable[Path], *, folder: Path, explain: bool = False) -> list[Path]:
    """Return the notebooks whose result in `folder` no longer holds, the longest first.

    Parameters
    ----------
    chosen : iterable of pathlib.Path
    folder : pathlib.Path
        Holds the executed notebooks and their manifests.
    explain : bool
        Print for each notebook why it has to run or does not.
    """
    reasons = {each: reason(each, folder / each.name) for each in chosen}
    if explain:
        for each, why in reasons.items():
            print(f"{each.stem}: {f'runs: {why}' if why else 'unchanged'}")
    found = [each for each, why in reasons.items() if why]
    return sorted(found, key=lambda each: -seconds(folder / each.name))


def seconds(output: Path) -> float:
    """Return how long the last run took; a notebook never run counts as long."""
    known = _read(manifest_path(output))
    return known["seconds"] if known else float("inf")


def write_manifest(
    notebook: Path, output: Path, parameters: dict, reads: dict[str, str], taken: float
) -> None:
    """Write the manifest of a finished run; it appears whole or not at all.

    Parameters
    ----------
    notebook, output : pathlib.Path
    parameters : dict
        Those of the run.
    reads : dict
        Hash of each data file read; see `hashes`.
    taken : float
        Seconds of the run.
    """
    manifest = {
        "inputs": inputs(notebook, parameters),
        "reads": reads,
        "output": digest(output),
        "seconds": round(taken, 3),
    }
    write_atomically(manifest_path(output), json.dumps(manifest, indent=1))


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that no reader ever sees a part of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _read(path: Path) -> dict | None:
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    whole = isinstance(known, dict) and {"inputs", "reads", "output", "seconds"} <= known.keys()
    return known if whole else None


def hashes(reads: Path) -> dict[str, str]:
    """Return the hash of each path listed in `reads` and of its folder, whose names may grow."""
    lines = reads.read_text(encoding="utf-8").splitlines() if reads.exists() else []
    found = {Path(line) for line in lines}
    found |= {path.parent for path in found}
    root = paths.root().resolve()
    inside = sorted(path for path in found if path.is_relative_to(root))
    return {str(path.relative_to(root)): digest(path) for path in inside}
