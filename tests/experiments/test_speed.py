"""What needs no PyTorch: the plan, the rounds, the medians, the record, what is refused."""

import sys

import pandas as pd
import pytest
from click.testing import CliRunner

from experiments.speed import measure, plan, record, session
from experiments.speed.arms import Arm, Run
from experiments.speed.zeros import main
from smallbert import data
from smallbert.data import check, sources
from smallbert.errors import UserError

KEY = "speed"
"""The source that this package measures."""

NAMES = [run.name for run in plan.runs()]


class Clock:
    """A clock that moves only when a call takes time."""

    def __init__(self):
        self.now, self.order = 0.0, []

    def time(self, repeats=5, **seconds):
        """Return the times of calls that take some seconds each."""

        def call(name):
            self.order.append(name)
            self.now += seconds[name]

        calls = {name: lambda name=name: call(name) for name in seconds}
        return measure.rounds(calls, repeats=repeats, clock=lambda: self.now)


@pytest.fixture
def clock(monkeypatch):
    monkeypatch.setattr(measure.gc, "collect", lambda: 0)  # the tests' heap is large
    return Clock()


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


@pytest.mark.parametrize(
    ("arm", "tokens", "message"),
    [
        ("bert-base", 513, "sequence length 513; give 1 to 512"),
        ("deformer-base-q20", 20, "leave something to cache"),
    ],
)
def test_an_input_that_does_not_fit_is_refused(arm, tokens, message):
    with pytest.raises(UserError, match=message):
        Run(arm=plan.find(arm), batch=1, tokens=tokens)


def test_rounds_are_interleaved(clock):
    clock.time(repeats=3, a=1, b=2, c=3)
    rounds = [tuple(clock.order[at : at + 3]) for at in range(0, 12, 3)]
    assert all(sorted(each) == ["a", "b", "c"] for each in rounds)  # a warm-up, three that count
    assert len(set(rounds)) > 1


def test_times_are_those_of_the_calls_and_a_short_one_is_made_once_untimed(clock):
    times = clock.time(repeats=1, a=0.01, b=1)
    assert times == {"a": [pytest.approx(0.01)], "b": [pytest.approx(1)]}
    assert (clock.order.count("a"), clock.order.count("b")) == (3, 2)


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("SHORT = 0.1", "SHORT = 0.2", False),
        ("import gc\n", "import gc\nimport json\n", True),
        ("gc.collect()", "gc.collect()  # between rounds", True),
        ('"""Call all in each round', '"""Call everything in each round', True),
    ],
)
def test_the_hash_changes_with_what_is_timed_alone(old, new, same):
    code = (record.HERE / "measure.py").read_text()
    assert code.count(old) == 1
    assert (record.substance(code.replace(old, new)) == record.substance(code)) == same


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


@pytest.fixture
def made_up(monkeypatch):
    """Let each run take nothing and say that its pooler took 1 ms, on a made-up machine."""
    monkeypatch.setattr(record, "machine", lambda threads: {"code": record.code_hash()})
    calls = dict.fromkeys(NAMES, lambda: {"pooler": 0.001})
    monkeypatch.setattr(
        session, "prepare", lambda runs, **_: {each.name: calls[each.name] for each in runs}
    )


def test_a_trial_prints_and_writes_nothing(tmp_path, made_up):
    done = CliRunner().invoke(main, ["--trial", "--repeats", "3", "--out", str(tmp_path)])
    assert done.exit_code == 0
    assert "deformer-large-q20-b1-n320" in done.output
    assert not list(tmp_path.iterdir())


def test_a_measurement_is_recorded_as_the_committed_one(tmp_path, made_up):
    done = CliRunner().invoke(main, ["--repeats", "30", "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    for name in ("arms", "components", "latency", "machine"):
        found = pd.read_csv(tmp_path / f"{name}.csv", dtype=str)
        assert list(found) == [*sources.table_of(KEY, name).reset_index()]
    assert (found["value"] == "30").any()
    assert set(pd.read_csv(tmp_path / "components.csv")["milliseconds"]) == {1}


def test_a_line_has_median_interval_and_times_in_milliseconds(tmp_path):
    times = {name: [0.001 * (1 + n) for n in range(31)] for name in NAMES}
    record.write(tmp_path, plan.runs(), times=times, parts={}, machine={})
    found = pd.read_csv(tmp_path / "latency.csv", dtype=str).set_index("row")
    assert list(found.index) == NAMES
    first = found.loc["bert-base-b1-n128"]
    assert (first["milliseconds"], first["low"], first["high"]) == ("16", "10", "22")
    assert first["half_width"] == "37.50%"  # (22 - 10) / 2 / 16
    assert first["times"].split()[:3] == ["1", "2", "3"]


def test_the_committed_measurement_is_sound_and_has_every_run_of_this_code():
    assert check.faults(KEY) == []
    assert [*data.values(KEY, "latency").index] == NAMES
    machine = sources.table_of(KEY, "machine")["value"]
    assert int(machine["rounds"]) >= 30
    assert machine["code"] == record.code_hash()
    committed = sources.read_csv(sources.path_of(KEY, "arms"))
    assert committed.to_dict("records") == record.arms(plan.runs()).astype(str).to_dict("records")
