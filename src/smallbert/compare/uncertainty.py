"""How far a score may be off, and whether two of them differ by more than chance explains.

A report is the model's score, plus its laboratory's effect, plus the run's, plus the examples' that
the set happens to have, plus the digits that print or reading leave open. Two rows of one
laboratory share its effect, which is in large part common to its tasks. Where one part is not
known, no difference is said to be there.
"""

from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import special

from smallbert.compare import comparability
from smallbert.compare.laboratory_spread import laboratory_of, measured_at, spread_of_score
from smallbert.compare.sampling import sampling_error
from smallbert.data import vocabulary
from smallbert.data.results import SAME_TASKS
from smallbert.memo import cached

RHO = 0.5
"""Correlation of the errors that two models make on the same examples, where nothing else is said.

Models of one kind fail on the same hard examples.
"""


RHO_WITHIN = 0.6
"""The same inside a work, for accuracy: of the answers of *One encoder, every technique*, the
median over pairs of models is 0.57 to 0.71, by task."""


LEVEL = 0.95
"""Probability with which chance alone explains no difference, for one named in advance."""


NEEDED_COLUMNS = [
    *("id", "source", "task", "metric", "definition", "set", "score", "kept"),
    *("baseline_id", "baseline_score", "baseline_sampling", "digits", "reading", "sampling"),
    *("runs", "n", "laboratory", "rest", "spread_df", "measured_at", "measured_by_laboratory"),
]
"""The columns of two scores that `differences` reads."""


def add_errors(scores: pd.DataFrame) -> pd.DataFrame:
    """Add what may move a score [points], each one standard deviation unless said otherwise.

    ``digits`` and ``reading`` (half-widths) and ``sampling``; ``runs``, the printed spread over
    seeds of a mean, ``sd/√n``, missing where none is printed; ``laboratory``, what is common to a
    laboratory's scores, and ``rest``, what each of its runs adds, with ``spread_df``: `spreads` of
    the task and metric times the sampling error, parted by `rest_share`; ``measured_at``, the work
    that ran it, and ``measured_by_laboratory``; ``baseline_sampling``; and ``error``, the error of
    this one report on other examples, ``√(digits²/3 + reading²/3 + sampling² + runs²)``,
    laboratories aside.

    Notes
    -----
    An average over k tasks has ``Σ Lᵢ/k``, for a laboratory's luck is common to its tasks, and
    ``√(Σ rᵢ²)/k`` of the rest.
    """
    names = [scores["task"], scores["metric"], scores["set" if "set" in scores else "split"]]

    def sampling(of: str) -> list[float]:
        """Return the sampling error of a column of scores."""
        lines = zip(scores[of], *names, strict=True) if of in scores else ()
        errors = [sampling_error(a, task=b, metric=c, split=d) for a, b, c, d in lines]
        return errors or [np.nan] * len(scores)

    read = scores["origin"].eq("digitised")
    works = measured_at(scores)
    errors = scores.assign(
        digits=scores["half_width"].astype(float).mask(read, 0.0),
        reading=scores["half_width"].astype(float).where(read, 0.0),
        sampling=sampling("score"),
        runs=scores["sd"] / np.sqrt(scores["n"]),
        measured_at=works,
        measured_by_laboratory=works.map(laboratory_of),
        baseline_sampling=sampling("baseline_score"),
    )
    lines = zip(scores["score"], scores["task"], scores["metric"], strict=True)
    spreads = np.reshape([spread_of_score(*line) for line in lines], (-1, 3)).T
    errors = errors.assign(laboratory=spreads[0], rest=spreads[1], spread_df=spreads[2])
    known = errors["sampling"] ** 2 + _variance_of_digits(errors) + errors["runs"].fillna(0) ** 2
    return errors.assign(error=np.sqrt(known))


def _variance_of_digits(scores) -> np.ndarray:
    """Return the variance of digits: what is even within ± h has h²/3."""
    return (scores.digits**2 + scores.reading**2) / 3


def half_widths(table: pd.DataFrame, *, level: float = LEVEL) -> pd.Series:
    """Return half of the interval of scores with what `margins` needs [points].

    It is Student's t, with the degrees of freedom of Welch and Satterthwaite in which the sampling
    error counts as known, times the root of all variances. Missing where the size of the set is not
    known.
    """
    spread = table["laboratory"] ** 2 + table["rest"] ** 2
    variance = spread + table["sampling"] ** 2
    freedom = table["spread_df"] * variance**2 / spread**2
    width = special.stdtrit(freedom, (1 + level) / 2) * np.sqrt(variance)
    return pd.Series(width, table.index).mask(variance.eq(0), 0.0)


def intervals(scores: pd.DataFrame) -> pd.DataFrame:
    """Return half of the 95 % interval of each single score, and what other examples have of it.

    ``half`` [points] is of other examples of the set and other laboratories, as `half_widths` has
    it, ``examples`` of other examples and, if printed, other runs alone.
    """
    errors = add_errors(scores)
    variance = errors["sampling"] ** 2 + errors["runs"].fillna(0) ** 2
    examples = special.ndtri((1 + LEVEL) / 2) * np.sqrt(variance)
    return pd.DataFrame({"half": half_widths(errors), "examples": examples})


