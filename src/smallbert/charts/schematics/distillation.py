"""A teacher and a student whose layers and outputs are matched in training."""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert.charts import publish
from smallbert.charts.drawing import MIB, arrow, block, canvas, caption, count
from smallbert.charts.style import COLOURS

COLOUR, GREY = COLOURS["distillation"], COLOURS["none"]
BASE, STEP = 2.59, 0.2
"""Middle of the first layer and distance from one to the next, in inches."""


def show(exhibit: str, sizes: pd.DataFrame, *, teacher: tuple, student: tuple) -> None:
    """Publish the drawing; parameters as of `draw`."""
    many = {name: count(size) for name, size in sizes["parameters"].items()}
    mib = sizes["parameters"] * 4 / MIB
    publish.figure(
        exhibit,
        lambda: draw(sizes, teacher=teacher, student=student),
        data=sizes.assign(MiB=mib).rename_axis("model").reset_index(),
        finding=f"A student of {student[0]} layers of width {student[1]} has "
        f"{many['student'].removesuffix(' parameters')} of the teacher's {many['teacher']}",
        alt=f"Schematic. A teacher of {teacher[0]} layers of width {teacher[1]} next to a student "
        f"of {student[0]} of width {student[1]}; dashed arrows lead from the teacher's layers and "
        f"output to the student's. Parameters go from {many['teacher']} to {many['student']}, "
        f"bytes from {mib['teacher']:.0f} to {mib['student']:.0f} MiB.",
    )


def draw(sizes: pd.DataFrame, *, teacher: tuple[int, int], student: tuple[int, int]) -> Figure:
    """Draw teacher and student with what is matched, and both to scale as bars.

    Parameters
    ----------
    sizes : pandas.DataFrame
        Rows teacher and student; columns parameters, in the layers, G operations.
    teacher, student : tuple of int
        Layers and width.
    """
    fig, ax = canvas(7, 5.95)
    inch = 2.2 / teacher[1]
    for x, name, (layers, width) in ((1.55, "teacher", teacher), (5.3, "student", student)):
        _network(ax, x, layers, width * inch)
        caption(ax, (x, 5.85), f"{name}: {layers} × {width}", bold=True)
        arrow(ax, (x, max(5.0 if x < 2 else 0, _middle(layers - 1) + 0.12)), (x, 5.35))
    edge = 5.25 - student[1] * inch / 2
    for number in range(1, student[0] + 1):
        above = _middle(round(number * teacher[0] / student[0]) - 1)
        arrow(ax, (2.7, above), (edge, _middle(number - 1)), colour=COLOUR, dashed=True)
    arrow(ax, (1.7, 5.42), (5.15, 5.42), "output", colour=COLOUR, dashed=True)
    caption(ax, (3.42, 2.42), "hidden states\nor attention")
    for y, name in ((1.2, "teacher"), (0.5, "student")):
        _bar(ax, y, name, sizes.loc[name], unit=6.3 / sizes.loc["teacher", "parameters"])
    text = "bars to scale; grey: embeddings; operations for 128 tokens, two for a multiply-add"
    caption(ax, (0.35, 0.38), text, ha="left")
    return fig


def _middle(layer: int) -> float:
    return BASE + STEP * layer


def _network(ax: Axes, x: float, layers: int, wide: float) -> None:
    """Draw embeddings and layers, as wide as the network."""
    left = x - wide / 2
    block(ax, (left, 2.15), (wide, 0.3), "embeddings" if wide > 0.7 else "", colour=GREY)
    for layer in range(layers):
        block(ax, (left, _middle(layer) - 0.08), (wide, 0.16), colour=COLOUR)


def _bar(ax: Axes, y: float, name: str, row: pd.Series, *, unit: float) -> None:
    """Draw a bar of embeddings and layers."""
    whole, inside = row["parameters"], row["in the layers"]
    words = unit * (whole - inside)
    block(ax, (0.35, y), (words, 0.2), colour=GREY)
    block(ax, (0.35 + words, y), (unit * inside, 0.2), colour=COLOUR)
    text = f"{name}: {count(whole, 4 * whole)}, {row['G operations']:.1f} G operations"
    caption(ax, (0.35, y + 0.42), text, ha="left")
