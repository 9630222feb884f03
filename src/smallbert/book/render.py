"""Render the book with Jupyter Book from the executed notebooks, and put the data beside its pages.

Below ``_build``, ``source`` has what Jupyter Book reads, ``generated`` of that the pages made from
data, ``sphinx`` what Jupyter Book makes of it, ``offered`` data and cards, ``fresh`` the site.
"""

import json
import multiprocessing
import os
import re
import shutil
import traceback
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import lru_cache
from html import escape, unescape
from pathlib import Path
from urllib.parse import unquote

import nbformat
import yaml

from smallbert import paths
from smallbert.book import (
    artifacts,
    cards,
    checkout,
    keys,
    layout,
    notebooks,
    pages,
    policy,
)
from smallbert.data import exhibits
from smallbert.errors import REMEDIES, UserError
from smallbert.paths import write_atomically

STRICT = ("-W", "-n", "--keep-going")
"""Every warning is an error, a link without a target is a warning, and all of them are named."""

SHARED = re.compile(r"^(?:#{1,6} .*|\([^()\s]+\)=)$", re.MULTILINE)
"""What other pages may show of a page, or link to: headings and labels."""


def render(executed: Path, *, data: bool = True) -> Path:
    """Render the book in this process, which nothing else uses; return the folder of the site.

    Parameters
    ----------
    executed : pathlib.Path
        The folder of executed notebooks.
    data : bool
        Whether what follows from the data is renewed, too; else only the pages of notebooks.

    Raises
    ------
    UserError
        A chart, a table or a page is missing, Jupyter Book warned, or a link leads nowhere.
    """
    work = paths.build()
    source, fresh = work / "source", work / "fresh"
    stage(executed, source, data=data)
    beside = multiprocessing.get_context("fork" if hasattr(os, "fork") else "spawn").Process(
        target=offer, args=(executed, work / "offered")
    )
    if data:
        beside.start()
    jupyter_book(source, work / "sphinx")
    if data:
        beside.join()
        if beside.exitcode:
            raise UserError("the data of the site could not be written; see above")
    finish(executed, source, work / "sphinx" / "_build" / "html", work / "offered", fresh)
    return fresh


def stage(executed: Path, source: Path, *, data: bool = True) -> None:
    """Lay out what Jupyter Book reads; files that are as they have to be stay untouched.

    Parameters
    ----------
    executed, source : pathlib.Path
        The folder of executed notebooks; what receives the pages.
    data : bool
        Whether pages that follow from the data are renewed, too.
    """
    about = published(executed)
    if data:
        _generate(source.with_name("generated"), about)
    wanted = dict(_static(source.with_name("generated")))
    for name in about:
        own = paths.root() / "notebooks" / f"{name}.ipynb"
        page = notebooks.joined(notebooks.read(executed / name / "page.ipynb"), own)
        layout.arrange(page, own)
        wanted[f"notebooks/{name}.ipynb"] = json.dumps(page, ensure_ascii=False).encode()
    for path in [path for path in source.rglob("*") if path.is_file()]:
        if path.relative_to(source).as_posix() not in wanted:
            path.unlink()
    for name, content in wanted.items():
        path = source / name
        if not (path.is_file() and path.read_bytes() == content):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def published(executed: Path) -> dict[str, dict]:
    """Return what each notebook of the book published; see `artifacts.published`."""
    return {
        each.stem: json.loads((executed / each.stem / "about.json").read_text(encoding="utf-8"))
        for each in notebooks.every()
        if (executed / each.stem / "about.json").is_file()
    }


def listing(about: dict[str, dict]) -> list[dict]:
    """Return all charts and tables as in ``artifacts.json``."""
    lines = (line for each in about.values() for line in each["listing"])
    return sorted(lines, key=lambda line: line["id"])


def _generate(folder: Path, about: dict[str, dict]) -> None:
    """Write the pages that follow from the data, if they are not as they have to be."""
    citation = keys.file(paths.root() / "CITATION.cff")
    told = [checkout.last_change(), checkout.repository(), citation]
    key = keys.of(keys.common(), about, told)
    if keys.holds(folder, key):
        return
    pages.require_exhibits(listing(about))
    shutil.rmtree(folder, ignore_errors=True)
    main = next((each["home"] for each in about.values() if each["home"]), "")
    said = {name: each["said"] for name, each in about.items()}
    for name, text in pages.files(main, said).items():
        write_atomically(folder / name, text)
    keys.leave(folder, key)


