import pytest

from .reading import legend

NAME = "int8_in_practice"


def test_on_a_processor_and_on_two_gpus(published):
    """BERT base on MRPC: 2.27x and 2.18x, 3.28x and 3.55x; A100: 0.64 over 0.54 ms."""
    said = published(NAME).said
    assert (said["static"], said["dynamic"]) == ("2.18 to 2.27", "3.28 to 3.55")
    assert (said["one"], said["one_small"]) == ("1.2", "1.7")
    assert said["loss"] == "0.6 %"


def test_which_ranges_gain_more_depends_on_the_runtime(published):
    """In ONNX all but DistilBERT on SST-2; in PyTorch 2.27x, 2.28x and 2.61x are higher."""
    said = published(NAME).said
    counts = [said[name] for name in ("onnx", "onnx_pairs", "pytorch", "pytorch_pairs")]
    assert list(map(str, counts)) == ["13", "14", "none", "3"]


def test_one_legend_names_all_kinds_of_ranges(published):
    page = published(NAME)
    assert set(legend(page.figures[f"{NAME}-cpu"])) == set(page.names["pairs"]["ranges"])


def test_the_entry_of_another_model_is_left_out(published):
    pairs = published(NAME).names["pairs"]
    assert "int8-599" not in pairs.index
    assert len(pairs) == 56


def test_gains_are_taken_in_one_setting_each(published):
    gains = published(NAME).names["gains"]
    assert len(gains) == 120
    assert gains["BERT Large, 384 tokens", "L40S", 32] == pytest.approx(2.44, abs=0.01)
