"""Expected numbers are printed in the documents or worked by hand from them, as each test says."""

import pandas as pd
import pytest

from smallbert import compare
from smallbert.errors import UserError


@pytest.fixture(scope="module")
def rows():
    """Return a function that looks one row of the evidence up, by its source, table and row."""
    found = {axis: compare.evidence(size_axis=axis) for axis in compare.AXES}

    def row(stem, axis="with_embeddings"):
        return found[axis].set_index(["source", "table", "row"]).loc[tuple(stem.split("/"))]

    return row


def test_a_printed_factor_is_used_as_printed(rows):
    """The deck, slide 1, Table 3, line 21 in the block of 19.41x: DualTrain, width 96."""
    row = rows("zhao2019extreme/table3/dualtrain-96")
    assert (row["factor"], row["factor_origin"]) == (19.41, "printed")
    assert (row["score"], row["baseline_score"]) == (76.1, 84.0)


@pytest.mark.parametrize(
    ("axis", "factor"),
    [("with_embeddings", 100 / 23.8), ("without_embeddings", 100 / 3), ("speedup", 1)],
)
def test_each_axis_takes_its_own_printed_cell(rows, axis, factor):
    """The poster, line 56, movement pruning: 23.8% with, 3% without embeddings, 1x on a GPU."""
    row = rows("ganesh2021case/effectiveness/movement-pruning", axis)
    assert row["factor"] == pytest.approx(factor)
    assert row["factor_origin"] == "printed"


def test_printed_parameters_give_a_factor(rows):
    """The deck, slide 2, Table 3, lines 53 and 56: 109M for BERT_BASE, 25.3M for MobileBERT."""
    row = rows("sun2020mobilebert/table3/mobilebert")
    assert row["factor"] == pytest.approx(109 / 25.3)
    assert row["factor_origin"] == "printed"


def test_a_prune_ratio_gives_what_is_left_outside_the_embeddings(rows):
    """The deck, slide 3, Table 1, line 88: RPP prunes 59.3 %, so 40.7 % are left."""
    row = rows("guo2019rpp/table1a/rpp-59.3", "without_embeddings")
    assert row["factor"] == pytest.approx(100 / 40.7)
    assert row["factor_origin"] == "printed"


def test_a_pruned_model_keeps_its_embeddings(rows):
    """By hand for BERT_LARGE in millions: 31.8 of embeddings, 302.3 of layers, 1.0 of the pooler.

    Embeddings: (30522 + 512 + 2 + 2) * 1024; a layer: 12 * 1024 ** 2 + 13 * 1024.
    """
    embeddings, rest = 31_782_912, 24 * (12 * 1024**2 + 13 * 1024) + 1024**2 + 1024
    row = rows("guo2019rpp/table1a/rpp-59.3")
    assert row["factor"] == pytest.approx((embeddings + rest) / (embeddings + 0.407 * rest), 1e-4)
    assert row["factor_origin"] == "derived"


def test_a_shape_gives_a_factor_where_none_is_printed(rows):
    """By hand: BERT_BASE has 109.48 million weights and 7.09 million in each of its 12 layers."""
    whole, layer = 109_482_240, 7_087_872
    row = rows("turc2019wellread/table3/test-pd")
    assert row["factor"] == pytest.approx(whole / (whole - 6 * layer))
    assert row["factor_origin"] == "derived"


def test_width_vocabulary_and_factor_give_what_is_left_outside_the_embeddings(rows):
    """By hand for 5.74x, width 192 and 4928 word pieces, each with 512 positions and 2 types.

    The whole student has 109,482,240 / 5.74 weights, its embeddings (4928 + 514) * 192; BERT_BASE
    has 85,646,592 outside its own. The poster prints 1.8 % for the student of width 48, line 65.
    """
    left = 109_482_240 / 5.74 - (4928 + 514) * 192
    row = rows("zhao2019extreme/table3/dualtrain-192", "without_embeddings")
    assert row["factor"] == pytest.approx(85_646_592 / left)
    assert row["factor_origin"] == "derived"
    row = rows("zhao2019extreme/table3/dualtrain-48", "without_embeddings")
    assert round(100 / row["factor"], 1) == 1.8


def test_without_a_vocabulary_nothing_is_known_outside_the_embeddings():
    """The slide's cell of the vocabulary next to 5.74x in line 18 is empty before it is mended."""
    found = compare.rows("zhao2019extreme", corrected=False).set_index("row")
    assert found.loc["dualtrain-down-192", "without_embeddings"].isna().all()


def test_bits_divide_the_size_outside_the_embeddings(rows):
    """Twelve layers as in BERT_BASE with 1 bit a weight, not 32."""
    row = rows("wu2022xtc/published_scores/xtc-12-1bit", "without_embeddings")
    assert row["factor"] == pytest.approx(32)


def test_a_printed_change_implies_the_baseline(rows):
    """The deck, slide 3, Table 1, lines 86 and 88: 86.1 (-0.0) and 77.0 (-9.1) on MNLI."""
    for name in ("rpp-59.3", "nip-50"):
        row = rows(f"guo2019rpp/table1a/{name}")
        assert row["baseline_score"] == pytest.approx(86.1)
        assert row["baseline"] == f"implied by the change of {row['model']}"


