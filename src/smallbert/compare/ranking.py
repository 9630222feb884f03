"""A ranking of works tested pair by pair, under every choice of what to compare.

A choice is: cells as printed or as corrected; the documents' values alone or published ones too;
the level of comparison
(`smallbert.compare.GROUNDS`); a cost axis; how many times smaller or faster a model must at
least be; a score. Under a choice each work sends the model that scores best.
"""

from itertools import combinations, permutations

import numpy as np
import pandas as pd
from scipy.stats import norm

from smallbert.compare.comparability import GROUNDS, KEY, stated
from smallbert.compare.costs import COSTS
from smallbert.compare.rows import SCORES
from smallbert.compare.uncertainty import measured
from smallbert.data import survey

BUDGETS = (1, 1.5, 2, 4, 10, 20, 60)
"""How many times smaller or faster than its baseline a model must at least be."""

CHOICE = ["cells", "values", "ground", "common", "axis", "at_least"]
"""Columns that make a choice; ``common`` are the words for the score compared."""

OUTCOMES = ("ahead", "behind", "too close", "alone")
"""Of the first work of a pair: it scores more, or less, for sure; it cannot be told; the other
has no model that is small enough."""

ORDERS = {
    "every": "under every choice",
    "some": "under some",
    "none": "under none",
    "untold": "cannot be decided",
}
"""In words, what `outcomes` calls the order of a pair."""


def ranked(*, undistilled: bool = True) -> pd.DataFrame:
    """Return the rows that stand for each work: work, table, row, note."""
    rows = survey.gather("ranked").rename(columns={"source": "work"}).drop(columns="document")
    return rows if undistilled else rows[rows["note"] != "not distilled"]


def stand_in(works: pd.DataFrame) -> list[str]:
    """Return the sources that the rows of `ranked` stand in, in alphabetical order."""
    return sorted(set(works["table"].str.partition("/")[0]))


