"""What of the poster is code: its findings as kinds of claims, and what its page draws and says.

A row beats another when it is no larger, embeddings counted, and no worse in the mean over the
tasks that both report. The poster's own averages are over different tasks a row, so they do not
serve for that.
"""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import product

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert import charts, cost, data
from smallbert.audit.interval import Interval
from smallbert.audit.verdict import CUT, DIGITS, INPUTS, judge
from smallbert.charts import publish
from smallbert.charts.headline import fitted
from smallbert.claims import growth
from smallbert.claims.finding import (
    FAILS,
    HOLDS,
    Finding,
    LackingError,
    choose,
    independent,
    number,
)
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material
from smallbert.data import bibliography, sources, vocabulary

TABLE = "ganesh2021case/effectiveness"
SIZE = "size-with-embeddings"
AVERAGE = "poster-4-average-drop"
TASKS = ["mnli-accuracy", "qqp-score", "sst-2-accuracy", "squad-1.1-f1"]


@dataclass(frozen=True, eq=False)
class Rows:
    """The poster's compressed rows, wide: numbers, name, heading, technique; and the baseline."""

    frame: pd.DataFrame
    base: pd.Series
    ids: dict

    def evidence(self, rows, quantities=(SIZE, *TASKS)) -> tuple[str, ...]:
        """Return the ids of those quantities that the rows have."""
        wanted = [(row, quantity) for row in dict.fromkeys(rows) for quantity in quantities]
        return tuple(self.ids[each] for each in wanted if each in self.ids)

    def alone(self, technique: str) -> pd.DataFrame:
        """Return the rows that use this technique and no other."""
        return self.frame[self.frame["technique"] == technique]

    def lead(self, one: str, other: str) -> float:
        """Return by how many points `one` is ahead in the mean over shared tasks; NaN for none."""
        return (self.frame.loc[one, TASKS] - self.frame.loc[other, TASKS]).astype(float).mean()

    def near(self, one: str, other: str, factor: float) -> bool:
        """Tell whether the sizes of two rows are within a factor of each other."""
        sizes = self.frame.loc[[one, other], SIZE]
        return bool(sizes.max() <= factor * sizes.min())

    def beats(self, one: str, other: str, equal: float) -> bool:
        """Tell whether `one` is no larger and no worse than `other` by more than `equal`."""
        return self.frame[SIZE][one] <= self.frame[SIZE][other] and self.lead(one, other) >= -equal


def _rows(material: Material) -> Rows:
    """Return the poster's rows."""
    wide, labels = material.wide(TABLE), material.labels(TABLE)
    heading = "heading" if material.corrected else "heading_printed"
    frame = wide.join(labels[["name", "technique"]].assign(heading=labels[heading]))
    tidy = material.tidy(TABLE)
    ids = dict(zip(zip(tidy["row"], tidy["quantity"], strict=True), tidy["id"], strict=True))
    if "bert-base" not in frame.index:
        raise LackingError(f"the baseline of {TABLE}")
    return Rows(frame=frame.drop(index="bert-base"), base=frame.loc["bert-base"], ids=ids)


def _chains(rows: Rows) -> pd.Series:
    """Tell of each row whether it joins several techniques."""
    return rows.frame["technique"].str.contains("+", regex=False)


@kind
def quantization_best(material: Material, *, equal: float = 0.1) -> Finding:
    """Tell whether each smaller row of another single technique scores less than quantization.

    Over the tasks that both report; a lead of at most `equal` either way is one of rounding, as
    the poster prints tenths.
    """
    rows = _rows(material)
    own = rows.alone("quantization")
    single = rows.frame[~_chains(rows)]
    rivals = single.drop(index=own.index)
    near = {
        (rival, row): rows.lead(rival, row)
        for rival in rivals.index
        for row in own.index
        if rivals[SIZE][rival] <= own[SIZE][row]
    }
    leads = pd.Series(near, dtype=float).dropna()
    if leads.empty:
        raise LackingError("a smaller row of another technique that shares a task")
    rival, row = leads.idxmax()
    side = "ahead of" if leads.max() > 0 else "behind"
    return Finding(
        verdict=choose(holds=leads.max() < -equal, fails=leads.max() > equal),
        evidence=rows.evidence([row, rival]),
        value=leads.max(),
        decided_by=f"{rival} is smaller than {row} and {abs(leads.max()):.2f} points {side} it",
        comparisons=independent(leads.index),
    )


