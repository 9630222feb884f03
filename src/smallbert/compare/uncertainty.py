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
from scipy import optimize, special, stats

from smallbert import data
from smallbert.compare import comparability
from smallbert.data import sources, vocabulary
from smallbert.data.results import SAME_TASKS
from smallbert.memo import cached

RHO = 0.5
"""Correlation of the errors that two models make on the same examples, where nothing else is said.

Models of one kind fail on the same hard examples.
"""

RHO_WITHIN = 0.6
"""The same inside a work, for accuracy: of the answers of *One encoder, every technique*, the
median over pairs of models is 0.57 to 0.71, by task."""

OTHERS = "others"
"""By whom a score was measured that a work neither ran itself nor has from a work it names."""

LEVEL = 0.95
"""Probability with which chance alone explains no difference, for one named in advance."""

SIX = ("sst-2", "mrpc", "qqp", "mnli-m", "qnli", "rte")
AVERAGES = {"glue-6": SIX, "glue-8": (*SIX, "cola", "sts-b")}
AVERAGES["glue"] = AVERAGES["glue-8"]
AVERAGES["glue-9"] = (*AVERAGES["glue-8"], "wnli")
AVERAGES["few-shot-7"] = ("arc-c", "hellaswag", "mmlu", "winogrande", "gsm8k", "c-eval", "cmmlu")
"""The tasks behind an average; one that does not say which is taken to leave WNLI out."""

NEEDED = [
    *("id", "source", "task", "metric", "definition", "set", "score", "kept"),
    *("baseline_id", "baseline_score", "baseline_sampling", "digits", "reading", "sampling"),
    *("runs", "n", "laboratory", "rest", "spread_df", "measured_at", "measured_by_laboratory"),
]
"""The columns of two scores that `differences` reads."""


@cached
def task_sizes() -> pd.Series:
    """Return the number of examples of each task's sets, by task and split."""
    sizes = vocabulary.entries("task_sizes").set_index("split", append=True)
    return sizes["examples"].astype(int)


@cached
def _sets() -> dict[str, dict[str, tuple[int, float]]]:
    """Return examples and share of positives of each task's sets."""
    sets = {}
    for row in vocabulary.entries("task_sizes").reset_index().itertuples():
        sets.setdefault(row.task, {})[row.split] = int(row.examples), float(row.positives or "nan")
    return sets


def sampling_error(score: float, *, task: str, metric: str, split: str) -> float:
    """Return the standard deviation that the size of a task's set gives a score [points].

    Where the set is not known, or has no size here, the smallest of the task's known sets counts;
    NaN where no size is known, or no share of positives where the metric needs it.

    Notes
    -----
    With n examples, and scores as shares of 1:

    - right answers p: ``√(p(1 − p)/n)``; for SQuAD's F1, a mean of shares, this is the most;
    - F1 of a class that has the share π of the examples, with misses and false alarms equally
      many: ``√(F(1 − F)(2 − F)/(2nπ))``;
    - Matthews correlation, by the delta method for the phi of a 2x2 table (Bishop, Fienberg and
      Holland 1975, chapter 11), the model calling as many positive as there are;
    - rank correlation r (Bonett and Wright 2000): ``(1 − r²)·√((1 + r²/2)/(n − 3))``; Pearson's
      has no ``r²/2``;
    - an average over tasks: as if each task had that score, ``√(Σ sᵢ²)/k``;
    - a metric that its source does not name: the largest that the task's metrics have.
    """
    if task in AVERAGES:
        parts = [
            sampling_error(score, task=each, metric="accuracy", split=split)
            for each in AVERAGES[task]
        ]
        return float(np.sqrt(sum(part**2 for part in parts)) / len(parts))
    sets = _sets().get(task, {})
    n, positives = sets.get(split, min(sets.values(), default=(np.nan, np.nan)))
    share = min(max(score / 100, 0), 1)
    binomial = np.sqrt(share * (1 - share) / n)
    found = {
        "f1": np.sqrt(share * (1 - share) * (2 - share) / (2 * n * positives)),
        "matthews": _matthews(share, positives) / np.sqrt(n),
        "spearman": (1 - share**2) * np.sqrt((1 + share**2 / 2) / (n - 3)),
        "pearson": (1 - share**2) / np.sqrt(n - 3),
    }
    if metric == "f1" and task.startswith("squad"):
        found["f1"] = binomial
    if metric == "score":
        own = ["spearman"] * (task == "sts-b") + ["f1", "matthews"] * (positives == positives)
        return 100 * max([binomial, *(found[each] for each in own)])
    return 100 * found.get(metric, binomial)


