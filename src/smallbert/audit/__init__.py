"""The audit: derived numbers of the documents recomputed from their own cells."""

from smallbert.audit.interval import Interval
from smallbert.audit.judge import (
    AGREES,
    ANOTHER,
    AUDIT_VERDICTS,
    COUNTED_OTHERWISE,
    CUT,
    DIGITS,
    DISAGREES,
    INPUTS,
    NOT_RECOMPUTABLE,
    OFF,
    TRUNCATED,
)
from smallbert.audit.oddities import guesses, oddities
from smallbert.audit.rule_inputs import MissingError, Numbers, Result
from smallbert.audit.rules_of_copies import BORROWED_NUMBER, COPIES, COPY, REPORTS, copied, repeated
from smallbert.audit.rules_of_costs import BOOK_RULE, SHARE_METRICS, SIZE_METRICS, counted
from smallbert.audit.rules_of_scores import GLUE_TASKS, META_TASKS
from smallbert.audit.sentences import (
    RULE_NAMES,
    as_sentence,
    described,
    document_label,
    rule_in_words,
    two_numbers,
)
from smallbert.audit.table import audit_table, recomputed, withdrawn
from smallbert.audit.unexplained import needless_notes, unexplained
from smallbert.audit.work_section import marks, of_work
