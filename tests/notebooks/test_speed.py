"""Printed numbers are the poster's (document 003, lines 54 to 75) and slide 4's (document 004)."""

import pytest
from matplotlib.collections import PathCollection

from smallbert.compare import timings
from smallbert.errors import UserError

from .reading import legend

NAME = "speed"


def places(ax):
    """Return the points of each series of an axes."""
    lines = [each[0] for each in ax.containers if hasattr(each, "has_yerr")]
    return [list(zip(*line.get_data(), strict=True)) for line in lines]


def looks(ax):
    return [each[0].get_marker() for each in ax.containers if hasattr(each, "has_yerr")]


def heaps(figure) -> list:
    """Return the printed speedups on GPU and CPU and the measured ones, as drawn in this order."""
    drawn = figure.axes[0].collections
    return [heap.get_offsets()[:, 1] for heap in drawn if isinstance(heap, PathCollection)]


def test_the_chart_has_the_posters_speedups_beside_the_measured_ones(published):
    gpu, cpu, _ = heaps(published(NAME).figures["speed-shapes"])
    # lines 62, 59, 65, 64, 66 (distillation), then 71 and 67
    assert sorted(gpu) == pytest.approx(sorted([1.94, 6.25, 9.4, 3.9, 25.5, 1.2, 0.92]))
    assert sorted(cpu) == pytest.approx(sorted([1.73, 7.09, 9.3, 4.7, 22.7, 1.2, 1.05]))


def test_a_measured_point_stands_at_the_median_of_its_rounds(published):
    *_, drawn = heaps(published(NAME).figures["speed-shapes"])
    rows = timings.latencies()
    base, half = (rows.loc[f"{name}-b1-n256", "times"] for name in ("bert-base", "bert-base-6"))
    ratios = sorted(a / b for a, b in zip(base, half, strict=True))
    middle = (ratios[(len(ratios) - 1) // 2] + ratios[len(ratios) // 2]) / 2
    assert min(abs(y - middle) for y in drawn) < 1e-9


def test_half_the_layers_compute_half(published):
    """By hand: 12 layers and a pooler over 6 layers and a pooler, the pooler being 0.003 %."""
    frame, _ = published(NAME).tables["speed-table"]
    assert frame.loc["bert-base-6", "Operations fall by [x]"] == "2.00"


def test_the_table_prints_the_posters_cells(published):
    frame, layout = published(NAME).tables["speed-table"]
    row = frame.loc["zhao-48"]  # line 66
    assert (row["Printed, GPU [x]"], row["Printed, CPU [x]"]) == ("25.5", "22.7")
    assert "not printed" in layout["notes"]["zhao-48", "Model"]


def test_the_printed_pruning_rows_stand_at_their_zeros(published):
    """Sizes without embeddings are 58.7, 35.1 and 3 % (lines 54 to 56), all at 1x."""
    left, right = published(NAME).figures["speed-sparsity"].axes
    printed = [s for s, look in zip(places(left), looks(left), strict=True) if look == "v"]
    assert printed == [[(pytest.approx(41.3), 1), (pytest.approx(64.9), 1), (97, 1)]]
    diamonds = [s for s, look in zip(places(right), looks(right), strict=True) if look == "D"]
    assert diamonds == [[(249, 0.92), (249, 1.05)]]  # line 67


def test_the_line_styles_are_explained_for_both_panels(published):
    figure = published(NAME).figures["speed-sparsity"]
    assert legend(figure)[-3:] == [f"{tokens} tokens" for tokens in (32, 128, 256)]


def test_every_measured_share_and_rank_is_drawn(published):
    left, right = published(NAME).figures["speed-sparsity"].axes
    crosses = [[x for x, _ in series] for series in places(left)[:4]]
    assert crosses == [[50, 70, 80, 90, 95, 97]] * 4  # three lengths left out, one stored
    assert [[x for x, _ in series] for series in places(right)[:3]] == [
        [64, 128, 249, 384, 512]
    ] * 3


def test_deformers_table_has_the_printed_speedups(published):
    """Table 1, lines 99 to 103."""
    frame, _ = published(NAME).tables["speed-deformer"]
    assert list(frame["Printed [x]"]) == [
        "3.2 and 3.5", "3.4", "3.4", "2.2", "2.2", "2", "2", "",
    ]  # fmt: skip
    # by hand, in units of H = 768: a layer is 12 n + 2 n^2 / H, at 320 and 20 tokens
    assert frame.loc["deformer-base-q20-b1-n320", "Operations fall by [x]"] == "3.40"


def test_table_3_gives_its_three_ratios(published):
    """0.22 / 0.07, 5.90 / 1.66, 10.20 / 3.28: lines 115 and 116."""
    assert (
        published(NAME).said["devices"] == "3.14 on the GPU, 3.55 on the CPU and 3.11 on the phone"
    )


def test_the_phone_ran_three_times_as_fast_with_optimisations(published):
    """192 and 62 ms in the paper's table."""
    said = published(NAME).said
    assert (said["phone"], said["phone_times"]) == ("3.1", "192 and 62 ms")


def test_the_breakdown_counts_the_operations_as_a_hand_does(published):
    """BERT_BASE, 128 tokens: feed-forward 16 n H^2 of 24 n H^2 + 4 n^2 H, without the pooler."""
    frame = published(NAME).names["bars"]
    share = frame.loc[("BERT_BASE", 128, "operations"), "feed-forward"]
    assert share == pytest.approx(100 * 16 * 768 / (24 * 768 + 4 * 128), abs=0.01)
    assert frame.sum(axis=1).tolist() == pytest.approx([100] * 12)


@pytest.mark.parametrize(
    "wanted",
    [
        {"sequence_length": 32},
        {"sequence_length": 128},
        {"sequence_length": 128, "batch": 8},
        {"corrected": False},
    ],
)
def test_every_measured_setting_makes_the_page(published, wanted):
    run = published(NAME, **wanted)
    batch, tokens = wanted.get("batch", 1), wanted.get("sequence_length", 256)
    assert run.said["setting"] == f"a batch of {batch} with {tokens} tokens"
    assert set(run.artifacts) == {
        f"speed-{name}"
        for name in ("shapes", "table", "sparsity", "eight_bits", "deformer", "components")
    }


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"sequence_length": 100}, "batch 1 with 100 tokens was not measured; use one of batch 1"),
        ({"batch": 8}, "batch 8 with 256 tokens was not measured"),
        ({"batch": 0}, "batch is 0; give a whole number from 1"),
        ({"sequence_length": 513}, "give a whole number from 1 to 512"),
    ],
)
def test_a_setting_that_was_not_measured_is_refused(published, wrong, message):
    with pytest.raises(UserError, match=message):
        published(NAME, **wrong)


@pytest.mark.parametrize("figure", ["speed-shapes", "speed-sparsity"])
@pytest.mark.parametrize("wanted", [{}, {"sequence_length": 128, "batch": 8}])
def test_no_label_covers_another(published, overlaps, figure, wanted):
    assert not overlaps(published(NAME, **wanted).figures[figure])
