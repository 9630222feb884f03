"""What of the talk is code: its lost chart, its remarks next to the tables, its order, our best."""

from collections.abc import Mapping
from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import seaborn
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure

from smallbert import charts, cost, data
from smallbert.claims import slide_remarks
from smallbert.data import bibliography
from smallbert.data.results import REMARKS

AXIS_LABELS = {
    "with_embeddings": "Compression factor, embeddings counted [x]",
    "without_embeddings": "Compression factor, embeddings left out [x]",
    "speedup": "Compression (remarks) or speedup (rows) [x]",
}
"""What the horizontal axis of the talk's chart means."""

HEIGHTS = {"bert_base": 4.8, "bert_large": 2.7}
"""Of the chart's panels, one for each teacher, in inches."""


def full_models(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the full models at a factor of 1, with the score that the rows' tables give.

    The talk's table of Well-Read Students has none; that of BERT-large follows from the changes
    beside RPP's rows.
    """
    full = rows[rows["origin"].eq("printed") & rows["source"].ne("turc2019wellread")]
    full = full.assign(id="", row="full", factor=1.0, score=full["baseline_score"])
    full["model"] = full["teacher"].str.replace("bert_", "BERT-")
    full["origin"] = full["teacher"].map({"bert_large": "derived", "bert_base": "printed"})
    return full.drop_duplicates(["source", "score"])


def retrained_stand_in(rows: pd.DataFrame, size_axis: str) -> pd.DataFrame:
    """Return MobileBERT against BERT-large, which takes the place of a retrained teacher."""
    large, small = (cost.parameters(cost.architecture(x)) for x in ("bert-large", "mobilebert"))
    factors = {
        "with_embeddings": large.sum() / small.sum(),
        "without_embeddings": cost.without_embeddings(large) / cost.without_embeddings(small),
    }
    mobile = rows[rows["row"] == "mobilebert-without-opt"].head(1)
    factor = factors.get(size_axis, np.nan)
    return mobile.assign(origin="derived", teacher="bert_large", factor=factor)


def draw_remarks(rows: pd.DataFrame, remarks: pd.DataFrame, *, xlabel: str, works: list) -> Figure:
    """Draw remarks as large hollow marks and the tables' rows as small ones.

    Rows have id, source, model, teacher, split, origin, factor [x] and score [%]; remarks are as of
    `smallbert.claims.slide_remarks.with_rows`. The legend has the works in the order given.
    """
    shape = {"figsize": (charts.WIDTH, 0.6 + sum(HEIGHTS.values()))}
    fig, axes = plt.subplots(2, sharex=True, height_ratios=[*HEIGHTS.values()], **shape)
    colors, markers = charts.looks(works)
    most = max(60, rows["factor"].max())
    for ax, teacher in zip(axes, HEIGHTS, strict=True):
        of_teacher = rows[rows["teacher"] == teacher]
        for (source, split, origin), group in of_teacher.groupby(["source", "split", "origin"]):
            mark = {"color": colors[source], "marker": markers[source], "ids": group["id"]}
            mark |= {"origin": origin, "size": 6.5}
            points, *_ = charts.points(ax, group["factor"], group["score"], **mark)
            points.set(**(_face(split, colors[source]) if origin == "printed" else {}))
        for remark in remarks[remarks["teacher"] == teacher].itertuples():
            _draw_remark(ax, remark, colors[remark.source], markers[remark.source])
        charts.log_axis(ax, "x", [x for x in (1, 2, 4, 6, 10, 20, 40, 60, 100, 200) if x <= most])
        low, high = ax.get_ylim()
        room = max(1, 5 - (high - low) / 2)  # labels need ten points or more
        ax.set(
            xlim=(0.7 * min(1, rows["factor"].min()), 1.35 * most), ylim=(low - room, high + room)
        )
        ax.set(title=f"Made from {teacher.replace('bert_', 'BERT-')}", ylabel="MNLI accuracy [%]")
    axes[-1].set_xlabel(xlabel)
    ink = plt.rcParams["axes.edgecolor"]
    hollow = {"markerfacecolor": "none"}
    looks = {"remark on a slide": hollow | {"markersize": 11, "markeredgewidth": 1.4}}
    looks |= {
        bibliography.label(work): {"color": colors[work], "marker": markers[work]} for work in works
    }
    looks |= {"table, GLUE test": {}, "table, development set": _face("dev", ink)}
    looks |= {"table, split not stated": _face("unstated", ink)}
    looks |= {"published elsewhere": hollow | {"markeredgewidth": 1.6}}
    looks |= {"derived from a shape or a change": hollow | {"markeredgewidth": 1.2}}
    charts.explain_marks(fig, looks, {"color": ink, "marker": "o", "markersize": 6.5})
    for ax, teacher in zip(axes, HEIGHTS, strict=True):
        _label_marks(ax, *(frame[frame["teacher"] == teacher] for frame in (rows, remarks)), colors)
    return fig


def _face(split: str, color: str) -> dict:
    """Return the marker's face for a split: full for test, half for dev, pale for unstated."""
    faces = {"test": {}, "dev": {"fillstyle": "bottom"}}
    return faces.get(split, {"markerfacecolor": to_rgba(color, 0.3)})


def _draw_remark(ax: Axes, remark, color: str, marker: str) -> None:
    """Draw a remark with a line from its full model, and a dotted one to its row."""
    ax.scatter(
        remark.k, remark.after, s=13**2, marker=marker, facecolor="none", edgecolor=color, lw=1.4
    )
    ends = [1, remark.k], [remark.before, remark.after]
    ax.plot(*ends, color=color, alpha=0.5, linewidth=1, marker=".", markevery=[0], zorder=1)
    if pd.notna(remark.factor):
        ends = [remark.k, remark.factor], [remark.after, remark.score]
        ax.plot(*ends, color=color, linestyle=":", linewidth=1.3, zorder=2)


def _label_marks(ax: Axes, rows: pd.DataFrame, remarks: pd.DataFrame, colors: Mapping) -> None:
    """Name the rows whose source has a short label for them, and each remark by its fraction."""
    texts = [bibliography.labels(row.source).get(row.model, "") for row in rows.itertuples()]
    named = rows.assign(text=texts).sort_values("score", ascending=False)
    named = named[named["text"] != ""].drop_duplicates("text")
    retrained = {slide_remarks.RETRAINED: f", {slide_remarks.RETRAINED}"}
    fractions = "1/" + remarks["written"] + remarks["base"].map(retrained).fillna("")
    x, y = [*named["factor"], *remarks["k"]], [*named["score"], *remarks["after"]]
    inks = [""] * len(named) + [*remarks["source"].map(colors)]
    charts.place_labels(ax, x, y, [*named["text"], *fractions], inks)


def nearest_released(remarks: pd.DataFrame, rows: pd.DataFrame) -> pd.Series:
    """Return for remarks without a row, by their texts, the released model nearest in size.

    A text that goes on a sentence; an empty one where `rows` have no released model.
    """
    released = rows[rows["origin"].eq("published") & rows["model"].str.match("BERT-")]
    if released.empty:
        return pd.Series("", remarks["remark"])
    near = [released.loc[np.log(released["factor"] / k).abs().idxmin()] for k in remarks["k"]]
    texts = [f"; {x['model']}, released, has {x['score']:.1f} at {x['factor']:.1f}" for x in near]
    return pd.Series(texts, remarks["remark"])


def talk_table(remarks: pd.DataFrame, judged: pd.DataFrame) -> pd.DataFrame:
    """Set remarks, each with its paper, next to their rows and the answers of `agreement`."""
    # the factor of a retrained teacher is that of its stand-in, which no table has
    is_retrained = remarks["base"] == slide_remarks.RETRAINED
    known = remarks.assign(factor=remarks["factor"].mask(is_retrained))
    texts = slide_remarks.number_texts(known)
    heads = {"factor": "factor [x]", "before": "before [%]", "after": "after [%]"}
    columns = {("", "Paper"): remarks["paper"], ("", "Remark"): remarks["remark"]}
    columns |= {("The slide says", heads[name]): slide for name, (slide, _) in texts.items()}
    columns |= {("The tables have", name): remarks[name] for name in ("model", "split")}
    columns |= {("The tables have", heads[name]): row for name, (_, row) in texts.items()}
    columns |= {("They agree", name): judged[name] for name in texts}
    table = pd.DataFrame(columns | {("", "Verdict"): judged["verdict"]})
    return table.rename(columns={"model": "row"}, level=1)


COSTS = {
    "parameters": "weights",
    "compression-factor": "weights",
    "prune-ratio": "weights",
    "operations": "operations",
    "speedup": "time",
    "memory-reduction": "memory",
}
"""Metrics that tell a cost, and which."""

GROUND_WORDS = {
    "mnli-m": "MNLI matched",
    "mnli": "MNLI, half not stated",
    "unstated": "not stated",
}
UNSAID = {"mnli", "unstated"}
"""What cannot be shared: MNLI without a word on which half, and a split that is not stated."""


def grounds_of_papers(works: list[str], full: pd.DataFrame) -> pd.DataFrame:
    """Return sets of what each work's tables on MNLI have: task, split, baseline, cost.

    The baselines are names and scores of `full_models`.
    """
    tidy = data.results(*works)
    tidy = tidy[tidy["origin"].eq("printed") & tidy["table"].ne(REMARKS)]
    mnli = tidy[tidy["task"].isin(["mnli-m", "mnli"]) & tidy["metric"].eq("accuracy")]
    tidy = tidy[(tidy["source"] + tidy["table"]).isin(mnli["source"] + mnli["table"])]
    kinds = {
        "task": (mnli["task"], mnli["source"]),
        "split": (mnli["split"], mnli["source"]),
        "baseline": (full["model"] + " " + full["score"].map("{:.1f}".format), full["source"]),
        "cost": (tidy["metric"].map(COSTS).dropna(), tidy["source"]),
    }
    sets = {kind: values.groupby(source).agg(set) for kind, (values, source) in kinds.items()}
    frame = pd.DataFrame(sets).reindex(works)
    return frame.map(lambda values: values if isinstance(values, set) else set())


def side_by_side(ground: pd.DataFrame) -> pd.DataFrame:
    """Say what each work but the first shares with the one above, or each of the two has."""
    pairs = {lower: ground.loc[[upper, lower]] for upper, lower in pairwise(ground.index)}
    return pd.DataFrame({lower: pair.apply(_common) for lower, pair in pairs.items()}).T


def is_decidable(shared: pd.DataFrame) -> pd.Series:
    """Tell of each work of `side_by_side` whether it has all in common with the one above."""
    return shared.apply(lambda column: column.str.startswith("both ")).all(axis=1)


def ranking_table(order: pd.DataFrame, shared: pd.DataFrame) -> pd.DataFrame:
    """Set the talk's order next to what each paper shares with the one above, and the verdict."""
    titles = order["title"].where(order["title"].ne(""), order["name"])
    parts = {"place": order["rank"], "sign": order["sign"], "paper": titles}
    table = pd.DataFrame({("The talk", part): column for part, column in parts.items()})
    for kind in shared:
        table["Shared with the paper above", kind] = ["", *shared[kind]]
    verdicts = is_decidable(shared).map({True: "decidable", False: "undecidable"})
    table["", "Verdict"] = ["", *verdicts]
    return table


def _common(sides: pd.Series) -> str:
    both = set.intersection(*sides) - UNSAID
    shown = [both] if both else sides
    texts = [sorted(GROUND_WORDS.get(value, value) for value in side) for side in shown]
    joined = " | ".join(", ".join(text) or "none" for text in texts)
    return f"both {joined}" if both else joined


LEVELS = {
    "same_ground": "same benchmark\nand baseline",
    "any_teacher": "teachers\nof any kind",
    "own_baseline": "each its own\nbaseline",
}
"""The levels of comparison as the chart of the order heads them."""

ORDER_WORDS = {
    "every": "right under every choice",
    "some": "right under some choices",
    "none": "right under none",
    "untold": "undecided",
}
"""In words, what `smallbert.compare.ranking_tests.outcomes` calls the order of a pair."""


def draw_pairs(judged: pd.DataFrame, names: Mapping[str, str], signs: Mapping[str, str]) -> Figure:
    """Draw under which share of the choices the order is right, by pair and level.

    `judged` has the lines of `smallbert.compare.ranking_tests.judge_all` with level, upper and
    lower; `names` has the works in the order, and `signs` what is printed before a work. A pair
    that meets under no choice of a level is hatched there.
    """
    works = [*names]
    pairs = {
        (upper, lower): f"{names[upper]} {_sign(lower, upper, works, signs)} {names[lower]}"
        for at, upper in enumerate(works)
        for lower in works[at + 1 :]
    }
    met = judged[judged["choices"] > 0].astype({"ahead": float, "choices": float})
    met = met.assign(
        pair=[pairs[pair] for pair in zip(met["upper"], met["lower"], strict=True)],
        share=100 * met["ahead"] / met["choices"],
        text=_right(met) + "\n" + met["behind"].map("{} wrong".format),
    )
    wide = {
        name: met.pivot(index="pair", columns="level", values=name).reindex(
            index=[*pairs.values()], columns=[*LEVELS]
        )
        for name in ("share", "text")
    }
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 0.38 * len(pairs) + 0.6))
    ax.patch.set(hatch="////", edgecolor=charts.COLORS["none"])
    seaborn.heatmap(
        wide["share"],
        annot=wide["text"],
        fmt="",
        vmin=0,
        vmax=160,  # the darkest cell is pale enough for its text
        cmap=seaborn.light_palette(charts.SERIES[0], as_cmap=True),
        cbar=False,
        linewidths=0.8,
        annot_kws={"color": "0.15"},
        ax=ax,
    )
    ax.xaxis.tick_top()
    ax.set_xticklabels(LEVELS.values(), rotation=0)
    ax.set(xlabel="", ylabel="")
    ax.tick_params(length=0)
    return fig


def _sign(lower: str, upper: str, works: list[str], signs: Mapping[str, str]) -> str:
    """Return the sign between two works: the printed one where they are neighbors, else >."""
    neighbors = works.index(lower) == works.index(upper) + 1
    return signs[lower] if neighbors and signs[lower] else ">"


def pairs_in_words(judged: pd.DataFrame, names: Mapping[str, str], level: str) -> str:
    """Say what `draw_pairs` shows of a level."""
    met = judged[judged["level"].eq(level) & judged["choices"].gt(0)]
    pairs = met["upper"].map(names) + " over " + met["lower"].map(names)
    return "; ".join(pairs + " " + _right(met) + met["behind"].map(", {} wrong".format))


def _right(lines: pd.DataFrame) -> pd.Series:
    counts = lines[["ahead", "choices"]].astype(int).astype(str)
    return counts["ahead"] + " of " + counts["choices"] + " right"
