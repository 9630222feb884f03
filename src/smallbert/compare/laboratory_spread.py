"""What laboratories report of one model, and how far their reports lie apart."""

from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import optimize, special

from smallbert import data
from smallbert.compare import comparability
from smallbert.compare.sampling import TASKS_OF_AVERAGE, sampling_error
from smallbert.data import sources
from smallbert.data.results import SAME_TASKS
from smallbert.memo import cached

OTHERS = "others"
"""By whom a score was measured that a work neither ran itself nor has from a work it names."""


MEASURED_BY = ["id", "source", "original", "measured_by"]
"""The columns that tell which work ran what gave a score."""


def measured_at(results: pd.DataFrame) -> pd.Series:
    """Return the work that ran what gave each result, or the address where it is from.

    What a work has from others, whom nobody names, has a place of its own.
    """
    lines = results[MEASURED_BY].itertuples(index=False)
    return pd.Series([_place_measured(*line) for line in lines], results.index, dtype=object)


def _place_measured(number: str, source: str, original: str, measured_by: str) -> str:
    """Return the work that ran a score; one of others, whom nobody names, stands for itself."""
    if original:
        known = "://" not in original and original not in _rows_of_others()
        return original.split("/")[0] if known else original
    return number.rpartition("/")[0] if measured_by == OTHERS else source


@cached
def _rows_of_others() -> set[str]:
    """Return the rows whose scores their work has from others."""
    tidy = data.results()
    return set(tidy.loc[tidy["measured_by"].eq(OTHERS), "id"].str.rpartition("/")[0])


@cached
def laboratory_of(work: str) -> str:
    """Return who measured the numbers of a work; a work that is not in the book is its own."""
    return sources.work(work).laboratory if work in sources.keys() else work


@cached
def reports() -> pd.DataFrame:
    """Return what laboratories themselves report of a model on a set with a known split.

    One line a model, task, metric, split and work, the first that the work has: id, source, model,
    technique, definition (of an average over GLUE), score [%]. "MNLI" counts as its matched half,
    with ``stated_task``, what is said. Borrowed scores and copies of other rows are left out, so
    that no run counts twice, and what somebody ran of whom the work does not say counts only where
    nobody reports it of himself; a value that two works share to the digit is one report.
    ``measured_by_laboratory`` says whose it is.
    """
    tidy = comparability.scores_among(data.usable(data.results()))
    measured = tidy[tidy["original"].eq("") & tidy["measured_by"].ne("borrowed")]
    scores = measured.assign(
        split=comparability.sets_of_scores(measured),
        definition=comparability.definitions_of_averages(measured),
        score=measured["value"],
    )
    scores = scores[scores["split"].isin(["dev", "test"])]
    others = scores["measured_by"].eq(OTHERS)
    names = scores["source"].map(laboratory_of)
    # Nobody says who they are, so they are a laboratory of their own in each work.
    names = names.mask(others, f"{OTHERS}, in " + scores["source"])
    scores = scores.assign(measured_by_laboratory=names)
    of_a_set = ["model", "task", "metric", "split"]
    theirs = pd.MultiIndex.from_frame(scores.loc[~others, of_a_set])
    scores = scores[~others | ~pd.MultiIndex.from_frame(scores[of_a_set]).isin(theirs)]
    scores = scores.drop_duplicates(["source", *of_a_set])
    return scores.drop_duplicates([*of_a_set, "definition", "score"])


def borrowed_scores(task: str, split: str, metric: str) -> pd.DataFrame:
    """Return the score of each model that works repeat from elsewhere, the first, by its name."""
    tidy = comparability.scores_among(data.usable(data.results()))
    tidy = tidy[tidy["task"].eq(task) & tidy["metric"].eq(metric)]
    tidy = tidy[comparability.sets_of_scores(tidy).eq(split) & tidy["measured_by"].eq("borrowed")]
    names = ["id", "source", "technique", "task", "stated_task", "metric", "split"]
    first = tidy.drop_duplicates("model").set_index("model")
    return first[names].assign(score=first["value"], split=split)


