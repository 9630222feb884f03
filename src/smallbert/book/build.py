"""Execute the notebooks that must run, several at once; keep what is finished, whatever happens."""

import sys
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path

from tqdm import tqdm

from smallbert.book import cache, forks, jobs, kernels
from smallbert.book.execute import recorded
from smallbert.data.faults import UserError


def execute_all(
    stale: list[Path],
    *,
    folder: Path,
    cold: bool = False,
    then: Callable[[Path, Path], None] | None = None,
) -> None:
    """Execute notebooks on the cores at hand, in the order given.

    Parameters
    ----------
    stale : list of pathlib.Path
        Those that have to run; see `smallbert.book.cache.stale`.
    folder : pathlib.Path
        Receives each executed notebook and its manifest.
    cold : bool
        Start a kernel in a new Python for each run instead of a fork.
    then : callable, optional
        Given each executed notebook and the notebook, as soon as that is there; called in the fork
        that executed it, if there is one, and so of a module.

    Raises
    ------
    UserError
        Notebooks failed: a line for each. The others are kept.
    KeyboardInterrupt
        The build was stopped; no kernel is left and finished notebooks are kept.
    """
    failures = _run(stale, folder, cold or not forks.can_fork(), then)
    if failures:
        raise UserError("\n".join(sorted(failures)))


def _run(stale: list[Path], folder: Path, cold: bool, then: Callable | None) -> list[str]:
    with jobs.pool() as pool:
        runs = {pool.submit(_one, each, folder / each.name, cold, then): each for each in stale}
        try:
            return _follow(runs)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            kernels.end(runs)
            raise


def _one(notebook: Path, output: Path, cold: bool, then: Callable | None) -> None:
    then = then and partial(then, notebook=notebook)
    cache.write_manifest(output, **recorded(notebook, output, {}, cold=cold, then=then))
    cache.keep(output)


def _follow(runs: dict[Future, Path]) -> list[str]:
    """Show which notebooks are under way until all are done; return what failed."""
    failures, named, seen = [], "", sys.stderr.isatty()
    with tqdm(total=len(runs), unit="notebook", mininterval=0 if seen else 10) as bar:
        for done in jobs.finished(runs):
            bar.update(len(done))
            failures += [_failure(run) for run in done if run.exception()]
            under_way = " ".join(each.stem for run, each in runs.items() if run.running())
            bar.set_description(under_way or "executed", refresh=under_way != named and seen)
            named = under_way
    return failures


def _failure(run: Future) -> str:
    """Return the line for a user's mistake; anything else is a fault of ours."""
    if not isinstance(run.exception(), UserError):
        raise run.exception()
    return str(run.exception())
