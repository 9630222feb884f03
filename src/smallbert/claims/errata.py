"""Every error, ambiguity and contradiction found in the documents, each with its evidence.

Most are found elsewhere and only gathered here: corrected cells, the audit's lines and the
statements that fail as claims. ``errata.csv`` of a work, or of
``data/survey`` for what is of no one work, adds what no program finds, and draws together what
belongs to one story: what a row of it names as evidence is told there and nowhere else.
"""

import difflib
import re
from collections.abc import Iterator
from itertools import chain

import pandas as pd

from smallbert import audit, claims, data, paths
from smallbert.audit import COUNTED, DISAGREES, INPUTS, TRUNCATED, traps
from smallbert.data import bibliography, sources, survey, vocabulary
from smallbert.data.descriptors import Table
from smallbert.errors import Fault

ACTIONS = {
    "corrected": "corrected",
    "marked": "printed and marked",
    "apart": "both kept",
    "redrawn": "drawn anew",
    "tested": "tested as a claim",
    "unused": "not used",
    "open": "left open",
}
"""What the book does about a finding."""

COLUMNS = (
    *("id", "source", "document", "line", "kind", "severity"),
    *("statement", "evidence", "action", "found_by"),
)
BY_HAND = "reader"

CONCLUSION, NUMBER, LABEL, COSMETIC = "conclusion", "number", "label", "cosmetic"
"""How grave a finding is, as ``data/vocabulary/severities.csv`` explains. A claim that fails is of
the first, a disagreement of the audit of the second unless its note says otherwise, or of the last
if another way to count gives the number; a corrected cell is of the second if it mends a number,
else of the last as digits cut off are. Findings by hand name theirs."""

TWICE = ("shared_number", "borrowed_number")
"""Rules of the audit that compare two prints of one thing."""

SLOT = re.compile(r"{(\d+)}")


def findings() -> pd.DataFrame:
    """Return all findings, a row each with `COLUMNS`, by document and line.

    The document is "published" for tables of cited papers, several lines are joined by ``+``, and
    evidence is ids joined by blanks: of results, rows, corrected cells, the audit's lines or
    claims.
    """
    lines = audit.described(audit.table())
    told = set(" ".join(stated()["evidence"]).split())
    lines = lines[~lines["id"].isin(told)]
    found = {
        "correction": _corrections(),
        "audit": chain(_disagreements(lines), _truncations(lines)),
        "claim": _claims(),
    }
    rows = [(*row, by) for by, rows in found.items() for row in rows]
    derived = pd.DataFrame(rows, columns=list(COLUMNS))
    again = derived["evidence"].map(lambda ids: set(ids.split()) <= told)
    frame = pd.concat([pd.DataFrame(_by_hand(), columns=list(COLUMNS)), derived[~again]])
    first = pd.to_numeric(frame["line"].str.extract(r"(\d+)", expand=False)).fillna(0)
    order = frame.assign(first=first).sort_values(["document", "first"], kind="stable")
    return order.drop(columns="first").reset_index(drop=True)


def stated() -> pd.DataFrame:
    """Return the rows of every ``errata.csv``, indexed by id, every cell a string."""
    return survey.gather("errata").set_index("id")


def faults() -> list[Fault]:
    """Return what findings by hand, and notes on the audit, name that is not there."""
    values, faults = _values(), list(_unlined())
    known = _known() | set(values) | set(audit.table()["id"])
    for key in (*sources.keys(), survey.FOLDER):
        path = paths.root() / survey.file_of("errata", key)
        rows = enumerate(survey.lines_of("errata", key).to_dict("records"), start=1)
        wrong = [(number, *each) for number, row in rows for each in _faulty(row, known, values)]
        faults += [Fault.of_cell(path, *each) for each in wrong]
    return faults


