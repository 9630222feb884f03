"""Break the data in a thousand ways, and see that each way gets a line and nothing worse.

A mutant is one change of one file of the data, drawn from a seed. In a process of its own the check
reads it, and where the check passes, what the pages are made of. A change that passes both is no
fault of form: digits are for the audit and for ``smallbert verify``. Where it surely is one, it is
``silent``, which is as bad as a traceback.
"""

import argparse
import collections
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from experiments import mutations

SECONDS = 300
"""After which a mutant counts as hung; a busy machine needs a minute for a sound one."""

EVERY, OFTEN = "**/*.*", ("survey/*.*", "survey/*/*.*", "*.bib", "vocabulary/*.*", "**/claims.yaml")
"""All files of the data, and kinds of them that every second mutant changes."""


class Mutant(NamedTuple):
    """What became of one change: a kind of `KINDS`, and the line that tells."""

    number: int
    change: str
    kind: str
    line: str


KINDS = ("refused", "passed", "silent", "traceback", "hung", "died")
HARMLESS = KINDS[:2]


def mutants(count: int, seed: int) -> Iterator[Mutant]:
    """Yield what becomes of `count` changes of the data that this process reads, one by one.

    Each is undone; if this process is killed, one may remain, so give it a copy.
    """
    from smallbert.data import paths

    _read()  # what the others keep of it, each mutant finds made
    for number in range(count):
        yield _one(number, random.Random(f"{seed}/{number}"), paths.data())


@contextmanager
def _copied() -> Iterator[None]:
    """Let this process read a copy of the data."""
    from smallbert.data import paths

    with tempfile.TemporaryDirectory(prefix="sb-fuzz-") as folder:
        shutil.copytree(paths.data(), Path(folder, "data"))
        shutil.copy(paths.root() / "CITATION.cff", folder)
        os.environ["SMALLBERT_ROOT"] = folder
        yield


def _read() -> None:
    """Check the data as a build does, and make of them what pages are made of."""
    from smallbert import audit
    from smallbert.book import soundness
    from smallbert.book.cards import cards
    from smallbert.compare.models import models
    from smallbert.data import credits, released, sources
    from smallbert.data.faults import DataError
    from smallbert.guide import export

    soundness.ensure(first=lambda: None)
    if found := released.faults():
        raise DataError(found)
    models()
    audit.table()
    export.data()
    cards()
    for key in sources.keys():
        credits.short(sources.describe(key)["cites"])


def _one(number: int, draw: random.Random, data: Path) -> Mutant:
    """Change a file, see what comes of it in a process of its own, and change it back."""
    path = draw.choice(sorted(data.glob(draw.choice([*OFTEN, *(EVERY for _ in OFTEN)]))))
    before, moment = path.read_bytes(), path.stat()
    try:
        how, fault = mutations.mutate(path, draw)
        kind, line = _watched()
        kind = "silent" if fault and kind == "passed" else kind
        return Mutant(number, f"{path.relative_to(data)}: {how}", kind, line)
    finally:
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
        path.unlink(missing_ok=True)
        path.write_bytes(before)
        os.utime(path, ns=(moment.st_atime_ns, moment.st_mtime_ns))


def _watched() -> tuple[str, str]:
    """Return what a process of its own makes of the data: a kind, and the line that tells."""
    said, answer = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(said)
        signal.alarm(SECONDS)  # even a process in C ends
        _answer(answer)
    os.close(answer)
    with os.fdopen(said, encoding="utf-8", errors="replace") as stream:
        kind, _, line = stream.read().partition("\n")
    _, status = os.waitpid(process, 0)
    if os.WIFSIGNALED(status):
        ended = os.WTERMSIG(status)
        return ("hung" if ended == signal.SIGALRM else "died"), signal.Signals(ended).name
    return kind, line


def _answer(answer: int) -> None:
    """Say what comes of reading the data, and end this process."""
    from smallbert.data.faults import UserError

    kind, line = "passed", ""
    try:
        _read()
    except UserError as error:
        kind, line = "refused", str(error).splitlines()[0]
    except BaseException as error:
        places = traceback.extract_tb(error.__traceback__)
        place = ([each for each in places if "smallbert" in each.filename] or places)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        kind, line = "traceback", f"{where}: {type(error).__name__}: {error}"
    os.write(answer, f"{kind}\n{line[:400]}".encode("utf-8", "replace"))
    os._exit(0)


def main(words: list[str] | None = None) -> int:
    """Print what became of the mutants; return 1 if any had worse than a line."""
    parser = argparse.ArgumentParser(prog="python -m experiments.fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="how many mutants")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--passed", action="store_true", help="print also what passed")
    asked = parser.parse_args(words)
    began, kinds = time.perf_counter(), collections.Counter()
    with _copied():
        for mutant in mutants(asked.count, asked.seed):
            kinds[mutant.kind] += 1
            if mutant.kind not in HARMLESS or (asked.passed and mutant.kind == "passed"):
                print(f"{mutant.number} {mutant.kind}: {mutant.change}: {mutant.line}", flush=True)
    found = ", ".join(f"{kinds[kind]} {kind}" for kind in KINDS)
    print(
        f"{asked.count} mutants of seed {asked.seed}: {found}; {time.perf_counter() - began:.0f} s"
    )
    return int(any(kinds[kind] for kind in KINDS[2:]))


if __name__ == "__main__":
    sys.exit(main())
