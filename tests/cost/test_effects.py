"""Expected numbers are worked by hand from BERT-base: L 12, H 768, F 3072, V 30522."""

import pytest

from smallbert import cost
from smallbert.errors import UserError

BASE = cost.architecture("bert-base")


def count(shape):
    return cost.parameters(shape)


def test_a_head_less_takes_three_products_into_it_and_one_out_of_it():
    fewer = count(BASE) - count(cost.narrowed(BASE, heads=11))
    assert fewer["query, key, value"] == 12 * 3 * (768 * 64 + 64)
    assert fewer["attention output"] == 12 * 64 * 768
    assert fewer.sum() == fewer[["query, key, value", "attention output"]].sum()


def test_factors_of_rank_100_have_these_weights():
    left = count(cost.factored(BASE, rank=100))
    assert left["feed-forward"] == 12 * (2 * 100 * (768 + 3072) + 3072 + 768)
    assert left["attention output"] == 12 * (100 * 2 * 768 + 768)
    assert left["word embeddings"] == 30522 * 768


def test_factors_are_even_at_rank_384_for_a_square_matrix():
    assert cost.even_rank(768, 768) == 384
    assert cost.matrices(cost.factored(BASE, rank=384))[0] < cost.matrices(BASE)[0]


def test_sharing_stores_one_layer_and_computes_twelve():
    one = cost.shared(BASE, sets=1)
    assert count(BASE).sum() - count(one).sum() == 11 * 7_087_872  # parameters of a layer
    assert (cost.operations(one, tokens=9) == cost.operations(BASE, tokens=9)).all()


def test_narrow_word_vectors_need_a_matrix_behind_them():
    narrow = count(cost.reworded(BASE, embedding=128))
    assert narrow["word embeddings"] == 30522 * 128
    assert narrow["embedding projection"] == 128 * 768 + 768


def test_a_layer_costs_24_n_h_h_and_4_n_n_h():
    by_hand = 24 * 100 * 768**2 + 4 * 100**2 * 768
    assert cost.layer_operations(BASE, tokens=100) == by_hand


def test_dropping_no_word_vector_costs_all_layers():
    assert cost.even_lengths(BASE, tokens=50, share=1) == [50] * 12
    assert cost.shortened(BASE, [50] * 12) == 12 * cost.layer_operations(BASE, tokens=50)
    assert cost.even_lengths(BASE, tokens=100, share=0.01)[-1] == 1


def test_nine_cached_layers_read_the_question_alone():
    c = cost.layer_operations
    apart = 9 * c(BASE, tokens=20) + 3 * c(BASE, tokens=320)
    assert cost.decomposed(BASE, tokens=320, question=20, cached=9) == apart


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: cost.narrowed(BASE, heads=13), "heads would be 13; give at most 12"),
        (lambda: cost.factored(BASE, rank=769), "rank would be 769; give at most 768"),
        (lambda: cost.shared(BASE, sets=13), "layer_sets is 13; give at most 12 layers"),
        (lambda: cost.reworded(BASE, vocabulary=30523), "vocabulary would be 30523"),
        (lambda: cost.even_lengths(BASE, tokens=8, share=0), "share is 0; give more than 0"),
        (lambda: cost.shortened(BASE, [8]), "1 lengths; give one for each of 12 layers"),
        (
            lambda: cost.decomposed(BASE, tokens=8, question=8, cached=9),
            "question is 8; give less than the 8 tokens",
        ),
    ],
)
def test_an_impossible_effect_is_refused_in_one_line(call, message):
    with pytest.raises(UserError, match=message) as refused:
        call()
    assert "\n" not in str(refused.value)