def entries(rows: pd.DataFrame, works: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of `smallbert.compare.rows` that stand for a work of `ranked`, with it."""
    rows = rows[rows["technique"].ne("none")]
    return rows.assign(table=rows["source"] + "/" + rows["table"]).merge(works, on=["table", "row"])


def choices(readings: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """Return the model that each work sends under each choice.

    From `entries` by how the cells are read (printed, corrected) they are `CHOICE`, work, id,
    model, factor (on the axis), value [%] and its error: those of the score, or of its share of the
    own baseline's on the ground ``own_baseline``.
    """
    read = pd.concat([rows.assign(cells=cells) for cells, rows in readings.items()])
    own = read[read["origin"].ne("published")].assign(values="documents")
    read = pd.concat([own, read.assign(values="with published")])
    read = pd.concat([_on_ground(read, ground) for ground in GROUNDS])
    axes = [axis for axis in COSTS if axis != "bytes_without_embeddings"]
    long = pd.concat([read.assign(axis=axis, factor=read[axis]) for axis in axes])
    timed = long["axis"].eq("speedup") & long["ground"].ne("own_baseline")
    long["common"] += (", timed by " + long["source"]).where(timed, "")
    long = long.merge(pd.DataFrame({"at_least": BUDGETS}), how="cross")
    fits = long[long["factor"] >= long["at_least"]]
    best = fits.sort_values("value", ascending=False, kind="stable")
    best = best.drop_duplicates([*CHOICE, "work"])
    return best[[*CHOICE, "work", "id", "model", "factor", "value", "value_error"]]


def _on_ground(rows: pd.DataFrame, ground: str) -> pd.DataFrame:
    """Add what is compared on a ground: ``common``, ``value`` and ``value_error``."""
    metrics = [stated(*each) for each in zip(rows["metric"], rows["source"], strict=True)]
    rows = rows.assign(metric=metrics)
    if ground == "own_baseline":
        names = {task: name for name, tasks in SCORES.items() for task in tasks}
        task = rows["task"].map(names).fillna(rows["task"])
        common, measure = task + " " + rows["metric"], "kept"
    else:
        parts = KEY if ground == "same_ground" else KEY[:-1]
        common, measure = rows[parts].agg(lambda row: ", ".join(filter(None, row)), axis=1), "score"
    values = measured(rows, measure)
    return rows.assign(
        ground=ground, common=common, value=values["value"], value_error=values["error"]
    )


def duels(
    sent: pd.DataFrame, upper: str, lower: str, *, level: float = 0.95, margin: float = 0
) -> pd.DataFrame:
    """Set two works against each other under every choice.

    A line is a choice under which `upper` sends a model and `lower` has a score on the same
    ground: `CHOICE`, id, model, factor and value of each with the suffixes ``_upper`` and
    ``_lower``, ``ahead`` [points] and ``outcome``, one of `OUTCOMES`. A lead counts that is as sure
    as `level` says, see `smallbert.compare.dominance`, and not below `margin` [points].
    """
    mine, other = (sent[sent["work"] == work].drop(columns="work") for work in (upper, lower))
    scored = other[["cells", "values", "ground", "common", "axis"]].drop_duplicates()
    mine = mine.merge(scored)
    both = mine.merge(other, on=CHOICE, how="left", suffixes=("_upper", "_lower"))
    ahead = both["value_upper"] - both["value_lower"]
    spread = norm.ppf(level) * np.hypot(both["value_error_upper"], both["value_error_lower"])
    told = np.select(
        [ahead.isna(), (ahead >= spread) & (ahead >= margin), -ahead >= spread],
        ["alone", "ahead", "behind"],
        "too close",
    )
    return both.assign(upper=upper, lower=lower, ahead=ahead, outcome=told)


def outcomes(duels: pd.DataFrame) -> pd.Series:
    """Count the outcomes of `duels` and say what follows.

    They are choices (in which both have a model), comparisons (different pairs of scores among
    them), ahead, behind, close (choices), alone, share (of the choices, in which the first is
    ahead) and order: every, some, none, or untold where no difference is sure.
    """
    both = duels[duels["outcome"] != "alone"]
    count = both["outcome"].value_counts().reindex(OUTCOMES[:3], fill_value=0)
    ahead, behind, close = count
    order = "every" if ahead == len(both) else "some" if ahead else "none"
    return pd.Series(
        {
            "choices": len(both),
            "comparisons": len(both[["id_upper", "id_lower"]].drop_duplicates()),
            "ahead": ahead,
            "behind": behind,
            "close": close,
            "alone": len(duels) - len(both),
            "share": ahead / len(both) if len(both) else np.nan,
            "order": order if ahead + behind else "untold",
        }
    )


def duels_of_all(sent: pd.DataFrame, works: list[str], *, level: float = 0.95) -> pd.DataFrame:
    """Return `duels` of every pair of works, the one that stands higher in the order first."""
    return pd.concat([duels(sent, *pair, level=level) for pair in combinations(works, 2)])


def judge_all(sent: pd.DataFrame, works: list[str], *, level: float = 0.95) -> pd.DataFrame:
    """Return what `outcomes` says of every pair of works, both ways round, on every ground.

    Columns are panel (the ground), upper, lower and those of `outcomes`; pairs and grounds without
    a choice in common are left out.
    """
    met = pd.concat(duels(sent, *pair, level=level) for pair in permutations(works, 2))
    return pd.DataFrame(
        [
            {"panel": ground, "upper": upper, "lower": lower} | dict(outcomes(part))
            for (ground, upper, lower), part in met.groupby(["ground", "upper", "lower"])
        ]
    )


def tested(
    sent: pd.DataFrame, upper: str, lower: str, *, ground: str, level: float, margin: float
) -> dict:
    """Return what `outcomes` says of one pair on a ground, and its smallest and largest lead."""
    met = duels(sent[sent["ground"] == ground], upper, lower, level=level, margin=margin)
    leads = {"least": met["ahead"].min(), "most": met["ahead"].max()}
    return {"upper": upper, "lower": lower} | dict(outcomes(met)) | leads


def whole_order(sent: pd.DataFrame, works: list[str]) -> pd.DataFrame:
    """Count how often the whole order of the works is found, and who is first, by their scores.

    Errors do not count here, so that an order is found as often as it can be. By ground:
    choices under which two works or more send a model; comparisons, different sets of models among
    them; all, choices under which every work sends one; in_order, those of them in which each
    scores more than the next; and, by work, how often it has the highest score.
    """
    of_choice = sent.pivot(index=CHOICE, columns="work", values=["value", "id"])
    of_choice = of_choice[of_choice["value"].notna().sum(axis=1) > 1]
    scores = of_choice["value"].reindex(columns=works).astype(float)
    leads = -scores.diff(axis=1).iloc[:, 1:]
    counts = scores.eq(scores.max(axis=1), axis=0).assign(
        choices=True, all=scores.notna().all(axis=1), in_order=(leads > 0).all(axis=1)
    )
    counts = counts.groupby("ground").sum()
    sets = of_choice["id"].fillna("").groupby("ground")
    counts["comparisons"] = sets.apply(lambda ids: len(ids.drop_duplicates()))
    ordered = counts.reindex(list(GROUNDS), fill_value=0)
    return ordered[["choices", "comparisons", "all", "in_order", *works]]


def at(judged: pd.DataFrame, upper: str, lower: str, ground: str) -> pd.Series:
    """Return the line of one pair and ground of `judge_all`; zeros where the two never meet."""
    lines, place = judged.set_index(["panel", "upper", "lower"]), (ground, upper, lower)
    never = pd.Series({"choices": 0, "comparisons": 0, "ahead": 0, "behind": 0, "order": "untold"})
    return lines.loc[place] if place in lines.index else never


def in_words(table: pd.DataFrame, names: dict[str, str]) -> pd.DataFrame:
    """Return lines of `tested`, each with its sign, as a page shows them."""
    says = table["upper"].map(names) + " " + table["sign"] + " " + table["lower"].map(names)
    counts = table[["choices", "comparisons", "ahead", "behind", "close"]].astype(int).astype(str)
    share = table["share"].map("{:.0%}".format, na_action="ignore").str.replace("%", " %")
    leads = table[["least", "most"]].map("{:.1f}".format, na_action="ignore")
    frame = counts.rename(columns=str.capitalize)
    frame.insert(0, "The order says", says)
    frame["Least lead [points]"], frame["Most"] = leads["least"], leads["most"]
    return frame.assign(Holds=table["order"].map(ORDERS), **{"Share of choices": share})
