"""What each notebook finds imported and made of the data: the server of a build loads it once."""

import gc
from contextlib import suppress

import seaborn
from IPython.core import completerlib, magics
from matplotlib.backends import backend_agg, backend_svg
from myst_nb.ext import glue
from nbformat import validator

from smallbert import answers, audit, claims, compare
from smallbert.book import jupyter_book, notebook_outputs, papermill_engine
from smallbert.data import book_exhibits, sources
from smallbert.works import compress

__all__ = ["backend_agg", "backend_svg", "completerlib", "glue", "jupyter_book", "magics"]
__all__ += ["papermill_engine", "seaborn"]

gc.disable()  # what is made here is kept, so that a search for garbage finds none
validator.get_validator()  # compiled once, and not in each process

with suppress(Exception):  # what is wrong with the data, the check says
    compare.scored_rows()
    compare.tradeoffs()
    compare.models_of_works()
    compare.reports()
    book_exhibits.by_id()
    for key in sources.keys():
        audit.of_work(key)
    claims.claim_table()
    compress.measured_arms()
    answers.all_candidates()
    notebook_outputs.described_numbers()
gc.enable()
