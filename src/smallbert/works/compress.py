"""One encoder, every technique: whether what was expected holds, and what its page draws."""

import re
from collections.abc import Callable

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from scipy import stats

from smallbert import charts, paths
from smallbert.compare import one_encoder
from smallbert.compare.one_encoder import HOME, SEEDS, arms, interval, runs, scores
from smallbert.compare.uncertainty import LEVEL
from smallbert.data import sources
from smallbert.errors import UserError
from smallbert.paths import cached

TERM = re.compile(r"([+-] )?(?:(\d*\.\d+) )?([a-z][\w-]*)")
"""A term of a combination of arms: its sign, its factor and the arm."""

GROUPS = {
    "fewer bits": ("quantization", "s"),
    "zeros": ("pruning", "v"),
    "fewer layers": ("distillation", "o"),
    "narrower layers": ("dynamic_inference", "^"),
    "low rank": ("matrix_decomposition", "D"),
    "small student": ("architecture", "X"),
    "smaller vocabulary": ("none", "h"),
    "shared layers": ("parameter_sharing", "P"),
    "several at once": ("compound", "*"),
}
"""The technique whose color a group of arms has, and the group's marker."""

Triple = tuple[float, float, float]


def expected() -> dict[str, str]:
    """Return what was expected before anything was measured, by its id."""
    path = paths.CHECKOUT / "experiments" / "compress" / "hypotheses.yaml"
    return {each["id"]: each["says"].strip() for each in sources.read_yaml(path)["hypotheses"]}


@cached
def answers() -> pd.DataFrame:
    """Return for each statement what is ``found``, and the ``answer``.

    The answer is holds, fails or cannot tell. With fewer seeds than the protocol asks for it is
    cannot tell, and tells how it looks so far; where an arm is missing, it says that.
    """
    lines = one_encoder.table("conditions")
    table = {}
    for statement, conditions in lines.groupby("statement", sort=False):
        try:
            parts = [value(each.combination) for each in conditions.itertuples()]
        except UserError as lacking:
            missing = str(lacking).partition(";")[0].removeprefix("not measured yet: ")
            table[statement] = {
                "found": missing,
                "answer": "not measured yet",
            }
            continue
        told = zip(conditions["what"], parts, strict=True)
        found = "; ".join(f"{what} {in_words(*part)}" for what, part in told)
        true = [
            holds(each, *part) for each, part in zip(conditions.itertuples(), parts, strict=True)
        ]
        answer = "fails" if False in true else "cannot tell" if None in true else "holds"
        if (count := len(one_encoder.whole().get("baseline", ()))) < SEEDS:
            answer = f"cannot tell yet: {count} of {SEEDS} seeds; so far {answer}"
        table[statement] = {"found": found, "answer": answer}
    return pd.DataFrame(table).T


def in_kind(work: str) -> pd.DataFrame:
    """Return `answers` on the captions of a work's figures that are not in its document."""
    own = answers().filter(like=f"{work}-", axis=0)
    return own.set_axis(own.index.str.removeprefix(f"{work}-"))


def holds(condition, middle: float, low: float, high: float) -> bool | None:
    """Tell whether all of an interval keeps a condition, or none of it does; None if neither."""
    least, most = (
        float(each or end) for each, end in ((condition.least, "-inf"), (condition.most, "inf"))
    )
    within, beyond = least <= low and high <= most, high < least or low > most
    if condition.outside:
        within, beyond = beyond, within
    return True if within else False if beyond else None


def in_words(middle: float, low: float, high: float) -> str:
    """Return a value with its interval.

    Examples
    --------
    >>> in_words(1.25, -0.5, 3), in_words(0, 0, 0)
    ('1.2 (−0.5 to 3.0)', '0')
    """
    if low == high:
        return f"{middle:.3g}".replace("-", "−")
    return f"{middle:.1f} ({low:.1f} to {high:.1f})".replace("-", "−")