def standard_errors(tidy: pd.DataFrame) -> pd.Series:
    """Return one standard deviation of each tidy result, as far as examples and runs tell it.

    It is ``√(sampling² + runs²)`` in the result's unit; of what is no score the second alone;
    missing where neither is known. Laboratories are left out: `differences` counts them.
    """
    errors = add_errors(tidy.assign(score=tidy["value"]))
    sampling = errors["sampling"].where(tidy["metric"].isin(vocabulary.scores()))
    parts = pd.DataFrame({"sampling": sampling, "runs": errors["runs"]})
    return np.sqrt((parts**2).sum(axis=1, min_count=1))


def differences(
    a: pd.DataFrame,
    b: pd.DataFrame,
    *,
    rho: float = RHO,
    level: float = LEVEL,
    measure: str = "score",
) -> pd.DataFrame:
    """Tell for each line of two frames, by position, whether `a` scores more, beyond chance.

    `a` and `b` are lines of `smallbert.compare.scored_rows` or of the tidy results, `rho` the
    correlation of two models' errors on the same examples, see `RHO`; `level` is two-sided, for a
    comparison that was named in advance and not picked from many; `measure` is ``score``, or
    ``kept``, the share of the baseline's [%], which counts the errors of baselines that differ.

    Returns
    -------
    pandas.DataFrame
        ``difference``, its ``error`` (one standard deviation) and ``margin``, what chance alone
        explains, in points, or per cent of the baseline for shares; degrees of freedom ``df``;
        ``common``, the share of the variance that two laboratories make in all their tasks;
        ``verdict``, one of higher, lower and cannot tell. Missing is what is not known: scores on
        other examples, or by another metric, have no margin.

    Notes
    -----
    The variance of a difference is that of both laboratories, unless they are one; plus that of
    both runs, which is ``sd²/n`` where both are one work's and print their spread over seeds; plus
    that of the examples, ``s² + s'² − 2ρss'``; plus ``h²/3`` of each for digits. `rho` holds
    between works; inside a work accuracies have at least `RHO_WITHIN`. The margin is Student's t,
    with the degrees of freedom by Welch and Satterthwaite, times the root.
    """
    a, b = _columns_needed(a), _columns_needed(b)
    ahead = getattr(a, measure) - getattr(b, measure)
    variances = _variances_of_scores(a, b, rho)
    if measure == "kept":
        variances = _variances_of_shares(a, b, rho, variances)
    variance = variances.fixed + variances.laboratory + (variances.runs_a + variances.runs_b)
    df = _degrees_of_freedom(a, b, variances, variance)
    error = np.sqrt(variance)
    # Where nothing was estimated from few values, t is the normal distribution.
    quantile = special.stdtrit(np.where(np.isnan(df), np.inf, df), (1 + level) / 2)
    margin = error * quantile
    if measure == "score":  # shares of baselines may be compared over sets, scores may not
        margin = np.where(_on_same_examples(a, b), margin, np.nan)
    verdict = np.select([ahead > margin, -ahead > margin], ["higher", "lower"], "cannot tell")
    with np.errstate(divide="ignore", invalid="ignore"):
        common = variances.laboratory / variance
    columns = {"difference": ahead, "error": error, "df": df, "margin": margin, "common": common}
    return pd.DataFrame(columns | {"verdict": verdict})


class Variances(NamedTuple):
    """What makes up the variance of a difference, an array of pairs each."""

    fixed: np.ndarray  # of examples and digits, which is known
    laboratory: np.ndarray  # of both laboratories
    runs_a: np.ndarray
    runs_b: np.ndarray
    seeded: np.ndarray  # whether that of the runs is from spreads that the work prints


def _variances_of_scores(a: SimpleNamespace, b: SimpleNamespace, rho: float) -> Variances:
    """Return the variances of differences of scores [points²]."""
    one_work = a.measured_at == b.measured_at
    one_laboratory = a.measured_by_laboratory == b.measured_by_laboratory
    seeded = one_work & ~np.isnan(a.runs) & ~np.isnan(b.runs)
    correlation = np.where(one_work & (a.metric == "accuracy"), max(rho, RHO_WITHIN), rho)
    examples = _variance_of_examples(a.sampling, b.sampling, correlation)
    return Variances(
        fixed=examples + _variance_of_digits(a) + _variance_of_digits(b),
        laboratory=np.where(one_laboratory, 0.0, a.laboratory**2 + b.laboratory**2),
        runs_a=np.where(seeded, a.runs**2, a.rest**2),
        runs_b=np.where(seeded, b.runs**2, b.rest**2),
        seeded=seeded,
    )


