"""Rows of all sources on common axes: what may be compared, what beats what, and how surely."""

from smallbert.compare import timings
from smallbert.compare.best import margin, may_be_best, ranks, scored
from smallbert.compare.comparability import GROUNDS, KEY, ground_words, in_words, may_compare
from smallbert.compare.costs import COSTS, speedups
from smallbert.compare.dominance import front, front_table
from smallbert.compare.models import (
    WEIGHTS,
    alike,
    best_under,
    budget_table,
    models,
    report_ranges,
    reports,
)
from smallbert.compare.retained import (
    AXES,
    PATTERNS,
    by_share,
    by_task,
    evidence,
    of_technique,
    pruned,
    task_name,
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
    LEVEL,
    MEASURES,
    RHO,
    Difference,
    combined,
    difference,
    differences,
    laboratories,
    measured,
    mnli_margin,
    sampling_error,
    standard_errors,
    task_sizes,
)
