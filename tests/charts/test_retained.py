import pandas as pd
import pytest
from matplotlib.colors import to_rgb

from smallbert import charts
from smallbert.charts.retained import MARK, RAISED

COLUMNS = "source origin factor_origin split metric technique model factor retained baseline_score"
ROWS = [
    ("ganesh2021case", "printed", "printed", "mixed", "accuracy", "pruning", "A", 2, 99, 84.6),
    ("guo2019rpp", "printed", "derived", "unstated", "accuracy", "pruning", "B", 5, 94, 86.1),
    (
        "wu2022xtc",
        "published",
        "derived",
        "dev",
        "accuracy",
        "pruning+distillation",
        "C",
        9,
        98,
        85,
    ),
    ("zhao2019extreme", "printed", "printed", "test", "f1", "pruning", "D", 60, 84, 84),
]


@pytest.fixture
def draw():
    frame = pd.DataFrame(ROWS, columns=COLUMNS.split()).assign(id="", task="mnli", borrowed=False)

    def drawn(tasks="mnli", **choices):
        words = {"xlabel": "x", "ylabel": "y", "technique": "pruning"}
        with charts.style.context():
            return charts.retained(frame.assign(task=tasks), **words, **choices)

    return drawn


def test_each_split_has_a_panel(draw):
    titles = [ax.get_title(loc="left") for ax in draw().axes]
    assert titles == ["GLUE test", "development set", "test and dev mixed", "split not stated"]


def test_only_test_sets_of_glue_are_called_so(draw):
    """CoNLL-2000 is chunking, XNLI translates MNLI; neither is a task of GLUE."""
    (ax,) = draw(splits="test", tasks=["mnli", "mnli", "mnli", "conll-2000"]).axes
    assert ax.get_title(loc="left") == "test set"
    titles = [ax.get_title(loc="left") for ax in draw(tasks="xnli-fr").axes]
    assert titles == ["test set", "development set", "test and dev mixed", "split not stated"]
    legend = draw(splits="together", tasks="xnli-fr").legends[0]
    words = [text.get_text() for text in legend.get_texts()]
    assert "smaller: no test set" in words
    assert "ᵃ Zhao et al.: test set, F1, baseline 84.0\N{NO-BREAK SPACE}%" in words


def test_one_split_alone_has_its_rows_alone(draw):
    (ax,) = draw(splits="dev").axes
    assert [list(each[0].get_xdata()) for each in ax.containers] == [[9]]


def test_together_other_splits_than_test_are_smaller(draw):
    (ax,) = draw(splits="together").axes
    sizes = {each[0].get_xdata()[0]: each[0].get_markersize() for each in ax.containers}
    assert sizes[60] > sizes[9] == sizes[2] == sizes[5]


def test_a_second_technique_is_marked(draw):
    texts = [text.get_text() for ax in draw().axes for text in ax.texts]
    assert [text.rstrip(RAISED) for text in texts if text[0] in "AC"] == [f"C{MARK}", "A"]


def test_legend_says_baseline_metric_and_origin(draw):
    words = [text.get_text() for text in draw().legends[0].get_texts()]
    assert "ᵃ Zhao et al.: F1, baseline 84.0\N{NO-BREAK SPACE}%" in words
    assert "ᵇ XTC: accuracy, baseline 85.0\N{NO-BREAK SPACE}%" in words
    assert "ᵈ RPP, BERT_LARGE: accuracy, baseline 86.1\N{NO-BREAK SPACE}%" in words
    assert words[-2:] == ["published score", "factor derived"]


def test_the_legend_of_one_work_says_what_the_marks_of_its_techniques_are():
    known = ("printed", "printed", "dev", "accuracy")
    kinds = {"A": "distillation", "B": "pruning+distillation", "C": "distillation"}
    rows = [
        ("sun2019pkd", *known, kind, name, at, 90, 84)
        for at, (name, kind) in enumerate(kinds.items(), start=2)
    ]
    frame = pd.DataFrame(rows, columns=COLUMNS.split()).assign(id="", task="mnli", borrowed=False)
    with charts.style.context():
        legend = charts.retained(frame, xlabel="x", ylabel="y").legends[0]
    assert legend.get_title().get_text() == "PKD: baseline 84.0\N{NO-BREAK SPACE}%"
    words = [text.get_text() for text in legend.get_texts()]
    assert words == ["knowledge distillation", "several techniques"]


