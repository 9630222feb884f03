"""One encoder, every technique: whether what was expected holds, and what its page draws."""

import re
from collections.abc import Callable

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from scipy import stats

from smallbert import charts
from smallbert.compare import one_encoder
from smallbert.compare.one_encoder import HOME, arms, interval, runs, scores
from smallbert.compare.uncertainty import LEVEL
from smallbert.data import sources, vocabulary
from smallbert.errors import UserError
from smallbert.memo import cached

TERM = re.compile(r"([+-] )?(?:(\d*\.\d+) )?([a-z][\w-]*)")
"""A term of a combination of arms: its sign, its factor and the arm."""

GROUPS = {
    "fewer bits": ("quantization", "s"),
    "zeros": ("pruning", "v"),
    "narrower layers": ("pruning", "^"),
    "fewer layers": ("distillation", "o"),
    "small student": ("distillation", "X"),
    "low rank": ("matrix_decomposition", "D"),
    "shared layers": ("parameter_sharing", "P"),
    "combined": ("compound", "*"),
}
"""The technique in whose panel a group of arms is, and the group's marker."""

TECHNIQUES = {group: technique for group, (technique, _) in GROUPS.items()}

SETTINGS = {"heads": "{} of 12 heads", "neurons": "{:,} of 1,536 neurons", "rank": "rank {}"}
SETTINGS |= {"sets": "{} sets of weights", "width": "width {}", "pieces": "{:,} word pieces"}
SETTINGS |= {"pruned": "{} % zeros"}
WHERE = {"": "", "embeddings": " in word vectors", "both": " everywhere"}
"""What `setting` says of the columns of an arm."""

TASKS = {"sent": "Reviews", "sense": "Nouns", "order": "Word order"}
"""What tables call the tasks."""

ORDER = ("fails", "cannot tell", "holds")
"""What conditions do to their statement: the first of these that any does."""

TICKS = (1, 1.5, 2, 3, 4, 6, 8, 12)
"""How many times smaller, on the axis."""

DEEPEST = 15
"""Points below the best score at which the panels end."""

Triple = tuple[float, float, float]


def written_before() -> dict:
    """Return the protocol and the hypotheses that were written before anything was measured."""
    return sources.read_yaml(sources.folder(one_encoder.source()) / "hypotheses.yaml")


def expected() -> dict[str, str]:
    """Return what was expected before anything was measured, by its id."""
    return {each["id"]: each["says"].strip() for each in written_before()["hypotheses"]}


@cached
def epochs() -> pd.Series:
    """Return in how many epochs of its task each arm was trained, with those of its start."""
    known, once = arms(), written_before()["protocol"]["epochs"]

    def trained(name: str) -> int:
        """Add up the epochs from the encoder to an arm."""
        start = known.at[name, "start"]
        earlier = trained(start) if start in known.index else 0
        return earlier + once * (known.at[name, "trained"] == "yes")

    return pd.Series({name: trained(name) for name in known.index})


def rates() -> pd.DataFrame:
    """Return for each learning rate tried the baseline's score on development rows [%] and loss."""
    table = one_encoder.table("rates").astype({"rate": float, "dev": float, "loss": float})
    return table.pivot(index="rate", columns="task", values=["dev", "loss"])


@cached
def answers() -> pd.DataFrame:
    """Return ``what`` each condition measures, what was found, and its statement's ``answer``.

    ``announced`` is found on all tasks, ``found`` on those learned. The answer is holds, fails or
    cannot tell, as announced; where it differs on the tasks learned, it says that, too.
    """
    table, told = one_encoder.table("conditions"), {}
    for way, of in (("announced", one_encoder.tasks()), ("found", one_encoder.learned())):
        parts = [value(each, of=of) for each in table["combination"]]
        table[way] = [in_words(*part) for part in parts]
        true = [holds(*each) for each in zip(table.itertuples(), parts, strict=True)]
        worst = pd.Series(map(ORDER.index, true), table.index).groupby(table["statement"]).min()
        told[way] = worst.map(ORDER.__getitem__)
    both = told["announced"] + "; without word order: " + told["found"]
    answer = told["announced"].where(told["announced"] == told["found"], both)
    return table.assign(answer=table["statement"].map(answer))


def on_encoder(work: str) -> pd.DataFrame:
    """Return ``what`` was measured like a work's captions on each task learned: no verdict on them.

    ``epochs`` has those of the arms compared: where they are not the same, nothing is decided.
    """
    table, long = one_encoder.table("captions"), epochs()
    own = table[table["work"].eq(work)].copy()
    for task in one_encoder.learned():
        parts = [value(each, of=(task,)) for each in own["combination"]]
        digits = 1 + own["combination"].str.startswith("loss_above")  # of nats one more
        own[task] = [in_words(*part, digits=n) for part, n in zip(parts, digits, strict=True)]
    named = [TERM.findall(each) for each in own["combination"]]
    told = [long.reindex([arm for *_, arm in terms]).dropna() for terms in named]
    own["epochs"] = [" and ".join(map("{:.0f}".format, each.unique())) for each in told]
    return own


