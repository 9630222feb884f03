"""What works print: read, checked, and turned into tidy results.

A notebook calls these by the package's name: ``data.table``, ``data.values``, ``data.results``.
"""

from smallbert.data import vocabulary
from smallbert.data.parameters import require, require_all
from smallbert.data.results import borrowed, results, usable, values
from smallbert.data.sources import corrections, describe, table, tables
from smallbert.data.survey import gather

__all__ = [
    "borrowed",
    "corrections",
    "describe",
    "gather",
    "require",
    "require_all",
    "results",
    "table",
    "tables",
    "usable",
    "values",
    "vocabulary",
]
