"""Run one notebook under many parameter sets and collect what it says under each."""

import itertools
import re
import tempfile
from pathlib import Path

import pandas as pd

from smallbert import paths
from smallbert.book import artifacts, execute, notebooks
from smallbert.book.execute import Job
from smallbert.data import parameters
from smallbert.errors import UserError

ANSWER_WITHIN = 10
"""Seconds that a cluster's scheduler has to answer, and its first worker to be there."""


def sets(notebook: Path, given: dict[str, str]) -> list[dict]:
    """Return all combinations of the values given, which commas separate, each as parameters."""
    choices = [[(name, word) for word in words.split(",")] for name, words in given.items()]
    return [parameters.convert(notebook, dict(each)) for each in itertools.product(*choices)]


def run_name(values: dict) -> str:
    """Return the parameters of a run, in whatever order, as the name of its file or folder."""
    text = "-".join(f"{name}={value}" for name, value in sorted(values.items()))
    return re.sub(r"[^\w.,+=-]", "_", text) or "defaults"


def sweep(notebook: Path, wanted: list[dict], out: Path, *, dask: str = "") -> pd.DataFrame:
    """Run `notebook` once for each parameter set of which `out` has no run yet; return all.

    A row has the parameters of a run, of this sweep or an earlier one into `out`, then the values
    that the notebook recorded; ``results.csv`` has the same. With the address of a Dask scheduler,
    its workers run them, which need this checkout and its environment.
    """
    own, common = notebooks.code(notebook), execute.common()
    if any(notebooks.code(run) != own for run in out.glob("*.ipynb")):
        raise UserError(f"{out} has runs of another notebook or code; name another folder")
    todo = execute.due(
        [execute.job(notebook, out / f"{run_name(each)}.ipynb", each, common) for each in wanted]
    )
    failures = _on_cluster(todo, dask) if dask and todo else execute.execute(todo)
    rows = []
    for path in out.glob("*.ipynb"):
        run = notebooks.read(path)
        values = dict(run.metadata.papermill.parameters)
        if not execute.due([execute.job(notebook, path, values, common)]):
            rows.append(values | artifacts.recorded(run))
    rows.sort(key=lambda row: [(str(type(each)), each) for each in row.values()])
    table = typed(pd.DataFrame(rows))
    text = artifacts.harmless(table.to_csv(index=False, lineterminator="\n"))
    paths.write_atomically(out / "results.csv", text)
    if failures:
        raise UserError("\n".join(failures))
    return table


AMOUNT = r"^([+−-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(?:\s?(%|[^\W\d]\S*))?$"
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
        parts = column.astype(str).str.extract(AMOUNT)
        units = parts[1].fillna("").unique()
        if pd.api.types.is_numeric_dtype(column) or parts[0].isna().any() or len(units) != 1:
            columns[name] = column
        else:
            texts = parts[0].str.replace(",", "").str.replace("−", "-")
            columns[f"{name} [{units[0]}]" if units[0] else name] = pd.to_numeric(texts)
    return pd.DataFrame(columns)


def _on_cluster(jobs: list[Job], address: str) -> list[str]:
    """Run notebooks on a cluster; return a line for each that failed."""
    with _connect(address) as client:
        pool = client.get_executor(pure=False)  # a task lost with its worker runs again
        runs = {}
        for job in jobs:
            text = job.notebook.read_text(encoding="utf-8")
            runs[pool.submit(remote, job.notebook.name, text, job.parameters)] = job
        try:
            lines = execute.failures(runs)
        finally:
            for run in runs:
                run.cancel()
            ended = [run for run in runs if run.done() and not run.cancelled()]
            kept = [_keep(runs[run], *run.result()) for run in ended if not run.exception()]
    return [*lines, *filter(None, kept)]


def _keep(job: Job, text: str, key: str) -> str:
    """Write a run of another machine where it belongs; return what is wrong with it."""
    if key != job.key:
        return (
            f"{job.output.stem}: ran with another state of data, package or Python than this "
            "machine has; run again"
        )
    paths.write_atomically(job.output, text)
    execute.leave_key(job.output, key)
    return ""


def remote(name: str, text: str, values: dict) -> tuple[str, str]:
    """Run a notebook, given as text, on whatever machine this is; return it executed, and its key.

    The process that runs it is new: a worker may live longer than the data as it knows them.
    """
    with tempfile.TemporaryDirectory() as folder:
        source, output = Path(folder) / name, Path(folder) / "out" / name
        source.write_text(text, encoding="utf-8")
        job = execute.job(source, output, values, execute.common())
        execute.apart(execute.run, job)
        return output.read_text(encoding="utf-8"), job.key


def _connect(address: str):
    """Return a client of a Dask scheduler that has a worker."""
    try:
        from distributed import Client  # an optional package
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
