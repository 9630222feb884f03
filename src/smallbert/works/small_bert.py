"""What of the deck is code: its lost chart, its remarks next to the tables, its order, our best."""

from itertools import product
from textwrap import fill

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from smallbert import charts, cost, data
from smallbert.audit import figures
from smallbert.charts import style
from smallbert.charts.headline import headline
from smallbert.charts.legends import explain
from smallbert.charts.remarks import remark_chart, within
from smallbert.charts.retained import SPLITS
from smallbert.claims import remarks
from smallbert.compare import ranking
from smallbert.data import bibliography, sources

LARGE = "guo2019rpp"
"""The work whose rows are made from BERT_LARGE."""

WITHOUT_TEACHER = "turc2019wellread"
"""The work whose table in the deck has no row of the full model."""

AXIS_LABELS = {
    "with_embeddings": "Compression factor, embeddings counted [x]",
    "without_embeddings": "Compression factor, embeddings left out [x]",
    "speedup": "Compression (remarks) or speedup (rows) [x]",
}
"""What the horizontal axis means."""

REMARK = "remark"
"""Stands for the origin where a mark is a remark's."""

CHART_COLUMNS = ["id", "source", "table", "row", "model", "teacher", "split", "origin"]
CHART_COLUMNS += ["factor", "score", "baseline_score", "k", "before", "after"]


def with_teacher(rows: pd.DataFrame) -> pd.DataFrame:
    """Add the full model that each row is made from."""
    return rows.assign(teacher=np.where(rows["source"] == LARGE, "bert_large", "bert_base"))


