"""What a fork finds made of the data already, where many are to come.

The forkserver loads this once, after `warm`. Reads count again in each fork that uses what was
made of them; a fork that is made after a file was written makes anew what rests on it.
"""

from contextlib import suppress

from smallbert import claims, compare
from smallbert.audit import lines
from smallbert.book import child, laid
from smallbert.compare.models import models
from smallbert.data import exhibits, files, sources

child.remember(files.every())
with suppress(Exception):  # what is wrong with the data, the check says, or a notebook
    sources.results()
    compare.rows()
    compare.evidence()  # of which most pages show some
    models()
    exhibits.listed()
    for key in sources.keys():
        lines.table(key)
    claims.prepare()
    laid.prepare()
