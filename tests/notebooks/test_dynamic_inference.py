"""Expected numbers stand in the poster (lines 68 to 70 and 76), or are worked out by hand."""

import pytest

from smallbert.charts.retained import RAISED
from smallbert.errors import UserError

from .reading import drawn, drawn_of_documents, legend, near, texts

NAME = "dynamic_inference"


def test_schematic_has_the_same_weights_three_times(published):
    shown = texts(published(NAME).figures["ganesh2021case-dynamic"])
    assert shown.count("109 M parameters,\n418 MiB") == 3
    # 12 layers, 2 * 128 * (7,077,888 + 2 * 128 * 768) operations each
    assert "22.3 G operations" in shown
    assert "17.9 G operations" in shown  # 22.3 * 9.6 / 12


def test_word_vectors_fall_from_128_to_a_tenth(published):
    shown = texts(published(NAME).figures["ganesh2021case-dynamic"])
    left = [int(each) for each in shown if each.isdigit()]
    assert (left[0], left[-1], len(left)) == (128, 13, 12)  # 128 / 10, rounded
    assert left == sorted(left, reverse=True)


def test_whole_depth_and_all_vectors_save_nothing(published):
    found = published(NAME, exit_depth=12.0, tokens_kept=1.0, corrected=False)
    assert (found.said["exit_factor"], found.said["drop_factor"]) == ("1.00x", "1.00x")
    patches = found.figures["ganesh2021case-dynamic"].axes[0].patches
    assert not any(each.get_linestyle() == "--" for each in patches)


def test_half_the_depth_saves_half(published):
    assert published(NAME, exit_depth=6.0, sequence_length=512).said["exit_factor"] == "2.00x"


def test_printed_speedups_are_met_at_these_depths(published, overlaps):
    figure = published(NAME).figures["dynamic_inference-operations"]
    points = drawn(figure)
    assert near(points, 12 / 1.25, 1.25)  # line 69, GPU
    assert near(points, 12 / 1.28, 1.28)  # line 69, CPU
    assert {2.5, 3.1} <= {y for _, y in points}  # line 70
    assert "PoWER-BERT on CPU: 3.1x" in legend(figure)
    assert [each for each in overlaps(figure) if "a marker" not in each] == []


def test_poster_rows_are_lines_69_and_70(published):
    frame, _ = published(NAME).tables["dynamic_inference-poster"]
    assert list(frame["", "Model"]) == ["DeeBERT", "PoWER-BERT"]
    assert list(frame["Model size", "w/ emb"]) == ["100%", "100%"]
    assert list(frame["Speedup", "CPU"]) == ["1.28x", "3.1x"]


def test_as_printed_deformer_stands_here(published):
    frame, _ = published(NAME, corrected=False).tables["dynamic_inference-poster"]
    assert list(frame["", "Model"]) == ["DeFormer", "DeeBERT", "PoWER-BERT"]  # lines 68 to 70


def test_evidence_draws_speedups_by_default(published, overlaps):
    found = published(NAME)
    figure = found.figures["dynamic_inference-evidence"]
    points = drawn_of_documents(figure, found.names["rows"])
    assert len(points) == 3
    assert near(points, 1.25, 8390 / 84.6, rel=1e-3)
    assert near(points, 2.5, 8380 / 84.6, rel=1e-3)
    assert near(points, 1.83, 8440 / 84.6)  # EdgeBERT, line 76
    names = {text.rstrip(RAISED) for text in texts(figure)}
    assert {"DeeBERT", "PoWER-BERT", "EdgeBERT†"} <= names
    assert overlaps(figure) == []


def test_stored_size_stays_at_one(published):
    found = published(NAME, size_axis="with_embeddings", score="sst-2", published=False)
    points = drawn(found.figures["dynamic_inference-evidence"])
    assert near(points, 1, 9340 / 93.5, rel=1e-3)
    assert near(points, 1, 9210 / 93.5, rel=1e-3)
    assert near(points, 100 / 1.3, 8850 / 93.5, rel=1e-3)


def test_a_score_that_nobody_reports_is_drawn_with_a_remark(published):
    found = published(NAME, score="squad", splits="dev")
    assert found.said["rows"] == "0"
    assert "no source has a row" in " ".join(texts(found.figures["dynamic_inference-evidence"]))


@pytest.mark.parametrize("wrong", [{"exit_depth": 13.0}, {"tokens_kept": 0.0}])
def test_impossible_depths_and_shares_are_refused(published, wrong):
    with pytest.raises(UserError, match=f"{next(iter(wrong))} is"):
        published(NAME, **wrong)
