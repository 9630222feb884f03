"""Zhao et al.: expected numbers are those of slide 1, lines 11 to 39 of the deck."""

import pytest

from smallbert.charts.publish import to_html
from smallbert.charts.tables import Layout
from smallbert.data import parameters
from smallbert.errors import UsageError

NAME = "zhao2019extreme"


def points(ax, label):
    line = next(each for each in ax.containers if each.get_label() == label).lines[0]
    return list(zip(line.get_xdata(), line.get_ydata(), strict=True))


def losses(ax, label):
    names = ax.get_legend_handles_labels()[1]
    return ax.lines[names.index(label)].get_ydata()


def test_table_has_the_slide_s_two_header_rows(published):
    frame, _ = published(NAME).tables["zhao2019extreme-table3"]
    assert list(frame.columns)[:4] == [
        ("Model", ""),
        ("Hidden", "Dim"),
        ("Vocab", "Size"),
        ("Compress", "Factor"),
    ]
    assert list(frame.columns)[4:] == [
        ("MRPC", "(F1/Acc) [%]"),
        ("MNLI-m", "(Acc) [%]"),
        ("MNLI-mm", "(Acc) [%]"),
        ("SST-2", "(Acc) [%]"),
    ]


def test_sizes_span_the_blocks_of_four_rows(published):
    frame, layout = published(NAME).tables["zhao2019extreme-table3"]
    html = to_html(frame, Layout(**layout))
    assert html.count('rowspan="4"') == 9
    assert html.count("rowspan") == 9
    assert [html.count(f">{factor}") for factor in ("5.74x", "19.41x", "61.94x")] == [1, 1, 1]


def test_misread_cells_are_mended_and_marked(published):
    frame, layout = published(NAME).tables["zhao2019extreme-table3"]
    assert list(frame.loc["pkd-3"].iloc[1:3]) == ["768", "30522"]
    assert list(frame.loc["dualtrain-down-48"].iloc[1:4]) == ["48", "4928", "61.94x"]
    notes = layout["notes"]
    assert "'708'" in notes["pkd-3", ("Hidden", "Dim")]
    assert "'30322'" in notes["pkd-3", ("Vocab", "Size")]
    assert "'90'" in notes["nokd-96", ("Hidden", "Dim")]
    assert "'61.94X'" in notes["nokd-48", ("Compress", "Factor")]


def test_chart_has_every_row_at_its_factor_and_accuracy(published):
    ax = published(NAME).figures["zhao2019extreme-chart"].axes[0]
    assert points(ax, "Teacher BERT_BASE") == [(1, 84.0)]
    assert points(ax, "PKD") == [(1.64, 81.5), (2.4, 76.7)]
    assert points(ax, "NoKD Baseline") == [(5.74, 77.4), (19.41, 76.2), (61.94, 70.9)]
    assert points(ax, "DualTrain") == [(5.74, 78.1), (19.41, 76.1), (61.94, 70.6)]
    assert points(ax, "DualTrain + SharedProjDown") == [(5.74, 78.2), (19.41, 76.5), (61.94, 71.3)]
    assert points(ax, "DualTrain + SharedProjUp") == [(5.74, 77.5), (19.41, 76.4), (61.94, 71.0)]
    assert ax.get_xscale() == "log"


def test_chart_shows_the_slide_s_remarks_beside_the_points(published):
    ax = published(NAME).figures["zhao2019extreme-chart"].axes[0]
    drawn = points(ax, "the slide's remark")
    assert drawn == [(pytest.approx(6), 78), (pytest.approx(20), 76), (pytest.approx(60), 71)]
    written = {each.get_text() for each in ax.texts}
    assert {"1/6: 84 => 78", "1/20: 84 => 76", "1/60: 84 => 71"} <= written


