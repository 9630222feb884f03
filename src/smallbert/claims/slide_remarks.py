"""Remarks such as "1/6: 84 => 78" on slides, and whether the tables bear them out.

A remark "1/k: a => b" says that a model of one k-th of the size scores b where the full one
scores a.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from smallbert import compare, data
from smallbert.claims.finding import Finding
from smallbert.claims.material import Material, of_sources
from smallbert.compare import ranking_tests
from smallbert.data import sources
from smallbert.data.results import REMARKS
from smallbert.memo import cached

MNLI = ("mnli-m", "mnli-mm", "mnli")
"""The tasks of remarks and of the talk's order."""

REMARK_NUMBERS = {
    "factor": ("k", "factor", "{:.2f}"),
    "before": ("before", "baseline_score", "{:.1f}"),
    "after": ("after", "score", "{:.1f}"),
}
"""Of each number of a remark the slide's column and the row's, and how the second is written."""

REMARK_HEADS = {
    "factor": "Factor [x]",
    "before": "MNLI before [%]",
    "after": "MNLI after [%]",
}

LACKS = {
    "the factor": "factor",
    "the score before": "baseline_score",
    "the score after": "score",
}
"""What a remark lacks whose row has no such number."""

RETRAINED = "retrained teacher"
"""A base that no table has a row for."""

ROW = ["table", "row", "model", "split", "score", "baseline_score"]
"""What a remark takes over from the row that it speaks of."""


def read(works: Sequence[str]) -> pd.DataFrame:
    """Return the remarks of the works that give a size, one in k: a row a remark."""
    frames = {key: data.values(key, REMARKS) for key in works}
    remarks = pd.concat(frames, names=["source", "claim"]).dropna(subset="size_fraction")
    remarks = remarks.reset_index().rename(columns=lambda name: name.removeprefix("mnli_"))
    remarks["k"] = 1 / remarks["size_fraction"]
    remarks["written"] = remarks["k"].map("{:g}".format)
    remarks["reads"] = remarks["reads"].fillna("")
    remarks["teacher"] = np.where(remarks["base"] == "BERT-base", "bert_base", "bert_large")
    return remarks.reset_index(drop=True)


def with_rows(remarks: pd.DataFrame, rows: pd.DataFrame, axis: pd.DataFrame) -> pd.DataFrame:
    """Add to each remark of `read` the row that it speaks of, by its model or by the row itself.

    `rows` are the candidates, `axis` those that have a factor on a cost axis. Added are `ROW` and
    factor, each missing where there is none; a `RETRAINED` teacher has neither.
    """
    reads = remarks[remarks["reads"] != ""].set_index("reads")["name"]
    rows = rows.assign(name=rows["row"].map(reads).fillna(rows["model"]))
    joined = remarks.merge(rows[["source", "name", *ROW]], on=["source", "name"], how="left")
    place = ["source", "table", "row"]
    joined = joined.merge(axis[[*place, "factor"]].drop_duplicates(place), on=place, how="left")
    joined.loc[joined["base"] == RETRAINED, ["baseline_score", "factor"]] = np.nan
    return joined


def agreement(remarks: pd.DataFrame) -> pd.DataFrame:
    """Compare each remark's three numbers with its row's.

    Columns factor, before, after: "yes", "cut", "no", or empty where the row has no such number;
    and verdict: fails if one disagrees, holds if no other is empty, else undecidable.
    """
    pairs = zip(remarks["factor"], remarks["written"], strict=True)
    answers = pd.DataFrame({"factor": [same_factor(*each) for each in pairs]}, index=remarks.index)
    for time, column in (("before", "baseline_score"), ("after", "score")):
        numbers = zip(remarks[column], remarks[time], remarks[f"{time}_half_width"], strict=True)
        answers[time] = [rounds_to(*triple) for triple in numbers]
    # one number that disagrees refutes the remark, whatever the table leaves out
    decided = np.where(answers.ne("").all(axis=1), "holds", "undecidable")
    return answers.assign(verdict=np.where(answers.eq("no").any(axis=1), "fails", decided))


def remark(material: Material, *, work: str, row: str) -> Finding:
    """Tell whether factor and both scores of a remark are those of the row that it speaks of.

    On MNLI and on stored weights with embeddings; `agreement` says when numbers agree.
    """
    remarks = _judged(material)
    judged = remarks[(remarks["source"] == work) & (remarks["claim"] == row)].iloc[0]
    tidy = material.tidy(f"{work}/{REMARKS}")
    evidence = tuple(tidy.loc[tidy["row"] == row, "id"])
    if pd.notna(judged["table"]):
        scores = material.tidy(f"{work}/{judged['table']}")
        scores = scores[
            scores["row"].eq(judged["row"]) & scores["task"].isin(compare.SCORES["mnli"])
        ]
        evidence += tuple(scores["id"])
    return Finding(
        verdict=judged["verdict"],
        evidence=evidence,
        value=None if pd.isna(judged["score"]) else float(judged["score"]),
        decided_by=_claimed_and_found(judged),
        comparisons=int(pd.notna(judged["score"])),
    )


