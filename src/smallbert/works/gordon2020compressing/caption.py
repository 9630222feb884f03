"""What the caption of the figure says, as the table that stands for the figure."""

import numpy as np
import pandas as pd

from smallbert.charts import publish
from smallbert.data import sources

KEY = "gordon2020compressing"


def stated(*, corrected: bool = True) -> pd.DataFrame:
    """Return the caption's statements, in our words.

    Returns
    -------
    pandas.DataFrame
        By row of ``facts``: Group, Series, Colour, Measure, What is said, Value (empty).
    """
    facts, series = (sources.values(KEY, name, corrected=corrected) for name in ("facts", "series"))
    names = facts["series"].map(series["name"]).fillna("Unpruned models")
    return pd.DataFrame(
        {
            "Group": "stated in the caption",
            "Series": names.where(facts["series"] != "", "All models"),
            "Colour": facts["series"].map(series["colour"].str.lower()).fillna(""),
            "Measure": facts["measure"],
            "What is said": facts["statement"],
            "Value": "",
        }
    )


def named(*, corrected: bool = True) -> pd.DataFrame:
    """Return the series that the caption names, in the columns of `stated`."""
    series = sources.values(KEY, "series", corrected=corrected)
    frame = pd.DataFrame(
        {
            "Group": "series in the caption",
            "Series": series["name"],
            "Colour": series["colour"].str.lower(),
            "Measure": "",
            "What is said": series["meaning"].str.capitalize() + ".",
            "Value": "",
        }
    )
    return frame.set_axis("series-" + frame.index)


def numbers(*, corrected: bool = True) -> pd.DataFrame:
    """Return what the caption gives as numbers, in the columns of `stated`."""
    facts, statements = (
        sources.values(KEY, "facts", corrected=corrected),
        stated(corrected=corrected),
    )
    tasks = facts["anchor"].str.extract(r"(\d+) tasks")[0].dropna()
    share = statements.loc[["free-pruning"]].assign(
        Measure="prune ratio at no cost", Value=band(corrected=corrected)
    )
    mean = statements.loc[tasks.index].assign(Measure="tasks averaged", Value=tasks)
    frame = pd.concat([share, mean]).assign(**{"Group": "number in the caption"})
    return frame.assign(**{"What is said": ""}).set_axis("number-" + frame.index)


def band(*, corrected: bool = True) -> str:
    """Return the share that can go at no cost, in words."""
    free = sources.values(KEY, "facts", corrected=corrected).loc["free-pruning"]
    return f"{free['prune_ratio_low']:.0f} to {free['prune_ratio_high']:.0f} %"


def outside() -> pd.DataFrame:
    """Return what the published figure adds, in the columns of `stated`."""
    anchors = sources.values(KEY, "published_anchors")
    ticks = anchors["sparsity_tick"].dropna()
    start = anchors["accuracy_tick"].dropna().iloc[0]
    accuracy, loss = anchors.loc["unpruned", ["glue_5_average", "glue_5_training_loss"]]
    span = f"{ticks.min():.0f} to {ticks.max():.0f} %"
    rows = {
        "published-axis": ("prune ratio", "Range of the axis", span),
        "published-start": (
            "development accuracy",
            "Lower end of the axis",
            f"{100 * start:.0f} %",
        ),
        "published-accuracy": ("development accuracy", "A line at", f"{accuracy:.1f} %"),
        "published-loss": ("training loss", "A line at", f"{loss:.2f}"),
    }
    frame = pd.DataFrame(rows, ["Measure", "What is said", "Value"]).T
    frame.insert(0, "Group", "published, not in the document")
    frame.insert(1, "Series", np.repeat(["All models", "Unpruned models"], 2))
    frame.insert(2, "Colour", "")
    return frame


def show(table: pd.DataFrame, clashes: pd.Series) -> None:
    """Publish the table, with a note on each statement that another one excludes.

    Parameters
    ----------
    table : pandas.DataFrame
        In the columns of `stated`.
    clashes : pandas.Series
        From rows to the rows that cannot be true with them.
    """
    column = "What is said"
    publish.table(
        f"{KEY}-figure1",
        table,
        span=["Group"],
        groups="Group",
        notes={
            (row, column): f"cannot be true with: {table.loc[other, column]}"
            for row, other in clashes.items()
        },
    )
