"""Render the executed notebooks and the pages with Jupyter Book, and put the data beside them."""

import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
import yaml

from smallbert import audit, claims, compare
from smallbert.book import (
    artifacts,
    card_pages,
    cards,
    citing,
    dictionary,
    layout,
    pages,
    shown,
    workshop,
)
from smallbert.data import addresses, exhibits, paths, sources
from smallbert.data.faults import UserError
from smallbert.guide import page as guide

MAIN_CHART = "small_bert-best"
"""The chart that the home page shows."""

JUPYTER_BOOK = """
from smallbert import book
book.skip_iri_grammar()
from jupyter_book.cli.main import main
main()
"""
"""The command ``jupyter-book``, a second sooner."""


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
    source, staged, fresh = work / "source", work / "staged", work / "fresh"
    for folder in (staged, fresh):
        shutil.rmtree(folder, ignore_errors=True)
    listing = _stage(executed, staged / "source", staged / "extra")
    workshop.sync(staged / "source", source)
    with ThreadPoolExecutor(1) as beside:  # one core is Jupyter Book's, the other is free
        writing = beside.submit(_write_data, staged / "extra", listing)
        _jupyter_book(source, work)
        found = writing.result()
    shutil.copytree(work / "_build" / "html", fresh)
    _require_pages(fresh, source)
    _settle(fresh)
    card_pages.write(fresh, found)
    shutil.copytree(staged / "extra", fresh, dirs_exist_ok=True)
    return fresh


def _settle(fresh: Path) -> None:
    """Drop what tells a first rendering from a later one, and a role that no reader can use.

    A style sheet whose name holds its hash gets a second hash once it lies in the folder; the
    search index keeps words that no page has any more; docutils calls the references a list but
    none of them an item.
    """
    for page in fresh.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        plain = re.sub(r"(mystnb\.[0-9a-f]{64}\.css)\?v=[0-9a-f]+", r"\1", text)
        plain = plain.replace(' role="list" class="citation-list"', ' class="citation-list"')
        if plain != text:
            page.write_text(plain, encoding="utf-8")
    path, (before, after) = fresh / "searchindex.js", ("Search.setIndex(", ")")
    text = path.read_text(encoding="utf-8").removeprefix(before).removesuffix(after)
    index = json.loads(text)
    for kind in ("terms", "titleterms"):
        index[kind] = {word: found for word, found in index[kind].items() if found != []}
    text = json.dumps(index, separators=(",", ":"), sort_keys=True)
    path.write_text(f"{before}{text}{after}", encoding="utf-8")


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
    listing, main, said, numbers = [], "", {}, shown.finder(sources.results())
    (source / "notebooks").mkdir()
    for path in sorted(executed.glob("*.ipynb")):
        if not (root / "notebooks" / path.name).is_file():
            continue  # its notebook is no more
        notebook = nbformat.read(path, as_version=4)
        said[path.stem] = artifacts.recorded(notebook)
        for artifact, output in artifacts.of_notebook(notebook):
            artifacts.write(artifact, output, extra)
            listing.append(artifacts.entry(artifact, path.stem) | {"numbers": numbers(artifact)})
            if artifact["id"] == MAIN_CHART:
                main = artifacts.to_html(artifact, output, up="")
            output["data"] = {"text/html": artifacts.to_html(artifact, output)}
        layout.arrange(notebook, root / "notebooks" / path.name)
        nbformat.write(notebook, source / "notebooks" / path.name)
    _require_exhibits(listing)
    (source / addresses.FOLDER).mkdir()
    (source / f"{card_pages.LIST}.md").write_text(card_pages.listing(), encoding="utf-8")
    for name, text in pages.generated(main, said).items():
        (source / "book" / name).write_text(text, encoding="utf-8")
    return sorted(listing, key=lambda each: each["id"])


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


def _jupyter_book(source: Path, work: Path) -> None:
    command = [sys.executable, "-c", JUPYTER_BOOK, "build", str(source)]
    command += ["--path-output", str(work), "-W", "-n", "--keep-going"]
    run = subprocess.run(command, capture_output=True, text=True)
    log = paths.build() / "render.log"
    log.write_text(run.stdout + run.stderr, encoding="utf-8")
    if run.returncode:
        raise UserError("\n".join([*_complaints(log, source), f"not rendered; see {log}"]))


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


def _write_data(extra: Path, listing: list[dict]) -> dict[str, dict]:
    """Write the data that the site offers; return the cards of the numbers."""
    guide.write(extra / guide.FOLDER)
    folder = extra / "data"
    sources.results().to_csv(folder / "results.csv", index=False, lineterminator="\n")
    plain = {"index": False, "lineterminator": "\n", "float_format": "%.10g"}  # no 1.7999999
    audit.both().to_csv(folder / "audit.csv", **plain)
    compare.models().to_csv(folder / "models.csv", **plain)
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