def holds(condition, part: Triple) -> str:
    """Tell whether all of an interval keeps a condition, or none of it does."""
    _, low, high = part
    least, most = (
        float(each or end) for each, end in ((condition.least, "-inf"), (condition.most, "inf"))
    )
    within, beyond = least <= low and high <= most, high < least or low > most
    if condition.outside:
        within, beyond = beyond, within
    return "holds" if within else "fails" if beyond else "cannot tell"


def in_words(middle: float, low: float, high: float, *, digits: int = 1) -> str:
    """Return a value with its interval.

    Examples
    --------
    >>> in_words(1.25, -0.5, 3), in_words(0, 0, 0)
    ('1.2 (−0.5 to 3.0)', '0')
    """
    if low == high:
        return f"{middle:.3g}".replace("-", "−")
    middle, low, high = (f"{each:.{digits}f}" for each in (middle, low, high))
    return f"{middle} ({low} to {high})".replace("-", "−")


def loss_in_words(middle: float, low: float, high: float) -> str:
    """Return points lost with their interval; a loss that chance may be is none that is seen.

    Examples
    --------
    >>> loss_in_words(-0.1, -0.3, 0.1), loss_in_words(-2, -3, -1)
    ('none seen (−0.3 to 0.1)', 'gains 2.0 (1.0 to 3.0)')
    """
    if low <= 0 <= high:
        return f"none seen ({low:.1f} to {high:.1f})".replace("-", "−")
    return in_words(middle, low, high) if low > 0 else f"gains {in_words(-middle, -high, -low)}"


def setting(name: str) -> str:
    """Return what an arm makes smaller, in words; what it starts from comes first."""
    arm, named = arms().loc[name], arms().index.drop("baseline")
    start = "small-random" if arm["start"] == "general" else arm["start"]
    parts = [setting(start)] if start in named else []
    if arm["layers_kept"]:
        parts.append(f"{len(arm['layers_kept'].split())} layers")
    parts += [form.format(int(arm[of])) for of, form in SETTINGS.items() if arm[of]]
    if arm["pruned"] and arm["start"] in arms().index:
        parts[-1] += " after training"
    if arm["bits"] < 32:
        trained = " trained" if arm["trained"] else ""
        parts.append(f"{arm['bits']}{trained} bits{WHERE[arm['where']]}")
    return re.sub(r"\b1 ((?:trained )?\w+)s\b", r"1 \1", ", ".join(parts)) or "nothing"


def value(combination: str, *, of: tuple[str, ...] = ()) -> Triple:
    """Return what a condition is about, with its interval: a sum of scores, or another measure.

    `of` names the tasks, else it is those learned.
    """
    name, *asked = combination.split()
    if name in MEASURES:
        return MEASURES[name](*asked, of=of or one_encoder.learned())
    terms = [(sign, float(factor or 1), arm) for sign, factor, arm in TERM.findall(combination)]
    drawn = scores(list(dict.fromkeys(arm for *_, arm in terms)), of=of)
    return interval(
        sum((-1 if sign == "- " else 1) * factor * drawn[arm] for sign, factor, arm in terms)
    )


def better_than_bits(factor: str, *, of: tuple[str, ...]) -> Triple:
    """Return how many techniques without fewer bits beat the best quantization in a class."""
    table = one_encoder.size_class("encoder", int(factor), of=of)
    own = table.index[table["technique"].str.contains("quantization")]
    other = [name for name in table.index.difference(own) if arms().at[name, "bits"] >= 16]
    drawn = scores([table.loc[own, "score"].idxmax(), *other], of=of)
    ahead = drawn[other].sub(drawn.iloc[:, 0], axis=0)
    better = (one_encoder.holm(one_encoder.chance(ahead)) < 1 - LEVEL) & (ahead.iloc[0] > 0)
    return (float(better.sum()),) * 3


def aware_leads(factor: str, *, of: tuple[str, ...]) -> Triple:
    """Return by how much quantization-aware training with a teacher leads in a class [points]."""
    table = one_encoder.size_class("encoder", int(factor), of=of)
    own = table["technique"].eq("quantization-aware training with teacher")
    first, second = table.index[own][0], table.index[~own][0]
    return value(f"{first} - {second}", of=of)


