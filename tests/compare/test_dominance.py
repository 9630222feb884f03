"""Rows made up by hand; the properties hold for any."""

from statistics import NormalDist

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smallbert import compare
from smallbert.compare.dominance import relation
from smallbert.errors import UserError

SAME = {"task": "mnli-m", "metric": "accuracy", "set": "test", "baseline": "BERT_BASE"}
SAME |= {"protocol": "", "teacher": "base", "key": "one", "source": "made", "technique": "pruning"}


def row(name, factor, score, error=0.0, factor_error=0.0, **other):
    numbers = {"bytes": factor, "score": score, "error": error, "bytes_error": factor_error}
    return pd.Series(SAME | {"id": name, "model": name} | numbers | other)


def named(one, name):
    return pd.Series(dict(one) | {"id": name, "model": name})


ANSWERS = {1: "yes", 0: "cannot tell", -1: "no"}


def told(a, b):
    found = relation(pd.DataFrame([a, b]), axis="bytes", level=0.95, measure="score")
    return ANSWERS[found[0, 1]]


@pytest.mark.parametrize(
    ("a", "b", "answer"),
    [
        ((2, 80), (1, 79), "yes"),  # smaller and better
        ((2, 80), (2, 79), "yes"),  # as small and better
        ((2, 80), (1, 80), "yes"),  # smaller and as good
        ((2, 80), (2, 80), "no"),  # the same in both
        ((2, 80), (1, 81), "no"),  # smaller, but worse
        ((1, 80), (2, 79), "no"),  # better, but larger
    ],
)
def test_without_errors_dominance_is_told_from_the_numbers(a, b, answer):
    assert told(row("a", *a), row("b", *b)) == answer


@pytest.mark.parametrize(
    ("a", "b", "answer"),
    [
        # errors of 0.2 each: 1.645 * sqrt(0.2 ** 2 + 0.2 ** 2) is 0.465
        ((2, 80.6, 0.2), (1, 80, 0.2), "yes"),
        ((2, 80.4, 0.2), (1, 80, 0.2), "cannot tell"),
        # the sizes differ by a factor of 2, their readings by 20 % each: 0.69 against 0.47
        ((2, 80, 0, 0.2), (1, 79, 0, 0.2), "yes"),
        ((2, 80, 0, 0.4), (1, 79, 0, 0.4), "cannot tell"),
        # 1.639 is 109 by 66.5 million, 1.635 the same network counted: neither is smaller
        ((1.635, 82.8), (1.639, 81.5), "yes"),
        ((1.54, 82.8), (1.64, 81.5), "no"),
    ],
)
def test_a_lead_within_the_errors_cannot_be_told_and_sizes_count_in_two_digits(a, b, answer):
    assert told(row("a", *a), row("b", *b)) == answer


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ({"axis": "price"}, "axis is 'price'; use one of with_embeddings"),
        ({"axis": "bytes", "level": 1}, "level is 1; give 0.5 or more and less than 1"),
    ],
)
def test_an_impossible_question_is_refused(call, message):
    with pytest.raises(UserError, match=message):
        compare.front(pd.DataFrame([row("a", 2, 80), row("b", 1, 80)]), **call)


ROWS = st.builds(
    lambda factor, score, error, reading: row(
        "drawn", factor / 10, score / 10, error / 10, reading / 10
    ),
    *(st.integers(10, 60), st.integers(700, 720), st.integers(0, 9), st.integers(0, 5)),
)


@given(ROWS)
def test_a_row_never_dominates_its_twin(a):
    assert told(a, named(a, "twin")) != "yes"


@given(st.tuples(ROWS, ROWS, ROWS))
def test_dominance_is_transitive(three):
    a, b, c = (named(each, name) for each, name in zip(three, "abc", strict=True))
    if told(a, b) == told(b, c) == "yes":
        assert told(a, c) == "yes"


@given(ROWS, ROWS, st.sampled_from(["error", "bytes_error"]), st.integers(1, 30))
def test_a_wider_error_never_creates_certainty(a, b, name, more):
    a, b = named(a, "a"), named(b, "b")
    wider = told(a, pd.Series(dict(b) | {name: b[name] + more / 10}))
    assert wider in (told(a, b), "cannot tell")


@given(ROWS, ROWS)
def test_of_two_rows_at_most_one_dominates(a, b):
    a, b = named(a, "a"), named(b, "b")
    assert (told(a, b), told(b, a)) != ("yes", "yes")


def front(*rows, **how):
    return compare.front(pd.DataFrame(rows), axis="bytes", **how).set_index("id")


def test_the_front_tells_what_is_on_it_and_what_is_not():
    """b is larger and worse than a; c is smaller than both and worse than both."""
    found = front(row("a", 2, 80, 0.1), row("b", 1, 70, 0.1), row("c", 9, 60, 0.1))
    assert dict(found["verdict"]) == {"a": "certain", "b": "no", "c": "certain"}
    assert dict(found["share"]) == {"a": 1, "b": 0, "c": 1}
    assert set(found["rivals"]) == {3}


def test_a_share_is_the_chance_that_nothing_beats_the_row():
    """Two of one size, a point apart, errors of one each: better with Phi(1 / sqrt(2)) = 0.76."""
    found = front(row("a", 2, 81, 1), row("b", 2, 80, 1), draws=4000)
    assert set(found["verdict"]) == {"possible"}
    assert found.loc["a", "share"] == pytest.approx(NormalDist().cdf(0.5**0.5), abs=0.03)
    assert found["share"].sum() == pytest.approx(1)


def test_keys_have_fronts_of_their_own_and_a_model_cited_twice_or_without_cost_counts_once_or_not():
    found = front(row("a", 2, 80), row("b", 1, 70, key="other"))
    assert dict(found["verdict"]) == {"a": "certain", "b": "certain"}
    cited = row("again", 2, 80, model="a")
    assert list(front(row("a", 2, 80), cited, row("c", float("nan"), 90)).index) == ["a"]
    found = compare.front(pd.DataFrame([row("a", float("nan"), 80)]), axis="bytes")
    assert found.empty
    assert {"verdict", "share", "rivals"} <= set(found.columns)


def test_speeds_on_different_devices_do_not_push_each_other_off_the_front():
    """The second is slower and worse; on a device of its own nothing says so, on the same all."""
    speeds = [("a", 3, 80, "GPU, V100"), ("b", 2, 79, "GPU, K80"), ("c", 1, 81, "")]
    lines = [
        row(name, 1, score, speedup=speed, speedup_error=0.0, speedup_device=on)
        for name, speed, score, on in speeds
    ]
    lines[2]["technique"] = "none"
    rows = pd.DataFrame(lines)
    found = compare.front(rows, axis="speedup")
    assert list(found["verdict"]) == ["certain"] * 3
    assert list(found["rivals"]) == [2, 2, 3]
    found = compare.front(rows.assign(speedup_device="GPU, K80"), axis="speedup")
    assert list(found["verdict"]) == ["certain", "no", "certain"]
    assert list(found["share"]) == [1, 0, 1]
