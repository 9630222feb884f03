"""The audit: every derived number of the documents recomputed from their own cells."""

from smallbert.audit import verdict, words
from smallbert.audit.glue import DEFINITIONS, glue_score, meanings
from smallbert.audit.lines import both, recomputed, table
from smallbert.audit.score_rules import GLUE_TASKS, META_TASKS
from smallbert.audit.shown import document_table, marks, of_work, show

__all__ = [
    "DEFINITIONS",
    "GLUE_TASKS",
    "META_TASKS",
    "both",
    "document_table",
    "glue_score",
    "marks",
    "meanings",
    "of_work",
    "recomputed",
    "show",
    "table",
    "verdict",
    "words",
]