@cached
def laboratory_spreads() -> pd.DataFrame:
    """Return how far laboratories' scores of one model lie apart, on each set.

    One line a task, metric and split that several laboratories report a model on: ``stated_task``
    (see `smallbert.compare.comparability.task_words`), ``sd`` [points] with its 95 % range ``low``
    to ``high``, degrees of freedom ``df``, models and reports; and ``multiple``, the sd over the
    sampling error of such a score on the development set.

    Notes
    -----
    The standard deviation is pooled over models, ``√(Σ(y − ȳ)²/df)`` with one degree of freedom
    less a model; its range is that of χ². The noise of seeds is in it, and what differs in recipes.
    A metric that a work does not name may be accuracy or F1, and tells nothing where a task has
    both.
    """
    set_of = ["task", "metric", "split"]
    several = reports()
    several = several[several["metric"].ne("score") & several["measured_by"].ne(OTHERS)]
    names = ["measured_by_laboratory", *set_of, "definition", "model"]
    voices = several.groupby(names, as_index=False)  # one a laboratory
    several = voices.agg(
        score=("score", "mean"), stated_task=("stated_task", comparability.stated_tasks)
    )
    scores = several.groupby([*set_of, "definition", "model"])["score"]
    several = several.assign(off=several["score"] - scores.transform("mean"))
    several = several[scores.transform("size") > 1]
    groups = several.groupby(set_of)
    table = groups.agg(
        stated_task=("stated_task", comparability.stated_tasks),
        models=("model", "nunique"),
        reports=("model", "size"),
    )
    table["df"] = table["reports"] - table["models"]
    squares = groups["off"].agg(lambda off: (off**2).sum())
    table["sd"] = np.sqrt(squares / table["df"])
    table["low"] = np.sqrt(squares / special.chdtri(table["df"], 0.025))
    table["high"] = np.sqrt(squares / special.chdtri(table["df"], 0.975))
    means = zip(table.index, groups["score"].mean(), strict=True)
    errors = [
        sampling_error(mean, task=task, metric=metric, split="dev")
        for (task, metric, _), mean in means
    ]
    table["multiple"] = table["sd"] / errors
    table = table.reset_index().sort_values("df", ascending=False, kind="stable")
    names = [*set_of, "stated_task", "sd", "low", "high", "df", "models", "reports", "multiple"]
    return table[names].reset_index(drop=True)


class Spread(NamedTuple):
    """What laboratories and runs do to a score, as a multiple of its sampling error, and its df."""

    ratio: float
    df: float


@cached
def spreads() -> tuple[Spread, dict[tuple[str, str], Spread]]:
    """Return the usual spread between laboratories, and that of each task and metric.

    The spread is of trained models, so it is the same on development and test set; its multiple is
    of the sampling error on the development set.

    Notes
    -----
    Empirical Bayes over tasks: the squared multiples s² of `laboratory_spreads`, pooled over sets,
    are drawn from s₀²·F(d, d₀) (Smyth 2004, section 3); two metrics of a task go together, so it
    counts once there, by the metric with more degrees of freedom. A task's own is shrunk to
    ``(d₀s₀² + d·s²)/(d₀ + d)`` with ``d₀ + d`` degrees of freedom; a task that nobody else reports
    has s₀² with d₀. The likelihood hardly tells a large d₀ from a larger one, so d₀ is the least
    whose log-likelihood is within 1/2 of the highest: little is borrowed where the data do not ask
    for it.
    """
    from scipy import stats  # takes a second, and rendering needs none of it

    sets = laboratory_spreads().dropna(subset="multiple")
    squares = (sets["multiple"] ** 2 * sets["df"]).groupby([sets["task"], sets["metric"]]).sum()
    df = sets.groupby(["task", "metric"])["df"].sum()
    squares = squares / df
    once = df.groupby("task").idxmax()
    drawn, freedoms = squares[once], df[once]

    def profile(freedom: float) -> tuple[float, float]:
        """Return the highest log-likelihood with so many degrees of freedom d₀, and its s₀²."""

        def unlikely(log: float) -> float:
            density = stats.f.logpdf(drawn / np.exp(log), freedoms, freedom)
            return log * len(drawn) - density.sum()

        fit = optimize.minimize_scalar(unlikely, bounds=(-6, 6), method="bounded")
        return -fit.fun, float(np.exp(fit.x))

    tried = np.arange(1, df.sum() + 1)
    heights = np.array([profile(freedom)[0] for freedom in tried])
    prior_df = float(tried[heights >= heights.max() - 0.5][0])
    scale = profile(prior_df)[1]
    posterior = (prior_df * scale + df * squares) / (prior_df + df)
    by_task = {
        place: Spread(float(np.sqrt(square)), float(prior_df + df[place]))
        for place, square in posterior.items()
    }
    return Spread(float(np.sqrt(scale)), prior_df), by_task


