"""What of the poster is code: its findings as kinds of claims, its motivation, its suggestions.

A row beats another when it is no larger, embeddings counted, and no worse in the mean over the
tasks that both report. The poster's own averages are over different tasks a row, so they do not
serve for that.
"""

from collections.abc import Sequence
from textwrap import fill

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from smallbert import audit, charts, cost, data
from smallbert.claims.finding import (
    FAILS,
    HOLDS,
    Finding,
    LackingError,
    Material,
    choose,
    independent,
    number,
)
from smallbert.claims.kinds import recomputed
from smallbert.data import bibliography, sources, vocabulary

TABLE = "ganesh2021case/effectiveness"
SIZE = "size-with-embeddings"
AVERAGE = "poster-4-average-drop"
TASKS = ["mnli-accuracy", "qqp-score", "sst-2-accuracy", "squad-1.1-f1"]


class Rows:
    """The poster's compressed rows: numbers, technique, heading and work; and the baseline."""

    def __init__(self, material: Material):
        self.tidy = material.tidy(TABLE)
        heading = "heading" if material.corrected else "heading_printed"
        labels = material.labels(TABLE)[["technique", "work", heading]]
        rows = material.wide(TABLE).join(labels.rename(columns={heading: "heading"}))
        if "bert-base" not in rows.index:
            raise LackingError(f"the baseline of {TABLE}")
        self.rows, self.base = rows.drop(index="bert-base"), rows.loc["bert-base"]
        self.several = self.rows["technique"].str.contains("+", regex=False)

    def evidence(self, rows, quantities=(SIZE, *TASKS)) -> tuple[str, ...]:
        """Return the ids of those quantities that the rows have."""
        ids = self.tidy.set_index(["row", "quantity"])["id"]
        wanted = [(row, quantity) for row in dict.fromkeys(rows) for quantity in quantities]
        return tuple(ids[each] for each in wanted if each in ids.index)

    def using(self, technique: str) -> pd.Index:
        """Return the rows that use this technique and no other."""
        return self.rows.index[self.rows["technique"] == technique]

    def under(self, *headings: str) -> pd.DataFrame:
        """Return the rows under these headings."""
        return self.rows[self.rows["heading"].isin(headings)]

    def pairs(self, ones, others) -> pd.DataFrame:
        """Return each pair that shares a task: lead of the first [points], its relative size."""
        pairs = pd.MultiIndex.from_product([ones, others])
        one, other = (self.rows.loc[pairs.get_level_values(at)].reset_index() for at in (0, 1))
        lead = (one[TASKS] - other[TASKS]).astype(float).mean(axis=1)
        frame = pd.DataFrame({"lead": lead, "size": one[SIZE] / other[SIZE]}).set_axis(pairs)
        return frame.dropna(subset="lead")


def quantization_best(material: Material, *, equal: float = 0.1) -> Finding:
    """Tell whether each smaller row of another single technique scores less than quantization.

    Over the tasks that both report; a lead of at most `equal` either way is one of rounding, as
    the poster prints tenths.
    """
    rows = Rows(material)
    own = rows.using("quantization")
    pairs = rows.pairs(rows.rows.index[~rows.several].difference(own, sort=False), own)
    leads = pairs.loc[pairs["size"] <= 1, "lead"]
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


def pruning_is_free(material: Material, *, points: float = 0) -> Finding:
    """Tell whether some row of unstructured pruning loses at most so many points."""
    rows = Rows(material)
    pruned = rows.under("Unstructured Pruning").dropna(subset=AVERAGE)
    if pruned.empty:
        raise LackingError("a row of unstructured pruning")
    free, best = (pruned[AVERAGE] >= -points).sum(), pruned.loc[pruned[AVERAGE].idxmax()]
    return Finding(
        verdict=HOLDS if free else FAILS,
        evidence=rows.evidence(pruned.index, (SIZE, AVERAGE)),
        value=best[SIZE],
        decided_by=f"{best.name} at {best[SIZE]:g} % of the size loses "
        f"{abs(best[AVERAGE]):.2f} points, on {best[TASKS].notna().sum()} of 4 tasks",
        comparisons=int(free or len(pruned)),
    )


