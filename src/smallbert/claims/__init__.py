"""Every claim of the documents and of the book, judged by the results.

``claims.yaml`` in a work's folder states the claims, their kinds and thresholds, and the verdicts
that somebody has accepted; `claim_table` tests them all, `faults_of_claims` names those that the
data have turned.
"""

from smallbert.claims.check import faults_of_claims, faults_of_errata
from smallbert.claims.claims_files import Claim, all_claims
from smallbert.claims.finding import CLAIM_VERDICTS, FAILS, HOLDS, NOT_TESTABLE, UNDECIDABLE
from smallbert.claims.material import Material
from smallbert.claims.slide_remarks import remark_table
from smallbert.claims.statements import statements
from smallbert.claims.table import (
    assess,
    claim_table,
    claims_as_json,
    kind_of,
    say,
    thresholds_of,
    verdicts,
)