def value(combination: str) -> Triple:
    """Return what a condition is about, with its interval: a sum of scores, or another measure."""
    name, *asked = combination.split()
    if name in MEASURES:
        return MEASURES[name](*asked)
    terms = [(sign, float(factor or 1), arm) for sign, factor, arm in TERM.findall(combination)]
    drawn = scores(list(dict.fromkeys(arm for *_, arm in terms)))
    return interval(
        sum((-1 if sign == "- " else 1) * factor * drawn[arm] for sign, factor, arm in terms)
    )


def _all() -> pd.DataFrame:
    """Return all arms, if all are measured."""
    one_encoder.seeds(arms().index)
    return arms()


def better_than_bits(factor: str) -> Triple:
    """Return how many techniques without fewer bits beat the best quantization in a class."""
    _all()
    table = one_encoder.size_class("encoder", int(factor))
    own = table.index[table["technique"].str.contains("quantization")]
    other = [name for name in table.index.difference(own) if arms().at[name, "bits"] >= 16]
    drawn = scores([table.loc[own, "score"].idxmax(), *other])
    ahead = drawn[other].sub(drawn.iloc[:, 0], axis=0)
    better = (one_encoder.holm(one_encoder.chance(ahead)) < 1 - LEVEL) & (ahead.iloc[0] > 0)
    return (float(better.sum()),) * 3


def aware_leads(factor: str) -> Triple:
    """Return by how much quantization-aware training with a teacher leads in a class [points]."""
    _all()
    table = one_encoder.size_class("encoder", int(factor))
    own = table["technique"].eq("quantization-aware training with teacher")
    first, second = table.index[own][0], table.index[~own][0]
    return value(f"{first} - {second}")


def spread(one: str, other: str) -> Triple:
    """Return by how many times one arm's standard deviation over seeds is another's.

    Variances within tasks are pooled; the interval is of F, as if scores were normal.
    """
    common = one_encoder.seeds([one, other])
    if len(common) < 2:
        raise UserError("one seed has no standard deviation; run more")
    shares = {
        arm: np.array(
            [one_encoder.right(task, HOME)[arm][common].mean() for task in one_encoder.tasks()]
        )
        for arm in (one, other)
    }
    ratio = np.sqrt(
        shares[one].var(axis=1, ddof=1).mean() / shares[other].var(axis=1, ddof=1).mean()
    )
    free = shares[one].size - len(shares[one])
    width = np.sqrt(stats.f.ppf((1 + LEVEL) / 2, free, free))
    return float(ratio), float(ratio / width), float(ratio * width)


def saved_operations() -> Triple:
    """Return the most operations that an arm of bits or of zeros saves [%]."""
    names = _all().index[arms()["group"].isin(["fewer bits", "zeros"])]
    return (100 * (1 - one_encoder.sizes().loc[names, "operations"].min()),) * 3


def won_back() -> Triple:
    """Return the share of what 70 % zeros lose that comes back where weights may grow again [%]."""
    drawn = scores(["baseline", "prune-70", "deleted-70"])
    gone = drawn["baseline"] - drawn["prune-70"]
    return interval(100 * (drawn["deleted-70"] - drawn["prune-70"]) / gone)


def loss_above(one: str, other: str) -> Triple:
    """Return how much higher one arm's training loss is, with the least and most of all runs."""
    common = one_encoder.seeds([one, other])
    known = runs()[runs()["seed"].isin(common)].pivot(
        index=["task", "seed"], columns="arm", values="loss"
    )
    apart = known[one] - known[other]
    return float(apart.mean()), float(apart.min()), float(apart.max())


def away(names: list[str]) -> dict[str, pd.DataFrame]:
    """Return what arms lose against the baseline [points], at home and on each unseen domain."""
    known, made = one_encoder.tests(), {}
    task = known.loc[known["test"].ne(HOME), "task"].iloc[0]
    for test in known.loc[known["task"].eq(task), "test"]:
        drawn = scores(["baseline", *names], test=test, of=(task,))
        made[test] = drawn[names].rsub(drawn["baseline"], axis=0)
    return made


