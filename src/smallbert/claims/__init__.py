"""Every claim of the documents and of the book, judged by the results.

``claims.yaml`` in a work's folder, or in ``data/survey`` for what is said across works, states
the claims, their kinds and thresholds, and the verdicts that somebody has accepted; `table` tests
them all, `faults` names those that the data have turned.
"""

from smallbert.claims.faults import faults
from smallbert.claims.finding import (
    FAILS,
    HOLDS,
    NOT_TESTABLE,
    UNDECIDABLE,
    VERDICTS,
    Finding,
    LackingError,
)
from smallbert.claims.material import Material
from smallbert.claims.remarks import met_by, remark_table
from smallbert.claims.stated import retired, stated
from smallbert.claims.tested import (
    assess,
    entries,
    judged,
    kind,
    prepare,
    say,
    table,
    thresholds,
    verdict,
    verdicts,
)

__all__ = [
    "FAILS",
    "HOLDS",
    "NOT_TESTABLE",
    "UNDECIDABLE",
    "VERDICTS",
    "Finding",
    "LackingError",
    "Material",
    "assess",
    "entries",
    "faults",
    "judged",
    "kind",
    "met_by",
    "prepare",
    "remark_table",
    "retired",
    "say",
    "stated",
    "table",
    "thresholds",
    "verdict",
    "verdicts",
]
