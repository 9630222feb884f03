"""Run one notebook under many parameter sets and collect what it says under each."""

import itertools
from pathlib import Path

import pandas as pd

from smallbert import paths
from smallbert.book import artifacts, execute, notebooks
from smallbert.data import notebook_parameters
from smallbert.errors import UserError


def sets(notebook: Path, given: dict[str, str]) -> list[dict]:
    """Return all combinations of the values given, which commas separate, each as parameters."""
    choices = [[(name, word) for word in words.split(",")] for name, words in given.items()]
    return [
        notebook_parameters.convert(notebook, dict(each)) for each in itertools.product(*choices)
    ]


def sweep(notebook: Path, wanted: list[dict], out: Path) -> pd.DataFrame:
    """Run `notebook` once for each parameter set of which `out` has no run yet; return all.

    A row has the parameters of a run, of this sweep or an earlier one into `out`, then the values
    that the notebook recorded, as a page quotes them; ``results.csv`` has the same.
    """
    own, common = notebooks.code(notebook), execute.common()
    if any(notebooks.code(run) != own for run in out.glob("*.ipynb")):
        raise UserError(f"{out} has runs of another notebook or code; name another folder")
    todo = execute.due(
        [
            execute.job(notebook, out / f"{notebooks.run_name(each)}.ipynb", each, common)
            for each in wanted
        ]
    )
    failures = execute.execute(todo)
    rows = []
    for path in out.glob("*.ipynb"):
        run = notebooks.read(path)
        values = dict(run.metadata.papermill.parameters)
        if not execute.due([execute.job(notebook, path, values, common)]):
            rows.append(values | artifacts.recorded(run))
    rows.sort(key=lambda row: [(str(type(each)), each) for each in row.values()])
    table = pd.DataFrame(rows)
    paths.write_atomically(out / "results.csv", table.to_csv(index=False, lineterminator="\n"))
    if failures:
        raise UserError("\n".join(failures))
    return table
