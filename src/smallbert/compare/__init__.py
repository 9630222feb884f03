"""Rows of all sources on common axes: what may be compared, what beats what, and how surely."""

from smallbert.compare import timings
from smallbert.compare.comparable import GROUNDS, KEY, ground_words, may_compare
from smallbert.compare.cost_axes import COSTS
from smallbert.compare.dominance import dominates, front, front_table
from smallbert.compare.encoders import WEIGHTS, alike, benchmark_name, best_under, budget_table
from smallbert.compare.errors import ERRORS, combined, sampling_error, standard_errors, task_sizes
from smallbert.compare.evidence import AXES, by_task, evidence, of_technique, task_name
from smallbert.compare.models import models
from smallbert.compare.reports import report_ranges, reports
from smallbert.compare.score_axes import MEASURES, measured, over, with_own_baselines
from smallbert.compare.score_rows import compressing, of_tidy, rows
from smallbert.compare.scores import SCORES, SPLITS
from smallbert.compare.sparsity import PATTERNS, by_share, pruned
from smallbert.compare.speedups import speedups

__all__ = [
    "AXES",
    "COSTS",
    "ERRORS",
    "GROUNDS",
    "KEY",
    "MEASURES",
    "PATTERNS",
    "SCORES",
    "SPLITS",
    "WEIGHTS",
    "alike",
    "benchmark_name",
    "best_under",
    "budget_table",
    "by_share",
    "by_task",
    "combined",
    "compressing",
    "dominates",
    "evidence",
    "front",
    "front_table",
    "ground_words",
    "may_compare",
    "measured",
    "models",
    "of_technique",
    "of_tidy",
    "over",
    "pruned",
    "report_ranges",
    "reports",
    "rows",
    "sampling_error",
    "speedups",
    "standard_errors",
    "task_name",
    "task_sizes",
    "timings",
    "with_own_baselines",
]
