import pytest

NAME = "int8_in_practice"


def test_on_a_processor_and_on_two_gpus(published):
    """BERT base on MRPC: 511.36 over 225.15, 728.48 over 222.35; A100: 0.64 over 0.54 ms."""
    said = published(NAME).said
    assert (said["static"], said["dynamic"]) == ("2.3", "3.3")
    assert (said["one"], said["one_small"]) == ("1.2", "1.7")
    assert said["loss"] == "0.6 %"


def test_the_entry_of_another_model_is_left_out(published):
    pairs = published(NAME).names["pairs"]
    assert "int8-599" not in pairs.index
    assert len(pairs) == 56


def test_gains_are_taken_in_one_setting_each(published):
    gains = published(NAME).names["gains"]
    assert len(gains) == 120
    assert gains["BERT Large, 384 tokens", "L40S", 32] == pytest.approx(2.44, abs=0.01)
