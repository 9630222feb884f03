"""What the deck's lost chart shows: remarks, rows of the tables, and full models."""

from itertools import product

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from smallbert.charts.remarks import remark_chart, within
from smallbert.charts.retained import SPLITS
from smallbert.works.small_bert.shares import times_smaller

LARGE = "guo2019rpp"
"""The work whose rows are made from BERT_LARGE."""

WITHOUT_TEACHER = "turc2019wellread"
"""The work whose table in the deck has no row of the full model."""

LABELS = {
    "with_embeddings": "Compression factor, embeddings counted [x]",
    "without_embeddings": "Compression factor, embeddings left out [x]",
    "speedup": "Compression (remarks) or speedup (rows) [x]",
}
"""What the horizontal axis means."""

REMARK = "remark"
"""Stands for the origin where a mark is a remark's."""

COLUMNS = ["id", "source", "table", "row", "model", "teacher", "split", "origin"]
COLUMNS += ["factor", "score", "baseline_score", "k", "before", "after"]


def with_teacher(rows: pd.DataFrame) -> pd.DataFrame:
    """Add the full model that each row is made from."""
    return rows.assign(teacher=np.where(rows["source"] == LARGE, "bert_large", "bert_base"))


def full_models(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the full models at a factor of 1, with the score that the rows' tables give.

    That of BERT_LARGE follows from the changes beside the pruned rows.
    """
    full = rows[rows["origin"].eq("printed") & rows["source"].ne(WITHOUT_TEACHER)]
    full = with_teacher(full).assign(id="", row="full", factor=1.0, score=full["baseline_score"])
    full["model"] = full["teacher"].str.upper()
    full["origin"] = np.where(full["teacher"] == "bert_large", "derived", "printed")
    return full.drop_duplicates(["source", "score"])


def stand_in(rows: pd.DataFrame, size_axis: str) -> pd.DataFrame:
    """Return MobileBERT against BERT_LARGE, which stands in for a retrained teacher."""
    mobile = rows[rows["row"] == "mobilebert-without-opt"].head(1)
    embeddings = size_axis == "with_embeddings"
    factor = times_smaller("mobilebert", "bert-large", embeddings=embeddings)
    factor = np.nan if size_axis == "speedup" else factor
    return mobile.assign(origin="derived", teacher="bert_large", factor=factor)


def marks(matched: pd.DataFrame, rows: list[pd.DataFrame], *, published: bool) -> pd.DataFrame:
    """Return the remarks, whose origin is `REMARK`, and the rows that have a place on the axis."""
    spoken = matched.assign(
        id="", model=matched["remark"], row=matched["claim"], table="claims", origin=REMARK
    )
    spoken["split"] = spoken["split"].fillna("unstated")
    points = pd.concat(rows).dropna(subset="factor")
    return pd.concat([spoken, points[published | points["origin"].ne("published")]])


def panels(marks: pd.DataFrame, *, teacher: str, splits: str) -> list[tuple[str, list[str]]]:
    """Return teacher and splits of each panel that shows a mark, from top to bottom."""
    shown = [splits] if splits in ("test", "dev") else list(SPLITS)
    teachers = ["bert_base", "bert_large"] if teacher == "all" else [teacher]
    parts = [[split] for split in shown] if splits == "apart" else [shown]
    return [panel for panel in product(teachers, parts) if len(within(marks, panel))]


def shown(marks: pd.DataFrame, panels: list) -> pd.DataFrame:
    """Return the marks of all panels with the columns that the CSV offers."""
    visible = [marks.iloc[:0], *(within(marks, panel) for panel in panels)]
    return pd.concat(visible, ignore_index=True)[COLUMNS]


def draw(marks: pd.DataFrame, panels: list, *, size_axis: str, works: list[str]) -> Figure:
    """Draw remarks and rows, a panel a teacher."""
    spoken = marks["origin"] == REMARK
    words = {"xlabel": LABELS[size_axis], "works": works}
    return remark_chart(marks[~spoken], marks[spoken], panels=panels, **words)


def finding(data: pd.DataFrame) -> str:
    """Say which remark is farthest from its row; nothing where no remark has one."""
    spoken = data[data["origin"] == REMARK]
    away = np.log(spoken["factor"] / spoken["k"]).abs().sort_values()
    far = spoken.loc[away.dropna().index[-1:]]
    words = "The remark {} is farthest from its row: {:.1f} times smaller, not {:g}"
    return "".join(map(words.format, far["model"], far["factor"], far["k"]))


def in_words(data: pd.DataFrame, panels: list) -> str:
    """Say what the chart shows."""
    spoken = data[data["origin"] == REMARK]
    return (
        f"MNLI accuracy against compression, logarithmic, {len(panels)} panels: "
        f"{len(spoken)} remarks of the slides as large hollow marks; "
        f"{len(data) - len(spoken)} values of tables as small marks."
    )