def spread(one: str, other: str, *, of: tuple[str, ...]) -> Triple:
    """Return by how many times one arm's standard deviation over seeds is another's.

    Variances within tasks are pooled; the interval is of F, as if scores were normal.
    """
    free, squares = 0, np.zeros(2)
    common = one_encoder.seeds()
    for task in of:
        shares = one_encoder.right(task, HOME).mean().unstack().loc[[one, other], common]
        free += len(common) - 1
        squares += (len(common) - 1) * shares.var(axis=1, ddof=1).to_numpy()
    if not free:
        raise UserError("one seed has no standard deviation; run more")
    ratio = np.sqrt(squares[0] / squares[1])
    width = np.sqrt(stats.f.ppf((1 + LEVEL) / 2, free, free))
    return float(ratio), float(ratio / width), float(ratio * width)


def saved_operations(*, of: tuple[str, ...]) -> Triple:  # the same for all tasks
    """Return the most operations that an arm of bits or of zeros saves [%]."""
    names = arms().index[arms()["group"].isin(["fewer bits", "zeros"])]
    return (100 * (1 - one_encoder.sizes().loc[names, "operations"].min()),) * 3


def won_back(*, of: tuple[str, ...]) -> Triple:
    """Return the share of what 70 % zeros lose that comes back where weights may grow again [%]."""
    drawn = scores(["baseline", "prune-70", "deleted-70"], of=of)
    gone = drawn["baseline"] - drawn["prune-70"]
    return interval(100 * (drawn["deleted-70"] - drawn["prune-70"]) / gone)


def loss_above(one: str, other: str, *, of: tuple[str, ...]) -> Triple:
    """Return how much higher one arm's training loss is, with the least and most of all runs."""
    known = runs()[runs()["task"].isin(of)]
    known = known.pivot(index=["task", "seed"], columns="arm", values="loss")
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


def more_away(*, of: tuple[str, ...]) -> Triple:  # of the one task that has tests away
    """Return how much more arms that lose 2 to 10 points at home lose away, in the mean."""
    lost = away([*arms().index.drop("baseline")])
    home = lost.pop(HOME)
    some = home.columns[home.iloc[0].between(2, 10)]
    return interval((sum(lost.values()) / len(lost) - home)[some].mean(axis=1))


def order_above_others(*, of: tuple[str, ...]) -> Triple:  # order against the others, always
    """Return by how much order loses a larger share of its distance than the next task [%]."""
    known = one_encoder.sizes().loc[arms().index.drop("baseline")]
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


@cached
def measured(*, of: tuple[str, ...] = ()) -> pd.DataFrame:
    """Return every arm: score [%], points ``lost`` with interval, sizes, technique, setting.

    ``loss`` is that on the tasks learned and ``with_order`` that on all, in words; `of` names the
    tasks of the other numbers, else it is those learned.
    """
    table = one_encoder.losses(of=of).join(one_encoder.sizes())
    table = table.assign(group=arms()["group"], epochs=epochs())
    for task in one_encoder.tasks():
        table[task] = scores([*table.index], of=(task,)).iloc[0]
    table["setting"] = [setting(name) for name in table.index]
    return table.assign(loss=losses_in_words(), with_order=losses_in_words(of=one_encoder.tasks()))


def losses_in_words(*, of: tuple[str, ...] = ()) -> pd.Series:
    """Return in words what each arm loses."""
    return one_encoder.losses(of=of)[["lost", "low", "high"]].apply(
        lambda each: loss_in_words(*each), axis=1
    )


def shapes() -> pd.DataFrame:
    """Return how long each shape takes by runtime and numbers, slowest first."""
    times = one_encoder.table("times").astype({"milliseconds": float})
    runtime = times["runtime"].str.replace(r" [\d.]+$", "", regex=True)
    kind = times["kind"].map({"fp32": "32 bits [ms]", "int8": "8 bits [ms]"})
    wide = times.pivot_table("milliseconds", "arm", [runtime, kind])[["PyTorch", "ONNX Runtime"]]
    wide = wide.sort_values(("PyTorch", "32 bits [ms]"), ascending=False)
    named = ["not compressed" if name == "baseline" else setting(name) for name in wide.index]
    wide.insert(0, ("Shape", ""), named)
    return wide


def named(name: str) -> str:
    """Return an arm's technique, setting and id, and its epochs if they are not the baseline's.

    Examples
    --------
    >>> named("aware-2-on")
    'quantization-aware training: 2 trained bits (aware-2-on, 4 epochs)'
    """
    return f"{arms().at[name, 'technique']}: {setting(name)} ({name}{longer(name)})"


def longer(name: str) -> str:
    """Return an arm's epochs after a comma, and nothing if they are the baseline's."""
    known = epochs()
    return f", {known[name]} epochs" if known[name] != known["baseline"] else ""


