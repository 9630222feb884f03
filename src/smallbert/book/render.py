"""Render the executed notebooks and the pages with Jupyter Book, and put the data beside them."""

import json
import os
import re
import shutil
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path

import nbformat
import yaml

from smallbert import audit, claims, compare
from smallbert.book import (
    artifacts,
    cache,
    card_pages,
    cards,
    citing,
    dictionary,
    layout,
    marks,
    notebooks,
    pages,
    policy,
    renderer,
    sheets,
    shown,
    workshop,
)
from smallbert.charts import lettering
from smallbert.data import addresses, exhibits, paths, sources
from smallbert.data.faults import UserError
from smallbert.guide import page as guide

MAIN_CHART = "small_bert-best"
"""The chart that the home page shows."""


def render(executed: Path, work: Path) -> Path:
    """Render the book from executed notebooks.

    Parameters
    ----------
    executed : pathlib.Path
        The folder of executed notebooks.
    work : pathlib.Path
        A folder to work in: empty, or as an earlier rendering left it (`smallbert.book.workshop`).

    Returns
    -------
    pathlib.Path
        The rendered site, inside `work`.

    Raises
    ------
    UserError
        A chart or table is missing, or Jupyter Book warned.
    """
    kept, staged, fresh = work / "kept", work / "staged", work / "fresh"
    for folder in (staged, fresh):
        shutil.rmtree(folder, ignore_errors=True)
    listing = _stage(executed, staged / "source", staged / "extra")
    with workshop.trusted(kept, workshop.frame(staged / "source")):
        workshop.sync(staged / "source", kept / "source")
        with rendering(kept):
            data = _Data(kept, listing)
            data.write()
        shutil.copytree(kept / "_build" / "html", fresh)
        _require_pages(fresh, kept / "source")
        _settle(fresh)
        _offer_notebooks(fresh / "_sources" / "notebooks")
        data.write_cards(fresh)
    for folder in (data.folder, staged / "extra"):
        shutil.copytree(folder, fresh, dirs_exist_ok=True)
    return fresh


@contextmanager
def rendering(kept: Path) -> Iterator[None]:
    """Let Jupyter Book render on one core while the block works on the other."""
    log = paths.build() / "render.log"
    job = renderer.build(kept / "source", kept, log)
    try:
        yield
        good = job.result()
    except BrokenProcessPool:
        renderer.end()
        raise UserError("Jupyter Book was ended from outside; build again") from None
    except BaseException:
        renderer.end()
        raise
    if not good:
        lines = _complaints(log, kept / "source")
        raise UserError("\n".join([*lines, f"not rendered; see {log}"]))


def settled(page: str) -> str:
    """Return a page as it is published: with its policy, as a first rendering makes it.

    In a later one, a style sheet whose name holds its hash has a second hash. docutils calls the
    references a list but none of them an item.
    """
    plain = re.sub(r"(mystnb\.[0-9a-f]{64}\.css)\?v=[0-9a-f]+", r"\1", page)
    plain = plain.replace(' role="list" class="citation-list"', ' class="citation-list"')
    return policy.ruled(plain)


def _settle(fresh: Path) -> None:
    """Settle all pages, and drop from the search index the words that no page has any more."""
    for page in fresh.rglob("*.html"):
        page.write_text(settled(page.read_text(encoding="utf-8")), encoding="utf-8")
    path, (before, after) = fresh / "searchindex.js", ("Search.setIndex(", ")")
    text = path.read_text(encoding="utf-8").removeprefix(before).removesuffix(after)
    index = json.loads(text)
    for kind in ("terms", "titleterms"):
        index[kind] = {word: found for word, found in index[kind].items() if found != []}
    text = json.dumps(index, separators=(",", ":"), sort_keys=True)
    path.write_text(f"{before}{text}{after}", encoding="utf-8")


def _offer_notebooks(folder: Path) -> None:
    """Let a page offer its notebook as it is in the repository, to be executed by its reader."""
    for path in folder.glob("*.ipynb"):
        shutil.copy(paths.root() / "notebooks" / path.name, path)


def _stage(executed: Path, source: Path, extra: Path) -> list[dict]:
    """Lay out what Jupyter Book reads, and what goes beside its pages; list the artifacts."""
    root = paths.root()
    shutil.copytree(root / "book", source / "book")
    shutil.move(source / "book" / "index.md", source)
    shutil.copy(root / "_toc.yml", source)
    (source / "_config.yml").write_text(_config(), encoding="utf-8")
    shutil.copy(root / "CHANGELOG.md", source / "book" / "changelog.md")
    shutil.copy(paths.data() / "sources.bib", source / "book")
    shutil.copytree(root / "book" / "_static", source / "_static")
    (source / "_static" / "entries.js").write_text(citing.script(), encoding="utf-8")
    (source / "_static" / lettering.FILE).write_text(lettering.css(), encoding="utf-8")
    listing, main, said, numbers = [], "", {}, shown.finder(sources.results())
    (source / "notebooks").mkdir()
    for path in sorted(executed.glob("*.ipynb")):
        if not (root / "notebooks" / path.name).is_file():
            continue  # its notebook is no more
        own = root / "notebooks" / path.name
        notebook, published, said[path.stem] = laid_out(path, own, extra)
        for artifact, home in published:
            listing.append(artifacts.entry(artifact, path.stem) | {"numbers": numbers(artifact)})
            main = main or home
        write(notebook, source / "notebooks" / path.name)
    _require_exhibits(listing)
    (source / addresses.FOLDER).mkdir()
    (source / f"{card_pages.LIST}.md").write_text(card_pages.listing(), encoding="utf-8")
    for name, text in pages.generated(main, said).items():
        (source / "book" / name).write_text(text, encoding="utf-8")
    return sorted(listing, key=lambda each: each["id"])


