"""What is wrong with the claims, each fault with its place, turned verdicts included."""

import re
from collections import Counter
from collections.abc import Iterator

from smallbert.claims import kinds
from smallbert.claims.finding import VERDICTS, of_sources
from smallbert.claims.stated import NEEDED, OWN, Claim, assess, written
from smallbert.compare import ranking
from smallbert.data import sources
from smallbert.errors import DataError, Fault, UserError

PLACE = re.compile(r"\w+/[\w.-]+(?:/[\w.+-]+){0,2}")
"""How a threshold names a table, one of its rows, or a result."""


def faults(*wanted: str) -> list[Fault]:
    """Return the faults of the claims of some works, or of all; a verdict that turned is one."""
    try:
        claims = list(written())
    except DataError as error:
        return error.faults
    wrong = misstated(claims)
    claims = [each for each in claims if each.source in (wanted or [each.source])]
    at_fault = {(each.path, each.index) for each, _ in wrong}
    material = of_sources()
    for claim in claims:
        if (claim.path, claim.index) not in at_fault:
            wrong += [(claim, fault) for fault in _turned(claim, material)]
    return [_placed(claim, *fault) for claim, fault in wrong]


def misstated(claims: list[Claim]) -> list[tuple[Claim, tuple[str, str]]]:
    """Return each claim that is said wrongly, with the field at fault and what is wrong with it."""
    ids = Counter(str(each.written.get("id")) for each in claims)
    return [(claim, fault) for claim in claims for fault in _badly_said(claim, ids)]


def _placed(claim: Claim, name: str, words: str) -> Fault:
    return Fault.of_setting(claim.path, (claim.index, name), words)


def _badly_said(claim: Claim, ids: Counter) -> Iterator[tuple[str, str]]:
    """Yield each field at fault and what is wrong with it."""
    written = claim.written
    for name in NEEDED:
        if not isinstance(written.get(name), str):
            yield name, f"a claim without {name}; add it"
    if ids[str(written.get("id"))] > 1:
        yield "id", f"{written['id']!r} appears twice; make each id unique"
    yield from _misplaced(claim)
    if written.get("verdict") not in VERDICTS:
        yield "verdict", f"verdict is {written.get('verdict')!r}; use one of {', '.join(VERDICTS)}"
    yield from _unkind(claim)


def _misplaced(claim: Claim) -> Iterator[tuple[str, str]]:
    if claim.source not in sources.keys() or claim.source != claim.written.get(
        "source", claim.source
    ):
        wrong = claim.written.get("source", "")
        yield "source", f"{wrong!r} is no source here; use a folder of data/sources"
    elif not claim.lines and not str(claim.written.get("id")).startswith(OWN):
        yield "line", f"a place needs a line; give it or, for the book's own, begin id with {OWN}"
    elif claim.lines and not sources.document_name(claim.source):
        yield "line", f"{claim.source} has no document; leave out the line"
    elif not all(isinstance(line, int) for line in claim.lines):
        yield "line", f"line is {claim.written['line']!r}; give a number or a list of numbers"


def _unkind(claim: Claim) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the kind or with what is said to it."""
    try:
        kind = kinds.named(str(claim.written.get("kind")), claim.source)
    except UserError as error:
        yield "kind", str(error)
        return
    try:
        kinds.thresholds(kind, claim.thresholds)
    except TypeError as error:
        known = kinds.parameters(kind)
        at = next((each for each in claim.thresholds if each not in known), "kind")
        yield at, f"{kind.__name__}: {error}; its thresholds are {', '.join(known)}"
        return
    yield from list(kinds.mistyped(kind, claim.thresholds)) or _misnamed(claim.thresholds)


def _misnamed(thresholds: dict) -> Iterator[tuple[str, str]]:
    """Yield each threshold that names what is not there, for which a claim would lack numbers.

    Nobody would hear of it where the verdict that somebody accepted is ``undecidable``.
    """
    for name, value in thresholds.items():
        known = _works(name)
        for text in _texts(value):
            if known and text not in known:
                yield name, f"{name}: {text!r} is unknown; use one of {', '.join(known)}"
            elif PLACE.fullmatch(text) and (words := _nowhere(*text.split("/"))):
                yield name, f"{name}: {words}; name one"
    least, most = (thresholds.get(name) for name in ("least", "most"))
    if None not in (least, most) and least > most:
        yield "least", f"least is {least:g} and most {most:g}; let least be the lower one"


def _works(threshold: str) -> list[str]:
    """Return the works that a threshold may name, or nothing where it names none."""
    if threshold in ("upper", "lower"):
        return sorted(set(ranking.ranked()["work"]))
    return sources.keys() if threshold == "work" else []


def _texts(value) -> Iterator[str]:
    """Yield the texts in a threshold, a mapping's names included."""
    if isinstance(value, str):
        yield value
    parts = [*value, *value.values()] if isinstance(value, dict) else value
    for each in parts if isinstance(parts, list) else []:
        yield from _texts(each)


def _nowhere(key: str, table: str, row: str = "", *_quantity: str) -> str:
    """Return which part of a place is not there, or nothing."""
    if key not in sources.keys():
        return f"there is no source {key!r}"
    if table not in sources.tables(key):
        return f"{key} has no table {table!r}"
    if row and row not in sources.table(key, table).index:
        return f"{key}/{table} has no row {row!r}"
    return ""


def _turned(claim: Claim, material) -> Iterator[tuple[str, str]]:
    written = claim.written
    asked = {"kind": written["kind"], "source": claim.source, "thresholds": claim.thresholds}
    try:
        now = assess(asked, material)
    except UserError as error:  # a source that there is not
        yield "kind", f"{written['id']}: {error}"
        return
    except LookupError as error:
        missing = error.args[0] if error.args else "a row"
        yield "kind", f"{written['id']}: {missing!r} is in no table that it asks; mend one of both"
        return
    if now.verdict != written["verdict"]:
        turn = f"was accepted as {written['verdict']} and now is {now.verdict} ({now.decided_by})"
        remedy = "mend the data or accept the new verdict here"
        yield "verdict", f'{written["id"]}: "{written["statement"]}" {turn}; {remedy}'
