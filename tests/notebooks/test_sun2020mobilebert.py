"""MobileBERT: expected numbers are those of slide 2, lines 49 to 61 of the deck."""

import pytest

from smallbert.data import parameters
from smallbert.errors import UsageError

NAME = "sun2020mobilebert"
TABLE = "sun2020mobilebert-table3"
CHART = "sun2020mobilebert-chart"
CLAIMS = "sun2020mobilebert-claims"


def series(ax):
    lines = {each.get_label(): each.lines[0] for each in ax.containers if hasattr(each, "lines")}
    return {
        label: list(zip(line.get_xdata(), line.get_ydata(), strict=True))
        for label, line in lines.items()
    }


def change(found, label):
    ax = found.figures[CHART].axes[1]
    (marks,) = (each for each in ax.collections if each.get_label() == label)
    tasks = [each.get_text() for each in ax.get_yticklabels()]
    return {tasks[int(y)]: x for x, y in marks.get_offsets()}


def test_table_has_the_seven_rows_in_the_slide_s_order(published):
    frame, _ = published(NAME).tables[TABLE]
    assert list(frame.iloc[:, 0]) == [
        "ELMo-BiLSTM-Attn",
        "OpenAI GPT",
        "BERT_BASE",
        "BERT_BASE-6L-PKD",
        "BERT_BASE-3L-PKD",
        "MobileBERT",
        "MobileBERT w/o OPT",
    ]
    sizes = ["25.3M", "5.7B"]
    scores = ["50.5", "92.8", "88.8", "84.4", "70.2", "83.3/82.6", "90.6", "66.2", "77.7"]
    assert list(frame.loc["mobilebert"])[1:] == sizes + scores


def test_training_sets_stand_under_their_tasks(published):
    frame, _ = published(NAME).tables[TABLE]
    upper = [each[:2] for each in frame.columns]
    assert upper[:3] == [("Model", ""), ("#Params", ""), ("#FLOPS", "")]
    assert upper[3:] == [
        ("CoLA", "8.5k"),
        ("SST-2", "67k"),
        ("MRPC", "3.7k"),
        ("STS-B", "5.7k"),
        ("QQP", "364k"),
        ("MNLI-m/mm", "393k"),
        ("QNLI", "108k"),
        ("RTE", "2.5k"),
        ("GLUE", ""),
    ]


def test_third_heading_says_what_each_number_is(published):
    frame, _ = published(NAME).tables[TABLE]
    kinds = {each[0]: each[2] for each in frame.columns}
    assert kinds["CoLA"] == "Matthews correlation [%]"
    assert kinds["QQP"] == "F1 [%]"
    assert kinds["#Params"] == "parameters [M]"


def test_gpt_is_noted_to_be_gpt_on_stilts(published):
    _, layout = published(NAME).tables[TABLE]
    notes = {row: text for (row, _), text in layout["notes"].items()}
    assert "STILTs" in notes["gpt"]
    assert "72.8" in notes["gpt"]


def test_uncorrected_headings_are_as_misread(published):
    frame, _ = published(NAME, corrected=False).tables[TABLE]
    assert ("#Parame", "mi ai aiiis") in [each[:2] for each in frame.columns]
    assert ("CLUE", "GLCL") in [each[:2] for each in frame.columns]


def test_models_stand_at_their_parameters_and_scores(published):
    drawn = series(published(NAME).figures[CHART].axes[0])
    assert drawn["BERT_BASE (printed)"] == [(109, 84.6)]
    assert drawn["PKD, 6 layers (printed)"] == [(66.5, 81.5)]
    assert drawn["PKD, 3 layers (printed)"] == [(45.3, 76.7)]
    assert drawn["MobileBERT (printed)"] == [(25.3, 83.3)]
    assert drawn["MobileBERT w/o OPT (printed)"] == [(25.3, 84.3)]
    assert drawn["OpenAI GPT on STILTs (printed)"] == [(109, 80.7)]
    assert drawn["MobileBERT_TINY (published)"] == [(15.1, 81.5)]


