"""Fronts by family of techniques."""

import matplotlib.pyplot as plt
import pandas as pd

from smallbert import charts
from smallbert.charts import fronts

ROW = {"origin": "printed", "verdict": "certain", "factor": 2.0, "value": 80.0, "key": "k"}
ROW |= {"factor_error": 0.0, "value_error": 0.0, "model": "E", "share": 1.0, "id": ""}


def test_an_unknown_technique_gets_a_panel_after_the_known_ones():
    rows = pd.DataFrame([ROW | {"technique": name} for name in ("telepathy", "pruning")])
    with charts.style.context():
        fig = fronts.by_family(rows, xlabel="x", ylabel="y", titles={"k": "A: k"})
    assert [ax.get_title(loc="left") for ax in fig.axes] == ["pruning", "telepathy"]
    plt.close(fig)
