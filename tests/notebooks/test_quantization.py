"""Expected numbers stand in the poster's table (line by line) and in XTC's published tables."""

import pytest

from smallbert.charts.retained import RAISED
from smallbert.errors import UserError

from .reading import drawn_of_documents, texts, works

NAME = "quantization"


def test_schematic_counts_bert_base_at_8_bits(published):
    shown = texts(published(NAME).figures["ganesh2021case-quantization"])
    assert "before: 109 M parameters, 417.6 MiB" in shown  # 109,482,240 weights of 4 bytes
    assert "after: 109 M parameters, 107.3 MiB" in shown  # 1.5 M of them stay at 4 bytes
    assert "the whole matrix: 2.25 MiB" in shown  # 768 * 768 * 4 bytes


def test_one_bit_gives_32_times_only_if_nothing_stays_in_float32(published):
    assert published(NAME, bits=1, float32_parts="nothing").said["times"] == "32.0"
    assert float(published(NAME, bits=1).said["times"]) < 27


def test_poster_rows_are_lines_52_53_74_75(published):
    frame, _ = published(NAME).tables["quantization-poster"]
    assert list(frame["", "Model"]) == [
        "Q-BERT",
        "GOBO",
        "GOBO on DistilBERT",
        "MobileBERT, 8 bits",
    ]
    assert list(frame["Model size", "w/ emb"]) == ["15%", "10.2%", "7.6%", "5.7%"]
    assert list(frame["", "Avr."]) == ["-0.6", "-0.9", "-2.6", "-0.23"]


def test_rivals_of_quantization_are_of_another_technique(published):
    # at most 15 %: AdaBERT 7.4, TinyBERT 13.3, Extreme compression, ALBERT 10.7; not GOBO, 10.2
    page = published(NAME)
    assert page.said["smaller"] == "4"
    assert "GOBO" not in set(page.names["duels"]["name_rival"])


def test_eight_bits_cost_mobilebert_nothing_on_mnli(published):
    frame, _ = published(NAME).tables["quantization-pairs"]
    row = frame.set_index("Quantised").loc["MobileBERT, 8 bits"]
    assert row["MNLI before [%]"] == row["MNLI after [%]"] == 83.3  # lines 64 and 75
    assert round(row["Smaller by [x]"], 1) == 4.1  # 23.1 % to 5.7 %


def test_evidence_draws_gobo_and_xtc(published):
    run = published(NAME)
    found = drawn_of_documents(run.figures["quantization-evidence"], run.names["rows"])
    assert len(found) == 11
    assert any(f == pytest.approx(100 / 10.2) and k == pytest.approx(8370 / 84.6) for f, k in found)
    assert any(k == pytest.approx(8410 / 84.9) for _, k in found)  # XTC, 12 layers, 1 bit


def test_each_kind_of_split_has_a_panel_of_its_own(published, overlaps):
    figure = published(NAME).figures["quantization-evidence"]
    titles = [ax.get_title(loc="left") for ax in figure.axes]
    assert titles == ["development set", "test and dev mixed", "split not stated"]
    assert all("† with" not in each for each in titles)
    models = {text.rstrip(RAISED) for text in texts(figure)}  # a letter tells the source
    assert {"Q-BERT", "GOBO", "MobileBERT, 8 bits†", "XTC, 12 layers, 1 bit†"} <= models
    assert overlaps(figure) == []


def test_without_published_values_xtc_is_gone(published):
    found = published(NAME, published=False, corrected=False)
    own = found.names["rows"]["source"].isin(works())
    assert own.sum() == 5
    assert found.said["rows"] == str(len(own))
    assert set(found.tables["quantization-pairs"][0]["From"]) == {"poster"}


@pytest.mark.parametrize("axis", ["without_embeddings", "speedup"])
def test_no_row_is_said_to_be_none(published, axis):
    found = published(NAME, size_axis=axis, score="qnli", splits="test", bits=1)
    assert found.said["rows"] == "0"
    assert "no source has a row" in " ".join(texts(found.figures["quantization-evidence"]))


def test_a_model_with_a_drop_and_no_baseline_is_not_passed_over(published):
    """NNCF's list: 89.25 with a drop of 1.35, so 89.25 of 90.60."""
    said = published(NAME).said
    assert (said["alone_models"], said["alone_kept"]) == ("4", "98.9 to 100.6 %")
    assert said["dropped_kept"] == "98.5 %"


def test_33_bits_are_refused(published):
    with pytest.raises(UserError, match="bits is 33"):
        published(NAME, bits=33)
