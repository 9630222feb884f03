"""What documents print is typed here from their lines; counts are worked by hand or published."""

from pathlib import Path

import pandas as pd
import pytest

from smallbert import audit, data
from smallbert.audit import judge, rules_of_costs

LAYERS = 12 * (4 * (768 * 768 + 768) + 2 * 768 * 3072 + 3072 + 768 + 4 * 768)
"""Weights of BERT-base's layers by hand: 85,054,464."""

SIZES = pd.read_csv(Path(__file__).with_name("sizes.csv"), keep_default_na=False)
"""Printed sizes and operations, their verdicts and what explains them; the last says how."""


def counted(*works):
    return audit.counted(data.results(*works), audit.SIZE_METRICS + audit.SHARE_METRICS).set_index(
        "id"
    )


@pytest.fixture(scope="module")
def found():
    return counted()


@pytest.mark.parametrize("own", [*SIZES.itertuples()], ids=lambda own: own.figure)
def test_a_printed_size_has_its_verdict_and_what_explains_it(found, own):
    line = found.loc[own.figure]
    assert line["verdict"] == own.verdict
    assert line["rule"].startswith(own.rule)


OWN = rules_of_costs.BOOK_RULE


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({"a": 10.04, "b": 10.0}, ("agrees by another rule", "a")),
        ({OWN: 10.04, "b": 10.0}, ("agrees", OWN)),
        ({OWN: 10.09, "b": 10.0}, ("agrees by another rule", "b")),
        ({OWN: 10.09, "b": 12}, ("close", OWN)),
        ({OWN: 12, "b": 10.09}, ("close by another rule", "b")),
        ({OWN: 20, "b": 5}, ("unexplained", "none tried; nearest: b, 0.50 times that")),
    ],
)
def test_the_nearer_rule_wins_and_the_books_own_among_equals(counts, expected):
    assert rules_of_costs.explain(10.0, 0.05, counts) == expected


def test_weights_counted_with_a_head_are_another_count_and_no_error():
    line = audit.audit_table("he2021debertav3").set_index("row").loc["deberta-v3-base"]
    # layers, 512 relative positions, two norms; the head: a product, a norm, a bias for each word
    head = 768 * 769 + 2 * 768 + 128100
    assert line["recomputed"] == pytest.approx((LAYERS + 512 * 768 + 4 * 768 + head) / 1e9)
    assert (line["verdict"], line["rests_on"]) == (audit.AGREES, judge.OTHERWISE)
    assert line["note"] == "with the head of masked words"


ENGLISH = "data/sources/wang2020minilm/english_v1.csv"


def test_parameters_printed_without_embeddings_raise_the_question(edited):
    edited(ENGLISH, "BERT-Base,109M", "BERT-Base,85M")
    id = "wang2020minilm/english_v1/bert-base/parameters/parameters-of-shape"
    line = audit.audit_table("wang2020minilm").set_index("id").loc[id]
    asked = "counted without embeddings (the layers alone); if so, the metric is parameters-without"
    assert line["note"].startswith(f"{audit.COUNTED_OTHERWISE}: {asked}")


def test_a_shape_judges_no_weights_of_a_pruned_row(edited):
    edited(ENGLISH, '12 layers of 384",distillation', '12 layers of 384",pruning+distillation')
    own, why = "wang2020minilm/english_v1/minilm-12-384/parameters", rules_of_costs.PRUNED
    line = audit.audit_table("wang2020minilm").set_index("id").loc[f"{own}/parameters-of-shape"]
    assert (line["verdict"], line["note"]) == ("cannot be recomputed", why)
    figure = counted("wang2020minilm").loc[own]
    assert (figure["verdict"], figure["rule"]) == ("not countable", why)
