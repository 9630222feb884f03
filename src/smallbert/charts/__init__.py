"""Charts: the look, points with their uncertainty, labels, schematics."""

from smallbert.charts.broken import broken_log_axis
from smallbert.charts.labels import note
from smallbert.charts.placing import place_labels
from smallbert.charts.points import connect, divide, legend, log_axis, points
from smallbert.charts.publish import figure, say, table
from smallbert.charts.remarks import remark_chart, within
from smallbert.charts.retained import retained
from smallbert.charts.schematic import arrow, block, canvas, caption, count, matrix
from smallbert.charts.style import COLOURS, MARKERS, family, theme

__all__ = [
    "COLOURS",
    "MARKERS",
    "arrow",
    "block",
    "broken_log_axis",
    "canvas",
    "caption",
    "connect",
    "count",
    "divide",
    "family",
    "figure",
    "legend",
    "log_axis",
    "matrix",
    "note",
    "place_labels",
    "points",
    "remark_chart",
    "retained",
    "say",
    "table",
    "theme",
    "within",
]
