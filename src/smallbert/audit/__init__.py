"""The audit: derived numbers of the documents recomputed from their own cells."""

from smallbert.audit.interval import Interval, MissingError, Numbers, Result, rule
from smallbert.audit.judge import (
    AGREES,
    ANOTHER,
    COUNTED,
    CUT,
    DIGITS,
    DISAGREES,
    INPUTS,
    OFF,
    TRUNCATED,
    UNKNOWN,
    VERDICTS,
)
from smallbert.audit.remarks import guesses
from smallbert.audit.remarks import table as remarks
from smallbert.audit.report import (
    RULES,
    closed,
    described,
    document,
    marks,
    of_work,
    recomputed,
    rule_in_words,
    table,
    two_numbers,
    unexplained,
    withdrawn,
)
from smallbert.audit.rules_of_copies import BORROWED, COPIES, COPY, REPORTS, copied, repeated
from smallbert.audit.rules_of_scores import GLUE_TASKS, META_TASKS
from smallbert.audit.rules_of_sizes import DEFAULT, METRICS, SHARES, counted
