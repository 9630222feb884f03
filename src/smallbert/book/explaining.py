"""Ask what explains the numbers that a work's audit finds wrong, and write it down."""

import csv
import io
from collections.abc import Callable, Collection
from pathlib import Path

from smallbert import audit
from smallbert.audit.lines import OF_SHAPE
from smallbert.audit.verdict import COUNTED, NOISE, UNKNOWN
from smallbert.book import answers
from smallbert.book.filling import BACK, SIGNS, answered
from smallbert.claims.errata import COSMETIC, LABEL, NUMBER, TWICE
from smallbert.data import sources, vocabulary
from smallbert.data.unfilled import Blank

COLUMNS = ("line", "note", "severity")

WHY = "say in a few words what explains it, or leave it by - and mend the cell if that is wrong"


def explain(key: str, ask: Callable[[Blank, str], str], say: Callable[[str], None]) -> None:
    """Ask what explains each line of a work's audit that needs it, and how grave it is.

    The answers are lines of the work's ``audit_notes.csv``. A number that is only rounded is not
    asked about: the file gets a line that says so. Notes that are needed no more are removed.

    Parameters
    ----------
    key : str
        Of the work, whose data are sound.
    ask : callable
        As of `smallbert.book.filling.fill`. The answers ``-`` and ``?`` leave a line for later, and
        ``<`` asks again for what explains the line before.
    say : callable
        Given a line on each number that is only rounded, and on each note that is removed.
    """
    path = sources.folder(key) / "audit_notes.csv"
    before = path.read_text(encoding="utf-8") if path.is_file() else ""
    if needless := audit.needless_notes(key):
        before = _without(before, needless)
        for id, why in needless.items():
            say(f"removed the note on {id}, which {why}")
    lines = list(audit.to_explain(key).itertuples())
    given = {line.id: (line.id, *drafted(line)) for line in lines if _is_noted(line)}
    for id, note, _ in given.values():
        say(f"noted {id.rpartition('/')[0]}: {note}")
    _write(path, before, list(given.values()))
    lines = [each for each in lines if each.id not in given]
    number = 0
    while number < len(lines):
        line = lines[number]
        fault = audit.at_cell(line)
        cell = fault.path, fault.line, fault.column, (line.table, line.row)
        told = _answers(line, cell, ask)
        number = max(number - 1, 0) if BACK in told else number + 1
        given.pop(line.id, None)
        if not {*told} & {*SIGNS}:
            given[line.id] = line.id, *told
        _write(path, before, list(given.values()))


def _answers(line, cell: tuple, ask: Callable[[Blank, str], str]) -> tuple[str, str]:
    """Return what explains a line and how grave it is, or what leaves it or goes back."""
    draft, grave = drafted(line)
    unit = f" [{line.unit}]" if line.unit else ""
    shown = f"{line.rule.replace('_', ' ')}{unit}: {line.words} ({line.id})"
    note = answered(Blank(*cell, "note", WHY, shown, draft), draft, ask)
    if note in SIGNS or not grave:
        return note, grave
    names = vocabulary.names("severities")
    known = ", ".join(f"{word} ({name})" if name != word else word for word, name in names.items())
    how = f"say how grave it is, {known}"
    severity = answered(Blank(*cell, "severity", how, "", grave), grave, ask)
    return _answers(line, cell, ask) if severity == BACK else (note, severity)


def drafted(line) -> tuple[str, str]:
    """Return what the numbers of a line themselves show, and how grave that is.

    A number that its original lacks is not wrong: nothing says how grave that is.

    Parameters
    ----------
    line : namedtuple
        A line of `smallbert.audit.to_explain`.
    """
    if line.verdict == UNKNOWN:
        return line.note, ""
    printed, other = (f"{each:.4g}" for each in (line.printed, line.recomputed))
    if line.rule in (*TWICE, *audit.COPIES):
        near = abs(abs(line.difference) - 2 * line.tolerance) < NOISE
        apart = "they are one unit of the last digit apart; " if near else ""
        return f"{apart}nothing here says which of the two is right", NUMBER
    if line.rule not in OF_SHAPE:
        return "it or a number that it follows from is wrong; nothing here says which", NUMBER
    way, _, label = line.note.partition("; if so")
    ways = [way] if way.startswith(COUNTED) else []
    ways += [f"{other} {line.unit} rounded to {printed}"] if _is_rounded(line) else []
    none = f"no way known here to count the weights of this shape gives {printed}"
    return ", or ".join(ways) or none, LABEL if label else COSMETIC if ways else NUMBER


def _is_noted(line) -> bool:
    """Tell whether the audit itself explains a line.

    A number that its original lacks is not wrong, nor is one that is only rounded, if no label is.
    """
    if line.verdict == UNKNOWN:
        return line.rule in audit.COPIES
    return line.rule in OF_SHAPE and _is_rounded(line) and drafted(line)[1] == COSMETIC


def _is_rounded(line) -> bool:
    """Tell whether a number is another one rounded where its zeros begin."""
    step = 2 * line.tolerance  # a unit of the last printed place; 0 if the number is exact
    while 0 < step < line.printed and round(line.printed / step) % 10 == 0:
        step *= 10
    return step > 0 and abs(round(line.recomputed / step) * step - line.printed) < NOISE


def _write(path: Path, before: str, given: list[tuple]) -> None:
    """Write a file of notes: as it was, and what was answered."""
    if not (before or given):
        path.unlink(missing_ok=True)
        return
    text = answers.as_csv([COLUMNS, *_rows(before), *given]) if given else before
    path.write_text(text, encoding="utf-8")


def _rows(text: str) -> list[tuple[str, ...]]:
    rows = csv.DictReader(io.StringIO(text))
    return [tuple(row.get(name) or "" for name in COLUMNS) for row in rows]


def _without(text: str, ids: Collection[str]) -> str:
    """Return a file of notes without those on some lines; nothing if there are no others."""
    kept = [row for row in _rows(text) if row[0] not in ids]
    return answers.as_csv([COLUMNS, *kept]) if kept else ""
