"""Drawings of techniques are to scale, and return a figure that a notebook publishes."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.patches import Rectangle

from smallbert.charts import schematics

MIB = pd.DataFrame(
    {"before": [300.0, 80.0, 20.0], "after": [75.0, 20.0, 20.0]},
    index=["layers", "word vectors", "rest"],
)


def widths(fig):
    """Return the widths of all blocks of a drawing, in the order drawn."""
    [ax, *_] = fig.axes
    return [each.get_width() for each in ax.patches if isinstance(each, Rectangle)]


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
