"""Every change of the poster's rows against a baseline, task by task."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from smallbert.charts import publish
from smallbert.charts.heatmap import heatmap
from smallbert.charts.style import WIDTH

TASKS = ["MNLI", "QQP", "SST-2", "SQuAD 1.1 F1"]


def show(changes: pd.DataFrame, names: pd.Series, *, against: str) -> None:
    """Publish the changes as a matrix of models and tasks; what no one reports stays hatched.

    Parameters
    ----------
    changes : pandas.DataFrame
        Points: a row a model, a column for each of `TASKS`, in that order.
    names : pandas.Series
        The models', by row.
    against : str
        What a change is against, in words.
    """
    matrix = changes.set_axis(TASKS, axis=1).rename(index=names)
    reported = matrix.stack().dropna()
    (worst, task), (best, other) = reported.idxmin(), reported.idxmax()
    ends = f"from {reported.min():.1f} points ({worst}, {task}) to "
    ends += f"{reported.max():+.1f} ({best}, {other})"
    publish.figure(
        "ganesh2021case-changes",
        lambda: draw(matrix),
        data=changes.round(9).assign(name=names),
        finding=f"{(reported < 0).sum()} of {len(reported)} reported changes are losses",
        alt=f"Matrix of {len(matrix)} models and {len(TASKS)} tasks. {len(reported)} of "
        f"{matrix.size} changes are reported, {ends}.".replace("-", "−"),
        caption={"against": against},
    )


def draw(matrix: pd.DataFrame) -> Figure:
    """Draw the matrix; the worst changes share the darkest colour, so that small ones show."""
    fig, ax = plt.subplots(figsize=(WIDTH, 0.24 * len(matrix) + 0.8))
    reach = matrix.abs().stack().dropna().quantile(0.9)
    heatmap(ax, matrix, centre=0, limits=(-reach, reach), written="{:+.1f}")
    ax.set_xticklabels([name.replace(" ", "\n", 1) for name in matrix])
    ax.xaxis.tick_top()
    return fig
