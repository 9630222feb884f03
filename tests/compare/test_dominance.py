"""Which row dominates which, by hand: rows made up, errors of examples alone and independent."""

import pandas as pd
import pytest

from smallbert import compare
from smallbert.compare.dominance import relation
from smallbert.errors import UserError

SAME = {"task": "mnli-m", "metric": "accuracy", "set": "test", "baseline": "BERT_BASE"}
SAME |= {"protocol": "", "teacher": "base", "key": "one", "source": "made", "technique": "pruning"}
SAME |= dict.fromkeys(["digits", "reading", "laboratory", "baseline_sampling"], 0.0)
SAME |= {"runs": float("nan"), "n": 1, "laboratory_df": 16, "measured_at": "made", "definition": ""}
SAME |= {"baseline_id": "b", "baseline_score": 84.0, "lost": 0.0, "kept": 100.0}


def row(name, factor, score, error=0.0, factor_error=0.0, **other):
    numbers = {"bytes": factor, "score": score, "sampling": error, "bytes_error": factor_error}
    return pd.Series(SAME | {"id": name, "model": name} | numbers | other)


ANSWERS = {1: "yes", 0: "cannot tell", -1: "no"}


def told(a, b):
    return ANSWERS[relation(pd.DataFrame([a, b]), axis="bytes", rho=0)[0, 1]]


@pytest.mark.parametrize(
    ("a", "b", "answer"),
    [
        ((2, 80), (1, 79), "yes"),  # smaller and better
        ((2, 80), (2, 79), "yes"),  # as small and better
        ((2, 80), (1, 80), "yes"),  # smaller and as good
        ((2, 80), (2, 80), "no"),  # the same in both
        ((2, 80), (1, 81), "no"),  # smaller, but worse
        ((1, 80), (2, 79), "no"),  # better, but larger
        # errors of 0.2 each: 1.96 * sqrt(0.2 ** 2 + 0.2 ** 2) is 0.554
        ((2, 80.6, 0.2), (1, 80, 0.2), "yes"),
        ((2, 80.5, 0.2), (1, 80, 0.2), "cannot tell"),
        # the sizes differ by a factor of 2, their readings by 20 % each: 0.69 against 0.55
        ((2, 80, 0, 0.2), (1, 79, 0, 0.2), "yes"),
        ((2, 80, 0, 0.4), (1, 79, 0, 0.4), "cannot tell"),
        # 1.639 is 109 by 66.5 million, 1.635 the same network counted: neither is smaller
        ((1.635, 82.8), (1.639, 81.5), "yes"),
        ((1.54, 82.8), (1.64, 81.5), "no"),
        # an error that is not known decides nothing but by the size
        ((2, 90, float("nan")), (1, 10, 0.2), "cannot tell"),
        ((1, 90, float("nan")), (2, 10, 0.2), "no"),
    ],
)
def test_dominance_is_told_from_the_numbers_beyond_their_errors(a, b, answer):
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


def test_of_committed_rows_at_most_one_of_a_pair_dominates():
    rows = compare.rows().query("task == 'mnli-m'").dropna(subset="bytes")
    for _, part in rows.groupby("key"):
        found = relation(part, axis="bytes")
        assert not ((found == 1) & (found.T == 1)).any()


def front(*rows, **how):
    return compare.front(pd.DataFrame(rows), axis="bytes", **how).set_index("id")


def test_the_front_tells_what_is_on_it_and_what_is_not():
    """b is larger and worse than a; c is smaller than both and worse than both."""
    found = front(row("a", 2, 80, 0.1), row("b", 1, 70, 0.1), row("c", 9, 60, 0.1))
    assert dict(found["verdict"]) == {"a": "certain", "b": "no", "c": "certain"}
    assert set(found["rivals"]) == {3}
    found = front(row("a", 2, 81, 1), row("b", 2, 80, 1))  # a point apart, errors of one each
    assert set(found["verdict"]) == {"possible"}


def test_keys_have_fronts_of_their_own_and_a_model_cited_twice_or_without_cost_counts_once_or_not():
    found = front(row("a", 2, 80), row("b", 1, 70, key="other"))
    assert dict(found["verdict"]) == {"a": "certain", "b": "certain"}
    cited = row("again", 2, 80, model="a")
    assert list(front(row("a", 2, 80), cited, row("c", float("nan"), 90)).index) == ["a"]
    found = compare.front(pd.DataFrame([row("a", float("nan"), 80)]), axis="bytes")
    assert found.empty
    assert {"verdict", "rivals"} <= set(found.columns)


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
