"""Verdicts and rules; expected values are worked by hand from the printed cells."""

from functools import partial
from pathlib import Path

import pandas as pd
import pytest

from smallbert import audit, data
from smallbert.audit import judge
from smallbert.audit.interval import Interval
from smallbert.data import vocabulary
from smallbert.errors import UserError

WORKED = pd.read_csv(Path(__file__).with_name("lines.csv"), keep_default_na=False)
"""Lines of the audit with the numbers that their rules give; the last column says how."""


@pytest.fixture(scope="module")
def found():
    return audit.table().set_index("id")


@pytest.mark.parametrize(
    ("printed", "recomputed", "unit", "expected"),
    [
        (1.4, Interval(1.44, 1.3, 1.5), 0.1, "agrees"),
        (1.4, Interval(1.46, 1.46, 1.46), 0.1, "agrees if truncated"),
        (-1.4, Interval(-1.46, -1.46, -1.46), 0.1, "agrees if truncated"),
        (1.4, Interval(1.34, 1.34, 1.36), 0.1, "agrees"),
        (1.4, Interval(1.34, 1.33, 1.345), 0.1, "disagrees"),
        (1.4, Interval(1.46, 1.46, 1.46), None, "disagrees"),
    ],
)
def test_a_verdict_weighs_both_ranges_on_the_side_of_the_difference(
    printed, recomputed, unit, expected
):
    found = judge.judge(Interval.around(printed, 0.05), recomputed, unit=unit)
    assert found.verdict == expected


def test_a_table_that_rounds_is_not_taken_to_cut_hidden_digits():
    printed, quarter = Interval.around(6.1, 0.05), Interval.around(24.8, 0.05) / 4
    assert judge.judge(printed, quarter, unit=0.1).verdict == "disagrees"
    assert judge.judge(printed, quarter, unit=0.1, cuts=True).verdict == "agrees if truncated"


def test_interval_arithmetic_holds_every_value_of_the_inputs():
    a, b = Interval(0.22, 0.215, 0.225), Interval(0.07, 0.065, 0.075)
    assert (a / b).low == pytest.approx(0.215 / 0.075)
    assert (a - b).high == pytest.approx(0.225 - 0.065)
    assert (a + b).low == pytest.approx(0.28)
    assert (a * 2).high == pytest.approx(0.45)


@pytest.mark.parametrize("own", [*WORKED.itertuples()], ids=lambda own: own.line)
def test_a_rule_gives_what_the_printed_cells_give(found, own):
    line = found.loc[own.line]
    assert line["recomputed"] == pytest.approx(own.recomputed, abs=0.0006)
    assert line["verdict"] == own.verdict
    assert own.rests_on in line["rests_on"]


def test_the_tolerance_is_the_rounding_of_inputs_and_of_the_number(found):
    # 0.05 + 0.05 for each task's two scores, 0.005 for the average itself
    line = found.loc["ganesh2021case/effectiveness/adabert/poster-4-average-drop/average-drop"]
    assert line["tolerance"] == pytest.approx(0.105)


def test_the_poster_s_averages_are_19_rounded_5_cut_1_loose_and_1_wrong(found):
    # counted by hand over the poster's 26 rows
    rows = found.query("rule == 'average_drop' and source == 'ganesh2021case'")
    basis = {"printed digits": 19, "cut digits": 5, "rounded inputs": 1, "": 1}
    assert rows["rests_on"].value_counts().to_dict() == basis


def test_no_derived_number_of_the_documents_lacks_a_line(found):
    numbers = audit.Numbers(data.results())
    derived = {own.id for own in numbers.values() if "derived" in judge.quantity(own)}
    assert derived <= {line.rpartition("/")[0] for line in found.index}


@pytest.fixture
def described(edited):
    """Return a function that changes DeFormer's descriptor in a copy of the data."""
    return partial(edited, "data/sources/cao2020deformer/datapackage.yaml")


def test_a_number_that_nothing_is_said_of_is_primary(described):
    described(", derived: relative_drop}", "}")
    table = audit.table("cao2020deformer")
    assert set(table["rule"]) >= {"drop", "memory_reduction", "speedup"}
    assert "relative_drop" not in set(table["rule"])


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (
            "relative_dorp",
            "rule 'relative_dorp' is unknown; for relative-drop use relative_drop (the drop in per "
            "cent as 1 minus the ratio of the row's score to its baseline's)",
        ),
        ("parameters_of_shape", "rule 'parameters_of_shape' is for parameters; for relative-drop "),
        ("shared_number", "rule 'shared_number' is unknown"),  # the audit finds its numbers itself
        ("average_drop", "rule 'average_drop' is for average-drop; for relative-drop "),
        ("{rule: relative_drop, by: f1}", "relative_drop takes no by"),
    ],
)
def test_a_rule_that_is_not_there_is_one_line_that_names_the_place(described, rule, words):
    described("derived: relative_drop}", f"derived: {rule}}}")
    with pytest.raises(UserError) as fault:
        audit.table("cao2020deformer")
    place = "data/sources/cao2020deformer/datapackage.yaml: table1, relative-drop: "
    assert str(fault.value).startswith(place + words)
    assert "\n" not in str(fault.value)


def test_a_rule_without_an_input_that_it_needs_names_it(edited):
    given = "{rule: average_drop, over: [mnli-accuracy, qqp-score, sst-2-accuracy, squad-1.1-f1]}"
    edited("data/sources/ganesh2021case/datapackage.yaml", given, "average_drop")
    with pytest.raises(UserError, match="average_drop needs over"):
        audit.table("ganesh2021case")


def test_every_metric_that_a_rule_is_for_is_in_the_vocabulary():
    rules = judge._general().values()
    assert {metric for rule in rules for metric in rule.metrics} <= {*vocabulary.words("metrics")}
