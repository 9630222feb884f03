"""Charts and tables: the look, points with their uncertainty, labels, and what shows them."""

from smallbert.charts import schematics, style
from smallbert.charts.bars import (
    VERDICTS,
    dots,
    stacked,
    tally,
    tally_in_words,
)
from smallbert.charts.labels import place_labels, signed
from smallbert.charts.leaderboard import leaderboard_html
from smallbert.charts.pareto import pareto_front
from smallbert.charts.printed_tables import correction_notes, headings, printed_table
from smallbert.charts.publish import figure, html, say
from smallbert.charts.scatter import connect_points, points, scatter
from smallbert.charts.schematics import weights_in_words
from smallbert.charts.screen_layouts import WIDTH
from smallbert.charts.strips import strips
from smallbert.charts.style import (
    ACCENT,
    COLORS,
    GREYS,
    SERIES,
    explain_marks,
    gather_legends,
    legend_below,
    log_axis,
    looks,
    ordered,
    use_style,
)
from smallbert.charts.tables import flat, table
from smallbert.charts.work_score_tables import loss_table, score_table
from smallbert.data.amounts_in_words import listed
