"""What a server asks of the data before it forks, since most pages ask it."""

from collections.abc import Callable
from functools import partial

from smallbert import claims, compare
from smallbert.audit import lines
from smallbert.book import laid
from smallbert.compare.models import models
from smallbert.data import exhibits, sources


def questions() -> list[Callable[[], object]]:
    """Return the questions in their order; what is made for one is kept for those after it."""
    audits = [partial(lines.table, key) for key in sources.keys()]
    tables = [sources.results, compare.rows, compare.evidence, models, exhibits.listed]
    return [*tables, *audits, claims.prepare, laid.prepare]
