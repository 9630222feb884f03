"""The errata of one document as a page's table."""

import pandas as pd

from smallbert import audit
from smallbert.claims.errata import ACTIONS, CONCLUSION
from smallbert.data import bibliography, sources, vocabulary

SHORT = {
    "corrected": "corrected",
    "marked": "marked",
    "apart": "kept apart",
    "redrawn": "drawn anew",
    "tested": "tested",
    "unused": "not used",
    "open": "left open",
}
"""What the book does about a finding, as the head of a column."""

REPOSITORIES = "Repositories"
"""All repositories together: few findings are about one."""

HEADS = {
    "weight": "Severity",
    "line": "Line",
    "work": "Work",
    "kind": "Kind",
    "statement": "What is wrong",
    "ids": "Evidence",
    "does": "What the book does",
}


def placed(findings: pd.DataFrame) -> pd.DataFrame:
    """Return findings, the gravest first, as pages name their document and severity.

    The columns are ``where`` and ``weight``.
    """
    files = findings["document"].unique()
    names = {
        file: REPOSITORIES if sources.is_repository(file) else audit.document(file)
        for file in files
    }
    weights = vocabulary.table("severities")["name"]
    order = {key: at for at, key in enumerate(weights.index)}
    return findings.assign(
        where=findings["document"].map(names), weight=findings["severity"].map(weights)
    ).sort_values("severity", key=lambda column: column.map(order), kind="stable")


def show(exhibit: str, findings: pd.DataFrame, where: str) -> None:
    """Publish the findings of one document; those that change no conclusion in a table to open.

    Parameters
    ----------
    exhibit : str
        Its id; the caption is the exhibit's.
    findings : pandas.DataFrame
        Of `placed`.
    where : str
        What pages call the document.
    """
    part = findings[findings["where"] == where]
    own = part.assign(
        line=part["line"].str.replace("+", ", "),
        work=part["source"].map(_credited),
        ids=part["evidence"].map(_cited),
        does=part["action"].map(ACTIONS),
    )
    columns = [name for name in HEADS if name != "work" or own["source"].nunique() > 1]
    frame = own[columns].rename(columns=HEADS)
    slight = part.index[part["severity"] != CONCLUSION]
    fold = f"{len(slight)} more: wrong numbers, wrong or missing labels, and cosmetic ones"
    look = {"groups": HEADS["weight"], "span": [HEADS["weight"]], "folded": slight, "fold": fold}
    from smallbert.charts import publish  # a second of matplotlib that checks do not need

    publish.table(exhibit, frame, data=part.drop(columns=["where", "weight"]), **look)


def _cited(ids: str) -> str:
    """Return the first two rows or claims that are evidence, and how many more there are."""
    rows = list(
        dict.fromkeys("/".join(name.split("/")[1:3]) or f"claim {name}" for name in ids.split())
    )
    return ", ".join(rows[:2]) + (f" and {len(rows) - 2} more" if len(rows) > 2 else "")


def _credited(key: str) -> str:
    """Return whom a finding is about: a work's authors, or a document that names none."""
    work = sources.describe(key)
    named = bibliography.bibliography().entries[work["cites"]].persons.get("author")
    return bibliography.short(work["cites"]) if named else work["document"]["short"]
