"""The answer: from what a reader needs to models, with where to get them."""

from smallbert.answers.budgets import BUDGETS, by_budget, cards
from smallbert.answers.choose import CAN, answer, complete
from smallbert.answers.device_times import devices
from smallbert.answers.page import form
from smallbert.answers.report import as_json, listed, text
from smallbert.answers.table import lines, needs, points, recipe, snippet
from smallbert.answers.tasks import TASKS
from smallbert.answers.words import summary

__all__ = ["BUDGETS", "CAN", "TASKS", "answer", "as_json", "by_budget", "cards"]
__all__ += ["complete", "devices", "form", "lines", "listed", "needs", "points", "recipe"]
__all__ += ["snippet", "summary", "text"]
