"""Expected numbers stand in the poster's table and on slides 1, 2 and 6, or are worked by hand."""

import pytest
from matplotlib.patches import Rectangle

from smallbert.charts.retained import RAISED
from smallbert.errors import UserError

from .reading import legend, points, texts

NAME = "distillation"


def test_six_layers_of_full_width_are_67_million_parameters(published):
    shown = texts(published(NAME).figures["ganesh2021case-distillation"])
    assert "teacher: 109 M parameters, 418 MiB, 22.3 G operations" in shown
    assert "student: 67 M parameters, 255 MiB, 11.2 G operations" in shown  # 66,955,008


def test_a_narrow_student_is_mostly_embeddings(published):
    said = published(NAME, student_layers=2, student_hidden=128).said
    # BERT-Tiny has 4,385,920 parameters, and 31,034 embeddings of width 128 are 3,972,352
    assert said["times"] == "24.96"
    assert int(said["words_after"].rstrip(" %")) > 85 > int(said["words_before"].rstrip(" %"))


def test_schematic_draws_a_block_for_each_layer(published):
    figure = published(NAME, student_layers=3).figures["ganesh2021case-distillation"]
    blocks = [each for each in figure.axes[0].patches if isinstance(each, Rectangle)]
    assert sum(block.get_height() == 0.16 for block in blocks) == 12 + 3


def test_lightpaff_and_distilbert_stand_under_their_own_headings(published):
    frame, layout = published(NAME).tables["distillation-poster"]
    headings = dict(zip(frame["", "Model"], frame["", "Heading"], strict=True))
    assert headings["LightPAFF"] == "KD from Output Logits"
    assert headings["DistilBERT"] == "Multiple KD combined"
    moved = {row for row, column in layout["notes"] if column == ("", "Heading")}
    assert moved == {"lightpaff", "distilbert"}
    printed, _ = published(NAME, corrected=False).tables["distillation-poster"]
    assert "LightPAFF" not in set(printed["", "Model"])


def test_the_five_fastest_rows_are_students(published):
    said = published(NAME).said
    # the column GPU: 25.5, 19.5, 10.7, 9.4, 6.25 are students; 5.9 is DynaBERT
    assert (said["fastest"], said["slow"], said["fast"]) == ("5", "6.25x", "25.5x")
    assert said["runner_up"] == "DynaBERT"


def test_gain_of_a_teacher_is_a_difference_of_two_printed_scores(published):
    frame, _ = published(NAME).tables["distillation-gain"]
    gain = frame["MNLI-m [points]"].round(1)
    assert gain["dualtrain-48"] == -0.3  # slide 1: 70.6 and 70.9
    assert gain["test-pd"] == 1.0  # slide 6: 82.8 and 81.8
    assert gain["test-sun"] == 1.1  # slide 6: 81.5 and 80.4
    assert gain["sun-pkd-3"] == 2.7  # PKD's files: 77.61 and 74.94
    assert gain["sun-pkd-6"] == 2.0  # 82.23 and 80.23
    assert len(gain) == 19


def test_the_mean_gain_is_that_of_unrounded_changes_and_the_slower_student_is_named(published):
    """The 19 changes add up to 14.18 points; rounded first, to 14.3. The column CPU has 8.6."""
    said = published(NAME).said
    assert said["mean"] == "0.7"
    assert (said["other_name"], said["other_speed"]) == ("MTL distillation", "8.6x")


def test_pkd_has_two_heights_for_it_has_two_baselines(published):
    figure = published(NAME).figures["distillation-evidence"]
    titles = [ax.get_title(loc="left") for ax in figure.axes]
    assert titles[:2] == ["GLUE test", "development set"]
    near = [kept for factor, kept in points(figure.axes[0]) if factor < 1.7]
    assert sorted(near) == pytest.approx([8150 / 84.6] * 2 + [8150 / 84.0, 8280 / 84.6])


def test_legend_tells_the_baselines_apart(published, overlaps):
    figure = published(NAME).figures["distillation-evidence"]
    words = [each.lstrip(f"{RAISED} ") for each in legend(figure)]
    assert "Zhao et al.: baseline 84.0 %" in words  # slide 1, the teacher's MNLI-m
    assert "MobileBERT: baseline 84.6 %" in words  # slide 2
    assert "XTC: baseline 84.9 %" in words
    assert "published score" in words
    assert overlaps(figure) == []


def test_metrics_are_named_where_they_differ(published):
    figure = published(NAME, score="mrpc", splits="together").figures["distillation-evidence"]
    words = [each.lstrip(f"{RAISED} ") for each in legend(figure)]
    assert "MobileBERT: GLUE test, F1, baseline 88.9 %" in words
    assert "Zhao et al.: GLUE test, accuracy, baseline 84.3 %" in words


def test_only_test_rows_are_left_when_asked_for(published):
    found = published(NAME, splits="test", published=False, corrected=False)
    frame, _ = found.tables["distillation-table"]
    assert set(frame["Split"]) == {"test"}
    assert set(frame["Score is"]) == {"printed"}


def test_a_13_layer_student_is_refused(published):
    with pytest.raises(UserError, match="student_layers is 13"):
        published(NAME, student_layers=13)