def test_losses_of_the_best_students_stand_below(published):
    below = published(NAME).figures["zhao2019extreme-chart"].axes[1]
    assert losses(below, "MNLI-m accuracy") == pytest.approx([-5.8, -7.5, -12.7])
    assert losses(below, "MRPC F1") == pytest.approx([-3.6, -2.4, -9.2])
    assert losses(below, "SST-2 accuracy") == pytest.approx([-5.1, -7.9, -11.3])


def test_another_measure_is_drawn_without_the_remarks(published):
    ax = published(NAME, measure="mrpc-f1").figures["zhao2019extreme-chart"].axes[0]
    assert points(ax, "DualTrain") == [(5.74, 82.5), (19.41, 86.1), (61.94, 77.5)]
    assert "MRPC F1" in ax.get_ylabel()
    assert not any("=>" in each.get_text() for each in ax.texts)


def test_rows_without_a_printed_factor_are_not_drawn_uncorrected(published):
    ax = published(NAME, corrected=False).figures["zhao2019extreme-chart"].axes[0]
    assert points(ax, "NoKD Baseline") == [(19.41, 76.2)]


def test_remarks_agree_with_the_nearest_rows(published):
    frame, _ = published(NAME).tables["zhao2019extreme-claims"]
    assert list(frame["Remark", ""]) == [
        "1/6: 84 => 78",
        "1/20: 84 => 76",
        "1/60: 84 => 71",
        "Severe Performance Drop",
    ]
    assert list(frame["Factor [x]", "table"]) == ["5.74", "19.41", "61.94", ""]
    assert list(frame["MNLI-m after [%]", "table"]) == ["78.1", "76.1", "71.0", ""]
    assert list(frame["What the numbers say", ""].str[:6])[:3] == ["agrees"] * 3


def test_smallest_student_takes_less_than_seven_mebibytes_at_32_bits(published):
    # 109,482,240 weights of BERT_BASE / 61.94 * 4 bytes = 7,070,212 bytes
    assert published(NAME).said["smallest_mib"] == "6.74 MiB"
    assert published(NAME).said["smallest_mb_32"] == "7.07 MB"
    assert published(NAME, bits=8).said["smallest_mib"] == "1.69 MiB"


@pytest.mark.parametrize(
    "value", [{"measure": "qqp"}, {"bits": 0}, {"bits": 64}, {"corrected": "no"}]
)
def test_impossible_parameters_are_refused(value):
    with pytest.raises(UsageError, match=r"use one of|give a whole number|use true"):
        parameters.require(**value)


def test_notebook_refuses_an_unknown_measure(published):
    with pytest.raises(UsageError, match="mnli-m, mnli-mm, sst-2, mrpc-f1, mrpc-accuracy"):
        published(NAME, measure="qqp")


def test_no_one_shape_gives_all_three_factors(published):
    frame, _ = published(NAME).tables["zhao2019extreme-shapes"]
    # by hand: 109.48 M / 5.74; 4928 pieces, 512 positions and 2 types of width 192
    weights = frame["Weights [M]"]
    assert list(weights["by the factor"]) == ["19.07", "5.64", "1.77"]
    assert weights["of embeddings"].iloc[0] == "1.04"
    # (19.07 M - 1.04 M - 37 k) / 12 is 1.499 M a layer, less 4H^2 + 9H over 2H + 1: 3507
    assert frame["Twelve layers", "feed-forward width"].iloc[0] == "3507"
    assert frame["Twelve layers", "times hidden size"].is_monotonic_increasing


def test_the_posters_row_has_the_factors_size_and_two_students_scores(published):
    said = published(NAME).said
    assert said["with_all"] == "1.61 %"  # 1 / 61.94; the poster's line 66 has 1.6
    assert said["poster_without"] == "1.8 %"
    assert (said["poster_mnli"], said["down_sst"]) == ("71.3 %", "80.0 %")  # line 26
    assert (said["poster_sst"], said["up_mnli"]) == ("82.2 %", "71.0 %")  # line 27
