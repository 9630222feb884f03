"""What a technique's page shows of all sources."""

import pytest

from smallbert import charts, compare
from smallbert.charts import publish


@pytest.fixture
def tables(monkeypatch):
    """Return what is published as tables, by id."""
    shown = {}
    monkeypatch.setattr(
        publish, "table", lambda exhibit, frame, **_: shown.update({exhibit: frame})
    )
    return shown


def test_the_table_of_a_page_has_words_and_rounded_numbers(tables):
    """The deck, slide 2, Table 3: 83.3 of 84.6 is 98.5 %; 109M by 25.3M is 4.31."""
    rows = compare.evidence("distillation")
    rows = rows[(rows["source"] == "sun2020mobilebert") & (rows["row"] == "mobilebert")]
    charts.evidence_table("distillation", rows)
    assert tables["distillation-table"].loc[0].to_dict() == {
        "Model": "MobileBERT",
        "Source": "sun2020mobilebert",
        "Task": "MNLI matched, accuracy",
        "Split": "test",
        "Baseline": "BERT_BASE",
        "Score [%]": "83.3",
        "Baseline's [%]": "84.6",
        "Kept [%]": "98.5",
        "Factor [x]": "4.31",
        "Factor is": "printed",
        "Score is": "printed",
    }


@pytest.mark.parametrize(
    ("work", "axis", "words"),
    [
        # 52.3 of 52.5, and 898 ms by 201 ms: printed as 4.5x
        ("goyal2020powerbert", "speedup", "99.6 % kept on CoLA at 4.50x (GLUE test)"),
        # 91.97 of 91.51, more than any other cell; BERT_BASE by half of its layers is 1.64
        (
            "nvidia2021dist",
            "with_embeddings",
            "NV-DistilBERT, 6 layers keeps 100.5 % on SST-2 at 1.64x (development set)",
        ),
    ],
)
def test_a_row_named_by_its_task_is_said_to_keep_its_score_on_it(monkeypatch, work, axis, words):
    shown = {}
    monkeypatch.setattr(publish, "figure", lambda _, draw, **texts: shown.update(texts))
    monkeypatch.setattr(publish, "say", lambda **values: shown.update(values))
    rows = compare.by_task(work, size_axis=axis)
    charts.evidence(work, rows, task="each task's", axis=axis, splits="together")
    assert shown["found"] == words
    assert shown["finding"].startswith(words.partition(" at ")[0] + " at a factor of ")


def test_the_headline_of_a_technique_says_who_uses_others_too(monkeypatch):
    """The poster's EdgeBERT has 1.3 % of the size: pruned, quantized, shared and left early."""
    shown = {}
    monkeypatch.setattr(publish, "figure", lambda _, draw, **texts: shown.update(texts))
    monkeypatch.setattr(publish, "say", lambda **values: None)
    rows = compare.evidence("pruning")
    rows = rows[rows["model"].isin(["RPP, 59.3 %", "EdgeBERT"])]
    charts.evidence("pruning", rows, task="MNLI", axis="compression", splits="apart")
    alone, several = shown["finding"].split("; ")
    assert alone == "RPP, 59.3 % keeps 100.0 % at a factor of 2.2"
    assert several == "EdgeBERT keeps 99.8 % at a factor of 76.9, by 4 techniques"


@pytest.fixture
def shown(monkeypatch):
    """Return what a chart gives the page: its texts, and what the prose quotes."""
    told = {}
    monkeypatch.setattr(publish, "figure", lambda _, draw, **texts: told.update(texts, draw=draw))
    monkeypatch.setattr(publish, "say", lambda **values: told.update(values))
    return told


def test_the_page_of_a_work_speaks_of_its_own_rows_and_marks_the_borrowed(shown):
    """The README of Theseus repeats DistilBERT's 79.0 of 83.5; its own model has 82.1 of them."""
    rows = compare.evidence()
    rows = rows[rows["source"] == "xu2020theseus"]
    borrowed = dict(zip(rows["model"], rows["borrowed"], strict=True))
    assert borrowed == {"DistilBERT": True, "BERT-of-Theseus, 6 layers": False}
    rows.loc[rows["borrowed"], "retained"] = 101.0  # the best, were it the work's
    charts.evidence("xu2020theseus", rows, task="MNLI", axis="size", splits="together")
    assert shown["found"] == "BERT-of-Theseus, 6 layers keeps 98.3 % at 1.64x (development set)"
    assert shown["finding"] == "BERT-of-Theseus, 6 layers keeps 98.3 % at a factor of 1.6"
    assert "rows: 2. Highest of the work's own: BERT-of-Theseus" in shown["alt"]
    with charts.style.context():
        fig = shown["draw"]()
    assert "DistilBERT‡" in [text.get_text() for text in fig.axes[0].texts]
    assert fig.legends[0].get_title().get_text() == "‡ score of another work"


@pytest.mark.parametrize(
    ("axis", "words"),
    [
        ("with_embeddings", ""),
        # the README prints speedups of the students of MiniLMv2 alone, and MNLI of two others
        (
            "speedup",
            "Not shown, as their speedup is not reported: "
            "MiniLM, 12 layers of 384; MiniLM, 6 layers of 384.",
        ),
    ],
)
def test_models_without_a_place_on_the_axis_are_named_below_the_chart(monkeypatch, axis, words):
    shown = {}
    monkeypatch.setattr(publish, "figure", lambda _, draw, **texts: shown.update(texts))
    monkeypatch.setattr(publish, "say", lambda **values: None)
    rows = compare.evidence(size_axis=axis)
    rows = rows[rows["source"] == "wang2020minilm"]
    charts.evidence("wang2020minilm", rows, task="MNLI", axis=axis, splits="together")
    assert shown["caption"].endswith(words)
    assert ("Not shown" in shown["caption"]) == bool(words)


def test_many_models_without_a_place_are_counted(monkeypatch):
    """Ettin's table has no speedup: its nine small encoders, and the cap of four names."""
    shown = {}
    monkeypatch.setattr(publish, "figure", lambda _, draw, **texts: shown.update(texts))
    monkeypatch.setattr(publish, "say", lambda **values: None)
    rows = compare.evidence(size_axis="speedup")
    rows = rows[rows["source"] == "weller2025ettin"]
    charts.evidence("weller2025ettin", rows, task="MNLI", axis="speedup", splits="together")
    assert shown["caption"].endswith("Not shown, as their speedup is not reported: 9 models.")


def test_models_with_nothing_to_compare_them_with_are_named_below_the_chart(shown):
    """TextBrewer's README has rows from the papers of others."""
    rows = compare.evidence()
    own = rows[rows["source"] == "yang2020textbrewer"]
    charts.evidence("yang2020textbrewer", own, task="MNLI", axis="size", splits="together")
    why = "their scores are borrowed from works that measured them: DistilBERT; "
    assert f"Not shown, as {why}" in shown["caption"]
    shared = compare.evidence("distillation")
    charts.evidence("distillation", shared, task="MNLI", axis="size", splits="together")
    assert "DistilBERT" not in shown["caption"]  # shown in a row of its own work
