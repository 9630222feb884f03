"""The sizes of the models that the documents name, against their dates."""

from collections.abc import Collection

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert import charts, cost
from smallbert.charts import publish
from smallbert.data import credits, sources, vocabulary

SERIES = {
    "published": ("published, with embeddings", "#d55e00", "o"),
    "printed": ("printed in the slide deck, with embeddings", "#c98a00", "^"),
    "derived": ("derived from the shape, with embeddings", "#009e73", "s"),
    "digitised": ("read by eye, without embeddings", "#0f7fc4", "D"),
}
"""Of each origin what the legend calls it, its colour and its marker."""


def month(key: str) -> str:
    """Return the first day of the month in the number of a work's preprint."""
    number = credits.bibliography().entries[key].fields["eprint"]
    return f"20{number[:2]}-{number[2:4]}-01"


def published() -> pd.DataFrame:
    """Return the models of the published table: name, date, parameters [M], origin."""
    models = sources.values("desislavov2021compute", "published_models")
    return models[["name", "date", "parameters"]].assign(origin="published")


def phones(*, corrected: bool = True) -> pd.DataFrame:
    """Return the two MobileBERTs: the deck's, as corrected or as printed, and a published one."""
    key = "sun2020mobilebert"
    deck = sources.values(key, "table3", corrected=corrected).loc[["mobilebert"]]
    tiny = sources.values(key, "published_glue").loc[["mobilebert-tiny"]]
    tiny = tiny[["model", "parameters"]].rename(columns={"model": "name"})
    parts = deck[["name", "parameters"]].assign(origin="printed"), tiny.assign(origin="published")
    return pd.concat(parts).assign(date=month(key))


def derived(*, besides: Collection[str]) -> pd.DataFrame:
    """Return the models whose shapes the book knows, but for those named and plain BERTs."""
    shapes = vocabulary.table("architectures")
    shapes = shapes[~shapes["name"].isin(besides) & ~shapes["name"].str.startswith("BERT, ")]
    models = shapes[["name"]].assign(origin="derived", date=shapes["source"].map(month))
    count = {each: cost.parameters(cost.architecture(each)).sum() for each in models.index}
    return models.assign(parameters=pd.Series(count) / 1e6)


def digitised(*, corrected: bool = True) -> pd.DataFrame:
    """Return the models of Memory3's figure, without embeddings, dated by its preprint."""
    key, size = "yang2024memory3", "parameters_without_embeddings"
    read = sources.values(key, "points", corrected=corrected)
    models = read[["family"]].assign(name=read["model"], origin="digitised", date=month(key))
    widths = 1e3 * read[f"{size}_half_width"]
    return models.assign(parameters=1e3 * read[size], half_width=widths)


def show(models: pd.DataFrame) -> None:
    """Publish the chart of all models: name, date, parameters [M], origin, family, half_width."""
    largest, smallest = (models.loc[models["parameters"].agg(end)] for end in ("idxmax", "idxmin"))
    publish.figure(
        "ganesh2021case-motivation",
        lambda: draw(models),
        data=models,
        alt=f"Parameters of {len(models)} models against date, logarithmic: from "
        f"{smallest['name']}, {smallest['parameters']:.1f} M, to {largest['name']}, "
        f"{largest['parameters'] / 1e3:.0f} B.",
    )


def draw(models: pd.DataFrame) -> Figure:
    """Draw sizes against dates, a label beside each model or each size read by eye."""
    date = pd.to_datetime(models["date"])
    models = models.assign(year=date.dt.year + (date.dt.day_of_year - 1) / 365.25)
    fig, ax = plt.subplots(figsize=(8, 6.4))
    charts.log_axis(ax, "y", [10, 100, 1e3, 1e4])
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    ax.set(xlim=(2017, 2024.9), ylim=(3, 7e4), xticks=range(2017, 2025))
    look = pd.DataFrame(SERIES, ["label", "colour", "marker"])
    signs = {"palette": look.loc["colour"].to_dict(), "markers": look.loc["marker"].to_dict()}
    place = {"x": "year", "y": "parameters", "y_error": "half_width", "colour": "origin"}
    charts.scatter(ax, models, **place, **signs, size=6, legend=False)
    ax.set(xlabel="Date of publication", ylabel="Parameters [M]")
    charts.legend(ax, look.T.rename_axis("origin").reset_index(), loc="upper left")
    read = models["origin"] == "digitised"
    _name_families(ax, models[read])
    single = models[~read]
    charts.place_labels(ax, single["year"], single["parameters"], single["name"], size=7.5)
    return fig


def _name_families(ax: Axes, read: pd.DataFrame) -> None:
    """Name the families of each size beside it, a line each, kept apart."""
    families = read.groupby("parameters")["family"].unique().str.join(", ")
    year, sizes = read["year"].max(), families.index
    heights = np.geomspace(sizes.min(), sizes.max(), len(sizes))
    arrow = {"arrowstyle": "-", "lw": 0.6, "color": plt.rcParams["axes.edgecolor"]}
    arrow |= {"relpos": (1, 0.5), "shrinkA": 2}
    look = {"ha": "right", "va": "center", "fontsize": 8, "arrowprops": arrow}
    for size, height, names in zip(sizes, heights, families, strict=True):
        ax.annotate(f"{names} ({size / 1e3:g} B)", (year, size), (year - 0.4, height), **look)
