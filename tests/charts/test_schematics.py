"""Drawings of techniques are to scale, and return a figure that a notebook publishes."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from matplotlib.patches import Rectangle

from smallbert.charts import schematics
from smallbert.cost import architecture

MIB = pd.DataFrame(
    {"before": [300.0, 80.0, 20.0], "after": [75.0, 20.0, 20.0]},
    index=["layers", "word vectors", "rest"],
)


def blocks(fig):
    """Return all blocks of a drawing, in the order drawn."""
    [ax, *_] = fig.axes
    return [each for each in ax.patches if isinstance(each, Rectangle)]


def widths(fig):
    return [each.get_width() for each in blocks(fig)]


def dashed(fig):
    """Return the widths of what is removed or not stored."""
    return [each.get_width() for each in blocks(fig) if each.get_linestyle() == "--"]


def arrows(fig):
    """Return how many arrows are drawn whole, and how many dashed."""
    [ax, *_] = fig.axes
    styles = [each.arrow_patch.get_linestyle() for each in ax.texts if hasattr(each, "arrow_patch")]
    return styles.count("-"), styles.count("--")


def words(fig):
    [ax, *_] = fig.axes
    return " ".join(text.get_text() for text in ax.texts).replace("\n", " ")


def test_the_bars_of_quantization_are_as_long_as_their_bytes():
    fig = schematics.quantization(MIB, weights="100 M parameters", bits=8, matrix_mib=2.25)
    first, second = np.reshape(widths(fig), (2, 3))
    assert first == pytest.approx(schematics.LONG * np.array([0.75, 0.2, 0.05]))
    assert second.sum() == pytest.approx(schematics.LONG * 115 / 400)


def test_a_share_of_the_smallest_weights_goes_or_of_the_weakest_columns():
    weights = np.array([[1.0, -5.0, 2.0, 8.0], [-3.0, 4.0, -2.0, 7.0]])
    single = np.isnan(schematics._pruned(weights, 50, False))
    assert sorted(np.abs(weights[single])) == [1, 2, 2, 3]
    whole = np.isnan(schematics._pruned(weights, 50, True))
    assert (whole == [True, False, True, False]).all()  # squared norms 10, 41, 8 and 113


def test_pruned_weights_are_left_white_and_the_bars_are_as_long_as_the_files():
    bars = pd.DataFrame(
        {"MiB": [400.0, 100.0], "weights": ["100 M", "25 M"]}, index=["before", "after"]
    )
    fig = schematics.pruning(
        bars, words="w", work="20 → 5", ratio=75, structured=False, matrices=("a", "b")
    )
    assert widths(fig) == pytest.approx([schematics.LONG, schematics.LONG / 4])
    before, after = (
        np.ma.getmaskarray(inset.collections[0].get_array()).sum()
        for inset in fig.axes[0].child_axes
    )
    assert (before, after) == (0, 72)  # of 8 x 12
    assert "after: 25 M, 100.0 MiB" in words(fig)


def test_a_student_half_as_deep_and_wide_is_drawn_so_and_each_of_its_layers_is_matched():
    sizes = pd.DataFrame(
        {"parameters": [100e6, 30e6], "layers": [80e6, 20e6], "operations": [20.0, 5.0]},
        index=["teacher", "student"],
    )
    fig = schematics.distillation(sizes, teacher=(12, 768), student=(6, 384))
    teacher, student, bars = np.split(widths(fig), [13, 20])  # embeddings, then layers
    assert teacher == pytest.approx([2.2] * 13)
    assert student == pytest.approx([1.1] * 7)
    # embeddings in grey, then layers, of each
    assert bars == pytest.approx(schematics.LONG * np.array([0.2, 0.8, 0.1, 0.2]))
    assert arrows(fig) == (2, 7)  # from input to output of each; six layers and the output


def test_factors_are_as_thin_as_their_rank_and_layers_below_the_split_are_apart():
    products = pd.DataFrame(
        {
            "m": [768, 3072],
            "n": [768, 768],
            "full": [589824, 2359296],
            "factored": [196608, 491520],
        },
        index=["attention", "feed-forward"],
    )
    fig = schematics.matrix_decomposition(
        products, rank=128, whole=109e6, left=60e6, split="DeFormer", apart=9
    )
    inch = 2.2 / 768
    high = [each.get_height() for each in blocks(fig)]
    # the matrix, then its two factors: of feed-forward, then of attention
    assert widths(fig)[:6] == pytest.approx([2.2, 128 * inch, 2.2] * 2)
    assert high[:6] == pytest.approx(
        [3072 * inch, 3072 * inch, 128 * inch, 768 * inch, 768 * inch, 128 * inch]
    )
    assert widths(fig)[6:18] == [2.2] * 12
    assert widths(fig)[18:] == [0.6, 1.5] * 9 + [2.2] * 3
    assert dashed(fig) == [1.5] * 9
    assert "3 layers together" in words(fig)


def test_inputs_that_left_and_vectors_that_were_dropped_are_dashed():
    layers = pd.DataFrame({"share_of_inputs_exits": [1.0, 0.5], "word_vectors": [128, 32]})
    fig = schematics.dynamic_inference(layers, tokens=128, operations=[2e9, 1.5e9, 1e9], weights="")
    whole, left, dropped = [1.75, 1.75], [1.75, 0.875, 0.875], [1.75, 0.4375, 1.3125]
    assert widths(fig) == pytest.approx([*whole, *left, *dropped])
    assert dashed(fig) == pytest.approx([0.875, 1.3125])
    assert "1.5 G operations" in words(fig)


def test_a_layer_that_uses_the_set_below_it_is_dashed_and_a_narrow_vocabulary_is_narrow():
    stored = pd.DataFrame(
        {"before": [23e6, 0, 85e6], "after": [4e6, 1e5, 14e6]},
        index=["word embeddings", "embedding projection", "layers"],
    )
    fig = schematics.parameter_sharing(
        stored,
        operations={"before": 22e9, "after": 22e9},
        shape=replace(architecture("bert-base"), layers=3),
        width=192,
        sets=[0, 0, 1],
    )
    assert widths(fig) == pytest.approx([1.9] * 3 + [1.6] + [1.9] * 3 + [1.6 / 4])
    assert dashed(fig) == [1.9]
    assert "layer 2: set 1" in words(fig)
