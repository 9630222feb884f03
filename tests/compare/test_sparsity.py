import pandas as pd
import pytest

from smallbert import compare
from smallbert.errors import UserError


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
