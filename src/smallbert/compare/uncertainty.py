"""How far a score may be off, and whether two of them differ by more than chance explains.

A score is its model's, plus what its laboratory and its runs do to it, plus the examples that the
set happens to have, plus the digits that print or reading leave open. Where one of these is not
known, no difference is said to be there.
"""

from types import SimpleNamespace

import numpy as np
import pandas as pd
from scipy import special

from smallbert import data
from smallbert.compare import comparability
from smallbert.data import vocabulary
from smallbert.data.results import SAME_TASKS
from smallbert.paths import cached

RHO = 0.5
"""Correlation of the errors that two models make on the same examples, where nothing else is said.

Models of one kind fail on the same hard examples; the public outputs of no two models of this
survey tell how often, so pages show what other values do.
"""

LEVEL = 0.95
"""Probability with which chance alone explains no difference, for one named in advance."""

LEAST = 6
"""Degrees of freedom from which on the spread between laboratories is taken as known."""

FACTOR = 3
"""Where it is not, a difference counts from so many times MNLI's margin on."""

SIX = ("sst-2", "mrpc", "qqp", "mnli-m", "qnli", "rte")
AVERAGES = {"glue-6": SIX, "glue-8": (*SIX, "cola", "sts-b")}
AVERAGES["glue"] = AVERAGES["glue-8"]
AVERAGES["glue-9"] = (*AVERAGES["glue-8"], "wnli")
AVERAGES["few-shot-7"] = ("arc-c", "hellaswag", "mmlu", "winogrande", "gsm8k", "c-eval", "cmmlu")
"""The tasks behind an average; one that does not say which is taken to leave WNLI out."""

