"""Notes that explain lines of the audit which need no explanation any more."""

from smallbert.audit import coverage, lines
from smallbert.audit.copy_rules import BORROWED
from smallbert.audit.verdict import DISAGREES, UNKNOWN
from smallbert.data import sources, survey


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
    mended, printed = (
        lines.table(work, corrected=which).set_index("id")["verdict"] for which in (True, False)
    )
    numbers = set(sources.results(work)["id"])
    told = {}
    for id, severity in graver.items():
        verdicts = {own[id] for own in (mended, printed) if id in own}
        number, _, rule = id.rpartition("/")
        function = rule.replace("-", "_")
        if not verdicts and number in numbers and _is_rule(function):
            told[id] = "is no line of the audit any more"
        asked = {DISAGREES, UNKNOWN} if function == BORROWED else {DISAGREES}
        if verdicts and not verdicts & asked and (severity or function == BORROWED):
            told[id] = "cannot be recomputed now" if UNKNOWN in verdicts else "agrees now"
    return told


def _is_rule(name: str) -> bool:
    return any(hasattr(module, name) for module in coverage.MODULES)
