"""The tables of the page, as shown."""

from collections.abc import Mapping

import pandas as pd

from smallbert.cost.shapes import Architecture

FIGURE5 = {
    "Group": "Group",
    "name": "Series",
    "colour": "Colour",
    "statement": "What is said",
    "check": "What Table 3 says",
}
"""From columns of what Figure 5's caption says to their heads."""


REMARKS = [
    "claim",
    "way",
    "remark",
    "claimed",
    "after",
    "shape",
    "factor",
    "score",
    "where",
    "above",
]
"""Columns of the remarks' table that its reader may download."""


def meta(table3: pd.DataFrame, tasks: pd.DataFrame, recomputed: pd.Series, agrees: pd.Series):
    """Return each task's mean and the meta score next to the printed one.

    Parameters
    ----------
    table3 : pandas.DataFrame
        The table's values; the other arguments have its rows.
    tasks : pandas.DataFrame
        A task's mean score a column [%].
    recomputed : pandas.Series
        The meta score by the chosen rule [%].
    agrees : pandas.Series of bool
        Whether it is the printed one.
    """
    shown = tasks.map("{:.2f}".format)
    shown.insert(0, "Split", table3["split"])
    shown.insert(1, "Model", table3["name"])
    shown["Recomputed"] = recomputed.map("{:.2f}".format)
    shown["Printed"] = table3["glue_6_average"].map("{:.1f}".format)
    shown["Difference"] = _change(recomputed - table3["glue_6_average"], "{:+.2f}")
    return shown.assign(**{"Within half a unit": agrees.map({True: "yes", False: "no"})})


def figure5(series: pd.DataFrame, facts: pd.DataFrame, check: Mapping[str, str]) -> pd.DataFrame:
    """Return the series that the caption of Figure 5 names, then what it states of them.

    Parameters
    ----------
    series, facts : pandas.DataFrame
        The work's tables of these names.
    check : mapping
        From rows of `facts` to what Table 3 says of them.
    """
    named = series.assign(Group="series in the caption")
    named["statement"] = named["meaning"].str.capitalize() + "."
    stated = facts[facts["figure"] == "Figure 5"].assign(Group="stated in the caption")
    stated = stated.join(series[["name", "colour"]], on="series")
    lines = pd.concat([named.rename("series-{}".format), stated]).assign(check=pd.Series(check))
    return lines[list(FIGURE5)].rename(columns=FIGURE5).fillna("")


def known(published: pd.DataFrame, half: pd.Series) -> pd.DataFrame:
    """Return by shape its MNLI-m (score, in per cent), and where it stands.

    Parameters
    ----------
    published : pandas.DataFrame
        Models without a teacher, by any label: architecture, mnli_m_accuracy.
    half : pandas.Series
        The row of Table 3 that the remark on the half quotes.
    """
    there = published.set_index("architecture")["mnli_m_accuracy"].to_frame("score")
    there = there.assign(where="published, test, no teacher")
    there.loc["bert-base-6"] = [half["mnli_m_accuracy"], f"Table 3, {half['split']}, PD"]
    return there


def remarks(beside: pd.DataFrame, shapes: Mapping[str, Architecture]) -> pd.DataFrame:
    """Return the slide's remarks next to the shapes nearest to them.

    Parameters
    ----------
    beside : pandas.DataFrame
        Columns remark, way, claimed [x], after [%], shape, factor [x], score [%], above [points]
        and where.
    shapes : mapping
        From names of shapes to them.
    """
    size = {name: f"{shape.layers}/{shape.hidden}" for name, shape in shapes.items()}
    shown = pd.DataFrame({"Remark": beside["remark"]})
    shown["Claimed factor"] = beside["claimed"].map("{:g}x".format)
    shown["Embeddings"] = beside["way"]
    shown["Nearest shape"] = beside["shape"].map(size)
    shown["Its factor"] = beside["factor"].map("{:.2f}x".format)
    shown["MNLI claimed"] = beside["after"].map("{:g}".format)
    shown["Its MNLI-m"] = beside["score"].map("{:.1f}".format, na_action="ignore")
    shown["Claim minus score"] = _change(beside["above"], "{:+.1f}")
    return shown.assign(Where=beside["where"])


def reading(above: Mapping[str, pd.Series]) -> str:
    """Say what follows from how far claims lie above scores without a teacher [points].

    Parameters
    ----------
    above : mapping
        By whether embeddings are "counted" or "left out"; missing where no scores are known.
    """
    whole, inner = above["counted"], above["left out"]
    if whole.isna().all():
        return "but without the published scores the claimed ones cannot be checked."
    return (
        f"and their claimed scores then lie {whole.min():.1f} to {whole.max():.1f} points above "
        "the same shapes without a teacher, as distilled students should. Without embeddings one "
        f"claim would lie {-inner.min():.1f} points below."
    )


def _change(values: pd.Series, form: str) -> pd.Series:
    """Return changes as texts with their sign, a true minus."""
    return values.map(form.format, na_action="ignore").str.replace("-", "−")
