"""Every error, ambiguity and contradiction found in the documents, each with its evidence.

Most are found elsewhere and only gathered here: corrected cells, the audit's lines and the
statements that fail as claims. ``errata.csv`` of a work, or of
``data/survey`` for what is of no one work, adds what no program finds, and draws together what
belongs to one story: what a row of it names as evidence is told there and nowhere else.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, fields
from itertools import chain

import pandas as pd

from smallbert import audit, data
from smallbert.claims.claims_files import all_claims
from smallbert.claims.corrected_cells import column_title, corrected_cells
from smallbert.claims.finding import FAILS
from smallbert.data import bibliography, side_tables, sources, vocabulary

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

READER = "reader"
"""Who found what is written down by hand."""

CONCLUSION, NUMBER, LABEL, COSMETIC = "conclusion", "number", "label", "cosmetic"
"""How grave a finding is, as ``data/vocabulary/severities.csv`` explains. A claim that fails is of
the first, a disagreement of the audit of the second unless its note says otherwise, or of the last
if another way to count gives the number; a corrected cell is of the second if it mends a number,
else of the last as digits cut off are. Findings by hand name theirs."""

PRINTED_TWICE = ("shared_number", "borrowed_number")
"""Rules of the audit that compare two prints of one thing."""

SLOT = re.compile(r"{(\d+)}")
"""Where a sentence by hand takes the number of a piece of its evidence."""


@dataclass(frozen=True, kw_only=True)
class Erratum:
    """Something wrong in a document, where it is, and what the book does about it.

    The document is "published" for tables of cited papers, several lines are joined by ``+``, and
    evidence is ids joined by blanks: of results, rows, corrected cells, the audit's lines or
    claims. ``found_by`` is `READER`, or the program: correction, audit or claim.
    """

    id: str
    source: str
    document: str
    line: str
    kind: str
    severity: str
    statement: str
    evidence: str
    action: str
    found_by: str


def findings() -> pd.DataFrame:
    """Return all findings, a line per `Erratum`, by document and line.

    What a finding by hand names as evidence is told there and nowhere else.
    """
    by_hand = list(_by_hand())
    ids_by_hand = {id for erratum in by_hand for id in erratum.evidence.split()}
    lines = audit.described(audit.audit_table())
    lines = lines[~lines["id"].isin(ids_by_hand)]
    found = chain(_corrections(), _disagreements(lines), _truncations(lines), _failing_claims())
    by_program = [
        erratum for erratum in found if not ids_by_hand.issuperset(erratum.evidence.split())
    ]
    frame = pd.DataFrame(
        map(astuple, [*by_hand, *by_program]), columns=[field.name for field in fields(Erratum)]
    )
    first_line = pd.to_numeric(frame["line"].str.extract(r"(\d+)", expand=False)).fillna(0)
    order = frame.assign(first_line=first_line)
    order = order.sort_values(["document", "first_line"])
    return order.drop(columns="first_line").reset_index(drop=True)


def _by_hand() -> Iterator[Erratum]:
    """Yield the rows of every ``errata.csv``, the data's values in the slots of their sentences."""
    values = quoted_values()
    for row in side_tables.gather("errata").to_dict("records"):
        shown = [quoted(values, id) for id in row["evidence"].split()]
        yield Erratum(**row | {"statement": row["statement"].format(*shown)}, found_by=READER)


def quoted_values() -> dict[str, str]:
    """Return each result by its id, with its unit, as a sentence by hand quotes it."""
    tidy = data.results()
    units = tidy["unit"].map({"1": "", "x": "x", "1/s": " a second"}).fillna(" " + tidy["unit"])
    texts = tidy["value"].map("{:g}".format).str.replace("-", "−") + units
    return dict(zip(tidy["id"], texts, strict=True))


def quoted(values: Mapping[str, str], id: str) -> str:
    """Return a result, or the number behind a line of the audit; else nothing."""
    return values.get(id) or values.get(id.rpartition("/")[0], "")


def _corrections() -> Iterator[Erratum]:
    """Yield misread cells one by one, and cells that were left empty for one reason together."""
    for key in sources.keys():
        cells = corrected_cells(key)
        rows = [sources.table_of(key, cell.table).loc[cell.row] for cell in cells.itertuples()]
        cells = cells.assign(line=[row.get("line", "") for row in rows])
        is_empty = cells["printed"] == ""
        for cell in cells[~is_empty].itertuples():
            yield _misprint(key, cell, rows[cell.Index])
        # the order within a source: misprints first, then what its print leaves out
        for _, group in cells[is_empty].groupby(["table", "reason", "evidence"], sort=False):
            yield _left_empty(key, group)


def _misprint(key: str, cell, row: pd.Series) -> Erratum:
    """Return the finding on a corrected cell, a named tuple of `corrected_cells` with its line."""
    table = sources.tables(key)[cell.table]
    name = row.get("name") or row[table.printed_columns[0].name]
    numbers = [column.name for column in table.number_columns]
    # X for x changes no number although it is in a column of numbers
    is_number = cell.column in numbers and cell.printed.lower() != cell.corrected.lower()
    return Erratum(
        id=cell.id,
        source=key,
        document=sources.document_name(key),
        line=cell.line,
        kind="error",
        severity=NUMBER if is_number else COSMETIC,
        statement=f"{name}, {column_title(table, cell.column)}: {cell.printed!r} is printed for "
        f"{cell.corrected!r} ({cell.reason}). {audit.as_sentence(cell.evidence)}",
        evidence=cell.id,
        action="corrected",
        found_by="correction",
    )


