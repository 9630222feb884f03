"""What who edits waits for: a number or a sentence changed, then built or seen while served."""

import json
import re
import statistics
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from experiments.bench.copy import Copy, tool

PAGE = "yang2024memory3"
CHANGES = {
    "number": (f"data/sources/{PAGE}/points.csv", ",13,55", (",13,56",)),
    "sentence": (
        f"notebooks/{PAGE}.ipynb",
        "several times larger.",
        ("that are larger.", "of a larger size.", "with more weights.", "of more layers."),
    ),
}
"""One reading of a source and one sentence of its page: the file, and what becomes what in turn."""

PAUSE = 5
"""Seconds between two changes: who writes reads, too."""


@contextmanager
def changed(work: Copy, what: str) -> Iterator[list[Callable[[], None]]]:
    """Give functions that make a change; after the block it is undone, built and forgotten."""
    name, old, every = CHANGES[what]
    path = work.root / name
    text, before = path.read_text(), _kept(work)
    if old not in text:
        raise SystemExit(f"{name} has no {old!r}; name another change in {Path(__file__).name}")
    yield [partial(path.write_text, text.replace(old, new, 1)) for new in every]
    path.write_text(text)
    work.run(tool("smallbert"), "build")
    for each in _kept(work) - before:
        each.unlink()  # else the next round would find this change already built


def _kept(work: Copy) -> set[Path]:
    """Return what builds keep for the time when a change is undone."""
    folders = (work.root / "_build" / name for name in ("sound", "executed/kept"))
    return {each for folder in folders for each in folder.rglob("*") if each.is_file()}


def built(work: Copy, what: str) -> tuple[dict[str, float], list[str]]:
    """Make a change and build; return the seconds, as a whole and by phase, and what ran."""
    with changed(work, what) as changes:
        changes[0]()
        began = time.time()
        seconds = work.run(tool("smallbert"), "build", "--explain")
        phases = re.findall(r"([a-z]+) ([0-9.]+) s", work.said.splitlines()[-2])
        manifests = work.root.glob("_build/executed/*.json")
        ran = [each.stem for each in manifests if each.stat().st_mtime > began]
    found = {"whole": seconds, "pages run": len(ran)} | {key: float(s) for key, s in phases}
    return found, ran


def served(work: Copy, what: str) -> dict[str, float]:
    """Make changes while the page is open; time it, and all other pages.

    Where there are several changes, the first one finds a server that has rendered nothing yet: it
    is told apart, and the others' median is given.
    """
    command = [tool("smallbert"), "serve", "--port", "0"]
    with changed(work, what) as changes, work.started(*command) as server:
        address = re.search(r"http://\S+?/(?= )", server.stdout.readline())[0]
        _await(server, "built in")
        listened = f"{address}_live/changes?/notebooks/{PAGE}.html"
        with urllib.request.urlopen(listened) as stream:
            told, found = _told(stream, lambda news: not news["fault"]), []
            for change in changes:
                time.sleep(PAUSE)
                began = time.perf_counter()
                change()
                known = (told["page"], "missing")
                told = _told(stream, lambda news, known=known: news["page"] not in known)
                seen = time.perf_counter() - began
                _await(server, "built in")
                found.append({"page in view": seen, "all pages": time.perf_counter() - began})
    later = {key: statistics.median(each[key] for each in found[1:] or found) for key in found[0]}
    return later | ({"first change": found[0]["page in view"]} if found[1:] else {})


def _await(server: subprocess.Popen, words: str) -> None:
    while words not in (line := server.stdout.readline()):
        if not line:
            raise SystemExit("the server has ended")


def _told(stream, wanted: Callable[[dict], bool]) -> dict:
    """Return the first news that an open page wants."""
    for line in stream:
        if line.startswith(b"data: ") and wanted(news := json.loads(line[6:])):
            return news
    raise SystemExit("the server has ended")