def more_away() -> Triple:
    """Return how much more arms that lose 2 to 10 points at home lose away, in the mean."""
    lost = away([*_all().index.drop("baseline")])
    home = lost.pop(HOME)
    some = home.columns[home.iloc[0].between(2, 10)]
    return interval((sum(lost.values()) / len(lost) - home)[some].mean(axis=1))


def order_above_others() -> Triple:
    """Return by how much order loses a larger share of its distance than the next task [%]."""
    known = one_encoder.sizes().loc[_all().index.drop("baseline")]
    names = known.index[known[["encoder", "file"]].min(axis=1) <= one_encoder.TOLERANCE / 2]
    floor = one_encoder.tests().query("test == @HOME").set_index("task")["majority"]
    shares = {}
    for task in one_encoder.tasks():
        drawn = scores(["baseline", *names], of=(task,))
        lost = drawn[names].rsub(drawn["baseline"], axis=0).mean(axis=1)
        shares[task] = 100 * lost / (drawn["baseline"] - floor[task])
    own = shares.pop("order")
    return interval(own - max(shares.values(), key=lambda each: each[0]))


MEASURES: dict[str, Callable] = {
    each.__name__: each
    for each in (
        *(better_than_bits, aware_leads, spread, saved_operations),
        *(won_back, loss_above, more_away, order_above_others),
    )
}


def measured() -> pd.DataFrame:
    """Return the arms measured: score [%], points ``lost`` with interval, sizes and group."""
    names, lines = [name for name in arms().index if name in one_encoder.whole()], {}
    for name in names:
        drawn = scores(list(dict.fromkeys(["baseline", name])))
        lost = interval(drawn["baseline"] - drawn[name])
        lines[name] = (drawn[name].iloc[0], *lost, len(one_encoder.seeds(["baseline", name])))
    table = pd.DataFrame(lines, ["score", "lost", "low", "high", "seeds"], dtype=float).T
    return table.join(one_encoder.sizes()).join(arms()[["technique", "group"]])


def classes() -> pd.DataFrame:
    """Return each size class that has an arm: who leads, by how much it loses, who may be best."""
    lines = []
    for of, factors in one_encoder.CLASSES.items():
        for factor in factors:
            table = one_encoder.size_class(of, factor)
            if table.empty:
                continue
            first, others = table.iloc[0], table[table["may_be_best"]].index[1:]
            line = {"of": of, "factor": factor, "competing": len(table), "first": first.name}
            lost = in_words(first["lost"], first["low"], first["high"])
            named = ", ".join(others) or ("nobody" if len(table) > 1 else "no rival is measured")
            lines.append(line | {"technique": first["technique"], "lost": lost, "others": named})
    columns = ["of", "factor", "competing", "first", "technique", "lost", "others"]
    return pd.DataFrame(lines, columns=columns)


def tests() -> pd.DataFrame:
    """Return each test with what majority, n-grams and the ``baseline`` reach [%]."""
    table = one_encoder.tests().assign(baseline="")
    for each in table.itertuples() if "baseline" in one_encoder.whole() else ():
        drawn = scores(["baseline"], test=each.test, of=(each.task,))
        table.at[each.Index, "baseline"] = in_words(*interval(drawn["baseline"]))
    return table


def sums() -> pd.DataFrame:
    """Return what two techniques lose together, and what the losses of each add up to [points]."""
    lines = {}
    for row in one_encoder.table("sums").itertuples():
        names = ["baseline", row.Index, row.one, row.other]
        lines[row.Index] = (row.one, row.other, *[np.nan] * 4, "not measured yet")
        if all(name in one_encoder.whole() for name in names):
            drawn = scores(names)
            lost = drawn[names[1:]].rsub(drawn["baseline"], axis=0)
            both, *parts = lost.iloc[0]
            more = interval(lost[row.Index] - lost[row.one] - lost[row.other])
            lines[row.Index] = (row.one, row.other, *parts, sum(parts), both, in_words(*more))
    columns = ["one", "other", "one alone", "other alone", "sum", "together", "more than the sum"]
    return pd.DataFrame(lines, columns, dtype=object).T