def full_models(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the full models at a factor of 1, with the score that the rows' tables give.

    That of BERT_LARGE follows from the changes beside the pruned rows.
    """
    full = rows[rows["origin"].eq("printed") & rows["source"].ne(WITHOUT_TEACHER)]
    full = with_teacher(full).assign(id="", row="full", factor=1.0, score=full["baseline_score"])
    full["model"] = full["teacher"].str.upper()
    full["origin"] = np.where(full["teacher"] == "bert_large", "derived", "printed")
    return full.drop_duplicates(["source", "score"])


def stand_in(rows: pd.DataFrame, size_axis: str) -> pd.DataFrame:
    """Return MobileBERT against BERT_LARGE, which stands in for a retrained teacher."""
    mobile = rows[rows["row"] == "mobilebert-without-opt"].head(1)
    embeddings = size_axis == "with_embeddings"
    factor = times_smaller("mobilebert", "bert-large", embeddings=embeddings)
    factor = np.nan if size_axis == "speedup" else factor
    return mobile.assign(origin="derived", teacher="bert_large", factor=factor)


def chart_marks(
    matched: pd.DataFrame, rows: list[pd.DataFrame], *, published: bool
) -> pd.DataFrame:
    """Return the remarks, whose origin is `REMARK`, and the rows that have a place on the axis."""
    spoken = matched.assign(
        id="", model=matched["remark"], row=matched["claim"], table="claims", origin=REMARK
    )
    spoken["split"] = spoken["split"].fillna("unstated")
    points = pd.concat(rows).dropna(subset="factor")
    return pd.concat([spoken, points[published | points["origin"].ne("published")]])


def chart_panels(marks: pd.DataFrame, *, teacher: str, splits: str) -> list[tuple[str, list[str]]]:
    """Return teacher and splits of each panel that shows a mark, from top to bottom."""
    shown = [splits] if splits in ("test", "dev") else list(SPLITS)
    teachers = ["bert_base", "bert_large"] if teacher == "all" else [teacher]
    parts = [[split] for split in shown] if splits == "apart" else [shown]
    return [panel for panel in product(teachers, parts) if len(within(marks, panel))]


def chart_data(marks: pd.DataFrame, panels: list) -> pd.DataFrame:
    """Return the marks of all panels with the columns that the CSV offers."""
    visible = [marks.iloc[:0], *(within(marks, panel) for panel in panels)]
    return pd.concat(visible, ignore_index=True)[CHART_COLUMNS]


def draw_chart(marks: pd.DataFrame, panels: list, *, size_axis: str, works: list[str]) -> Figure:
    """Draw remarks and rows, a panel a teacher."""
    spoken = marks["origin"] == REMARK
    words = {"xlabel": AXIS_LABELS[size_axis], "works": works}
    return remark_chart(marks[~spoken], marks[spoken], panels=panels, **words)


def chart_finding(data: pd.DataFrame) -> str:
    """Say which remark is farthest from its row; nothing where no remark has one."""
    spoken = data[data["origin"] == REMARK]
    away = np.log(spoken["factor"] / spoken["k"]).abs().sort_values()
    far = spoken.loc[away.dropna().index[-1:]]
    words = "The remark {} is farthest from its row: {:.1f} times smaller, not {:g}"
    return "".join(map(words.format, far["model"], far["factor"], far["k"]))


def chart_alt(data: pd.DataFrame, panels: list) -> str:
    """Say what the chart shows."""
    spoken = data[data["origin"] == REMARK]
    return (
        f"MNLI accuracy against compression, logarithmic, {len(panels)} panels: "
        f"{len(spoken)} remarks of the slides as large hollow marks; "
        f"{len(data) - len(spoken)} values of tables as small marks."
    )


NOTES = {
    "1/2: 86 (?) => 86": "pruned weights alone: {left[rpp-59.3]:.1f} times fewer",
    "1/10: 86 (?) => 82": (
        "82 is MNLI mismatched ({other:.1f}); pruned weights alone: "
        "{left[rpp-88.4]:.1f} times fewer"
    ),
    "1/4: 84(?) => 84": "the slide doubts its first 84",
    "1/10: 87 => 84": "the retrained teacher has no row{instead}",
    "1/4: 84 => 82": (
        "removes no weight; BERT_LARGE on SQuAD: {less[operations]:.1f} times fewer "
        "operations, {less[memory]:.1f} times less memory"
    ),
    "1/2: 84 => 82.5": "a development score; the table has no teacher",
}
"""What is to be known of a remark, by its words."""

REMARKS_LAYOUT = {"span": [("", "Paper")], "groups": ("", "Paper"), "noted": ("", "Note")}
"""How `remarks_table` is shown."""


def remark_notes(
    matched: pd.DataFrame, rows: pd.DataFrame, stand_in: pd.DataFrame, **numbers
) -> pd.Series:
    """Return a note by remark; where no row is of a remark's size, the nearest released model.

    Parameters
    ----------
    matched : pandas.DataFrame
        The remarks with the rows that they speak of.
    rows : pandas.DataFrame
        Among them the released models.
    stand_in : pandas.DataFrame
        The row that stands in for a retrained teacher.
    **numbers
        What the slots of `NOTES` take: less, other, left.
    """
    form = "; BERT_LARGE in its place gives {:.1f}".format
    instead = "".join(stand_in["factor"].dropna().map(form))
    texts = {remark: note.format(instead=instead, **numbers) for remark, note in NOTES.items()}
    released = rows[rows["origin"].eq("published") & rows["model"].str.match("BERT-")]
    nowhere = matched[matched["row"].isna()].set_index("remark")["k"]
    return pd.Series(texts | {remark: _released(released, k) for remark, k in nowhere.items()})


def _released(released: pd.DataFrame, k: float) -> str:
    """Say which released model is the nearest to a size for which there is no row."""
    words = "no row of that size"
    if released.empty:
        return words
    near = released.loc[np.log(released["factor"] / k).abs().idxmin()]
    return f"{words}; {near['model']}, released, has {near['score']:.1f} at {near['factor']:.1f}"


def remarks_table(matched: pd.DataFrame, judged: pd.DataFrame, papers: pd.Series, notes: pd.Series):
    """Return each remark, its row, whether they agree, the verdict and a note.

    Parameters
    ----------
    matched : pandas.DataFrame
        The remarks with the rows that they speak of.
    judged : pandas.DataFrame
        Of `smallbert.claims.remarks.agreement`.
    papers : pandas.Series
        From works to what a page calls them.
    notes : pandas.Series
        Of `remark_notes`.
    """
    slide, tables, answer = "The slide says", "The tables have", "They agree"
    own_row = matched["base"] != remarks.RETRAINED
    columns = {
        ("", "Paper"): matched["source"].map(papers),
        ("", "Remark"): matched["remark"],
        (slide, "factor [x]"): matched["written"],
        (slide, "before [%]"): matched["before"].map("{:g}".format),
        (slide, "after [%]"): matched["after"].map("{:g}".format),
        (tables, "row"): matched["model"],
        (tables, "split"): matched["split"],
        (tables, "factor [x]"): _texts(matched["factor"].where(own_row), "{:.2f}"),
        (tables, "before [%]"): _texts(matched["baseline_score"], "{:.1f}"),
        (tables, "after [%]"): _texts(matched["score"], "{:.1f}"),
    }
    columns |= {(answer, part): judged[part] for part in ("factor", "before", "after")}
    columns |= {("", "Verdict"): judged["verdict"], ("", "Note"): matched["remark"].map(notes)}
    return pd.DataFrame(columns)


def _texts(numbers: pd.Series, form: str) -> pd.Series:
    return numbers.map(form.format, na_action="ignore")


REMARK_SHAPES = {
    "half": "bert-base-6",
    "one-tenth": "bert-mini",
    "one-twenty-fifth": "bert-tiny",
    "two-sevenths": "bert-small",
}
"""Shapes next to remarks that name no model: 6 layers, and the released ones nearest in size."""


def times_smaller(shape: str, than: str = "bert-base", *, embeddings: bool = True) -> float:
    """Return how many times fewer weights a shape has, embeddings counted or left out."""
    small, large = (cost.parameters(cost.architecture(name)) for name in (shape, than))
    if embeddings:
        return large.sum() / small.sum()
    return cost.without_embeddings(large) / cost.without_embeddings(small)


def counted(matched: pd.DataFrame, *, less: pd.Series, left: pd.Series) -> list[dict[str, float]]:
    """Return for each remark, by name, how many times smaller each thing of its row is.

    Parameters
    ----------
    matched : pandas.DataFrame
        The remarks with the rows that they speak of.
    less : pandas.Series
        How many times less DeFormer takes of BERT_LARGE's operations and memory.
    left : pandas.Series
        By row of RPP, how many times fewer of the weights that it prunes are left.
    """
    ways = {
        "guo2019rpp": lambda remark: _pruned(left[remark.row]),
        "sun2020mobilebert": lambda remark: {"weights": shares[remark.claim]},
        "cao2020deformer": lambda remark: _decomposed(less),
        "turc2019wellread": lambda remark: _students(REMARK_SHAPES[remark.claim]),
        "zhao2019extreme": lambda remark: {"weights": factors[remark.row]},
    }
    shares = _mobilebert()
    factors = data.values("zhao2019extreme", "table3")["compression_factor"]
    return [ways[remark.source](remark) for remark in matched.itertuples()]


def _mobilebert() -> pd.Series:
    """Return MobileBERT's factor by remark, each against the model that the remark names."""
    key = "sun2020mobilebert"
    counts = figures.beside(key, published=False).set_index("id")["counted"]
    rows = sources.table(key, remarks.TABLE).index
    ids = {row: f"{key}/{remarks.TABLE}/{row}/size-fraction" for row in rows}
    return pd.Series({row: 1 / counts[name] for row, name in ids.items() if name in counts})


def _students(shape: str) -> dict[str, float]:
    inside = times_smaller(shape, embeddings=False)
    return {"weights": times_smaller(shape), "weights without embeddings": inside}


def _pruned(left: float) -> dict[str, float]:
    """Return the factor of the pruned weights alone, and of all weights of BERT_LARGE."""
    shape = cost.architecture("bert-large")
    everything, (in_layers, _) = cost.parameters(shape).sum(), cost.matrices(shape)
    kept = everything - in_layers * (1 - 1 / left)
    return {"pruned weights": left, "all weights": everything / kept}


def _decomposed(less: pd.Series) -> dict[str, float]:
    """Return what DeFormer saves, of which weights are no part."""
    own = data.values("cao2020deformer", "table1").loc["mnli"]
    saved = {"weights": 1.0, "time on MNLI": own["speedup"]}
    saved["memory on MNLI"] = 100 / (100 - own["memory_reduction"])
    return saved | {f"{name} of BERT_LARGE on SQuAD": times for name, times in less.items()}


def sizes_table(
    matched: pd.DataFrame, counted: list[dict[str, float]], papers: pd.Series
) -> pd.DataFrame:
    """Return the remarks with what was counted, and which of it rounds to k."""
    fits = [
        [name for name, times in things.items() if remarks.same_factor(times, k) == "yes"]
        for things, k in zip(counted, matched["written"], strict=True)
    ]
    words = ["; ".join(f"{name} {x:.2f}" for name, x in things.items()) for things in counted]
    return pd.DataFrame(
        {
            "Paper": matched["source"].map(papers),
            "Remark": matched["remark"],
            "Times smaller": words,
            "k is": [" and ".join(names) or "none of these" for names in fits],
        }
    )


COSTS = {
    "parameters": "weights",
    "compression-factor": "weights",
    "prune-ratio": "weights",
    "operations": "operations",
    "speedup": "time",
    "memory-reduction": "memory",
}
"""Metrics that tell a cost, and which."""

UNSAID = {"mnli", "unstated"}
"""What cannot be shared: MNLI without a word on which half, and a split that is not stated."""

WORDS = {"mnli-m": "MNLI matched", "mnli": "MNLI, half not stated", "unstated": "not stated"}


def mnli_ground(works: list[str], full: pd.DataFrame, *, corrected: bool = True) -> pd.DataFrame:
    """Return what the tables of each work that score MNLI have: sets of words.

    Parameters
    ----------
    works : list of str
        The works, which become the rows.
    full : pandas.DataFrame
        The full models: source, model, score.
    corrected : bool
        Whether corrections apply.

    Returns
    -------
    pandas.DataFrame
        Columns task, split, baseline (name and score) and cost.
    """
    tidy = data.results(*works, corrected=corrected)
    tidy = tidy[tidy["origin"].eq("printed") & tidy["table"].ne("claims")]
    mnli = tidy[tidy["task"].isin(["mnli-m", "mnli"]) & tidy["metric"].eq("accuracy")]
    tidy = tidy[(tidy["source"] + tidy["table"]).isin(mnli["source"] + mnli["table"])]
    kinds = {
        "task": (mnli["task"], mnli["source"]),
        "split": (mnli["split"], mnli["source"]),
        "baseline": (full["model"] + " " + full["score"].map("{:.1f}".format), full["source"]),
        "cost": (tidy["metric"].map(COSTS).dropna(), tidy["source"]),
    }
    sets = {kind: words.groupby(source).agg(set) for kind, (words, source) in kinds.items()}
    frame = pd.DataFrame(sets).reindex(works)
    return frame.map(lambda words: words if isinstance(words, set) else set())


def shared_ground(ground: pd.DataFrame, upper: str, lower: str) -> dict[str, set]:
    """Return by kind what two works have in common."""
    return {kind: ground.at[upper, kind] & ground.at[lower, kind] - UNSAID for kind in ground}


def nearest_rows(rows: pd.DataFrame, upper: str, lower: str) -> pd.Series | None:
    """Return the two rows of the works' own methods that are nearest on the axis.

    The better one of equals; None where one of them has no row on the axis.
    """
    own = rows[rows["origin"].eq("printed") & rows["split"].ne("dev")].dropna(subset="factor")
    own = ranking.entries(own, ranking.ranked()).sort_values("score", ascending=False)
    above, below = (own[own["work"] == work] for work in (upper, lower))
    both = above.merge(below, how="cross", suffixes=("_upper", "_lower"))
    away = np.log(both["factor_upper"] / both["factor_lower"]).abs().round(6)
    return both.loc[away.idxmin()] if len(both) else None


def ranking_table(
    listed: pd.DataFrame,
    ground: pd.DataFrame,
    lines: list[pd.DataFrame],
    rows: list[pd.Series | None],
) -> pd.DataFrame:
    """Return the order with what each paper shares with the one above, and what numbers say.

    Parameters
    ----------
    listed : pandas.DataFrame
        The deck's order.
    ground : pandas.DataFrame
        Of `mnli_ground`.
    lines : list of pandas.DataFrame
        For each pair of neighbours `smallbert.claims.remarks.beside`.
    rows : list of pandas.Series
        For each pair `nearest_rows`.
    """
    deck, above = "The deck", "Ground shared with the paper above"
    what = "Paper above, then this one"
    couples = list(zip(ground.index, ground.index[1:], strict=False))
    common = pd.DataFrame([shared_ground(ground, *couple) for couple in couples])
    columns = {
        (deck, "place"): listed["rank"],
        (deck, "sign"): listed["sign"],
        (deck, "paper"): listed["title"].where(listed["title"].ne(""), listed["name"]),
    }
    for kind in ground:
        words = [_side_by_side(ground.loc[list(couple), kind]) for couple in couples]
        columns[above, kind] = ["", *words]
    columns[what, "remarks"] = ["", *map(_remarks_say, lines)]
    columns[what, "tables"] = ["", *map(_tables_say, rows)]
    decided = np.where(common.map(bool).all(axis=1), "decidable", "undecidable")
    return pd.DataFrame(columns | {("", "Verdict"): ["", *decided]})


def _side_by_side(sides: pd.Series) -> str:
    """Say what both of a pair have, or what each of them has."""
    both = set.intersection(*sides) - UNSAID
    texts = [sorted(WORDS.get(word, word) for word in side) for side in ([both] if both else sides)]
    words = " | ".join(", ".join(text) or "none" for text in texts)
    return f"both {words}" if both else words


def _remarks_say(line: pd.DataFrame) -> str:
    form = "at 1/{:g} {:.1f} and {:.1f} %".format
    return "; ".join(map(form, line["k"], line["upper_score"], line["lower_score"]))


def _tables_say(pair: pd.Series | None) -> str:
    """Say of two rows which leads in both score and factor."""
    if pair is None:
        return "no two rows on this axis"
    leads = [pair[f"{kind}_upper"] - pair[f"{kind}_lower"] for kind in ("score", "factor")]
    leader = "the upper leads" if min(leads) > 0 else "neither leads"
    leader = "the lower leads" if max(leads) < 0 else leader
    form = "{:.1f} % at {:.1f}x".format
    above, below = (form(pair[f"score_{at}"], pair[f"factor_{at}"]) for at in ("upper", "lower"))
    return f"{above} and {below}: {leader} in both"


BEST_TICKS = [1, 2, 4, 10, 20, 40, 80]
DRAWN = "Share of the baseline that each row is compared with, often another laboratory's run"


def best_models(rows: pd.DataFrame) -> pd.DataFrame:
    """Choose the models of the chart.

    Parameters
    ----------
    rows : pandas.DataFrame
        Of `smallbert.compare.evidence`.

    Returns
    -------
    pandas.DataFrame
        The rows that keep more than all that are at least as many times smaller, by a tenth of a
        per cent or more, and for each paper of the order the one that keeps most and the smallest;
        with ``leads``, whether a row is of the former.
    """
    rows = rows.sort_values(["retained", "factor"], ascending=False, ignore_index=True)
    kept = rows.sort_values(["factor", "retained"], ascending=False)["retained"].round(1)
    leaders = set(kept.index[kept > kept.cummax().shift(fill_value=0)])
    own = ranking.entries(rows.reset_index(names="at"), ranking.ranked(undistilled=False))
    most = own.drop_duplicates("work")
    smallest = own.sort_values("factor", ascending=False, kind="stable").drop_duplicates("work")
    found = rows.loc[sorted(leaders | {*most["at"], *smallest["at"]})]
    return found.assign(leads=found.index.isin(leaders))


def best_finding(rows: pd.DataFrame) -> str:
    """Say how many models lead."""
    count = rows["leads"].sum()
    if count < 2:
        return f"{', '.join(rows.loc[rows['leads'], 'model'])} has the largest share at every size"
    return f"No model has the largest share at every size: {count} do in turn"


def draw_best(rows: pd.DataFrame, *, xlabel: str) -> Figure:
    """Draw the `best_models` with names and splits; those that lead are large."""
    fig, ax = plt.subplots(figsize=(style.WIDTH, 6.2))
    charts.log_axis(ax, "x", BEST_TICKS)
    ax.set(xlim=(0.45, 140), xlabel=xlabel, ylabel="MNLI score [% of the baseline's]")
    ax.axhline(100, color=plt.rcParams["axes.edgecolor"], linewidth=0.9, linestyle=":")
    for one in rows.itertuples():
        kind, size = style.family(one.technique), 11 if one.leads else 7
        look = {"colour": style.colour(kind), "marker": style.marker(kind), "size": size}
        look |= {"ids": [one.id]}
        charts.points(ax, [one.factor], [one.retained], origin=one.origin, **look)
    ax.set_ylim(rows["retained"].min() - 1, rows["retained"].max() + 4)  # room for labels
    _best_legend(fig, rows)
    headline(fig, best_finding(rows), DRAWN)
    texts = [_best_label(one.model, one.source, one.split) for one in rows.itertuples()]
    charts.place_labels(ax, rows["factor"], rows["retained"], texts)
    return fig


def _best_label(model: str, source: str, split: str) -> str:
    """Return a model's name, its source unless that is part of the name, and its split."""
    name, work = bibliography.shorter(model, source), bibliography.label(source).partition(",")[0]
    lines = [name] if len(name) <= 22 else name.replace(", ", ",\n", 1).splitlines()
    return (
        "\n".join(fill(line, 22) for line in lines)
        + f"\n({split if work in name else f'{work}, {split}'})"
    )


def _best_legend(fig: Figure, rows: pd.DataFrame) -> None:
    """Explain every look below the figure."""
    plain = {"color": plt.rcParams["axes.edgecolor"], "marker": "o"}
    kinds = dict.fromkeys(rows["technique"].map(style.family))
    looks = {
        name.replace("_", " ").replace("compound", "several techniques"): {
            "color": style.colour(name),
            "marker": style.marker(name),
        }
        for name in kinds
    }
    looks["largest share at this size or smaller"] = {"markersize": 11}
    looks["other model of the deck's papers"] = {"markersize": 7}
    if "published" in set(rows["origin"]):
        looks["published outside the documents"] = {"markerfacecolor": "none", "markersize": 7}
    looks["the baseline"] = {"marker": "", "linestyle": ":", "linewidth": 0.9}
    explain(fig, looks, plain)


def best_alt(rows: pd.DataFrame) -> str:
    """Return the chart in words."""
    lines = rows.sort_values("factor").itertuples()
    words = "; ".join(
        f"{one.model} {one.retained:.1f} % at {one.factor:.1f}" + " (leads)" * one.leads
        for one in lines
    )
    return f"{best_finding(rows)}. {DRAWN}: {words} times smaller"
