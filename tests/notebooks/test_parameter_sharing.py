"""Expected numbers stand in the poster (lines 71 and 76), or are worked out by hand."""

import numpy as np
import pytest

from smallbert.errors import UserError

from .reading import drawn, drawn_of_documents, near, texts

NAME = "parameter_sharing"


def dashed(figure):
    return sum(each.get_linestyle() == "--" for each in figure.axes[0].patches)


def test_schematic_counts_one_set_and_narrow_vectors(published):
    shown = texts(published(NAME).figures["ganesh2021case-other"])
    assert "109 M parameters, 418 MiB" in shown
    # 31,036 * 128 + 2 * 128 + 99,072 + 7,087,872 + 590,592 = 11,750,400
    assert "11.8 M parameters, 44.8 MiB" in shown
    assert "22.35 G operations" in shown
    assert "22.37 G operations" in shown  # 2 * 128 * 128 * 768 more


def test_eleven_layers_are_not_stored(published):
    assert dashed(published(NAME).figures["ganesh2021case-other"]) == 11
    assert dashed(published(NAME, layer_sets=7).figures["ganesh2021case-other"]) == 5


def test_twelve_sets_of_full_width_are_bert_base(published):
    found = published(NAME, layer_sets=12, embedding_size=768, corrected=False)
    assert (found.said["kept"], found.said["work"]) == ("100.0 %", "100.0 %")
    assert dashed(found.figures["ganesh2021case-other"]) == 0


def test_size_falls_with_the_sets_and_operations_do_not(published):
    stored, computed = published(NAME).figures["parameter_sharing-sizes"].axes
    narrow = stored.lines[1].get_ydata()
    assert np.allclose(np.diff(narrow), 4 * 7_087_872 / 2**20)  # one layer's bytes
    assert np.ptp(computed.lines[0].get_ydata()) == 0
    assert computed.get_ylim()[0] == 0


def test_albert_stands_at_its_printed_size(published, overlaps):
    figure = published(NAME).figures["parameter_sharing-sizes"]
    assert near(drawn(figure), 1, 0.107 * 4 * 109_482_240 / 2**20)  # line 71: 10.7%
    assert [each for each in overlaps(figure) if "a marker" not in each] == []


def test_albert_is_counted_to_the_printed_digit_with_embeddings(published):
    said = published(NAME).said
    assert said["whole"] == said["albert_size"] == "10.7 %"
    assert (said["inside"], said["albert_inside"]) == ("9.0 %", "8.8 %")


def test_xxlarge_is_smaller_than_bert_large_and_works_more(published):
    said = published(NAME).said
    assert said["large_size"] == "66 %"  # 223 M of 335 M
    assert said["theirs"] == "2500 G"  # published table of Desislavov et al.
    assert float(said["large_work"]) > 7


def test_poster_row_is_line_71_with_its_doubts(published):
    frame, layout = published(NAME).tables["parameter_sharing-poster"]
    assert list(frame["", "Model"]) == ["ALBERT"]
    cells = [frame.loc["albert", ("Accuracy/F1", task)] for task in ("MNLI", "QQP", "SST-2", "SQD")]
    assert cells == ["84.3", "89.6", "90.3", "89.3"]
    assert "version 1" in layout["notes"]["albert", ("Accuracy/F1", "MNLI")]
    assert ("albert", ("Accuracy/F1", "SQD")) in layout["struck"]
    assert ("albert", ("Speedup", "GPU")) not in layout["struck"]


def test_evidence_leaves_albert_out_and_marks_edgebert(published, overlaps):
    """Of the documents' models; ALBERT's repository has rows of its own."""
    run = published(NAME)
    figure = run.figures["parameter_sharing-evidence"]
    points = drawn_of_documents(figure, run.names["rows"])
    assert len(points) == 1
    assert near(points, 100 / 1.3, 8440 / 84.6)
    assert any(text.startswith("EdgeBERT†") for text in texts(figure))
    assert overlaps(figure) == []


def test_speedup_axis_holds_the_printed_gpu_speedups(published):
    found = published(NAME, size_axis="speedup", splits="together", published=False)
    points = drawn(found.figures["parameter_sharing-evidence"])
    assert {round(x, 2) for x, _ in points} == {1.83}


@pytest.mark.parametrize("wrong", [{"layer_sets": 13}, {"embedding_size": 0}])
def test_impossible_shapes_are_refused(published, wrong):
    with pytest.raises(UserError, match=f"{next(iter(wrong))} is"):
        published(NAME, **wrong)
