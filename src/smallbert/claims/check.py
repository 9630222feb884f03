"""What is wrong with the claims, each fault with its place, turned verdicts included."""

import json
import re
from collections import Counter
from collections.abc import Iterator

from smallbert.claims import kinds
from smallbert.claims.finding import VERDICTS, Material, of_sources
from smallbert.claims.stated import OWN, assess, facts, given, lines, path, written
from smallbert.data import sources
from smallbert.errors import DataError, Fault, UserError

NEEDED = ("id", "statement", "kind", "verdict")

PLACE = re.compile(r"\w+/[\w.-]+(?:/[\w.+-]+){0,2}")
"""How a threshold names a table, one of its rows, or a result."""


def faults(*wanted: str) -> list[Fault]:
    """Return the faults of the claims of some works, or of all; a verdict that turned is one."""
    try:
        claims = list(written())
    except DataError as error:
        return error.faults
    ids, found = Counter(str(each.get("id")) for *_, each in claims), []
    for key, index, claim in claims:
        if key not in (wanted or [key]):
            continue
        wrong = list(_badly_said(key, claim, ids)) or list(_turned(key, claim, of_sources()))
        found += [Fault.of_setting(path(key), (index, name), words) for name, words in wrong]
    return found + [fault for key in wanted or sources.keys() for fault in _unjudged(key, ids)]


def _unjudged(key: str, ids: Counter) -> Iterator[Fault]:
    """Yield the statements of a work's document that no claim tests and no reason excuses."""
    for name, number, row in facts(key):
        named = list(filter(None, row.get("claims", "").split("+")))
        if lost := [id for id in named if id not in ids]:
            words = f"{lost[0]!r} is no claim; name one of a claims.yaml"
            yield Fault.of_cell(sources.path_of(key, name), number, "claims", words)
        elif not named and not row.get("untested"):
            words = "a statement without a verdict; name its claims in the column claims, or "
            words += "say in the column untested why nothing tests it"
            yield Fault.of_cell(sources.path_of(key, name), number, "statement", words)


def _badly_said(key: str, claim: dict, ids: Counter) -> Iterator[tuple[str, str]]:
    """Yield each field at fault and what is wrong with it."""
    for name in NEEDED:
        if not isinstance(claim.get(name), str):
            yield name, f"a claim without {name}; add it"
    if ids[str(claim.get("id"))] > 1:
        yield "id", f"{claim['id']!r} appears twice; make each id unique"
    if not lines(claim) and not str(claim.get("id")).startswith(OWN):
        yield "line", f"a place needs a line; give it or, for the book's own, begin id with {OWN}"
    elif lines(claim) and not sources.document_name(key):
        yield "line", f"{key} has no document; leave out the line"
    elif not all(isinstance(line, int) for line in lines(claim)):
        yield "line", f"line is {claim['line']!r}; give a number or a list of numbers"
    if claim.get("verdict") not in VERDICTS:
        yield "verdict", f"verdict is {claim.get('verdict')!r}; use one of {', '.join(VERDICTS)}"
    try:
        kind = kinds.named(str(claim.get("kind")), key)
        known = kinds.thresholds(kind, given(claim))
    except UserError as error:
        yield "kind", str(error)
    except TypeError as error:
        at = next((name for name in given(claim) if f"{name}" in str(error)), "kind")
        yield at, f"{kind.__name__}: {error}"
    else:
        yield from _misnamed(known)


def _misnamed(thresholds: dict) -> Iterator[tuple[str, str]]:
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
    known = key in sources.keys() and table in sources.tables(key)
    return known and (not row or row in sources.cells_of(key, table))


def _turned(key: str, claim: dict, material: Material) -> Iterator[tuple[str, str]]:
    asked = {"kind": claim["kind"], "source": key, "thresholds": given(claim)}
    try:
        now = assess(asked, material)
    except LookupError as error:
        missing = error.args[0] if error.args else "a row"
        yield "kind", f"{claim['id']}: {missing!r} is in no table that it asks; mend one of both"
        return
    if now.verdict != claim["verdict"]:
        turn = f"was accepted as {claim['verdict']} and now is {now.verdict} ({now.decided_by})"
        remedy = "mend the data or accept the new verdict here"
        yield "verdict", f'{claim["id"]}: "{claim["statement"]}" {turn}; {remedy}'
