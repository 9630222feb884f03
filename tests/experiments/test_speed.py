"""What needs no PyTorch: the plan, the rounds, the medians, the record, what is refused."""

import sys

import pandas as pd
import pytest
from click.testing import CliRunner

from experiments.speed import measure, plan, record, session
from experiments.speed.__main__ import main
from experiments.speed.arms import Arm, Run
from smallbert.compare import timings
from smallbert.data import check, sources
from smallbert.errors import UserError

NAMES = [run.name for run in plan.runs()]


class Clock:
    """A clock that moves only when a call takes time."""

    def __init__(self):
        self.now, self.order = 0.0, []

    def call(self, name: str, seconds: float):
        def take():
            self.order.append(name)
            self.now += seconds
            return {"part": seconds}

        return take


@pytest.fixture(autouse=True)
def no_collection(monkeypatch):
    """Leave garbage alone between rounds whose times are made up: the tests' heap is large."""
    monkeypatch.setattr(measure.gc, "collect", lambda: 0)


@pytest.fixture
def clock():
    return Clock()


def timed(clock, repeats=5, **seconds):
    calls = {name: clock.call(name, each) for name, each in seconds.items()}
    return measure.rounds(calls, repeats=repeats, clock=lambda: clock.now)


def state(rounds):
    """Return what a measurement of `rounds` rounds leaves, its times made up."""
    times = {name: [0.001 * (1 + n) for n in range(rounds)] for name in NAMES}
    parts = {"bert-base-b1-n128": {"attention itself": times[NAMES[0]]}}
    machine = {"processor": "made up", "code": record.code_hash()}
    return {"times": times, "parts": parts, "machine": machine}


def written(tmp_path, rounds=31):
    record.write(tmp_path, plan.runs(), **state(rounds))
    return {path.name: pd.read_csv(path, dtype=str) for path in tmp_path.glob("*.csv")}


# --- the plan


def test_every_run_has_its_own_name_and_its_baseline_is_a_run():
    assert len(set(NAMES)) == len(NAMES)
    assert {run.baseline for run in plan.runs()} <= set(NAMES)


def test_an_arm_alone_brings_what_it_is_compared_with():
    arms = {run.arm.name for run in plan.runs("deformer-large-q20")}
    assert arms == {"deformer-large-q20", "bert-large"}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"product": "int4"}, "product 'int4'; use one of dense, int8"),
        ({"product": "csr", "share": 100}, "100 % zero; give 0 to less than 100"),
        ({"product": "factors"}, "rank 0; give one from 1"),
        ({"cached_layers": 12}, "12 cached layers; leave one at least"),
        ({"changes": (("heads", 7),)}, "not divisible by 7 heads"),
    ],
)
def test_an_impossible_arm_is_refused(settings, message):
    with pytest.raises(UserError, match=message):
        _ = Arm(name="x", label="x", technique="none", **settings).shape


def test_an_input_longer_than_the_positions_is_refused():
    with pytest.raises(UserError, match="sequence length 513; give 1 to 512"):
        Run(arm=plan.find("bert-base"), batch=1, tokens=513)


def test_a_question_as_long_as_the_input_is_refused():
    with pytest.raises(UserError, match="leave something to cache"):
        Run(arm=plan.find("deformer-base-q20"), batch=1, tokens=20)


# --- rounds


def test_rounds_are_interleaved(clock):
    timed(clock, repeats=3, a=1, b=2, c=3)
    order = ["".join(sorted(clock.order[at : at + 3])) for at in range(0, 12, 3)]
    assert order == ["abc"] * 4  # one round of warm-up, three that count
    assert len({tuple(clock.order[at : at + 3]) for at in range(0, 12, 3)}) > 1


def test_times_are_those_of_the_calls(clock):
    assert timed(clock, a=1, b=2) == {"a": [1.0] * 5, "b": [2.0] * 5}


def test_a_short_call_is_made_once_untimed(clock):
    assert timed(clock, repeats=1, a=0.01, b=1)["a"] == [pytest.approx(0.01)]
    assert (clock.order.count("a"), clock.order.count("b")) == (3, 2)


# --- the record


def test_a_record_has_a_line_for_each_run(tmp_path):
    found = written(tmp_path)["latency.csv"]
    assert list(found["row"]) == NAMES
    first = found.set_index("row").loc["bert-base-b1-n128"]
    assert (first["milliseconds"], first["low"], first["high"]) == ("16", "10", "22")
    assert first["half_width"] == "37.50%"  # (22 - 10) / 2 / 16
    assert first["times"].split()[:3] == ["1", "2", "3"]


def test_a_record_of_fewer_than_30_rounds_is_refused(tmp_path):
    with pytest.raises(UserError, match="29 rounds are no record; measure 30"):
        written(tmp_path, rounds=29)
    assert not list(tmp_path.iterdir())


