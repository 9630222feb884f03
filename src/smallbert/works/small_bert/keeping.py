"""What share of their baseline's score models reach, by how small they are."""

from textwrap import fill

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from smallbert import charts
from smallbert.charts import style
from smallbert.charts.headline import headline
from smallbert.charts.legends import explain
from smallbert.compare import ranking
from smallbert.data import credits

TICKS = [1, 2, 4, 10, 20, 40, 80]
DRAWN = "Share of the baseline that each row is compared with, often another laboratory's run"


def models(rows: pd.DataFrame) -> pd.DataFrame:
    """Choose the models of the chart.

    Parameters
    ----------
    rows : pandas.DataFrame
        Of `smallbert.compare.evidence`.

    Returns
    -------
    pandas.DataFrame
        The rows that keep more than all that are at least as many times smaller, by a tenth of a
        per cent or more, and for each paper of the order the one that keeps most and the smallest;
        with ``leads``, whether a row is of the former.
    """
    rows = rows.sort_values(["retained", "factor"], ascending=False, ignore_index=True)
    kept = rows.sort_values(["factor", "retained"], ascending=False)["retained"].round(1)
    leaders = set(kept.index[kept > kept.cummax().shift(fill_value=0)])
    own = ranking.entries(rows.reset_index(names="at"), ranking.ranked(undistilled=False))
    most = own.drop_duplicates("work")
    smallest = own.sort_values("factor", ascending=False, kind="stable").drop_duplicates("work")
    found = rows.loc[sorted(leaders | {*most["at"], *smallest["at"]})]
    return found.assign(leads=found.index.isin(leaders))


def finding(rows: pd.DataFrame) -> str:
    """Say how many models lead."""
    count = rows["leads"].sum()
    if count < 2:
        return f"{', '.join(rows.loc[rows['leads'], 'model'])} has the largest share at every size"
    return f"No model has the largest share at every size: {count} do in turn"


def draw(rows: pd.DataFrame, *, xlabel: str) -> Figure:
    """Draw the `models` with names and splits; those that lead are large."""
    fig, ax = plt.subplots(figsize=(style.WIDTH, 6.2))
    charts.log_axis(ax, "x", TICKS)
    ax.set(xlim=(0.45, 140), xlabel=xlabel, ylabel="MNLI score [% of the baseline's]")
    ax.axhline(100, color=plt.rcParams["axes.edgecolor"], linewidth=0.9, linestyle=":")
    for one in rows.itertuples():
        kind, size = style.family(one.technique), 11 if one.leads else 7
        look = {"colour": style.colour(kind), "marker": style.marker(kind), "size": size}
        look |= {"ids": [one.id]}
        charts.points(ax, [one.factor], [one.retained], origin=one.origin, **look)
    ax.set_ylim(rows["retained"].min() - 1, rows["retained"].max() + 4)  # room for labels
    _explain(fig, rows)
    headline(fig, finding(rows), DRAWN)
    texts = [_name(one.model, one.source, one.split) for one in rows.itertuples()]
    charts.place_labels(ax, rows["factor"], rows["retained"], texts)
    return fig


def _name(model: str, source: str, split: str) -> str:
    """Return a model's name, its source unless that is part of the name, and its split."""
    name, work = credits.shorter(model, source), credits.label(source).partition(",")[0]
    lines = [name] if len(name) <= 22 else name.replace(", ", ",\n", 1).splitlines()
    return (
        "\n".join(fill(line, 22) for line in lines)
        + f"\n({split if work in name else f'{work}, {split}'})"
    )


def _explain(fig: Figure, rows: pd.DataFrame) -> None:
    """Explain every look below the figure."""
    plain = {"color": plt.rcParams["axes.edgecolor"], "marker": "o"}
    kinds = dict.fromkeys(rows["technique"].map(style.family))
    looks = {
        name.replace("_", " ").replace("compound", "several techniques"): {
            "color": style.colour(name),
            "marker": style.marker(name),
        }
        for name in kinds
    }
    looks["largest share at this size or smaller"] = {"markersize": 11}
    looks["other model of the deck's papers"] = {"markersize": 7}
    if "published" in set(rows["origin"]):
        looks["published outside the documents"] = {"markerfacecolor": "none", "markersize": 7}
    looks["the baseline"] = {"marker": "", "linestyle": ":", "linewidth": 0.9}
    explain(fig, looks, plain)


def in_words(rows: pd.DataFrame) -> str:
    """Return the chart in words."""
    lines = rows.sort_values("factor").itertuples()
    words = "; ".join(
        f"{one.model} {one.retained:.1f} % at {one.factor:.1f}" + " (leads)" * one.leads
        for one in lines
    )
    return f"{finding(rows)}. {DRAWN}: {words} times smaller"
