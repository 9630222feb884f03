"""Charts: the look, points with their uncertainty, labels, schematics."""

from smallbert.charts import components, legends, readings, schematics, style
from smallbert.charts.budgets import by_size
from smallbert.charts.categories import bars, dumbbell, strip
from smallbert.charts.document_tables import document_table, headings
from smallbert.charts.drawing import arrow, block, canvas, caption, count, matrix
from smallbert.charts.evidence import evidence, evidence_table, shrinks
from smallbert.charts.heatmap import heatmap
from smallbert.charts.labels import note, signed
from smallbert.charts.lines import lines, trend, trends
from smallbert.charts.models import model_table
from smallbert.charts.panels import panels
from smallbert.charts.placing import place_labels
from smallbert.charts.points import connect, log_axis, points
from smallbert.charts.publish import correction_notes, figure, say, table
from smallbert.charts.remarks import remark_chart, within
from smallbert.charts.retained import retained
from smallbert.charts.scatter import scatter
from smallbert.charts.sparsity import by_pattern
from smallbert.charts.spread import spread
from smallbert.charts.style import COLOURS, MARKERS, WIDTH, family, looks
from smallbert.charts.tables import flat, letter
from smallbert.charts.tally import in_words, matrices, stacked, tally
from smallbert.charts.tolerances import tolerances
from smallbert.data.results import listed

__all__ = [
    "COLOURS",
    "MARKERS",
    "WIDTH",
    "arrow",
    "bars",
    "block",
    "by_pattern",
    "by_size",
    "canvas",
    "caption",
    "components",
    "connect",
    "correction_notes",
    "count",
    "document_table",
    "dumbbell",
    "evidence",
    "evidence_table",
    "family",
    "figure",
    "flat",
    "headings",
    "heatmap",
    "in_words",
    "legends",
    "letter",
    "lines",
    "listed",
    "log_axis",
    "looks",
    "matrices",
    "matrix",
    "model_table",
    "note",
    "panels",
    "place_labels",
    "points",
    "readings",
    "remark_chart",
    "retained",
    "say",
    "scatter",
    "schematics",
    "shrinks",
    "signed",
    "spread",
    "stacked",
    "strip",
    "style",
    "table",
    "tally",
    "tolerances",
    "trend",
    "trends",
    "within",
]
