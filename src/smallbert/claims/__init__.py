"""Every claim of the documents and of the book as a predicate over the results.

``data/survey/claims.csv`` names the claims, their predicates and thresholds, and the verdicts that
somebody has accepted; `table` tests them all, `faults` names those that the data have turned.
"""

from smallbert.claims.finding import FAILS, HOLDS, UNDECIDABLE, VERDICTS, Finding, LackingError
from smallbert.claims.material import Material
from smallbert.claims.table import (
    entries,
    faults,
    find,
    predicate,
    say,
    stated,
    table,
    verdict,
    verdicts,
)

__all__ = [
    "FAILS",
    "HOLDS",
    "UNDECIDABLE",
    "VERDICTS",
    "Finding",
    "LackingError",
    "Material",
    "entries",
    "faults",
    "find",
    "predicate",
    "say",
    "stated",
    "table",
    "verdict",
    "verdicts",
]
