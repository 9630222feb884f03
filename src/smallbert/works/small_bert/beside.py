"""The remarks, each next to the row that it speaks of."""

import numpy as np
import pandas as pd

from smallbert.claims import remarks

NOTES = {
    "1/2: 86 (?) => 86": "pruned weights alone: {left[rpp-59.3]:.1f} times fewer",
    "1/10: 86 (?) => 82": (
        "82 is MNLI mismatched ({other:.1f}); pruned weights alone: "
        "{left[rpp-88.4]:.1f} times fewer"
    ),
    "1/4: 84(?) => 84": "the slide doubts its first 84",
    "1/10: 87 => 84": "the retrained teacher has no row{instead}",
    "1/4: 84 => 82": (
        "removes no weight; BERT_LARGE on SQuAD: {less[operations]:.1f} times fewer "
        "operations, {less[memory]:.1f} times less memory"
    ),
    "1/2: 84 => 82.5": "a development score; the table has no teacher",
}
"""What is to be known of a remark, by its words."""

LAYOUT = {"span": [("", "Paper")], "groups": ("", "Paper"), "noted": ("", "Note")}
"""How `table` is shown."""


def notes(
    matched: pd.DataFrame, rows: pd.DataFrame, stand_in: pd.DataFrame, **numbers
) -> pd.Series:
    """Return a note by remark; where no row is of a remark's size, the nearest released model.

    Parameters
    ----------
    matched : pandas.DataFrame
        The remarks with the rows that they speak of.
    rows : pandas.DataFrame
        Among them the released models.
    stand_in : pandas.DataFrame
        The row that stands in for a retrained teacher.
    **numbers
        What the slots of `NOTES` take: less, other, left.
    """
    form = "; BERT_LARGE in its place gives {:.1f}".format
    instead = "".join(stand_in["factor"].dropna().map(form))
    texts = {remark: note.format(instead=instead, **numbers) for remark, note in NOTES.items()}
    released = rows[rows["origin"].eq("published") & rows["model"].str.match("BERT-")]
    nowhere = matched[matched["row"].isna()].set_index("remark")["k"]
    return pd.Series(texts | {remark: _nearest(released, k) for remark, k in nowhere.items()})


def _nearest(released: pd.DataFrame, k: float) -> str:
    """Say which released model is the nearest to a size for which there is no row."""
    words = "no row of that size"
    if released.empty:
        return words
    near = released.loc[np.log(released["factor"] / k).abs().idxmin()]
    return f"{words}; {near['model']}, released, has {near['score']:.1f} at {near['factor']:.1f}"


def table(matched: pd.DataFrame, judged: pd.DataFrame, papers: pd.Series, notes: pd.Series):
    """Return each remark, its row, whether they agree, the verdict and a note.

    Parameters
    ----------
    matched : pandas.DataFrame
        The remarks with the rows that they speak of.
    judged : pandas.DataFrame
        Of `smallbert.claims.remarks.agreement`.
    papers : pandas.Series
        From works to what a page calls them.
    notes : pandas.Series
        Of `notes`.
    """
    slide, tables, answer = "The slide says", "The tables have", "They agree"
    own_row = matched["base"] != remarks.RETRAINED
    columns = {
        ("", "Paper"): matched["source"].map(papers),
        ("", "Remark"): matched["remark"],
        (slide, "factor [x]"): matched["written"],
        (slide, "before [%]"): matched["before"].map("{:g}".format),
        (slide, "after [%]"): matched["after"].map("{:g}".format),
        (tables, "row"): matched["model"],
        (tables, "split"): matched["split"],
        (tables, "factor [x]"): _texts(matched["factor"].where(own_row), "{:.2f}"),
        (tables, "before [%]"): _texts(matched["baseline_score"], "{:.1f}"),
        (tables, "after [%]"): _texts(matched["score"], "{:.1f}"),
    }
    columns |= {(answer, part): judged[part] for part in ("factor", "before", "after")}
    columns |= {("", "Verdict"): judged["verdict"], ("", "Note"): matched["remark"].map(notes)}
    return pd.DataFrame(columns)


def _texts(numbers: pd.Series, form: str) -> pd.Series:
    return numbers.map(form.format, na_action="ignore")
