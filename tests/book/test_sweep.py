"""Sweeps on this machine's cores and on a real Dask scheduler with workers of their own."""

import re
import signal
import subprocess
import sys

import pandas as pd
import pytest

from smallbert.book import build, execute, sweep
from smallbert.book.notebooks import run_name
from smallbert.errors import UserError

from .test_execute import write

SAY = (
    "from smallbert import charts, data; data.require_all(globals()); "
    "charts.say(double=str(2 * sequence_length))"
)
SAY_ALONE = (
    "from myst_nb import glue; from smallbert import data; data.require_all(globals()); "
    "glue('double', str(2 * sequence_length), display=False)"
)
"""The same without the book's charts, which a kernel takes seconds to import."""

LENGTH = "sequence_length: int = 128  # tokens of one input"


@pytest.fixture
def notebook(tmp_path):
    execute.preload(build.IMPORTS)
    return write(tmp_path / "a.ipynb", SAY, parameters=LENGTH)


def lengths(notebook, *values):
    return sweep.sets(notebook, {"sequence_length": ",".join(map(str, values))})


def test_a_worker_without_assertions_refuses_to_run():
    command = "from smallbert.book import sweep; sweep.remote('a.ipynb', '', {})"
    run = subprocess.run([sys.executable, "-O", "-c", command], capture_output=True, text=True)
    assert "this worker's Python runs without assertions; unset PYTHONOPTIMIZE" in run.stderr


def test_a_run_has_a_name_that_leads_nowhere_else():
    assert run_name({"can": "../../evil", "keep": 97.5}) == "can=.._.._evil-keep=97.5"


def test_every_combination_is_a_set(notebook):
    assert lengths(notebook, 1, 2) == [{"sequence_length": 1}, {"sequence_length": 2}]


def test_an_impossible_value_is_refused_before_anything_runs(notebook):
    with pytest.raises(UserError, match="sequence_length is 0; give a whole number from 1 to 512"):
        lengths(notebook, 1, 0)


def test_the_recorded_values_become_a_table(notebook, tmp_path):
    table = sweep.sweep(notebook, lengths(notebook, 3, 4), tmp_path / "out")
    assert table.to_dict("records") == [
        {"sequence_length": 3, "double": 6},
        {"sequence_length": 4, "double": 8},
    ]
    kept = pd.read_csv(tmp_path / "out" / "results.csv")
    assert list(kept["double"]) == [6, 8]


def test_a_sweep_goes_on_where_it_stopped(notebook, tmp_path):
    out = tmp_path / "out"
    sweep.sweep(notebook, lengths(notebook, 3), out)
    before = (out / "sequence_length=3.ipynb").stat().st_mtime_ns
    sweep.sweep(notebook, lengths(notebook, 3, 4), out)
    assert (out / "sequence_length=3.ipynb").stat().st_mtime_ns == before
    assert (out / "sequence_length=4.ipynb").is_file()


def test_a_second_sweep_into_a_folder_adds(notebook, tmp_path):
    out = tmp_path / "out"
    sweep.sweep(notebook, lengths(notebook, 10), out)
    table = sweep.sweep(notebook, lengths(notebook, 9), out)
    assert list(table["sequence_length"]) == [9, 10]
    assert list(pd.read_csv(out / "results.csv")["double"]) == [18, 20]


def test_a_sweep_into_the_folder_of_another_notebook_is_refused(notebook, tmp_path):
    out = tmp_path / "out"
    sweep.sweep(notebook, lengths(notebook, 3), out)
    other = write(tmp_path / "b.ipynb", "1 + 1", SAY, parameters=LENGTH)
    with pytest.raises(UserError, match="out has runs of another notebook or code; name another"):
        sweep.sweep(other, lengths(other, 4), out)


def test_numbers_in_words_become_numbers_with_their_unit_in_the_header():
    said = {"size": ["−1.5 MB", "2,000 MB"], "share": ["3 %", "4 %"], "mixed": ["3 MB", "4 %"]}
    said |= {"span": ["3 to 4", "5 to 6"], "some": ["3", float("nan")], "depth": [1, 2]}
    table = sweep.typed(pd.DataFrame(said))
    assert list(table) == ["size [MB]", "share [%]", "mixed", "span", "some", "depth"]
    assert list(table["size [MB]"]) == [-1.5, 2000]
    assert list(table["share [%]"]) == [3, 4]
    assert list(table["span"]) == said["span"]


