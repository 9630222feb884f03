"""What must hold for every shape, whatever its sizes."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smallbert import cost

FEW = settings(max_examples=40)


@st.composite
def shapes(draw):
    """Return a possible encoder: heads of 8, maybe narrow word vectors, a bottleneck, sharing."""
    heads, layers = draw(st.integers(1, 8)), draw(st.integers(1, 6))
    own = {"heads": heads, "hidden": 8 * heads, "layers": layers}
    own |= {"feed_forward": draw(st.integers(1, 200)), "vocabulary": draw(st.integers(1, 999))}
    own["embedding"] = draw(st.none() | st.integers(1, 64))
    own["layer_sets"] = draw(st.none() | st.integers(1, layers))
    own |= {"stack": draw(st.integers(1, 3)), "pooler": draw(st.booleans())}
    if draw(st.booleans()):
        own |= {"bottleneck": 8 * heads, "hidden": draw(st.integers(1, 99))}
        own["attention_reads"] = draw(st.sampled_from(["width", "hidden", "shared"]))
    return cost.Architecture(**own, positions=draw(st.integers(16, 64)))


tokens = st.integers(1, 16)


def work(shape, n, **convention):
    return cost.operations(shape, tokens=n, **convention)


@FEW
@given(shapes(), tokens)
def test_one_more_layer_never_costs_less(shape, n):
    deeper = replace(shape, layers=shape.layers + 1)
    assert (cost.parameters(deeper) >= cost.parameters(shape)).all()
    assert work(deeper, n).sum() > work(shape, n).sum()


@FEW
@given(shapes(), tokens)
def test_the_parts_sum_to_the_whole(shape, n):
    count = cost.parameters(shape, head="pretraining")
    outside = [name for name, group in cost.COMPONENTS.items() if group == "embeddings"]
    assert count[outside].sum() + cost.without_embeddings(count) == count.sum()
    assert cost.stored(shape).sum() == 4 * cost.parameters(shape).sum()
    assert list(count.index) == list(work(shape, n).index) == list(cost.COMPONENTS)


@FEW
@given(shapes(), tokens, st.integers(1, 9))
def test_a_batch_costs_as_many_inputs_as_it_has(shape, n, batch):
    assert (work(shape, n, batch=batch) == batch * work(shape, n)).all()
    held = cost.activations(shape, tokens=n, batch=batch)
    assert held.sum() == pytest.approx(batch * cost.activations(shape, tokens=n).sum())


@FEW
@given(shapes(), tokens)
def test_counting_more_kinds_of_operations_never_gives_fewer(shape, n):
    plain = work(shape, n)
    for more in ({"elementwise": True}, {"embed": "product"}, {"pool": "every"}):
        assert (work(shape, n, **more) >= plain).all()


@FEW
@given(shapes(), tokens, st.data())
def test_effects_never_increase_what_they_shrink(shape, n, data):
    layers = data.draw(st.integers(1, shape.layers))
    heads, neurons = data.draw(st.integers(1, shape.heads)), data.draw(st.integers(1, 200))
    pieces = data.draw(st.integers(1, shape.vocabulary))
    smaller = [
        cost.narrowed(shape, layers=layers, heads=heads),
        cost.narrowed(shape, feed_forward=min(neurons, shape.feed_forward)),
        cost.shared(shape, sets=min(layers, shape.sets)),
        cost.reworded(shape, vocabulary=pieces),
    ]
    for each in smaller:
        assert (cost.parameters(each) <= cost.parameters(shape)).all()
        assert (work(each, n) <= work(shape, n)).all()


@FEW
@given(shapes(), tokens, st.data())
def test_dropping_and_caching_never_add_operations(shape, n, data):
    whole = shape.layers * cost.layer_operations(shape, tokens=n)
    lengths = cost.even_lengths(shape, tokens=n, share=data.draw(st.floats(0.01, 1)))
    assert cost.shortened(shape, lengths) <= whole
    if n > 1:
        cut = {"question": data.draw(st.integers(1, n - 1)), "cached": 1}
        assert cost.decomposed(shape, tokens=n, **cut) <= whole


@FEW
@given(shapes(), st.floats(0, 100), st.floats(0, 100), st.sampled_from(cost.STORAGES))
def test_more_zeros_never_take_more_bytes(shape, one, other, storage):
    low, high = sorted((one, other))
    sizes = [cost.pruned_megabytes(shape, ratio=r, storage=storage) for r in (low, high)]
    assert sizes[1] <= sizes[0] + 1e-9


@FEW
@given(shapes(), tokens, st.floats(1, 1e3), st.floats(1, 1e5))
def test_a_better_device_is_never_slower(shape, n, bandwidth, peak):
    slow = cost.latency(shape, tokens=n, bandwidth=bandwidth, peak=peak)["time"]
    fast = cost.latency(shape, tokens=n, bandwidth=2 * bandwidth, peak=peak)["time"]
    assert (fast <= slow).all()
    assert (slow > 0).sum() > 5
