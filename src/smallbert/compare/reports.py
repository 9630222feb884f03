"""Reports of one model's score in several works: how far they differ, and how far they may."""

import pandas as pd
from scipy.integrate import quad
from scipy.stats import norm

from smallbert import data
from smallbert.compare import score_rows
from smallbert.compare.baselines import plain
from smallbert.compare.scores import SCORES

SETS = {"test": "test set", "dev": "development set"}


def reports(score: str = "mnli", *, least: int = 2, corrected: bool = True) -> pd.DataFrame:
    """Return the scores of models that several works report on the same set.

    Parameters
    ----------
    score : str
        A key of `smallbert.compare.SCORES`.
    least : int
        Works that must report a model.
    corrected : bool
        Whether corrections apply.

    Returns
    -------
    pandas.DataFrame
        One row a model, set and work, the most reported first: id, source, model, set, ``what``
        (model and set), origin, score [%] and ``sampling``, the standard deviation that the size
        of the set gives it [points]. Scores that a work borrows are left out, and of several of a
        work the first counts.
    """
    tidy = data.usable(data.results(corrected=corrected))
    rows = score_rows.of_tidy(tidy[tidy["original"].eq("")], every=True, tasks=SCORES[score])
    rows = rows.assign(model=rows["model"].map(plain))[rows["set"].isin(SETS)]
    rows = rows.drop_duplicates(["source", "model", "set"])
    rows["what"] = rows["model"] + ", " + rows["set"].map(SETS)
    count = rows.groupby("what")["source"].transform("nunique")
    rows = rows.assign(works=count)[count >= least]
    rows = rows.sort_values(["works", "what"], ascending=[False, True], kind="stable")
    names = ["id", "source", "model", "set", "what", "origin", "score", "sampling"]
    return rows[names].reset_index(drop=True)


def report_ranges(rows: pd.DataFrame) -> pd.DataFrame:
    """Return how far the reports of each model differ, and how far chance alone would spread them.

    Parameters
    ----------
    rows : pandas.DataFrame
        Of `reports`.

    Returns
    -------
    pandas.DataFrame
        By ``what``: works, lowest and highest score, ``range`` between them [points], and
        ``expected``, the mean range of as many draws with the error of sampling [points].
    """
    groups = rows.groupby("what", sort=False)
    ranges = groups["score"].agg(works="size", lowest="min", highest="max")
    widths = {count: expected_range(count) for count in set(ranges["works"])}
    return ranges.assign(
        range=ranges["highest"] - ranges["lowest"],
        expected=groups["sampling"].mean() * ranges["works"].map(widths),
    )


def expected_range(count: int) -> float:
    """Return the mean range of draws of a standard normal distribution.

    Notes
    -----
    ∫ 1 − Φ(x)ⁿ − (1 − Φ(x))ⁿ dx, known in quality control as d₂.

    Examples
    --------
    >>> [round(expected_range(count), 3) for count in (2, 5, 10)]
    [1.128, 2.326, 3.078]
    """
    spread = quad(lambda x: 1 - norm.cdf(x) ** count - norm.sf(x) ** count, -8, 8)
    return spread[0]
