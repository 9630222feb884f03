"""Jobs that need each other: their order, how many at once, and when the last one begins."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from experiments.compress import jobs


def do(wanted, at_once=2, until=1e12, call=None):
    told = []
    with ThreadPoolExecutor(at_once) as executor:
        whole = jobs.queue(wanted, executor, at_once=at_once, until=until).do(
            lambda job: told.append(f"{job.key} begins"),
            lambda job, result: told.append(f"{job.key} gives {result}"),
        )
    return whole, told


def test_a_job_begins_when_what_it_needs_has_ended():
    wanted = [
        jobs.Job("b", int, ("2",), frozenset({"a"})),
        jobs.Job("a", int, ("1",)),
        jobs.Job("c", int, ("3",), frozenset({"known before"})),
    ]
    whole, told = do(wanted)
    assert whole
    assert told.index("a gives 1") < told.index("b begins")
    assert told[:2] == ["a begins", "c begins"]


def test_no_more_run_at_once_than_asked():
    going, most = [], []

    def call(name):
        going.append(name)
        most.append(len(going))
        time.sleep(0.02)
        going.remove(name)

    assert do([jobs.Job(name, call, (name,)) for name in "abcdef"], at_once=2)[0]
    assert max(most) == 2


def test_when_the_time_is_up_nothing_begins():
    assert do([jobs.Job("a", int, ("1",))], until=0) == (False, [])


def test_a_job_that_would_end_late_gives_way_to_a_shorter_one():
    """The first takes 0.1 s for a size of 1: one of 100 would take 10 s, one of 2 takes 0.2."""
    wanted = [
        jobs.Job("a", time.sleep, (0.1,), size=1),
        jobs.Job("long", time.sleep, (10,), size=100),
        jobs.Job("short", time.sleep, (0.2,), size=2),
    ]
    whole, told = do(wanted, at_once=1, until=time.time() + 5)
    assert not whole
    assert [line for line in told if line.endswith("begins")] == ["a begins", "short begins"]


def test_what_fails_is_not_swallowed():
    with pytest.raises(ValueError, match="invalid literal"):
        do([jobs.Job("a", int, ("one",))])


def test_the_time_left_is_that_of_all_jobs_as_fast_as_those_before():
    """6 seconds for a size of 3; 5 are left, by two at once: 5 s."""
    line = jobs.queue([jobs.Job("a", int, (), size=5)], None, at_once=2, until=0)
    line.pace = jobs.Pace(seconds=6, size=3)
    assert line.left() == 5