def _matthews(phi: float, share: float) -> float:
    """Return √n times the standard error of a Matthews correlation, from its table of outcomes."""
    both = phi * share * (1 - share)
    table = np.array([[share**2 + both, share * (1 - share) - both]] * 2)
    table[1] = table[0, 1], (1 - share) ** 2 + both
    rows, columns = table.sum(1, keepdims=True), table.sum(0, keepdims=True)
    signs = np.array([[1.0, -1.0], [-1.0, 1.0]])
    # dφ/dp of φ = (p₁₁p₂₂ − p₁₂p₂₁)/√(p₁.p₂.p.₁p.₂), whose mean over the table is 0 but for φ
    slope = signs * table[::-1, ::-1] / np.sqrt(rows.prod() * columns.prod())
    slope = slope - phi / 2 * (1 / rows + 1 / columns)
    mean = (table * slope).sum()
    return float(np.sqrt((table * slope**2).sum() - mean**2))


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
    tidy = comparability.scores(data.usable(data.results()))
    own = tidy[tidy["original"].eq("") & tidy["measured_by"].ne("borrowed")]
    known = own.assign(
        split=comparability.sets(own),
        definition=comparability.definitions(own),
        score=own["value"],
    )
    known = known[known["split"].isin(["dev", "test"])]
    others = known["measured_by"].eq(OTHERS)
    names = known["source"].map(laboratory_of)
    names = names.mask(others, f"{OTHERS}, in " + known["source"])
    known = known.assign(measured_by_laboratory=names)
    of_a_set = ["model", "task", "metric", "split"]
    theirs = pd.MultiIndex.from_frame(known.loc[~others, of_a_set])
    known = known[~others | ~pd.MultiIndex.from_frame(known[of_a_set]).isin(theirs)]
    known = known.drop_duplicates(["source", *of_a_set])
    return known.drop_duplicates([*of_a_set, "definition", "score"])


def lent(task: str, split: str, metric: str) -> pd.DataFrame:
    """Return the score of each model that works repeat from elsewhere, the first, by its name."""
    tidy = comparability.scores(data.usable(data.results()))
    tidy = tidy[tidy["task"].eq(task) & tidy["metric"].eq(metric)]
    tidy = tidy[comparability.sets(tidy).eq(split) & tidy["measured_by"].eq("borrowed")]
    names = ["id", "source", "technique", "task", "stated_task", "metric", "split"]
    first = tidy.drop_duplicates("model").set_index("model")
    return first[names].assign(score=first["value"], split=split)


FITTED = ("mnli-m", "sst-2")
"""The tasks whose reports by many laboratories tell what is common to one."""


@cached
def laboratories() -> pd.DataFrame:
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
    Empirical Bayes over tasks: the squared multiples s² of `laboratories`, pooled over sets, are
    drawn from s₀²·F(d, d₀) (Smyth 2004, section 3); two metrics of a task go together, so it counts
    once there, by the metric with more degrees of freedom. A task's own is shrunk to
    ``(d₀s₀² + d·s²)/(d₀ + d)`` with ``d₀ + d`` degrees of freedom; a task that nobody else reports
    has s₀² with d₀. The likelihood hardly tells a large d₀ from a larger one, so d₀ is the least
    whose log-likelihood is within 1/2 of the highest: little is borrowed where the data do not ask
    for it.
    """
    known = laboratories().dropna(subset="multiple")
    squares = (known["multiple"] ** 2 * known["df"]).groupby([known["task"], known["metric"]]).sum()
    df = known.groupby(["task", "metric"])["df"].sum()
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
    found = {
        place: Spread(float(np.sqrt(square)), float(prior_df + df[place]))
        for place, square in posterior.items()
    }
    return Spread(float(np.sqrt(scale)), prior_df), found


@cached
def parts() -> pd.DataFrame:
    """Return what of the spread is common to a laboratory and what each of its runs adds.

    By REML on the reports of models that several laboratories ran on `FITTED`, development sets:
    rows ``all`` and ``without`` the laboratory that reports most; columns ``laboratory`` and
    ``rest`` [points], reports, laboratories and ``left_out``.
    """
    every = reports().query("task in @FITTED and metric == 'accuracy' and split == 'dev'")
    every = every[every["measured_by"] != OTHERS]
    every = every.assign(cell=every["model"] + " on " + every["task"])
    busiest = _shared(every)["measured_by_laboratory"].value_counts().index[0]
    lines = {
        "all": (every, ""),
        "without": (every[every["measured_by_laboratory"] != busiest], busiest),
    }
    return pd.DataFrame(
        {
            name: _components(_shared(part)) | {"left_out": out}
            for name, (part, out) in lines.items()
        }
    ).T


def _shared(reported: pd.DataFrame) -> pd.DataFrame:
    """Return the reports of cells that several laboratories have."""
    count = reported.groupby("cell")["measured_by_laboratory"].transform("nunique")
    return reported[count > 1]


def _components(reported: pd.DataFrame) -> dict[str, float]:
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

    It is the larger of the two that `parts` has, since the one laboratory decides much.
    """
    squares = parts()[["laboratory", "rest"]].astype(float) ** 2
    return float((squares["rest"] / squares.sum(axis=1)).max())


