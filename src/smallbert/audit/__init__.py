"""The audit: every derived number of the documents recomputed from their own cells."""

from smallbert.audit import shares, verdict, words
from smallbert.audit.glue import DEFINITIONS, glue_score, meanings
from smallbert.audit.lines import both, recomputed, table
from smallbert.audit.needless import notes as needless_notes
from smallbert.audit.overview import (
    COPIES,
    as_numbers,
    as_table,
    at_cell,
    gathered,
    in_tolerances,
    links,
    missing,
    rules,
    to_explain,
    unexplained,
    with_exact_inputs,
)
from smallbert.audit.score_rules import GLUE_TASKS, META_TASKS
from smallbert.audit.shown import document_table, marks, of_work, show
from smallbert.audit.verdict import (
    AGREES,
    CUT,
    DIGITS,
    DISAGREES,
    INPUTS,
    TRUNCATED,
    UNKNOWN,
    VERDICTS,
)
from smallbert.audit.words import in_words

__all__ = [
    "AGREES",
    "COPIES",
    "CUT",
    "DEFINITIONS",
    "DIGITS",
    "DISAGREES",
    "GLUE_TASKS",
    "INPUTS",
    "META_TASKS",
    "TRUNCATED",
    "UNKNOWN",
    "VERDICTS",
    "as_numbers",
    "as_table",
    "at_cell",
    "both",
    "document_table",
    "gathered",
    "glue_score",
    "in_tolerances",
    "in_words",
    "links",
    "marks",
    "meanings",
    "missing",
    "needless_notes",
    "of_work",
    "recomputed",
    "rules",
    "shares",
    "show",
    "table",
    "to_explain",
    "unexplained",
    "verdict",
    "with_exact_inputs",
    "words",
]
