"""The process in which Jupyter Book renders, and which stays warm."""

import os
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from smallbert.book import quicker

TWICE = """
from pybtex import plugin
from smallbert.book import renderer
def style():
    renderer._import()
    return plugin.find_plugin("pybtex.style.formatting", "alpha")
assert style() is style()
"""


def test_a_second_start_leaves_the_style_of_the_references_as_it_is():
    """Each start would otherwise wrap the style of the last one, one call deeper each time."""
    run = subprocess.run([sys.executable, "-c", TWICE], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


FORKED = """
import os, time
from smallbert.book import renderer
renderer._begin(os.getppid())
if child := os.fork():
    print(child, flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="a system without /proc")
def test_what_sphinx_forks_to_read_side_by_side_ends_with_the_renderer():
    run = subprocess.Popen([sys.executable, "-c", FORKED], stdout=subprocess.PIPE, text=True)
    forked = int(run.stdout.readline())
    assert runs(forked)
    run.kill()
    run.wait()
    deadline = time.monotonic() + 20
    while runs(forked) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not runs(forked)


def runs(process: int) -> bool:
    """Tell whether a process is there that does more than wait for its parent to hear its end."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def test_pages_are_read_and_written_on_all_cores():
    app = SimpleNamespace(extensions={"sphinx_multitoc_numbering": SimpleNamespace()}, parallel=1)
    quicker._use_all_cores(app)
    assert app.parallel == os.cpu_count() + 1  # one of them hands out what is written
    assert all(each.parallel_read_safe for each in app.extensions.values())
