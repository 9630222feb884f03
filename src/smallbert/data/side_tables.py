"""Tables that the whole survey shares: each work's own lines lie in its folder.

A table such as ``exhibits`` is ``data/sources/<key>/exhibits.csv`` of every work, whose lines
need not name their source, and ``data/survey/exhibits.csv`` with what is said across works.
"""

from pathlib import Path

import pandas as pd

from smallbert import paths
from smallbert.data import sources
from smallbert.memo import cached

NO_WEIGHTS = "no weights known here"
"""What is said where the survey names no checkpoint: somebody may have released the model."""

NO_LICENSE = {"": "license not looked up", "not stated": "no license stated"}
"""What is said of a checkpoint without a license, by the cell of the table ``checkpoints``."""

FOLDER = "survey"
"""Stands for a source's key where a line is of no one work."""


@cached
def gather(name: str) -> pd.DataFrame:
    """Return the lines (`lines_of`) of all works, by document and key, then those of no work.

    A work without a document comes after those that have one.
    """
    places = sorted(sources.keys(), key=lambda key: (sources.document_name(key) or "~", key))
    frames = [lines_of(name, each) for each in [*places, FOLDER] if _path(name, each).is_file()]
    return pd.concat(frames, ignore_index=True).fillna("")


@cached
def lines_of(name: str, key: str) -> pd.DataFrame:
    """Return the lines of the file `name` of one work, or of none (`FOLDER`); empty without one.

    ``source`` is the key where a line names none, ``document`` the descriptor's likewise; ``-`` in
    a line says that it rests on no document. Every cell is a string.
    """
    path = _path(name, key)
    if not path.is_file():
        return pd.DataFrame()
    frame = sources.read_csv(path)
    source, document = ("", "") if key == FOLDER else (key, sources.document_name(key))
    for at, (column, usual) in enumerate({"source": source, "document": document}.items()):
        if column not in frame:
            frame.insert(at, column, usual)
    frame["document"] = frame["document"].replace({"": document, "-": ""})
    return frame


@cached
def cautions() -> dict[tuple[str, str], str]:
    """Return what to know of a model's scores on a task, by model and task."""
    known = gather("cautions")
    return dict(zip(zip(known["model"], known["task"], strict=True), known["caution"], strict=True))


@cached
def downloads() -> pd.DataFrame:
    """Return the checkpoints that can be downloaded: named somewhere, and reported dead nowhere."""
    known = gather("checkpoints")
    return known[known["reported_dead"].eq("")]


@cached
def checkpoints() -> pd.Series:
    """Return where to get each model by its id: to fine-tune first, and on Hugging Face first."""
    known = downloads()
    file, other = known["checkpoint"].str.contains("://"), known["kind"].ne("to fine-tune")
    known = known.assign(file=file, other=other).sort_values(["other", "file"])
    return known.drop_duplicates("model").set_index("model")["checkpoint"]


def checkpoint_url(checkpoint: str) -> str:
    """Return where weights of the table ``checkpoints`` are: a model of Hugging Face, or a file."""
    return checkpoint if "://" in checkpoint else f"https://huggingface.co/{checkpoint}"


def file_of(name: str, key: str) -> str:
    """Return where such lines lie, as a message names it."""
    return str(_path(name, key).relative_to(paths.root()))


def _path(name: str, key: str) -> Path:
    folder = paths.data() / FOLDER if key == FOLDER else sources.folder(key)
    return folder / f"{name}.csv"
