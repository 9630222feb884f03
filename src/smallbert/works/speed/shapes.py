"""Shapes of the documents at one setting: measured, printed by the poster, counted."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from smallbert import charts
from smallbert.charts import publish
from smallbert.compare import timings
from smallbert.data import sources

LEFT_OUT = ("bert-base", "bert-large", "mobilebert-without-opt")
"""Arms that have no point: the baseline, and what has a section of its own."""

FACTORED = "bert-base-rank-249"
"""The arm of factors at the poster's size."""

DEVICES = {"gpu": ("<", "printed, GPU"), "cpu": ("o", "printed, CPU")}
"""Markers of the printed speedups."""


def printed() -> pd.DataFrame:
    """Return the poster's row for an arm, the arm's short name in a chart, and a note on it."""
    return sources.table(timings.source(), "printed")


def beside(chosen: pd.DataFrame, poster: pd.DataFrame) -> pd.DataFrame:
    """Return measured speedups with the poster's for the same model.

    Parameters
    ----------
    chosen : pandas.DataFrame
        Of `smallbert.compare.timings.at`.
    poster : pandas.DataFrame
        The poster's table of effectiveness.

    Returns
    -------
    pandas.DataFrame
        An arm a row, with gpu and cpu (printed speedups) and reached, the measured speedup over
        the factor by which the operations fall.
    """
    what = timings.arms()
    names = what.index[what["product"].eq("dense") & ~what.index.isin(LEFT_OUT)]
    rows = chosen.loc[[name for name in [*names, FACTORED] if name in chosen.index]]
    own = printed()["poster"].reindex(rows.index)
    ratios = {device: own.map(poster[f"speedup_{device}"]) for device in DEVICES}
    return rows.assign(**ratios, reached=rows["speedup"] / rows["fewer"])


def labels(rows: pd.DataFrame) -> dict[str, str]:
    """Return what the chart calls each arm."""
    short = printed()["short"]
    return {name: short.get(name) or words for name, words in rows["name"].items()}


def three(value: float) -> str:
    """Return a number with three digits that count."""
    return f"{value:#.3g}".rstrip(".")


def between(row) -> str:
    """Return a median with the ends of its interval, as ``2.02 (1.97 to 2.07)``."""
    return f"{row['speedup']:.2f} ({row['speedup_low']:.2f} to {row['speedup_high']:.2f})"


def listed(rows: pd.DataFrame) -> str:
    """Return each arm with fall and speedup, for who cannot see the chart."""
    names = labels(rows)
    return ", ".join(
        f"{names[row.Index]} {three(row.fewer)} and {three(row.speedup)}"
        for row in rows.itertuples()
    )


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Return `beside` as the page shows it."""
    return pd.DataFrame(
        {
            "Model": rows["name"],
            "Operations fall by [x]": rows["fewer"].map(three),
            "Measured [x]": rows["speedup"].map(three),
            "95 % interval": [
                f"{three(row.speedup_low)} to {three(row.speedup_high)}"
                for row in rows.itertuples()
            ],
            "Printed, GPU [x]": rows["gpu"].map("{:g}".format, na_action="ignore"),
            "Printed, CPU [x]": rows["cpu"].map("{:g}".format, na_action="ignore"),
        }
    )


def notes(rows: pd.DataFrame, *, kept: float) -> dict:
    """Return the notes on the models; `kept` is the poster's size of the factored one [%]."""
    return {
        (name, "Model"): words.format(kept=kept)
        for name, words in printed()["note"].items()
        if words and name in rows.index
    }


def show(exhibit: str, rows: pd.DataFrame, *, batch: int, tokens: int) -> None:
    """Publish the chart of `beside`."""
    least = (rows["speedup"] / rows["fewer"]).idxmin()
    publish.figure(
        exhibit,
        lambda: draw(rows),
        data=rows.drop(columns="times"),
        finding=f"{labels(rows)[least]} runs {three(rows.at[least, 'speedup'])} times as fast; its "
        f"operations promise {three(rows.at[least, 'fewer'])}",
        alt="Speedup against the factor by which the operations fall, both logarithmic, at "
        f"{batch} x {tokens} tokens: {listed(rows)}.",
    )


def show_table(exhibit: str, rows: pd.DataFrame, *, kept: float, batch: int, tokens: int) -> None:
    """Publish the numbers of `beside`; `kept` is as in `notes`."""
    publish.table(
        exhibit,
        table(rows),
        data=rows.drop(columns="times"),
        caption={"batch": batch, "tokens": tokens},
        notes=notes(rows, kept=kept),
        fold="Numbers",
    )


def draw(rows: pd.DataFrame) -> Figure:
    """Draw speedup against the fall of the operations, with the poster's numbers."""
    names = labels(rows)
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 6.6))
    ink = plt.rcParams["text.color"]
    charts.log_axis(ax, "x", [1, 2, 5, 10, 20, 50, 100, 200])
    charts.log_axis(ax, "y", [1, 2, 5, 10, 20, 50, 100, 200])
    top = max(250, 1.4 * rows["speedup_high"].max())
    ax.set(xlim=(0.8, 300), ylim=(0.7, top))
    charts.connect(ax, [1, 250], [1, 250], colour=plt.rcParams["axes.edgecolor"])
    colours, _ = charts.looks(rows["technique"], of="technique")
    tints, ends = rows["technique"].map(colours), rows[["gpu", "cpu", "speedup"]]
    ax.vlines(rows["fewer"], ends.min(axis=1), ends.max(axis=1), colors=tints, lw=0.8)
    ax.vlines(rows["fewer"], rows["speedup_low"], rows["speedup_high"], colors=tints, lw=0.9)
    for device, (marker, _) in DEVICES.items():
        look = {"markers": dict.fromkeys(colours, marker), "size": 6, "legend": False}
        charts.scatter(ax, rows, x="fewer", y=device, **look)
    look = {"markers": dict.fromkeys(colours, "+"), "legend": False}
    charts.scatter(ax, rows.assign(origin="measured"), x="fewer", y="speedup", **look)
    ax.set(xlabel="Operations fall by [times]", ylabel="Speedup over BERT_BASE [times]")
    looks = [("+", "measured", "measured")]
    looks += [(marker, label, "printed") for marker, label in DEVICES.values()]
    legend = pd.DataFrame(looks, columns=["marker", "label", "origin"]).assign(colour=ink)
    for technique in rows["technique"].unique():
        entry = {"marker": "+", "label": technique.replace("_", " "), "origin": "measured"}
        legend.loc[len(legend)] = entry | {"colour": colours[technique]}
    marks = charts.legends.series(legend)
    charts.legends.below(fig, [*marks.values()], [*marks])
    ax.text(17, 30, "as the operations promise", rotation=45, fontstyle="italic")
    charts.place_labels(ax, rows["fewer"], rows["speedup"], [names[n] for n in rows.index])
    return fig
