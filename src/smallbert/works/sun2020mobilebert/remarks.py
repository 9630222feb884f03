"""The slide's remarks beside the rows that they may speak of."""

from collections.abc import Mapping

import pandas as pd

from smallbert import claims


def three(row: pd.Series) -> pd.Series:
    """Return MNLI-m, MNLI-mm and their mean [%] of a row."""
    m, mm = row["mnli_m_accuracy"], row["mnli_mm_accuracy"]
    return pd.Series({"MNLI-m": m, "MNLI-mm": mm, "the mean": (m + mm) / 2})


def met(scores: pd.Series, claimed: float) -> str:
    """Name the scores that round to what is claimed."""
    return claims.met_by(scores, claimed, otherwise="none of the three")


def table(
    slide: pd.DataFrame,
    base: pd.Series,
    student: pd.Series,
    large: Mapping[str, float],
    *,
    corrected: bool,
) -> pd.DataFrame:
    """Return the remarks beside BERT_BASE, the chosen MobileBERT and BERT_LARGE.

    Parameters
    ----------
    slide : pandas.DataFrame
        The work's remarks.
    base, student : pandas.Series
        Rows of Table 3.
    large : mapping
        Of BERT_LARGE: weights [M], ``mnli-m`` and ``mnli-mm`` [%] as published.
    corrected : bool
        Whether cells stand as corrected.
    """
    quarter, tenth = slide.loc["one-quarter"], slide.loc["one-tenth"]
    before, after = three(base), three(student)
    implied = student["parameters"] / tenth["size_fraction"]
    beside = {
        ("Factor [x]", head): {"one-quarter": f"{base[column] / student[column]:.1f}"}
        for head, column in (("weights", "parameters"), ("operations", "operations"))
    }
    beside["MNLI before [%]", "table: m / mm / mean"] = {"one-quarter": _joined(before)}
    beside["MNLI after [%]", "table: m / mm / mean"] = dict.fromkeys(
        ("one-quarter", "one-tenth"), _joined(after)
    )
    words = {
        "one-quarter": f"before: met by {met(before, quarter['mnli_before'])}; "
        f"after: met by {met(after, quarter['mnli_after'])}",
        "retrain": "the table has no row for another teacher",
        "one-tenth": f"no row has {tenth['mnli_before']:.0f}; a tenth implies a teacher of "
        f"{implied:.0f} M weights; BERT_LARGE: {large['weights']:.0f} M, published "
        f"{_joined([large['mnli-m'], large['mnli-mm']])}; "
        f"after: met by {met(after, tenth['mnli_after'])}",
    }
    return claims.remark_table("sun2020mobilebert", beside, words, corrected=corrected)


def _joined(scores) -> str:
    return " / ".join(f"{score:.2f}".removesuffix("0") for score in scores)
