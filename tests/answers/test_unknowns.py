"""Yes, no, not known: what nobody knows of a model is never taken for good, and is said."""

import pytest

from smallbert import answers
from smallbert.errors import UsageError

from .handmade import FAST, HARD, LINES, NOT_GOT, NOTHING, SLOW, WISHES, line, score


def answer(lines, **wishes):
    return answers.answer(answers.complete(**wishes), lines)


def order(lines, **wishes):
    return [lines[each["at"]]["model"] for each in answer(lines, **wishes)["lines"]]


def statuses(lines, **wishes):
    found = answer(lines, **wishes)["lines"]
    return {lines[each["at"]]["model"]: (each["status"], each["text"]) for each in found}


def test_what_is_known_to_be_faster_comes_before_what_may_be_and_this_before_what_is_not():
    assert order([SLOW, HARD, FAST], max_mb=500) == ["Fast", "Untold", "Slow"]
    assert order([SLOW, HARD, FAST], max_mb=500, max_ms=60) == ["Slow", "Untold", "Fast"]


@pytest.mark.parametrize(
    ("first", "faster", "unknown"), [(FAST, True, False), (HARD, False, True), (SLOW, False, False)]
)
def test_an_unknown_speed_is_said_and_never_called_faster(first, faster, unknown):
    said = " ".join(answer([first], max_mb=500)["summary"])
    assert ("are faster or compute less than BERT-base" in said) == faster
    assert ("Whether it is faster than BERT-base is not known here." in said) == unknown


def test_of_an_unknown_speed_one_that_is_known_to_be_fast_is_named_to_test():
    other = line("Other", None)
    (instead,) = answer([HARD, other, line("Third", None, slow=None)], max_mb=500)["summary"][3:]
    assert instead == "Or test Other: no work in this book scores it on MNLI."


@pytest.mark.parametrize("name", [name for name in WISHES if name not in ("keep", "score")])
def test_what_is_not_known_of_a_model_never_meets_a_wish(name):
    bare = line("Bare", **NOTHING)
    found = statuses([bare, FAST], **{name: WISHES[name]})
    assert found["Fast"][0] == "meets"
    assert found["Bare"][0] == "not known"
    assert "known" in found["Bare"][1] or "nobody counts" in found["Bare"][1]


def test_a_score_that_is_not_known_meets_no_least_score():
    bare, sole = line("Bare", None), line("Sole", scores={"mnli": score(70, kept=None)})
    assert statuses([bare, sole], score=1)["Bare"][0] == "not known"
    assert statuses([bare, sole], score=1)["Sole"][0] == "meets"
    assert statuses([bare, sole], keep=1)["Sole"] == ("not known", "that of BERT-base is not known")


def test_of_no_known_weights_it_is_not_known_whether_they_are_released():
    unknown = line("Bare", get={"": NOT_GOT})
    assert statuses([unknown], released=True)["Bare"] == ("not known", "no weights known here")
    said = answer([unknown], released=True)["summary"]
    assert said == [
        "Nothing is known to meet your choice.",
        "Bare comes closest: no weights known here.",  # nobody can test it
    ]
    asked = line("Bare", get={"": NOT_GOT | {"needs": ["pretrain"]}})
    text = "no weights known here: you would have to pre-train"
    assert statuses([asked], can="finetune")["Bare"] == ("misses", text)


def test_scores_on_one_set_may_tie_whether_or_not_a_work_says_which_half():
    halfless = line("Halfless", scores={"mnli": score(76, set="MNLI, half not stated, dev")})
    assert "1 more of those" in answer([line("One"), halfless], max_mb=500)["aside"][-1]
    unknown = line("Errorless", scores={"mnli": score(76, half=None)})
    assert "more of those" not in " ".join(answer([line("One"), unknown], max_mb=500)["aside"])


@pytest.mark.parametrize(
    ("name", "value", "most"),
    [
        ("keep", 200, "150"),
        ("keep", -1, "150"),
        ("score", 101, "100"),
        ("score", -3, "100"),
        ("score", 0, "100"),
        ("max_mb", -1, "1000000000"),
        ("min_factor", float("inf"), "1000000000"),
    ],
)
def test_a_limit_that_nothing_can_meet_is_refused_with_what_is_allowed(name, value, most):
    with pytest.raises(UsageError) as error:
        answers.complete(**{name: value})
    assert str(error.value) == f"{name} is {value}; give a number from 0.001 to {most}"


def test_a_score_of_100_could_be_asked_for_as_a_share_on_every_set():
    """BERT-base scores 71.2 or more on each: F1 on QQP's test set; 100 / 0.712 is 140."""
    known = [each["scores"].values() for each in answers.lines()]
    scores = [each for own in known for each in own if each["kept"]]
    assert scores
    assert min(each["score"] / each["kept"] for each in scores) > 100 / 150


def test_the_lines_made_by_hand_have_what_lines_have():
    made, (own, *_) = LINES[0], answers.lines()
    assert made.keys() == own.keys()
    (scored, *_), got = own["scores"].values(), own["get"][""]
    assert made["scores"]["mnli"].keys() == scored.keys() - {"words"}
    assert NOT_GOT.keys() <= got.keys() | {"kind"}