def _unlined() -> Iterator[Fault]:
    """Yield the notes on no line of the audit, with those called alike, and those without need.

    A row that repeats another's scores is asked about as a line is.

    A line is explained without need if it is not off although its note says how grave it is, or
    that the original of a borrowed number lacks it.
    """
    for key in sources.keys():
        path = paths.root() / survey.file_of("audit_notes", key)
        noted = survey.lines_of("audit_notes", key)
        lines = audit.table(key).set_index("id")["verdict"] if len(noted) else {}
        caught = {*traps.table(key)["line"]} if len(noted) else set()
        for number, note in enumerate(noted.itertuples(), start=1):
            place, _, end = note.line.rpartition("/")
            copied = end == audit.COPY and place in audit.repeated(key).index
            if copied or note.line in caught:
                continue
            own = lines.get(note.line)
            borrowed = note.line.endswith(f"/{audit.BORROWED.replace('_', '-')}")
            asked = {*audit.OFF, *([audit.UNKNOWN] if borrowed else [])}
            if not own:
                like = difflib.get_close_matches(note.line, lines.index, cutoff=0.8)
                near = " or ".join(sorted(like)) or "one of data/audit.csv"
                words = f"{note.line!r} is no line of the audit; name {near}"
            elif own not in asked and (borrowed or getattr(note, "severity", "")):
                words = f"{note.line!r} now {own}; remove this line"
            else:
                continue
            yield Fault.of_cell(path, number, "line", words)


def mends(*keys: str) -> pd.DataFrame:
    """Return the corrections of works, or of all, each with its source and the id of its cell."""
    parts = [sources.corrections(key).assign(source=key) for key in keys or sources.keys()]
    mends = pd.concat(parts, ignore_index=True)
    places = mends[["source", "table", "row", "column"]]
    return mends.assign(id=places.agg("/".join, axis=1) if len(mends) else "")


def corrected_cells(*, corrected: bool = True) -> pd.DataFrame:
    """Return the corrected cells as a page shows them, cells of one column and reason in one row.

    "Read as" is what a cell has in this book or, if not `corrected`, what the document prints.
    """
    found = mends()
    cells = [
        sources.table_of(each.source, each.table, corrected=corrected).at[each.row, each.column]
        for each in found.itertuples()
    ]
    alike = ["source", "table", "column", "printed", "cell", "reason", "evidence"]
    rows = found.assign(cell=cells).groupby(alike, sort=False)[["row", "id"]].agg(list)
    rows = rows.reset_index().sort_values(["source", "reason", "evidence"], kind="stable")
    tables = [sources.tables(each.source)[each.table] for each in rows.itertuples()]
    frame = pd.DataFrame(
        {
            "Work": rows["source"],
            "Why": rows["reason"].str.capitalize() + ". " + rows["evidence"].map(audit.closed),
            "Table": [each.title for each in tables],
            "Column": list(map(_title, tables, rows["column"])),
            "Cells": rows["row"].map(len),
            "Printed": rows["printed"],
            "Read as": rows["cell"],
            "column": rows["column"],
            "rows": rows["row"].str.join(", "),
            "ids": rows["id"].str.join(" "),
        }
    )
    return frame.reset_index(drop=True)


def _title(table: Table, column: str) -> str:
    """Return what a source calls a column of a table; one of our own by its name."""
    known = {each.name: each.title for each in table.columns}
    return known[column] or column.replace("_", " ")


def _known() -> set[str]:
    """Return the ids of rows, of corrected cells and of claims."""
    rows = {
        f"{key}/{name}/{row}"
        for key in sources.keys()
        for name in sources.tables(key)
        for row in sources.cells_of(key, name)
    }
    stated = map(str, claims.stated().index)  # the check says which is no text
    return rows | set(mends()["id"]) | set(stated)


