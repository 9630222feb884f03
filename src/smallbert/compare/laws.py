"""What all works together say that compression costs: laws, with their intervals.

A contrast is a compressed model and the baseline of its own work on one task. A law is the mean of
what contrasts lose, or of what they lose for each halving of a size, over laboratories.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import special

from smallbert import data
from smallbert.compare import comparability
from smallbert.compare.laboratory_spread import OTHERS, laboratory_of, measured_at
from smallbert.compare.losses import BERT_BASE
from smallbert.compare.model_costs import model_costs
from smallbert.compare.model_scores import model_scores
from smallbert.compare.quantized_and_pruned import quantized
from smallbert.compare.scored_rows import SCORES, by_metric, scored_rows
from smallbert.compare.uncertainty import LEVEL
from smallbert.data import bibliography
from smallbert.data.results import BORROWED, exact_task
from smallbert.errors import UserError
from smallbert.memo import cached

EIGHT_BITS = "8 bits"
FEWER_BITS = "fewer bits"
HALF_THE_LAYERS = "half the layers"
LAW_OF_TECHNIQUE = {
    "distillation": "distillation",
    "pruning": "pruning",
    "pruning+distillation": "pruning, with a teacher",
    "quantization": FEWER_BITS,
    "quantization+distillation": f"{FEWER_BITS}, with a teacher",
}
LAWS = [EIGHT_BITS, *LAW_OF_TECHNIQUE.values()]
"""What compresses, as far as a law may speak of it."""

CORRELATIONS = ("matthews", "spearman", "pearson")
"""Metrics whose per cent are no share of right answers."""

ALL_TASKS = "all"
"""Instead of a task: every task with right and wrong answers, in per cent of the baseline."""

HALVED_SIZES = {
    "layers": "bytes_without_embeddings",
    "bytes": "bytes",
    "operations": "operations",
}
"""By what a law counts halvings, and the column of `smallbert.compare.scored_rows`."""

MEAN, SLOPE = "mean", "per halving"
"""What a law says of its models: what they lose, or what they lose for each halving of a size."""

FEWEST_LABORATORIES = 5
"""Laboratories that a law needs; with fewer its contrasts are only listed."""

CONTRAST_COLUMNS = [
    "law",
    "laboratory",
    "source",
    "table",
    "row",
    "id",
    "model",
    "task",
    "metric",
    "set",
]
CONTRAST_COLUMNS += ["teacher", "role", "protocol", "before", "score", "lost", "share", "half"]
CONTRAST_COLUMNS += [*HALVED_SIZES.values()]


@cached
def contrasts() -> pd.DataFrame:
    """Return what each compressed model lost against the baseline of its own work.

    Returns
    -------
    pandas.DataFrame
        A line a row of a work and task: ``law``, one of `LAWS`; ``laboratory``; source, table, row,
        id, model, task, metric, set, protocol, ``teacher`` and ``role`` as
        `smallbert.compare.comparability.add_grounds` has them; ``before`` and score [%], ``lost``
        [points] and ``share`` of the score before [%]; ``half``, whether half the baseline's layers
        are left, of its width, and no larger model was the teacher; and how many times fewer bytes,
        bytes of the layers and operations there are, if known.

    Notes
    -----
    Left out are ablations, scores and baselines that a work has from elsewhere, for a laboratory's
    luck falls out only where it ran both; averages over tasks; WNLI, on which BERT guesses; and the
    mismatched half of MNLI beside the matched. A network in 8 bits is compared with itself before,
    and is four times smaller.
    """
    pairs = pd.concat([_contrasts_in_8_bits(), _contrasts_of_others()], ignore_index=True)
    away = pairs["measured_by"].isin([BORROWED, OTHERS]) | pairs["role"].eq("ablation")
    pairs = pairs[~away & ~pairs["task"].isin(["wnli", "mnli-mm"])]
    lost = pairs["before"] - pairs["score"]
    return pairs.assign(
        laboratory=pairs["source"].map(laboratory_of), lost=lost, share=100 * lost / pairs["before"]
    )[CONTRAST_COLUMNS].reset_index(drop=True)


def _contrasts_in_8_bits() -> pd.DataFrame:
    """Return every network before and after 8 bits."""
    pairs = quantized().query("bits == 8")
    facts = comparability.add_grounds(
        comparability.scores_among(data.usable(data.results()))
    ).set_index("id")
    names = ["measured_by", "teacher", "role", "set", "protocol"]
    smaller = {"bytes": 4.0, "bytes_without_embeddings": 4.0, "operations": 1.0}
    return pairs.join(facts[names], on="id").assign(law=EIGHT_BITS, half=False, **smaller)


def _contrasts_of_others() -> pd.DataFrame:
    """Return each other compressed model and its baseline, one metric a task."""
    every, bits = by_metric(scored_rows()), quantized().set_index("id")["bits"]
    shapes = every.drop_duplicates("id").set_index("id")[["layers", "hidden"]]
    base_source = every["baseline_id"].str.partition("/")[0]
    implied = base_source.eq("") & every["baseline_score"].notna()  # by a printed change
    own_baseline = base_source.eq(every["source"]) | implied
    results = data.results()
    laboratories = measured_at(results).map(laboratory_of).set_axis(results["id"])
    base_laboratory = every["baseline_id"].map(laboratories)
    # A table may have its baseline from elsewhere: then luck of two laboratories is in the loss.
    own_baseline &= base_laboratory.isna() | base_laboratory.eq(every["id"].map(laboratories))
    law = every["technique"].map(LAW_OF_TECHNIQUE)
    taken = law.notna() & every["metric"].ne("average")
    # Of fewer bits those below 8: 8 bits have a law of their own, with the network itself before.
    taken &= ~law.str.startswith(FEWER_BITS, na=False) | every["id"].map(bits).lt(8)
    compressed = every[own_baseline & taken].drop_duplicates(["source", "table", "row", "task"])
    base = shapes.reindex(compressed["baseline_id"]).set_index(compressed.index)
    half = compressed["technique"].eq("distillation") & compressed["teacher"].eq("")
    half &= (2 * compressed["layers"]).eq(base["layers"]) & compressed["hidden"].eq(base["hidden"])
    return compressed.assign(law=law, before=compressed["baseline_score"], half=half)


def checkpoint_losses(task: str = ALL_TASKS, *, comparison: bool = True) -> pd.DataFrame:
    """Return what each model lost on a task, or in the mean over all: one line, whoever reports it.

    A line a model and law, ``lost`` in points of the task, or over `ALL_TASKS` in per cent of the
    baseline's score, but for tasks that have a correlation; ``laboratory`` of the earliest work
    that reports it; the list of its works, and how many reports; sizes, means of what works count;
    without `comparison` only models that their works propose.
    """
    losses = contrasts()
    losses = losses[losses["role"].ne("comparison") | comparison]
    halves = losses[losses["half"]].assign(law=HALF_THE_LAYERS)  # which are distillation, too
    losses = pd.concat([losses, halves], ignore_index=True)
    if task == ALL_TASKS:
        # A task goes with all its metrics, so that what is left is in one kind of per cent.
        correlated = losses.loc[losses["metric"].isin(CORRELATIONS), "task"]
        losses = losses[~losses["task"].isin(correlated)].assign(lost=losses["share"])
    else:
        losses = losses[losses["task"].isin(SCORES.get(task, [exact_task(task)]))]
    entries = bibliography.bibliography().entries
    years = losses["source"].map(
        {key: int(entries[key].fields["year"]) for key in set(losses["source"])}
    )
    order = losses.assign(year=years).sort_values("year", kind="stable")
    firsts = {name: (name, "first") for name in ("laboratory", "id", "teacher")}
    means = {name: (name, "mean") for name in HALVED_SIZES.values()}
    of_task = order.groupby(["law", "model", "task"], sort=False)
    table = of_task.agg(**firsts, **means, lost=("lost", "mean"), reports=("id", "size"))
    works = order.groupby(["law", "model"], sort=False)["source"].agg(pd.unique).rename("works")
    groups = table.groupby(["law", "model"], sort=False)
    table = groups.agg(**firsts, **means, lost=("lost", "mean"), reports=("reports", "sum"))
    return table.join(works.map(list)).reset_index()


class Law(NamedTuple):
    """What is lost, in the mean or for each halving; see `fit_law`."""

    laboratories: int
    checkpoints: int
    simple: float
    estimate: float = np.nan
    error: float = np.nan
    between: float = np.nan
    within: float = np.nan
    spread: float = np.nan

    def half(
        self, halvings: float = 1.0, *, laboratory: bool = False, model: bool = False
    ) -> float:
        """Return half of the 95 % interval after so many halvings.

        Of the law; or of the prediction for one more `laboratory`'s mean, or for one more `model`.
        """
        variance = self.error**2 + (self.between**2 if laboratory or model else 0.0)
        variance *= halvings**2
        variance += self.within**2 * (1.0 if model else self.spread if laboratory else 0.0)
        return float(special.stdtrit(self.laboratories - 1, (1 + LEVEL) / 2) * np.sqrt(variance))


def fit_law(
    lost: pd.Series,
    laboratory: pd.Series,
    halvings: pd.Series | float = 1.0,
    *,
    fewest: int = FEWEST_LABORATORIES,
) -> Law:
    """Return what is lost for each halving, over laboratories; with halvings of 1, the mean.

    `lost` is what each checkpoint lost, `laboratory` whose it is and `halvings` how often its size
    was halved. The law has ``estimate`` with its standard ``error``; ``between``, the standard
    deviation of what holds for laboratories, and ``within``, that of models around their
    laboratory's line; ``simple``, the plain mean of the laboratories' own lines; ``spread``, the
    mean of ``1/Σx²`` over laboratories. With less than the `fewest` laboratories, or one model in
    each, there is no estimate.

    Notes
    -----
    Each laboratory has its own least-squares line through the origin, ``Σxy/Σx²``, with the
    variance ``within²/Σx²``, where ``within²`` is pooled over laboratories. These lines are the
    effects of a random-effects model (Paule and Mandel; error by Hartung and Knapp, never smaller
    than without) as statsmodels fits it. Intervals are Student's t, with one degree of freedom less
    than laboratories.
    """
    from statsmodels.stats.meta_analysis import combine_effects  # seconds, and few pages need it

    table = pd.DataFrame({"lost": lost, "x": halvings, "laboratory": laboratory}).dropna()
    sums = _sums_by_laboratory(table)
    slopes, k, n = sums["xy"] / sums["xx"], len(sums), len(table)
    if k < fewest or n == k:
        return Law(k, n, slopes.mean())
    residuals = table["lost"] - table["x"] * table["laboratory"].map(slopes)
    within2 = (residuals**2).sum() / (n - k)
    variances = (within2 / sums["xx"]).to_numpy()
    pooled = combine_effects(slopes.to_numpy(), variances, method_re="iterated", use_t=True)
    error2 = float(pooled.var_eff_w_re) * max(1.0, float(pooled.scale_hksj_re))
    between = np.sqrt(max(float(pooled.tau2), 0.0))
    parts = (np.sqrt(error2), between, np.sqrt(within2), (1 / sums["xx"]).mean())
    return Law(k, n, slopes.mean(), float(pooled.mean_effect_re), *map(float, parts))


def _sums_by_laboratory(table: pd.DataFrame) -> pd.DataFrame:
    """Return Σxy and Σx² of each laboratory; ``Σxy/Σx²`` is its own line through the origin."""
    table = table.assign(xy=table["x"] * table["lost"], xx=table["x"] ** 2)
    return table.groupby("laboratory", sort=False)[["xy", "xx"]].sum()


def slopes_of_laboratories(task: str = ALL_TASKS, by: str = "layers") -> dict[str, pd.Series]:
    """Return what each laboratory's models lose for each halving, by law and laboratory."""
    slopes = {}
    for (law, each), lines in samples_of_laws(checkpoint_losses(task), by).items():
        if each == SLOPE:
            sums = _sums_by_laboratory(lines)
            slopes[law] = sums["xy"] / sums["xx"]
    return slopes


