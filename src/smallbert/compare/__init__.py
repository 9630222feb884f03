"""Rows of all sources on common axes: what may be compared, what beats what, and how surely."""

from smallbert.compare import timings
from smallbert.compare.costs import COSTS, speedups
from smallbert.compare.dominance import front, front_table
from smallbert.compare.evidence import (
    AXES,
    PATTERNS,
    by_share,
    by_task,
    evidence,
    of_technique,
    pruned,
    task_name,
)
from smallbert.compare.grounds import GROUNDS, KEY, ground_words, in_words, may_compare
from smallbert.compare.models import (
    WEIGHTS,
    alike,
    best_under,
    budget_table,
    models,
    report_ranges,
    reports,
)
from smallbert.compare.rows import (
    SCORES,
    SPLITS,
    compressing,
    of_tidy,
    over,
    rows,
    with_own_baselines,
)
from smallbert.compare.uncertainty import (
    MEASURES,
    combined,
    measured,
    sampling_error,
    standard_errors,
    task_sizes,
)