def classes(*, of: tuple[str, ...] = ()) -> pd.DataFrame:
    """Return each size class that has an arm: who leads, by how much it loses, who may be best.

    Tasks and the losses in words are those of `measured`.
    """
    lines, told = [], measured()
    for size, factors in one_encoder.CLASSES.items():
        for factor in factors:
            table = one_encoder.size_class(size, factor, of=of)
            others = "; ".join(map(named, table.index[table["may_be_best"]][1:]))
            others = others or ("no other" if len(table) > 1 else "nothing else is this small")
            first = table.iloc[0]
            line = {"of": size, "factor": factor, "competing": len(table), "arm": first.name}
            line |= {"first": named(first.name), "others": others}
            line |= dict(told.loc[first.name, ["loss", "with_order"]])
            lines.append(line | dict(first[["lost", "low", "high"]]))
    return pd.DataFrame(lines)


def levels() -> pd.DataFrame:
    """Return each test with what majority, n-grams and the ``baseline`` reach [%]."""
    table = one_encoder.tests()
    drawn = [scores(["baseline"], test=one.test, of=(one.task,)) for one in table.itertuples()]
    return table.assign(baseline=[in_words(*interval(each["baseline"])) for each in drawn])


def sums(*, of: tuple[str, ...] = ()) -> pd.DataFrame:
    """Return what two techniques lose together, and what the losses of each add up to [points]."""
    lines = []
    for row in one_encoder.table("sums").itertuples():
        drawn = scores(["baseline", row.one, row.other, row.Index], of=of)
        one, other, both = drawn.rsub(drawn["baseline"], axis=0).to_numpy().T[1:]
        more = interval(both - one - other)
        line = (setting(row.one), setting(row.other), one[0], other[0], one[0] + other[0], both[0])
        lines.append((row.Index, *line, *more))
    columns = ["arm", "first", "second", "first_lost", "second_lost", "sum", "together"]
    return pd.DataFrame(lines, columns=[*columns, "more", "low", "high"])


def above_majority(task: str) -> pd.DataFrame:
    """Return whether an arm, at a seed, is surely better than who always says the same class.

    By the binomial error of its share of the test items at 95 per cent.
    """
    right = one_encoder.right(task, HOME)
    share = right.mean().unstack()
    error = stats.norm.ppf((1 + LEVEL) / 2) * np.sqrt(share * (1 - share) / len(right))
    floor = one_encoder.tests().query("test == @HOME").set_index("task")["majority"][task]
    return 100 * (share - error) > floor


def draw_techniques(rows: pd.DataFrame, *, named: dict[str, str]) -> Figure:
    """Draw score against how many times smaller the file is, a panel per technique.

    `rows` are of `measured`, `named` the words at an arm in the panel of its technique; the arms of
    all others are gray, and those far below are left out.
    """
    techniques = [*dict.fromkeys(TECHNIQUES.values())]
    rows = rows.assign(times=1 / rows["file"], panel=rows["group"].map(TECHNIQUES))
    base, low = rows.at["baseline", "score"], rows["score"].max() - DEEPEST
    shown = rows[rows["score"] > low].drop(index="baseline")
    fig, panels = plt.subplots(
        len(techniques) // 2, 2, figsize=(charts.WIDTH, 5.2), sharex=True, sharey=True
    )
    panels = dict(zip(techniques, panels.flat, strict=True))
    for technique, ax in panels.items():
        charts.log_axis(ax, "x", TICKS)
        ax.set(xlim=(0.95, 1.15 * shown["times"].max()), ylim=(low, rows["score"].max() + 1))
        ax.set_title(vocabulary.names("techniques")[technique])
        ax.axhline(base, color=plt.rcParams["axes.edgecolor"], linewidth=0.9, linestyle=":")
        own = shown["panel"].eq(technique)
        gray = {"color": charts.COLORS["none"], "markersize": 2.5, "zorder": 1}
        ax.plot(shown["times"][~own], shown["score"][~own], "o", **gray)
        line, color = best(shown[own], "file"), charts.COLORS[technique]
        charts.connect_points(ax, line["times"], line["score"], color=color, style="-")
        for group, part in shown[own].groupby("group", sort=False):
            look = {"color": color, "marker": GROUPS[group][1], "origin": "measured"}
            charts.points(ax, part["times"], part["score"], size=5, **look)
    fig.supxlabel("File, times smaller")
    fig.supylabel("Mean score [%]")
    for technique, ax in panels.items():
        known = shown[shown["panel"].eq(technique) & shown.index.isin([*named])]
        charts.place_labels(ax, known["times"], known["score"], known.index.map(named))
    return fig


def best(rows: pd.DataFrame, column: str) -> pd.DataFrame:
    """Return the rows that beat all smaller ones, smallest first; of one size only the best."""
    ordered = rows.assign(size=rows[column].round(2)).sort_values(["size", "score"])
    ordered = ordered.drop_duplicates("size", keep="last")
    return ordered[ordered["score"].gt(ordered["score"].cummax().shift(fill_value=0))]
