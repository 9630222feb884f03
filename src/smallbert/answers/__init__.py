"""The answer: from what a reader needs to models, with where to get them."""

from smallbert.answers.choose import CAN, answer, complete
from smallbert.answers.page import form
from smallbert.answers.report import as_json, listed, text
from smallbert.answers.table import TASKS, lines, needs, recipe, snippet
from smallbert.answers.words import summary
from smallbert.compare.device_times import devices

__all__ = ["CAN", "TASKS", "answer", "as_json", "complete", "devices", "form", "lines", "listed"]
__all__ += ["needs", "recipe", "snippet", "summary", "text"]
