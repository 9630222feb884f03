"""How fast each shape is: the page's table and chart, and how far times carry elsewhere."""

from smallbert.works.stopwatch.ratios_elsewhere import (
    LEAST_TIME_SHARE,
    largest_spread,
    ratios_elsewhere,
)
from smallbert.works.stopwatch.tables import (
    carried_table,
    draw_times,
    gains_in_8_bits,
    instruction_sets,
    least_rounds,
    machine_in_words,
    most_weights,
    times_table,
)