def test_a_stopped_measurement_goes_on_where_code_and_runs_are_the_same(tmp_path):
    path, kept = tmp_path / "unfinished.json", state(7)
    record.keep(path, kept)
    assert record.unfinished(path, kept["machine"], NAMES) == kept
    assert record.unfinished(path, kept["machine"] | {"code": "other"}, NAMES) is None
    assert record.unfinished(path, kept["machine"], NAMES[1:]) is None
    assert record.unfinished(tmp_path / "none.json", kept["machine"], NAMES) is None


@pytest.fixture
def copied(tmp_path, monkeypatch):
    """Return a copy of the code, which then is what is hashed."""
    for name in record.TIMED:
        (tmp_path / name).write_bytes((record.HERE / name).read_bytes())
    monkeypatch.setattr(record, "HERE", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("SHORT = 0.1", "SHORT = 0.2", False),
        ("import gc\n", "import gc\nimport json\n", True),
        ("gc.collect()", "gc.collect()  # between rounds", True),
        ('"""Call all in each round', '"""Call everything in each round', True),
    ],
)
def test_the_hash_changes_with_what_is_timed_alone(copied, old, new, same):
    before, path = record.code_hash(), copied / "measure.py"
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))
    assert (record.code_hash() == before) == same


# --- the command


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--arm", "bert-huge"], "arm 'bert-huge' is unknown; use one of bert-base, bert-large,"),
        (["--repeats", "29"], "a record needs 30 and all arms; add --trial"),
        (["--arm", "bert-tiny"], "a record needs 30 and all arms; add --trial"),
        (["--trial", "--repeats", "0"], "0"),
    ],
)
def test_what_is_no_measurement_is_refused_in_one_line(words, message):
    done = CliRunner().invoke(main, words)
    assert (done.exit_code, done.output.count("\n")) == (2, 1)
    assert message in done.output


def test_without_pytorch_one_line_names_the_command(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)  # as if it were not installed
    done = CliRunner().invoke(main, [])
    assert done.output == "PyTorch is not installed; make speed installs it and measures\n"
    assert done.exit_code == 1


def test_a_trial_prints_and_writes_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr("experiments.speed.__main__._machine", lambda threads: {})
    monkeypatch.setattr(session, "prepare", fake_calls)
    done = CliRunner().invoke(main, ["--trial", "--repeats", "3", "--out", str(tmp_path)])
    assert done.exit_code == 0
    assert "deformer-large-q20-b1-n320" in done.output
    assert not list(tmp_path.iterdir())


def test_a_whole_measurement_goes_on_where_it_stopped_and_is_recorded(tmp_path, monkeypatch):
    about = {"code": "abc"}
    monkeypatch.setattr("experiments.speed.__main__._machine", lambda threads: about)
    monkeypatch.setattr(session, "prepare", fake_calls)
    kept = {"machine": about, "times": {name: [9.0] * 29 for name in NAMES}, "parts": {}}
    record.keep(tmp_path / "unfinished.json", kept)
    done = CliRunner().invoke(main, ["--repeats", "30", "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    latency = pd.read_csv(tmp_path / "latency.csv")
    assert latency["times"].str.split().map(len).eq(30).all()
    assert latency["milliseconds"].eq(9000).all()
    assert not (tmp_path / "unfinished.json").exists()


def test_what_other_code_left_is_begun_anew_and_that_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr("experiments.speed.__main__._machine", lambda threads: {"code": "new"})
    monkeypatch.setattr(session, "prepare", fake_calls)
    kept = {"machine": {"code": "old"}, "times": {name: [9.0] for name in NAMES}, "parts": {}}
    record.keep(tmp_path / "unfinished.json", kept)
    done = CliRunner().invoke(main, ["--repeats", "30", "--out", str(tmp_path)])
    assert "is of other code, another machine or other arms: begun anew" in done.output
    assert pd.read_csv(tmp_path / "latency.csv")["milliseconds"].max() < 9000


def fake_calls(runs, **_):
    return {run.name: lambda: {"pooler": 0.001} for run in runs}


# --- the committed measurement


def test_the_committed_measurement_is_sound_and_has_every_run():
    assert check.faults(timings.source()) == []
    assert list(timings.latencies().index) == NAMES
    assert int(timings.machine()["rounds"]) >= 30


def test_the_committed_measurement_is_of_this_code():
    assert timings.machine()["code"] == record.code_hash()


def test_the_committed_arms_are_those_of_the_plan():
    committed = sources.table(timings.source(), "arms").reset_index()
    wanted = [
        {name: str(row.get(name, "")) for name in record.ARMS}
        for row in record.arm_rows(plan.runs())
    ]
    assert committed.to_dict("records") == wanted
