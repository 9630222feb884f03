"""Operations beside what others published, each number with its source, or worked by hand."""

import pytest

from smallbert import cost
from smallbert.errors import UserError

BASE = cost.architecture("bert-base")


def giga(name, tokens=128, **convention):
    return cost.operations(cost.architecture(name), tokens=tokens, **convention).sum() / 1e9


@pytest.mark.parametrize(
    ("name", "tokens", "convention", "published", "within"),
    [
        ("bert-base", 128, "flops", 22.5, 0.03),  # Sun et al. 2020, Table 4, as is the next
        ("mobilebert", 128, "flops", 5.7, 0.03),
        ("bert-small", 128, "flops", 3.4, 0.03),  # Jiao et al. 2020, Table 1
        ("albert-xxlarge", 512, "flops", 2500, 0.03),  # Desislavov et al. 2021, table of models
        ("bert-base", 320, "every_flop", 58.4, 0.001),  # Cao et al. 2020, Table 2
        ("bert-large", 320, "every_flop", 204.1, 0.001),
        ("bert-base", 128, "electra", 29, 0.03),  # Clark et al. 2020, Table 1
        ("gpt-1", 128, "electra", 30, 0.03),
        ("electra-small", 128, "electra", 3.7, 0.03),
        ("bert-large", 128, "electra", 87.4, 0.002),  # their list says 79, counted by a look-up:
        ("bert-large", 128, "flops", 79, 0.01),
    ],
)
def test_operations_are_those_that_the_papers_state(name, tokens, convention, published, within):
    counted = giga(name, tokens, **cost.CONVENTIONS[convention])
    assert counted == pytest.approx(published, rel=within)


@pytest.mark.parametrize(("name", "published"), [("bert-base", 22.5), ("bert-base-3", 5.7)])
def test_a_pooler_on_every_token_explains_the_last_digit_of_mobileberts_table(name, published):
    assert round(giga(name, pool="every"), 1) == published
    assert round(giga(name), 1) != published


def test_softmax_norms_and_activations_count_when_asked_for():
    # 12 layers of 128 tokens: 5 a score and 1 for its root, 8 a gelu, 5 a normed number
    plain, every = (cost.operations(BASE, tokens=128, elementwise=each) for each in (False, True))
    extra = every - plain
    assert extra["attention itself"] == 12 * 6 * 12 * 128 * 128
    assert extra["feed-forward"] == 12 * 128 * (9 * 3072 + 768 + 768)
    assert extra["layer norms"] == 5 * 128 * 768 * 25
    assert extra["attention output"] == 12 * 128 * (768 + 768)  # biases and residual sums
    assert extra["position and type embeddings"] == 2 * 128 * 768
    assert extra["pooler"] == (1 + 8) * 768


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"tokens": 0}, "sequence length 0; give 1 to 512 tokens"),
        ({"tokens": 8, "batch": 0}, "batch 0"),
        ({"tokens": 8, "multiply_add": 3}, "use 2 for FLOPs or 1 for MACs"),
        ({"tokens": 8, "embed": "free"}, "use one of lookup, product"),
        ({"tokens": 8, "head": "tail"}, "head is 'tail'; use one of words, pretraining"),
    ],
)
def test_an_impossible_pass_is_refused(arguments, message):
    with pytest.raises(UserError, match=message):
        cost.operations(BASE, **arguments)


def test_who_asked_for_a_count_may_change_it():
    for count in (lambda: cost.operations(BASE, tokens=128), lambda: cost.parameters(BASE)):
        before, own = count().sum(), count()
        own[:] = 0
        assert count().sum() == before > 0
