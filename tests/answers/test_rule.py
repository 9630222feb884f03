"""The rule, in both languages, on lines and questions that were worked by hand."""

import json
from dataclasses import asdict

import pytest

from smallbert.answers import rule

from .handmade import CASES, LINES, asked
from .javascript import run


@pytest.fixture(scope="module")
def in_javascript():
    given = {"lines": [asdict(line) for line in LINES]}
    given["choices"] = [as_page(asked(case)) for case in CASES["cases"]]
    return run("given.choices.map((each) => smallbertRule(each, given.lines))", given)


def as_page(choice):
    """Return a choice as the page has it."""
    return asdict(choice)


def names(judged, status):
    return [LINES[one["index"]].model for one in judged if one["status"] == status]


@pytest.mark.parametrize("at", range(len(CASES["cases"])))
def test_a_case_is_answered_as_by_hand_in_both_languages(at, in_javascript):
    case = CASES["cases"][at]
    own = asdict(rule.answer_by_rule(asked(case), LINES))
    assert in_javascript[at] == json.loads(json.dumps(own)), case["why"]
    judged = own["ranked"]
    assert LINES[judged[0]["index"]].model == case["first"], case["why"]
    assert [LINES[each].model for each in own["tied"]] == case["tied"], case["why"]
    assert names(judged, "meets") == case["meets"], case["why"]
    assert names(judged, "not known") == case.get("unknown", names(judged, "not known"))
    ready = [LINES[one["index"]].model for one in judged if one["source"]["checkpoint"] == "ready"]
    assert ready == case.get("ready", ready), case["why"]
    surely = [LINES[one["index"]].model for one in judged if one["surely"]]
    assert surely == case.get("surely", surely), case["why"]
