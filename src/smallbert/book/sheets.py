"""The CSVs that the book offers: none of their texts is a formula to a spreadsheet."""

import csv
import re
from io import StringIO

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|[+-]")
"""What a spreadsheet takes for a number, or a lone sign."""


def harmless(text: str) -> str:
    r"""Return a CSV with an apostrophe before each text that a spreadsheet would compute.

    Examples
    --------
    >>> harmless("a,b\n=1+1,-0.5\n-x,@y\n")
    "a,b\n'=1+1,-0.5\n'-x,'@y\n"
    """
    written = StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerows([_inert(cell) for cell in row] for row in csv.reader(StringIO(text, newline="")))
    return written.getvalue()


def _inert(cell: str) -> str:
    begins = cell.startswith(("=", "@", "+", "-", "\t", "\r"))
    return f"'{cell}" if begins and not NUMBER.fullmatch(cell) else cell