@kind
def pruning_is_free(material: Material, *, points: float = 0) -> Finding:
    """Tell whether some row of unstructured pruning loses at most so many points."""
    rows = _rows(material)
    part = rows.frame[rows.frame["heading"] == "Unstructured Pruning"]
    change = part[AVERAGE].dropna()
    if change.empty:
        raise LackingError("a row of unstructured pruning")
    free = change[change >= -points]
    best = change.idxmax()
    tested = int(part.loc[best, TASKS].notna().sum())
    return Finding(
        verdict=HOLDS if len(free) else FAILS,
        evidence=rows.evidence(change.index, (SIZE, AVERAGE)),
        value=part[SIZE][best],
        decided_by=f"{best} at {part[SIZE][best]:g} % of the size loses "
        f"{abs(change[best]):.2f} points, on {tested} of 4 tasks",
        comparisons=len(free) or len(change),
    )


@kind
def pruning_breaks_down(material: Material, *, points: float = 2) -> Finding:
    """Tell whether the smallest row of unstructured pruning loses most, and so many points."""
    rows = _rows(material)
    part = rows.frame[rows.frame["heading"] == "Unstructured Pruning"].dropna(subset=AVERAGE)
    if len(part) < 2:
        raise LackingError("two rows of unstructured pruning")
    smallest, worst = part[SIZE].idxmin(), part[AVERAGE].idxmin()
    loss = -part[AVERAGE][smallest]
    return Finding(
        verdict=HOLDS if smallest == worst and loss >= points else FAILS,
        evidence=rows.evidence(part.index, (SIZE, AVERAGE)),
        value=loss,
        decided_by=f"{smallest} at {part[SIZE][smallest]:g} % of the size loses {loss:.2f} points",
        comparisons=len(part) - 1,
    )


@kind
def several_losses_help(material: Material, *, equal: float = 0.1) -> Finding:
    """Tell whether a student of several losses beats one of one loss, and none the other way."""
    rows = _rows(material)
    many = rows.frame[rows.frame["heading"] == "Multiple KD combined"]
    one = rows.frame[rows.frame["heading"].isin(["KD from Output Logits", "KD from Attn."])]
    won, lost = _beaten(rows, many, one, equal), _beaten(rows, one, many, equal)
    if not (compared := list(product(many.index, one.index))):
        raise LackingError("rows of both kinds")
    pairs = won or lost
    best = max(pairs, key=pairs.get, default=None)
    words = f"{len(won)} of {len(compared)} pairs won and {len(lost)} lost"
    words += f"; {best[0]} leads {best[1]} by {number(pairs[best], '.2f')} points" if best else ""
    return Finding(
        verdict=choose(holds=bool(won) and not lost, fails=not won),
        evidence=rows.evidence([row for pair in (*won, *lost) for row in pair]),
        value=pairs[best] if best else None,
        decided_by=words,
        comparisons=independent(compared),
    )


def _beaten(rows: Rows, winners: pd.DataFrame, losers: pd.DataFrame, equal: float) -> dict:
    """Return the pairs of a winner that beats a loser, with the lead in points."""
    return {
        (one, other): rows.lead(one, other)
        for one in winners.index
        for other in losers.index
        if rows.beats(one, other, equal)
    }


