"""Expected numbers stand in the poster (lines 67, 68) and the deck (lines 99 to 116)."""

import pytest

from smallbert.errors import UserError

from .reading import drawn, near, texts

NAME = "matrix_decomposition"


def test_schematic_counts_the_factors_of_rank_252(published):
    shown = texts(published(NAME).figures["ganesh2021case-decomposition"])
    assert "768 × 252 and 252 × 3072:\n968 k parameters" in shown  # 252 * (768 + 3072) = 967,680
    assert "768 × 252 and 252 × 768:\n387 k parameters" in shown  # 252 * 1536 = 387,072
    # 12 * (4 * (589,824 - 387,072) + 2 * (2,359,296 - 967,680)) of 109,482,240 are saved
    assert "whole model:\n66.4 M parameters, 253 MiB" in shown


def test_deformer_keeps_every_weight_in_the_schematic(published):
    shown = texts(published(NAME).figures["ganesh2021case-decomposition"])
    assert shown.count("whole model:\n109 M parameters, 418 MiB") == 3  # before, before and after
    patches = published(NAME).figures["ganesh2021case-decomposition"].axes[0].patches
    assert sum(each.get_linestyle() == "--" for each in patches) == 9  # nine lower layers, line 105


def test_factors_are_larger_from_rank_512_on(published):
    assert published(NAME).said["last"] == "511"
    # at 512 attention adds 4 * 196,608 weights and feed-forward saves 2 * 393,216
    assert published(NAME, rank=512).said["kept"] == "100.0 %"
    assert published(NAME, rank=768).said["kept"] == "138.8 %"  # (109.48 + 12 * 3.54) / 109.48


def test_matrices_break_even_at_384_and_614(published):
    said = published(NAME).said
    assert said["even_square"] == "384"  # 768 / 2
    assert said["even_wide"] == "614"  # 768 * 3072 / 3840 = 614.4


def test_printed_sizes_stand_on_the_lines(published, overlaps):
    figure = published(NAME).figures["matrix_decomposition-rank"]
    points = drawn(figure)
    assert near(points, 252, 60.6)  # line 67
    assert near(points, 249, 49.1)
    assert figure.axes[0].get_xlabel() == "rank of the factors, in every matrix"
    assert overlaps(figure) == []


def test_poster_rows_are_lines_67_and_68(published):
    frame, layout = published(NAME).tables["matrix_decomposition-poster"]
    assert list(frame["", "Model"]) == ["Matrix decomposition (Noach and Goldberg)", "DeFormer"]
    assert list(frame["Speedup", "GPU"]) == ["0.92x", "3.14x"]
    assert list(frame["", "Avr."]) == ["-0.13", "-0.76"]
    assert layout["notes"]["deformer", ("", "Heading")].startswith("printed under Dynamic Inf")


def test_as_printed_deformer_is_not_of_this_heading(published):
    frame, layout = published(NAME, corrected=False).tables["matrix_decomposition-poster"]
    assert list(frame.index) == ["matrix-decomposition"]
    assert layout["notes"] == {}


def test_evidence_draws_both_works_on_mnli(published):
    figure = published(NAME).figures["matrix_decomposition-evidence"]
    points = drawn(figure)
    assert len(points) == 3
    assert near(points, 100 / 60.6, 8480 / 84.6)
    assert near(points, 1, 8260 / 84.4)  # the deck's Table 1, its own baseline
    assert near(points, 1, 8260 / 84.6)  # the poster, BERT_BASE
    titles = [ax.get_title(loc="left") for ax in figure.axes]
    assert titles == ["test and dev mixed", "split not stated"]


def test_factored_model_is_slower_on_gpu(published):
    found = published(NAME, size_axis="speedup", rank=100, corrected=False)
    assert near(drawn(found.figures["matrix_decomposition-evidence"]), 0.92, 8480 / 84.6)
    assert found.said["noach_gpu"] == "0.92x"


def test_large_deformer_is_compared_with_its_own_size(published):
    frame, _ = published(NAME, score="squad").tables["matrix_decomposition-table"]
    row = frame.set_index("Model").loc["DeFormer, BERT_LARGE (whole-word masking)"]
    assert row["Factor [x]"] == "1.00"  # it keeps all of BERT_LARGE's weights


def test_a_split_without_rows_is_drawn_with_a_remark(published):
    found = published(NAME, splits="test", published=False)
    assert found.said["rows"] == "0"
    assert "no source has a row" in " ".join(texts(found.figures["matrix_decomposition-evidence"]))


@pytest.mark.parametrize("rank", [0, 769])
def test_impossible_ranks_are_refused(published, rank):
    with pytest.raises(UserError, match=f"rank is {rank}"):
        published(NAME, rank=rank)