def away_from_home() -> pd.DataFrame:
    """Return what each arm loses at ``home``, on each unseen domain, and ``away``, their mean."""
    known = measured().drop(index="baseline", errors="ignore")
    if known.empty:
        return known.assign(home=0.0, away=0.0)
    lost = pd.DataFrame({test: drawn.iloc[0] for test, drawn in away([*known.index]).items()})
    lost = lost.rename(columns={HOME: "home"})
    return lost.assign(away=lost.drop(columns="home").mean(axis=1)).join(
        known[["group", "technique"]]
    )


def draw_axes(rows: pd.DataFrame, *, floor: float) -> Figure:
    """Draw score against how far layers' bytes, the file, the operations and the time shrink.

    A line leads through the best of each group. `floor` is what n-grams reach [%]; arms far below
    are left out of the panels, and so is the panel of times before any was taken.
    """
    axes = {"encoder": "Layers", "file": "Whole file", "operations": "Operations"}
    axes |= {"milliseconds": "Time of one input"} if rows["milliseconds"].notna().any() else {}
    fig, panels = plt.subplots(len(axes), figsize=(charts.WIDTH, 3 * len(axes)), sharey=True)
    known, levels = rows[rows["group"].isin(GROUPS)], {"n-grams": floor}
    levels |= rows["score"].filter(["baseline"]).to_dict()
    palette, markers = looks()
    for ax, (column, title) in zip(panels, axes.items(), strict=True):
        charts.log_axis(ax, "x", [1, 2, 4, 8, 16, 32])
        shown = known.assign(times=1 / known[column], origin="measured")
        for group, own in shown.sort_values(["times", "score"], ascending=False).groupby("group"):
            best = own[own["score"].gt(own["score"].cummax().shift(fill_value=-1))]
            charts.connect(ax, best["times"], best["score"], color=palette[group], style="-")
        look = {"palette": palette, "markers": markers, "size": 6, "legend": False}
        charts.scatter(ax, shown, x="times", y="score", color="group", **look)
        for words, level in levels.items():
            ax.axhline(level, color=plt.rcParams["axes.edgecolor"], linewidth=0.9, linestyle=":")
            ax.text(42, level, words, ha="right", va="bottom", fontsize=8.5)
        ax.set(
            xlim=(0.9, 44), ylim=(floor - 6, max(levels.values()) + 2.5), ylabel="Mean score [%]"
        )
        ax.set(title=title, xlabel="times smaller" if ax is panels[-1] else "")
    explain(fig, known["group"])
    return fig


def looks() -> tuple[dict[str, str], dict[str, str]]:
    """Return color and marker of each group."""
    palette = {group: charts.COLORS[name] for group, (name, _) in GROUPS.items()}
    return palette, {group: marker for group, (_, marker) in GROUPS.items()}


def explain(fig: Figure, groups: pd.Series) -> None:
    """Explain the marks of the groups drawn, below a figure."""
    palette, markers = looks()
    marks = {
        group: {"marker": markers[group], "markeredgecolor": color}
        for group, color in palette.items()
        if group in set(groups)
    }
    plain = {"markerfacecolor": "none", "markeredgewidth": 1.8}
    charts.explain(fig, marks, plain, columns=3)


def draw_away(rows: pd.DataFrame) -> Figure:
    """Draw what each arm loses on unseen domains against what it loses at home [points]."""
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 4))
    known = rows[rows["group"].isin(GROUPS)].assign(origin="measured")
    ends = [min(-1, known["home"].min()), max(5, 1 + known["home"].max())]
    ax.plot(ends, ends, color=plt.rcParams["axes.edgecolor"], linestyle="--", linewidth=1.2)
    palette, markers = looks()
    look = {"palette": palette, "markers": markers, "size": 6, "legend": False}
    charts.scatter(ax, known, x="home", y="away", color="group", **look)
    explain(fig, known["group"])
    ax.set(xlabel="Lost on film reviews [points]", ylabel="Lost elsewhere, mean [points]")
    return fig