def _faulty(row: dict, known: set[str], values: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the columns at fault and what is wrong."""
    evidence = row["evidence"].split()
    for id in evidence:
        if id not in known:
            wrong = f"{id!r} is no result, row, correction, audit line or claim; name one"
            yield "evidence", wrong
    for slot in map(int, SLOT.findall(row["statement"])):
        if slot >= len(evidence) or not _value(values, evidence[slot]):
            yield "statement", f"slot {{{slot}}} has no number; name a result as its evidence"


def _by_hand() -> Iterator[tuple]:
    """Yield the rows of the table by hand, with the data's values in the slots of a sentence."""
    values = _values()
    for id, row in stated().iterrows():
        place = row["source"], row["document"], row["line"], row["kind"], row["severity"]
        shown = [_value(values, each) for each in row["evidence"].split()]
        statement = row["statement"].format(*shown)
        yield (id, *place, statement, row["evidence"], row["action"], BY_HAND)


def _values() -> dict[str, str]:
    """Return each result by its id, with its unit."""
    tidy = data.results()
    units = tidy["unit"].map({"1": "", "x": "x", "1/s": " a second"}).fillna(" " + tidy["unit"])
    texts = tidy["value"].map("{:g}".format).str.replace("-", "−") + units
    return dict(zip(tidy["id"], texts, strict=True))


def _value(values: dict[str, str], id: str) -> str:
    """Return a result, or the number behind a line of the audit; else nothing."""
    return values.get(id) or values.get(id.rpartition("/")[0], "")


def _corrections() -> Iterator[tuple]:
    """Yield misread cells one by one, and cells that were left empty for one reason together."""
    for key in sources.keys():
        found, file = mends(key), sources.document_name(key)
        rows = [sources.table_of(key, each.table).loc[each.row] for each in found.itertuples()]
        found = found.assign(line=[row.get("line", "") for row in rows])
        empty = found["printed"] == ""
        for mend in found[~empty].itertuples():
            table = sources.tables(key)[mend.table]
            row = rows[mend.Index]
            name = row.get("name") or row[table.printed_columns[0].name]
            numbers = [each.name for each in table.number_columns]
            other = mend.column in numbers and mend.printed.lower() != mend.corrected.lower()
            text = (
                f"{name}, {_title(table, mend.column)}: {mend.printed!r} is printed for "
                f"{mend.corrected!r} ({mend.reason}). {audit.closed(mend.evidence)}"
            )
            kinds = "error", NUMBER if other else COSMETIC
            yield (mend.id, key, file, mend.line, *kinds, text, mend.id, "corrected")
        for (name, reason, why), group in found[empty].groupby(
            ["table", "reason", "evidence"], sort=False
        ):
            cells = "1 cell is" if len(group) == 1 else f"{len(group)} cells are"
            table = sources.tables(key)[name]
            columns = ", ".join(_title(table, each) for each in dict.fromkeys(group["column"]))
            text = f"{table.title}: {cells} empty ({columns}), {reason}. {audit.closed(why)}"
            place = group["id"].iloc[0], key, file, "+".join(dict.fromkeys(group["line"]))
            yield (*place, "ambiguity", COSMETIC, text, " ".join(group["id"]), "corrected")


def _disagreements(lines: pd.DataFrame) -> Iterator[tuple]:
    """Yield the numbers that do not follow from others, or stand twice and differ."""
    graver = survey.gather("audit_notes").set_index("line")["severity"]
    lenders = data.results().set_index("id")["original"]
    for line in lines[lines["verdict"] == DISAGREES].itertuples():
        otherwise = line.note.startswith(COUNTED)  # how it is counted is not said
        grave = graver.get(line.id) or (COSMETIC if otherwise else NUMBER)
        kind = "contradiction" if line.rule in TWICE else "ambiguity" if otherwise else "error"
        action = "apart" if line.rule in (*TWICE, "figure_read") else "marked"
        lender = "" if line.rule in TWICE else lenders.get(line.id.rpartition("/")[0], "")
        whose = f" The number is borrowed from {lender}." if lender else ""
        text = f"{line.model}, {line.what}. {line.words}{whose}"
        yield (*_place(line), kind, grave, text, line.id, action)


def _truncations(lines: pd.DataFrame) -> Iterator[tuple]:
    """Yield, one for a rule and table, the numbers whose digits were cut off."""
    cut = lines[lines["verdict"] == TRUNCATED]
    for _, group in cut.groupby(["source", "table", "rule"], sort=False):
        numbers = "; ".join(
            f"{line.model}: {' for '.join(audit.two_numbers(line))}"
            + (" (of rounded digits)" if line.rests_on == INPUTS else "")
            for line in group.itertuples()
        )
        rule = audit.RULES[group["rule"].iloc[0]]
        text = f"Digits are cut off rather than rounded ({rule}): {numbers}."
        kinds = "ambiguity", COSMETIC
        yield (*_place(group.iloc[0]), *kinds, text, " ".join(group["id"]), "marked")


def _place(line) -> tuple[str, str, str, str]:
    """Return id, source, document and line of a line of the audit."""
    number = line.id.rpartition("/")[0].split("/")
    rows = sources.table_of(line.source, number[1])
    at = rows.loc[number[2], "line"] if "line" in rows else ""
    return line.id, line.source, line.document, at


def _claims() -> Iterator[tuple]:
    """Yield what a document states and the results contradict."""
    rows = claims.stated()
    failing = rows[(rows["verdict"] == claims.FAILS) & (rows["document"] != "")]
    for id, row in failing.iterrows():
        text = f"Stated, and contradicted by the numbers: {row['statement']}"
        place = row["source"], row["document"], row["line"]
        yield (id, *place, "error", CONCLUSION, text, id, "tested")


REPOSITORIES = "Repositories"
"""All repositories together: few findings are about one."""


def placed(findings: pd.DataFrame) -> pd.DataFrame:
    """Return findings, the gravest first, with their document and severity as pages name them.

    The columns are ``where``, ``weight`` and ``figure``: whether the document describes a figure,
    so that the error may be the description's.
    """
    names = {
        file: REPOSITORIES if sources.is_repository(file) else audit.document(file)
        for file in findings["document"].unique()
    }
    figures = {sources.document_name(key) for key in sources.keys() if _is_read(key)}
    weights = vocabulary.entries("severities")["name"]
    found = findings.assign(
        where=findings["document"].map(names), figure=findings["document"].isin(figures)
    )
    found["weight"] = pd.Categorical(findings["severity"].map(weights), weights, ordered=True)
    return found.sort_values("weight", kind="stable").astype({"weight": str})


def _is_read(key: str) -> bool:
    """Tell whether a work's document describes a figure, whose points somebody read."""
    return any(each.origin == "digitised" for each in sources.tables(key).values())


def show(exhibit: str, findings: pd.DataFrame) -> None:
    """Publish findings, of `placed`; what changes no conclusion is in a part to open."""
    frame = pd.DataFrame(
        {
            "Severity": findings["weight"],
            "Source": findings["source"].map(_credited),
            "Kind": findings["kind"],
            "What is wrong": findings["statement"],
            "What the book does": findings["action"].map(ACTIONS),
        }
    )
    slight = findings.index[findings["severity"] != CONCLUSION]
    fold = f"{len(slight)} more: wrong numbers, wrong or missing labels, and cosmetic ones"
    pages = {(at, "Source"): f"{key}.html" for at, key in findings["source"].items()}
    look = {"groups": "Severity", "span": ["Severity"], "folded": slight, "fold": fold}
    from smallbert.charts import tables  # a second of matplotlib that checks do not need

    plain = findings.drop(columns=["where", "weight", "figure"])
    tables.table(exhibit, frame, data=plain, links=pages, **look)


def _credited(key: str) -> str:
    """Return whom a finding is about: a work's authors, or a document that names none."""
    work = sources.work(key)
    named = bibliography.bibliography().entries[work.cites].persons.get("author")
    return bibliography.short(work.cites) if named else work.document.short
