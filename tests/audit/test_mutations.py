"""Errors planted in the data, one a rule of the audit: a first digit is another."""

from dataclasses import replace

import pytest

from smallbert import audit, data
from smallbert.audit import judge
from smallbert.data import cells

PLANTED = [
    ("cao2020deformer/table1/squad/drop/drop", "1.4", "2.4"),
    ("cao2020deformer/table1/squad/relative-drop/relative-drop", "1.6", "2.6"),
    ("cao2020deformer/table1/squad/speedup/speedup", "3.2x", "4.2x"),
    ("cao2020deformer/table2/bert-base/squad-1.1-f1/shared-number", "88.5", "98.5"),
    ("cao2020deformer/claims/one-quarter/mnli-before/remark-before", "84", "94"),
    ("clark2020electra/replicated_dev/owt/cola-matthews/borrowed-number", "56.8", "66.8"),
    ("clark2020electra/replicated_dev/owt/glue-8-average/mean-of", "80.36", "90.36"),
    ("deepspeed2021moq/table1/half/average-change/average-drop", "0", "1"),
    ("desislavov2021compute/points/bert-base/operations/same-shape", "30", "40"),
    ("desislavov2021compute/points/bert-base/operations/figure-read", "30", "40"),
    ("ganesh2021case/effectiveness/bert-base/size-with-embeddings/size-share", "100%", "200%"),
    ("guo2019rpp/table1a/nip-50/squad-1.1-change/change", "-5.6", "-6.6"),
    ("guo2019rpp/claims/one-half/size-fraction/remark-size", "1/2", "2/2"),
    ("guo2019rpp/claims/one-half/mnli-after/remark-after", "86", "96"),
    (
        "he2021debertav3/sizes/deberta-v3-large/parameters-without-embeddings/backbone-of-shape",
        "304",
        "404",
    ),
    ("intel2024inc/int8/int8-286/speedup-cpu/throughput-ratio", "2.28x", "3.28x"),
    ("kim2020fastformers/table3/dynamic/step-speedup/time-ratio", "3.51x", "4.51x"),
    ("mukherjee2021xtremedistil/table1/bert-base/parameters/parameters-of-shape", "109", "209"),
    ("sun2020mobilebert/table3/pkd-3/parameters/evenly-by-layer", "45.3M", "55.3M"),
    ("turc2019wellread/table3/test-tf/glue-6-average/meta-score", "80.5", "90.5"),
    ("turc2019wellread/published_readme/tiny/glue-9-average/glue-score", "64.2", "74.2"),
    ("wu2022xtc/annotations/l12-1bit/x/label-position", "12", "22"),
    (
        "yang2024memory3/published_table16/falcon-40b/few-shot-7-average/few-shot-average",
        "55.75",
        "65.75",
    ),
    ("zhao2019extreme/table3/teacher/compression-factor/compression-factor", "1x", "2x"),
]
"""A line of the audit that agrees, what its number prints, and what is planted instead."""


@pytest.fixture(scope="module")
def numbers():
    return audit.Numbers(data.results())


@pytest.fixture(scope="module")
def checks(numbers):
    return {check.id: check for check in judge.checks(numbers)}


@pytest.mark.parametrize(("id", "printed", "wrong"), PLANTED)
def test_a_wrong_first_digit_turns_the_verdict(id, printed, wrong, numbers, checks, results):
    check = checks[id]
    own = check.number
    assert own.printed == printed
    assert judge.line(check, numbers)["verdict"] == audit.AGREES
    (found,) = cells.parse(wrong, [results.set_index("id").at[own.id, "unit"]])
    half_width = own.half_width if own.origin == "digitised" else found.half_width
    planted = own._replace(value=found.value, printed=wrong, half_width=half_width)
    assert judge.line(replace(check, number=planted), numbers)["verdict"] == audit.DISAGREES


def test_each_rule_with_a_line_that_agrees_has_a_planted_error(checks):
    lines = audit.table()
    agree = lines.loc[lines["verdict"] == audit.AGREES, "rule"]
    assert {*agree} == {checks[id].rule for id, *_ in PLANTED}
