"""Printed figures beside counts from shapes, as a page shows them: ratios, tables, a chart."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from smallbert import charts
from smallbert.audit.figures import DEFAULT
from smallbert.data import credits

KINDS = {
    "agrees": ("agrees", "#009e73", "o"),
    "close": ("close", "#0f7fc4", "s"),
    "agrees by another rule": ("agrees by another rule", "#c98a00", "D"),
    "close by another rule": ("close by another rule", "#b565c9", "^"),
    "unexplained": ("unexplained", "#d55e00", "X"),
}
"""The verdicts on figures that can be counted: label, colour and marker."""

GROUPS = ["poster, with embeddings", "poster, without embeddings", "deck", "figures", "published"]
"""The lines of the chart: where a figure stands."""

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


def ratios(found: pd.DataFrame, both: pd.DataFrame) -> pd.DataFrame:
    """Return all figures, a row each, with ratio of count to print, verdict, rule and group.

    Parameters
    ----------
    found : pandas.DataFrame
        Of `figures.beside`, with a column ``group``.
    both : pandas.DataFrame
        Of `shares.sizes`; its two columns of sizes become rows.
    """
    halves = [
        both[["name", column, f"{column}_ratio", f"{column}_verdict", f"{column}_rule"]]
        .set_axis(["model", "printed", "ratio", "verdict", "rule"], axis=1)
        .assign(group=f"poster, {column} embeddings")
        for column in ("with", "without")
    ]
    return pd.concat([*halves, found], ignore_index=True)


def counted(drawn: pd.DataFrame) -> str:
    """Return how many figures of each group have which verdict, in words."""
    counts = drawn.groupby("group")["verdict"].value_counts().unstack(fill_value=0)
    return " ".join(
        f"{line}: " + ", ".join(f"{count} {kind}" for kind, count in row.items() if count) + "."
        for line, row in counts.iterrows()
    )


def draw(drawn: pd.DataFrame) -> Figure:
    """Draw each ratio of `ratios` as a mark on the line of its group, those far from 1 named."""
    fig, ax = plt.subplots(figsize=(8.4, 6))
    ax.axvline(1, color=plt.rcParams["axes.edgecolor"], lw=1.1)
    far = []
    for height, line in enumerate(GROUPS):
        part = drawn[drawn["group"] == line].sort_values("ratio")
        spread = np.linspace(-0.3, 0.3, len(part)) if len(part) > 1 else [0]
        for at, each in zip(spread, part.itertuples(), strict=True):
            _, colour, marker = KINDS[each.verdict]
            look = {"colour": colour, "marker": marker, "origin": "derived", "size": 6}
            charts.points(ax, [each.ratio], [height + at], **look)
            if abs(np.log(each.ratio)) > 0.12 and each.verdict != "agrees":
                far.append((each.ratio, height + at, each.model))
    charts.log_axis(ax, "x", [0.4, 0.5, 0.7, 1, 1.4, 2, 3, 4])
    ax.set(xlim=(0.38, 4.4), ylim=(len(GROUPS) - 0.5, -0.5), xlabel="counted / printed")
    ax.set_yticks(range(len(GROUPS)), GROUPS)
    here = [kind for kind in KINDS if (drawn["verdict"] == kind).any()]
    entries = pd.DataFrame([KINDS[kind] for kind in here], columns=["label", "colour", "marker"])
    keys = entries.assign(origin="derived")
    charts.legend(ax, keys, loc="upper center", bbox_to_anchor=(0.4, -0.13), ncols=3)
    x, y, names = zip(*far, strict=True)
    charts.place_labels(ax, pd.Series(x), pd.Series(y), pd.Series(names), size=7.5)
    return fig


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
            ("", "Embeddings left [%]"): kept + " ± " + margin,
            ("", "What explains it"): both.apply(_told, axis=1),
        }
    )


def listed(frame: pd.DataFrame) -> pd.DataFrame:
    """Return lines of `figures.beside` as a page shows them."""
    work = frame["source"].map(credits.short)
    known = frame.assign(
        quantity=frame["metric"].map(METRICS),
        counted=_form(frame["counted"], 2),
        ratio=_form(frame["ratio"], 2),
        rule=frame["rule"].where(frame["rule"] != DEFAULT, ""),
    )
    frame = known[list(HEADS)].rename(columns=HEADS)
    frame.insert(0, "Work", work)
    return frame


def _told(row: pd.Series) -> str:
    """Say what explains a row's two sizes."""
    verdicts = row["with_verdict"], row["without_verdict"]
    if verdicts[0] == "not countable":
        return "shape not stated"
    said = zip(("with", "without"), verdicts, (row["with_rule"], row["without_rule"]), strict=True)
    words = [
        f"{name}: {verdict if rule == DEFAULT else rule}"
        for name, verdict, rule in said
        if verdict not in ("agrees", "close")
    ]
    return "; ".join(words) or "both agree or are close"


def _form(values: pd.Series, digits: int) -> pd.Series:
    return values.map(lambda value: "" if pd.isna(value) else f"{value:.{digits}f}")
