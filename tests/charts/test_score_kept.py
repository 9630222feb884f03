"""What a technique's page, or a work's, shows of all sources."""

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from smallbert import charts, compare
from smallbert.charts import publish, tables
from smallbert.charts.score_kept import MARK, RAISED, retained, split_name

COLUMNS = "source origin factor_origin split metric technique model factor retained baseline_score"
ROWS = """
    ganesh2021case printed   printed mixed    accuracy pruning              A  2 99 84.6
    guo2019rpp     printed   derived unstated accuracy pruning              B  5 94 86.1
    wu2022xtc      published derived dev      accuracy pruning+distillation C  9 98 85
    zhao2019extreme printed  printed test     f1       pruning              D 60 84 84
"""


@pytest.fixture
def draw():
    """Return a function that draws four rows of different sources, splits and origins."""
    lines = [line.split() for line in ROWS.split("\n") if line]
    frame = pd.DataFrame(lines, columns=COLUMNS.split())
    frame = frame.astype({"factor": float, "retained": float, "baseline_score": float})

    def drawn(rows=frame):
        rows = rows.assign(id="", borrowed=False, task="mnli")
        with charts.style.context():
            return retained(rows, axis="x", ylabel="y", technique="pruning")

    yield drawn
    plt.close("all")


@pytest.fixture
def shown(monkeypatch):
    """Return what a page is given: texts of its chart, tables by id."""
    told = {}
    monkeypatch.setattr(publish, "figure", lambda _, draw, **texts: told.update(texts, draw=draw))
    monkeypatch.setattr(tables, "table", lambda id, frame, **_: told.update({id: frame}))
    return told


def test_each_split_has_a_panel_and_each_name_its_source_s_letter_and_marks(draw):
    fig = draw()
    titles = ["GLUE test", "development set", "test and dev mixed", "split not stated"]
    assert [ax.get_title(loc="left") for ax in fig.axes] == titles
    assert list(fig.axes[-1].get_xticks()) == [2, 5, 10, 20, 50]  # for factors from 2 to 60
    labels = {text.get_text() for ax in fig.axes for text in ax.texts}
    assert {"Dᵃ", f"C{MARK}ᵇ", "Aᶜ", "Bᵈ"} <= labels
    words = fig.legends[0].get_title().get_text()
    assert "ᵃ Zhao et al.: F1, baseline 84.0\N{NO-BREAK SPACE}%" in words
    assert "ᵈ RPP, BERT_LARGE: accuracy, baseline 86.1\N{NO-BREAK SPACE}%" in words
    entries = [text.get_text() for text in fig.legends[0].get_texts()]
    assert entries == ["pruning", "several techniques", "score from the paper", "computed factor"]


def test_only_test_sets_of_glue_are_called_so():
    """CoNLL-2000 is chunking; it is no task of GLUE."""
    assert split_name("test", ["mnli"]) == "GLUE test"
    assert split_name("test", ["mnli", "conll-2000"]) == "test set"


def test_of_many_models_the_front_and_the_best_of_each_source_are_named(draw):
    """A falling line of twelve from one source; below it a worse one of it, and two of another."""
    models = [("k", f"F{at}", 2 + at, 99 - at) for at in range(12)] + [("k", "worse", 3, 80)]
    models += [("zhao2019extreme", "best", 2, 70), ("zhao2019extreme", "G", 2, 60)]
    known = ("printed", "printed", "test", "f1", "pruning")
    rows = [(key, *known, *rest, 84) for key, *rest in models]
    fig = draw(pd.DataFrame(rows, columns=COLUMNS.split()))
    named = {text.get_text().rstrip(RAISED) for text in fig.axes[0].texts} - {"baseline"}
    assert named == {f"F{at}" for at in range(12)} | {"best"}
    assert "those are named" in fig.legends[0].get_title().get_text()


def test_rows_at_one_place_have_an_axis_and_no_rows_are_said_to_be_none(draw):
    row = ("ganesh2021case", "printed", "printed", "mixed", "f1", "pruning", "A", 76.9, 99, 84)
    (ax,) = draw(pd.DataFrame([row], columns=COLUMNS.split())).axes
    low, high = ax.get_xlim()
    assert sum(low <= tick <= high for tick in ax.get_xticks()) > 1
    (ax,) = draw(pd.DataFrame(columns=COLUMNS.split())).axes
    assert "no source has a row" in ax.texts[0].get_text()


def test_the_headline_counts_who_keeps_nearly_all_on_a_known_set(shown):
    """oBERT's Table 1: 84.32 and 81.77 of 84.54, 80 and 97 % pruned; EdgeBERT's sets are mixed."""
    rows = compare.evidence("pruning")
    rows = rows[rows["model"].isin(["oBERT, 80 %", "oBERT, 97 %", "EdgeBERT"])]
    charts.score_kept("pruning", rows, task="MNLI", axis="compression")
    assert shown["finding"] == "1 of 2 scores reach 99 % of the baseline's, up to 2.7 times smaller"


def test_the_page_of_a_work_counts_its_own_rows_and_marks_the_borrowed(shown):
    """The README of Theseus repeats DistilBERT's 79.0 of 83.5; its own model has 82.1 of them."""
    rows = compare.evidence()
    rows = rows[rows["source"] == "xu2020theseus"]
    charts.score_kept("xu2020theseus", rows, task="MNLI", axis="size", caption=" ")
    assert shown["finding"] == "0 of 1 scores reach 99 % of the baseline's"
    with charts.style.context():
        fig = shown["draw"]()
    assert "DistilBERT‡" in [text.get_text() for text in fig.axes[0].texts]
    assert "‡ score of another work" in fig.legends[0].get_title().get_text()


@pytest.mark.parametrize(
    ("work", "axis", "why"),
    [
        ("wang2020minilm", "with_embeddings", ""),
        # the README prints speedups of MiniLMv2 alone, and MNLI of two others
        ("wang2020minilm", "speedup", "not reported: MiniLM, 12 layers of 384; MiniLM, 6 layers"),
        ("weller2025ettin", "speedup", "their speedup is not reported: 9 models."),
        ("yang2020textbrewer", "with_embeddings", "borrowed from works that measured them: Disti"),
    ],
)
def test_models_that_a_chart_leaves_out_are_named_below_it_or_counted(shown, work, axis, why):
    rows = compare.evidence(size_axis=axis)
    rows = rows[rows["source"] == work]
    charts.score_kept(work, rows, task="MNLI", axis=axis)
    assert why in shown["caption"]
    assert ("Not shown" in shown["caption"]) == bool(why)
