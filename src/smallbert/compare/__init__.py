"""Rows of all sources on common axes: what may be compared, what beats what, and how surely."""

from smallbert.compare.averages import COMMON_TASKS, MEAN_OF_COMMON, averages
from smallbert.compare.best import best_under, one_recipe_scores
from smallbert.compare.comparability import GROUNDS, stated_tasks, task_words
from smallbert.compare.laboratory_spread import (
    laboratory_of,
    laboratory_spreads,
    measured_at,
    reports,
    rest_share,
    spread_parts,
    spreads,
)
from smallbert.compare.leaderboard import leaderboard
from smallbert.compare.losses import loss_in_words, losses, task_title
from smallbert.compare.model_costs import model_costs
from smallbert.compare.model_scores import model_scores
from smallbert.compare.models import described_models, longest_inputs, models_of_works
from smallbert.compare.quantized_and_pruned import PATTERNS, by_share, pruned, quantized
from smallbert.compare.ranks import ranks
from smallbert.compare.replications import measured_by_others
from smallbert.compare.sampling import task_sizes
from smallbert.compare.scored_rows import SCORES, SPLITS, scored_rows, scored_rows_of
from smallbert.compare.tradeoffs import task_name, tradeoffs, tradeoffs_by_task
from smallbert.compare.uncertainty import (
    differences,
    errors_of_results,
    intervals,
    mnli_margin,
    standard_errors,
)