FITTED_TASKS = ("mnli-m", "sst-2")
"""The tasks whose reports by many laboratories tell what is common to one."""


@cached
def spread_parts() -> pd.DataFrame:
    """Return what of the spread is common to a laboratory and what each of its runs adds.

    By REML on the reports of models that several laboratories ran on `FITTED_TASKS`, development
    sets: rows ``all`` and ``without`` the laboratory that reports most; columns ``laboratory`` and
    ``rest`` [points], reports, laboratories and ``left_out``.
    """
    every = reports().query("task in @FITTED_TASKS and metric == 'accuracy' and split == 'dev'")
    every = every[every["measured_by"] != OTHERS]
    every = every.assign(cell=every["model"] + " on " + every["task"])
    busiest = _reported_by_several(every)["measured_by_laboratory"].value_counts().index[0]
    lines = {
        "all": (every, ""),
        "without": (every[every["measured_by_laboratory"] != busiest], busiest),
    }
    return pd.DataFrame(
        {
            name: _variance_components(_reported_by_several(part)) | {"left_out": out}
            for name, (part, out) in lines.items()
        }
    ).T


def _reported_by_several(reported: pd.DataFrame) -> pd.DataFrame:
    """Return the reports of cells that several laboratories have."""
    count = reported.groupby("cell")["measured_by_laboratory"].transform("nunique")
    return reported[count > 1]


def _variance_components(reported: pd.DataFrame) -> dict[str, float]:
    """Return the two parts of the spread, cells fixed and laboratories random."""
    from statsmodels.regression.mixed_linear_model import MixedLM  # seconds, and only this needs it

    cells = pd.get_dummies(reported["cell"]).astype(float)
    off = reported["score"] - reported.groupby("cell")["score"].transform("mean")
    fit = MixedLM(off, cells, groups=reported["measured_by_laboratory"]).fit(reml=True)
    return {
        "laboratory": float(np.sqrt(fit.cov_re.to_numpy()[0, 0])),
        "rest": float(np.sqrt(fit.scale)),
        "reports": len(reported),
        "laboratories": reported["measured_by_laboratory"].nunique(),
    }


@cached
def rest_share() -> float:
    """Return the share of the variance between reports that is each run's own.

    It is the larger of the two that `spread_parts` has, since the one laboratory decides much.
    """
    squares = spread_parts()[["laboratory", "rest"]].astype(float) ** 2
    return float((squares["rest"] / squares.sum(axis=1)).max())


@cached
def spread_of_score(score: float, task: str, metric: str) -> tuple[float, float, float]:
    """Return what laboratory and run do to a score [points], and the degrees of freedom."""
    if task in TASKS_OF_AVERAGE:
        each = [spread_of_score(score, one, "accuracy") for one in TASKS_OF_AVERAGE[task]]
        common, apart, df = (np.array(part) for part in zip(*each, strict=True))
        return common.mean(), np.sqrt((apart**2).sum()) / len(apart), df.min()
    usual, known = spreads()
    multiple, df = known.get((SAME_TASKS.get(task, task), metric), usual)
    whole = multiple * sampling_error(score, task=task, metric=metric, split="dev")
    return whole * np.sqrt(1 - rest_share()), whole * np.sqrt(rest_share()), df