def pruning_breaks_down(material: Material, *, points: float = 2) -> Finding:
    """Tell whether the smallest row of unstructured pruning loses most, and so many points."""
    rows = Rows(material)
    pruned = rows.under("Unstructured Pruning").dropna(subset=AVERAGE)
    if len(pruned) < 2:
        raise LackingError("two rows of unstructured pruning")
    smallest = pruned.loc[pruned[SIZE].idxmin()]
    loss, worst = -smallest[AVERAGE], pruned[AVERAGE].idxmin()
    return Finding(
        verdict=HOLDS if smallest.name == worst and loss >= points else FAILS,
        evidence=rows.evidence(pruned.index, (SIZE, AVERAGE)),
        value=loss,
        decided_by=f"{smallest.name} at {smallest[SIZE]:g} % of the size loses {loss:.2f} points",
        comparisons=len(pruned) - 1,
    )


def several_losses_help(material: Material, *, equal: float = 0.1) -> Finding:
    """Tell whether a student of several losses beats one of one loss, and none the other way."""
    rows = Rows(material)
    many = rows.under("Multiple KD combined").index
    one = rows.under("KD from Output Logits", "KD from Attn.").index
    if many.empty or one.empty:
        raise LackingError("rows of both kinds")
    won, lost = (
        pairs.loc[pairs["size"].le(1) & pairs["lead"].ge(-equal), "lead"]
        for pairs in (rows.pairs(many, one), rows.pairs(one, many))
    )
    decisive = won if len(won) else lost
    words = f"{len(won)} of {len(many) * len(one)} pairs won and {len(lost)} lost"
    if len(decisive):
        winner, loser = decisive.idxmax()
        words += f"; {winner} leads {loser} by {number(decisive.max(), '.2f')} points"
    return Finding(
        verdict=choose(holds=len(won) > 0 and lost.empty, fails=won.empty),
        evidence=rows.evidence([row for pair in (*won.index, *lost.index) for row in pair]),
        value=decisive.max() if len(decisive) else None,
        decided_by=words,
        comparisons=independent((a, b) for a in many for b in one),
    )


def guided_is_better(material: Material, *, equal: float = 0.1, factor: float = 1.1) -> Finding:
    """Tell whether pruning or quantization with a teacher leads the same method without one.

    The same method is one work's; the two rows may differ in size by the factor at most, or what
    differs is the network and not the teacher. Holds if the guided row of each pair leads by more
    than `equal`; fails if that of none does.
    """
    rows, methods = Rows(material), ("pruning", "quantization")
    pairs = pd.concat(
        [rows.pairs(rows.using(f"{method}+distillation"), rows.using(method)) for method in methods]
    )
    work = rows.rows["work"]
    pairs = pairs[[work[guided] == work[plain] for guided, plain in pairs.index]]
    missing = "one method of one size with a teacher and without"
    return _led(rows, pairs, equal=equal, factor=factor, missing=missing)


def attention_loss_helps(
    material: Material, *, with_it: list, equal: float = 0.1, factor: float = 1.5
) -> Finding:
    """Tell whether students of an attention loss lead those without one of about their size.

    `with_it` names the rows whose works have such a loss. Holds if, in each pair whose sizes are
    within the factor, that student leads by more than `equal`; fails if it does in none.
    """
    rows = Rows(material)
    students = rows.using("distillation")
    own = students.intersection(with_it)
    pairs = rows.pairs(own, students.difference(own, sort=False))
    missing = "students with and without an attention loss of about one size"
    return _led(rows, pairs, equal=equal, factor=factor, missing=missing)


