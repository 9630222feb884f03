"""Scores of one model on one set that several works measured, each by itself."""

from collections import defaultdict

import pandas as pd

from smallbert.compare import laboratory_spread
from smallbert.compare.comparability import SPLIT_WORDS
from smallbert.data import bibliography, sources, vocabulary
from smallbert.memo import cached

REPLICATION_COLUMNS = ("Model", "Task", "Here", "Others", "Range")

QUANTITY = ["model", "task", "metric", "definition", "split"]
"""What two reports share that are of one quantity."""

UNNAMED_METRIC = "score"
"""The metric of a score whose work names none: it may be one here and another there."""


def measured_by_others(key: str) -> pd.DataFrame:
    """Return what other works measured of the models that a work measured itself.

    One line a model and set that both have, in the order of the work's tables: Model; Task (with
    metric and split); Here, the work's score [%]; Others, each score [%] with its work, the highest
    first; Range, the highest of all less the lowest [points]. Without any, a frame without lines.

    Notes
    -----
    Reports are those of `smallbert.compare.reports`, the first that each work has: no borrowed
    score, no copy, no unknown split. Scores that a work has from somebody else are left out, too,
    and those whose metric it does not name. What a table repeats of a cited paper is that paper's.
    """
    reports = _reports_of_papers()
    of_paper = reports["work"].eq(_paper_of_source(key))
    others = reports[~of_paper].sort_values("score", ascending=False, kind="stable")
    by_quantity = defaultdict(list)
    for report in others.itertuples():
        by_quantity[_quantity(report)].append(report)
    lines = []
    for report in reports[of_paper & reports["source"].eq(key)].itertuples():
        same = by_quantity[_quantity(report)]
        if not same:
            continue
        scores = [row.score for row in (report, *same)]
        places = max(_decimals_shown(row.half_width) for row in (report, *same))
        scores_in_words = [
            f"{_score_of_report(row)}, {bibliography.short(row.work)}" for row in same
        ]
        spread = f"{max(scores) - min(scores):.{places}f}"
        line = [report.model, _task_of_report(report), _score_of_report(report)]
        lines.append([*line, "; ".join(scores_in_words), spread])
    return pd.DataFrame(lines, columns=list(REPLICATION_COLUMNS), dtype=object)


@cached
def _reports_of_papers() -> pd.DataFrame:
    """Return the reports of one work each, with the key of the paper that made them, ``work``."""
    of_authors = laboratory_spread.reports()
    of_authors = of_authors[
        of_authors["measured_by"].eq("authors") & of_authors["metric"].ne(UNNAMED_METRIC)
    ]
    places = zip(of_authors["source"], of_authors["table"], strict=True)
    works = [sources.tables(key)[name].cites or _paper_of_source(key) for key, name in places]
    of_authors = of_authors.assign(work=works)
    return of_authors.drop_duplicates([*QUANTITY, "work"])


def _quantity(report) -> tuple[str, ...]:
    return tuple(getattr(report, column) for column in QUANTITY)


def _paper_of_source(key: str) -> str:
    return sources.work(key).cites


def _task_of_report(report) -> str:
    """Return task, metric and split of a report in words."""
    task = vocabulary.names("tasks")[report.task]
    metric = vocabulary.names("metrics")[report.metric]
    return f"{task}, {metric}, {SPLIT_WORDS[report.split]}"


def _score_of_report(report) -> str:
    return f"{report.score:.{_decimals_shown(report.half_width)}f}"


def _decimals_shown(half_width: float) -> int:
    """Return the decimals of a score by half a unit in its last place; one or two are shown.

    Examples
    --------
    >>> _decimals_shown(0.05), _decimals_shown(0.005), _decimals_shown(5e-15), _decimals_shown(0.5)
    (1, 2, 2, 1)
    """
    return 2 if half_width < 0.01 else 1
