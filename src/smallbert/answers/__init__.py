"""The answer: from what a reader needs to models, with where to get them."""

from smallbert.answers.best_by_size import SIZE_BUDGETS, budget_cards, by_budget
from smallbert.answers.candidate_scores import recipe
from smallbert.answers.candidates import all_candidates, scores_and_costs
from smallbert.answers.device_times import devices
from smallbert.answers.downloads import needs_table
from smallbert.answers.output_formats import as_json, as_table, as_text
from smallbert.answers.page import form_html
from smallbert.answers.snippets import snippet
from smallbert.answers.tasks import TASKS
from smallbert.answers.wish import CAN, answer, complete
from smallbert.answers.words import in_sentences

__all__ = ["CAN", "SIZE_BUDGETS", "TASKS", "all_candidates", "answer", "as_json", "as_table"]
__all__ += ["as_text", "budget_cards", "by_budget", "complete", "devices", "form_html"]
__all__ += ["in_sentences", "needs_table", "recipe", "scores_and_costs", "snippet"]