@kind
def guided_is_better(material: Material, *, equal: float = 0.1, factor: float = 1.1) -> Finding:
    """Tell whether pruning or quantization with a teacher leads the same method without one.

    The same method is one work's; the two rows may differ in size by the factor at most, or what
    differs is the network and not the teacher. Holds if the guided row of each pair leads by more
    than `equal`; fails if that of none does.
    """
    rows = _rows(material)
    work = material.labels(TABLE)["work"]
    pairs = [
        (guided, plain)
        for technique in ("pruning", "quantization")
        for guided in rows.alone(f"{technique}+distillation").index
        for plain in rows.alone(technique).index
        if work[guided] == work[plain] and rows.near(guided, plain, factor)
    ]
    return _led(rows, pairs, equal, "one method of one size with a teacher and without")


@kind
def attention_loss_helps(
    material: Material, *, with_it: list[str], equal: float = 0.1, factor: float = 1.5
) -> Finding:
    """Tell whether students of an attention loss lead those without one of about their size.

    `with_it` names the rows whose works have such a loss. Holds if, in each pair whose sizes are
    within the factor, that student leads by more than `equal`; fails if it does in none.
    """
    rows = _rows(material)
    students = rows.alone("distillation").index
    pairs = [
        (one, other)
        for one in students.intersection(with_it)
        for other in students.difference(with_it)
        if rows.near(one, other, factor)
    ]
    return _led(rows, pairs, equal, "students with and without an attention loss of about one size")


def _led(rows: Rows, pairs: list[tuple[str, str]], equal: float, missing: str) -> Finding:
    """Tell whether the first row of each pair leads the second over the tasks that both report."""
    leads = pd.Series({pair: rows.lead(*pair) for pair in pairs}, dtype=float).dropna()
    if leads.empty:
        raise LackingError(missing)
    ahead = leads > equal
    told = ", ".join(
        f"{one} against {other} {number(lead, '+.2f')}" for (one, other), lead in leads.items()
    )
    return Finding(
        verdict=choose(holds=ahead.all(), fails=not ahead.any()),
        evidence=rows.evidence([row for pair in leads.index for row in pair]),
        value=leads.mean(),
        decided_by=f"ahead in {ahead.sum()} of {len(leads)} pairs: {told}",
        comparisons=independent(leads.index),
    )


@kind
def compound_is_extreme(material: Material, *, size: float = 5, points: float = 2) -> Finding:
    """Tell whether a row of several techniques with at most this size loses at most so much."""
    rows = _rows(material)
    several = rows.frame[_chains(rows)]
    small = several[(several[SIZE] <= size) & several[AVERAGE].notna()]
    if small.empty:
        raise LackingError(f"a row of several techniques with at most {size:g} % of the size")
    best = small[AVERAGE].idxmax()
    return Finding(
        verdict=HOLDS if -small[AVERAGE][best] <= points else FAILS,
        evidence=rows.evidence(small.index, (SIZE, AVERAGE, *TASKS)),
        value=-small[AVERAGE][best],
        decided_by=f"{best} at {small[SIZE][best]:g} % loses {-small[AVERAGE][best]:.2f} points "
        f"on average, {_worst_task(rows, best)}",
        comparisons=len(small),
    )


def _worst_task(rows: Rows, row: str) -> str:
    """Say on which task a row loses most against the poster's baseline."""
    change = (rows.frame.loc[row, TASKS] - rows.base[TASKS]).astype(float)
    task = change.idxmin()
    return f"{number(change[task], '+.1f')} at worst, {task}"


@kind
def needs_a_cloud(material: Material, *, share: float = 0.1) -> Finding:
    """Tell whether no model with at least this share of a trillion weights runs on one processor.

    Fails where such a model, uncompressed, was timed on a phone or a CPU. That none was timed
    does not show that none would run, so it never holds.
    """
    tidy = material.results
    weights = growth.of_weights(tidy).groupby("model")["weights"].max()
    small = tidy["metric"].isin(["latency-phone", "latency-cpu"]) & tidy["technique"].eq("none")
    timed = tidy[small].assign(weights=tidy["model"].map(weights)).dropna(subset="weights")
    large = timed[timed["weights"] >= share * growth.TRILLION]
    if large.empty:
        largest = timed.loc[timed["weights"].idxmax()]
        raise LackingError(
            "a time of a model of that size; the largest timed on a phone or a CPU is "
            f"{largest['model']}, {largest['weights'] / 1e9:.2g} B"
        )
    return Finding(
        verdict=FAILS,
        evidence=tuple(large["id"]),
        value=large["weights"].max() / growth.TRILLION,
        decided_by=f"{', '.join(large['model'].unique())} ran there",
        comparisons=large["model"].nunique(),
    )


