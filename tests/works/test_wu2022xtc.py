"""The axis of sizes of XTC's figure, which has a break."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from smallbert.works import wu2022xtc


def test_a_size_is_read_off_the_axis_where_it_is_drawn_on_either_side_of_the_break():
    """From 50 to 165 MB is the break; its middle on a logarithmic axis is √(50 · 165) = 90.8."""
    ax = plt.subplots()[1]
    wu2022xtc._set_axes(ax, pd.Series([15.0, 30.0]), "computed")
    axis, sizes = ax.xaxis.get_transform(), np.array([8, 32, 50, 165, 256])
    assert axis.inverted().transform(axis.transform(sizes)) == pytest.approx(sizes)
    middle = [line.get_xdata()[0] for line in ax.lines if line.get_linewidth() == 5]
    assert middle == pytest.approx([90.83], abs=0.01)
