"""What each notebook finds imported and made of the data: the server of a build loads it once."""

from contextlib import suppress

import seaborn
from nbformat import validator

from smallbert import answers, audit, claims, compare
from smallbert.book import jupyter_book, notebook_outputs, papermill_engine
from smallbert.data import book_exhibits, sources
from smallbert.works import compress

__all__ = ["jupyter_book", "papermill_engine", "seaborn"]

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