SERIES = {
    "published": ("published, with embeddings", "#d55e00", "o"),
    "printed": ("printed in the slide deck, with embeddings", "#c08300", "^"),
    "derived": ("derived from the shape, with embeddings", "#009e73", "s"),
    "digitised": ("read by eye, without embeddings", "#0f7fc4", "D"),
}
"""Of each origin what the legend calls it, its colour and its marker."""


def _month(key: str) -> str:
    """Return the first day of the month in the number of a work's preprint."""
    number = bibliography.bibliography().entries[key].fields["eprint"]
    return f"20{number[:2]}-{number[2:4]}-01"


def published_sizes() -> pd.DataFrame:
    """Return the models of the published table: name, date, parameters [M], origin."""
    models = data.values("desislavov2021compute", "published_models")
    return models[["name", "date", "parameters"]].assign(origin="published")


def phone_sizes(*, corrected: bool = True) -> pd.DataFrame:
    """Return the two MobileBERTs: the deck's, as corrected or as printed, and a published one."""
    key = "sun2020mobilebert"
    deck = data.values(key, "table3", corrected=corrected).loc[["mobilebert"]]
    tiny = data.values(key, "published_glue").loc[["mobilebert-tiny"]]
    tiny = tiny[["model", "parameters"]].rename(columns={"model": "name"})
    parts = deck[["name", "parameters"]].assign(origin="printed"), tiny.assign(origin="published")
    return pd.concat(parts).assign(date=_month(key))


def derived_sizes(*, besides: Collection[str]) -> pd.DataFrame:
    """Return the documents' models whose shapes are known, but for those named and plain BERTs."""
    shapes = vocabulary.table("architectures")
    keys = sources.documented()  # a repository is no document
    tables = [sources.table(key, name) for key in keys for name in sources.tables(key)]
    named = {each for table in tables for each in table.get("architecture", ())}
    shapes = shapes[shapes.index.isin(named)]
    shapes = shapes[~shapes["name"].isin(besides) & ~shapes["name"].str.startswith("BERT, ")]
    models = shapes[["name"]].assign(origin="derived", date=shapes["source"].map(_month))
    count = {each: cost.parameters(cost.architecture(each)).sum() for each in models.index}
    return models.assign(parameters=pd.Series(count) / 1e6)


def digitised_sizes(*, corrected: bool = True) -> pd.DataFrame:
    """Return the models of Memory³'s figure, without embeddings, at their months."""
    key, size = "yang2024memory3", "parameters_without_embeddings"
    read = data.values(key, "points", corrected=corrected)
    dates = data.values(key, "published_dates")["date"] + "-01"
    models = read[["family"]].assign(name=read["model"], origin="digitised", date=dates)
    widths = 1e3 * read[f"{size}_half_width"]
    return models.assign(parameters=1e3 * read[size], half_width=widths)


FAMILY_LINE = 1.48
"""Factor from one line of the families' names to the next."""


def show_sizes(models: pd.DataFrame) -> None:
    """Publish the chart of all models: name, date, parameters [M], origin, family, half_width."""
    largest, smallest = (models.loc[models["parameters"].agg(end)] for end in ("idxmax", "idxmin"))
    publish.figure(
        "ganesh2021case-motivation",
        lambda: draw_sizes(models),
        data=models,
        finding=_grown(models),
        alt=f"Scatter chart: parameters of {len(models)} models, on a logarithmic axis, against "
        f"date, {models['date'].min()[:4]} to {models['date'].max()[:4]}, from {smallest['name']}, "
        f"{smallest['parameters']:.1f} M, to {largest['name']}, "
        f"{largest['parameters'] / 1e3:.0f} B. Marks show where a size comes from: "
        f"{', '.join(words for words, *_ in SERIES.values())}.",
    )