def _variances_of_shares(
    a: SimpleNamespace, b: SimpleNamespace, rho: float, of_scores: Variances
) -> Variances:
    """Return the variances of differences of shares of a baseline [% of it, squared].

    With one baseline they are those of the scores, as shares of it; with two, those of each score
    against its own, in which its laboratory's luck falls out.
    """
    scale = 100 / a.baseline_score
    two_baselines = (a.baseline_id != b.baseline_id) | (a.baseline_id == "")
    fixed_a, runs_a = _against_baseline(a, rho)
    fixed_b, runs_b = _against_baseline(b, rho)
    return Variances(
        fixed=np.where(two_baselines, fixed_a + fixed_b, of_scores.fixed * scale**2),
        laboratory=np.where(two_baselines, 0.0, of_scores.laboratory * scale**2),
        runs_a=np.where(two_baselines, runs_a, of_scores.runs_a * scale**2),
        runs_b=np.where(two_baselines, runs_b, of_scores.runs_b * scale**2),
        seeded=of_scores.seeded,
    )


def _degrees_of_freedom(
    a: SimpleNamespace, b: SimpleNamespace, variances: Variances, variance: np.ndarray
) -> np.ndarray:
    """Return the degrees of freedom by Welch and Satterthwaite, NaN where nothing is estimated.

    What `laboratory_spread.spreads` has is one estimate, of one number of degrees of freedom; a
    printed spread over n seeds has n − 1 of its own.
    """
    seeded = variances.seeded
    with np.errstate(divide="ignore", invalid="ignore"):
        runs = np.where(seeded, 0.0, variances.runs_a + variances.runs_b)
        estimated = variances.laboratory + runs
        spent = np.where(estimated > 0, estimated**2 / a.spread_df, 0.0)
        for scores, of_runs in ((a, variances.runs_a), (b, variances.runs_b)):
            over_seeds = seeded & (of_runs > 0)
            spent = spent + np.where(over_seeds, of_runs**2 / (scores.n - 1), 0)
        return np.where(spent > 0, variance**2 / spent, np.nan)


def errors_of_results(tidy: pd.DataFrame) -> pd.DataFrame:
    """Return tidy results with all that `differences` reads of scores."""
    grounds = {
        "set": comparability.sets_of_scores(tidy),
        "definition": comparability.definitions_of_averages(tidy),
    }
    return add_errors(tidy.assign(score=tidy["value"], **grounds))


def _columns_needed(scores: pd.DataFrame) -> SimpleNamespace:
    """Return the columns `NEEDED_COLUMNS` of scored rows or of tidy results."""
    scores = scores if "score" in scores else errors_of_results(scores)
    return SimpleNamespace(
        **{each: scores[each].to_numpy() for each in NEEDED_COLUMNS if each in scores}
    )


def _on_same_examples(a: SimpleNamespace, b: SimpleNamespace) -> np.ndarray:
    """Tell which pairs are of one task, metric and set, and averages of one definition.

    A metric that is not named is its source's own.
    """
    first, second = ([SAME_TASKS.get(task, task) for task in each.task] for each in (a, b))
    alike = (np.array(first) == np.array(second)) & (a.definition == b.definition)
    alike &= (a.metric == b.metric) & (a.set == b.set)
    return alike & ((a.metric != "score") | (a.source == b.source))


def _variance_of_examples(sampling, other_sampling, rho: float):
    """Return the variance that the examples of one set give the difference of two scores on it."""
    return sampling**2 + other_sampling**2 - 2 * rho * sampling * other_sampling


def _against_baseline(rows: SimpleNamespace, rho: float) -> tuple:
    """Return the variance of a score against its own baseline: of examples, of its two runs.

    Both are taken to be one laboratory's.
    """
    ratio, scale = rows.kept / 100, 100 / rows.baseline_score
    fixed = _variance_of_examples(rows.sampling, ratio * rows.baseline_sampling, rho)
    fixed = (fixed + _variance_of_digits(rows) * (1 + ratio**2)) * scale**2
    runs = rows.rest**2 * (1 + ratio**2) * scale**2
    itself = rows.id == rows.baseline_id
    return np.where(itself, 0.0, fixed), np.where(itself, 0.0, runs)


@cached
def mnli_margin(*, rho: float = RHO, level: float = LEVEL, within: bool = False) -> float:
    """Return what chance explains between two scores of about 85 % on MNLI dev [points].

    They are of two laboratories' works, or, `within`, of one work.
    """
    sampling = sampling_error(85, task="mnli-m", metric="accuracy", split="dev")
    common, rest, df = spread_of_score(85, "mnli-m", "accuracy")
    spread = 2 * rest**2 + (0 if within else 2 * common**2)
    alike = max(rho, RHO_WITHIN) if within else rho
    variance = spread + 2 * (1 - alike) * sampling**2
    freedom = variance**2 / (spread**2 / df)
    return float(special.stdtrit(freedom, (1 + level) / 2) * np.sqrt(variance))
