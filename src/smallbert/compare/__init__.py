"""Rows of all sources on common axes: what may be compared, what beats what, and how surely."""

from smallbert.compare import timings
from smallbert.compare.averages import COMMON, OF_COMMON, averages
from smallbert.compare.best import alike, best_under, ranks, scored
from smallbert.compare.comparability import GROUNDS, stated_tasks, task_words
from smallbert.compare.costs import speedups
from smallbert.compare.losses import loss_in_words, losses, task_title
from smallbert.compare.models import described, longest, models
from smallbert.compare.replications import measured_by_others
from smallbert.compare.retained import by_task, evidence, task_name
from smallbert.compare.rows import SCORES, SPLITS, of_tidy, rows
from smallbert.compare.techniques import PATTERNS, by_share, pruned, quantized
from smallbert.compare.uncertainty import (
    differences,
    laboratories,
    laboratory_of,
    measured_at,
    mnli_margin,
    of_results,
    parts,
    reports,
    rest_share,
    spreads,
    standard_errors,
    task_sizes,
)
