"""Neighbours in the deck's order: the ground that they share, and what the numbers say of them."""

import numpy as np
import pandas as pd

from smallbert.compare import ranking
from smallbert.data import sources

COSTS = {
    "parameters": "weights",
    "compression-factor": "weights",
    "prune-ratio": "weights",
    "operations": "operations",
    "speedup": "time",
    "memory-reduction": "memory",
}
"""Metrics that tell a cost, and which."""

UNSAID = {"mnli", "unstated"}
"""What cannot be shared: MNLI without a word on which half, and a split that is not stated."""

WORDS = {"mnli-m": "MNLI matched", "mnli": "MNLI, half not stated", "unstated": "not stated"}


def ground(works: list[str], full: pd.DataFrame, *, corrected: bool = True) -> pd.DataFrame:
    """Return what the tables of each work that score MNLI have: sets of words.

    Parameters
    ----------
    works : list of str
        The works, which become the rows.
    full : pandas.DataFrame
        The full models: source, model, score.
    corrected : bool
        Whether corrections apply.

    Returns
    -------
    pandas.DataFrame
        Columns task, split, baseline (name and score) and cost.
    """
    tidy = sources.results(*works, corrected=corrected)
    tidy = tidy[tidy["origin"].eq("printed") & tidy["table"].ne("claims")]
    mnli = tidy[tidy["task"].isin(["mnli-m", "mnli"]) & tidy["metric"].eq("accuracy")]
    tidy = tidy[(tidy["source"] + tidy["table"]).isin(mnli["source"] + mnli["table"])]
    kinds = {
        "task": (mnli["task"], mnli["source"]),
        "split": (mnli["split"], mnli["source"]),
        "baseline": (full["model"] + " " + full["score"].map("{:.1f}".format), full["source"]),
        "cost": (tidy["metric"].map(COSTS).dropna(), tidy["source"]),
    }
    sets = {kind: words.groupby(source).agg(set) for kind, (words, source) in kinds.items()}
    frame = pd.DataFrame(sets).reindex(works)
    return frame.map(lambda words: words if isinstance(words, set) else set())


def shared(ground: pd.DataFrame, upper: str, lower: str) -> dict[str, set]:
    """Return by kind what two works have in common."""
    return {kind: ground.at[upper, kind] & ground.at[lower, kind] - UNSAID for kind in ground}


def nearest(rows: pd.DataFrame, upper: str, lower: str) -> pd.Series | None:
    """Return the two rows of the works' own methods that are nearest on the axis.

    The better one of equals; None where one of them has no row on the axis.
    """
    own = rows[rows["origin"].eq("printed") & rows["split"].ne("dev")].dropna(subset="factor")
    own = ranking.entries(own, ranking.ranked()).sort_values("score", ascending=False)
    above, below = (own[own["work"] == work] for work in (upper, lower))
    both = above.merge(below, how="cross", suffixes=("_upper", "_lower"))
    away = np.log(both["factor_upper"] / both["factor_lower"]).abs().round(6)
    return both.loc[away.idxmin()] if len(both) else None


def table(
    listed: pd.DataFrame,
    ground: pd.DataFrame,
    lines: list[pd.DataFrame],
    rows: list[pd.Series | None],
) -> pd.DataFrame:
    """Return the order with what each paper shares with the one above, and what numbers say.

    Parameters
    ----------
    listed : pandas.DataFrame
        The deck's order.
    ground : pandas.DataFrame
        Of `ground`.
    lines : list of pandas.DataFrame
        For each pair of neighbours `smallbert.claims.remarks.beside`.
    rows : list of pandas.Series
        For each pair `nearest`.
    """
    deck, above = "The deck", "Ground shared with the paper above"
    what = "Paper above, then this one"
    couples = list(zip(ground.index, ground.index[1:], strict=False))
    common = pd.DataFrame([shared(ground, *couple) for couple in couples])
    columns = {
        (deck, "place"): listed["rank"],
        (deck, "sign"): listed["sign"],
        (deck, "paper"): listed["title"].where(listed["title"].ne(""), listed["name"]),
    }
    for kind in ground:
        words = [_side_by_side(ground.loc[list(couple), kind]) for couple in couples]
        columns[above, kind] = ["", *words]
    columns[what, "remarks"] = ["", *map(_remarks_say, lines)]
    columns[what, "tables"] = ["", *map(_tables_say, rows)]
    decided = np.where(common.map(bool).all(axis=1), "decidable", "undecidable")
    return pd.DataFrame(columns | {("", "Verdict"): ["", *decided]})


def _side_by_side(sides: pd.Series) -> str:
    """Say what both of a pair have, or what each of them has."""
    both = set.intersection(*sides) - UNSAID
    texts = [sorted(WORDS.get(word, word) for word in side) for side in ([both] if both else sides)]
    words = " | ".join(", ".join(text) or "none" for text in texts)
    return f"both {words}" if both else words


def _remarks_say(line: pd.DataFrame) -> str:
    form = "at 1/{:g} {:.1f} and {:.1f} %".format
    return "; ".join(map(form, line["k"], line["upper_score"], line["lower_score"]))


def _tables_say(pair: pd.Series | None) -> str:
    """Say of two rows which leads in both score and factor."""
    if pair is None:
        return "no two rows on this axis"
    leads = [pair[f"{kind}_upper"] - pair[f"{kind}_lower"] for kind in ("score", "factor")]
    leader = "the upper leads" if min(leads) > 0 else "neither leads"
    leader = "the lower leads" if max(leads) < 0 else leader
    form = "{:.1f} % at {:.1f}x".format
    above, below = (form(pair[f"score_{at}"], pair[f"factor_{at}"]) for at in ("upper", "lower"))
    return f"{above} and {below}: {leader} in both"
