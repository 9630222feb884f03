"""What was read from a figure beside the published numbers: a row a model, a panel a quantity.

The mapping ``readings`` of the points' resource in ``datapackage.yaml`` has ``heights`` (of the
panels, in inches), ``alt``, ``caption`` and ``finding`` (templates), and ``panels``, each with
``title``, ``xlabel``, ``xlim``, ``log`` (ticks of a logarithmic axis), and ``columns``, drawn in
their order: ``{column, origin, label}``, further ``half_width`` (a column), ``no_width`` (by
column, the cells of rows that are read as a tick without a margin), ``marker``, ``colour`` and
``size``. A column that the rows lack is left out; one that they have may add its own ``caption``
to that of the figure, where this has ``{column}``.
"""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert.charts import publish
from smallbert.charts.legends import gather
from smallbert.charts.points import log_axis, points
from smallbert.charts.style import WIDTH
from smallbert.data import sources

LOOKS = {
    "published": {"colour": "#d55e00", "marker": "o", "size": 10},
    "derived": {"colour": "#009e73", "marker": "D", "size": 6},
    "digitised": {"colour": "#0f7fc4", "marker": "o", "size": 6},
}
"""Of the numbers of a row, by origin; colours that the colour-blind tell apart."""


def readings(
    key: str,
    *frames: pd.DataFrame,
    name: str = "points",
    data: pd.DataFrame | None = None,
    **words: str,
) -> None:
    """Show a reading beside the published numbers, as the exhibit ``<key>-published``.

    Parameters
    ----------
    key : str
        The source.
    *frames : pandas.DataFrame
        The rows, from the lowest up, with ``name`` and the columns that the folder names: one
        frame for all panels, or one for each.
    name : str
        The table of the points.
    data : pandas.DataFrame, optional
        The CSV, where it is not the rows.
    **words
        For the texts of the folder, which have ``{name}`` in their place.
    """
    how = sources.tables(key)[name]["readings"]
    words = {each: publish.in_prose(text) for each, text in words.items()}
    publish.figure(
        f"{key}-published",
        lambda: _draw(how, frames, words),
        data=frames[0] if data is None else data,
        alt=how["alt"].format(**words),
        caption=how["caption"].format(**words | _captions(how, frames, words)),
        finding=how["finding"].format(**words),
    )


def _captions(how: dict, frames: tuple[pd.DataFrame, ...], words: dict) -> dict[str, str]:
    """Return what each column adds to the caption; one that the rows lack adds nothing."""
    columns = [each for panel in how["panels"] for each in panel["columns"] if "caption" in each]
    there = {column for rows in frames for column in rows}
    return {
        each["column"]: each["caption"].format(**words) if each["column"] in there else ""
        for each in columns
    }


def _draw(how: dict, frames: tuple[pd.DataFrame, ...], words: dict) -> Figure:
    """Draw a panel for each quantity."""
    panels = how["panels"]
    frames = frames * len(panels) if len(frames) == 1 else frames
    size = (WIDTH, sum(how["heights"]))
    fig, axes = plt.subplots(len(panels), figsize=size, height_ratios=how["heights"])
    for ax, panel, rows in zip(axes, panels, frames, strict=True):
        _panel(ax, panel, rows.reset_index(drop=True), words)
    gather(fig)
    return fig


def _panel(ax: Axes, panel: dict, rows: pd.DataFrame, words: dict) -> None:
    """Draw the numbers of one quantity, each origin in its look."""
    for column in panel["columns"]:
        if column["column"] in rows:
            _column(ax, column, rows, words)
    if "log" in panel:
        log_axis(ax, "x", panel["log"])
    ax.set(xlabel=panel["xlabel"], title=panel["title"], xlim=panel.get("xlim"))
    ax.set_yticks(rows.index, rows["name"])
    ax.legend()


def _column(ax: Axes, column: dict, rows: pd.DataFrame, words: dict) -> None:
    """Draw one number of each row that has it, with its margin."""
    look = {part: column.get(part, usual) for part, usual in LOOKS[column["origin"]].items()}
    known = rows.dropna(subset=column["column"])
    x, margin = known[column["column"]], known.get(column.get("half_width"))
    for own, cell in column.get("no_width", {}).items():
        ticks = known[own] == cell
        margin = margin.mask(ticks, 0)
        ax.plot(x[ticks], x.index[ticks], "|", color=look["colour"], markersize=16)
    label = column["label"].format(**words)
    points(ax, x, x.index, origin=column["origin"], x_error=margin, label=label, **look)
