"""What `verify` finds of errors that are planted in the tables, as a person who types makes them.

`excerpts` has the lines of public READMEs on which tables of some works stand, each with its
number, so that no network is needed; the documents are those of the fixture.
"""

import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from smallbert.data import sources, verify

EXCERPTS = Path(__file__).with_name("excerpts")
WORKS = sorted(path.stem for path in EXCERPTS.glob("*.txt"))
EACH = 12
"""Alterations of one kind, at most, of one table."""


def lines_of_excerpt(key, path):
    """Return the lines of a file as far as the excerpt has them, the others empty."""
    lines, own = {}, False
    for text in (EXCERPTS / f"{key}.txt").read_text(encoding="utf-8").splitlines():
        own = text == f"# {path}" if text.startswith("# ") else own
        if own and not text.startswith("# "):
            number, _, line = text.partition("\t")
            lines[int(number)] = line
    return tuple(lines.get(n, "") for n in range(1, max(lines, default=0) + 1)) or "no excerpt"


@pytest.fixture
def excerpts(monkeypatch):
    """Let the excerpts be the clones: a folder a work."""
    monkeypatch.setattr(
        verify, "_at_commit", lambda clone, commit, path: lines_of_excerpt(KEYS[clone.name], path)
    )


KEYS = {sources.work(key).document.repository.partition("/")[2]: key for key in WORKS}


def exchanged(frame, one, other):
    altered = frame.copy()
    altered.loc[one], altered.loc[other] = frame.loc[other], frame.loc[one]
    return altered


def labels(frame, names, numbers, chosen, runs=False):
    """Exchange the labels of two rows; in running text those of two lines."""
    rows = frame.to_dict("index")
    for column in set(names) - set(numbers):
        for one, other in combinations(rows, 2):
            others = [each for each in names if each != column]
            unlike = any(rows[one][each] != rows[other][each] for each in others)
            cells = {rows[one][column], rows[other][column]}
            unlike &= not (runs and rows[one]["line"] == rows[other]["line"])
            if unlike and "" not in cells and len(cells) == 2:
                yield lambda a=(one, column), b=(other, column): exchanged(frame, a, b)


def columns(frame, names, numbers, chosen, runs=False):
    """Exchange two columns of numbers."""
    for one, other in combinations(numbers, 2):
        if any(frame[one]) and any(frame[other]) and not frame[one].equals(frame[other]):
            yield lambda a=one, b=other: frame.assign(**{a: frame[b], b: frame[a]})


def cells(frame, names, numbers, chosen, runs=False):
    """Exchange two numbers of a row."""
    for row in frame.index:
        for one, other in combinations(numbers, 2):
            if "" not in (pair := {frame.at[row, one], frame.at[row, other]}) and len(pair) == 2:
                yield lambda a=(row, one), b=(row, other): exchanged(frame, a, b)


def digits(frame, names, numbers, chosen, runs=False):
    """Alter a digit of a number."""
    for row in frame.index:
        for column in numbers:
            cell = frame.at[row, column]
            if places := [at for at, sign in enumerate(cell) if sign.isdecimal()]:
                at = chosen.choice(places)
                new = chosen.choice([each for each in "0123456789" if each != cell[at]])
                text = cell[:at] + new + cell[at + 1 :]
                yield lambda a=(row, column), b=text: with_cell(frame, a, b)


def with_cell(frame, place, text):
    altered = frame.copy()
    altered.loc[place] = text
    return altered


def missing(key, name, frame, documents):
    table, found = sources.tables(key)[name], verify.Tally(key, name)
    if table.document.repository:
        verify.compare_with_clone(found, table, frame, Path())
    else:
        verify.compare(found, table, frame, verify.lines_of(Path(documents), table.document))
    return Counter(found.missing)


def found_of(alter, works, documents=None):
    """Return the alterations of a kind that are found in tables of some works, and that are not."""
    found, lost = 0, []
    for table in verify.tables_in_documents(tuple(works)):
        key, name = table.source, table.name
        if name.endswith("checkpoints"):
            continue  # hundreds of entries, not in the excerpts
        frame = sources.table_of(key, name, corrected=False)
        before = missing(key, name, frame, documents)
        assert not before, before
        numbers = [each.name for each in table.printed_columns if each.quantities]
        chosen = random.Random(f"{key}/{name}")
        names, runs = [each.name for each in table.printed_columns], table.cells == "text"
        ways = list(alter(frame, names, numbers, chosen, runs))
        for altered in chosen.sample(ways, min(EACH, len(ways))):
            caught = bool(missing(key, name, altered(), documents))
            found, lost = found + caught, [*lost, *([] if caught else [f"{key}/{name}"])]
    return found, lost


KINDS = [labels, columns, cells, digits]


@pytest.mark.parametrize("alter", KINDS)
def test_95_of_100_errors_planted_in_tables_of_readmes_are_found(alter, excerpts):
    found, lost = found_of(alter, WORKS)
    assert found + len(lost) > 90
    assert found >= 0.95 * (found + len(lost)), lost


@pytest.mark.parametrize("alter", KINDS)
def test_95_of_100_errors_planted_in_tables_of_documents_are_found(alter, documents):
    found, lost = found_of(alter, sources.documented(), documents)
    assert found + len(lost) > 90
    assert found >= 0.95 * (found + len(lost)), lost
