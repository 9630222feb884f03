"""Expected numbers stand in document 004, lines 98 to 120 (slide 4), or are worked by hand."""

import pytest
from matplotlib.collections import PathCollection

from smallbert.errors import UserError

from .reading import points

NAME = "cao2020deformer"
DROP = "Performance Drop (absolute %age)"


def drawn(ax):
    """Return x of the points of each series, from top to bottom."""
    heaps = [each for each in ax.collections if isinstance(each, PathCollection)]
    return [[x for x, _ in sorted(each.get_offsets(), key=lambda at: at[1])] for each in heaps]


def test_the_drop_is_one_heading_over_two_columns(published):
    frame, layout = published(NAME).tables["cao2020deformer-table1"]
    assert list(frame[DROP]) == ["absolute", "%age"]
    assert ("race", ("Avg. Input Tokens", "")) in layout["notes"]


def test_table2_has_the_rows_of_lines_108_to_110(published):
    frame, layout = published(NAME).tables["cao2020deformer-table2"]
    assert [list(row) for row in frame.to_numpy()] == [
        ["BERT-large", "92.3", "204.1", "1549.6"],
        ["BERT-base", "88.5", "58.4", "584.2"],
        ["Decomp-BERT-large", "90.8", "47.7", "359.7"],
    ]
    assert "whole-word masking" in layout["notes"]["bert-large", ""]


def test_table3_explains_the_star_of_the_phone(published):
    frame, layout = published(NAME).tables["cao2020deformer-table3"]
    assert [list(row) for row in frame.to_numpy()] == [
        ["BERT-base", "0.22", "5.90", "10.20*"],
        ["Decomp-BERT-base", "0.07", "1.66", "3.28*"],
    ]
    phone = ("OnePlus 6 Phone", "s, batch of 1")
    assert "batch of 1" in layout["notes"]["bert-base", phone]
    assert "batch of 1" in layout["notes"]["deformer-base", phone]


def test_the_chart_draws_drop_speedup_and_memory_in_the_tables_order(published):
    axes = published(NAME).figures["cao2020deformer-chart"].axes
    assert drawn(axes[0]) == [[1.4, 1.8, 1.0, 1.8, 0.2]]
    assert drawn(axes[1]) == [[3.2, 3.4, 3.5, 2.2, 2.0]]
    assert drawn(axes[2]) == [[70.3, 72.9, 72.0, 56.4, 50.0]]
    assert [ax.get_xlim()[0] for ax in axes] == [0, 1, 0]  # BERT_BASE
    names = [each.get_text() for each in axes[0].get_yticklabels()]
    assert names[0] == "SQuAD\n320 tokens"


def test_the_charts_axes_name_their_units(published):
    axes = published(NAME).figures["cao2020deformer-chart"].axes
    assert [ax.get_xlabel() for ax in axes] == [
        "Drop [points]",
        "Speedup [times]",
        "Inference memory saved [%]",
    ]


def test_computed_operations_stand_beside_the_printed_speedup(published):
    left, right = published(NAME).figures["cao2020deformer-operations"].axes
    assert drawn(right)[0] == [3.2, 3.4, 3.5, 2.2, 2.0]
    # by hand, 320 and 20 tokens, in units of H = 768: a layer is 12 n + 2 n^2 / H,
    # 4106.7 and 241.0; 12 * 4106.7 / (9 * 241.0 + 3 * 4106.7) = 3.401
    assert drawn(right)[1][0] == pytest.approx(3.401, abs=0.001)
    assert points(left)[9] == (9, pytest.approx(3.401, abs=0.001))
    assert [cached for cached, _ in points(left)] == list(range(12))
    assert "3.40x" in [text.get_text() for text in left.texts]


