"""Charts and tables: the look, points with their uncertainty, labels, and what shows them."""

from smallbert.charts import schematics, style
from smallbert.charts.bars import (
    VERDICTS,
    dots,
    in_words,
    stacked,
    tally,
)
from smallbert.charts.forest import forest
from smallbert.charts.labels import place_labels, signed
from smallbert.charts.leaderboard import leaderboard
from smallbert.charts.pareto import pareto_front
from smallbert.charts.publish import figure, html, say
from smallbert.charts.scatter import connect, points, scatter
from smallbert.charts.schematics import count
from smallbert.charts.score_tables import loss_table, score_table
from smallbert.charts.screens import WIDTH
from smallbert.charts.style import (
    ACCENT,
    COLORS,
    GREYS,
    SERIES,
    explain,
    gather_legends,
    legend_below,
    log_axis,
    looks,
    ordered,
    use_style,
)
from smallbert.charts.tables import (
    correction_notes,
    flat,
    headings,
    printed_table,
    table,
)
from smallbert.data.wording import listed
