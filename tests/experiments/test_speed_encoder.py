"""What runs is what it is called; needs PyTorch, which the book does not."""

import pytest

from experiments.speed.arms import Arm
from experiments.speed.plan import SHAPES, find
from smallbert import cost

torch = pytest.importorskip("torch")

from experiments.speed import products  # noqa: E402
from experiments.speed.encoder import Block, Encoder  # noqa: E402

TINY = Arm(name="tiny", label="tiny", technique="none", architecture="bert-tiny")


@pytest.fixture(autouse=True)
def without_gradients():
    with torch.inference_mode():
        torch.manual_seed(1)
        yield


def weights(part) -> int:
    """Count the numbers in what an encoder is made of; what stands twice counts once."""
    found, seen = [part], {}
    while found:
        each = found.pop()
        if isinstance(each, torch.Tensor):
            seen[id(each)] = each.numel()
        elif isinstance(each, torch.nn.Module):
            found += list(each.parameters())
        elif isinstance(each, (list, tuple)):
            found += list(each)
        elif isinstance(each, (Encoder, Block)):
            found += list(vars(each).values())
        elif callable(each) and getattr(each, "__closure__", None):
            found += [cell.cell_contents for cell in each.__closure__]
    return sum(seen.values())


@pytest.mark.parametrize("arm", SHAPES, ids=lambda arm: arm.name)
def test_an_encoder_has_the_weights_that_its_shape_counts(arm):
    counted = cost.parameters(arm.shape).sum()
    assert weights(Encoder(arm)) == pytest.approx(counted, rel=0.003)


def test_a_layer_computes_what_pytorchs_own_layer_does():
    ours = Block(TINY)
    theirs = torch.nn.TransformerEncoderLayer(128, 2, 512, 0, "gelu", batch_first=True).eval()
    parts = (ours.query, ours.key, ours.value)
    theirs.self_attn.in_proj_weight.copy_(torch.cat([each.weight for each in parts]))
    theirs.self_attn.in_proj_bias.copy_(torch.cat([each.bias for each in parts]))
    up, down, _ = ours.networks[0]
    pairs = ((theirs.self_attn.out_proj, ours.output), (theirs.linear1, up), (theirs.linear2, down))
    for to, of in pairs:
        to.weight.copy_(of.weight)
        to.bias.copy_(of.bias)
    x = torch.randn(2, 7, 128)
    assert torch.allclose(ours(x, lambda name: None), theirs(x), atol=1e-5)


def product(make, **settings):
    torch.manual_seed(3)
    return make(64, 96, **settings)


def test_sparse_rows_give_what_the_stored_zeros_give():
    stored = product(products.zeros, share=90)
    x = torch.randn(2, 5, 64)
    assert torch.allclose(stored(x), product(products.csr, share=90)(x), atol=1e-5)
    assert (stored.weight == 0).float().mean().item() == pytest.approx(0.9, abs=0.02)


@pytest.mark.parametrize("make", [products.int8, products.stored_int8])
def test_eight_bits_give_nearly_what_floats_give(make):
    floats, codes = product(products.dense), product(make)
    x = torch.randn(2, 5, 64)
    away = (floats(x) - codes(x)).abs().max() / floats(x).abs().max()
    assert 0 < away < 0.05


def test_factors_have_the_rank_that_they_are_given():
    product = products.factors(64, 96, rank=5)
    columns = product(torch.eye(64)) - product(torch.zeros(64))
    assert torch.linalg.matrix_rank(columns, rtol=1e-4) == 5


def test_a_lower_layer_of_deformer_sees_the_question_alone():
    arm = find("deformer-base-q20")
    encoder = Encoder(arm)
    lengths = []
    for block in encoder.blocks:
        block.attend = lambda q, k, v: (lengths.append(q.shape[1]), v)[1]
    encoder(torch.zeros(1, 20, dtype=torch.int64), torch.zeros(1, 300, 768))
    assert lengths == [20] * 9 + [320] * 3
