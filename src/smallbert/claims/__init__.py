"""Every claim of the documents and of the book, judged by the results.

``claims.yaml`` in a work's folder states the claims, their kinds and thresholds, and the verdicts
that somebody has accepted; `table` tests them all, `faults` names those that the data have turned.
"""

from smallbert.claims.check import faults
from smallbert.claims.finding import FAILS, HOLDS, NOT_TESTABLE, UNDECIDABLE, VERDICTS, Material
from smallbert.claims.remarks import remark_table
from smallbert.claims.stated import (
    assess,
    entries,
    kind,
    say,
    stated,
    statements,
    table,
    thresholds,
    verdicts,
)
