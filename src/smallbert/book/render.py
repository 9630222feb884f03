"""Render the executed notebooks and the pages with Jupyter Book, and put the data beside them."""

import json
import os
import re
import shutil
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from html import escape, unescape
from pathlib import Path
from urllib.parse import unquote

import yaml

from smallbert.book import checkout, citing, laid, marks, policy, renderer, workshop
from smallbert.data import addresses, paths
from smallbert.data.faults import REMEDIES, UserError


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
        A chart or table is missing, Jupyter Book warned, or a link leads to nothing of the site.
    """
    kept, staged, fresh = work / "kept", work / "staged", work / "fresh"
    for folder in (staged, fresh):
        shutil.rmtree(folder, ignore_errors=True)
    common = laid.common()
    pages = _lay_out(executed, work / laid.FOLDER, common)
    listing = sorted((line for each in pages for line in each.listing), key=lambda line: line["id"])
    _stage(pages, staged / "source", _generated(work / "generated", pages, listing, common))
    with workshop.trusted(kept, workshop.frame(staged / "source")):
        workshop.sync(staged / "source", kept / "source")
        with rendering(kept):
            data = _Data(kept, listing, common)
            data.write()
            for each in pages:
                shutil.copytree(each.files, fresh, dirs_exist_ok=True)
        shutil.copytree(kept / "_build" / "html", fresh, dirs_exist_ok=True)
        _require_pages(fresh, kept / "source")
        _settle(fresh)
        _offer_notebooks(fresh / "_sources" / "notebooks")
        data.write_cards(fresh)
    shutil.copytree(data.folder, fresh, dirs_exist_ok=True)
    require_links(fresh)
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
        for number in re.findall(r"Error: \[Errno (\d+)\]", log.read_text(encoding="utf-8")):
            if int(number) in REMEDIES:  # the disk is full, or the like
                raise OSError(int(number), os.strerror(int(number)), str(kept))
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


def _lay_out(executed: Path, folder: Path, common: dict[str, str]) -> list[laid.Laid]:
    """Return the pages of all notebooks, in alphabetical order."""
    own = paths.root() / "notebooks"
    there = [path for path in sorted(executed.glob("*.ipynb")) if (own / path.name).is_file()]
    laid.forget(folder, {path.stem for path in there})
    return [laid.keep(path, own / path.name, folder, common) for path in there]


def _generated(
    folder: Path, pages: list[laid.Laid], listing: list[dict], common: dict[str, str]
) -> Path:
    """Write the pages that follow from the data, if they are not as they have to be."""
    recorded = {each.page.stem: each.said for each in pages}
    main = next((each.home for each in pages if each.home), "")
    inputs = {
        **common,
        "CITATION.cff": marks.digest(paths.root() / "CITATION.cff"),
        "the repository": citing.repository(),
        "the last change": checkout.last_change(),
        "what notebooks published": marks.of([listing, recorded, main]),
    }
    mark = folder.with_suffix(".json")
    if marks.reason(mark, inputs, result=folder):
        from smallbert.book import generated, offered  # seconds of imports, seldom needed

        offered.require_exhibits(listing)
        shutil.rmtree(folder, ignore_errors=True)
        for name, text in generated.files(main, recorded).items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        marks.leave(mark, inputs, result=folder)
    return folder


def _stage(pages: list[laid.Laid], source: Path, generated: Path) -> None:
    """Lay out what Jupyter Book reads."""
    root = paths.root()
    shutil.copytree(root / "book", source / "book")
    shutil.move(source / "book" / "index.md", source)
    shutil.copy(root / "_toc.yml", source)
    (source / "_config.yml").write_text(_config(), encoding="utf-8")
    shutil.copy(root / "CHANGELOG.md", source / "book" / "changelog.md")
    shutil.copy(paths.data() / "sources.bib", source / "book")
    shutil.copytree(root / "book" / "_static", source / "_static")
    (source / "notebooks").mkdir()
    for each in pages:
        shutil.copy(each.page, source / "notebooks")
    shutil.copytree(generated, source, dirs_exist_ok=True)


def _config() -> str:
    """Return the book's configuration with the address of the repository, if it has one."""
    config = yaml.safe_load((paths.root() / "_config.yml").read_text(encoding="utf-8"))
    url = citing.repository()
    config["repository"] = {"url": url, "branch": "main"}
    config["html"]["use_repository_button"] = bool(url)
    return yaml.safe_dump(config, sort_keys=False)


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


LINK = re.compile(r"""<a\b[^>]*?\shref=("[^"]*"|'[^']*'|[^"'\s>]+)""", re.IGNORECASE)
ELSEWHERE = re.compile(rf"[a-z]+:|//|(?:\.\./)*{addresses.FOLDER}/", re.IGNORECASE)
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


class _Data:
    """The data that the site offers and the cards of its numbers, written when they changed."""

    def __init__(self, kept: Path, listing: list[dict], common: dict[str, str]):
        self.folder, self._mark, self._listing = kept / "data", kept / "data.json", listing
        self._inputs = {**common, "the charts": marks.of(listing)}
        self._found: dict[str, dict] = {}

    def write(self) -> None:
        """Write the files, if they are not as they have to be."""
        if marks.reason(self._mark, self._inputs):
            from smallbert.book import offered  # seconds of imports, seldom needed

            self._mark.unlink(missing_ok=True)
            shutil.rmtree(self.folder, ignore_errors=True)
            self._found = offered.write(self.folder, self._listing)

    def write_cards(self, site: Path) -> None:
        """Write the cards with the frame that a rendered site gives them, if there are new ones."""
        if self._found:
            from smallbert.book import card_pages

            card_pages.write(site, self.folder, self._found)
            marks.leave(self._mark, self._inputs)
