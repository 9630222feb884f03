"""Which models may be best within a budget, and where all models lie: a table and a chart."""

from collections.abc import Sequence
from html import escape

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from smallbert import compare
from smallbert.charts.labels import place_labels
from smallbert.charts.scatter import points
from smallbert.charts.style import COLORS, SERIES, WIDTH, explain, log_axis
from smallbert.charts.tables import with_layout
from smallbert.compare import device_times
from smallbert.data import exhibits, sources, survey

NAMED = 3
"""Most models of a budget that have a line; the others, and those without weights known here if
others have some, are behind "and 2 more"."""

TICKS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]


def budget_table(rows: pd.DataFrame, *, score: str) -> pd.DataFrame:
    """Return the models that may be best, budget by budget, those with known weights first.

    `rows` are of `smallbert.compare.may_be_best`, the best first, with ``budget``, ``model`` and
    ``other_set``, which says of what set a score is if not of the one that the heading `score`
    names. The table brings its layout (`smallbert.charts.tables.with_layout`).
    """
    rows = rows.assign(key=rows["model"].map(sources.models()["id"]))
    rows = rows.assign(checkpoint=rows["key"].map(survey.checkpoints()))
    order = {name: at for at, name in enumerate(rows["budget"].unique())}
    rows = rows.assign(at=rows["budget"].map(order), withheld=rows["checkpoint"].isna())
    rows = rows.sort_values(["at", "withheld"], kind="stable", ignore_index=True)
    budgets = rows.groupby("at")
    named = budgets.cumcount() < NAMED
    named &= rows["withheld"] == budgets["withheld"].transform("min")
    shown, more, after = rows[named], rows[~named], {}
    for at, rest in more.groupby("at"):
        words = "; ".join(map(_in_a_list, rest.itertuples()))
        summary = f"<summary>and {len(rest)} more</summary>"
        after[shown.index[shown["at"].eq(at)][-1]] = f"<details>{summary}{words}</details>"
    several = shown.get("reports", pd.Series(1, shown.index)).gt(1)  # a mean has no card
    warnings = [
        survey.cautions().get(pair) for pair in zip(shown["model"], shown["task"], strict=True)
    ]
    scores = shown["score"].map("{:.1f}".format)
    errors = shown["half_width"].map("\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{:.1f}".format)
    errors = errors.mask(shown["half_width"].isna(), "")
    frame = pd.DataFrame(
        {
            "At most": shown["budget"],
            "Model": shown["model"],
            score: scores + errors + shown["other_set"],
            "Params [M]": _digits(shown["parameters"] / 1e6, 1),
            "32 bits [MB]": _digits(shown["megabytes_32"], 0),
            "8 bits [MB]": _digits(shown["megabytes_8"], 0),
            "CPU [ms]": shown["model"].map(_time),
            "Get it": shown["checkpoint"].map(_place).astype(object).fillna(survey.NO_WEIGHTS),
        }
    )
    numbers = {(at, score): [(scores[at], id)] for at, id in shown.loc[~several, "id"].items()}
    notes = {(at, score): words for at, words in zip(shown.index, warnings, strict=True) if words}
    links = {
        (at, "Get it"): survey.checkpoint_url(each)
        for at, each in shown["checkpoint"].dropna().items()
    }
    paged = shown.loc[shown["key"].isin(compare.described()), "key"]
    links |= {(at, "Model"): f"../models/{key}.html" for at, key in paged.items()}
    means = shown.loc[several & shown["key"].isin(compare.described()), "key"]
    links |= {(at, score): f"../models/{key}.html" for at, key in means.items()}
    return with_layout(
        frame,
        span=["At most"],
        groups="At most",
        after=after,
        notes=notes,
        numbers=numbers,
        links=links,
    )


def _digits(values: pd.Series, digits: int) -> pd.Series:
    return values.map(f"{{:.{digits}f}}".format, na_action="ignore")


def _time(model: str) -> str:
    """Return what one text of 128 tokens takes on this book's CPU, measured or estimated."""
    ms, how, _ = device_times.of(model, bits=32).get("cpu/128", (None, "", ""))
    return "" if ms is None else f"{device_times.SIGN * (how == 'estimated')}{ms:.3g}"


def _in_a_list(row) -> str:
    """Return a model in a line: its score, which leads to its card, and where to get it."""
    name, score = escape(row.model), f'<a class="sb-cell" href="{exhibits.LINK}{row.id}">'
    score += f"{row.score:.1f}</a>"
    if pd.isna(row.checkpoint):
        return f"{name} {score} ({survey.NO_WEIGHTS})"
    return f'<a href="{escape(survey.checkpoint_url(row.checkpoint))}">{name}</a> {score}'


def _place(checkpoint: str) -> str | float:
    """Return a checkpoint as a cell names it: its id on Hugging Face, or the host of a file."""
    if not isinstance(checkpoint, str):
        return checkpoint
    host = checkpoint.partition("://")[2].partition("/")[0]
    return f"file at {host}" if host else checkpoint


def models_by_cost(
    rows: pd.DataFrame, named: Sequence[str], *, xlabel: str, ylabel: str, least: float
) -> Figure:
    """Draw all models in grey, with their errors, and some by name.

    `rows` are of `smallbert.compare.front`, with ``cost``; `named` are the models whose
    names are written, `least` the score [%] from which on models are drawn.
    """
    fig, ax = plt.subplots(figsize=(WIDTH, 4.6))
    rows = rows[rows["score"] >= least]
    drawn = rows.index.isin(named)
    grey, ink = COLORS["none"], plt.rcParams["axes.edgecolor"]
    line = rows[rows["highest"]]
    ax.step(line["cost"], line["score"], where="post", color=ink, linewidth=1.4, zorder=2)
    for part, look in (
        (rows[~drawn], {"color": grey, "size": 3.5}),
        (rows[drawn], {"color": SERIES[0]}),
    ):
        bars = points(
            ax, part["cost"], part["score"], y_error=part["half_width"], ids=part["id"], **look
        )
        bars[2][0].set(alpha=0.3, linewidth=0.6)
        plt.setp(bars[1], visible=False)
    low, high = rows["cost"].min() / 1.3, rows["cost"].max() * 1.3
    log_axis(ax, "x", [tick for tick in TICKS if low <= tick <= high])
    ax.set(xlim=(low, high), ylim=(least - 1, rows["score"].max() + 4))
    ax.set(xlabel=xlabel, ylabel=ylabel)
    marks = {"all other models, with the 95 % interval": {"color": grey, "markersize": 4}}
    marks |= {
        "no other scores more at this cost": {"marker": "", "linestyle": "-", "linewidth": 1.4}
    }
    explain(fig, marks, columns=2)
    place_labels(ax, rows["cost"], rows["score"], rows.index.where(drawn, ""))
    return fig