def _static(generated: Path) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of what Jupyter Book reads besides the notebooks."""
    book = paths.root() / "book"
    places = {path: path.relative_to(book.parent) for path in book.glob("*")}
    places |= {path: path.relative_to(book) for path in (book / "_static").rglob("*")}
    places |= {path: path.relative_to(generated) for path in generated.rglob("*")}
    places[book / "index.md"] = Path("index.md")
    places[paths.root() / "_toc.yml"] = Path("_toc.yml")
    places[paths.root() / "CHANGELOG.md"] = Path("book", "changelog.md")
    places[paths.data() / "sources.bib"] = Path("book", "sources.bib")
    for path, place in places.items():
        if path.is_file():
            yield place.as_posix(), path.read_bytes()
    yield "_config.yml", _config().encode()


def _config() -> str:
    """Return the book's configuration with the address of the repository, if it has one."""
    config = yaml.safe_load((paths.root() / "_config.yml").read_text(encoding="utf-8"))
    url = checkout.repository()
    config["repository"] = {"url": url, "branch": "main"}
    config["html"]["use_repository_button"] = bool(url)
    return yaml.safe_dump(config, sort_keys=False)


def stage_alone(page: nbformat.NotebookNode, name: str, source: Path) -> None:
    """Lay out a book of one notebook and the references, whose other links lead into the site."""
    config = yaml.safe_load(_config())
    own = config["sphinx"]["config"]
    own["extensions"].append("sphinx.ext.intersphinx")
    own["intersphinx_mapping"] = {"site": [".", str(paths.site() / "objects.inv")]}
    contents = {
        "format": "jb-book",
        "root": f"notebooks/{name}",
        "chapters": [{"file": "book/references"}],
    }
    wanted = {
        **{each: text for each, text in _static(source) if each.startswith("_static/")},
        "_config.yml": yaml.safe_dump(config).encode(),
        "_toc.yml": yaml.safe_dump(contents).encode(),
        "book/references.md": (paths.root() / "book" / "references.md").read_bytes(),
        "book/sources.bib": (paths.data() / "sources.bib").read_bytes(),
        f"notebooks/{name}.ipynb": json.dumps(page, ensure_ascii=False).encode(),
    }
    for place, content in wanted.items():
        path = source / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def jupyter_book(source: Path, work: Path) -> None:
    """Let Jupyter Book render `source` into ``work/_build/html``: what changed, or everything.

    Sphinx does not renew what other pages show of a changed title; so where titles, labels, the
    contents, the look or the package changed, or a rendering was cut off, it starts anew.

    Raises
    ------
    UserError
        It warned; a line for each warning.
    """
    from jupyter_book.cli.main import main  # two seconds that a process forked warm does not need

    key, log = _frame(source), work.with_suffix(".log")
    if not keys.holds(work, key):
        shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True, exist_ok=True)
    keys.drop(work)
    command = ["build", str(source), "--path-output", str(work), *STRICT]
    with log.open("w", encoding="utf-8") as said, redirect_stdout(said), redirect_stderr(said):
        try:
            main.main(command, standalone_mode=False)
            good = True
        except (Exception, SystemExit):
            traceback.print_exc()
            good = False
    if not good:
        raise _fault(log, source)
    keys.leave(work, key)


def _fault(log: Path, source: Path) -> Exception:
    """Return what Jupyter Book complained of: warnings without colors and paths, or its end."""
    text = log.read_text(encoding="utf-8")
    for number in re.findall(r"Error: \[Errno (\d+)\]", text):
        if int(number) in REMEDIES:  # the disk is full, or the like
            return OSError(int(number), os.strerror(int(number)), str(source.parent))
    lines = re.sub(r"\x1b\[[0-9;]*m", "", text).replace(f"{source}{os.sep}", "").splitlines()
    told = [line for line in lines if "WARNING" in line or "ERROR" in line] or lines[-3:]
    return UserError("\n".join([*told, f"not rendered; see {log}"]))


def _frame(source: Path) -> str:
    """Return the key of what a change of one page leaves as it is."""
    pages = sorted([*source.rglob("*.md"), *source.rglob("*.ipynb")])
    outline = {path.relative_to(source).as_posix(): _shared(path) for path in pages}
    look = keys.files(source, [*source.glob("_*.yml"), *(source / "_static").rglob("*")])
    other = [keys.file(source / "book" / "sources.bib"), keys.tree(keys.PACKAGE)]
    return keys.of(outline, look, other, keys.file(paths.root() / "requirements.txt"))