def samples_of_laws(table: pd.DataFrame, by: str) -> dict[tuple[str, str], pd.DataFrame]:
    """Return the lines of `checkpoint_losses` behind each law, by law and mean or per halving.

    ``x`` is 1 for a mean and otherwise how often the size `by` was halved, where it is smaller.
    """
    x = np.log2(table[HALVED_SIZES[by]].astype(float))
    samples = {
        (EIGHT_BITS, MEAN): table[table["law"].eq(EIGHT_BITS)].assign(x=1.0),
        (HALF_THE_LAYERS, MEAN): table[table["law"].eq(HALF_THE_LAYERS)].assign(x=1.0),
    }
    smaller = table.assign(x=x)[x > 0]
    samples |= {(law, SLOPE): smaller[smaller["law"].eq(law)] for law in LAWS}
    return {name: lines for name, lines in samples.items() if len(lines)}


def laws(task: str = ALL_TASKS, by: str = "layers", *, comparison: bool = True) -> pd.DataFrame:
    """Return what each kind of compression costs, over all laboratories that measured it.

    Returns
    -------
    pandas.DataFrame
        A line a law: ``law``, ``each`` (mean or per halving), ``estimate`` and ``half`` of its 95 %
        interval, in points or, over `ALL_TASKS`, in per cent of the baseline's score;
        ``laboratory_half`` and ``model_half``, of the prediction intervals for one more
        laboratory's mean and one more model; ``simple``, the plain mean over laboratories;
        laboratories, works, checkpoints and reports. With fewer than `FEWEST_LABORATORIES`
        laboratories only the last five are there.
    """
    lines = []
    samples = samples_of_laws(checkpoint_losses(task, comparison=comparison), by)
    for (law, kind), losses in samples.items():
        fit = fit_law(losses["lost"], losses["laboratory"], losses["x"])
        counts = {"works": losses["works"].explode().nunique(), "reports": losses["reports"].sum()}
        halves = {
            "half": fit.half(),
            "laboratory_half": fit.half(laboratory=True),
            "model_half": fit.half(model=True),
        }
        lines.append({"law": law, "each": kind, **fit._asdict(), **halves, **counts})
    if not lines:
        raise UserError(
            f"task is {task!r}, on which no work has a compressed model and its baseline"
        )
    return pd.DataFrame(lines)


