"""What works print: read, checked, and turned into tidy results.

A notebook calls these by the package's name: ``data.table_of``, ``data.values``, ``data.results``.
"""

from smallbert.data import vocabulary
from smallbert.data.notebook_parameters import require, require_all
from smallbert.data.results import borrowed, results, usable, values
from smallbert.data.sources import corrections, table_of