def _led(rows: Rows, pairs: pd.DataFrame, *, equal: float, factor: float, missing: str) -> Finding:
    """Tell whether the first row leads in all, or in none, of the pairs of about one size."""
    leads = pairs.loc[pairs["size"].between(1 / factor, factor), "lead"]
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


def compound_is_extreme(
    material: Material, *, size: float = 5, points: float = 2, severe: float = 5
) -> Finding:
    """Tell whether a row of several techniques with at most this size loses at most so much.

    On average; and on no task so much that it counts as severe, or it depends on what is asked.
    """
    rows = Rows(material)
    small = rows.rows[rows.several & rows.rows[SIZE].le(size)].dropna(subset=AVERAGE)
    if small.empty:
        raise LackingError(f"a row of several techniques with at most {size:g} % of the size")
    best = small.loc[small[AVERAGE].idxmax()]
    change = (best[TASKS] - rows.base[TASKS]).astype(float)
    small_loss = -best[AVERAGE] <= points
    return Finding(
        verdict=choose(holds=small_loss and change.min() > -severe, fails=not small_loss),
        evidence=rows.evidence(small.index, (SIZE, AVERAGE, *TASKS)),
        value=-best[AVERAGE],
        decided_by=f"{best.name} at {best[SIZE]:g} % loses {-best[AVERAGE]:.2f} points "
        f"on average, {number(change.min(), '+.1f')} at worst, {change.idxmin()}",
        comparisons=len(small),
    )


def columns_show_width(material: Material, *, widths: dict, within: float = 4) -> Finding:
    """Tell whether both sizes of each row imply the share of word vectors that its width leaves.

    `widths` names rows and the width of their word vectors.
    """
    wide = material.wide(TABLE)
    if missing := [row for row in widths if row not in wide.index]:
        raise LackingError(f"{missing[0]} in {TABLE}")
    wide, base = wide.loc[list(widths)], cost.architecture("bert-base")
    own = 100 * pd.Series(widths) / base.hidden
    everything, words = cost.parameters(base).sum(), cost.parameters(base)["word embeddings"]
    inside = everything - words
    kept = wide["size-with-embeddings"] * everything - wide["size-without-embeddings"] * inside
    off = (kept / words - own).abs()
    tidy = material.tidy(TABLE)
    sizes = tidy["row"].isin(wide.index) & tidy["quantity"].str.startswith("size-")
    return Finding(
        verdict=HOLDS if off.max() <= within else FAILS,
        evidence=tuple(tidy.loc[sizes, "id"]),
        value=off.max(),
        decided_by=f"at most {off.max():.1f} points off, {off.idxmax()}",
        comparisons=len(off),
    )


def rest_on_digits(material: Material, *, times: float = 10) -> Finding:
    """Tell whether so many times more averages rest on printed digits than on hidden ones."""
    lines = recomputed(material, "ganesh2021case", "average_drop")
    basis = lines["rests_on"].value_counts()
    firm, loose = (int(basis.get(each, 0)) for each in (audit.DIGITS, audit.INPUTS))
    return Finding(
        verdict=HOLDS if firm >= times * loose else FAILS,
        evidence=tuple(lines["id"].str.rpartition("/")[0]),
        value=float(firm),
        decided_by=f"{firm} follow from printed digits, {loose} need hidden ones",
        comparisons=len(lines),
    )


ORIGINS = {
    "published": ("published, with embeddings", "#d55e00", "o"),
    "printed": ("printed in the slide deck, with embeddings", "#c08300", "^"),
    "derived": ("derived from the shape, with embeddings", "#009e73", "s"),
    "digitised": ("read by eye, without embeddings", "#0f7fc4", "D"),
}
"""Of each origin of a size what the legend calls it, its color and its marker."""


def _month(key: str) -> str:
    """Return the first day of the month in the number of a work's preprint."""
    preprint = bibliography.bibliography().entries[key].fields["eprint"]
    return f"20{preprint[:2]}-{preprint[2:4]}-01"


