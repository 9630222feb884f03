"""Sphinx renders the book without Jupyter Book: the way out once nobody keeps up the latter."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
import yaml
from bs4 import BeautifulSoup

from smallbert import paths

PAGES = ("notebooks/matrix_decomposition.ipynb", "book/cite.md", "models/distilbert.md")
"""A notebook with values, formulas and drawings; a page that quotes a number; a model's page."""

NEEDED = ("book/references.md", "book/sources.bib", "_config.yml")
"""What they take from elsewhere: the page of references resolves what `cite` names."""

LABEL, HEADING = re.compile(r"^\(([\w-]+)\)=$", re.M), re.compile(r"^(?:\([\w-]+\)=|#+ .*)$", re.M)


def prose(page: Path) -> str:
    """Return the Markdown of a staged page."""
    if page.suffix == ".md":
        return page.read_text(encoding="utf-8")
    cells = nbformat.read(page, as_version=4).cells
    return "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def stage(folder: Path) -> None:
    """Put `PAGES` into a folder, and the headings alone of the pages to which they lead."""
    built = paths.CHECKOUT / "_build" / "source"
    shutil.copytree(built / "_static", folder / "_static")
    for name in (*PAGES, *NEEDED):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(built / name, folder / name)
    links = {
        label for name in PAGES for label in re.findall(r"[<`]([\w-]+)>?`", prose(built / name))
    }
    chapters = {*PAGES, NEEDED[0]}
    for page in (*built.rglob("*.md"), *built.rglob("*.ipynb")):
        name, text = page.relative_to(built).as_posix(), prose(page)
        if name not in chapters and links.intersection(LABEL.findall(text)):
            (folder / name).with_suffix(".md").write_text("\n\n".join(HEADING.findall(text)))
            chapters.add(name)
    (folder / "index.md").write_text("# Home")
    files = [{"file": name.rpartition(".")[0]} for name in sorted(chapters)]
    contents = {"format": "jb-book", "root": "index", "chapters": files}
    (folder / "_toc.yml").write_text(yaml.safe_dump(contents))


def article(page: Path) -> str:
    """Return what a page has besides sidebar, header and footer, which differ with the contents."""
    return str(BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser").select_one("article"))


@pytest.mark.usefixtures("runs")
def test_plain_sphinx_writes_the_same_pages_from_the_configuration_made_for_it(tmp_path):
    """`jupyter-book config sphinx` makes it, and is then no longer installed."""
    source = tmp_path / "source"
    stage(source)
    jupyter_book = Path(sys.executable).with_name("jupyter-book")
    subprocess.run([jupyter_book, "config", "sphinx", source], check=True, capture_output=True)
    configuration = (source / "conf.py").read_text(encoding="utf-8")
    without = configuration.replace("'jupyter_book', ", "")  # it only declares two settings
    (source / "conf.py").write_text(without, encoding="utf-8")
    (tmp_path / "jupyter_book.py").write_text("raise ImportError('it is not installed')")
    command = [sys.executable, "-m", "sphinx", "-W", "-n", "--keep-going", "-q", source, "site"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    built = paths.CHECKOUT / "_build" / "sphinx" / "_build" / "html"
    for name in (*PAGES, NEEDED[0]):
        page = Path(name).with_suffix(".html")
        assert article(tmp_path / "site" / page) == article(built / page), name
