"""Expected numbers stand in the poster's table and on slides 3 and 5, or are worked by hand."""

import pytest

from smallbert.charts.retained import RAISED
from smallbert.errors import UserError

from .reading import drawn, legend, texts, works

NAME = "pruning"


def test_stored_zeros_save_no_byte(published):
    shown = texts(published(NAME).figures["ganesh2021case-pruning"])
    assert "before: 109 M parameters, 417.6 MiB" in shown  # 109,482,240 weights of 4 bytes
    # 60 % of the 84,934,656 weights of the layers' matrices are gone
    assert "zeros stored: 58.5 M non-zero parameters, 417.6 MiB" in shown
    assert "768 × 3072: 0.94 M weights not zero" in shown


def test_structured_pruning_makes_matrices_and_operations_smaller(published):
    shown = texts(published(NAME, structured=True, prune_ratio=50).figures[SCHEMATIC])
    assert "768 × 1536: 1.18 M weights" in shown
    assert "operations for 128 tokens: 22.3 G → 11.2 G" in shown  # half, but for the pooler
    assert any("6 of 12 heads, 1536 of 3072 neurons" in each for each in shown)


SCHEMATIC = "ganesh2021case-pruning"


def test_holes_are_as_many_as_the_ratio_says(published):
    figure = published(NAME, prune_ratio=25).figures[SCHEMATIC]
    dashed = [each for each in figure.axes[0].patches if each.get_linestyle() == ":"]
    assert len(dashed) == 24  # of 8 * 12 cells


def test_lightpaff_stands_under_structured_pruning_only_as_printed(published):
    mended = published(NAME).tables["pruning-poster"][0]["", "Model"]
    printed = published(NAME, corrected=False).tables["pruning-poster"][0]["", "Model"]
    assert set(printed) - set(mended) == {"LightPAFF"}


def test_rpp_loses_little_where_nip_loses_much(published):
    frame, _ = published(NAME).tables["pruning-methods"]
    means = dict(zip(frame["Method and ratio"], frame["Mean change [points]"], strict=True))
    # slide 3: -0.67 -0.0 -0.0 -1.2 +1.3 -0.6 +1.0 -0.2 -0.8 -0.0, the sum is -1.17
    assert means["RPP, 59.3 %"] == pytest.approx(-0.117)
    # slide 3: -5.6 -6.1 -9.1 -5.5 -5.2 -6.6 -1.1 -3.4 -1.9 -1.5, the sum is -46.0
    assert means["NIP, 50.0 %"] == pytest.approx(-4.6)


def test_what_costs_nothing_is_said_with_its_tasks(published):
    """RPP's line of the poster: 67.6 % of the size, a score on SQuAD alone, a change of 0."""
    said = published(NAME).said
    words = [said[name] for name in ("largest", "largest_size", "largest_tasks", "smallest_change")]
    assert words == ["RPP", "67.6 %", "1 of the 4 tasks", "4.73"]


def test_what_goes_for_nothing_is_a_factor_below_one_and_a_half(published):
    said = published(NAME).said
    assert said["free"] == "30 to 40 %"  # slide 5
    assert said["free_factor"] == "1.30 to 1.45"  # 109.48 / (109.48 - 0.3 * 84.93) and so on


def test_evidence_keeps_bert_large_in_a_panel_of_its_own(published, overlaps):
    run = published(NAME)
    figure, rows = run.figures["pruning-evidence"], run.names["rows"]
    titles = [ax.get_title(loc="left") for ax in figure.axes]
    assert titles == ["development set", "test and dev mixed", "split not stated"]
    kept = [y for line in figure.axes[2].containers for y in line[0].get_ydata()]
    # slide 3, MNLI: 77.0 (-9.1), 73.81 (-12.29), 86.1 (-0.0), 81.4 (-4.7)
    slide = [7381 / 86.1, 7700 / 86.1, 8140 / 86.1, 100]
    others = rows[rows["split"].eq("unstated") & ~rows["source"].isin(works())]["retained"]
    assert sorted(kept) == pytest.approx(sorted([*slide, *others]))
    words = [each.lstrip(f"{RAISED} ") for each in legend(figure)]
    assert "RPP, BERT_LARGE: baseline 86.1 %" in words
    assert "factor derived" in words
    assert overlaps(figure) == []


def test_a_prune_ratio_gives_a_factor_without_embeddings(published):
    found = drawn(published(NAME, size_axis="without_embeddings").figures["pruning-evidence"])
    factors = [factor for factor, _ in found]
    assert any(factor == pytest.approx(100 / 40.7) for factor in factors)  # RPP at 59.3 %
    assert any(factor == pytest.approx(100 / 3) for factor in factors)  # movement pruning


def test_the_documents_have_no_development_rows(published):
    frame, _ = published(NAME, splits="dev", size_axis="speedup").tables["pruning-table"]
    assert set(frame["Split"]) == {"dev"}
    assert set(frame["Source"]) & works() == set()


def test_no_test_rows_are_said_to_be_none(published):
    found = published(NAME, splits="test", size_axis="speedup")
    assert found.said["rows"] == "0"
    assert "no source has a row" in " ".join(texts(found.figures["pruning-evidence"]))


def test_a_ratio_of_100_is_refused(published):
    with pytest.raises(UserError, match="prune_ratio is 100"):
        published(NAME, prune_ratio=100)


def test_sparse_files_pay_from_the_share_that_their_index_takes(published):
    said = published(NAME).said
    assert (said["bitmap_32"], said["bitmap_8"]) == ("3.1 %", "12.5 %")  # 1 / 32 and 1 / 8
    # 16 of 48 bits and 16 of 24, and 32 for each of the 82,944 rows of 84,934,656 weights
    assert (said["csr_32"], said["csr_8"]) == ("33.4 %", "66.8 %")


def test_half_pruned_a_bitmap_is_half_as_large_and_an_index_a_quarter_smaller(published):
    frame, _ = published(NAME).tables["pruning-storage"]
    half = frame["32 bits a weight [MiB]"].loc[50.0]
    # 81 Mi weights of 4 bytes; half of them and 1 bit each; half of them and 2 bytes each
    assert dict(half) == {"dense": "324.0", "CSR": "243.3", "bitmap": "172.1"}
