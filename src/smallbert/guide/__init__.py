"""The guide: from a reader's requirements to the methods that meet them, with their evidence."""

from smallbert.guide.decision import answer
from smallbert.guide.export import data
from smallbert.guide.text import evidence, report
from smallbert.guide.wishes import complete

__all__ = ["answer", "complete", "data", "evidence", "report"]
