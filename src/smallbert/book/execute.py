"""Run notebooks with papermill, several at once, each in a process that is forked warm.

Beside each result lies its key, a hash of all that it was made from: what has another key now is
out of date. The process that waits stays light; what runs in the others is imported there.
"""

import gc
import hashlib
import json
import multiprocessing
import os
import pkgutil
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from multiprocessing import forkserver, resource_tracker
from pathlib import Path
from typing import NamedTuple

from tqdm import tqdm

from smallbert import paths
from smallbert.book import notebooks
from smallbert.errors import UserError
from smallbert.paths import write_atomically

PACKAGE = Path(__file__).parents[1]
METHOD = "forkserver" if sys.platform.startswith("linux") else "spawn"

IMPORTS = ("smallbert.book.papermill_engine", "smallbert.book.jupyter_book")
RENDERER = (
    "jupyter_book.sphinx",
    "myst_nb.sphinx_ext",
    "sphinxcontrib.bibtex",
    "sphinx_book_theme",
)
TABLES = "smallbert.book.preloaded"
"""What processes are forked with: always; by a build that waits; where many need the tables of all
works."""

RUN = "smallbert.book.papermill_engine:run"
"""What runs one notebook."""


def digest(*parts) -> str:
    """Return a hash of plain data and of files, or all files of folders, by name and content."""
    state = hashlib.sha256()
    for item in parts:
        if not isinstance(item, Path):
            # a zero byte ends each part, so that none runs into the next
            state.update(json.dumps(item, sort_keys=True).encode() + b"\0")
            continue
        files = sorted(item.rglob("*")) if item.is_dir() else [item]
        for path in [each for each in files if each.is_file() and "__pycache__" not in each.parts]:
            name = path.relative_to(item.parent).as_posix()
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

    With `publish`, what it publishes is written next to it, as `notebook_outputs.publish` does;
    without, one page, for who ran it.
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
        return paths.shown(self.notebook) + (f" with {values}" if values else "")


def job(notebook: Path, output: Path, parameters: dict, common: str, **options) -> Job:
    """Return a job with the key of its result: code cells, parameters, and what all share."""
    key = digest(notebooks.code(notebook), parameters, common)
    return Job(notebook, output, parameters, key, **options)


def due(jobs: list[Job]) -> list[Job]:
    """Return the jobs whose result is missing or out of date."""
    return [each for each in jobs if not is_current(each.output, each.key)]


def preload(*modules: str) -> None:
    """Let a server import modules, in the background, from which all processes are forked.

    A terminal's Ctrl-C is for this process alone: server and processes begin with it blocked.
    """
    if METHOD == "forkserver":
        multiprocessing.get_context(METHOD).set_forkserver_preload([*modules])
        resource_tracker.ensure_running()  # the server would start it, which takes the block away
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            forkserver.ensure_running()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def apart(function: str, *arguments, method: str = METHOD):
    """Call a function, named as ``module:function``, in a process of its own, which then ends.

    Only that process imports the module. Returns what the function returns; raises its error, or
    `EOFError` if the process died. With "spawn" as the `method` it begins at once, without what
    the server of forks is still loading.
    """
    context = multiprocessing.get_context(method)
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(theirs, dict(os.environ), function, arguments))
    with ours:
        try:
            with theirs:
                process.start()
            returned, value = ours.recv()
        finally:
            if process.pid:
                process.kill()
                process.join()
    if not returned:
        raise value
    return value


def _answer(reply, environment: dict[str, str], function: str, arguments: tuple) -> None:
    """Send what a function returns, or its error, from a process that may be forked warm."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    # The process ends soon: to look for garbage would take a third of Sphinx's time, and what was
    # imported is none anyway.
    gc.disable()
    gc.freeze()
    os.environ.update(environment)  # the server's may be older
    with suppress(BrokenPipeError):  # who waits for the answer was stopped
        try:
            reply.send((True, pkgutil.resolve_name(function)(*arguments)))
        except (UserError, OSError) as error:
            reply.send((False, error))
        except BaseException:
            reply.send((False, RuntimeError(traceback.format_exc())))


@contextmanager
def processes(count: int) -> Iterator[ThreadPoolExecutor]:
    """Return a pool whose threads may wait for processes; Ctrl-C in the block ends those, too."""
    with ThreadPoolExecutor(count) as pool:
        try:
            yield pool
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            waiting = threading.Thread(target=pool.shutdown)
            waiting.start()
            while waiting.is_alive():  # a process may just have been starting
                for process in multiprocessing.active_children():
                    process.kill()
                waiting.join(0.05)
            raise


def execute(jobs: list[Job]) -> list[str]:
    """Run notebooks on the cores at hand, in the order given; return a line for each that failed.

    A progress bar shows where somebody sees it. Ctrl-C or SIGTERM leaves no process; finished
    notebooks are kept.
    """
    lines = []
    with processes(os.cpu_count()) as pool:
        runs = {pool.submit(apart, RUN, each): each for each in jobs}
        for ended in tqdm(as_completed(runs), total=len(runs), unit="notebook", disable=None):
            error = ended.exception()
            if isinstance(error, EOFError):
                name = runs[ended].name
                lines.append(f"{name}: its process was ended, perhaps for want of memory")
            elif isinstance(error, UserError):
                lines.append(str(error))
            elif error:
                raise error
    return sorted(lines)