NEEDED = [
    *("id", "source", "task", "metric", "definition", "set", "score", "kept"),
    *("baseline_id", "baseline_score", "baseline_sampling", "digits", "reading", "sampling"),
    *("runs", "n", "laboratory", "laboratory_df", "measured_at"),
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

    Where neither test nor dev is known, the smaller set counts; NaN where no size is known, or no
    share of positives where the metric needs it.

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


def reports() -> pd.DataFrame:
    """Return what laboratories themselves report of a model on a set with a known split.

    One line a model, task, metric, split and work, the first that the work has: id, source, model,
    technique, definition (of an average over GLUE), score [%]. "MNLI" counts as its matched half,
    with ``stated_task``, what is said. Borrowed scores and copies of other rows are left out, so
    that no run counts twice.
    """
    tidy = comparability.scores(data.usable(data.results()))
    own = tidy[tidy["original"].eq("") & tidy["measured_by"].ne("borrowed")]
    known = own.assign(
        split=comparability.sets(own),
        definition=comparability.definitions(own),
        score=own["value"],
    )
    known = known[known["split"].isin(["dev", "test"])]
    return known.drop_duplicates(["source", "model", "task", "metric", "split"])


def lent(task: str, split: str, metric: str) -> pd.DataFrame:
    """Return the score of each model that works repeat from elsewhere, the first, by its name."""
    tidy = comparability.scores(data.usable(data.results()))
    tidy = tidy[tidy["task"].eq(task) & tidy["metric"].eq(metric)]
    tidy = tidy[comparability.sets(tidy).eq(split) & tidy["measured_by"].eq("borrowed")]
    names = ["id", "source", "technique", "task", "stated_task", "metric", "split"]
    first = tidy.drop_duplicates("model").set_index("model")
    return first[names].assign(score=first["value"], split=split)


@cached
def laboratories() -> pd.DataFrame:
    """Return how far laboratories' scores of one model lie apart, on each set.

    One line a task, metric and split that several works report a model on: ``stated_task`` (see
    `smallbert.compare.comparability.task_words`), ``sd`` [points] with its 95 % range ``low`` to
    ``high``, degrees of freedom ``df``, models and reports.

    Notes
    -----
    The standard deviation is pooled over models, ``√(Σ(y − ȳ)²/df)`` with one degree of freedom
    less a model; its range is that of χ². The noise of seeds is in it, and what differs in recipes.
    """
    set_of = ["task", "metric", "split"]
    several = reports()
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
    table = table.reset_index().sort_values("df", ascending=False, kind="stable")
    names = [*set_of, "stated_task", "sd", "low", "high", "df", "models", "reports"]
    return table[names].reset_index(drop=True)


@cached
def _spreads() -> dict[tuple[str, str], tuple[float, float]]:
    """Return spread and degrees of freedom by task and metric, of the set reported most.

    An average over k tasks has ``√(Σ Lᵢ²)/k``, as if a laboratory's luck with one task said nothing
    of another, and `FACTOR` times MNLI's spread for a task of which it is not known.
    """
    known = laboratories().drop_duplicates(["task", "metric"])
    lines = known[["task", "metric", "sd", "df"]].itertuples(index=False)
    spreads = {tuple(key): (sd if df >= LEAST else np.nan, df) for *key, sd, df in lines}
    usual = spreads["mnli-m", "accuracy"]
    for average, tasks in AVERAGES.items():
        own = [spreads.get((task, "accuracy"), (np.nan, 0)) for task in tasks]
        own = [each if each[0] == each[0] else (FACTOR * usual[0], usual[1]) for each in own]
        spread = np.sqrt(sum(sd**2 for sd, _ in own)) / len(own)
        spreads[average, "average"] = float(spread), min(df for _, df in own)
    return spreads


def usual() -> tuple[float, float]:
    """Return MNLI's spread between laboratories [points] and its degrees of freedom."""
    return _spreads()["mnli-m", "accuracy"]


def add(scores: pd.DataFrame) -> pd.DataFrame:
    """Add what may move a score [points], each one standard deviation unless said otherwise.

    ``digits`` and ``reading`` (half-widths) and ``sampling``; ``runs``, the printed spread over
    seeds of a mean, ``sd/√n``, missing where none is printed; ``laboratory``, the spread between
    laboratories of the task and metric with its ``laboratory_df``, missing where too few reports
    tell it: the test set takes that of the development set, for it is of the trained model;
    ``measured_at``, who ran it; ``baseline_sampling``; and ``error``, the error of this one report
    on other examples, ``√(digits²/3 + reading²/3 + sampling² + runs²)``, laboratories aside.
    """
    names = [scores["task"], scores["metric"], scores["set" if "set" in scores else "split"]]

    def sampling(of: str) -> list[float]:
        """Return the sampling error of a column of scores."""
        lines = zip(scores[of], *names, strict=True) if of in scores else ()
        found = [sampling_error(a, task=b, metric=c, split=d) for a, b, c, d in lines]
        return found or [np.nan] * len(scores)

    keys = zip(names[0].replace(SAME_TASKS), names[1], strict=True)
    spreads = [_spreads().get(key, (np.nan, 0)) for key in keys]
    read = scores["origin"].eq("digitised")
    places = zip(scores["original"], scores["source"], strict=True)
    found = scores.assign(
        digits=scores["half_width"].astype(float).mask(read, 0.0),
        reading=scores["half_width"].astype(float).where(read, 0.0),
        sampling=sampling("score"),
        runs=scores["sd"] / np.sqrt(scores["n"]),
        laboratory=[sd for sd, _ in spreads],
        laboratory_df=[df for _, df in spreads],
        measured_at=[at if "://" in at else at.split("/")[0] or source for at, source in places],
        baseline_sampling=sampling("baseline_score"),
    )
    known = found["sampling"] ** 2 + _even(found) + found["runs"].fillna(0) ** 2
    return found.assign(error=np.sqrt(known))


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
        ``verdict``, one of higher, lower and cannot tell. Missing is what is not known: scores on
        other examples, or by another metric, have no margin.

    Notes
    -----
    The variance of a difference is that of laboratories (of each score, unless both are one
    work's and print their spread over seeds: then ``sd²/n``), plus that of the examples,
    ``s² + s'² − 2ρss'``, plus ``h²/3`` of each for digits. The margin is Student's t, with the
    degrees of freedom by Welch and Satterthwaite, times its root.
    """
    a, b = (_columns(each) for each in (a, b))
    ahead = getattr(a, measure) - getattr(b, measure)
    own = [~np.isnan(each.runs) for each in (a, b)]
    same = (a.measured_at == b.measured_at) & own[0] & own[1]
    fixed = _paired(a.sampling, b.sampling, rho) + _even(a) + _even(b)
    laboratory = np.where(same, 0.0, a.laboratory**2 + b.laboratory**2)
    seeds = [np.where(same, each.runs**2, 0.0) for each in (a, b)]
    scale = 100 / a.baseline_score if measure == "kept" else 1.0
    if measure == "kept":
        other = (a.baseline_id != b.baseline_id) | (a.baseline_id == "")
        of_a, of_b = (_against_baseline(each, rho) for each in (a, b))
        fixed = np.where(other, of_a[0] + of_b[0], fixed * scale**2)
        laboratory = np.where(other, of_a[1] + of_b[1], laboratory * scale**2)
        seeds = [np.where(other, 0.0, each * scale**2) for each in seeds]
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = fixed + laboratory + sum(seeds)
        spent = np.where(laboratory > 0, laboratory**2 / a.laboratory_df, 0 * laboratory)
        for each, runs in zip((a, b), seeds, strict=True):
            spent = spent + np.where(runs > 0, runs**2 / (each.n - 1), 0)
        df = np.where(spent > 0, variance**2 / spent, np.nan)
    error, sided = np.sqrt(variance), (1 + level) / 2
    margin = error * special.stdtrit(np.where(np.isnan(df), np.inf, df), sided)
    rough = np.isnan(laboratory) & ~np.isnan(fixed)
    open_digits = special.ndtri(sided) * np.sqrt(_even(a) + _even(b))
    usual = scale * np.hypot(FACTOR * mnli_margin(rho=rho, level=level), open_digits)
    margin = np.where(rough, usual, margin)
    if measure == "score":
        margin = np.where(_on_same_examples(a, b), margin, np.nan)
    verdict = np.select([ahead > margin, -ahead > margin], ["higher", "lower"], "cannot tell")
    found = {"difference": ahead, "error": error, "df": df, "margin": margin}
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
    """Return the variance of a score against its own baseline: of examples, of laboratories."""
    ratio, scale = rows.kept / 100, 100 / rows.baseline_score
    fixed = _paired(rows.sampling, ratio * rows.baseline_sampling, rho)
    fixed = (fixed + _even(rows) * (1 + ratio**2)) * scale**2
    laboratory = rows.laboratory**2 * (1 + ratio**2) * scale**2
    itself = rows.id == rows.baseline_id
    return np.where(itself, 0.0, fixed), np.where(itself, 0.0, laboratory)


@cached
def mnli_margin(*, rho: float = RHO, level: float = LEVEL, spread: float | None = None) -> float:
    """Return what chance explains between two works' scores of about 85 % on MNLI dev [points].

    `spread` stands in for the one between laboratories that `laboratories` has.
    """
    table = laboratories().set_index(["task", "metric", "split"])
    known = table.loc["mnli-m", "accuracy", "dev"]
    spread = known["sd"] if spread is None else spread
    sampling = sampling_error(85, task="mnli-m", metric="accuracy", split="dev")
    between = 2 * spread**2
    variance = between + 2 * (1 - rho) * sampling**2
    df = variance**2 / (between**2 / known["df"])
    return float(special.stdtrit(df, (1 + level) / 2) * np.sqrt(variance))
