"""What is wrong with claims and errata, each fault with its place, turned verdicts included."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping

from smallbert import audit, paths
from smallbert.claims import claims_files, errata, tests_by_kind
from smallbert.claims.corrected_cells import corrected_cells
from smallbert.claims.finding import CLAIM_VERDICTS
from smallbert.claims.material import Material, of_sources
from smallbert.claims.statements import stated_facts
from smallbert.claims.table import assess
from smallbert.data import side_tables, sources
from smallbert.errors import DataError, Fault, UserError

NEEDED = ("id", "statement", "kind", "verdict")

PLACE = re.compile(r"\w+/[\w.-]+(?:/[\w.+-]+){0,2}")
"""How a threshold names a table, one of its rows, or a result."""


def faults_of_claims(*works: str) -> list[Fault]:
    """Return the faults of the claims of some works, or of all; a verdict that turned is one."""
    try:
        entries = list(claims_files.raw_entries())
    except DataError as error:
        return error.faults
    ids, faults = Counter(str(entry.get("id")) for *_, entry in entries), []
    for key, index, entry in entries:
        if works and key not in works:
            continue
        # what is badly stated cannot be judged, so a turned verdict is looked for in the rest alone
        wrong = list(_badly_stated(key, entry, ids)) or list(
            _turned_verdict(key, entry, of_sources())
        )
        faults += [
            Fault.of_setting(claims_files.path(key), (index, name), what) for name, what in wrong
        ]
    return faults + [fault for key in works or sources.keys() for fault in _unjudged(key, ids)]


def _unjudged(key: str, ids: Counter) -> Iterator[Fault]:
    """Yield the statements of a work's document that no claim tests and no reason excuses."""
    for name, number, row in stated_facts(key):
        named = list(filter(None, row.get("claims", "").split("+")))
        if lost := [id for id in named if id not in ids]:
            unknown = f"{lost[0]!r} is no claim; name one of a claims.yaml"
            yield Fault.of_cell(sources.path_of(key, name), number, "claims", unknown)
        elif not named and not row.get("untested"):
            open_question = "a statement without a verdict; name its claims in the column claims, "
            open_question += "or say in the column untested why nothing tests it"
            yield Fault.of_cell(sources.path_of(key, name), number, "statement", open_question)


def _badly_stated(key: str, entry: Mapping, ids: Counter) -> Iterator[tuple[str, str]]:
    """Yield each field at fault of a claim as written, and what is wrong with it."""
    for name in NEEDED:
        if not isinstance(entry.get(name), str):
            yield name, f"a claim without {name}; add it"
    if ids[str(entry.get("id"))] > 1:
        yield "id", f"{entry['id']!r} appears twice; make each id unique"
    yield from _misplaced(key, entry)
    if entry.get("verdict") not in CLAIM_VERDICTS:
        verdicts = ", ".join(CLAIM_VERDICTS)
        yield "verdict", f"verdict is {entry.get('verdict')!r}; use one of {verdicts}"
    given = claims_files.given_thresholds(entry)
    try:
        kind = tests_by_kind.named(str(entry.get("kind")), key)
        thresholds = tests_by_kind.complete_thresholds(kind, given)
    except UserError as error:
        yield "kind", str(error)
    except TypeError as error:
        # Python's own message names the argument, so that its line can be found
        field = next((name for name in given if name in str(error)), "kind")
        yield field, f"{kind.__name__}: {error}"
    else:
        yield from _misnamed(thresholds)


def _misplaced(key: str, entry: Mapping) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the lines of the document that a claim as written stands in."""
    lines, begins = claims_files.document_lines(entry), claims_files.BOOKS_OWN
    if not lines and not str(entry.get("id")).startswith(begins):
        yield (
            "line",
            f"a place needs a line; give it or, for the book's own, begin id with {begins}",
        )
    elif lines and not sources.document_name(key):
        yield "line", f"{key} has no document; leave out the line"
    elif not all(isinstance(line, int) for line in lines):
        yield "line", f"line is {entry['line']!r}; give a number or a list of numbers"


def _misnamed(thresholds: Mapping) -> Iterator[tuple[str, str]]:
    """Yield each threshold that names what is not there, for which a claim would lack numbers.

    Nobody would hear of it where the verdict that somebody accepted is ``undecidable``.
    """
    for name, value in thresholds.items():
        for text in re.findall(r'"([^"]+)"', json.dumps(value)):
            if name == "work" and text not in sources.keys():
                yield name, f"{name}: {text!r} is unknown; use a folder of data/sources"
            elif PLACE.fullmatch(text) and not _is_place(*text.split("/")):
                yield name, f"{name}: nothing is called {text!r}; name a table, a row or a result"
    least, most = (thresholds.get(name) for name in ("least", "most"))
    if None not in (least, most) and least > most:
        yield "least", f"least is {least:g} and most {most:g}; let least be the lower one"


def _is_place(key: str, table: str, row: str = "", *_quantity: str) -> bool:
    """Tell whether there is such a table, and such a row of it."""
    is_table = key in sources.keys() and table in sources.tables(key)
    return is_table and (not row or row in sources.cells_of(key, table))


def _turned_verdict(key: str, entry: Mapping, material: Material) -> Iterator[tuple[str, str]]:
    """Yield that the verdict on a claim as written is not the one that somebody accepted."""
    stated = claims_files.of_entry(key, entry)
    try:
        finding = assess(stated, material)
    except LookupError as error:
        missing = error.args[0] if error.args else "a row"
        yield "kind", f"{stated.id}: {missing!r} is in no table that it asks; mend one of both"
        return
    if finding.verdict != stated.verdict:
        turn = f"was accepted as {stated.verdict} and now is {finding.verdict}"
        turn += f" ({finding.decided_by})"
        remedy = "mend the data or accept the new verdict here"
        yield "verdict", f'{stated.id}: "{stated.statement}" {turn}; {remedy}'


def faults_of_errata() -> list[Fault]:
    """Return what findings by hand name that is not there, and the audit's notes on nothing."""
    values, faults = errata.quoted_values(), list(audit.needless_notes())
    known_ids = _ids_of_rows_and_claims() | set(values) | set(audit.audit_table()["id"])
    for key in (*sources.keys(), side_tables.FOLDER):
        path = paths.root() / side_tables.file_of("errata", key)
        rows = enumerate(side_tables.lines_of("errata", key).to_dict("records"), start=1)
        faults += [
            Fault.of_cell(path, number, column, wrong)
            for number, row in rows
            for column, wrong in _misquoted(row, known_ids, values)
        ]
    return faults


def _ids_of_rows_and_claims() -> set[str]:
    """Return the ids of rows, of corrected cells and of claims."""
    rows = {
        f"{key}/{name}/{row}"
        for key in sources.keys()
        for name in sources.tables(key)
        for row in sources.cells_of(key, name)
    }
    return rows | set(corrected_cells()["id"]) | {*claims_files.all_claims()}


def _misquoted(
    row: Mapping[str, str], known_ids: set[str], values: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield the columns at fault of a finding by hand, and what is wrong."""
    evidence = row["evidence"].split()
    for id in evidence:
        if id not in known_ids:
            wrong = f"{id!r} is no result, row, correction, audit line or claim; name one"
            yield "evidence", wrong
    for slot in map(int, errata.SLOT.findall(row["statement"])):
        if slot >= len(evidence) or not errata.quoted(values, evidence[slot]):
            yield "statement", f"slot {{{slot}}} has no number; name a result as its evidence"
