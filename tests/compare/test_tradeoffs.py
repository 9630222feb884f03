"""One score and one cost for each model: the rows behind the tables of pages."""

import pandas as pd
import pytest

from smallbert import compare
from smallbert.errors import UserError


def test_a_baseline_that_a_table_lacks_is_lent_to_its_test_rows():
    """The deck, slide 2, line 53: BERT-base has 84.6; slide 6, line 132: the student has 82.8."""
    found = compare.tradeoffs().query("source == 'turc2019wellread' and table == 'table3'")
    assert set(found["split"]) == {"test"}
    row = found.set_index("row").loc["test-pd"]
    assert row["baseline"] == "BERT-base of MobileBERT"
    assert row["retained"] == pytest.approx(100 * 82.8 / 84.6)


def test_of_two_metrics_of_a_task_accuracy_is_compared_and_f1_is_not():
    """The deck, slide 1, Table 3, lines 14 and 17: MRPC is 88.5/84.3 and 82.5/76.6 (F1/Acc)."""
    found = compare.tradeoffs(score="mrpc").set_index(["source", "table", "row"])
    row = found.loc["zhao2019extreme", "table3", "dualtrain-192"]
    assert (row["metric"], row["score"], row["baseline_score"]) == ("accuracy", 76.6, 84.3)
    assert found.index.is_unique


def test_a_published_value_that_the_document_prints_too_is_dropped():
    """The paper's list has three MobileBERTs; the deck, lines 56 and 57, prints two of them."""
    ours = compare.tradeoffs().query("source == 'sun2020mobilebert'")
    assert list(ours.loc[ours["origin"] == "published", "model"]) == ["MobileBERT-tiny"]
    assert (ours["model"] == "MobileBERT").sum() == 1


def test_a_split_that_another_place_tells_is_that_of_the_row():
    """Ettin's image names no split and the paper does; the deck names none for RPP's MNLI."""
    splits = compare.tradeoffs(score="mnli").groupby("source")["split"].agg(set)
    assert (splits["weller2025ettin"], splits["guo2019rpp"]) == ({"dev"}, {"unstated"})
    assert set(compare.tradeoffs_by_task("zafrir2019q8bert")["split"]) == {"dev"}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ({"score": "cola"}, "score is 'cola'; use one of mnli, sst-2, qqp, mrpc, qnli, squad"),
        ({"size_axis": "size"}, "size_axis is 'size'; use one of with_embeddings, without_embedd"),
    ],
)
def test_an_unknown_choice_is_refused_with_the_list(call, message):
    with pytest.raises(UserError, match=message):
        compare.tradeoffs(**call)


SIZE, LAYERS, SPEED = "with_embeddings", "without_embeddings", "speedup"
POSTER, RPP = "ganesh2021case/effectiveness", "guo2019rpp/table1a"


@pytest.mark.parametrize(
    ("id", "score", "axis", "retained", "factor"),
    [  # documents 003 and 004: the score over the baseline's, and what is left
        (f"{RPP}/rpp-59.3/mnli-accuracy", "mnli", LAYERS, 100, 100 / 40.7),  # 86.1 (-0.0)
        (f"{RPP}/nip-80/mnli-accuracy", "mnli", LAYERS, 100 * 73.81 / 86.1, 100 / 20),
        (f"{POSTER}/movement-pruning/mnli-accuracy", "mnli", LAYERS, 100 * 79.0 / 84.6, 100 / 3),
        (f"{POSTER}/edgebert/mnli-accuracy", "mnli", SIZE, 100 * 84.4 / 84.6, 100 / 1.3),
        (f"{POSTER}/edgebert/sst-2-accuracy", "sst-2", SPEED, 100 * 88.5 / 93.5, 1.83),
        (f"{POSTER}/deebert/mnli-accuracy", "mnli", SPEED, 100 * 83.9 / 84.6, 1.25),
        ("zhao2019extreme/table3/pkd-6/mnli-m-accuracy", "mnli", SIZE, 100 * 81.5 / 84.0, 1.64),
    ],
)
def test_a_row_has_its_share_of_the_baseline_s_score_and_its_factor(
    id, score, axis, retained, factor
):
    row = compare.tradeoffs(score=score, size_axis=axis).set_index("id").loc[id]
    assert row["retained"] == pytest.approx(retained)
    assert row["factor"] == pytest.approx(factor)


# What pruning buys, by what it removes


def rows(*networks):
    """Return networks: pattern, share removed, speedup, score."""
    frame = pd.DataFrame(networks, columns=["pattern", "removed", "speedup", "score"])
    return frame.assign(id=frame.index)


def test_a_range_has_the_median_speedup_and_the_best_score_with_its_own_speedup():
    found = compare.by_share(
        rows(
            ("structured", 82, 3.0, 86.0),
            ("structured", 88, 3.6, 84.0),
            ("structured", 86, 3.5, 85.0),
            ("unstructured", 75, 1.1, 88.0),
        ),
        [70, 80, 90],
    )
    assert found.loc[("structured", "80 to 90 %")].tolist() == [3, 3.5, 86.0, 3.0]
    assert list(found.index) == [("unstructured", "70 to 80 %"), ("structured", "80 to 90 %")]


def test_every_network_has_a_known_pattern_and_what_is_left():
    found = compare.pruned("squad")
    assert set(found["pattern"]) == set(compare.PATTERNS)
    assert (found["removed"] + found["left"]).tolist() == pytest.approx([100] * len(found))


def test_a_network_that_lost_single_rows_of_attention_lost_no_whole_heads():
    """The file's first checkpoint: attention_block_rows 1 and _cols 768; 1.697 times as fast."""
    found = compare.pruned("squad")
    lost = found[found["pattern"].eq("rows")]
    assert lost["row"].tolist() == ["c000"]
    assert found[found["pattern"].eq("structured")]["speedup"].min() > 2.5 > lost["speedup"].item()


def test_accuracies_printed_as_shares_of_one_are_per_cent():
    """The file's first checkpoint has an accuracy of 0.8071 and is 3.646 times as fast."""
    first = compare.pruned("mnli").set_index("row").loc["c000"]
    assert (first["score"], first["speedup"]) == pytest.approx((80.71, 3.646), abs=0.01)


def test_a_task_without_timed_networks_is_refused():
    with pytest.raises(UserError, match="score is 'qqp': no pruned network"):
        compare.pruned("qqp")
