"""What is measured: our build, others on the same notebooks, the limit, and growth."""

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import nbformat
import yaml

from experiments.bench import edits
from experiments.bench.copy import Copy, tool
from experiments.bench.report import ENVIRONMENT, LIMIT
from smallbert.data import paths

EXECUTE = """
import sys, time
from pathlib import Path
import psutil
def busy():
    times = psutil.cpu_times()
    return times.user + times.system
if __name__ == "__main__":  # each kernel imports what stands before this line
    from smallbert import book
    book.prepare_process()
    from smallbert.book import build, cache, notebooks
    from smallbert.data import paths
    folder = paths.build() / "executed"
    before, began = busy(), time.perf_counter()
    build.execute_all(cache.stale(notebooks.every(), folder=folder), folder=folder)
    taken = time.perf_counter() - began
    Path(sys.argv[1]).write_text(f"{taken} {busy() - before}")
"""

CELLS = """
import sys, time
from pathlib import Path
import matplotlib
matplotlib.use("Agg")
import nbformat
import smallbert.book.warm
from smallbert.book import notebooks
from smallbert.charts import publish
publish.display = publish.glue = lambda *_, **__: None
began = time.perf_counter()
for path in map(notebooks.find, sys.argv[2:]) if sys.argv[2:] else notebooks.every():
    names = {"__name__": path.stem, "display": lambda *_: None}
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            exec(compile(cell.source, path.name, "exec"), names)
Path(sys.argv[1]).write_text(str(time.perf_counter() - began))
"""

CHECK = """
import resource, sys, time
from pathlib import Path
from smallbert import book
book.prepare_process()
from smallbert.data import check, sources
began = time.perf_counter()
check.faults()
count = len(sources.results())
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
Path(sys.argv[1]).write_text(f"{time.perf_counter() - began} {count} {peak}")
"""

VERDICTS = """
import sys, time
from pathlib import Path
from smallbert import claims
from smallbert.claims import errata
began = time.perf_counter()
claims.faults(), errata.faults()
Path(sys.argv[1]).write_text(str(time.perf_counter() - began))
"""


def ours(work: Copy) -> dict[str, float]:
    """Build from nothing: execution alone, then all of it."""
    work.clean()
    execution, busy = work.script(EXECUTE)
    work.clean()
    whole = work.run(tool("smallbert"), "build")
    return {"execution": execution, "busy": busy, "whole": whole}


def papermill(work: Copy) -> dict[str, float]:
    """Call papermill once for each notebook, in turn."""
    out = work.root / "_build" / "papermill"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    names = sorted((work.root / "notebooks").glob("*.ipynb"))
    taken = [
        work.run(tool("papermill"), "--no-progress-bar", str(each), str(out / each.name))
        for each in names
    ]
    return {"execution": sum(taken)}


def jupyter_book(work: Copy) -> dict[str, float]:
    """Let Jupyter Book execute the same notebooks; less a run that only renders."""
    times = {}
    for mode in ("off", "force"):
        source = work.root.parent / f"jupyter-book-{mode}"
        shutil.rmtree(source, ignore_errors=True)
        _plain_book(work, source, mode)
        times[mode] = work.run(tool("jupyter-book"), "build", "--all", ".", folder=source)
    return {"execution": times["force"] - times["off"], "whole": times["force"]}


def _plain_book(work: Copy, source: Path, mode: str) -> None:
    """Lay out the notebooks and pages as Jupyter Book by itself would meet them."""
    source.mkdir()
    shutil.copytree(work.root / "notebooks", source / "notebooks")
    config = yaml.safe_load((work.root / "_config.yml").read_text())
    config["execute"] = {"execute_notebooks": mode, "timeout": 600}
    config.pop("bibtex_bibfiles")
    config["sphinx"]["config"]["extensions"].remove("sphinxcontrib.bibtex")
    config["sphinx"]["config"].pop("html_static_path")
    (source / "_config.yml").write_text(yaml.safe_dump(config))
    (source / "index.md").write_text("# The same notebooks\n")
    chapters = [
        {"file": f"notebooks/{path.stem}"} for path in sorted((source / "notebooks").glob("*"))
    ]
    toc = {"format": "jb-book", "root": "index", "chapters": chapters}
    (source / "_toc.yml").write_text(yaml.safe_dump(toc))


