"""Which row beats which, as far as the errors let it be told."""

import numpy as np
import pandas as pd
from scipy.stats import norm

from smallbert import data
from smallbert.compare.comparability import ground_words
from smallbert.compare.costs import COSTS
from smallbert.compare.uncertainty import measured
from smallbert.data import bibliography
from smallbert.errors import UserError


def relation(rows: pd.DataFrame, *, axis: str, level: float, measure: str) -> np.ndarray:
    """Return for each pair of rows of one key whether the first dominates the second.

    It does (1) if it costs no more, scores no less, and is better in one of the two; else it does
    not (-1), as no row itself, or it cannot be told (0).

    Notes
    -----
    A difference d of two numbers with errors s and t is sure where ``d ≥ z·√(s² + t²)``, with the
    normal distribution's z for the level; the cost counts by the logarithm of its first two
    digits. So "yes" is transitive, and wider errors turn "yes" and "no" into "cannot tell" and
    never the other way. The errors are taken as independent.
    """
    least_cost, more_cost = _sure(_log(rows[axis]), rows[f"{axis}_error"].to_numpy(float), level)
    values = measured(rows, measure).astype(float)
    least, more = _sure(values["value"].to_numpy(), values["error"].to_numpy(), level)
    yes = least_cost & least & (more_cost | more)
    no = more_cost.T | more.T | (least_cost.T & least.T)
    signs = np.where(yes, 1, np.where(no, -1, 0))
    np.fill_diagonal(signs, -1)
    return signs


def _log(factors: pd.Series) -> np.ndarray:
    """Return the logarithms of factors of two digits: 1.639 printed and 1.635 derived are one."""
    return np.log([float(f"{factor:.2g}") for factor in factors])


def _sure(values: np.ndarray, errors: np.ndarray, level: float) -> tuple[np.ndarray, np.ndarray]:
    """Tell whether the first of each pair is surely at least, and more than, the second."""
    tiny = 1e-9  # what sums of decimals may be off in binary
    ahead = values[:, None] - values[None, :]
    spread = norm.ppf(level) * np.hypot(errors[:, None], errors[None, :])
    least = ahead >= spread - tiny
    return least, least & (ahead > tiny)


def front(
    rows: pd.DataFrame, *, axis: str, level: float = 0.95, measure: str = "score", draws: int = 2000
) -> pd.DataFrame:
    """Tell which rows lie on the front of their key: no other costs less and scores more.

    Keys stay apart, and on the axis of speedup sources and devices too. A model that several
    sources cite with one score counts once; rows without a place on the axis, or without the
    measure, are left out.

    Parameters
    ----------
    axis, measure : str
        Keys of `smallbert.compare.COSTS` and `smallbert.compare.MEASURES`.
    level : float
        How sure dominance must be, from 0.5 to below 1.
    draws : int
        Of the errors, from normal distributions.

    Returns
    -------
    pandas.DataFrame
        The rows, with ``verdict`` (certain if nothing may dominate the row, no if something
        surely does, else possible), ``share`` (of the draws in which the row lies on the front)
        and ``rivals`` (rows of its key, itself included).
    """
    if axis not in COSTS:
        raise UserError(f"axis is {axis!r}; use one of {', '.join(COSTS)}")
    if not 0.5 <= level < 1:
        raise UserError(f"level is {level}; give 0.5 or more and less than 1")
    rows = rows.dropna(subset=[axis, measure]).drop_duplicates(["key", "model", "score"])
    chance, parts = np.random.default_rng(0), []
    for _, part in rows.groupby(["key", "source"] if axis == "speedup" else ["key"], sort=False):
        apart = _apart(part, axis)
        beaten = relation(part, axis=axis, level=level, measure=measure)
        beaten = np.where(apart, -1, beaten)
        certain, no = (beaten == -1).all(axis=0), (beaten == 1).any(axis=0)
        verdict = np.where(no, "no", np.where(certain, "certain", "possible"))
        noise = chance.standard_normal((2, draws, len(part)))
        new = {"verdict": verdict, "rivals": (~apart).sum(axis=0)}
        parts.append(part.assign(**new, share=_share(part, axis, measure, noise, apart)))
    new = {"verdict": "", "rivals": 0, "share": 0.0}
    return pd.concat(parts).loc[rows.index] if parts else rows.assign(**new)


def _apart(rows: pd.DataFrame, axis: str) -> np.ndarray:
    """Return which pairs have speeds of different devices; a baseline has its speed on any."""
    if axis != "speedup":
        return np.zeros((len(rows), len(rows)), dtype=bool)
    on, own = rows["speedup_device"].to_numpy(), rows["technique"].ne("none").to_numpy()
    return (on[:, None] != on[None, :]) & own[:, None] & own[None, :]


def _share(
    rows: pd.DataFrame, axis: str, measure: str, noise: np.ndarray, apart: np.ndarray
) -> np.ndarray:
    """Return the share of draws in which each row is dominated by none."""
    cost = _log(rows[axis]) + noise[0] * rows[f"{axis}_error"].to_numpy(float)
    found = measured(rows, measure)
    score = found["value"].to_numpy(float) + noise[1] * found["error"].to_numpy(float)
    ahead = [each[:, :, None] - each[:, None, :] for each in (cost, score)]
    beaten = (ahead[0] >= 0) & (ahead[1] >= 0) & ((ahead[0] > 0) | (ahead[1] > 0)) & ~apart
    return 1 - beaten.any(axis=1).mean(axis=0)


def front_table(rows: pd.DataFrame, *, axis: str, letters: dict[str, str]) -> pd.DataFrame:
    """Return rows of `front` as a page's table, by group (a letter for each key) and cost.

    The rows have the columns factor, value and value_error, too. A model with a score of another
    work has `bibliography.LENT` behind its name.
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
