"""The sizes of the models that the documents name, against their dates."""

from collections.abc import Collection

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert import charts, cost
from smallbert.charts import publish
from smallbert.charts.headline import fitted
from smallbert.data import credits, sources, vocabulary

SERIES = {
    "published": ("published, with embeddings", "#d55e00", "o"),
    "printed": ("printed in the slide deck, with embeddings", "#c08300", "^"),
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
    """Return the documents' models whose shapes are known, but for those named and plain BERTs."""
    shapes = vocabulary.table("architectures")
    shapes = shapes[shapes.index.isin(_named())]
    shapes = shapes[~shapes["name"].isin(besides) & ~shapes["name"].str.startswith("BERT, ")]
    models = shapes[["name"]].assign(origin="derived", date=shapes["source"].map(month))
    count = {each: cost.parameters(cost.architecture(each)).sum() for each in models.index}
    return models.assign(parameters=pd.Series(count) / 1e6)


def _named() -> set[str]:
    """Return the shapes of the models in the documents' tables; a repository is no document."""
    keys = sources.documented()
    tables = [sources.table(key, name) for key in keys for name in sources.tables(key)]
    return {each for table in tables for each in table.get("architecture", ())}


def digitised(*, corrected: bool = True) -> pd.DataFrame:
    """Return the models of Memory³'s figure, without embeddings, at their months."""
    key, size = "yang2024memory3", "parameters_without_embeddings"
    read = sources.values(key, "points", corrected=corrected)
    dates = sources.values(key, "published_dates")["date"] + "-01"
    models = read[["family"]].assign(name=read["model"], origin="digitised", date=dates)
    widths = 1e3 * read[f"{size}_half_width"]
    return models.assign(parameters=1e3 * read[size], half_width=widths)


LINE = 1.48
"""Factor from one line of the families' names to the next."""


def show(models: pd.DataFrame) -> None:
    """Publish the chart of all models: name, date, parameters [M], origin, family, half_width."""
    largest, smallest = (models.loc[models["parameters"].agg(end)] for end in ("idxmax", "idxmin"))
    publish.figure(
        "ganesh2021case-motivation",
        lambda: draw(models),
        data=models,
        finding=grown(models),
        alt=f"Scatter chart: parameters of {len(models)} models, on a logarithmic axis, against "
        f"date, {models['date'].min()[:4]} to {models['date'].max()[:4]}, from {smallest['name']}, "
        f"{smallest['parameters']:.1f} M, to {largest['name']}, "
        f"{largest['parameters'] / 1e3:.0f} B. Marks show where a size comes from: "
        f"{', '.join(words for words, *_ in SERIES.values())}.",
    )


def grown(models: pd.DataFrame) -> str:
    """Say how far published sizes went up from the first, and sizes down from BERT_BASE."""
    size = models.set_index("name")["parameters"]
    known = models[models["origin"] == "published"].sort_values("date")["name"]
    first, largest, smallest = known.iloc[0], size[known].idxmax(), size.idxmin()
    return (
        f"From {first} to {largest} models grew {size[largest] / size[first]:.0f}-fold; "
        f"from BERT_BASE to {smallest} they shrank {size['BERT_BASE'] / size[smallest]:.0f}-fold"
    )


def draw(models: pd.DataFrame) -> Figure:
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
    heights = sizes[-1] * LINE ** (lines.cumsum() - lines / 2 - lines.sum())
    arrow = {"arrowstyle": "-", "lw": 0.6, "color": plt.rcParams["axes.edgecolor"]}
    arrow |= {"relpos": (1, 0.5), "shrinkA": 2}
    look = {"ha": "right", "va": "center", "arrowprops": arrow}
    for size, text, height in zip(sizes, texts, heights, strict=True):
        ax.annotate(text, (years[size], size), (read["year"].min() - 0.3, height), **look)