def test_remarks_start_at_the_baseline_and_end_at_the_student(published):
    drawn = series(published(NAME).figures[CHART].axes[0])
    assert drawn["1/4: 84(?) => 84"] == [(109, 84), (27.25, 84)]
    assert drawn["1/10: 87 => 84"] == [(253, 87), (25.3, 84)]


def test_operations_are_another_cost(published):
    ax = published(NAME, cost_axis="operations").figures[CHART].axes[0]
    drawn = series(ax)
    assert drawn["BERT_BASE (printed)"] == [(22.5, 84.6)]
    assert drawn["PKD, 3 layers (printed)"] == [(5.7, 76.7)]
    assert "[G]" in ax.get_xlabel()
    assert "OpenAI GPT on STILTs (printed)" not in drawn


def test_latency_comes_from_the_published_table_alone(published):
    drawn = series(published(NAME, cost_axis="latency").figures[CHART].axes[0])
    assert drawn == {
        "MobileBERT_TINY (published)": [(40, 81.5)],
        "MobileBERT (published)": [(62, 83.3)],
        "MobileBERT w/o OPT (published)": [(192, 84.3)],
    }


def test_latency_is_refused_without_the_published_table(published):
    with pytest.raises(UsageError, match="published is False"):
        published(NAME, cost_axis="latency", published=False)


def test_unpublished_chart_shows_the_slide_s_rows_alone(published):
    drawn = series(published(NAME, published=False).figures[CHART].axes[0])
    assert not any("published" in each for each in drawn)


def test_changes_by_task_are_those_against_bert_base(published):
    drawn = change(published(NAME), "MobileBERT w/o OPT")
    assert drawn["CoLA"] == pytest.approx(-1.0)
    assert drawn["RTE"] == pytest.approx(4.0)
    assert drawn["GLUE"] == pytest.approx(0.2)
    assert change(published(NAME), "MobileBERT")["GLUE"] == pytest.approx(-0.6)


def test_lead_without_opt_rests_on_rte(published):
    said = published(NAME).said
    # means of the table's rows by hand: 79.21 - 79.05 with RTE, 80.46 - 80.86 without
    assert (said["with_rte"], said["without_rte"]) == ("+0.2", "−0.4")
    assert "rests on RTE alone" in said["rte_sentence"]


def test_with_opt_there_is_no_lead(published):
    said = published(NAME, opt="with").said
    assert said["glue"] == "77.7"
    assert "RTE alone" not in said["rte_sentence"]


def test_84_before_the_arrow_is_the_mean_of_both_parts(published):
    frame, _ = published(NAME).tables[CLAIMS]
    assert list(frame["Remark", ""]) == [
        "1/4: 84(?) => 84",
        "Retrain the teacher",
        "1/10: 87 => 84",
    ]
    row = frame.loc["one-quarter"]
    assert row["MNLI before [%]", "table: m / mm / mean"] == "84.6 / 83.4 / 84.0"
    assert row["MNLI after [%]", "table: m / mm / mean"] == "84.3 / 83.4 / 83.85"
    assert "before: met by the mean" in row["What the numbers say", ""]
    assert row["Factor [x]", "weights"] == "4.3"


def test_87_is_in_no_row(published):
    frame, _ = published(NAME).tables[CLAIMS]
    words = frame.loc["one-tenth"]["What the numbers say", ""]
    assert "no row has 87" in words
    assert "253 M" in words
    assert "86.7 / 85.9" in words


def test_opt_changes_what_meets_the_remark(published):
    frame, _ = published(NAME, opt="with").tables[CLAIMS]
    assert frame.loc["one-quarter"].iloc[-1].endswith("after: met by none of the three")


def test_impossible_parameters_are_refused():
    with pytest.raises(UsageError, match="parameters, operations, latency"):
        parameters.require(cost_axis="flops")
    with pytest.raises(UsageError, match="with, without"):
        parameters.require(opt=True)
