"""RPP: expected numbers are those of slide 3, lines 65 to 94 of the deck."""

import pytest
from matplotlib.collections import PathCollection

from smallbert.charts.publish import to_html
from smallbert.charts.tables import Layout
from smallbert.data import parameters
from smallbert.errors import UsageError

from .reading import legend

NAME = "guo2019rpp"
A, B = "guo2019rpp-table1a", "guo2019rpp-table1b"


MODELS = ["NIP, 50.0 %", "NIP, 80.0 %", "RPP, 59.3 %", "RPP, 88.4 %"]


def drawn(found, exhibit, model):
    """Return the points of a row of the table; the rows are drawn one after another."""
    ax = found.figures[exhibit].axes[0]
    heap = next(each for each in ax.collections if isinstance(each, PathCollection))
    return [tuple(at) for at in heap.get_offsets().reshape(4, -1, 2)[MODELS.index(model)]]


@pytest.mark.parametrize("exhibit", [A, B])
def test_method_spans_two_rows(published, exhibit):
    frame, layout = published(NAME).tables[exhibit]
    html = to_html(frame, Layout(**layout))
    assert html.count('rowspan="2"') == 2
    noted = {row for row, (head, _) in layout["notes"] if head == "Method"}
    assert noted == {"nip-50", "rpp-59.3"}


def test_every_task_but_mrpc_has_one_baseline(published):
    frame, _ = published(NAME).tables["guo2019rpp-baselines"]
    same = frame.set_index(("Task", ""))["One baseline?", ""]
    assert list(same[same == "no"].index) == ["MRPC"]
    implied = frame.set_index(("Task", ""))["Implied by the row [%]"]
    assert list(implied.loc["MRPC"]) == ["89.0", "88.9", "89.3", "89.0"]
    assert set(implied.loc["MNLIM"]) == {"85.9"}
    assert set(implied.loc["CoLA"]) == {"81.5"}


def test_published_baselines_can_be_left_out(published):
    shown, _ = published(NAME).tables["guo2019rpp-baselines"]
    assert shown.loc["mnli-mm"]["BERT_LARGE as published", "score [%]"] == "85.9"
    frame, _ = published(NAME, published=False).tables["guo2019rpp-baselines"]
    assert not any("published" in each[0] for each in frame.columns)


def test_chart_shows_the_printed_changes(published):
    found = published(NAME)
    changes = [x for x, _ in drawn(found, "guo2019rpp-chart", "RPP, 88.4 %")]
    assert changes == [-9.21, -2.0, -4.7, -7.1, -2.2, -1.2, -3.3, -4.1, -2.7, -2.6]
    changes = [x for x, _ in drawn(found, "guo2019rpp-chart", "NIP, 50.0 %")]
    assert changes == [-5.6, -6.1, -9.1, -5.5, -5.2, -6.6, -1.1, -3.4, -1.9, -1.5]


def test_chart_names_the_tasks_as_the_slide_does(published):
    figure = published(NAME).figures["guo2019rpp-chart"]
    ax = figure.axes[0]
    assert legend(figure) == [f"{m} zero" for m in MODELS]
    assert [each.get_text() for each in ax.get_yticklabels()] == (
        ["SQuAD 1.1", "QQP", "MNLI", "MRPC", "CoLA", "SQuAD 2.0", "QNLI", "MNLIM", "SST-2", "RTE"]
    )
    assert "[points]" in ax.get_xlabel()


def test_mean_changes_are_those_of_ten_tasks(published):
    said = published(NAME).said
    assert (said["low_mean"], said["high_mean"], said["nip_mean"]) == ("0.1", "3.9", "4.6")
    assert said["better"] == "4 of 10"


def test_dense_storage_saves_nothing(published):
    # 335,141,888 weights of BERT_LARGE at 4 bytes: 1278.5 MiB
    found = published(NAME, storage="dense")
    points = [drawn(found, "guo2019rpp-storage", model)[0][1] for model in MODELS]
    assert points == pytest.approx([1278.46] * 4, abs=0.01)


def test_index_of_32_bits_makes_csr_worthless_at_half_the_weights(published):
    # by hand: N = 303.361 M, half of it at 8 bytes, rows 222,208 at 4 bytes, rest 31.781 M
    found = published(NAME)
    assert drawn(found, "guo2019rpp-storage", "NIP, 50.0 %") == [
        (50.0, pytest.approx(1279.3, abs=0.1))
    ]
    assert drawn(found, "guo2019rpp-storage", "RPP, 59.3 %") == [
        (59.3, pytest.approx(1064.1, abs=0.1))
    ]
    assert found.said["nip_word"] == "more"
    assert found.said["break_even"] == "50.04 %"


def test_bitmap_costs_a_bit_for_every_weight(published):
    # 123.468 M weights at 4 bytes, 303.361 M bits, 31.781 M weights at 4 bytes
    found = published(NAME, storage="bitmap")
    assert drawn(found, "guo2019rpp-storage", "RPP, 59.3 %") == [
        (59.3, pytest.approx(628.4, abs=0.1))
    ]
    assert found.said["map_even"] == "3.1 %"


def test_fewer_bits_make_indices_dearer(published):
    assert published(NAME, bits=8).said["break_even"] == "80.06 %"


def test_pruning_embeddings_too_counts_as_the_prune_ratio_says(published):
    assert published(NAME).said["high_counted"] == "1/5.0"
    found = published(NAME, pruned="encoder_and_embeddings")
    assert found.said["high_counted"] == "1/8.6"


def test_82_is_met_by_mnlim_alone(published):
    frame, _ = published(NAME).tables["guo2019rpp-claims"]
    assert list(frame["Remark", ""]) == [
        "1/2: 86 (?) => 86",
        "1/10: 86 (?) => 82",
        "Retrain the model",
        "Winner:",
    ]
    row = frame.loc["one-tenth"]
    assert row["MNLI after [%]", "MNLI / MNLIM"] == "81.4 / 81.8"
    assert row["MNLI before [%]", "implied: MNLI / MNLIM"] == "86.1 / 85.9"
    assert row.iloc[-1].endswith("after: met by MNLIM")
    assert list(row["Factor [x]"])[:3] == ["10", "8.62", "5.00"]


@pytest.mark.parametrize(
    "value", [{"storage": "coo"}, {"pruned": "all"}, {"bits": 0}, {"bits": 8.5}]
)
def test_impossible_parameters_are_refused(published, value):
    with pytest.raises(UsageError, match=r"use one of|give a whole number"):
        published(NAME, **value)


def test_parameters_name_their_choices():
    with pytest.raises(UsageError, match="dense, csr, bitmap"):
        parameters.require(storage="zip")
