"""The guide: from a reader's requirements to the methods that meet them, with their evidence."""

from smallbert.choose.decision import answer
from smallbert.choose.export import data
from smallbert.choose.text import evidence, report
from smallbert.choose.wishes import complete

__all__ = ["answer", "complete", "data", "evidence", "report"]
