"""What a fork finds imported already; the forkserver loads this once.

Only imports: a file read here would be missing from the list of what a notebook read.
"""

from smallbert import book

book.prepare_process()  # before all else: others import what it leaves out

import matplotlib.pyplot
import myst_nb.ext.glue
import pandas
import scipy.stats
import seaborn

from smallbert import audit, charts, claims, compare, cost
from smallbert.book import inside
from smallbert.charts import publish
from smallbert.data import credits, parameters, sources

__all__ = [
    "audit",
    "charts",
    "claims",
    "compare",
    "cost",
    "credits",
    "inside",
    "matplotlib",
    "myst_nb",
    "pandas",
    "parameters",
    "publish",
    "scipy",
    "seaborn",
    "sources",
]
