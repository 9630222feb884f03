"""The words that the data may use: techniques, tasks, metrics, splits, units, parameters.

Each is a table of its own in ``data/vocabulary``, named in the plural; its first column is the key.
``datapackage.yaml`` beside them says what each column holds.
"""

from math import inf
from typing import NamedTuple

import pandas as pd

from smallbert import paths
from smallbert.errors import UserError
from smallbert.memo import cached

COMPOUND = "compound"
"""The technique that stands for several; what uses several names them, joined by ``+``."""

NAME_THE_PARTS = f"name the parts of {COMPOUND!r}, as quantization+distillation does"
"""What to do about a model whose technique is said to be compound."""


@cached
def entries(name: str) -> pd.DataFrame:
    """Return a table of words, of the vocabulary or else of the survey, indexed by its key."""
    path = paths.data() / "vocabulary" / f"{name}.csv"
    path = path if path.is_file() else paths.data() / "survey" / f"{name}.csv"
    return pd.read_csv(path, dtype=str, keep_default_na=False, index_col=0)


@cached
def words(name: str) -> list[str]:
    """Return the keys of the vocabulary `name`, in the order of its file."""
    return list(entries(name).index)


@cached
def choices(name: str) -> list[str]:
    """Return the words of the vocabulary `name` that a model or a number may have."""
    return [word for word in words(name) if word != COMPOUND]


@cached
def names(name: str) -> dict[str, str]:
    """Return the name of each word of the vocabulary `name`; shared, so do not change it."""
    return entries(name)["name"].to_dict()


@cached
def units_of_metrics() -> dict[str, str]:
    """Return the unit of each metric; the dictionary is shared, so do not change it."""
    return entries("metrics")["unit"].to_dict()


@cached
def ranges_of_metrics() -> dict[str, tuple[float, float]]:
    """Return the least and the most that a value of each metric can be, in the metric's unit."""
    bounds = entries("metrics")[["least", "most"]].itertuples()
    return {metric: (float(low or "-inf"), float(high or "inf")) for metric, low, high in bounds}


class Metric(NamedTuple):
    """What may be measured: its unit, the values that it can have, in that unit, and its kind.

    ``is_timed`` says that its numbers depend on a device; a name that is no metric may be anything.
    """

    unit: str = ""
    least: float = -inf
    most: float = inf
    is_timed: bool = False
    is_score: bool = False


@cached
def metric(name: str) -> Metric:
    """Return the metric of a name."""
    if name not in units_of_metrics():
        return Metric()
    timed, scored = name in metrics_of_devices(), name in scores()
    return Metric(units_of_metrics()[name], *ranges_of_metrics()[name], timed, scored)


@cached
def metrics_of_devices() -> set[str]:
    """Return the metrics whose numbers depend on the device that they were measured on."""
    devices = entries("metrics")["device"]
    return set(devices.index[devices != ""])


@cached
def scores() -> tuple[str, ...]:
    """Return the metrics of a score, by the column ``score``: the one to prefer first."""
    ranks = entries("metrics")["score"]
    return tuple(ranks[ranks != ""].sort_values(key=pd.to_numeric).index)


def require(name: str, word: str) -> str:
    """Return `word` if the vocabulary `name` has it; else say which are allowed."""
    if word not in words(name):
        raise UserError(f"{name}: {word!r} is unknown; use one of {', '.join(words(name))}")
    return word
