"""Scores of one model on one set that several works measured, each by itself."""

import pandas as pd

from smallbert.compare import uncertainty
from smallbert.compare.comparability import SPLIT_WORDS
from smallbert.data import bibliography, sources, vocabulary
from smallbert.memo import cached

COLUMNS = ("Model", "Task", "Here", "Others", "Range")

SET = ["model", "task", "metric", "definition", "split"]
"""What two reports share that are of one quantity."""

UNNAMED = "score"
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
    every = _reports()
    own, others = (every[every["work"].eq(_work(key)).eq(here)] for here in (True, False))
    lines = []
    for here in own[own["source"].eq(key)].itertuples():
        same = others[SET].eq([getattr(here, each) for each in SET]).all(axis=1)
        found = others[same].sort_values("score", ascending=False, kind="stable")
        if found.empty:
            continue
        scores = [here.score, *found["score"]]
        places = max(_places(each) for each in (here.half_width, *found["half_width"]))
        told = [f"{_score(each)}, {bibliography.short(each.work)}" for each in found.itertuples()]
        spread = f"{max(scores) - min(scores):.{places}f}"
        lines.append([here.model, _task(here), _score(here), "; ".join(told), spread])
    return pd.DataFrame(lines, columns=list(COLUMNS), dtype=object)


@cached
def _reports() -> pd.DataFrame:
    """Return the reports of one work each, with the key of the paper that made them, ``work``."""
    found = uncertainty.reports()
    found = found[found["measured_by"].eq("authors") & found["metric"].ne(UNNAMED)]
    places = zip(found["source"], found["table"], strict=True)
    works = [sources.tables(key)[name].cites or _work(key) for key, name in places]
    found = found.assign(work=works)
    return found.drop_duplicates([*SET, "work"])


def _work(key: str) -> str:
    return sources.work(key).cites


def _task(report) -> str:
    """Return task, metric and split of a report in words."""
    task = vocabulary.names("tasks")[report.task]
    metric = vocabulary.names("metrics")[report.metric]
    return f"{task}, {metric}, {SPLIT_WORDS[report.split]}"


def _score(report) -> str:
    return f"{report.score:.{_places(report.half_width)}f}"


def _places(half_width: float) -> int:
    """Return the decimals of a score by half a unit in its last place; one or two are shown.

    Examples
    --------
    >>> _places(0.05), _places(0.005), _places(5e-15), _places(0.5)
    (1, 2, 2, 1)
    """
    return 2 if half_width < 0.01 else 1
