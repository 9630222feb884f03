"""What a person has to explain, and explanations that explain nothing.

A line of ``audit_notes.csv`` explains a line of the audit, a trap, or a row that looks borrowed.
"""

import difflib
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

import pandas as pd

from smallbert import data, paths
from smallbert.audit import judge, traps
from smallbert.audit.rules_of_copies import BORROWED_NUMBER, COPIES, COPY, REPORTS, repeated
from smallbert.audit.sentences import RULE_NAMES, described
from smallbert.audit.table import audit_table, notes
from smallbert.data import side_tables, sources, vocabulary
from smallbert.errors import Fault

FAR = 5
"""Points beyond which two reports of one model ask for an explanation: three times what chance
explains on MNLI. It is no count from the reports, which an error in one of them would move, too."""


def unexplained(work: str = "") -> list[Fault]:
    """Return the lines, of one source or of all, that a person has to explain, each at its cell.

    They are rows that look borrowed, the disagreements, other measurements further apart than
    laboratories are or of no score, borrowed numbers that their original lacks, and `traps`, unless
    a note or an erratum explains.
    """
    explained = {*notes(), *" ".join(side_tables.gather("errata")["evidence"]).split()}
    lines = audit_table(work)
    # no document is at fault where the original of a borrowed number lacks it: the row named is
    unlent = lines["verdict"].eq(judge.NOT_RECOMPUTABLE) & lines["rule"].eq(BORROWED_NUMBER)
    metrics = data.results().set_index("id")["metric"]
    scores = lines["id"].str.rsplit("/", n=1).str[0].map(metrics).isin(vocabulary.scores())
    near = scores & lines["rule"].isin(REPORTS) & (lines["difference"].abs() <= FAR)
    off = lines["verdict"].isin(judge.OFF) & ~near & lines["note"].eq("") | unlent
    off_lines = described(lines[off & ~lines["id"].isin(explained)])
    caught = pd.concat([traps.trap_table(key) for key in ([work] if work else sources.keys())])
    caught = caught[~caught["line"].isin(explained)]
    return [
        *map(_at_cell, off_lines.itertuples()),
        *map(_trapped, caught.itertuples()),
        *chain.from_iterable(map(_copies, [work] * bool(work) or sources.keys())),
    ]


def _trapped(trap) -> Fault:
    """Return a trap, as a named tuple of `traps.table`, at the cell of its number."""
    source = trap.id.partition("/")[0]
    file = side_tables.file_of("audit_notes", source)
    words = f"{trap.words} Mend the cell or its descriptor, or say in {file} (columns line,note) "
    question = f"{words}of the line {trap.line} why not"
    return Fault.of_cell(*_cell_place(*trap.id.split("/")), question)


def _cell_place(source: str, table: str, row: str, quantity: str) -> tuple[Path, int, str]:
    """Return file, record and column of a number."""
    record = list(sources.cells_of(source, table)).index(row) + 1
    column = sources.columns_of(source, table)[row, quantity]
    return sources.path_of(source, table), record, column


def _copies(work: str) -> list[Fault]:
    """Return the rows that look borrowed and are said to be the work's own, unless a note tells."""
    faults = []
    for row_place, copy in repeated(work).iterrows():
        source, name, row = row_place.split("/")
        if f"{row_place}/{COPY}" in notes():
            continue
        path = sources.path_of(source, name)
        record = list(sources.cells_of(source, name)).index(row) + 1
        question = (
            f"{copy['equal']} of {copy['both']} scores of this row equal those of {copy['model']} "
            f"in {copy['like']}: borrowed? If so, write in the columns measured_by borrowed and "
            f"original {copy['original'] or copy['like']}; if not, explain it in "
            f"{side_tables.file_of('audit_notes', source)}: the line {row_place}/{COPY} and why"
        )
        faults.append(Fault.of_cell(path, record, "measured_by", question))
    return faults


def _at_cell(audit_line) -> Fault:
    """Return a line of `unexplained`, as a named tuple, at the cell of its number."""
    number_id = audit_line.id.rpartition("/")[0]
    mend = "Name a row or an address that has it as the original"
    mend = mend if audit_line.verdict == judge.NOT_RECOMPUTABLE else "Mend the cell"
    seen = f" See {audit_line.inputs}." if audit_line.rule in COPIES and audit_line.inputs else ""
    file, grave = (
        side_tables.file_of("audit_notes", audit_line.source),
        vocabulary.words("severities"),
    )
    question = (
        f"{RULE_NAMES[audit_line.rule]}: {audit_line.words}{seen} {mend}, or explain it in {file} "
        f"(columns line,note,severity): the line {audit_line.id}, why it differs, and as severity "
        f"{' or '.join(grave)}; empty means number"
    )
    return Fault.of_cell(*_cell_place(*number_id.split("/")), question)


def needless_notes() -> Iterator[Fault]:
    """Yield the notes on no line of the audit, with lines called alike, and those without need.

    A note is without need if its line is not off although the note says how grave it is, or that
    the original of a borrowed number lacks it.
    """
    for key in sources.keys():
        path = paths.root() / side_tables.file_of("audit_notes", key)
        noted = side_tables.lines_of("audit_notes", key)
        if noted.empty:
            continue
        verdicts = audit_table(key).set_index("id")["verdict"].to_dict()
        trapped = {*traps.trap_table(key)["line"]}
        for number, note in enumerate(noted.itertuples(), start=1):
            row_place, _, ending = note.line.rpartition("/")
            # a row that repeats another's scores, and a trap, are asked about as a line is
            if note.line in trapped or (ending == COPY and row_place in repeated(key).index):
                continue
            if what := _needless(note, verdicts):
                yield Fault.of_cell(path, number, "line", what)


def _needless(note, verdicts: Mapping[str, str]) -> str:
    """Return what is wrong with a note on a line of a work's audit, by its verdicts; or nothing."""
    if note.line not in verdicts:
        alike = difflib.get_close_matches(note.line, verdicts, cutoff=0.8)
        near = " or ".join(sorted(alike)) or "one of data/audit.csv"
        return f"{note.line!r} is no line of the audit; name {near}"
    is_borrowed = note.line.endswith(f"/{BORROWED_NUMBER.replace('_', '-')}")
    # of a borrowed number a note also says why its original lacks it
    needing = {*judge.OFF, *([judge.NOT_RECOMPUTABLE] if is_borrowed else [])}
    # a note without a severity may explain how a number agrees, and stays
    is_moot = verdicts[note.line] not in needing and (is_borrowed or getattr(note, "severity", ""))
    return f"{note.line!r} now {verdicts[note.line]}; remove this line" if is_moot else ""
