"""Execute the notebooks that must run, several at once; keep what is finished, whatever happens."""

import os
import signal
import sys
import tempfile
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path

from tqdm import tqdm

from smallbert import cache, kernels
from smallbert.execute import execute
from smallbert.faults import UserError


def execute_all(stale: list[Path], *, folder: Path, cold: bool = False) -> None:
    """Execute notebooks on the cores at hand, in the order given.

    Parameters
    ----------
    stale : list of pathlib.Path
        Those that have to run; see `smallbert.cache.stale`.
    folder : pathlib.Path
        Receives each executed notebook and its manifest.
    cold : bool
        Start a new Python for each kernel instead of forking one.

    Raises
    ------
    UserError
        Notebooks failed: a line for each. The others are kept.
    KeyboardInterrupt
        The build was stopped; no kernel is left and finished notebooks are kept.
    """
    failures = _run(stale, folder, cold or not kernels.can_fork())
    if failures:
        raise UserError("\n".join(sorted(failures)))


def _run(stale: list[Path], folder: Path, cold: bool) -> list[str]:
    pool = ThreadPoolExecutor(os.cpu_count())
    before = _stop_on_terminate()
    jobs: dict[Future, Path] = {}
    try:
        jobs = {pool.submit(_one, each, folder / each.name, cold): each for each in stale}
        return _follow(jobs)
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        kernels.end(jobs)
        raise
    finally:
        pool.shutdown()
        if before is not None:
            signal.signal(signal.SIGTERM, before)


def _one(notebook: Path, output: Path, cold: bool) -> None:
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="sb-") as folder:
        reads = Path(folder) / "reads"
        execute(notebook, output, cold=cold, reads=reads)
        taken = time.perf_counter() - began
        cache.write_manifest(notebook, output, {}, cache.hashes(reads), taken)


def _follow(jobs: dict[Future, Path]) -> list[str]:
    """Show which notebooks are under way until all jobs are done; return what failed."""
    failures, pending, named = [], set(jobs), ""
    with tqdm(
        total=len(jobs), unit="notebook", mininterval=0 if sys.stderr.isatty() else 10
    ) as bar:
        while pending:
            under_way = " ".join(jobs[each].stem for each in pending if each.running())
            bar.set_description(under_way, refresh=under_way != named and sys.stderr.isatty())
            named = under_way
            done, pending = wait(pending, timeout=0.2, return_when=FIRST_COMPLETED)
            for job in done:
                bar.update()
                if error := job.exception():
                    if not isinstance(error, UserError):
                        raise error
                    failures.append(str(error))
        bar.set_description("executed")
    return failures


def _stop_on_terminate():
    """Let SIGTERM stop the build as Ctrl-C does; only the main thread may say so."""
    try:
        return signal.signal(signal.SIGTERM, signal.default_int_handler)
    except ValueError:
        return None