def limit(work: Copy, *notebooks: str) -> dict[str, float]:
    """Run all cells in one process that has everything imported, and divide by the cores.

    Of the notebooks named, or of all.
    """
    (seconds,) = work.script(CELLS, *notebooks)
    return {"execution": seconds / os.cpu_count()}


def environment(work: Copy) -> dict[str, float]:
    """Make the environment as a fresh checkout does; the packages are in the installer's cache."""
    checkout = work.root.parent / "checkout"
    checkout.mkdir(exist_ok=True)
    for name in ("Makefile", "README.md", "pyproject.toml", "requirements.txt"):
        shutil.copy(paths.root() / name, checkout)
    shutil.copytree(paths.root() / "src", checkout / "src", dirs_exist_ok=True)
    shutil.rmtree(checkout / "_build", ignore_errors=True)
    return {"whole": work.run("make", "_build/venv/.installed", folder=checkout)}


def unchanged(work: Copy) -> dict[str, float]:
    """Build again with nothing changed."""
    return {"whole": work.run(tool("smallbert"), "build")}


def one_number(work: Copy) -> dict[str, float]:
    """Change one number of one source and build; time the pages' cells alone, too."""
    found, ran = edits.built(work, "number")
    return found | {LIMIT: limit(work, *ran)["execution"]}


def growth_of_notebooks(work: Copy, count: int) -> dict[str, float]:
    """Execute `count` small generated notebooks."""
    folder = work.root / "notebooks"
    kept = work.root.parent / "kept"
    shutil.move(folder, kept)
    folder.mkdir()
    for number in range(count):
        notebook = nbformat.v4.new_notebook()
        cell = "from smallbert import data\ndata.values('zhao2019extreme', 'table3').mean("
        cells = [f"x: int = {number}  # a number", f"{cell}numeric_only=True) * x"]
        notebook.cells = [nbformat.v4.new_code_cell(text) for text in cells]
        notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
        nbformat.write(notebook, folder / f"small-{number:03}.ipynb")
    work.clean()
    seconds, _ = work.script(EXECUTE)
    shutil.rmtree(folder)
    shutil.move(kept, folder)
    return {"execution": seconds}


def growth_of_rows(work: Copy, times: int) -> dict[str, float]:
    """Load and check data with `times` as many rows of one table as there are results in all."""
    path = work.root / "data/sources/sun2020mobilebert/table3.csv"
    text = path.read_text()
    header, *rows = text.splitlines()
    model = next(row for row in rows if row.startswith("mobilebert,"))
    rows += [re.sub("^mobilebert", f"generated-{n}", model) for n in range(92 * times)]
    path.write_text("\n".join([header, *rows]) + "\n")
    seconds, count, peak = work.script(CHECK)
    found = {"seconds": seconds, "results": count, "peak [MiB]": peak}
    if times <= 10:  # enough to see how it grows
        (found["claims and errata [s]"],) = work.script(VERDICTS)
    path.write_text(text)
    return found


def arms(work: Copy) -> dict[str, Callable[[], dict[str, float]]]:
    """Return what is measured, by name; the order is that of each round."""
    return {
        ENVIRONMENT: lambda: environment(work),
        "smallbert build": lambda: ours(work),
        "nothing changed": lambda: unchanged(work),
        "one number changed": lambda: one_number(work),
        "one sentence changed": lambda: edits.built(work, "sentence")[0],
        "one number changed, served": lambda: edits.served(work, "number"),
        "one sentence changed, served": lambda: edits.served(work, "sentence"),
        "papermill in turn": lambda: papermill(work),
        "jupyter-book force": lambda: jupyter_book(work),
        LIMIT: lambda: limit(work),
        "12 small notebooks": lambda: growth_of_notebooks(work, 12),
        "120 small notebooks": lambda: growth_of_notebooks(work, 120),
        "rows as they are": lambda: growth_of_rows(work, 0),
        "rows x 10": lambda: growth_of_rows(work, 10),
        "rows x 100": lambda: growth_of_rows(work, 100),
    }
