"""The guide: from a reader's requirements to the methods that meet them, with their evidence."""

from smallbert.guide.chart import draw, finding, points
from smallbert.guide.choices import TASKS, complete
from smallbert.guide.decision import APART, answer
from smallbert.guide.export import export as data
from smallbert.guide.page import form
from smallbert.guide.report import (
    abilities,
    by_ground,
    evidence,
    missed,
    needs,
    ranked,
    releases,
    suggestions,
    text,
    ways_out,
)

__all__ = ["APART", "TASKS", "abilities", "answer", "by_ground", "complete", "data", "draw"]
__all__ += ["evidence", "finding", "form", "missed", "needs", "points", "ranked", "releases"]
__all__ += ["suggestions", "text", "ways_out"]
