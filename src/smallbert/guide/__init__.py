"""The guide: from a reader's requirements to the methods that meet them, with their evidence."""

from smallbert.guide.decision import answer
from smallbert.guide.export import data
from smallbert.guide.figure import draw, finding, points
from smallbert.guide.page import form
from smallbert.guide.rules import TASKS
from smallbert.guide.tables import (
    abilities,
    by_ground,
    missed,
    needs,
    ranked,
    releases,
    suggestions,
    ways_out,
)
from smallbert.guide.text import evidence, report
from smallbert.guide.wishes import complete

__all__ = [
    "TASKS",
    "abilities",
    "answer",
    "by_ground",
    "complete",
    "data",
    "draw",
    "evidence",
    "finding",
    "form",
    "missed",
    "needs",
    "points",
    "ranked",
    "releases",
    "report",
    "suggestions",
    "ways_out",
]
