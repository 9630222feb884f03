"""What the pages by question compare: bits before and after, averages over GLUE."""

import pytest

from smallbert import compare


def test_a_pair_is_one_network_and_not_the_baseline_of_a_student():
    """oBERT's Table 3: 6 layers have 88.32 and 87.94 in 8 bits; its baseline, 12 layers, 89.48."""
    pairs = compare.quantized().set_index("id")
    own = pairs.loc["kurtic2022obert/table3/6-block-8-bit-0/squad-1.1-f1"]
    assert (own["before"], own["score"], own["bits"], own["ranges"]) == (88.32, 87.94, 8, "trained")
    assert own["change"] == pytest.approx(100 * (87.94 / 88.32 - 1))


def test_what_a_work_only_prints_as_a_drop_is_a_pair():
    """NNCF's list: BERT-base cased has 84.8 on MRPC, with a drop of -0.24."""
    pairs = compare.quantized().set_index("id")
    assert pairs.at["nncf2024zoo/zoo/bert-mrpc/score", "before"] == pytest.approx(84.56)


def test_unusable_scores_make_no_pair():
    """Neural Compressor's entry of BERT-large on QNLI is another model's."""
    assert "int8-599" not in set(compare.quantized()["row"])


def test_averages_of_other_definitions_stay_apart():
    """ELECTRA-Small: 79.7 over eight tasks, 77.4 as its authors average, 464.8 / 6 over six."""
    table = compare.averages("test").query("model == 'ELECTRA-Small'").set_index("definition")
    assert table["score"].sort_values().round(2).tolist() == [77.4, 77.47, 79.7]
    assert table.loc[compare.MEAN_OF_COMMON, "score"] == pytest.approx(464.8 / 6)


def test_who_is_as_good_below_a_budget_is_named():
    """Six tasks: ELECTRA-Small has 77.72 and 77.47, BERT-Mini 62.67; BERT-Tiny is alone at 5 M."""
    table = compare.averages("test")
    common = table[table["definition"].eq(compare.MEAN_OF_COMMON) & table["technique"].ne("none")]
    best = compare.best_under(common, [1, 5, 15], by=["definition"]).set_index("budget")
    assert list(best.index) == [5, 15]  # nobody submitted one below a million
    assert best["others"].tolist() == [[], ["ELECTRA-Small"]]
    assert best.loc[15, "score"] == pytest.approx(466.3 / 6)
