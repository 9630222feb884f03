"""The words that the data may use: techniques, tasks, metrics, splits, units, parameters.

Each is a table of its own in ``data/vocabulary``, named in the plural; its first column is the key.
``datapackage.yaml`` beside them says what each column holds.
"""

from pathlib import Path

import pandas as pd

from smallbert import paths
from smallbert.errors import UserError
from smallbert.paths import cached


def folder() -> Path:
    """Return the folder of the words."""
    return paths.data() / "vocabulary"


def table(name: str) -> pd.DataFrame:
    """Return the vocabulary `name`, indexed by its key; empty cells are empty strings."""
    return _table(name)


def words(name: str) -> list[str]:
    """Return the keys of the vocabulary `name`, in the order of its file."""
    return list(_table(name).index)


COMPOUND = "compound"
"""The technique that stands for several; what uses several names them, joined by ``+``."""

PARTS = f"name the parts of {COMPOUND!r}, as quantization+distillation does"
"""What to do about a model whose technique is said to be compound."""


def choices(name: str) -> list[str]:
    """Return the words of the vocabulary `name` that a model or a number may have."""
    return [word for word in words(name) if word != COMPOUND]


def units_of_metrics() -> dict[str, str]:
    """Return the unit of each metric; the dictionary is shared, so do not change it."""
    return _column(_path("metrics"), "unit")


def ranges_of_metrics() -> dict[str, tuple[float, float]]:
    """Return the least and the most that a value of each metric can be, in the metric's unit."""
    least, most = (_column(_path("metrics"), name) for name in ("least", "most"))
    return {each: (float(least[each] or "-inf"), float(most[each] or "inf")) for each in least}


def metrics_of_devices() -> set[str]:
    """Return the metrics whose numbers depend on the device that they were measured on."""
    return {each for each, said in _column(_path("metrics"), "device").items() if said}


@cached
def scores() -> tuple[str, ...]:
    """Return the metrics of a score, by the column ``score``: the one to prefer first."""
    ranks = table("metrics")["score"]
    return tuple(ranks[ranks != ""].sort_values(key=pd.to_numeric).index)


def names(name: str) -> dict[str, str]:
    """Return the name of each word of the vocabulary `name`; shared, so do not change it."""
    return _column(_path(name), "name")


def require(name: str, word: str) -> str:
    """Return `word` if the vocabulary `name` has it.

    Raises
    ------
    UserError
        It has not; the message lists what is allowed.
    """
    if word not in words(name):
        raise UserError(f"{name}: {word!r} is unknown; use one of {', '.join(words(name))}")
    return word


def _table(name: str) -> pd.DataFrame:
    return _read(_path(name))


def _path(name: str) -> Path:
    """Return where a table of words lies, among the vocabulary or among the survey's own."""
    path = paths.data() / "vocabulary" / f"{name}.csv"
    return path if path.is_file() else paths.data() / "survey" / f"{name}.csv"


@cached
def _read(path: Path) -> pd.DataFrame:
    return pd.read_csv(path, dtype=str, keep_default_na=False, index_col=0)


@cached
def _column(path: Path, column: str) -> dict[str, str]:
    return _read(path)[column].to_dict()