def _grown(models: pd.DataFrame) -> str:
    """Say how far published sizes went up from the first, and sizes down from BERT_BASE."""
    size = models.set_index("name")["parameters"]
    known = models[models["origin"] == "published"].sort_values("date")["name"]
    first, largest, smallest = known.iloc[0], size[known].idxmax(), size.idxmin()
    return (
        f"From {first} to {largest} models grew {size[largest] / size[first]:.0f}-fold; "
        f"from BERT_BASE to {smallest} they shrank {size['BERT_BASE'] / size[smallest]:.0f}-fold"
    )


def draw_sizes(models: pd.DataFrame) -> Figure:
    """Draw sizes against dates, a label next to each model or each size read by eye."""
    date = pd.to_datetime(models["date"])
    models = models.assign(year=date.dt.year + (date.dt.day_of_year - 1) / 365.25)
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 6.8))
    charts.log_axis(ax, "y", [10, 100, 1e3, 1e4])
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    ax.set(xlim=(2017, 2024.9), ylim=(3, 7e4), xticks=range(2017, 2025))
    look = pd.DataFrame(SERIES, ["label", "colour", "marker"])
    signs = {"palette": look.loc["colour"].to_dict(), "markers": look.loc["marker"].to_dict()}
    place = {"x": "year", "y": "parameters", "y_error": "half_width", "colour": "origin"}
    charts.scatter(ax, models, **place, **signs, size=6, legend=False)
    ax.set(xlabel="Date of publication", ylabel="Parameters [M]")
    marks = charts.legends.series(look.T.rename_axis("origin").reset_index())
    charts.legends.below(fig, [*marks.values()], [*marks])
    read = models["origin"] == "digitised"
    _name_families(ax, models[read])
    single = models[~read]
    charts.place_labels(ax, single["year"], single["parameters"], single["name"])
    return fig


def _name_families(ax: Axes, read: pd.DataFrame) -> None:
    """Name the families of each size left of its first model, a line each, kept apart."""
    first = read.sort_values("year", kind="stable").groupby("parameters")
    families, years = first["family"].unique().str.join(", "), first["year"].min()
    sizes = families.index
    texts = [fitted(f"{families[size]} ({size / 1e3:g} B)", share=0.3) for size in sizes]
    lines = np.array([text.count("\n") + 1 for text in texts])
    heights = sizes[-1] * FAMILY_LINE ** (lines.cumsum() - lines / 2 - lines.sum())
    arrow = {"arrowstyle": "-", "lw": 0.6, "color": plt.rcParams["axes.edgecolor"]}
    arrow |= {"relpos": (1, 0.5), "shrinkA": 2}
    look = {"ha": "right", "va": "center", "arrowprops": arrow}
    for size, text, height in zip(sizes, texts, heights, strict=True):
        ax.annotate(text, (years[size], size), (read["year"].min() - 0.3, height), **look)


BASELINES = {"common": "the table's BERT_BASE", "own": "each work's own BERT"}
"""What a change is against, in words."""


AGREEMENTS = {
    DIGITS: "yes",
    CUT: "if digits are cut off",
    INPUTS: "if scores hide digits",
    "": "no",
}
"""What an agreement of the audit rests on, as the table says it."""


