"""What each notebook finds made of the data: most pages ask for it, so the server makes it once."""

import gc
from contextlib import suppress

from smallbert import audit, claims, compare, data
from smallbert.book import artifacts
from smallbert.compare.models import models
from smallbert.data import exhibits, sources

with suppress(Exception):  # what is wrong with the data, the check says
    data.results()
    compare.rows()
    compare.evidence()
    models()
    exhibits.listed()
    for key in sources.keys():
        audit.table(key)
    claims.table()
    artifacts.prepare()
gc.freeze()
