"""What of the survey is code: its motivation, and the names of pages on its suggestions."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from smallbert import charts, cost, data
from smallbert.data import bibliography, sources, vocabulary

ORIGINS = {
    "published": ("from other papers, with embeddings", charts.GREYS[0], "o"),
    "printed": ("MobileBERT's table, with embeddings", charts.SERIES[2], "^"),
    "derived": ("derived from the shape, with embeddings", charts.GREYS[1], "s"),
    "later": ("from Memory³'s paper, without embeddings", charts.ACCENT, "D"),
}
"""Of each kind of a size what the legend calls it, its color and its marker."""


def _month(key: str) -> str:
    """Return the first day of the month in the number of a work's preprint."""
    preprint = bibliography.bibliography().entries[key].fields["eprint"]
    return f"20{preprint[:2]}-{preprint[2:4]}-01"


def sizes() -> pd.DataFrame:
    """Return the models that the documents name, and the largest of their time.

    They are name, date, parameters [M], origin, and kind, one of `ORIGINS`. A model without a date
    of its own has the month of its preprint. Of the shapes in documents those are left out whose
    models have a size already, and plain BERTs. Sizes of the kind "later" leave embeddings out.
    """
    phone = "sun2020mobilebert"
    published = data.values("desislavov2021compute", "published_models")
    deck = data.values(phone, "table3").loc[["mobilebert"]]
    tiny = data.values(phone, "published_glue").loc[["mobilebert-tiny"]]
    tiny["name"] = tiny["model"].map(sources.readable)
    tables = (
        sources.table_of(key, name) for key in sources.documented() for name in sources.tables(key)
    )
    named = {shape for table in tables for shape in table.get("architecture", ())}
    shapes = vocabulary.entries("architectures")
    taken = shapes["name"].isin([*published["name"], *deck["name"], *tiny["name"]])
    shapes = shapes[shapes.index.isin(named) & ~taken & ~shapes["name"].str.startswith("BERT, ")]
    weights = {name: cost.parameters(cost.architecture(name)).sum() / 1e6 for name in shapes.index}
    later = data.values("yang2024memory3", "published_table16")
    later = later[later["reads"] != ""].set_index("reads")
    released = data.values("yang2024memory3", "published_dates")["date"] + "-01"
    growth = data.values("ganesh2021case", "published_growth")  # in billions, as printed
    parts = [
        published.assign(origin="published"),
        growth.assign(origin="published", parameters=1e3 * growth["parameters"]),
        deck.assign(origin="printed", date=_month(phone)),
        tiny.assign(origin="published", date=_month(phone)),
        shapes.assign(
            origin="derived", date=shapes["source"].map(_month), parameters=pd.Series(weights)
        ),
        later.assign(
            kind="later",
            origin="published",
            date=released,
            name=later["model"],
            parameters=1e3 * later["parameters_without_embeddings"],
        ),
    ]
    models = pd.concat(parts, ignore_index=True)
    models["kind"] = models["kind"].fillna(models["origin"])
    return models[["name", "date", "parameters", "origin", "kind"]]


def draw_sizes(models: pd.DataFrame) -> Figure:
    """Draw `sizes` against dates, with a label at each; of the later ones at the largest alone."""
    date = pd.to_datetime(models["date"])
    models = models.assign(year=date.dt.year + (date.dt.day_of_year - 1) / 365.25)
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 6.8))
    charts.log_axis(ax, "y", [10, 100, 1e3, 1e4, 1e5, 1e6])
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    ax.set(xlim=(2017, 2024.9), ylim=(3, 4e6), xticks=range(2017, 2025))
    looks = pd.DataFrame(ORIGINS, ["label", "color", "marker"])
    signs = {"palette": looks.loc["color"].to_dict(), "markers": looks.loc["marker"].to_dict()}
    place = {"x": "year", "y": "parameters", "color": "kind"}
    charts.scatter(ax, models, **place, **signs, size=6, legend=False)
    ax.set(xlabel="Date of publication", ylabel="Parameters [M]")
    marks = looks.T.rename_axis("origin").reset_index().replace({"origin": {"later": "published"}})
    marks = marks.set_index("label").T.to_dict()
    charts.explain_marks(fig, marks)
    small = {
        "BERT-Small, ELECTRA's shape": "ELECTRA-Small\n(dated as BERT)"
    }  # by the paper's table
    later = models["kind"].eq("later")
    named = models[~later].replace({"name": small})
    named = pd.concat([named, models.loc[[models["parameters"].where(later).idxmax()]]])
    charts.place_labels(ax, named["year"], named["parameters"], named["name"])
    return fig


def pages(keys: Sequence[str]) -> str:
    """Return the titles of pages, by their keys: techniques, works and three others."""
    titles = vocabulary.entries("techniques")["name"].to_dict()
    titles |= {"reading_guide": "Reading guide", "small_bert": "Small BERT"}
    titles |= {"ganesh2021case": "this page"}
    return ", ".join(titles.get(key) or bibliography.short(key) for key in keys)