def agreement(
    values: pd.DataFrame, hidden: pd.DataFrame, printed: pd.Series, half_width: pd.Series
) -> pd.DataFrame:
    """Judge for each row and rule, as the audit does, whether a number gives the printed one.

    Parameters
    ----------
    values, hidden : pandas.DataFrame
        A column a rule: the number, and how far the digits that scores hide may move it.
    printed, half_width : pandas.Series
        The average, and half a unit in its last place.

    Returns
    -------
    pandas.DataFrame
        Values of `AGREEMENTS`, or ``-`` where there is no number.
    """
    words = {
        rule: [
            _word(*row) for row in zip(values[rule], hidden[rule], printed, half_width, strict=True)
        ]
        for rule in values
    }
    return pd.DataFrame(words, index=values.index)


def _word(value: float, hidden: float, printed: float, half: float) -> str:
    if pd.isna(value):
        return "-"
    own, given = Interval.around(printed, half), Interval.around(value, hidden)
    return AGREEMENTS[judge(own, given, unit=2 * half).rests_on]


def show_averages(
    rules: pd.DataFrame,
    *,
    names: pd.Series,
    tasks: pd.Series,
    printed: pd.Series,
    agrees: pd.Series,
    averaging: str,
    baseline: str,
) -> None:
    """Publish the table of averages by four rules.

    Parameters
    ----------
    rules : pandas.DataFrame
        A column a rule.
    names, tasks, printed, agrees : pandas.Series
        The rows' models, their numbers of tasks, the cells of the poster, and `agreement`.
    averaging, baseline : str
        The rule and the baseline chosen.
    """
    parts = [names, tasks, printed.str.replace("-", "−"), rules, agrees]
    header = [("Model", ""), ("Tasks", ""), ("Printed", "")]
    header += [("Recomputed", rule) for rule in rules] + [(f"Agrees ({averaging})", "")]
    frame = pd.concat(parts, axis=1)
    plain = ["model", "tasks", "printed", *rules, "agrees"]
    publish.table(
        "ganesh2021case-averages",
        frame.set_axis(pd.MultiIndex.from_tuples(header), axis=1),
        digits=3,
        data=frame.set_axis(plain, axis=1),
        caption=f"The average drop by four rules, against {BASELINES[baseline]}; points, but per "
        f"cent for the relative rule. The last column judges by the rule {averaging} whether the "
        "printed average follows, as the audit does.",
    )


COST_AXES = {
    "with_embeddings": "Compression factor of the weights, embeddings counted [x]",
    "without_embeddings": "Compression factor of the weights, embeddings left out [x]",
    "speedup": "Speedup on GPU, as the survey measures it [x]",
}

AVERAGING = {
    "reported": "over the tasks that a row reports",
    "complete": "over rows with all four tasks only",
    "zero": "with a task not reported as no change",
    "relative": "as a relative change over the tasks reported",
}


def show_tradeoff(
    rows: pd.DataFrame, *, axis: str, averaging: str, baseline: str, corrected: bool
) -> None:
    """Publish the chart.

    Parameters
    ----------
    rows : pandas.DataFrame
        Indexed by row: name, heading, technique, family, factor, change, tasks, and ``dev``,
        whether scores are known to be of development sets.
    axis, averaging, baseline : str
        Keys of `COST_AXES`, `AVERAGING` and `BASELINES`.
    corrected : bool
        Whether headings are the resolved ones.
    """
    placed = rows.dropna(subset=["factor", "change"])
    unit = "%" if averaging == "relative" else "points"
    chosen = f"against {BASELINES[baseline]}, {AVERAGING[averaging]}"
    others = placed.drop("bert-base")
    top, bottom = (others.loc[others["change"].agg(end)] for end in ("idxmax", "idxmin"))
    small = others.loc[others["factor"].idxmax()]
    publish.figure(
        "ganesh2021case-scatter",
        lambda: draw_tradeoff(placed, xlabel=COST_AXES[axis], title=chosen, unit=unit),
        data=placed.drop(columns="dev"),
        finding="; ".join(
            f"{end['name']} {charts.signed(end['change'])} {unit} at factor {end['factor']:.1f}"
            for end in (top, small)
        ),
        alt=f"Average change of {len(others)} compressed models. {COST_AXES[axis]}: best "
        f"{top['name']}, {top['change']:.2f} {unit}; worst {bottom['name']}, "
        f"{bottom['change']:.2f}; furthest right {small['name']}, {small['factor']:.0f}x.",
        caption=f"Average change {chosen}; our arithmetic on "
        "printed cells, hence outlined. Colour and marker follow the "
        f"{'resolved' if corrected else 'printed'} headings. "
        "In brackets the number of tasks behind the average; dev marks scores of "
        "development sets, which do not compare with the others.",
    )


