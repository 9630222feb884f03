"""Which row beats which, as far as the errors let it be told."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.stats import norm

from smallbert import data
from smallbert.compare.comparable import ground_words, may_compare
from smallbert.compare.cost_axes import COSTS
from smallbert.compare.score_axes import measured
from smallbert.data import bibliography
from smallbert.errors import UserError


def dominates(
    a: pd.Series, b: pd.Series, *, axis: str, level: float = 0.95, measure: str = "score"
) -> str:
    """Tell whether `a` costs no more than `b`, scores no less, and is better in one of the two.

    Parameters
    ----------
    a, b : pandas.Series
        Lines of `smallbert.compare.rows`.
    axis : str
        A key of `smallbert.compare.COSTS`.
    level : float
        How sure each of the two comparisons must be, from 0.5 to below 1.
    measure : str
        A key of `smallbert.compare.MEASURES`.

    Returns
    -------
    {"yes", "no", "cannot tell"}
        The last also where the two may not be compared.

    Notes
    -----
    A difference d of two numbers with errors s and t is sure where ``d ≥ z·√(s² + t²)``, with the
    normal distribution's z for the level; the cost counts by the logarithm of its first two
    digits. So "yes" is transitive, and wider errors turn "yes" and "no" into "cannot tell" and
    never the other way. The errors are taken as independent.
    """
    require(axis, level)
    if a["id"] == b["id"]:
        return "no"
    if may_compare(a, b, axis=axis):
        return "cannot tell"
    pair = pd.DataFrame([a, b])
    return ANSWERS[int(relation(pair, axis=axis, level=level, measure=measure)[0, 1])]


ANSWERS = {1: "yes", 0: "cannot tell", -1: "no"}


def require(axis: str, level: float) -> None:
    """Refuse an unknown axis and an impossible level."""
    if axis not in COSTS:
        raise UserError(f"axis is {axis!r}; use one of {', '.join(COSTS)}")
    if not 0.5 <= level < 1:
        raise UserError(f"level is {level}; give 0.5 or more and less than 1")


def relation(rows: pd.DataFrame, *, axis: str, level: float, measure: str) -> np.ndarray:
    """Return for each pair of rows of one key whether the first dominates the second.

    Returns
    -------
    numpy.ndarray
        Rows by rows: 1 for yes, -1 for no, 0 where it cannot be told; a row does not dominate
        itself.
    """
    cost = _sure(_log(rows[axis]), rows[f"{axis}_error"].to_numpy(float), level)
    values = measured(rows, measure)
    score = _sure(values["value"].to_numpy(float), values["error"].to_numpy(float), level)
    yes = cost.least & score.least & (cost.more | score.more)
    no = cost.more.T | score.more.T | (cost.least.T & score.least.T)
    signs = np.where(yes, 1, np.where(no, -1, 0))
    np.fill_diagonal(signs, -1)
    return signs


def _log(factors: pd.Series) -> np.ndarray:
    """Return the logarithms of factors of two digits: 1.639 printed and 1.635 derived are one."""
    return np.log([float(f"{factor:.2g}") for factor in factors])


@dataclass(frozen=True)
class Sure:
    """Whether the first of each pair of numbers is surely at least, or more than, the second."""

    least: np.ndarray
    more: np.ndarray


def _sure(values: np.ndarray, errors: np.ndarray, level: float) -> Sure:
    ahead = values[:, None] - values[None, :]
    spread = norm.ppf(level) * np.hypot(errors[:, None], errors[None, :])
    least = ahead >= spread - TINY
    return Sure(least, least & (ahead > TINY))


TINY = 1e-9
"""What sums of decimals may be off in binary."""


def front(
    rows: pd.DataFrame,
    *,
    axis: str,
    level: float = 0.95,
    measure: str = "score",
    draws: int = 2000,
    seed: int = 0,
) -> pd.DataFrame:
    """Tell which rows lie on the front of their key: no other costs less and scores more.

    Parameters
    ----------
    rows : pandas.DataFrame
        Of `smallbert.compare.rows`; keys stay apart, and on the axis of speedup sources and
        devices too. A model that several sources cite with one score counts once.
    axis : str
        A key of `smallbert.compare.COSTS`; rows without a place on it are left out.
    level : float
        How sure dominance must be.
    measure : str
        A key of `smallbert.compare.MEASURES`; rows without it are left out.
    draws, seed : int
        Of the errors, from normal distributions.

    Returns
    -------
    pandas.DataFrame
        The rows, with ``verdict`` (certain if nothing may dominate the row, no if something
        surely does, else possible), ``share`` (of the draws in which the row lies on the front)
        and ``rivals`` (rows of its key, itself included).
    """
    require(axis, level)
    rows = rows.dropna(subset=[axis, measure]).drop_duplicates(["key", "model", "score"])
    chance = np.random.default_rng(seed)
    parts = [
        _front(part, relation(part, axis=axis, level=level, measure=measure), axis).assign(
            share=_share(part, axis, measure, chance.standard_normal((2, draws, len(part))))
        )
        for _, part in rows.groupby(["key", "source"] if axis == "speedup" else ["key"], sort=False)
    ]
    new = {"verdict": "", "rivals": 0, "share": 0.0}
    return pd.concat(parts).loc[rows.index] if parts else rows.assign(**new)


def _front(rows: pd.DataFrame, beaten: np.ndarray, axis: str) -> pd.DataFrame:
    apart = _apart(rows, axis)
    beaten = np.where(apart, -1, beaten)
    certain, no = (beaten == -1).all(axis=0), (beaten == 1).any(axis=0)
    verdict = np.where(no, "no", np.where(certain, "certain", "possible"))
    return rows.assign(verdict=verdict, rivals=(~apart).sum(axis=0))


def _apart(rows: pd.DataFrame, axis: str) -> np.ndarray:
    """Return which pairs have speeds of different devices; a baseline has its speed on any."""
    if axis != "speedup":
        return np.zeros((len(rows), len(rows)), dtype=bool)
    on, own = rows["speedup_device"].to_numpy(), rows["technique"].ne("none").to_numpy()
    return (on[:, None] != on[None, :]) & own[:, None] & own[None, :]


def _share(rows: pd.DataFrame, axis: str, measure: str, noise: np.ndarray) -> np.ndarray:
    """Return the share of draws in which each row is dominated by none."""
    cost = _log(rows[axis]) + noise[0] * rows[f"{axis}_error"].to_numpy(float)
    found = measured(rows, measure)
    score = found["value"].to_numpy(float) + noise[1] * found["error"].to_numpy(float)
    ahead = [each[:, :, None] - each[:, None, :] for each in (cost, score)]
    beaten = (ahead[0] >= 0) & (ahead[1] >= 0) & ((ahead[0] > 0) | (ahead[1] > 0))
    beaten &= ~_apart(rows, axis)
    return 1 - beaten.any(axis=1).mean(axis=0)


def front_table(rows: pd.DataFrame, *, axis: str, letters: dict[str, str]) -> pd.DataFrame:
    """Return rows of `front` as a page's table, by group and cost.

    A model with a score of another work has `bibliography.LENT` behind its name.

    Parameters
    ----------
    rows : pandas.DataFrame
        Of `front`, with the columns factor, value and value_error.
    axis : str
        A key of `smallbert.compare.COSTS`.
    letters : dict
        From keys to the letters of their groups.
    """
    order = rows.assign(letter=rows["key"].map(letters))
    order = order.sort_values(["letter", "factor"], kind="stable").set_index("id")
    return pd.DataFrame(
        {
            "Group": order["letter"] + ": " + order["key"].map(ground_words(rows)),
            "Model": order["model"] + bibliography.lent(data.borrowed(order)),
            "Source": order["source"],
            "Cost factor [x]": order["factor"].map("{:.2f}".format),
            "Factor is": order[f"{axis}_origin"],
            "Value": order["value"].map("{:.1f}".format),
            "Error": order["value_error"].map("{:.2f}".format),
            "On the front": order["verdict"],
            "Share of draws": order["share"].map("{:.0%}".format),
        }
    )