def add(scores: pd.DataFrame) -> pd.DataFrame:
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
        found = [sampling_error(a, task=b, metric=c, split=d) for a, b, c, d in lines]
        return found or [np.nan] * len(scores)

    read = scores["origin"].eq("digitised")
    works = measured_at(scores)
    found = scores.assign(
        digits=scores["half_width"].astype(float).mask(read, 0.0),
        reading=scores["half_width"].astype(float).where(read, 0.0),
        sampling=sampling("score"),
        runs=scores["sd"] / np.sqrt(scores["n"]),
        measured_at=works,
        measured_by_laboratory=works.map(laboratory_of),
        baseline_sampling=sampling("baseline_score"),
    )
    lines = zip(scores["score"], scores["task"], scores["metric"], strict=True)
    spreads = np.reshape([_spread(*line) for line in lines], (-1, 3)).T
    found = found.assign(laboratory=spreads[0], rest=spreads[1], spread_df=spreads[2])
    known = found["sampling"] ** 2 + _even(found) + found["runs"].fillna(0) ** 2
    return found.assign(error=np.sqrt(known))


MEASURED = ["id", "source", "original", "measured_by"]
"""The columns that tell which work ran what gave a score."""


def measured_at(results: pd.DataFrame) -> pd.Series:
    """Return the work that ran what gave each result, or the address where it is from.

    What a work has from others, whom nobody names, has a place of its own.
    """
    lines = results[MEASURED].itertuples(index=False)
    return pd.Series([_measured_at(*line) for line in lines], results.index, dtype=object)


def _measured_at(number: str, source: str, original: str, measured_by: str) -> str:
    """Return the work that ran a score; one of others, whom nobody names, stands for itself."""
    if original:
        known = "://" not in original and original not in _of_others()
        return original.split("/")[0] if known else original
    return number.rpartition("/")[0] if measured_by == OTHERS else source


@cached
def _of_others() -> set[str]:
    """Return the rows whose scores their work has from others."""
    tidy = data.results()
    return set(tidy.loc[tidy["measured_by"].eq(OTHERS), "id"].str.rpartition("/")[0])


@cached
def laboratory_of(work: str) -> str:
    """Return who measured the numbers of a work; a work that is not in the book is its own."""
    return sources.work(work).laboratory if work in sources.keys() else work


def _spread(score: float, task: str, metric: str) -> tuple[float, float, float]:
    """Return what laboratory and run do to a score [points], and the degrees of freedom."""
    if task in AVERAGES:
        each = [_spread(score, one, "accuracy") for one in AVERAGES[task]]
        common, apart, df = (np.array(part) for part in zip(*each, strict=True))
        return common.mean(), np.sqrt((apart**2).sum()) / len(apart), df.min()
    usual, known = spreads()
    multiple, df = known.get((SAME_TASKS.get(task, task), metric), usual)
    whole = multiple * sampling_error(score, task=task, metric=metric, split="dev")
    return whole * np.sqrt(1 - rest_share()), whole * np.sqrt(rest_share()), df


def _even(scores) -> np.ndarray:
    """Return the variance of digits: what is even within ± h has h²/3."""
    return (scores.digits**2 + scores.reading**2) / 3