def draw_tradeoff(placed: pd.DataFrame, *, xlabel: str, title: str, unit: str) -> Figure:
    """Draw the change against the factor; below −1 the axis is logarithmic."""
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 6.4))
    ax.axhline(0, color=plt.rcParams["axes.edgecolor"], linestyle=":", linewidth=0.9)
    low, high = placed["change"].min(), placed["change"].max()
    charts.log_axis(ax, "x", [1, 2, 5, 10, 20, 50, 100])
    ax.set_yscale("symlog", linthresh=1)
    ax.set_yticks([1, 0, -0.5, -1, -2, -5, -10, -15])
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:g}".replace("-", "−"))
    ax.minorticks_off()
    ax.set(xlim=(0.8, 130), ylim=(min(-3, 1.3 * low), max(0.2, 1.3 * high)))
    points = placed.assign(origin="derived")
    points.loc["bert-base", "origin"] = "printed"
    charts.scatter(ax, points, x="factor", y="change", colour="family")
    ylabel = f"Average change [{unit}]; below −1 logarithmic"
    ax.set(xlabel=xlabel, ylabel=ylabel)
    ax.set_title(title[0].upper() + title[1:])
    names = vocabulary.table("techniques")["name"].to_dict() | {"none": "BERT_BASE, the baseline"}
    handles, families = ax.get_legend_handles_labels()
    ax.get_legend().remove()
    names = [names[each] for each in families]
    for handle, family in zip(handles, families, strict=True):
        face = handle.get_color() if family == "none" else "none"
        handle.set(markersize=8, markerfacecolor=face, markeredgecolor=handle.get_color())
    charts.legends.below(fig, handles, names)
    charts.place_labels(ax, points["factor"], points["change"], _tradeoff_labels(points))
    return fig


def _tradeoff_labels(placed: pd.DataFrame) -> pd.Series:
    """Name each row, with its number of tasks and a remark on development sets."""
    remarks = placed["dev"].map({True: ", dev)", False: ")"})
    labels = placed["name"].str.partition(" (")[0] + " (" + placed["tasks"].astype(str) + remarks
    return labels.where(placed.index != "bert-base", "BERT_BASE")


TASK_NAMES = ["MNLI", "QQP", "SST-2", "SQuAD 1.1 F1"]


def show_changes(changes: pd.DataFrame, names: pd.Series, *, against: str) -> None:
    """Publish the changes as a matrix of models and tasks; what no one reports stays hatched.

    Parameters
    ----------
    changes : pandas.DataFrame
        Points: a row a model, a column for each of `TASK_NAMES`, in that order.
    names : pandas.Series
        The models', by row.
    against : str
        What a change is against, in words.
    """
    matrix = changes.set_axis(TASK_NAMES, axis=1).rename(index=names)
    reported = matrix.stack().dropna()
    (worst, task), (best, other) = reported.idxmin(), reported.idxmax()
    ends = f"from {reported.min():.1f} points ({worst}, {task}) to "
    ends += f"{reported.max():+.1f} ({best}, {other})"
    publish.figure(
        "ganesh2021case-changes",
        lambda: draw_changes(matrix),
        data=changes.round(9).assign(name=names),
        finding=f"{(reported < 0).sum()} of {len(reported)} reported changes are losses",
        alt=f"Matrix of {len(matrix)} models and {len(TASK_NAMES)} tasks. {len(reported)} of "
        f"{matrix.size} changes are reported, {ends}.".replace("-", "−"),
        caption={"against": against},
    )


