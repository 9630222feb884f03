"""What of DeFormer is code: rules of its audit, questions that savings imply, its exhibits."""

from smallbert.works.cao2020deformer.exhibits import show_remains, show_saved, show_tasks
from smallbert.works.cao2020deformer.questions import (
    implied_questions,
    show_questions,
)
from smallbert.works.cao2020deformer.rules import drop, memory_reduction, relative_drop, ways

__all__ = [
    "drop",
    "implied_questions",
    "memory_reduction",
    "relative_drop",
    "show_questions",
    "show_remains",
    "show_saved",
    "show_tasks",
    "ways",
]