def sizes(*, corrected: bool = True) -> pd.DataFrame:
    """Return the models that the documents name: name, date, parameters [M], origin, half_width.

    A model without a date of its own has the month of its preprint. Of the shapes in documents
    those are left out whose models have a size already, and plain BERTs. What was read by eye
    leaves embeddings out and has a family.
    """
    phone = "sun2020mobilebert"
    published = data.values("desislavov2021compute", "published_models")
    deck = data.values(phone, "table3", corrected=corrected).loc[["mobilebert"]]
    tiny = data.values(phone, "published_glue").loc[["mobilebert-tiny"]]
    tables = (
        sources.table(key, name) for key in sources.documented() for name in sources.tables(key)
    )
    named = {each for table in tables for each in table.get("architecture", ())}
    shapes = vocabulary.table("architectures")
    taken = shapes["name"].isin([*published["name"], *deck["name"], *tiny["model"]])
    shapes = shapes[shapes.index.isin(named) & ~taken & ~shapes["name"].str.startswith("BERT, ")]
    weights = {each: cost.parameters(cost.architecture(each)).sum() / 1e6 for each in shapes.index}
    read = data.values("yang2024memory3", "points", corrected=corrected)
    read_dates = data.values("yang2024memory3", "published_dates")["date"] + "-01"
    billions = read.filter(like="parameters_without").set_axis(["parameters", "half_width"], axis=1)
    parts = [
        published.assign(origin="published"),
        deck.assign(origin="printed", date=_month(phone)),
        tiny.assign(origin="published", date=_month(phone), name=tiny["model"]),
        shapes.assign(
            origin="derived", date=shapes["source"].map(_month), parameters=pd.Series(weights)
        ),
        (1e3 * billions).assign(
            origin="digitised", date=read_dates, name=read["model"], family=read["family"]
        ),
    ]
    columns = ["name", "date", "parameters", "origin", "family", "half_width"]
    return pd.concat(parts, ignore_index=True).reindex(columns=columns)


def draw_sizes(models: pd.DataFrame) -> Figure:
    """Draw `sizes` against dates, with a label at each model, or at each size read by eye."""
    date = pd.to_datetime(models["date"])
    models = models.assign(year=date.dt.year + (date.dt.day_of_year - 1) / 365.25)
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 6.8))
    charts.log_axis(ax, "y", [10, 100, 1e3, 1e4])
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    ax.set(xlim=(2017, 2024.9), ylim=(3, 7e4), xticks=range(2017, 2025))
    look = pd.DataFrame(ORIGINS, ["label", "color", "marker"])
    signs = {"palette": look.loc["color"].to_dict(), "markers": look.loc["marker"].to_dict()}
    place = {"x": "year", "y": "parameters", "y_error": "half_width", "color": "origin"}
    charts.scatter(ax, models, **place, **signs, size=6, legend=False)
    ax.set(xlabel="Date of publication", ylabel="Parameters [M]")
    marks = look.T.rename_axis("origin").reset_index().set_index("label").T.to_dict()
    charts.explain(fig, marks)
    first = models.dropna(subset="family").sort_values("year", kind="stable")
    first = first.groupby("parameters", as_index=False).agg({"year": "min", "family": "unique"})
    billions = (first["parameters"] / 1e3).map(" ({:g} B)".format)
    first["name"] = (first["family"].str.join(", ") + billions).map(lambda text: fill(text, 26))
    labeled = pd.concat([models[models["family"].isna()], first])
    charts.place_labels(ax, labeled["year"], labeled["parameters"], labeled["name"])
    return fig


def pages(keys: Sequence[str]) -> str:
    """Return the titles of pages, by their keys: techniques, works and three others."""
    titles = vocabulary.table("techniques")["name"].to_dict()
    titles |= {"how_to_read": "How to read a number", "small_bert": "Small BERT"}
    titles |= {"ganesh2021case": "this page"}
    return ", ".join(titles.get(key) or bibliography.short(key) for key in keys)
