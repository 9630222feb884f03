"""The audit: every derived number of the documents recomputed from their own cells."""

from smallbert.audit.lines import both, recomputed, table
from smallbert.audit.pages import marks, of_work

__all__ = ["both", "marks", "of_work", "recomputed", "table"]
