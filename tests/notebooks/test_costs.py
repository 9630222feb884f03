"""Expected numbers stand in the documents, or are worked by hand from the shapes."""

import pytest

from smallbert.data import vocabulary
from smallbert.errors import UserError

NAME = "costs"
OTHERS = [
    {"corrected": False, "convention": "macs", "embed": "product"},
    {"sequence_length": 8, "batch": 64, "bandwidth": 900.0, "peak": 15000.0},
    {"sequence_length": 512, "bandwidth": 10000.0, "peak": 1.0},
]


def cells(published, exhibit, **parameters):
    return published(NAME, **parameters).tables[exhibit][0]


@pytest.mark.parametrize("chosen", [{}, *OTHERS])
def test_no_label_covers_another_or_a_point(published, overlaps, chosen):
    for figure in published(NAME, **chosen).figures.values():
        assert overlaps(figure) == []


def test_breakdown_has_berts_weights_and_operations(published):
    frame = cells(published, "costs-table").set_index(("", "Component"))["BERT_BASE"]
    assert frame.loc["word embeddings", "Parameters [M]"] == "23.44"  # 30522 · 768
    assert frame.loc["query, key, value", "Operations [G]"] == "10.87"  # 24 · 256 · 3 · 768²
    assert frame.loc["attention itself", "Operations [G]"] == "2.42"  # 48 · 256² · 768
    assert frame.loc["attention output", "Operations [G]"] == "3.62"
    assert frame.loc["feed-forward", "Operations [G]"] == "28.99"
    assert frame.loc["attention itself", "Parameters [M]"] == "0.00"


def test_bars_are_the_numbers_of_the_table(published):
    figure = published(NAME).figures["costs-breakdown"]
    first = figure.axes[0]
    base = first.containers[0]
    assert [round(bar.get_width(), 2) for bar in base[:3]] == [23.44, 0.39, 21.26]
    assert first.get_xlabel() == "Parameters [M]"
    assert len(figure.axes) == 4


def test_macs_halve_the_operations_and_nothing_else(published):
    flops, macs = (
        cells(published, "costs-table", convention=each)["BERT_BASE"] for each in ("flops", "macs")
    )
    column = "Operations [G]"
    assert float(macs[column].iloc[-1]) == pytest.approx(
        float(flops[column].iloc[-1]) / 2, abs=0.01
    )
    assert (macs.drop(columns=column) == flops.drop(columns=column)).all(axis=None)


def test_a_batch_shares_the_weights_that_are_read(published):
    one, many = (
        cells(published, "costs-table", sequence_length=8, batch=each)["BERT_BASE"].iloc[-1]
        for each in (1, 64)
    )
    assert float(many["Operations [G]"]) > 60 * float(one["Operations [G]"])
    assert float(many["Least time [ms]"]) < 64 * float(one["Least time [ms]"])


def test_three_bars_end_at_the_three_printed_figures(published):
    figure = published(NAME).figures["costs-three"]
    strokes = [line.get_xdata()[0] for line in figure.axes[0].lines]
    assert strokes == [22.5, 29, 58.4]  # lines 53 and 109 of the deck, and the published table
    ends = dict.fromkeys(range(3), 0.0)
    for bars in figure.axes[0].containers:
        for row, bar in enumerate(bars):
            ends[row] += bar.get_width()
    assert list(ends.values()) == pytest.approx([22.50, 28.58, 58.38], abs=0.01)


def test_attention_overtakes_its_output_at_half_the_hidden_size(published):
    said = published(NAME).said
    assert said["crossing"] == "384"
    assert said["itself_512"] == "10 %"  # 4n²H of 24nH² + 4n²H, n 512 and H 768: 2048 of 20480


def test_every_figure_of_the_documents_is_counted_once(published):
    number = published(NAME).said
    names = ("agree", "other", "close", "open", "none")
    assert sum(int(number[name]) for name in names) == int(number["figures"])
    # the poster has 26 rows of two sizes
    assert len(cells(published, "costs-poster")) == 26


def test_the_deck_table_shows_print_count_and_reason(published):
    frame = cells(published, "costs-deck")
    row = frame[(frame["Printed"] == "58.4")].iloc[0]  # line 109
    assert row["Counted"] == "58.13"
    assert row["What explains it"] == "softmax, norms and activations counted, too"
    assert set(frame["Work"]) >= {"Zhao et al. (2019)", "Cao et al. (2020)"}


def test_documents_and_repositories_stand_apart(published):
    deck, repositories = (
        set(cells(published, f"costs-{each}")["Work"]) for each in ("deck", "repositories")
    )
    assert {"Zhao et al. (2019)", "Cao et al. (2020)"} <= deck
    assert {"Weller et al. (2025)", "Wang et al. (2020)"} <= repositories
    assert not deck & repositories
    said = published(NAME).said
    # MobileBERT-EdgeTPU's weights, MiniLM's memory and the larger Ettin's weights fit no rule
    assert int(said["repositories_known"]) - int(said["repositories_fit"]) >= 3
    (ax,) = published(NAME).figures["costs-ratios"].axes
    assert "repositories" in [each.get_text() for each in ax.get_yticklabels()]


def test_marks_are_named_where_they_lie_far_off(published):
    figure = published(NAME).figures["costs-ratios"]
    names = {text.get_text() for text in figure.axes[0].texts}
    assert {"GOBO", "DeFormer, BERT_BASE", "ELECTRA-Small", "XTC, 6 layers, 1 bit"} <= names


def test_zhaos_factors_ask_for_no_one_width(published):
    frame = cells(published, "costs-widths")
    assert list(frame["Factor, printed [x]"]) == ["5.74", "19.41", "61.94"]  # lines 17 to 26
    assert frame["Times the hidden size"].nunique() == 3


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("batch", 0, "give a whole number from 1"),
        ("bandwidth", 0.5, "bandwidth is 0.5; give a number from 1"),
        ("peak", "fast", "peak is 'fast'"),
        ("sequence_length", 513, "from 1 to 512"),
    ],
)
def test_impossible_values_are_refused(published, name, value, message):
    with pytest.raises(UserError, match=message):
        published(NAME, **{name: value})


@pytest.mark.parametrize("name", ["bandwidth", "peak"])
def test_the_two_numbers_of_the_device_say_their_unit(name):
    """A latency is bytes over bandwidth: 50 bytes in a second would be no device."""
    unit, meaning = vocabulary.table("parameters").loc[name, ["unit", "meaning"]]
    assert meaning.startswith(f"{unit} ")
