"""Run notebooks with papermill, several at once, each in a process that is forked warm.

Beside each result lies its key, a hash of all that it was made from: what has another key now is
out of date. The process that waits stays light; what runs in the others is imported there.
"""

import gc
import hashlib
import json
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import forkserver
from pathlib import Path
from typing import NamedTuple

from tqdm import tqdm

from smallbert import paths
from smallbert.book import notebooks
from smallbert.errors import UserError
from smallbert.paths import write_atomically

PACKAGE = Path(__file__).parents[1]
METHOD = "forkserver" if sys.platform.startswith("linux") else "spawn"

IMPORTS = ("smallbert.book.engine", "smallbert.book.render")
TABLES = "smallbert.book.preloaded"
"""What processes are forked with; the second where many of them need the tables of all works."""


def digest(*parts) -> str:
    """Return a hash of plain data and of files, or all files of folders, by name and content."""
    state = hashlib.sha256()
    for part in parts:
        if not isinstance(part, Path):
            state.update(json.dumps(part, sort_keys=True).encode() + b"\0")
            continue
        files = sorted(part.rglob("*")) if part.is_dir() else [part]
        for path in [each for each in files if each.is_file() and "__pycache__" not in each.parts]:
            name = path.relative_to(part.parent).as_posix()
            state.update(f"{name}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return state.hexdigest()


def common() -> str:
    """Return the hash of what all results are made from: data, package, lock, Python's version."""
    return digest(paths.data(), PACKAGE, paths.root() / "requirements.txt", sys.version)


def is_current(result: Path, key: str) -> bool:
    """Return whether a file or folder is there and was made from what `key` says."""
    mark = _key_file(result)
    return result.exists() and mark.is_file() and mark.read_text(encoding="utf-8") == key


def leave_key(result: Path, key: str) -> None:
    """Say that a result is whole, and what it was made from; an empty key says that it is not."""
    write_atomically(_key_file(result), key)


def _key_file(result: Path) -> Path:
    return result.with_name(f"{result.name}.key")


class Job(NamedTuple):
    """A notebook to be run; `output` appears only if every cell succeeded.

    With `publish`, what it publishes is written next to it, as `artifacts.publish` does.
    """

    notebook: Path
    output: Path
    parameters: dict
    key: str
    publish: bool = False

    @property
    def name(self) -> str:
        """The notebook and its parameters as a message names them."""
        values = ", ".join(f"{name}={value}" for name, value in self.parameters.items())
        return notebooks.shown(self.notebook) + (f" with {values}" if values else "")


def job(notebook: Path, output: Path, parameters: dict, common: str, **options) -> Job:
    """Return a job with the key of its result: code cells, parameters, and what all share."""
    key = digest(notebooks.code(notebook), parameters, common)
    return Job(notebook, output, parameters, key, **options)


def due(jobs: list[Job]) -> list[Job]:
    """Return the jobs whose result is missing or out of date."""
    return [each for each in jobs if not is_current(each.output, each.key)]


def preload(*modules: str) -> None:
    """Let a server import modules, in the background, from which all processes are forked."""
    if METHOD == "forkserver":
        multiprocessing.get_context(METHOD).set_forkserver_preload([*modules])
        forkserver.ensure_running()


@contextmanager
def processes(count: int = 1) -> Iterator[ProcessPoolExecutor]:
    """Return a pool whose processes are new for each call; Ctrl-C in the block ends them all."""
    context = multiprocessing.get_context(METHOD)
    begin = {"initializer": _begin, "initargs": (dict(os.environ),)}
    with ProcessPoolExecutor(count, context, **begin, max_tasks_per_child=1) as pool:
        try:
            yield pool
        except BaseException as error:
            if not isinstance(error, Exception):
                for process in multiprocessing.active_children():
                    process.kill()
            pool.shutdown(cancel_futures=True)
            raise


def _begin(environment: dict[str, str]) -> None:
    gc.freeze()  # what was imported is no garbage: a search through it takes 0.2 s
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    os.environ.update(environment)  # the server's may be older


def apart(function: Callable, *arguments):
    """Call a function in a process of its own and return what it returns, or raise its error."""
    with processes() as pool:
        return pool.submit(function, *arguments).result()


def execute(jobs: list[Job]) -> list[str]:
    """Run notebooks on the cores at hand, in the order given; return a line for each that failed.

    Raises
    ------
    KeyboardInterrupt
        Ctrl-C or SIGTERM came: no process is left, and finished notebooks are kept.
    """
    with processes(os.cpu_count()) as pool:
        return failures({pool.submit(run, each): each for each in jobs})


def failures(runs: dict[Future, Job]) -> list[str]:
    """Wait for runs, with a progress bar where somebody sees it; return the lines of the failed."""
    lines = []
    for ended in tqdm(as_completed(runs), total=len(runs), unit="notebook", disable=None):
        error = ended.exception()
        if isinstance(error, BrokenProcessPool):
            lines.append(
                f"{runs[ended].name}: its process or one beside it was ended, perhaps for want of "
                "memory; run it alone to see more"
            )
        elif isinstance(error, UserError):
            lines.append(str(error))
        elif error:
            raise error
    return sorted(lines)


def run(job: Job) -> None:
    """Run one notebook in this process, which is thrown away afterwards."""
    from smallbert.book import engine  # seconds of imports that the waiting process does without

    leave_key(job.output, "")
    engine.run(job)
    leave_key(job.output, job.key)
