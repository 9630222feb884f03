"""Execute one notebook under many parameter sets and collect what it says under each."""

import itertools
import json
import re
import tempfile
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from pathlib import Path

import nbformat
import pandas as pd
from tqdm import tqdm

from smallbert.book import cache, carried, forks, jobs, kernels, machine, marks, notebooks, sheets
from smallbert.book.execute import recorded
from smallbert.book.notebooks import run_name
from smallbert.data import files, parameters
from smallbert.data.faults import UserError

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
    notebook: Path, wanted: list[dict], out: Path, *, dask: str | None = None, cold: bool = False
) -> pd.DataFrame:
    """Execute `notebook` once for each parameter set that `out` does not hold yet.

    Parameters
    ----------
    notebook : pathlib.Path
    wanted : list of dict
        See `sets`.
    out : pathlib.Path
        Receives an executed notebook and a manifest for each set, and ``results.csv``.
    dask : str, optional
        Address of a Dask scheduler; its workers need this checkout and its environment.
    cold : bool
        Start a kernel in a new Python for each run instead of a fork.

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
    places = {json.dumps(each, sort_keys=True): out / f"{run_name(each)}.ipynb" for each in wanted}
    todo = [each for each in wanted if cache.reason(notebook, _place(places, each), each)]
    failures = _run(notebook, todo, places, dask, cold) if todo else []
    table = typed(pd.DataFrame(_rows(notebook, out)))
    text = sheets.harmless(table.to_csv(index=False, lineterminator="\n"))
    files.write_atomically(out / "results.csv", text)
    if failures:
        raise UserError("\n".join(sorted(failures)))
    return table


def _require_own(notebook: Path, out: Path) -> None:
    """Refuse a folder with the runs of another notebook, or of this one with other code."""
    own = cache.inputs(notebook, {})["the notebook"]
    for mark in runs(out):
        if marks.read(mark)["inputs"]["the notebook"] != own:
            raise UserError(f"{out} has runs of another notebook or code; name another folder")


def runs(out: Path) -> dict[Path, dict]:
    """Return the marks of the runs that a folder has, each with the parameters of its run."""
    known = {path: marks.read(path) for path in sorted(out.glob("*.json"))}
    return {
        path: json.loads(each["inputs"]["the parameters"]) for path, each in known.items() if each
    }


def _rows(notebook: Path, out: Path) -> list[dict]:
    """Return parameters and recorded values of all runs of a folder that hold."""
    rows = [
        values | carried.recorded(notebooks.read(mark.with_suffix(".ipynb")))
        for mark, values in runs(out).items()
        if not cache.reason(notebook, mark.with_suffix(".ipynb"), values)
    ]
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


def _place(places: dict[str, Path], values: dict) -> Path:
    return places[json.dumps(values, sort_keys=True)]


def _run(notebook: Path, todo: list[dict], places: dict, dask: str | None, cold: bool) -> list[str]:
    """Run the sets on an executor, write each result as it comes, return what failed."""
    text, failures = notebook.read_text(encoding="utf-8"), []
    cold = cold or dask is not None or not forks.can_fork()
    with _executor(dask) as pool, tqdm(total=len(todo), unit="run") as bar:
        runs = {pool.submit(run_one, notebook.name, text, each, cold): each for each in todo}
        try:
            for run in itertools.chain.from_iterable(jobs.finished(runs)):
                failures.append(_keep(notebook, run, runs[run], _place(places, runs[run])))
                bar.update()
        except KeyboardInterrupt:
            for run in runs:
                run.cancel()
            if dask is None:
                kernels.end(runs)
            raise
    return [each for each in failures if each]


def _keep(notebook: Path, job: Future, values: dict, output: Path) -> str:
    """Write a finished run below ``out``; return the fault of a failed one."""
    if error := job.exception():
        return f"{run_name(values)}: {error}"
    result = job.result()
    made = result["made"]
    now = cache.inputs(notebook, values)
    if name := marks.changed(made["inputs"], now, made["reads"]):
        return (
            f"{run_name(values)}: ran with another state of {name} than this machine has; run again"
        )
    files.write_atomically(output, result["notebook"])
    cache.write_manifest(output, **made)
    return ""


def run_one(name: str, text: str, values: dict, cold: bool) -> dict:
    """Execute a notebook, given as text, on whatever machine this is.

    Returns
    -------
    dict
        ``notebook`` (executed, as text) and ``made``: from what; see `execute.recorded`.
    """
    if not __debug__:
        raise UserError("this worker's Python runs without assertions; unset PYTHONOPTIMIZE there")
    with tempfile.TemporaryDirectory(dir=machine.own_folder()) as folder:
        source, output = Path(folder) / name, Path(folder) / "out" / name
        source.write_text(text, encoding="utf-8")
        made = recorded(source, output, values, cold=cold)
        return {"notebook": nbformat.writes(_lean(notebooks.read(output))), "made": made}


def _lean(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Leave out what a run shows a second time: tables as plain text."""
    for _, output in carried.of_notebook(notebook):
        if "text/html" in output["data"]:
            output["data"].pop("text/plain", None)
    return notebook


@contextmanager
def _executor(dask: str | None) -> Iterator[Executor]:
    if dask is None:
        with jobs.pool() as pool:
            yield pool
        return
    client = _connect(dask)
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
