"""The audit: every derived number of the documents recomputed from their own cells."""

from smallbert.audit import verdict, words
from smallbert.audit.lines import both, recomputed, table
from smallbert.audit.score_rules import GLUE_TASKS, META_TASKS
from smallbert.audit.shown import document_table, marks, of_work, show

__all__ = [
    "GLUE_TASKS",
    "META_TASKS",
    "both",
    "document_table",
    "marks",
    "of_work",
    "recomputed",
    "show",
    "table",
    "verdict",
    "words",
]
