"""How fast the build is, beside others and beside what the cells themselves need.

``make bench`` runs this; it prints a table and writes ``_build/bench.json``. Arms are
interleaved, and each figure is a median. Ratios are what is claimed; seconds are this machine's.
"""

import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import click
import nbformat
import yaml

from smallbert import paths

COPIED = (
    "data",
    "notebooks",
    "book",
    "_config.yml",
    "_toc.yml",
    "CHANGELOG.md",
    "requirements.txt",
)
CHANGED = ("data/sources/yang2024memory3/points.csv", ",13,55", ",13,56")
"""One reading of one source, and what it becomes."""

EXECUTE = """
import sys, time
from pathlib import Path
from smallbert import build, cache, notebooks, paths
if __name__ == "__main__":
    folder = paths.build() / "executed"
    began = time.perf_counter()
    build.execute_all(cache.stale(notebooks.every(), folder=folder), folder=folder)
    Path(sys.argv[1]).write_text(str(time.perf_counter() - began))
"""

CELLS = """
import sys, time
from pathlib import Path
import matplotlib
matplotlib.use("Agg")
import nbformat
import smallbert.warm
from smallbert import notebooks, publish
publish.display = publish.glue = lambda *_, **__: None
began = time.perf_counter()
for path in notebooks.every():
    names = {"__name__": path.stem, "display": lambda *_: None}
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            exec(compile(cell.source, path.name, "exec"), names)
Path(sys.argv[1]).write_text(str(time.perf_counter() - began))
"""

CHECK = """
import resource, sys, time
from pathlib import Path
from smallbert import check, sources
began = time.perf_counter()
check.require_sound()
count = len(sources.results())
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
Path(sys.argv[1]).write_text(f"{time.perf_counter() - began} {count} {peak}")
"""


class Workshop:
    """A copy of the checkout to build in, so that the reader's own site stays as it is."""

    def __init__(self, folder: Path):
        self.root = folder / "book"
        self.root.mkdir(parents=True)
        for name in COPIED:
            source = paths.root() / name
            copy = shutil.copytree if source.is_dir() else shutil.copy
            copy(source, self.root / name)

    def run(self, *command: str, folder: Path | None = None) -> float:
        """Run a command on the copy and return its seconds."""
        environment = os.environ | {"SMALLBERT_ROOT": str(self.root)}
        began = time.perf_counter()
        done = subprocess.run(
            command, env=environment, cwd=folder or self.root, capture_output=True, text=True
        )
        if done.returncode:
            raise SystemExit(f"{' '.join(command[:3])} failed:\n{done.stdout}{done.stderr}")
        return time.perf_counter() - began

    def script(self, text: str) -> list[float]:
        """Run a Python script on the copy and return the numbers that it reports."""
        program, report = self.root.parent / "script.py", self.root.parent / "report"
        program.write_text(text)
        self.run(sys.executable, str(program), str(report))
        return [float(word) for word in report.read_text().split()]

    def clean(self) -> None:
        """Forget every earlier build."""
        shutil.rmtree(self.root / "_build", ignore_errors=True)


def tool(name: str) -> str:
    """Return the path of a command of this environment."""
    return str(Path(sys.executable).with_name(name))


def ours(work: Workshop) -> dict[str, float]:
    """Build from nothing: execution alone, then all of it."""
    work.clean()
    (execution,) = work.script(EXECUTE)
    work.clean()
    return {"execution": execution, "whole": work.run(tool("smallbert"), "build")}


def papermill(work: Workshop) -> dict[str, float]:
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


def jupyter_book(work: Workshop) -> dict[str, float]:
    """Let Jupyter Book execute the same notebooks; less a run that only renders."""
    times = {}
    for mode in ("off", "force"):
        source = work.root.parent / f"jupyter-book-{mode}"
        shutil.rmtree(source, ignore_errors=True)
        _plain_book(work, source, mode)
        times[mode] = work.run(tool("jupyter-book"), "build", "--all", ".", folder=source)
    return {"execution": times["force"] - times["off"], "whole": times["force"]}


def _plain_book(work: Workshop, source: Path, mode: str) -> None:
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


def limit(work: Workshop) -> dict[str, float]:
    """Run all cells in one process that has everything imported, and divide by the cores."""
    (seconds,) = work.script(CELLS)
    return {"execution": seconds / os.cpu_count()}


def unchanged(work: Workshop) -> dict[str, float]:
    """Build again with nothing changed."""
    return {"whole": work.run(tool("smallbert"), "build")}


def one_number(work: Workshop) -> dict[str, float]:
    """Change one number of one source, build, and change it back."""
    name, old, new = CHANGED
    path = work.root / name
    text = path.read_text()
    if old not in text:
        raise SystemExit(f"{name} has no {old!r}; name another number in bench.py")
    path.write_text(text.replace(old, new, 1))
    began = time.time()
    seconds = work.run(tool("smallbert"), "build")
    ran = [
        each for each in work.root.glob("_build/executed/*.json") if each.stat().st_mtime > began
    ]
    path.write_text(text)
    work.run(tool("smallbert"), "build")
    return {"whole": seconds, "pages run": len(ran)}