def test_no_layer_cached_saves_nothing(published):
    run = published(NAME, cached_layers=0, sequence_length=512, question_length=100)
    assert run.said["chosen"] == run.said["limit"].ljust(4, "0") == "1.00"
    assert run.said["squad_question"] == "an impossible length"
    assert run.said["over"] == "5 printed speedups are"
    left, _ = run.figures["cao2020deformer-operations"].axes
    assert left.get_title(loc="left") == "512 tokens, 100 of them question"


def test_table_2_counts_a_multiply_add_as_two_operations(published):
    said = published(NAME, corrected=False).said
    assert said["printed_base"] == "58.4 G"  # line 109
    # by hand: 12 * 320 * (24 * 768^2 + 4 * 320 * 768) + 2 * 768^2
    assert said["flops_base"] == f"{58134233088 / 1e9:.1f} G" == "58.1 G"
    assert said["macs_base"] == "29.1 G"


def test_latency_ratios_are_those_of_lines_115_and_116(published):
    said = published(NAME).said
    assert (said["gpu"], said["cpu"], said["phone"]) == ("3.14", "3.55", "3.11")
    assert said["gpu_range"] == "2.87 to 3.46"  # 0.215 / 0.075 and 0.225 / 0.065


def test_the_remark_is_set_against_what_remains(published):
    frame, layout = published(NAME).tables["cao2020deformer-claims"]
    assert set(frame["Remark"]) == {"1/4: 84 => 82"}  # line 120
    assert set(frame["MNLI in Table 1"]) == {"84.4 to 82.6"}
    shares = dict(zip(frame["What remains"], frame["Share"], strict=True))
    assert shares["weights"] == "1.00"
    assert shares["inference memory, MNLI"] == "0.44"  # 1 - 56.4 %
    assert shares["operations, BERT_LARGE"] == "0.23"  # 47.7 / 204.1
    assert "Remark" in layout["span"]


def test_other_layers_cached_change_the_share_that_reads_both(published):
    frame, _ = published(NAME, cached_layers=6).tables["cao2020deformer-claims"]
    assert frame["What remains"][1] == "layers that read both texts, 6 cached"
    assert (frame["Share"][1], frame["Rounds to 1/4"][1]) == ("0.50", "no")


@pytest.mark.parametrize("figure", ["cao2020deformer-chart", "cao2020deformer-operations"])
def test_no_label_covers_another(published, overlaps, figure):
    assert not overlaps(published(NAME).figures[figure])


@pytest.mark.parametrize(
    "wrong", [{"cached_layers": 12}, {"question_length": 320}, {"sequence_length": 600}]
)
def test_an_impossible_value_is_refused(published, wrong):
    with pytest.raises(UserError, match="give"):
        published(NAME, **wrong)


def test_memory_fits_the_results_of_all_layers(published):
    said = published(NAME).said
    assert said["printed_ratio"] == "2.653"  # lines 108 and 109: 1549.6 / 584.2
    # by hand [MiB, 320 tokens]: L (12 nH + a n^2) of four bytes, three nH for words, positions
    # and their norm: 24 * 21.25 + 3.75 is 513.75, 12 * 15.9375 + 2.8125 is 194.06
    assert said["results_ratio"] == f"{513.75 / 194.0625:.3f}" == "2.647"
    assert (said["times_base"], said["times_large"]) == ("3.01", "3.02")


def test_speed_and_memory_imply_nearly_the_same_questions(published):
    frame, _ = published(NAME).tables["cao2020deformer-lengths"]
    squad = frame.iloc[0]
    # by hand, 3.2x: 1 / 3.2 is 3 / 12 + 9 / 12 of c(28) / c(320) = 28 * 18544 / (320 * 19712)
    assert (squad["Question by time"], squad["Question by memory"]) == ("28", "27")
    large = frame[frame["Task"] == "SQuAD, BERT_LARGE"].set_index("Layers cached")
    # line 110: 47.7 / 204.1 is less than the 6 / 24 that 18 cached layers leave
    assert large.loc[18, "Question by time"] == large.loc[18, "Question by memory"] == "none"
    assert large.loc[20, "Time or operations left [%]"] == "23.4"