def _left_empty(key: str, group: pd.DataFrame) -> Erratum:
    """Return the finding on cells of one table that were left empty for one reason."""
    any_cell = group.iloc[0]
    table = sources.tables(key)[any_cell["table"]]
    count = "1 cell is" if len(group) == 1 else f"{len(group)} cells are"
    columns = ", ".join(column_title(table, name) for name in dict.fromkeys(group["column"]))
    return Erratum(
        id=any_cell["id"],
        source=key,
        document=sources.document_name(key),
        line="+".join(dict.fromkeys(group["line"])),
        kind="ambiguity",
        severity=COSMETIC,
        statement=f"{table.title}: {count} empty ({columns}), {any_cell['reason']}. "
        f"{audit.as_sentence(any_cell['evidence'])}",
        evidence=" ".join(group["id"]),
        action="corrected",
        found_by="correction",
    )


def _disagreements(lines: pd.DataFrame) -> Iterator[Erratum]:
    """Yield the numbers that do not follow from others, or stand twice and differ."""
    noted_severity = side_tables.gather("audit_notes").set_index("line")["severity"]
    originals = data.results().set_index("id")["original"]
    for checked in lines[lines["verdict"] == audit.DISAGREES].itertuples():
        # a number that fits another way to count is right, and its way of counting is not said
        is_convention = checked.note.startswith(audit.COUNTED_OTHERWISE)
        is_twice = checked.rule in PRINTED_TWICE
        default = COSMETIC if is_convention else NUMBER
        original = "" if is_twice else originals.get(checked.id.rpartition("/")[0], "")
        whose = f" The number is borrowed from {original}." if original else ""
        yield Erratum(
            **_of_audit_line(checked),
            kind="contradiction" if is_twice else "ambiguity" if is_convention else "error",
            severity=noted_severity.get(checked.id) or default,
            statement=f"{checked.model}, {checked.what}. {checked.words}{whose}",
            evidence=checked.id,
            # neither of two prints is the wrong one for sure, so both are kept
            action="apart" if is_twice or checked.rule == "figure_read" else "marked",
        )


def _truncations(lines: pd.DataFrame) -> Iterator[Erratum]:
    """Yield, one for a rule and table, the numbers whose digits were cut off."""
    cut = lines[lines["verdict"] == audit.TRUNCATED]
    for _, group in cut.groupby(["source", "table", "rule"], sort=False):
        numbers = "; ".join(
            f"{cut_off.model}: {' for '.join(audit.two_numbers(cut_off))}"
            + (" (of rounded digits)" if cut_off.rests_on == audit.INPUTS else "")
            for cut_off in group.itertuples()
        )
        rule = audit.RULE_NAMES[group["rule"].iloc[0]]
        yield Erratum(
            **_of_audit_line(group.iloc[0]),
            kind="ambiguity",
            severity=COSMETIC,
            statement=f"Digits are cut off rather than rounded ({rule}): {numbers}.",
            evidence=" ".join(group["id"]),
            action="marked",
        )


def _of_audit_line(checked) -> dict[str, str]:
    """Return the fields of a finding that it has in common with its line of the audit."""
    _, table, row, _ = checked.id.rpartition("/")[0].split("/")
    rows = sources.table_of(checked.source, table)
    document_line = rows.loc[row, "line"] if "line" in rows else ""
    return {
        "id": checked.id,
        "source": checked.source,
        "document": checked.document,
        "line": document_line,
        "found_by": "audit",
    }


def _failing_claims() -> Iterator[Erratum]:
    """Yield what a document states and the results contradict."""
    for claim in all_claims().values():
        if claim.verdict == FAILS and claim.document:
            yield Erratum(
                id=claim.id,
                source=claim.source,
                document=claim.document,
                line=claim.line,
                kind="error",
                severity=CONCLUSION,
                statement=f"Stated, and contradicted by the numbers: {claim.statement}",
                evidence=claim.id,
                action="tested",
                found_by="claim",
            )


REPOSITORIES = "Repositories"
"""All repositories together: few findings are about one."""


def placed(findings: pd.DataFrame) -> pd.DataFrame:
    """Return findings, the gravest first, with their document and severity as pages name them.

    The columns are ``where``, ``weight`` and ``figure``: whether the document describes a figure,
    so that the error may be the description's.
    """
    names = {
        file: REPOSITORIES if sources.is_repository(file) else audit.document_label(file)
        for file in findings["document"].unique()
    }
    figures = {sources.document_name(key) for key in sources.keys() if _describes_a_figure(key)}
    weights = vocabulary.entries("severities")["name"]
    frame = findings.assign(
        where=findings["document"].map(names), figure=findings["document"].isin(figures)
    )
    frame["weight"] = pd.Categorical(findings["severity"].map(weights), weights, ordered=True)
    return frame.sort_values("weight", kind="stable").astype({"weight": str})


def _describes_a_figure(key: str) -> bool:
    """Tell whether a work's document describes a figure, whose points somebody read."""
    return any(table.origin == "digitised" for table in sources.tables(key).values())


def errata_table(findings: pd.DataFrame) -> pd.DataFrame:
    """Return findings, of `placed`, as a page shows them.

    What changes no conclusion is in a part to open where `smallbert.charts.table` shows the frame.
    """
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
    frame.attrs["layout"] = {
        "groups": "Severity",
        "span": ["Severity"],
        "folded": slight,
        "fold": f"{len(slight)} more: wrong numbers, wrong or missing labels, and cosmetic ones",
        "links": {(row, "Source"): f"{key}.html" for row, key in findings["source"].items()},
    }
    return frame


def _credited(key: str) -> str:
    """Return whom a finding is about: a work's authors, or a document that names none."""
    work = sources.work(key)
    authors = bibliography.bibliography().entries[work.cites].persons.get("author")
    return bibliography.short(work.cites) if authors else work.document.short