def test_a_result_from_a_worker_with_another_state_is_refused(notebook, tmp_path):
    [values] = lengths(notebook, 3)
    job = execute.Job(notebook, tmp_path / "out" / "sequence_length=3.ipynb", values, "own key")
    said = sweep._kept(job, "{}", "another key")
    assert "sequence_length=3: ran with another state of data, package or Python than" in said
    assert not job.output.exists()


def test_a_failing_set_is_named_and_the_others_are_kept(tmp_path):
    broken = write(tmp_path / "a.ipynb", "1 / (sequence_length - 4)", SAY, parameters=LENGTH)
    with pytest.raises(UserError, match="with sequence_length=4: cell 2: ZeroDiv"):
        sweep.sweep(broken, lengths(broken, 3, 4), tmp_path / "out")
    assert list(pd.read_csv(tmp_path / "out" / "results.csv")["double"]) == [6]


def test_a_scheduler_that_does_not_answer_is_named(notebook, tmp_path, monkeypatch):
    monkeypatch.setattr(sweep, "ANSWER_WITHIN", 1)
    with pytest.raises(UserError, match="no Dask scheduler answers at tcp://127.0.0.1:9"):
        sweep.sweep(notebook, lengths(notebook, 3), tmp_path / "out", dask="tcp://127.0.0.1:9")
    assert not (tmp_path / "out").exists()


def start(*words):
    command = [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)


@pytest.fixture
def scheduler():
    """Start a scheduler and return its address."""
    process = start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    address = ""
    while not address:
        line = process.stderr.readline()
        assert line, "the scheduler ended"
        found = re.search(r"Scheduler at:\s+(tcp://\S+)", line)
        address = found[1] if found else ""
    yield address
    end(process)


@pytest.fixture
def cluster(scheduler, tmp_path):
    """Start two workers of a scheduler, each a process of its own; return address and workers."""
    options = ["--nthreads", "1", "--no-dashboard", "--local-directory", str(tmp_path)]
    workers = [start("dask_worker", scheduler, "--no-nanny", *options) for _ in range(2)]
    yield scheduler, workers
    end(*workers)


def end(*processes):
    for process in processes:
        process.kill()
        process.wait()
        process.stderr.close()


def test_a_scheduler_without_a_worker_is_named(notebook, tmp_path, monkeypatch, scheduler):
    monkeypatch.setattr(sweep, "ANSWER_WITHIN", 3)
    with pytest.raises(UserError, match=f"{scheduler} has no worker; start one: dask worker"):
        sweep.sweep(notebook, lengths(notebook, 3), tmp_path / "out", dask=scheduler)


@pytest.mark.skipif(sys.platform == "win32", reason="kills process groups")
def test_a_killed_worker_loses_nothing_and_doubles_nothing(cluster, tmp_path):
    address, workers = cluster
    cell = "import time; time.sleep(1)"
    notebook = write(tmp_path / "a.ipynb", cell, SAY_ALONE, parameters=LENGTH)
    wanted, out = lengths(notebook, *range(1, 4)), tmp_path / "out"
    killer = subprocess.Popen([sys.executable, "-c", KILL, str(out), str(workers[0].pid)])
    table = sweep.sweep(notebook, wanted, out, dask=address)
    assert killer.wait(timeout=30) == 0
    assert workers[0].wait(timeout=10) == -signal.SIGKILL
    assert list(table["sequence_length"]) == [1, 2, 3]
    assert list(table["double"]) == [2 * length for length in range(1, 4)]
    assert len(list(out.glob("*.ipynb"))) == 3


KILL = """
import os, signal, sys, time
from pathlib import Path
while not list(Path(sys.argv[1]).glob("*.key")):
    time.sleep(0.05)
os.killpg(int(sys.argv[2]), signal.SIGKILL)
"""
