"""Verdicts and rules; expected values are worked by hand from the printed cells."""

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from smallbert import audit, data
from smallbert.audit import checks, judge
from smallbert.audit.interval import Interval
from smallbert.data import cells, vocabulary
from smallbert.errors import UserError

WORKED = pd.read_csv(Path(__file__).with_name("lines.csv"), keep_default_na=False)
"""Lines of the audit with the numbers that their rules give; the last column says how."""

PLANTED = pd.read_csv(Path(__file__).with_name("planted.csv"), dtype=str)
"""A line of the audit that agrees, what its number prints, and what is planted instead."""


@pytest.fixture(scope="module")
def found():
    return audit.audit_table().set_index("id")


@pytest.fixture(scope="module")
def numbers():
    return audit.Numbers(data.results())


@pytest.fixture(scope="module")
def check_by_id(numbers):
    return {check.id: check for check in checks.all_checks(numbers)}


@pytest.mark.parametrize(
    ("printed", "recomputed", "unit", "cuts", "expected"),
    [
        (1.4, Interval(1.44, 1.3, 1.5), 0.1, False, "agrees"),
        (1.4, Interval(1.46, 1.46, 1.46), 0.1, False, "agrees if truncated"),
        (-1.4, Interval(-1.46, -1.46, -1.46), 0.1, False, "agrees if truncated"),
        (1.4, Interval(1.34, 1.34, 1.36), 0.1, False, "agrees"),
        (1.4, Interval(1.34, 1.33, 1.345), 0.1, False, "disagrees"),
        (1.4, Interval(1.46, 1.46, 1.46), None, False, "disagrees"),
        # a table that rounds is not taken to cut digits that the print of inputs hides
        (6.1, Interval.around(24.8, 0.05) / 4, 0.1, False, "disagrees"),
        (6.1, Interval.around(24.8, 0.05) / 4, 0.1, True, "agrees if truncated"),
    ],
)
def test_a_verdict_weighs_both_ranges_on_the_side_of_the_difference(
    printed, recomputed, unit, cuts, expected
):
    found = judge.judge(Interval.around(printed, 0.05), recomputed, unit=unit, cuts=cuts)
    assert found.verdict == expected


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


def test_no_derived_number_of_the_documents_lacks_a_line(found, numbers):
    derived = {
        own.id
        for own in numbers.values()
        if (stated := checks.stated_quantity(own)) and stated.derived is not None
    }
    assert derived <= {line.rpartition("/")[0] for line in found.index}


@pytest.mark.parametrize(
    ("line", "printed", "wrong"), [*PLANTED.itertuples(index=False, name=None)]
)
def test_a_wrong_first_digit_turns_the_verdict(line, printed, wrong, numbers, check_by_id, results):
    check = check_by_id[line]
    own = check.number
    assert own.printed == printed
    assert checks.audit_line(check, numbers)["verdict"] == audit.AGREES
    (found,) = cells.parse(wrong, [results.set_index("id").at[own.id, "unit"]])
    half_width = own.half_width if own.origin == "digitised" else found.half_width
    planted = own._replace(value=found.value, printed=wrong, half_width=half_width)
    expected = audit.ANOTHER if check.rule in audit.REPORTS else audit.DISAGREES
    assert checks.audit_line(replace(check, number=planted), numbers)["verdict"] == expected


def test_each_rule_with_a_line_that_agrees_has_a_planted_error(check_by_id):
    lines = audit.audit_table()
    agree = lines.loc[lines["verdict"] == audit.AGREES, "rule"]
    assert {*agree} == {check_by_id[line].rule for line in PLANTED["line"]}


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("relative_dorp", "rule 'relative_dorp' is unknown; for relative-drop use relative_drop"),
        ("retained_score", "rule 'retained_score' is for retained-score; for relative-drop "),
        ("shared_number", "rule 'shared_number' is unknown"),  # the audit finds its numbers itself
        ("{rule: relative_drop, by: f1}", "relative_drop takes no by"),
    ],
)
def test_a_rule_that_is_not_there_is_one_line_that_names_the_place(edited, rule, words):
    path = "data/sources/cao2020deformer/datapackage.yaml"
    given = "{rule: relative_drop, score: deformer, before: bert-base}"
    edited(path, given, rule)
    with pytest.raises(UserError) as fault:
        audit.audit_table("cao2020deformer")
    assert str(fault.value).startswith(f"{path}: table1, relative-drop: {words}")
    assert "\n" not in str(fault.value)


