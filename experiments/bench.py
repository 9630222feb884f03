"""Time the build beside papermill and Jupyter Book on the same notebooks; prints medians.

The ways take turns, so that a machine whose speed changes treats them alike: compare ratios. What
renders alone is subtracted from what executes and renders, which leaves execution.
"""

import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import click
import yaml

from smallbert import paths

COPIED = ("data", "notebooks", "book", "_config.yml", "_toc.yml")
COPIED += ("CHANGELOG.md", "CITATION.cff", "requirements.txt")
"""What a build reads besides the package."""


@click.command()
@click.option("--repeats", default=3, show_default=True, help="Rounds; figures are medians.")
def main(repeats: int) -> None:
    """Time all ways in turn and print the medians."""
    click.echo(", ".join(f"{name} {value}" for name, value in machine().items()))
    rounds = []
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        book = copied(Path(folder, "book"))
        for number in range(1, repeats + 1):
            times = ours(book) | papermill(book) | jupyter_book(book)
            click.echo(f"round {number}: {times}", err=True)
            rounds.append(times)
    median = {name: statistics.median(each[name] for each in rounds) for name in rounds[0]}
    for name, seconds in median.items():
        click.echo(f"{name:32}{seconds:8.1f} s")
    for name in ("papermill, one by one", "jupyter-book, execution"):
        click.echo(f"{name} / execution: {median[name] / median['smallbert, execution']:.1f}")


def machine() -> dict[str, str]:
    """Describe where a measurement is made."""
    names, cpuinfo = {}, Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = dict(re.findall(r"^([^\t]+)\t*: (.*)$", cpuinfo.read_text(), re.MULTILINE))
    return {
        "processor": names.get("model name", platform.processor()),
        "cores": str(os.cpu_count()),
        "system": platform.system(),
        "python": platform.python_version(),
        "installer": "uv" if shutil.which("uv") else "pip",
    }


def copied(book: Path) -> Path:
    """Copy the checkout, so that the reader's own site stays as it is."""
    book.mkdir()
    for name in COPIED:
        source = paths.root() / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, book / name)
    return book


def ours(book: Path) -> dict[str, float]:
    """Build from nothing, and again with the executed notebooks alone."""
    built = book / "_build"
    shutil.rmtree(built, ignore_errors=True)
    whole = run(book, "smallbert", "build")
    for path in built.iterdir():
        if path.name != "executed":
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    rendering = run(book, "smallbert", "build")
    return {"smallbert, build": whole, "smallbert, execution": whole - rendering}


def papermill(book: Path) -> dict[str, float]:
    """Call papermill once for each notebook, in turn."""
    out = book.with_name("papermill")
    out.mkdir(exist_ok=True)
    notebooks = sorted((book / "notebooks").glob("*.ipynb"))
    quiet = ("papermill", "--no-progress-bar")
    taken = [run(book, *quiet, str(each), str(out / each.name)) for each in notebooks]
    return {"papermill, one by one": sum(taken)}


def jupyter_book(book: Path) -> dict[str, float]:
    """Let Jupyter Book execute the same notebooks, and render them unexecuted."""
    times = {}
    for mode in ("off", "force"):
        source = book.with_name(f"jupyter-book-{mode}")
        shutil.rmtree(source, ignore_errors=True)
        _plain_book(book, source, mode)
        times[mode] = run(source, "jupyter-book", "build", "--all", ".", checkout=book)
    return {
        "jupyter-book, build": times["force"],
        "jupyter-book, execution": times["force"] - times["off"],
    }


def _plain_book(book: Path, source: Path, mode: str) -> None:
    """Lay out the notebooks as Jupyter Book by itself would meet them."""
    shutil.copytree(book / "notebooks", source / "notebooks")
    config = yaml.safe_load((book / "_config.yml").read_text(encoding="utf-8"))
    config["execute"] = {"execute_notebooks": mode, "timeout": 600}
    config.pop("bibtex_bibfiles")
    config["sphinx"]["config"]["extensions"].remove("sphinxcontrib.bibtex")
    config["sphinx"]["config"].pop("html_static_path")
    (source / "_config.yml").write_text(yaml.safe_dump(config), encoding="utf-8")
    (source / "index.md").write_text("# The same notebooks\n", encoding="utf-8")
    stems = sorted(path.stem for path in (source / "notebooks").glob("*.ipynb"))
    chapters = [{"file": f"notebooks/{stem}"} for stem in stems]
    toc = {"format": "jb-book", "root": "index", "chapters": chapters}
    (source / "_toc.yml").write_text(yaml.safe_dump(toc), encoding="utf-8")


def run(folder: Path, command: str, *words: str, checkout: Path | None = None) -> float:
    """Run a command of this environment on a checkout, and return its seconds."""
    tool = str(Path(sys.executable).with_name(command))
    own = os.environ | {"SMALLBERT_ROOT": str(checkout or folder)}
    began = time.perf_counter()
    done = subprocess.run([tool, *words], env=own, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{command} {' '.join(words)} failed:\n{done.stdout}{done.stderr}")
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
