"""Printed figures beside counts from shapes, as a page shows them: ratios, tables, a chart."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from smallbert import charts
from smallbert.audit.figures import DEFAULT
from smallbert.audit.words import document
from smallbert.charts import publish
from smallbert.charts.legends import explain
from smallbert.charts.points import look
from smallbert.data import bibliography, sources

KINDS = {
    "agrees": ("#009e73", "o"),
    "close": ("#0f7fc4", "s"),
    "agrees by another rule": ("#c08300", "D"),
    "close by another rule": ("#b565c9", "^"),
    "unexplained": ("#d55e00", "X"),
}
"""The verdicts on figures that can be counted: colour and marker."""

GROUPS = {
    "printed": "documents, other tables",
    "digitised": "documents, figures",
    "repository": "repositories",
    "published": "published elsewhere",
}
"""The lines of the chart below those of sizes as shares: where a figure stands."""

HEADS = {"model": "Model", "quantity": "Quantity", "printed": "Printed", "counted": "Counted"}
HEADS |= {"ratio": "Ratio", "verdict": "Verdict", "rule": "What explains it"}
METRICS = {
    "parameters": "parameters [M]",
    "operations": "operations [G]",
    "size": "size [MiB]",
    "memory": "memory [MB]",
    "memory-reduction": "memory saved [%]",
    "parameters-without-embeddings": "parameters without embeddings [B]",
    "compression-factor": "factor [x]",
    "size-fraction": "share of the size",
}


def ratios(figures: pd.DataFrame, both: pd.DataFrame) -> pd.DataFrame:
    """Return all figures, a row each, with ratio of count to print, verdict, rule and group.

    Parameters
    ----------
    figures : pandas.DataFrame
        Of `figures.beside`.
    both : pandas.DataFrame
        Of `shares.sizes`; its two columns of sizes become rows.
    """
    documents = both["source"].map(sources.document_name).map(document).str.lower()
    halves = [
        both[["name", column, f"{column}_ratio", f"{column}_verdict", f"{column}_rule"]]
        .set_axis(["model", "printed", "ratio", "verdict", "rule"], axis=1)
        .assign(group=documents + f", {column} embeddings")
        for column in ("with", "without")
    ]
    return pd.concat([*halves, figures.assign(group=stands(figures))], ignore_index=True)


def stands(figures: pd.DataFrame) -> pd.Series:
    """Return which of `GROUPS` each figure of `smallbert.audit.figures.beside` is in."""
    repositories = figures["source"].map(sources.document_name).map(sources.is_repository)
    return figures["origin"].mask(repositories, "repository").map(GROUPS)


def tally(rows: pd.DataFrame) -> pd.Series:
    """Return how many rows of `ratios` have which verdict, those that cannot be counted last."""
    counts = rows["verdict"].value_counts()
    return counts.reindex([*KINDS, "not countable"], fill_value=0)


def show(exhibit: str, rows: pd.DataFrame) -> None:
    """Publish the chart of `ratios`."""
    drawn = rows.dropna(subset="ratio")
    publish.figure(
        exhibit,
        lambda: draw(drawn),
        data=rows.drop(columns=["value", "half_width", "unit"]),
        finding=f"{drawn['verdict'].str.startswith(('agrees', 'close')).sum()} of {len(drawn)} "
        "figures agree with a count or are close to it",
        alt=f"{len(drawn)} ratios of counted to printed on a logarithmic axis, from "
        f"{drawn['ratio'].min():.2f} to {drawn['ratio'].max():.2f}. {counted(drawn)}",
    )


def counted(drawn: pd.DataFrame) -> str:
    """Return how many figures of each group have which verdict, in words."""
    counts = drawn.groupby("group")["verdict"].value_counts().unstack(fill_value=0)
    return " ".join(
        f"{line}: " + ", ".join(f"{count} {kind}" for kind, count in row.items() if count) + "."
        for line, row in counts.iterrows()
    )


def draw(drawn: pd.DataFrame) -> Figure:
    """Draw each ratio of `ratios` as a mark on the line of its group, those far from 1 named."""
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 7))
    ax.axvline(1, color=plt.rcParams["axes.edgecolor"], lw=1.1)
    charts.log_axis(ax, "x", [0.5, 0.7, 1, 1.4, 2, 3, 4])
    halves = [group for group in drawn["group"].unique() if group not in GROUPS.values()]
    lines = [*halves, *GROUPS.values()]
    ax.set(xlim=(0.38, 4.4), ylim=(len(lines) - 0.5, -0.5))
    ax.set_yticks(range(len(lines)), lines)
    rows = _placed(drawn, lines)
    palette, markers = ({kind: look[at] for kind, look in KINDS.items()} for at in (0, 1))
    far = np.log(rows["ratio"]).abs().gt(0.12) & rows["verdict"].ne("agrees")
    pairs = zip(rows["model"], rows["source"].fillna(""), strict=True)
    names = pd.Series([bibliography.shorter(*pair) for pair in pairs], index=rows.index)
    shown = {"labels": names.where(far, ""), "size": 6, "legend": False}
    shown |= {"colour": "verdict", "palette": palette, "markers": markers}
    looks = {
        kind: {"color": colour, "marker": marker}
        for kind, (colour, marker) in KINDS.items()
        if kind in {*rows["verdict"]}
    }
    explain(fig, looks, {"markersize": 7, **look("derived")})
    charts.scatter(ax, rows.assign(origin="derived"), x="ratio", y="height", **shown)
    ax.set(xlabel="counted / printed", ylabel="")
    return fig


def _placed(drawn: pd.DataFrame, lines: list[str]) -> pd.DataFrame:
    """Return the rows with a height about that of their line, rising with the ratio."""
    rows = drawn.sort_values("ratio")
    turn = rows.groupby("group").cumcount()
    last = rows.groupby("group")["ratio"].transform("size") - 1
    spread = (0.6 * turn / last.where(last > 0) - 0.3).fillna(0)
    return rows.assign(height=rows["group"].map(lines.index) + spread)


def two_sizes(both: pd.DataFrame) -> pd.DataFrame:
    """Return `shares.sizes` as a page shows it."""
    kept = both["embeddings_kept"].map("{:.1f}".format)
    margin = both["embeddings_kept_half_width"].map("{:.1f}".format)
    return pd.DataFrame(
        {
            ("", "Model"): both["name"],
            ("", "Counted as"): both["shape"],
            ("With embeddings [%]", "printed"): _form(both["with"], 1),
            ("With embeddings [%]", "counted"): _form(both["with_counted"], 1),
            ("With embeddings [%]", "ratio"): _form(both["with_ratio"], 2),
            ("Without [%]", "printed"): _form(both["without"], 1),
            ("Without [%]", "counted"): _form(both["without_counted"], 1),
            ("Without [%]", "ratio"): _form(both["without_ratio"], 2),
            ("", "Word vectors left [%]"): kept + " ± " + margin,
            ("", "What explains it"): both.apply(_told, axis=1),
        }
    )


def listed(frame: pd.DataFrame) -> pd.DataFrame:
    """Return lines of `figures.beside` as a page shows them."""
    work = frame["source"].map(bibliography.short)
    known = frame.assign(
        quantity=frame["metric"].map(METRICS),
        counted=_form(frame["counted"], 2),
        ratio=_form(frame["ratio"], 2),
        rule=frame["rule"].where(frame["rule"] != DEFAULT, ""),
    )
    frame = known[list(HEADS)].rename(columns=HEADS)
    frame.insert(0, "Work", work)
    return frame


def widths(implied: pd.DataFrame) -> pd.DataFrame:
    """Return feed-forward widths that factors imply as a page shows them.

    Parameters
    ----------
    implied : pandas.DataFrame
        A student a row: hidden_size and compression_factor as printed, ``four_times``, the factor
        at a width of four times the hidden size, ``width``, at which the printed factor would
        come out, and ``times``, that over the hidden size.
    """
    return pd.DataFrame(
        {
            "Hidden size": _form(implied["hidden_size"], 0),
            "Factor, printed [x]": _form(implied["compression_factor"], 2),
            "Factor at four times the hidden size [x]": _form(implied["four_times"], 1),
            "Width that gives the print": _form(implied["width"], 0),
            "Times the hidden size": _form(implied["times"], 1),
        }
    )


def _told(row: pd.Series) -> str:
    """Say what explains a row's two sizes."""
    verdicts = row["with_verdict"], row["without_verdict"]
    if verdicts[0] == "not countable":
        return "shape not stated"
    sides = zip(("with", "without"), verdicts, (row["with_rule"], row["without_rule"]), strict=True)
    words = [
        f"{name}: {verdict if rule == DEFAULT else rule}"
        for name, verdict, rule in sides
        if verdict not in ("agrees", "close")
    ]
    return "; ".join(words) or "both agree or are close"


def _form(values: pd.Series, digits: int) -> pd.Series:
    return values.map(lambda value: "" if pd.isna(value) else f"{value:.{digits}f}")
