"""Errors planted in the data: does the audit notice a changed digit?

A digit of a number is changed, and the lines of the audit that use the number are done again. The
error is caught where a line gets another verdict, or its agreement rests on something else (see
`smallbert.audit.verdict.RESTS_ON`). Covered are the numbers behind lines that agree: a line that
does not cannot be broken. A change of a last digit is often no more than rounding hides, and no
arithmetic on the print can tell it from rounding; a change of a first digit is an error.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from smallbert.audit import lines, verdict
from smallbert.audit.numbers import Numbers, Result
from smallbert.data import cells, files, sources

DIGITS = "0123456789"


@dataclass(frozen=True)
class Trial:
    """One planted error: the number's id, whether it is in its first digit, what it turned."""

    id: str
    first: bool
    line: bool
    verdict: bool


def outcome(check, numbers) -> tuple[str, str]:
    line = lines.line(check, numbers)
    return line["verdict"], line["rests_on"]


def planted(own: Result, unit: str) -> Iterator[tuple[int, Result]]:
    """Yield the number with each of its digits, by place, changed into each other digit."""
    places = [at for at, sign in enumerate(own.printed) if sign in DIGITS]
    for number, at in enumerate(places):
        for new in DIGITS:
            text = own.printed[:at] + new + own.printed[at + 1 :]
            if "/" in text and not float(text.partition("/")[2]):  # no number
                continue
            (found,) = cells.parse(text, [unit])
            half = own.half_width if own.origin == "digitised" else found.half_width
            if found.value != own.value:
                yield number, own._replace(value=found.value, printed=text, half_width=half)


@pytest.fixture(scope="module")
def trials():
    """Return the outcome of every planted error."""
    with files.steady():
        return planted_everywhere()


def planted_everywhere() -> list[Trial]:
    """Plant each error in turn."""
    results = sources.results()
    units = results.set_index("id")["unit"]
    numbers = Numbers(results)
    before, touching = {}, defaultdict(list)
    for check in lines.checks(numbers):
        before[check] = outcome(check, numbers)
        if before[check][0] in (verdict.AGREES, verdict.TRUNCATED):
            for id in {check.result, *numbers.used}:
                touching[id].append(check)
    found = []
    for id, affected in touching.items():
        own = numbers.get(id)
        for place, mutant in planted(own, units[id]):
            numbers.put(mutant)
            turned = [(before[each], outcome(each, numbers)) for each in affected]
            line, words = any(a != b for a, b in turned), any(a[0] != b[0] for a, b in turned)
            found.append(Trial(id, place == 0, line, words))
        numbers.put(own)
    return found


def share(found: list[bool]) -> float:
    return sum(found) / len(found)


def test_over_95_per_cent_of_errors_in_a_first_digit_are_caught(trials):
    first = [each for each in trials if each.first]
    print(
        f"{len({each.id for each in trials})} numbers, {len(trials)} planted errors: "
        f"{share([each.line for each in first]):.1%} of those in a first digit turn a line, "
        f"{share([each.verdict for each in first]):.1%} its verdict; of those in any digit "
        f"{share([each.line for each in trials]):.1%} and "
        f"{share([each.verdict for each in trials]):.1%}"
    )
    assert share([each.line for each in first]) > 0.95
    assert share([each.verdict for each in first]) > 0.95


def test_in_every_covered_number_an_error_can_be_caught(trials):
    numb = {each.id for each in trials} - {each.id for each in trials if each.verdict}
    # their line disagrees already, and the median of the other rows passes an outlier over
    outlier = "guo2019rpp/table1a/rpp-59.3"
    assert numb == {f"{outlier}/mrpc-score", f"{outlier}/mrpc-change"}
