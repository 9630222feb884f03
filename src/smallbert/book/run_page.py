"""A run's page: as on the site, with what differs from the published page, next to its notebook."""

import os
import posixpath
import re
import tempfile
from pathlib import Path

import nbformat
import pandas as pd

from smallbert import paths
from smallbert.book import artifacts, keys, layout, markdown, notebooks, render
from smallbert.claims.finding import VERDICTS

FILES = "files"
"""The folder with the drawings and the CSVs of all runs that lie next to it."""

ADDRESS = re.compile(r'((?:href|src|data-content_root)=")(?!#|/|[a-z]+:)([^"]+)"')
"""An address on a page that is relative to it."""

ABOUT = """\
::::::{{admonition}} A run with {values}
:class: note

{counts} Links lead to the published book.

{table}
::::::"""


def write(executed: Path, notebook: Path, values: dict) -> Path | None:
    """Write the page of a run next to its executed notebook: a book of this page alone.

    Parameters
    ----------
    executed : pathlib.Path
        The notebook as the run left it.
    notebook : pathlib.Path
        The same in ``notebooks``.
    values : dict
        The parameters of the run.

    Returns
    -------
    pathlib.Path or None
        The page; none where no book with this notebook is built, to which it could link.

    Raises
    ------
    UserError
        Jupyter Book warned of the page.
    """
    published = paths.build() / "executed" / notebook.name
    if not (published.is_file() and (paths.site() / "objects.inv").is_file()):
        return None
    target = executed.with_suffix(".html")
    with tempfile.TemporaryDirectory(dir=paths.build()) as folder:
        source, work = Path(folder, "source"), Path(folder, "work")
        result, _ = artifacts.published(executed, notebook.stem, Path(folder))
        shared = _shared(Path(folder, artifacts.FOLDER), executed.with_name(FILES))
        page = notebooks.joined(result, notebook)
        layout.arrange(page, notebook)
        _title(page, values, _about(notebooks.read(executed), notebooks.read(published), values))
        render.stage_alone(page, notebook.stem, source)
        render.jupyter_book(source, work)
        html = work / "_build" / "html" / "notebooks" / f"{notebook.stem}.html"
        text = render.dressed(html.read_text(encoding="utf-8"))
    paths.write_atomically(target, _moved(text, target.parent, shared))
    return target


def _shared(made: Path, folder: Path) -> dict[str, str]:
    """Put the files of a run among those of the others; what is the same is there once.

    Returns
    -------
    dict of str
        The address of each as its page has it, by that on a page of the site.
    """
    addresses = {}
    for path in made.glob("*"):
        name = f"{path.stem}-{keys.file(path)[:12]}{path.suffix}"
        if not (folder / name).is_file():
            paths.write_atomically(folder / name, path.read_text(encoding="utf-8"))
        addresses[f"../{artifacts.FOLDER}/{path.name}"] = f"{folder.name}/{name}"
    return addresses


def _title(page: nbformat.NotebookNode, values: dict, about: str) -> None:
    """Put the parameters into the title, and below it what differs."""
    first = next(cell for cell in page.cells if cell.cell_type == "markdown")
    told = markdown.text(", ".join(f"{name} = {value}" for name, value in values.items()))
    first.source = re.sub(
        r"^(# .*)$",
        lambda found: f"{found[1]}: {told or 'defaults'}\n\n{about}",
        first.source,
        count=1,
        flags=re.MULTILINE,
    )


def _about(run: nbformat.NotebookNode, published: nbformat.NotebookNode, values: dict) -> str:
    """Return what differs between a run and the published one, in a line and as a table."""
    here, there = artifacts.recorded(run), artifacts.recorded(published)
    rows = [
        {"name": name, "published": there.get(name, ""), "here": here.get(name, "")}
        for name in {**there, **here}
    ]
    table = pd.DataFrame(rows, columns=["name", "published", "here"])
    verdict = table["published"].isin(VERDICTS) | table["here"].isin(VERDICTS)
    differs = table["published"] != table["here"]
    drawn = {each["id"]: each["csv"] for each, _ in artifacts.of_notebook(run)}
    before = {each["id"]: each["csv"] for each, _ in artifacts.of_notebook(published)}
    others = sum(before.get(id) != text for id, text in drawn.items())
    counts = (
        f"Of {(~verdict).sum()} numbers and words in the text {(differs & ~verdict).sum()} differ "
        f"from the published page, of {verdict.sum()} verdicts {(differs & verdict).sum()}, of "
        f"{len(drawn)} charts and tables {others}."
    )
    told = ", ".join(f"{name} = {value}" for name, value in values.items()) or "the defaults"
    changed = table[differs]
    shown = markdown.table(changed, fold=f"What differs: {len(changed)}") if len(changed) else ""
    return ABOUT.format(values=markdown.text(told), counts=counts, table=shown)


def _moved(page: str, target: Path, shared: dict[str, str]) -> str:
    """Return a page of the site with its addresses as they are seen from another folder."""
    home = paths.site().absolute() / "notebooks"

    def seen(match: re.Match) -> str:
        begins, address = match.groups()
        if own := shared.get(posixpath.normpath(address)):
            return f'{begins}{own}"'
        whole = os.path.relpath(home / address, target.absolute())
        end = "/" if address.endswith("/") else ""
        return f'{begins}{Path(whole).as_posix()}{end}"'

    return ADDRESS.sub(seen, page)
