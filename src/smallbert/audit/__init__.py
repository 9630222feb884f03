"""The audit: every derived number of the documents recomputed from their own cells."""

from smallbert.audit.lines import both, recomputed, table
from smallbert.audit.shown import document_table, marks, of_work, show

__all__ = ["both", "document_table", "marks", "of_work", "recomputed", "show", "table"]