def test_of_many_models_the_front_and_the_best_of_each_source_are_named():
    """A falling line of twelve from one source; below it a worse one of it, and two of another."""
    line = [("k", f"F{at}", 2 + at, 99 - at) for at in range(12)]
    below = [
        ("k", "worse", 3, 80),
        ("zhao2019extreme", "best", 2, 70),
        ("zhao2019extreme", "G", 2, 60),
    ]
    known = ("printed", "printed", "test", "f1", "pruning")
    rows = [(key, *known, *rest, 84) for key, *rest in (*line, *below)]
    frame = pd.DataFrame(rows, columns=COLUMNS.split()).assign(id="", task="mnli", borrowed=False)
    with charts.style.context():
        fig = charts.retained(frame, xlabel="x", ylabel="y")
    named = {text.get_text().rstrip(RAISED) for text in fig.axes[0].texts} - {"baseline"}
    assert named == {name for _, name, _, _ in line} | {"best"}
    assert "point at a mark for its name" in fig.legends[0].get_title().get_text().replace(
        "\n", " "
    )


def test_rows_at_one_place_have_an_axis_all_the_same():
    row = (
        "ganesh2021case",
        "printed",
        "printed",
        "mixed",
        "accuracy",
        "pruning",
        "A",
        76.9,
        99,
        84,
    )
    frame = pd.DataFrame([row], columns=COLUMNS.split()).assign(id="", task="mnli", borrowed=False)
    with charts.style.context():
        (ax,) = charts.retained(frame, xlabel="x", ylabel="y").axes
    low, high = ax.get_xlim()
    ticks = [tick for tick in ax.get_xticks() if low <= tick <= high]
    assert ticks == [70, 75, 80, 85, 90, 95, 100]


def test_the_letter_behind_a_model_is_that_of_its_source(draw):
    labels = [text.get_text() for ax in draw().axes for text in ax.texts]
    assert {"Dᵃ", f"C{MARK}ᵇ", "Aᶜ", "Bᵈ"} <= set(labels)


def test_colour_and_marker_are_the_techniques(draw):
    drawn = [bars[0] for ax in draw(splits="apart").axes for bars in ax.containers]
    looks = {line.get_xdata()[0]: (to_rgb(line.get_color()), line.get_marker()) for line in drawn}
    pruning, compound = (to_rgb(charts.COLOURS[name]) for name in ("pruning", "compound"))
    assert looks == {60: (pruning, "v"), 9: (compound, "*"), 2: (pruning, "v"), 5: (pruning, "v")}


def test_an_unknown_work_and_technique_are_drawn_and_named_by_their_keys():
    row = ("doe2030tiny", "printed", "printed", "test", "f1", "telepathy", "E", 6, 90, 84)
    frame = pd.DataFrame([row], columns=COLUMNS.split()).assign(id="", task="mnli", borrowed=False)
    with charts.style.context():
        fig = charts.retained(frame, xlabel="x", ylabel="y")
    assert [text.get_text() for text in fig.legends[0].get_texts()] == [
        "doe2030tiny: baseline 84.0\N{NO-BREAK SPACE}%"
    ]


def test_no_rows_are_said_to_be_none():
    nothing = pd.DataFrame(columns=["id", "borrowed", *COLUMNS.split()])
    (ax,) = charts.retained(nothing, xlabel="x", ylabel="y", splits="test").axes
    assert "no source has a row" in ax.texts[0].get_text()


def test_factors_that_are_all_alike_have_ticks():
    """3.9 and 3.95 lie between two of the usual ticks."""
    rows = pd.DataFrame(ROWS[:2], columns=COLUMNS.split()).assign(
        id="", task="mnli", borrowed=False
    )
    rows = rows.assign(factor=[3.9, 3.95])
    (ax,) = charts.retained(rows, xlabel="x", ylabel="y", splits="together").axes
    low, high = ax.get_xlim()
    assert sum(low <= tick <= high for tick in ax.get_xticks()) > 1
