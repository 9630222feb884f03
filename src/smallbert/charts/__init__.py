"""Charts: the look, points with their uncertainty, labels, schematics."""

from smallbert.charts.labels import label_points, note
from smallbert.charts.points import connect, divide, legend, log_axis, points
from smallbert.charts.retained import retained
from smallbert.charts.style import COLOURS, MARKERS, family, theme

__all__ = [
    "COLOURS",
    "MARKERS",
    "connect",
    "divide",
    "family",
    "label_points",
    "legend",
    "log_axis",
    "note",
    "points",
    "retained",
    "theme",
]
