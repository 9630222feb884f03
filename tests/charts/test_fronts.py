"""Labels of Pareto fronts."""

import matplotlib.pyplot as plt
import pandas as pd

from smallbert import charts
from smallbert.charts import fronts

ROW = {"origin": "printed", "verdict": "certain", "factor": 2.0, "value": 80.0, "key": "k"}
ROW |= {"factor_error": 0.0, "value_error": 0.0, "model": "E", "id": ""}
ROW |= {"source": ""}


def by_key(names: list[str]):
    """Return heights of the figure and texts of the labels of a ground with these models."""
    rows = [ROW | {"model": name, "factor": 2.0 * at} for at, name in enumerate(names, 1)]
    rows = pd.DataFrame(rows).assign(technique="pruning")
    with charts.style.context():
        fig = fronts.by_key(rows, xlabel="x", ylabel="y", titles={"k": "A: k"})
    height, texts = fig.get_figheight(), [text.get_text() for text in fig.axes[0].texts]
    plt.close(fig)
    return height, texts


def test_a_long_label_takes_two_lines():
    name = "Matrix decomposition (Noach and Goldberg) of 78 %"
    (label,) = by_key([name])[1]
    assert label.count("\n") == 1
    assert label.replace("\n", " ").replace("\N{NO-BREAK SPACE}", " ") == name


def test_each_label_makes_its_panel_higher():
    assert by_key(["E", "F", "G"])[0] > by_key(["E"])[0] + 0.3
