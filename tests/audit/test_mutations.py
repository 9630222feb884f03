"""Errors planted in the data, one a rule of the audit: a first digit is another."""

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from smallbert import audit, data
from smallbert.audit import judge
from smallbert.data import cells

PLANTED = pd.read_csv(Path(__file__).with_name("planted.csv"), dtype=str)
"""A line of the audit that agrees, what its number prints, and what is planted instead."""


@pytest.fixture(scope="module")
def numbers():
    return audit.Numbers(data.results())


@pytest.fixture(scope="module")
def checks(numbers):
    return {check.id: check for check in judge.checks(numbers)}


@pytest.mark.parametrize(
    ("line", "printed", "wrong"), [*PLANTED.itertuples(index=False, name=None)]
)
def test_a_wrong_first_digit_turns_the_verdict(line, printed, wrong, numbers, checks, results):
    check = checks[line]
    own = check.number
    assert own.printed == printed
    assert judge.line(check, numbers)["verdict"] == audit.AGREES
    (found,) = cells.parse(wrong, [results.set_index("id").at[own.id, "unit"]])
    half_width = own.half_width if own.origin == "digitised" else found.half_width
    planted = own._replace(value=found.value, printed=wrong, half_width=half_width)
    assert judge.line(replace(check, number=planted), numbers)["verdict"] in audit.OFF


def test_each_rule_with_a_line_that_agrees_has_a_planted_error(checks):
    lines = audit.table()
    agree = lines.loc[lines["verdict"] == audit.AGREES, "rule"]
    assert {*agree} == {checks[line].rule for line in PLANTED["line"]}
