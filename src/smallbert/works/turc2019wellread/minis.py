"""The released mini models: scores against parameters."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert import charts

AXES = {
    "mnli_m_accuracy": "MNLI-m accuracy, test [%]",
    "glue_9_average": "GLUE over 9 tasks [%]",
}
TICKS = {"far apart": [5, 10, 20, 50, 100], "close": [50, 70, 100, 150]}


def draw(models: pd.DataFrame, *, baseline: str) -> Figure:
    """Draw a panel for each score that models other than the baseline have.

    Parameters
    ----------
    models : pandas.DataFrame
        Columns label, technique, origin, parameters_m [millions] and those of `AXES` [%].
    baseline : str
        The label of the model at whose score a line is drawn.
    """
    shown = [score for score in AXES if models[score].notna().sum() > 1]
    size = (charts.WIDTH, 3.8 * len(shown))
    fig, axes = plt.subplots(len(shown), figsize=size, squeeze=False)
    for ax, score in zip(axes.flat, shown, strict=True):
        known = models.dropna(subset=score)
        line = {"color": plt.rcParams["axes.edgecolor"], "linewidth": 0.9, "linestyle": ":"}
        ax.axhline(known.set_index("label").at[baseline, score], **line)
        _panel(ax, known, score)
    for ax, score in zip(axes.flat, shown, strict=True):
        known = models.dropna(subset=score)
        charts.place_labels(ax, known["parameters_m"], known[score], known["label"])
    return fig


def _panel(ax: Axes, models: pd.DataFrame, score: str) -> None:
    low = 0.75 * models["parameters_m"].min()
    ticks = TICKS["far apart" if low < 20 else "close"]
    charts.log_axis(ax, "x", [tick for tick in ticks if tick > low])
    ax.set(xlabel="Parameters with embeddings [M]", ylabel=AXES[score], xlim=(low, 190))
    ax.margins(y=0.13)
    charts.scatter(ax, models, x="parameters_m", y=score, size=7, legend=False)


def finding(models: pd.DataFrame) -> str:
    """Say what the smallest and the largest model score on MNLI."""
    known = models.dropna(subset="mnli_m_accuracy").sort_values("parameters_m")
    return "On MNLI-m " + ", ".join(
        f"{row.label} scores {row.mnli_m_accuracy:.1f} % with {row.parameters_m:.0f} M weights"
        for row in known.iloc[[0, -1]].itertuples()
    )


def alt(models: pd.DataFrame) -> str:
    """Return the chart in words: parameters and MNLI of each model."""
    listed = ", ".join(
        f"{row.label} {row.parameters_m:.1f} M and {row.mnli_m_accuracy:.1f} %"
        for row in models.itertuples()
    )
    return f"Score against parameters with embeddings; MNLI-m on test: {listed}."


def caption(*, published: bool) -> str:
    """Return what to see in the chart, with and without the published scores."""
    hollow = "Hollow markers are published scores. " if published else ""
    return (
        f"{hollow}Filled markers are printed on the slides; circles had a teacher, crosses none. "
        "The dotted line is BERT_BASE as MobileBERT's table has it. All scores are of the GLUE "
        "server."
    )


def in_words(readme: pd.DataFrame, *, published: bool) -> str:
    """Say how many released models are drawn."""
    if not published:
        return "Their published scores are not drawn with this choice of parameters."
    return f"{len(readme)} have published scores, pre-trained and fine-tuned like PF."
