"""The table of all models, for a reader to sort and filter."""

import pandas as pd

from smallbert import data
from smallbert.charts import publish
from smallbert.data import bibliography, vocabulary

NUMBERS = {
    "megabytes": ("Size [MB]", 1),
    "millions": ("Weights [M]", 1),
    "millions_without_embeddings": ("Weights without embeddings [M]", 1),
    "compression": ("Compression [x]", 2),
    "gigaoperations": ("Operations [G]", 1),
    "mnli": ("MNLI [%]", 1),
    "glue": ("GLUE [%]", 1),
    "squad": ("SQuAD 1.1 [%]", 1),
    "speedup_gpu": ("Speedup, GPU [x]", 2),
    "speedup_cpu": ("Speedup, CPU [x]", 2),
    "speedup_phone": ("Speedup, phone [x]", 2),
    "speedup": ("Speedup, device not stated [x]", 2),
}
"""The columns of numbers as a page shows them, with their decimals."""


def model_table(exhibit: str, models: pd.DataFrame) -> None:
    """Publish the models in a table that a reader can sort, and filter by words and technique.

    A model with a score of another work has `bibliography.LENT` behind its name.

    Parameters
    ----------
    exhibit : str
        Its id in ``exhibits.csv``.
    models : pandas.DataFrame
        Of `smallbert.compare.models`; it is the table's CSV as a whole.
    """
    frame = models.set_index("id")
    shown = pd.DataFrame({"Model": _names(frame), "Technique": _techniques(frame["technique"])})
    for name, (title, digits) in NUMBERS.items():
        shown[title] = [_number(value, digits) for value in frame[name]]
    shown["Work"] = frame["work"].str.replace(r" \(\d{4}\)$", "", regex=True)
    shown["Year"] = frame["year"]
    shown["Scored on; against"] = frame["ground"]
    publish.table(
        exhibit,
        shown,
        data=models,
        sortable="Technique",
        anchors="model-",
        derived=_derived(frame),
        numbers=_numbers(frame, shown),
        notes=_tasks(frame),
        links={(at, "Work"): f"{source}.html" for at, source in frame["source"].items()},
    )


def _names(frame: pd.DataFrame) -> pd.Series:
    """Return the names of the models, with a mark where a score is another work's."""
    tidy = data.results()
    known = set(tidy.loc[data.borrowed(tidy), "id"])
    marked = frame[["mnli_id", "glue_id", "squad_id"]].isin(known).any(axis=1)
    return frame["model"] + bibliography.lent(marked)


def _number(value: float, digits: int) -> str:
    """Return a number with the decimals of its column, and with two figures where it is small."""
    if pd.isna(value):
        return ""
    return f"{value:.2g}" if value < 1 else f"{value:.{digits}f}"


def _techniques(keys: pd.Series) -> pd.Series:
    """Return techniques in words, joined by +."""
    names = {**vocabulary.table("techniques")["name"], "none": "Not compressed"}
    return keys.str.split("+").map(lambda parts: " + ".join(names[each] for each in parts))


def _derived(frame: pd.DataFrame) -> list[tuple]:
    """Return the cells whose numbers the book worked out."""
    return [
        (at, title)
        for name, (title, _) in NUMBERS.items()
        if f"{name}_origin" in frame
        for at in frame.index[frame[f"{name}_origin"].eq("derived")]
    ]


def _numbers(frame: pd.DataFrame, shown: pd.DataFrame) -> dict[tuple, list]:
    """Return the number in each cell that has one, with its id."""
    return {
        (at, title): [(shown.at[at, title], id)]
        for name, (title, _) in NUMBERS.items()
        for at, id in frame[f"{name}_id"].items()
        if isinstance(id, str) and id
    }


def _tasks(frame: pd.DataFrame) -> dict[tuple, str]:
    """Return a note on each speedup that is of one task."""
    names = vocabulary.table("tasks")["name"]
    return {
        (at, NUMBERS[name][0]): f"on {names[task]}"
        for name in NUMBERS
        if f"{name}_task" in frame
        for at, task in frame[f"{name}_task"].items()
        if isinstance(task, str) and task
    }