def test_a_rule_without_an_input_that_it_needs_names_it(edited):
    given = "{rule: average_drop, over: [mnli-accuracy, qqp-score, sst-2-accuracy, squad-1.1-f1]}"
    edited("data/sources/ganesh2021case/datapackage.yaml", given, "average_drop")
    with pytest.raises(UserError, match="average_drop needs over"):
        audit.audit_table("ganesh2021case")


PRUNER = """name: pruner
document: {repository: a/b, commit: abcdef0, path: README.md}
resources:
  - name: table2
    path: table2.csv
    place: Table 2
    origin: printed
    measured_by: authors
    device: a GPU
    schema:
      fields:
        - {name: row, ours: true}
        - {name: model}
        - {name: time, quantities: [{metric: latency-gpu}]}
        - {name: speedup, quantities: [{metric: speedup-gpu, derived: RULE}]}
        - {name: baseline, ours: true}
"""
TIMES = """row,model,time,speedup,baseline
whole,XLM-R,1012,1.0x,whole
half,XLM-R pruned,666,1.5x,whole
third,XLM-R pruned more,504,2.0x,whole
"""
"""Times and speedups in one table, as TextPruner's README has them."""


@pytest.fixture
def pruner(root):
    """Return the audit of that table by a rule."""

    def audited(rule: str) -> pd.DataFrame:
        folder = root / "data" / "sources" / "pruner"
        folder.mkdir()
        (folder / "datapackage.yaml").write_text(PRUNER.replace("RULE", rule), encoding="utf-8")
        (folder / "table2.csv").write_text(TIMES, encoding="utf-8")
        results = data.results("pruner")
        return audit.recomputed(audit.Numbers(results), work="pruner").set_index("row")

    return audited


def test_a_speedup_without_its_times_is_refused_and_not_called_unprinted(pruner):
    with pytest.raises(UserError) as fault:
        pruner("speedup")
    told = "data/sources/pruner/datapackage.yaml: table2, speedup-gpu: speedup needs times (by row"
    assert str(fault.value).startswith(told)
    assert " or beside (two quantities of its row" in str(fault.value)


@pytest.mark.parametrize(
    "rule",
    [
        "{rule: time_ratio, of: latency-gpu}",
        "{rule: speedup, times: {half: [pruner/table2/whole/latency-gpu, "
        "pruner/table2/half/latency-gpu], third: [pruner/table2/whole/latency-gpu, "
        "pruner/table2/third/latency-gpu]}}",
    ],
)
def test_a_speedup_follows_from_the_times_printed_in_its_table(rule, pruner):
    lines = pruner(rule)
    assert dict(lines["verdict"]) == dict.fromkeys(["whole", "half", "third"], audit.AGREES)
    assert lines["recomputed"].tolist() == pytest.approx([1, 1012 / 666, 1012 / 504])


def test_times_that_nobody_prints_may_be_said_to_be_missing(pruner):
    lines = pruner("{rule: speedup, missing: the times are not printed}")
    assert set(lines["verdict"]) == {audit.NOT_RECOMPUTABLE}


def test_no_rule_calls_every_baseline_bert_base():
    rules = [rule for rule in checks.audit_rules() if "BERT-base" in audit.rule_in_words(rule)]
    assert rules == []


def test_every_metric_that_a_rule_is_for_is_in_the_vocabulary():
    rules = checks.audit_rules().values()
    assert {metric for rule in rules for metric in rule.metrics} <= {*vocabulary.words("metrics")}
