"""Which model beats which in cost and score, as far as the errors let it be told."""

import numpy as np
import pandas as pd
from scipy import special

from smallbert import data
from smallbert.compare.comparability import ground_words
from smallbert.compare.costs import COSTS
from smallbert.compare.uncertainty import LEVEL, NEEDED, RHO, differences
from smallbert.data import bibliography
from smallbert.errors import UserError


def relation(
    rows: pd.DataFrame,
    *,
    axis: str,
    measure: str = "score",
    level: float = LEVEL,
    rho: float = RHO,
) -> np.ndarray:
    """Return for each pair of rows of one key whether the first dominates the second.

    It does (1) if it costs no more, scores no less, and is better in one of the two; else it does
    not (-1), as no row itself, or it cannot be told (0). A score is less or more by the standard of
    `smallbert.compare.differences`; a cost, if its first two digits differ by more than a reading
    may be off.
    """
    count = len(rows)
    first, second = np.repeat(np.arange(count), count), np.tile(np.arange(count), count)
    how = {"measure": measure, "level": level, "rho": rho}
    sides = [rows[NEEDED].iloc[each] for each in (first, second)]
    found = differences(*sides, **how)
    ahead = found["difference"].to_numpy().reshape(count, count)
    margin = found["margin"].to_numpy().reshape(count, count)
    # 1.639 printed and 1.635 derived are one size
    cost = np.log([float(f"{factor:.2g}") for factor in rows[axis]])
    off = rows[f"{axis}_error"].to_numpy(float)
    off = special.ndtri((1 + level) / 2) * np.hypot(off[:, None], off[None, :])
    least_cost, more_cost = _sure(cost[:, None] - cost[None, :], off)
    least, more = _sure(ahead, margin)
    yes = least_cost & least & (more_cost | more)
    no = more_cost.T | more.T | (least_cost.T & least.T)
    signs = np.where(yes, 1, np.where(no, -1, 0))
    np.fill_diagonal(signs, -1)
    return signs


def _sure(ahead: np.ndarray, margin: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Tell whether the first of each pair is surely at least, and more than, the second."""
    tiny = 1e-9  # what sums of decimals may be off in binary
    least = ahead >= margin - tiny
    return least, least & (ahead > tiny)


def front(rows: pd.DataFrame, *, axis: str, level: float = LEVEL, **how) -> pd.DataFrame:
    """Tell which rows lie on the Pareto front of their key: no other costs less and scores more.

    Keys stay apart, and on the axis of speedup sources and devices too. A model that several
    sources cite with one score counts once; rows without a place on the axis, or without the
    measure, are left out.

    Parameters
    ----------
    axis : str
        A key of `smallbert.compare.COSTS`.
    level : float
        How sure each comparison of two models must be, from 0.5 to below 1.
    **how
        ``measure`` and ``rho`` of `smallbert.compare.differences`.

    Returns
    -------
    pandas.DataFrame
        The rows, with ``verdict`` (certain if nothing may dominate the row, no if something
        surely does, else possible) and ``rivals`` (rows of its key, itself included).
    """
    if axis not in COSTS:
        raise UserError(f"axis is {axis!r}; use one of {', '.join(COSTS)}")
    if not 0.5 <= level < 1:
        raise UserError(f"level is {level}; give 0.5 or more and less than 1")
    rows = rows.dropna(subset=[axis, how.get("measure", "score")])
    rows, parts = rows.drop_duplicates(["key", "model", "score"]), []
    for _, part in rows.groupby(["key", "source"] if axis == "speedup" else ["key"], sort=False):
        apart = np.zeros((len(part), len(part)), dtype=bool)
        if axis == "speedup":  # of other devices; a baseline has its speed on any
            on, own = part["speedup_device"].to_numpy(), part["technique"].ne("none").to_numpy()
            apart = (on[:, None] != on[None, :]) & own[:, None] & own[None, :]
        beaten = np.where(apart, -1, relation(part, axis=axis, level=level, **how))
        certain, no = (beaten == -1).all(axis=0), (beaten == 1).any(axis=0)
        verdict = np.where(no, "no", np.where(certain, "certain", "possible"))
        parts.append(part.assign(verdict=verdict, rivals=(~apart).sum(axis=0)))
    return pd.concat(parts).loc[rows.index] if parts else rows.assign(verdict="", rivals=0)


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
        }
    )