def law_in_words(
    law: str, kind: str = SLOPE, task: str = ALL_TASKS, by: str = "layers", **rows
) -> str:
    """Return what a law costs, such as "0.6 % of the score (0.2 to 1.0)"; or that there is none.

    Arguments are as of `laws`.
    """
    unit = "% of the score" if task == ALL_TASKS else "points"
    table = laws(task, by, **rows).set_index(["law", "each"])
    if (law, kind) not in table.index:
        return "what nobody measured"
    fit = table.loc[(law, kind)]
    if np.isnan(fit["estimate"]):
        mean = f"{fit['simple']:.1f} {unit} in the plain mean of".replace("-", "−")
        return f"{mean} {fit['laboratories']:.0f} laboratories, too few for a law"
    low, high = (fit["estimate"] + sign * fit["half"] for sign in (-1, 1))
    return f"{fit['estimate']:.1f} {unit} ({low:.1f} to {high:.1f})".replace("-", "−")


def laws_left_out(
    task: str = ALL_TASKS, by: str = "layers", *, comparison: bool = True
) -> pd.DataFrame:
    """Return how a law without a laboratory foretells it: a line a law and laboratory.

    ``estimate`` of the others and ``own`` of the laboratory, ``foretold`` whether it lies in the
    prediction interval; checkpoints, how many of them lie ``inside`` that for one more model, and
    which ``outside``.
    """
    lines = []
    samples = samples_of_laws(checkpoint_losses(task, comparison=comparison), by)
    for (law, kind), losses in samples.items():
        twice = (law, kind) == (EIGHT_BITS, SLOPE)  # all is halved twice: the mean once more
        if twice or losses["laboratory"].nunique() < FEWEST_LABORATORIES:
            continue
        for laboratory, left in losses.groupby("laboratory"):
            kept = losses[losses["laboratory"] != laboratory]
            columns = (kept["lost"], kept["laboratory"], kept["x"])
            others = fit_law(*columns, fewest=FEWEST_LABORATORIES - 1)
            [(products, squares)] = _sums_by_laboratory(left).to_numpy()
            slope = products / squares
            around = others._replace(spread=1 / squares).half(laboratory=True)
            widths = left["x"].map(lambda x, law=others: law.half(x, model=True))
            off = (left["lost"] - left["x"] * others.estimate).abs() > widths
            lines.append(
                {
                    "law": law,
                    "each": kind,
                    "laboratory": laboratory,
                    "estimate": others.estimate,
                    "own": slope,
                    "around": around,
                    "foretold": abs(slope - others.estimate) <= around,
                    "checkpoints": len(left),
                    "outside": "; ".join(left["model"][off]),
                    "inside": len(left) - off.sum(),
                }
            )
    names = ["law", "each", "laboratory", "estimate", "own", "around", "foretold", "checkpoints"]
    return pd.DataFrame(lines, columns=[*names, "outside", "inside"])