def growth_of_notebooks(work: Workshop, count: int) -> dict[str, float]:
    """Execute `count` small generated notebooks."""
    folder = work.root / "notebooks"
    kept = work.root.parent / "kept"
    shutil.move(folder, kept)
    folder.mkdir()
    for number in range(count):
        notebook = nbformat.v4.new_notebook()
        cell = "from smallbert import sources\nsources.values('zhao2019extreme', 'table3').mean("
        cells = [f"x: int = {number}  # a number", f"{cell}numeric_only=True) * x"]
        notebook.cells = [nbformat.v4.new_code_cell(text) for text in cells]
        notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
        nbformat.write(notebook, folder / f"small-{number:03}.ipynb")
    work.clean()
    (seconds,) = work.script(EXECUTE)
    shutil.rmtree(folder)
    shutil.move(kept, folder)
    return {"execution": seconds}


def growth_of_rows(work: Workshop, times: int) -> dict[str, float]:
    """Load and check data with `times` as many rows of one table as there are results in all."""
    path = work.root / "data/sources/sun2020mobilebert/table3.csv"
    text = path.read_text()
    header, *rows = text.splitlines()
    model = next(row for row in rows if row.startswith("mobilebert,"))
    rows += [re.sub("^mobilebert", f"generated-{n}", model) for n in range(92 * times)]
    path.write_text("\n".join([header, *rows]) + "\n")
    seconds, count, peak = work.script(CHECK)
    path.write_text(text)
    return {"seconds": seconds, "results": count, "peak [MiB]": peak}


def arms(work: Workshop) -> dict[str, Callable[[], dict[str, float]]]:
    """Return what is measured, by name; the order is that of each round."""
    return {
        "smallbert build": lambda: ours(work),
        "nothing changed": lambda: unchanged(work),
        "one number changed": lambda: one_number(work),
        "papermill in turn": lambda: papermill(work),
        "jupyter-book force": lambda: jupyter_book(work),
        "cells in one process / cores": lambda: limit(work),
        "12 small notebooks": lambda: growth_of_notebooks(work, 12),
        "120 small notebooks": lambda: growth_of_notebooks(work, 120),
        "rows as they are": lambda: growth_of_rows(work, 0),
        "rows x 10": lambda: growth_of_rows(work, 10),
        "rows x 100": lambda: growth_of_rows(work, 100),
    }


def machine() -> dict[str, str]:
    """Describe where the measurement was made."""
    names = {}
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = dict(re.findall(r"^([^\t]+)\t*: (.*)$", cpuinfo.read_text(), re.MULTILINE))
    return {
        "processor": names.get("model name", platform.processor()),
        "cores": str(os.cpu_count()),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def goals(median: dict[str, dict[str, float]]) -> list[dict]:
    """Return each goal with the ratio or figure reached."""
    us, limit_ = median["smallbert build"], median["cells in one process / cores"]
    others = {"papermill in turn": None, "jupyter-book force": None}
    found = [
        (f"execution against {name}", median[name]["execution"] / us["execution"], ">=", 4)
        for name in others
    ]
    force = median["jupyter-book force"]["whole"]
    rows = median["rows x 100"]
    per_result = 100_000 / rows["results"]
    few, many = (median[f"{n} small notebooks"]["execution"] for n in (12, 120))
    found += [
        ("whole build against jupyter-book force", force / us["whole"], ">=", 2.5),
        ("execution against the limit", us["execution"] / limit_["execution"], "<=", 1.6),
        ("nothing changed [s]", median["nothing changed"]["whole"], "<=", 1),
        ("one number changed [s]", median["one number changed"]["whole"], "<=", 5),
        ("ten times the notebooks, times the time", many / few, "<=", 10),
        ("100,000 results loaded and checked [s]", rows["seconds"] * per_result, "<=", 5),
    ]
    return [
        {
            "goal": name,
            "reached": round(value, 2),
            "wanted": f"{sign} {wanted:g}",
            "met": value >= wanted if sign == ">=" else value <= wanted,
        }
        for name, value, sign, wanted in found
    ]


@click.command()
@click.option("--repeats", default=5, show_default=True, help="Rounds; figures are medians.")
def main(repeats: int) -> None:
    """Measure the build and write _build/bench.json."""
    measured: dict[str, list[dict[str, float]]] = {}
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        work = Workshop(Path(folder))
        for round_ in range(1, repeats + 1):
            for name, measure in arms(work).items():
                result = measure()
                measured.setdefault(name, []).append(result)
                words = ", ".join(f"{key} {value:.2f}" for key, value in result.items())
                click.echo(f"round {round_}: {name}: {words}", err=True)
    median = {
        name: {key: statistics.median(each[key] for each in rounds) for key in rounds[0]}
        for name, rounds in measured.items()
    }
    report = {
        "machine": machine(),
        "repeats": repeats,
        "median": median,
        "rounds": measured,
        "goals": goals(median),
    }
    target = paths.build() / "bench.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(report, indent=1) + "\n")
    for name, values in median.items():
        click.echo(f"{name:32}" + "  ".join(f"{key} {value:.2f}" for key, value in values.items()))
    for each in report["goals"]:
        mark = "met" if each["met"] else "NOT met"
        click.echo(f"{each['goal']:48}{each['reached']:>8} (wanted {each['wanted']}) {mark}")
    click.echo(f"written to {target}")


if __name__ == "__main__":
    main()