def test_a_table_without_a_baseline_borrows_one_for_its_test_rows(rows):
    """The deck, slide 2, line 53: BERT_BASE has 84.6; slide 6, line 132: the student has 82.8."""
    row = rows("turc2019wellread/table3/test-pd")
    assert (row["score"], row["baseline_score"]) == (82.8, 84.6)
    assert row["baseline"] == "BERT_BASE (sun2020mobilebert/table3/bert-base)"
    assert row["retained"] == pytest.approx(100 * 82.8 / 84.6)
    assert row["change"] == pytest.approx(-1.8)


def test_a_dev_row_borrows_no_test_baseline():
    found = compare.evidence()
    ours = found[(found["source"] == "turc2019wellread") & (found["table"] == "table3")]
    assert set(ours["split"]) == {"test"}


def test_of_two_metrics_of_a_task_accuracy_is_compared_and_f1_is_not():
    """The deck, slide 1, Table 3, lines 14 and 17: MRPC is 88.5/84.3 and 82.5/76.6 (F1/Acc)."""
    found = compare.evidence(score="mrpc").set_index(["source", "table", "row"])
    row = found.loc["zhao2019extreme", "table3", "dualtrain-192"]
    assert (row["metric"], row["score"], row["baseline_score"]) == ("accuracy", 76.6, 84.3)
    assert found.index.is_unique


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ({"score": "cola"}, "score is 'cola'; use one of mnli, sst-2, qqp, mrpc, qnli, squad"),
        (
            {"size_axis": "size"},
            "size_axis is 'size'; use one of with_embeddings, without_embeddings, speedup",
        ),
    ],
)
def test_an_unknown_choice_is_refused_with_the_list(call, message):
    with pytest.raises(UserError, match=message):
        compare.evidence(**call)


def test_compound_means_several_techniques():
    frame = pd.DataFrame({"technique": ["pruning", "pruning+distillation", "distillation"]})
    assert list(compare.of_technique(frame, "compound").index) == [1]
    assert list(compare.of_technique(frame, "pruning").index) == [0, 1]
    assert compare.of_technique(frame, "quantization").empty


def test_a_published_value_that_the_document_prints_too_is_dropped():
    """The paper's list has three MobileBERTs; the deck, lines 56 and 57, prints two of them."""
    found = compare.evidence()
    ours = found[found["source"] == "sun2020mobilebert"]
    assert list(ours.loc[ours["origin"] == "published", "model"]) == ["MobileBERT_TINY"]
    assert (ours["model"] == "MobileBERT").sum() == 1


def test_what_pruning_leaves_is_counted_like_what_it_removes():
    """3 % left of BERT_BASE's 85.1 million weights in layers (85.6 with the pooler), of 109.5."""
    rows = compare.rows("sanh2020movement").query("task == 'mnli-m'").set_index("row")
    row = rows.loc["soft-movement-3"]
    assert row["without_embeddings"] == pytest.approx(100 / 3)
    assert 109.5 / (109.5 - 0.97 * 85.1) < row["with_embeddings"] < 109.5 / (109.5 - 0.97 * 85.7)


def test_a_split_that_another_place_tells_is_that_of_the_row():
    """Ettin's image names no split and the paper does; the deck names none for RPP's MNLI."""
    rows = compare.evidence(score="mnli")
    splits = rows.groupby("source")["split"].agg(set)
    assert splits["weller2025ettin"] == {"dev"}
    assert splits["guo2019rpp"] == {"unstated"}
    assert set(compare.by_task("zafrir2019q8bert")["split"]) == {"dev"}


def test_a_work_has_a_row_for_each_task():
    """README of PoWER-BERT, lines 21, 22 and 25: CoLA 52.5 and 52.3, 4.5x."""
    found = compare.by_task("goyal2020powerbert", size_axis="speedup").set_index("model")
    assert len(found) == 9
    assert found.at["CoLA", "factor"] == 4.5
    assert found.at["CoLA", "retained"] == pytest.approx(100 * 52.3 / 52.5)


def test_each_ground_has_words_of_its_own():
    """Two tables of oBERT, and two of MiniLM, are grounds apart under one protocol."""
    rows = compare.rows()
    words = compare.ground_words(rows)
    assert len(set(words.values())) == len(words) == rows["key"].nunique()
    key = "mnli-m accuracy, dev, best-of-search in kurtic2022obert/table1, BERT_BASE, base teacher"
    begins = "MNLI matched, accuracy, development set, against BERT_BASE"
    assert words[key] == f"{begins}; best of a search in oBERT (table1)"
    large = words["mnli-m accuracy, test, BERT_BASE, large teacher"]
    assert large == (
        "MNLI matched, accuracy, test set, against BERT_BASE, "
        "taught by a network of BERT_LARGE's size"
    )


def test_a_work_without_scores_has_no_rows_and_all_columns():
    rows = compare.rows("speed")
    assert rows.empty
    assert list(rows) == list(compare.rows("zhao2019extreme"))
