"""Bars of a tally: what they count is written where it covers nothing."""

import matplotlib.pyplot as plt
import pandas as pd

from smallbert.charts import style
from smallbert.charts.tally import stacked


def test_the_numbers_of_a_bar_follow_it_without_those_that_are_nothing():
    counts = pd.DataFrame({"holds": [92, 4], "fails": [5, 0], "undecidable": [1, 0]}, ["a", "b"])
    with style.context():
        fig = stacked(counts, xlabel="claims")
        fig.draw_without_rendering()
    (ax,) = fig.axes
    assert [text.get_text() for text in ax.texts] == ["92 + 5 + 1", "4"]
    ends = ax.transData.transform([(98, 0), (4, 1)])[:, 0]
    assert all(text.get_window_extent().x0 > end for text, end in zip(ax.texts, ends, strict=True))
    assert all(text.get_window_extent().x1 < ax.bbox.x1 for text in ax.texts)
    plt.close(fig)
