"""What of the survey is code: its motivation, and the names of pages on its suggestions."""

from collections.abc import Sequence
from textwrap import fill

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from smallbert import charts, cost, data
from smallbert.data import bibliography, sources, vocabulary

ORIGINS = {
    "published": ("from other papers, with embeddings", charts.GREYS[0], "o"),
    "printed": ("MobileBERT's table, with embeddings", charts.SERIES[2], "^"),
    "derived": ("derived from the shape, with embeddings", charts.GREYS[1], "s"),
    "digitised": ("read by eye, without embeddings", charts.ACCENT, "D"),
}
"""Of each origin of a size what the legend calls it, its color and its marker."""


def _month(key: str) -> str:
    """Return the first day of the month in the number of a work's preprint."""
    preprint = bibliography.bibliography().entries[key].fields["eprint"]
    return f"20{preprint[:2]}-{preprint[2:4]}-01"


def sizes() -> pd.DataFrame:
    """Return the models that the documents name: name, date, parameters [M], origin, half_width.

    A model without a date of its own has the month of its preprint. Of the shapes in documents
    those are left out whose models have a size already, and plain BERTs. What was read by eye
    leaves embeddings out and has a family. BERT-Small in ELECTRA's shape, to which its table gives
    BERT's date, is left out for ELECTRA-Small.
    """
    phone = "sun2020mobilebert"
    published = data.values("desislavov2021compute", "published_models")
    deck = data.values(phone, "table3").loc[["mobilebert"]]
    tiny = data.values(phone, "published_glue").loc[["mobilebert-tiny"]]
    tables = (
        sources.table_of(key, name) for key in sources.documented() for name in sources.tables(key)
    )
    named = {each for table in tables for each in table.get("architecture", ())}
    shapes = vocabulary.entries("architectures")
    known = pd.Series([*published["name"], *deck["name"], *tiny["model"]])
    published = published[~published["name"].str.contains("ELECTRA")]
    spelled = shapes["name"].str.lower().str.replace("_", "-")
    taken = spelled.isin(known.str.lower().str.replace("_", "-"))
    shapes = shapes[shapes.index.isin(named) & ~taken & ~shapes["name"].str.startswith("BERT, ")]
    weights = {each: cost.parameters(cost.architecture(each)).sum() / 1e6 for each in shapes.index}
    read = data.values("yang2024memory3", "points")
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
    first["family"] = first["family"].mask(~first["family"].duplicated(keep=False), first["name"])
    first = first.groupby("parameters", as_index=False).agg({"year": "min", "family": "unique"})
    billions = (first["parameters"] / 1e3).map(" (read: {:g} B)".format)
    first["name"] = (first["family"].str.join(", ") + billions).map(lambda text: fill(text, 26))
    labeled = pd.concat([models[models["family"].isna()], first])
    charts.place_labels(ax, labeled["year"], labeled["parameters"], labeled["name"])
    return fig


def pages(keys: Sequence[str]) -> str:
    """Return the titles of pages, by their keys: techniques, works and three others."""
    titles = vocabulary.entries("techniques")["name"].to_dict()
    titles |= {"how_to_read": "How to read a number", "small_bert": "Small BERT"}
    titles |= {"ganesh2021case": "this page"}
    return ", ".join(titles.get(key) or bibliography.short(key) for key in keys)
