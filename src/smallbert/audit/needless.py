"""Notes that explain lines of the audit which need no explanation any more."""

from smallbert import data
from smallbert.audit import coverage, lines
from smallbert.audit.copy_rules import BORROWED
from smallbert.audit.verdict import DISAGREES, UNKNOWN
from smallbert.data import survey


def notes(work: str) -> dict[str, str]:
    """Return the lines that notes of a work explain without need, each with the reason.

    Either the number has no such line any more, or the line does not disagree although its note
    says how grave it is, or that the original of a borrowed number lacks it. A note that says why a
    line agrees, without a severity, stays.

    Parameters
    ----------
    work : str
        A source.
    """
    noted = survey.own("audit_notes", work)
    if noted.empty:
        return {}
    graver = dict(zip(noted["line"], noted.get("severity", noted["line"] == ""), strict=True))
    mended = _verdicts(work, corrected=True)
    doubtful = [id for id in graver if mended.get(id) not in _asked(id)]
    printed = _verdicts(work, corrected=False) if doubtful else {}
    numbers, told = set(data.results(work)["id"]), {}
    for id in doubtful:
        verdicts = {own[id] for own in (mended, printed) if id in own}
        number, _, rule = id.rpartition("/")
        if not verdicts and number in numbers and _is_rule(rule.replace("-", "_")):
            told[id] = "is no line of the audit any more"
        if verdicts and not verdicts & _asked(id) and (graver[id] or _is_borrowed(id)):
            told[id] = "cannot be recomputed now" if UNKNOWN in verdicts else "agrees now"
    return told


def _verdicts(work: str, *, corrected: bool) -> dict[str, str]:
    return lines.table(work, corrected=corrected).set_index("id")["verdict"].to_dict()


def _asked(id: str) -> set[str]:
    """Return the verdicts on a line that a note may explain."""
    return {DISAGREES, UNKNOWN} if _is_borrowed(id) else {DISAGREES}


def _is_borrowed(id: str) -> bool:
    return id.rpartition("/")[2].replace("-", "_") == BORROWED


def _is_rule(name: str) -> bool:
    return any(hasattr(module, name) for module in coverage.MODULES)