def _shared(page: Path) -> list[str]:
    """Return what other pages may show of one; of a page with terms, that is all."""
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        text = "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    return [text] if "{glossary}" in text else SHARED.findall(text)


def offer(executed: Path, folder: Path) -> None:
    """Write the data that the site offers and the texts of its cards, if they are out of date."""
    lines = listing(published(executed))
    key = keys.of(keys.common(), lines, keys.file(paths.root() / "CITATION.cff"))
    if not keys.holds(folder, key):
        shutil.rmtree(folder, ignore_errors=True)
        pages.offer(folder / "site", lines)
        cards.write(folder / "cards", cards.cards(listing=lines))
        keys.leave(folder, key)


def finish(executed: Path, source: Path, html: Path, offered: Path, fresh: Path) -> None:
    """Put rendered pages, drawings, data and cards together to a site.

    Raises
    ------
    UserError
        A page is missing, or a link leads to nothing of the site.
    """
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(html, fresh)
    _require_pages(fresh, source)
    for path in (fresh / "_sources" / "notebooks").glob("*.ipynb"):
        shutil.copy(paths.root() / "notebooks" / path.name, path)  # to be executed by its reader
    for page in fresh.rglob("*.html"):
        page.write_text(dressed(page.read_text(encoding="utf-8")), encoding="utf-8")
    for name in published(executed):
        if (charts := executed / name / artifacts.FOLDER).is_dir():
            shutil.copytree(charts, fresh / artifacts.FOLDER, dirs_exist_ok=True)
    if offered.is_dir():
        shutil.copytree(offered / "site", fresh, dirs_exist_ok=True)
        cards.frame(fresh, offered / "cards")
    require_links(fresh)


def dressed(page: str) -> str:
    """Return a page as it is published: with its policy.

    docutils calls the references a list but none of them an item, which misleads who listens.
    """
    return policy.ruled(
        page.replace(' role="list" class="citation-list"', ' class="citation-list"')
    )


def _require_pages(fresh: Path, source: Path) -> None:
    """Refuse a site that lacks a page: Jupyter Book can fail and still exit with 0."""
    pages = [*source.glob("book/[!_]*.md"), *source.glob("notebooks/*.ipynb"), source / "index.md"]
    for path in pages:
        if not (fresh / path.relative_to(source).with_suffix(".html")).is_file():
            raise UserError(f"{path.name}: no page was rendered; is it in _toc.yml?")


LINK = re.compile(r"""<a\b[^>]*?\shref=("[^"]*"|'[^']*'|[^"'\s>]+)""", re.IGNORECASE)
ELSEWHERE = re.compile(rf"[a-z]+:|//|(?:\.\./)*{exhibits.NUMBERS}/", re.IGNORECASE)
"""Out of the site, or to the card of a number, which `smallbert.book.artifacts` looked up."""

ANCHOR = r"\s(?:id|name)=[\"']?{}[\"'\s>]"
WHOLE_PAGE = ("", "top")


def require_links(site: Path) -> None:
    """Refuse a site in which a link of a page leads nowhere, also one that is written as HTML.

    Jupyter Book looks up the links of Markdown alone.

    Raises
    ------
    UserError
        A line for each link to a file or an anchor of the site that is not there.
    """
    folders = ("*.html", "book/*.html", "notebooks/*.html")
    pages = {str(each): each.read_text("utf-8") for name in folders for each in site.glob(name)}
    ids = lru_cache(None)(lambda page: set(re.findall(' id="([^"]*)"', pages[page])))
    there_is = lru_cache(None)(os.path.exists)
    dead = []
    for page, text in pages.items():
        for link in sorted({each.strip("\"' ") for each in LINK.findall(text)}):
            if ELSEWHERE.match(link):
                continue
            file, _, anchor = unquote(unescape(link)).partition("#")
            there = os.path.normpath(f"{page}/../{file.partition('?')[0]}") if file else page
            known = anchor in WHOLE_PAGE or there not in pages or anchor in ids(there)
            named = known or re.search(ANCHOR.format(re.escape(escape(anchor))), pages[there], re.I)
            if not (named and there_is(there)):
                where = os.path.relpath(page, site)
                dead.append(f"{where}: the link {link!r} leads to nothing of the site; mend it")
    if dead:
        raise UserError("\n".join(dead))
