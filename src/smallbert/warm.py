"""What a forked kernel finds imported already; the forkserver loads this once.

Only imports: a file read here would be missing from the list of what a notebook read.
"""

import matplotlib.pyplot
import matplotlib_inline.backend_inline
import myst_nb
import pandas
from ipykernel import kernelapp, zmqshell

from smallbert import charts, compare, cost, credits, parameters, publish, sources

__all__ = [
    "charts",
    "compare",
    "cost",
    "credits",
    "kernelapp",
    "matplotlib",
    "matplotlib_inline",
    "myst_nb",
    "pandas",
    "parameters",
    "publish",
    "sources",
    "zmqshell",
]