def risks() -> pd.DataFrame:
    """Return what may bias the contrasts of each work, from the data: a line a work.

    ``source``, laboratory, laws and ``contrasts``; and of how many the set is no test set
    (``development``), the score is the ``best`` of a search, its choice among runs is ``unstated``,
    the teacher is an ``other`` than the baseline, or the model is there for ``comparison``.
    """
    pairs = contrasts()
    protocol = pairs["protocol"].str.partition(" in ")[0]
    flags = pairs.assign(
        development=pairs["set"].ne("test"),
        best=protocol.eq("best-of-search"),
        unstated=protocol.isin(["", "unstated"]),
        other=pairs["teacher"].ne(""),
        comparison=pairs["role"].eq("comparison"),
    )
    groups = flags.groupby(["source", "laboratory"], sort=False)
    names = ["development", "best", "unstated", "other", "comparison"]
    table = (
        groups[names]
        .sum()
        .assign(
            contrasts=groups.size(),
            laws=groups["law"].agg(lambda own: ", ".join(dict.fromkeys(own))),
        )
    )
    return table.reset_index()[["source", "laboratory", "laws", "contrasts", *names]]


def foretelling(task: str = "mnli", *, split: str = "dev", least: int = 10) -> pd.DataFrame:
    """Return how well the order of models on a task foretells their order on others.

    A line another task that at least so many models, no larger than BERT-base, have a score on that
    laboratories measured themselves: task, ``models``, ``rank``, Spearman's correlation with the
    scores on `task`, and ``low`` to ``high``, its 95 % interval by Fisher's z with the error of
    Bonett and Wright (2000). That models of one family are alike is not in it, and would widen it.
    """
    sizes = model_costs()["parameters"]
    small = sizes.index[sizes <= sizes[BERT_BASE]]
    lines = []
    for name, (other_task, *_) in SCORES.items():
        if name in (task, "glue"):
            continue
        pair = [model_scores(each, split)["score"] for each in (SCORES[task][0], other_task)]
        both = pd.concat(pair, axis=1, keys=["x", "y"]).dropna()
        both = both[both.index.isin(small)]
        if (n := len(both)) < least:
            continue
        rank = both["x"].corr(both["y"], method="spearman")
        width = special.ndtri((1 + LEVEL) / 2) * np.sqrt((1 + rank**2 / 2) / (n - 3))
        low, high = np.tanh(np.arctanh(rank) + np.array([-width, width]))
        lines.append({"task": other_task, "models": n, "rank": rank, "low": low, "high": high})
    return pd.DataFrame(lines).sort_values("rank", ascending=False, ignore_index=True)
