"""Rows of all sources on common axes: what may be compared, what beats what, and how surely."""

from smallbert.compare import timings
from smallbert.compare.averages import COMMON, OF_COMMON, averages
from smallbert.compare.best import (
    WEIGHTS,
    alike,
    best_under,
    front,
    margins,
    may_be_best,
    ranks,
    scored,
)
from smallbert.compare.comparability import GROUNDS, KEY
from smallbert.compare.costs import COSTS, speedups
from smallbert.compare.models import described, models
from smallbert.compare.retained import (
    AXES,
    by_task,
    evidence,
    of_technique,
    task_name,
)
from smallbert.compare.rows import (
    SCORES,
    SPLITS,
    of_tidy,
    rows,
)
from smallbert.compare.techniques import (
    FACTORS,
    FAMILIES,
    PATTERNS,
    by_share,
    families,
    leads,
    pruned,
    quantized,
)
from smallbert.compare.uncertainty import (
    LEAST,
    LEVEL,
    RHO,
    differences,
    laboratories,
    mnli_margin,
    reports,
    sampling_error,
    standard_errors,
    task_sizes,
)