def standard_errors(tidy: pd.DataFrame) -> pd.Series:
    """Return one standard deviation of each tidy result, as far as examples and runs tell it.

    It is ``√(sampling² + runs²)`` in the result's unit; of what is no score the second alone;
    missing where neither is known. Laboratories are left out: `differences` counts them.
    """
    known = add(tidy.assign(score=tidy["value"]))
    sampling = known["sampling"].where(tidy["metric"].isin(vocabulary.scores()))
    parts = pd.DataFrame({"sampling": sampling, "runs": known["runs"]})
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

    `a` and `b` are lines of `smallbert.compare.rows` or of the tidy results, `rho` the correlation
    of two models' errors on the same examples, see `RHO`; `level` is two-sided, for a comparison
    that was named in advance and not picked from many; `measure` is ``score``, or ``kept``, the
    share of the baseline's [%], which counts the errors of baselines that differ.

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
    a, b = (_columns(each) for each in (a, b))
    ahead = getattr(a, measure) - getattr(b, measure)
    one_work = a.measured_at == b.measured_at
    one_laboratory = a.measured_by_laboratory == b.measured_by_laboratory
    seeded = one_work & ~np.isnan(a.runs) & ~np.isnan(b.runs)
    alike = np.where(one_work & (a.metric == "accuracy"), max(rho, RHO_WITHIN), rho)
    fixed = _paired(a.sampling, b.sampling, alike) + _even(a) + _even(b)
    laboratory = np.where(one_laboratory, 0.0, a.laboratory**2 + b.laboratory**2)
    runs = [np.where(seeded, each.runs**2, each.rest**2) for each in (a, b)]
    scale = 100 / a.baseline_score if measure == "kept" else 1.0
    if measure == "kept":
        other = (a.baseline_id != b.baseline_id) | (a.baseline_id == "")
        of_a, of_b = (_against_baseline(each, rho) for each in (a, b))
        fixed = np.where(other, of_a[0] + of_b[0], fixed * scale**2)
        laboratory = np.where(other, 0.0, laboratory * scale**2)
        runs = [
            np.where(other, its[1], each * scale**2)
            for its, each in zip((of_a, of_b), runs, strict=True)
        ]
    with np.errstate(divide="ignore", invalid="ignore"):
        estimated = laboratory + np.where(seeded, 0.0, sum(runs))
        variance = fixed + laboratory + sum(runs)
        spent = np.where(estimated > 0, estimated**2 / a.spread_df, 0.0)
        for each, its in zip((a, b), runs, strict=True):
            spent = spent + np.where(seeded & (its > 0), its**2 / (each.n - 1), 0)
        df = np.where(spent > 0, variance**2 / spent, np.nan)
    error, sided = np.sqrt(variance), (1 + level) / 2
    margin = error * special.stdtrit(np.where(np.isnan(df), np.inf, df), sided)
    if measure == "score":
        margin = np.where(_on_same_examples(a, b), margin, np.nan)
    verdict = np.select([ahead > margin, -ahead > margin], ["higher", "lower"], "cannot tell")
    with np.errstate(divide="ignore", invalid="ignore"):
        common = laboratory / variance
    found = {"difference": ahead, "error": error, "df": df, "margin": margin, "common": common}
    return pd.DataFrame(found | {"verdict": verdict})


def of_results(tidy: pd.DataFrame) -> pd.DataFrame:
    """Return tidy results with all that `differences` reads of scores."""
    what = {"set": comparability.sets(tidy), "definition": comparability.definitions(tidy)}
    return add(tidy.assign(score=tidy["value"], **what))


def _columns(scores: pd.DataFrame) -> SimpleNamespace:
    """Return the columns `NEEDED` of lines of `smallbert.compare.rows`, or of tidy results."""
    scores = scores if "score" in scores else of_results(scores)
    return SimpleNamespace(**{each: scores[each].to_numpy() for each in NEEDED if each in scores})


def _on_same_examples(a: SimpleNamespace, b: SimpleNamespace) -> np.ndarray:
    """Tell which pairs are of one task, metric and set, and averages of one definition.

    A metric that is not named is its source's own.
    """
    first, second = ([SAME_TASKS.get(task, task) for task in each.task] for each in (a, b))
    alike = (np.array(first) == np.array(second)) & (a.definition == b.definition)
    alike &= (a.metric == b.metric) & (a.set == b.set)
    return alike & ((a.metric != "score") | (a.source == b.source))


def _paired(first, second, rho: float):
    """Return the variance that the examples of one set give the difference of two scores on it."""
    return first**2 + second**2 - 2 * rho * first * second


def _against_baseline(rows: SimpleNamespace, rho: float) -> tuple:
    """Return the variance of a score against its own baseline: of examples, of its two runs.

    Both are taken to be one laboratory's.
    """
    ratio, scale = rows.kept / 100, 100 / rows.baseline_score
    fixed = _paired(rows.sampling, ratio * rows.baseline_sampling, rho)
    fixed = (fixed + _even(rows) * (1 + ratio**2)) * scale**2
    runs = rows.rest**2 * (1 + ratio**2) * scale**2
    itself = rows.id == rows.baseline_id
    return np.where(itself, 0.0, fixed), np.where(itself, 0.0, runs)


@cached
def mnli_margin(*, rho: float = RHO, level: float = LEVEL, within: bool = False) -> float:
    """Return what chance explains between two scores of about 85 % on MNLI dev [points].

    They are of two laboratories' works, or, `within`, of one work.
    """
    sampling = sampling_error(85, task="mnli-m", metric="accuracy", split="dev")
    common, rest, df = _spread(85, "mnli-m", "accuracy")
    spread = 2 * rest**2 + (0 if within else 2 * common**2)
    alike = max(rho, RHO_WITHIN) if within else rho
    variance = spread + 2 * (1 - alike) * sampling**2
    freedom = variance**2 / (spread**2 / df)
    return float(special.stdtrit(freedom, (1 + level) / 2) * np.sqrt(variance))
