"""Labels of Pareto fronts."""

import matplotlib.pyplot as plt
import pandas as pd

from smallbert import charts
from smallbert.charts import fronts

ROW = {"origin": "printed", "verdict": "certain", "factor": 2.0, "value": 80.0, "key": "k"}
ROW |= {"factor_error": 0.0, "value_error": 0.0, "model": "E", "id": ""}
ROW |= {"source": ""}


def test_a_long_label_takes_two_lines():
    name = "Matrix decomposition (Noach and Goldberg) of 78 %"
    rows = pd.DataFrame([ROW | {"model": name}]).assign(technique="pruning")
    with charts.style.context():
        fig = fronts.by_key(rows, xlabel="x", ylabel="y", titles={"k": "A: k"})
    (label,) = (text.get_text() for text in fig.axes[0].texts)
    plt.close(fig)
    assert label.count("\n") == 1
    assert label.replace("\n", " ").replace("\N{NO-BREAK SPACE}", " ") == name