def laid_out(executed: Path, path: Path, files: Path) -> tuple[nbformat.NotebookNode, list, dict]:
    """Return a notebook as Jupyter Book reads it, with the charts and tables that it published.

    Parameters
    ----------
    executed : pathlib.Path
        The result of running it.
    path : pathlib.Path
        The notebook in ``notebooks``.
    files : pathlib.Path
        Receives drawings and CSVs.

    Returns
    -------
    tuple
        The notebook; pairs of each chart or table, as published, and its HTML for the home page;
        what the notebook recorded.
    """
    notebook = notebooks.joined(executed, path)
    said, published = artifacts.recorded(notebook), []
    for artifact, output in artifacts.of_notebook(notebook):
        artifacts.write(artifact, output, files)
        home = artifacts.to_html(artifact, output, up="") if artifact["id"] == MAIN_CHART else ""
        published.append((artifact, home))
        output["data"] = {"text/html": artifacts.to_html(artifact, output)}
    layout.arrange(notebook, path)
    return notebook, published, said


def write(notebook: nbformat.NotebookNode, path: Path) -> None:
    """Write a notebook as laid out, many times as fast as nbformat, which indents and validates."""
    path.write_text(json.dumps(notebook, ensure_ascii=False), encoding="utf-8")


def _config() -> str:
    """Return the book's configuration with the address of the repository, if it has one."""
    config = yaml.safe_load((paths.root() / "_config.yml").read_text(encoding="utf-8"))
    url = citing.repository()
    config["repository"] = {"url": url, "branch": "main"}
    config["html"]["use_repository_button"] = bool(url)
    return yaml.safe_dump(config, sort_keys=False)


def _require_exhibits(listing: list[dict]) -> None:
    wanted = list(exhibits.table().index)
    there = [each["id"] for each in listing]
    faults = [f"{each}: no notebook publishes it" for each in wanted if each not in there]
    faults += [f"{each}: published twice" for each in sorted(set(there)) if there.count(each) > 1]
    if faults:
        raise UserError("\n".join(f"exhibits.csv: {fault}" for fault in faults))


def _complaints(log: Path, source: Path) -> list[str]:
    """Return the warnings of a log without colours and staging paths, or else its end."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", log.read_text(encoding="utf-8"))
    lines = text.replace(f"{source}{os.sep}", "").splitlines()
    return [line for line in lines if "WARNING" in line or "ERROR" in line] or lines[-3:]


def _require_pages(fresh: Path, source: Path) -> None:
    """Refuse a site that lacks a page: Jupyter Book can fail and still exit with 0."""
    for path in [*source.glob("book/[!_]*.md"), *source.glob("notebooks/*.ipynb")]:
        page = fresh / path.relative_to(source).with_suffix(".html")
        if not page.is_file():
            raise UserError(f"{path.name}: no page was rendered; is it in _toc.yml?")
    if not (fresh / "index.html").is_file():
        raise UserError("index.html was not rendered; see _build/render.log")


class _Data:
    """The data that the site offers and the cards of its numbers, written when they changed."""

    def __init__(self, kept: Path, listing: list[dict]):
        self.folder, self._mark, self._listing = kept / "data", kept / "data.json", listing
        self._inputs = {
            "the data": marks.tree(paths.data()),
            "the package": marks.tree(cache.PACKAGE),
            "the charts": marks.of(listing),
        }
        self._found: dict[str, dict] = {}

    def write(self) -> None:
        """Write the files, if they are not as they have to be."""
        if marks.reason(self._mark, self._inputs):
            self._mark.unlink(missing_ok=True)
            shutil.rmtree(self.folder, ignore_errors=True)
            self._found = _write_data(self.folder, self._listing)

    def write_cards(self, site: Path) -> None:
        """Write the cards with the frame that a rendered site gives them, if there are new ones."""
        if self._found:
            card_pages.write(site, self.folder, self._found)
            marks.leave(self._mark, self._inputs)


def _write_data(extra: Path, listing: list[dict]) -> dict[str, dict]:
    """Write the data that the site offers; return the cards of the numbers."""
    guide.write(extra / guide.FOLDER)
    folder = extra / "data"
    folder.mkdir(parents=True, exist_ok=True)
    plain = {"index": False, "lineterminator": "\n", "float_format": "%.10g"}  # no 1.7999999
    tables = {
        "results": sources.results().to_csv(index=False, lineterminator="\n"),
        "audit": audit.both().to_csv(**plain),
        "models": compare.models().to_csv(**plain),
    }
    for name, text in tables.items():
        (folder / f"{name}.csv").write_text(sheets.harmless(text), encoding="utf-8")
    text = json.dumps(dictionary.data_package(), indent=2, ensure_ascii=False)
    (folder / "datapackage.json").write_text(text + "\n", encoding="utf-8")
    (folder / "artifacts.json").write_text(json.dumps(listing, indent=2) + "\n", encoding="utf-8")
    stated = claims.entries()
    text = json.dumps(stated, indent=2, ensure_ascii=False)
    (folder / "claims.json").write_text(text + "\n", encoding="utf-8")
    citing.write(folder / "cite", "smallbert", [citing.entry()])
    citing.write(folder / "cite", "claims", [_claim(each) for each in stated])
    return cards.cards(listing=listing)


def _claim(claim: dict) -> dict:
    """Return how to cite a claim, with its verdict."""
    note = f"claim about {claim['place']}: {claim['verdict']}"
    return citing.entry(claim["id"], claim["statement"], kind="entry", note=note)
