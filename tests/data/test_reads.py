"""What a process reads, and what it uses of an earlier reading, is heard of alike."""

import os
import subprocess
import sys
import threading

import pytest

from smallbert import claims
from smallbert.book import child
from smallbert.claims.material import of_sources
from smallbert.data import files, paths, reads


@pytest.fixture
def heard(monkeypatch):
    """Return the list of what is read from here on."""
    monkeypatch.setattr(reads, "_told", [])
    paths = []
    reads.follow(paths.append)
    return paths


def listen_anew(heard):
    """Forget what was heard: of what was made before, a new listener hears once."""
    heard.clear()
    reads.leave()
    reads.follow(heard.append)


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("1")
    return path


@files.cached
def _text(path):
    return path.read_text()


@files.cached
def _twice(path):
    return 2 * _text(path)


def test_a_file_and_a_folder_that_are_read_are_heard_of(heard, table):
    table.read_text()
    list(table.parent.iterdir())
    assert {str(table), str(table.parent)} <= set(heard)


@pytest.mark.parametrize(("ask", "made"), [(_text, "1"), (_twice, "11")])
def test_what_was_kept_is_heard_of_when_it_is_used(heard, table, ask, made):
    """Also through what is made of something that is kept."""
    assert _text(table) == "1"
    assert ask(table) == made
    listen_anew(heard)
    assert ask(table) == made
    assert set(heard) == {str(table)}


@pytest.mark.parametrize("missing", [AttributeError, OSError(38, "not implemented")])
def test_a_process_waits_for_its_builder_where_the_system_cannot_tell(monkeypatch, missing):
    def refuse(_):
        raise missing

    monkeypatch.setattr(os, "pidfd_open", refuse)
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    waiting = threading.Thread(target=child._wait_for, args=[process.pid])
    waiting.start()
    waiting.join(0.2)
    assert waiting.is_alive()
    process.communicate(b"\n")
    waiting.join(10)
    assert not waiting.is_alive()


def test_what_a_claim_rests_on_is_heard_of_whoever_was_judged_before(heard):
    """Claims share what they read; the last of each kind finds most of it made."""
    claims.prepare()
    stated, material = claims.stated(), of_sources()
    last, of_all = stated.groupby("kind").tail(1), set()
    for name, claim in last.iterrows():
        shared, alone = (rested_on(heard, claim, each) for each in (material, claims.Material()))
        assert shared == alone, name
        of_all |= shared
    assert len(of_all) > len(last)


def rested_on(heard, claim, material) -> set[str]:
    listen_anew(heard)
    claims.assess(claim, material)
    return {path for path in heard if path.startswith(str(paths.data()))}


HEARD = """
from smallbert.book import premade
from smallbert.data import paths, reads

def heard(question):
    files = set()
    reads.leave()
    reads.follow(files.add)
    question()
    return {file for file in files if file.startswith(str(paths.data()))}

for question in premade.questions():
    made, kept = heard(question), heard(question)
    assert made and made == kept, f"{question}: {made ^ kept}"
"""
"""What is read while a table is made, and what counts as read where it is found made."""


def test_a_table_that_is_found_made_counts_as_read_as_when_it_is_made():
    command = [sys.executable, "-c", HEARD]
    seeded = os.environ | {"PYTHONHASHSEED": "1"}  # the same order of sets in every run
    run = subprocess.run(command, env=seeded, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
