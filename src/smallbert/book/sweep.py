"""Run one notebook under many parameter sets and collect what it says under each."""

import itertools
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pandas as pd

from smallbert import paths
from smallbert.book import artifacts, execute, keys, notebooks, sheets
from smallbert.book.execute import Job, key_of
from smallbert.book.notebooks import run_name
from smallbert.data import parameters
from smallbert.errors import UserError

ANSWER_WITHIN = 10
"""Seconds that a cluster's scheduler has to answer, and its first worker to be there."""


def sets(notebook: Path, given: dict[str, str]) -> list[dict]:
    """Return the product of the values given, each a set of parameters.

    Parameters
    ----------
    notebook : pathlib.Path
    given : dict of str
        For each name its values, separated by commas, as typed.

    Raises
    ------
    UsageError
        A name is unknown or a value impossible.
    """
    choices = [[(name, word) for word in words.split(",")] for name, words in given.items()]
    return [parameters.convert(notebook, dict(each)) for each in itertools.product(*choices)]


def sweep(
    notebook: Path, wanted: list[dict], out: Path, *, dask: str | None = None
) -> pd.DataFrame:
    """Run `notebook` once for each parameter set that `out` does not hold yet.

    Parameters
    ----------
    notebook : pathlib.Path
    wanted : list of dict
        See `sets`.
    out : pathlib.Path
        Receives an executed notebook for each set, and ``results.csv``.
    dask : str, optional
        Address of a Dask scheduler; its workers need this checkout and its environment.

    Returns
    -------
    pandas.DataFrame
        One row a set, of this sweep and of earlier ones into `out`: the parameters, then the values
        that the notebook recorded; see `typed`.

    Raises
    ------
    UserError
        Sets failed (a line for each; the others are kept), the scheduler does not answer or has no
        worker, or `out` has runs of other code.
    """
    _require_own(notebook, out)
    common = keys.common()
    jobs = [
        Job(notebook, out / f"{run_name(each)}.ipynb", each, key_of(notebook, each, common))
        for each in wanted
    ]
    todo = [job for job in jobs if not keys.holds(job.output, job.key)]
    failures = (_on_cluster(todo, dask) if dask else execute.execute_all(todo)) if todo else []
    table = typed(pd.DataFrame(_rows(notebook, out, common)))
    text = sheets.harmless(table.to_csv(index=False, lineterminator="\n"))
    paths.write_atomically(out / "results.csv", text)
    if failures:
        raise UserError("\n".join(failures))
    return table


def _require_own(notebook: Path, out: Path) -> None:
    """Refuse a folder with the runs of another notebook, or of this one with other code."""
    own = notebooks.code(notebook)
    if any(notebooks.code(run) != own for run in out.glob("*.ipynb")):
        raise UserError(f"{out} has runs of another notebook or code; name another folder")


def _rows(notebook: Path, out: Path, common: str) -> list[dict]:
    """Return parameters and recorded values of all runs of a folder that hold."""
    rows = []
    for path in out.glob("*.ipynb"):
        run = notebooks.read(path)
        values = dict(run.metadata.papermill.parameters)
        if keys.holds(path, key_of(notebook, values, common)):
            rows.append(values | artifacts.recorded(run))
    return sorted(rows, key=lambda row: [(str(type(each)), each) for each in row.values()])


AMOUNT = re.compile(r"([+−-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(?:\s?(%|[^\W\d]\S*))?")
"""A number in prose, and its unit."""


def typed(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table in which a column of numbers in words has numbers, and its unit in its name.

    Examples
    --------
    >>> typed(pd.DataFrame({"size": ["−1.5 MB", "2,000 MB"], "best": ["RPP", "CoFi"]}))
       size [MB]  best
    0       -1.5   RPP
    1     2000.0  CoFi
    """
    columns = {}
    for name, column in table.items():
        amounts = [AMOUNT.fullmatch(each) if isinstance(each, str) else None for each in column]
        units = {each[2] for each in amounts if each}
        if all(amounts) and len(units) == 1:
            [unit] = units
            texts = [each[1].replace(",", "").replace("−", "-") for each in amounts]
            columns[f"{name} [{unit}]" if unit else name] = pd.to_numeric(pd.Series(texts))
        else:
            columns[name] = column
    return pd.DataFrame(columns)


def _on_cluster(jobs: list[Job], address: str) -> list[str]:
    """Run notebooks on a cluster; return a line for each that failed."""
    with _executor(address) as pool:
        runs = {}
        for job in jobs:
            text = job.notebook.read_text(encoding="utf-8")
            runs[pool.submit(remote, job.notebook.name, text, job.parameters)] = job
        try:
            failures = execute.follow({run: job.output.stem for run, job in runs.items()})
        finally:
            for run in runs:
                run.cancel()
            kept = [_kept(job, *run.result()) for run, job in runs.items() if _is_good(run)]
    return [*failures, *filter(None, kept)]


def _is_good(run) -> bool:
    return run.done() and not run.cancelled() and not run.exception()


def _kept(job: Job, text: str, key: str) -> str:
    """Write a run of another machine where it belongs; return what is wrong with it."""
    if key != job.key:
        return (
            f"{job.output.stem}: ran with another state of data, package or Python than this "
            "machine has; run again"
        )
    paths.write_atomically(job.output, text)
    keys.leave(job.output, key)
    return ""


def remote(name: str, text: str, values: dict) -> tuple[str, str]:
    """Run a notebook, given as text, on whatever machine this is; return it executed, and its key.

    The process that runs it is new: a worker may live longer than the data as it knows them.
    """
    if not __debug__:
        raise UserError("this worker's Python runs without assertions; unset PYTHONOPTIMIZE there")
    with tempfile.TemporaryDirectory() as folder:
        source, output = Path(folder) / name, Path(folder) / "out" / name
        source.write_text(text, encoding="utf-8")
        key = key_of(source, values, keys.common())
        execute.execute(Job(source, output, values, key), method="spawn")
        return output.read_text(encoding="utf-8"), key


@contextmanager
def _executor(address: str) -> Iterator:
    client = _connect(address)
    try:
        yield client.get_executor(pure=False)  # a task lost with its worker runs again
    finally:
        client.close()


def _connect(address: str):
    try:
        from distributed import Client
    except ImportError:
        raise UserError("Dask is not installed; pip install 'smallbert[dask]'") from None
    try:
        client = Client(address, timeout=ANSWER_WITHIN, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        said = str(error).splitlines()[0]
        raise UserError(f"no Dask scheduler answers at {address}: {said}; check it") from None
    try:
        client.wait_for_workers(1, timeout=ANSWER_WITHIN)
    except TimeoutError:
        client.close()
        words = f"the Dask scheduler at {address} has no worker; start one: dask worker {address}"
        raise UserError(words) from None
    return client
