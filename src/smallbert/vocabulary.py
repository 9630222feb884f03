"""The words that the data may use: techniques, tasks, metrics, splits, units, parameters.

Each is a table of its own below ``data/``, named in the plural; its first column is the key.
"""

from functools import lru_cache

import pandas as pd

from smallbert import paths
from smallbert.faults import UserError

NAMES = ("techniques", "tasks", "metrics", "splits", "units", "origins", "architectures")


def table(name: str) -> pd.DataFrame:
    """Return the vocabulary `name`, indexed by its key; empty cells are empty strings."""
    return _read(paths.data() / f"{name}.csv").copy()


@lru_cache
def _read(path) -> pd.DataFrame:
    return pd.read_csv(path, dtype=str, keep_default_na=False, index_col=0)


def words(name: str) -> list[str]:
    """Return the keys of the vocabulary `name`, in the order of its file."""
    return list(_read(paths.data() / f"{name}.csv").index)


def units_of_metrics() -> dict[str, str]:
    """Return the unit of each metric."""
    return _read(paths.data() / "metrics.csv")["unit"].to_dict()


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
