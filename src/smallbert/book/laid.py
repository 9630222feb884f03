"""Pages of notebooks as Jupyter Book reads them, kept until what they are made from changes.

What a run published becomes HTML once. A changed sentence joins that with the prose as it now
reads, and nothing else is read or made again.
"""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

import nbformat

from smallbert.book import carried, layout, marks, notebooks
from smallbert.book.cache import PACKAGE
from smallbert.data import exhibits, paths, sources
from smallbert.data.faults import UserError
from smallbert.data.files import cached, steady

FOLDER = "laid"
"""Where the pages are kept, in the folder in which Sphinx works."""


@dataclass
class Laid:
    """A page as it is laid out.

    Attributes
    ----------
    page : pathlib.Path
        The notebook as Jupyter Book reads it.
    files : pathlib.Path
        A folder with the drawings and CSVs of its charts and tables.
    listing : list of dict
        Its charts and tables, as in ``artifacts.json``.
    said : dict
        What the notebook recorded.
    home : str
        The home page's chart as HTML, if this notebook publishes it.
    """

    page: Path
    files: Path
    listing: list[dict]
    said: dict[str, str]
    home: str


def common() -> dict[str, str]:
    """Return what all pages are made from, by name: a hash of the data, one of the package."""
    return {"the data": marks.tree(paths.data()), "the package": marks.tree(PACKAGE)}


def prepare() -> None:
    """Make what every page needs, once, before the processes that lay pages out are forked."""
    from smallbert.book import artifacts

    artifacts.prepare()
    _numbers()
    home()


def keep(executed: Path, notebook: Path, folder: Path, common: dict[str, str]) -> Laid:
    """Return a page of the book, as an earlier build left it or made anew.

    Parameters
    ----------
    executed : pathlib.Path
        The result of running the notebook.
    notebook : pathlib.Path
        The notebook in ``notebooks``.
    folder : pathlib.Path
        Where the pages are kept.
    common : dict of str
        As the function of that name gave it.
    """
    run, page = folder / "runs" / notebook.stem, folder / "pages" / notebook.name
    known, files = run / "run.ipynb", run / "files"
    inputs = {**common, "its result": marks.digest(executed)}
    if marks.reason(run.with_suffix(".json"), inputs, result=run):
        shutil.rmtree(run, ignore_errors=True)
        files.mkdir(parents=True)
        with steady():
            result, about = published(executed, notebook.stem, files)
        write(result, known)
        (run / "about.json").write_text(json.dumps(about), encoding="utf-8")
        marks.leave(run.with_suffix(".json"), inputs, result=run)
    inputs["the notebook"] = marks.digest(notebook)
    if marks.reason(page.with_suffix(".json"), inputs, result=page):
        page.parent.mkdir(exist_ok=True)
        write(arranged(notebooks.read(known), notebook), page)
        marks.leave(page.with_suffix(".json"), inputs, result=page)
    return Laid(page, files, **json.loads((run / "about.json").read_text(encoding="utf-8")))


@cached
def home() -> tuple[str, dict[str, str]]:
    """Return the source that the home page speaks of, its chart there and the claim on its winner.

    Raises
    ------
    UserError
        No descriptor says it, or there is no such chart.
    """
    for key in sources.keys():
        if shown := sources.describe(key).get("home"):
            exhibits.line(shown["chart"])  # refuses one that is unknown
            return key, shown
    raise UserError("no datapackage.yaml says by 'home' what the home page shows; add it to one")


def forget(folder: Path, names: set[str]) -> None:
    """Remove what is kept of notebooks that are no more; `names` are those that are there."""
    for path in [*folder.glob("runs/*"), *folder.glob("pages/*")]:
        if path.stem not in names:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def published(executed: Path, name: str, files: Path) -> tuple[nbformat.NotebookNode, dict]:
    """Return a run's notebook with its charts and tables as HTML, and what it published.

    Parameters
    ----------
    executed : pathlib.Path
        The result of running it.
    name : str
        The notebook's.
    files : pathlib.Path
        Receives drawings and CSVs.

    Returns
    -------
    tuple
        The notebook; ``listing``, ``said`` and ``home`` of `Laid`.
    """
    from smallbert.book import artifacts  # seconds of imports that unchanged results do not need

    result = notebooks.read(executed)
    carried.drop_what_is_by_hand(result)
    about = {"listing": [], "said": carried.recorded(result), "home": ""}
    for artifact, output in carried.of_notebook(result):
        artifacts.write(artifact, output, files)
        entry = artifacts.entry(artifact, name) | {"numbers": _numbers()(artifact)}
        about["listing"].append(entry)
        if artifact["id"] == home()[1]["chart"]:
            about["home"] = artifacts.to_html(artifact, output, up="")
        output["data"] = {"text/html": artifacts.to_html(artifact, output)}
    return result, about


@cached
def _numbers():
    from smallbert.book import shown

    return shown.finder(sources.results())


def arranged(result: nbformat.NotebookNode, notebook: Path) -> nbformat.NotebookNode:
    """Return a run's notebook in the order of its page, with the prose as it now reads.

    Parameters
    ----------
    result : nbformat.NotebookNode
        Of `published`.
    notebook : pathlib.Path
        The notebook in ``notebooks``.
    """
    page = notebooks.joined(result, notebook)
    layout.arrange(page, notebook)
    return page


def write(notebook: nbformat.NotebookNode, path: Path) -> None:
    """Write a notebook as laid out, many times as fast as nbformat, which indents and validates."""
    path.write_text(json.dumps(notebook, ensure_ascii=False), encoding="utf-8")
