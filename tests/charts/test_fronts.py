"""Fronts by family of techniques."""

from contextlib import nullcontext

import matplotlib.pyplot as plt
import pandas as pd

from smallbert import charts
from smallbert.charts import fronts, portrait

ROW = {"origin": "printed", "verdict": "certain", "factor": 2.0, "value": 80.0, "key": "k"}
ROW |= {"factor_error": 0.0, "value_error": 0.0, "model": "E", "share": 1.0, "id": ""}
ROW |= {"source": ""}


def test_an_unknown_technique_gets_a_panel_after_the_known_ones():
    rows = pd.DataFrame([ROW | {"technique": name} for name in ("telepathy", "pruning")])
    with charts.style.context():
        fig = fronts.by_family(rows, xlabel="x", ylabel="y", titles={"k": "A: k"})
    assert [ax.get_title(loc="left") for ax in fig.axes] == ["pruning", "telepathy"]
    plt.close(fig)


def by_key(names: list[str], form=nullcontext):
    """Return heights of the figure and texts of the labels of a ground with these models."""
    rows = [ROW | {"model": name, "factor": 2.0 * at} for at, name in enumerate(names, 1)]
    rows = pd.DataFrame(rows).assign(technique="pruning")
    with charts.style.context(), form():
        fig = fronts.by_key(rows, xlabel="x", ylabel="y", titles={"k": "A: k"})
    height, texts = fig.get_figheight(), [text.get_text() for text in fig.axes[0].texts]
    plt.close(fig)
    return height, texts


LONG = "Matrix decomposition (Noach and Goldberg) of 78 %"


def test_a_long_label_takes_two_lines_on_a_phone_alone():
    assert by_key([LONG])[1] == [LONG]
    (label,) = by_key([LONG], portrait.narrow)[1]
    assert label.count("\n") == 1
    assert label.replace("\n", " ") == LONG


def test_a_label_has_more_height_on_a_phone():
    forms = (nullcontext, portrait.narrow)
    wide, narrow = (by_key(["E", "F", "G"], form)[0] - by_key(["E"], form)[0] for form in forms)
    assert narrow > 2 * wide > 0