def draw_changes(matrix: pd.DataFrame) -> Figure:
    """Draw the matrix; the worst changes share the darkest colour, so that small ones show."""
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 0.24 * len(matrix) + 0.8))
    reach = matrix.abs().stack().dropna().quantile(0.9)
    charts.heatmap(ax, matrix, centre=0, limits=(-reach, reach), written="{:+.1f}")
    ax.set_xticklabels([name.replace(" ", "\n", 1) for name in matrix])
    ax.xaxis.tick_top()
    return fig


PAGES = {"how_to_read": "How to read a number", "small_bert": "Small BERT"}
PAGES |= {"ganesh2021case": "this page"}


def show_suggestions(*, corrected: bool, **further: str) -> None:
    """Publish the table; `further` says of some suggestions, by their rows, what is added."""
    suggestions = sources.table("ganesh2021case", "suggestions", corrected=corrected)
    nested = suggestions["level"] == "2"
    rows_say = _rows_add(data.values("ganesh2021case", "effectiveness", corrected=corrected))
    shown = pd.DataFrame(
        {
            "Key term": suggestions["anchor"].where(~nested, "– " + suggestions["anchor"]),
            "Suggestion, in our words": suggestions["statement"],
            "What the poster's rows add": pd.Series(rows_say | further)[suggestions.index],
            "Answered by": suggestions["answered_by"].map(_pages),
        }
    )
    publish.table(
        "ganesh2021case-suggestions", shown, data=shown.assign(level=suggestions["level"])
    )


def _rows_add(table: pd.DataFrame) -> dict[str, str]:
    """Say by suggestion what the poster's compressed rows add to it."""
    small = table.drop("bert-base")
    still = small[small["speedup_gpu"].eq(1) & small["speedup_cpu"].eq(1)]
    ratio = (small["speedup_gpu"] / small["speedup_cpu"]).dropna()
    whole = small[small["size_with_embeddings"] == 100]
    students = small[small["technique"] == "distillation"]
    return {
        "hardware": f"{len(still)} rows are smaller and no faster on the survey's GPU and "
        f"CPU: {', '.join(still['name'])}.",
        "target": f"A row's speedup on GPU is {ratio.min():.2f} to {ratio.max():.2f} "
        "times that on CPU.",
        "target-method": f"{len(whole)} rows keep their full size and run "
        f"{_range(whole['speedup_gpu'], 'x')} faster on GPU: {', '.join(whole['name'])}.",
        "target-student": f"{len(students)} students have "
        f"{_range(students['size_with_embeddings'], ' %')} of the size and "
        f"{_range(students['speedup_gpu'], 'x')} on GPU.",
    } | _of_chains(small[small["technique"].str.contains("+", regex=False)])


def _of_chains(several: pd.DataFrame) -> dict[str, str]:
    """Say what rows of several techniques add."""
    taught = several["technique"].str.contains("distillation")
    richest = several.loc[several["technique"].str.count(r"\+").idxmax()]
    names = vocabulary.table("techniques")["name"]
    joined = ", ".join(names[each].lower() for each in richest["technique"].split("+"))
    return {
        "compound": f"{len(several)} rows use several techniques, at "
        f"{_range(several['size_with_embeddings'], ' %')} of the size.",
        "compound-bert": f"{richest['name']} joins {joined}: "
        f"{richest['size_with_embeddings']:g} % of the size.",
        "compound-teacher": f"{taught.sum()} of {len(several)} rows by several techniques "
        "have a teacher.",
    }


def _range(values: pd.Series, unit: str) -> str:
    """Return the range of values as words."""
    return f"{values.min():g} to {values.max():g}{unit}"


def _pages(joined: str) -> str:
    """Return the titles of pages whose names are joined by ``+``."""
    titles = vocabulary.table("techniques")["name"].to_dict() | PAGES
    return ", ".join(titles.get(each) or bibliography.short(each) for each in joined.split("+"))