def _claimed_and_found(judged: pd.Series) -> str:
    """Say what a remark of `_judged` claims, what its row has of it, and what that lacks."""
    claimed = _factor(float(judged["written"])), f"{judged['before']:g} → {judged['after']:g}"
    scores = [judged[name] for name in ("baseline_score", "score") if pd.notna(judged[name])]
    measured = [_factor(judged["factor"]), " → ".join(map("{:.1f}".format, scores))]
    missing = [name for name, column in LACKS.items() if pd.isna(judged[column])]
    parts = {
        "claimed": ", ".join(claimed),
        "found": ", ".join(filter(None, measured)),
        "missing": " and ".join(missing),
    }
    return "; ".join(f"{part}: {text}" for part, text in parts.items() if text)


def _factor(times: float) -> str:
    """Return a factor in words, nothing for one that is not known.

    Examples
    --------
    >>> _factor(5.736), _factor(5.0), _factor(21.3), _factor(1.0), _factor(float("nan"))
    ('5.7 times smaller', '5 times smaller', '21 times smaller', 'the same size', '')
    """
    if pd.isna(times):
        return ""
    if times == 1:
        return "the same size"
    return f"{times:.{1 if times < 20 and times % 1 else 0}f} times smaller"


@cached
def _judged(material: Material) -> pd.DataFrame:
    """Return all remarks with the rows that they speak of and the verdict on each."""
    ranked = ranking_tests.ranked_rows()
    tidy = material.source(*ranking_tests.sources_of_ranked(ranked))
    tidy = tidy[(tidy["source"] + "/" + tidy["table"]).isin(ranked["table"])]
    rows = compare.scored_rows_of(tidy, tasks=MNLI, without_baseline=True)
    rows = rows.rename(columns={"with_embeddings": "factor"})
    rows = rows[rows["task"].isin(compare.SCORES["mnli"]) & rows["technique"].ne("none")]
    works = [key for key in sources.keys() if REMARKS in sources.tables(key)]
    statements = with_rows(read(works), rows, rows)
    answers = agreement(statements)
    agrees = answers.drop(columns="verdict").add_suffix("_agrees")
    return statements.join(agrees).assign(verdict=answers["verdict"])


def remark_table(key: str) -> pd.DataFrame:
    """Set each remark of a work next to the row that it speaks of, as `remark` does, in texts.

    One row a remark; a remark that gives no size has nothing beside it.
    """
    judged = _judged(of_sources())
    judged = judged[judged["source"] == key].set_index("claim")
    printed = sources.table_of(key, REMARKS)["remark"]
    columns = {("Remark", ""): printed, ("Row", ""): judged["model"]}
    for number, (slide, row) in number_texts(judged).items():
        columns[REMARK_HEADS[number], "talk"] = slide
        columns[REMARK_HEADS[number], "table"] = row
    columns["Verdict", ""] = judged["verdict"]
    return pd.DataFrame(columns, index=printed.index).fillna("")


def number_texts(remarks: pd.DataFrame) -> dict[str, tuple[pd.Series, pd.Series]]:
    """Return by `REMARK_NUMBERS` what slides say of remarks of `with_rows`, and what rows have.

    As texts; missing where a row has no such number.
    """
    return {
        number: (
            remarks[slide].map("{:g}".format),
            remarks[table].map(form.format, na_action="ignore"),
        )
        for number, (slide, table, form) in REMARK_NUMBERS.items()
    }


def rounds_to(exact: float, written: float, half_width: float) -> str:
    """Tell whether `exact` rounds to `written`, or is it with its last digits cut off.

    Empty where it is missing. The slides do both: 70.6 becomes 71, and 84.6 becomes 84.

    Examples
    --------
    >>> rounds_to(78.1, 78, 0.5), rounds_to(82.6, 82, 0.5), rounds_to(81.4, 82, 0.5)
    ('yes', 'cut', 'no')
    """
    if pd.isna(exact):
        return ""
    if abs(exact - written) <= half_width + 1e-9:
        return "yes"
    return "cut" if written < exact < written + 2 * half_width - 1e-9 else "no"


def same_factor(exact: float, written: str) -> str:
    """Tell whether `exact` rounds to the factor at its digits, zeros at its end not counted.

    Examples
    --------
    >>> same_factor(19.41, "20"), same_factor(8.6, "10")
    ('yes', 'no')
    """
    if pd.isna(exact):
        return ""
    digits = len(written.replace(".", "").rstrip("0"))
    return "yes" if float(f"{exact:.{digits}g}") == float(written) else "no"
