"""Render the book with Jupyter Book from the executed notebooks; put the data beside its pages.

The folders are those that `smallbert.book.build` names, which takes each step in a process of its
own.
"""

import json
import os
import re
import shutil
import traceback
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import matplotlib
import yaml

from smallbert import paths
from smallbert.book import (
    all_models_chart,
    citation,
    data_files,
    execute,
    feed,
    markdown,
    model_pages,
    notebook_outputs,
    notebook_page,
    notebooks,
    number_card_pages,
    number_cards,
    parts_from_data,
    work_openings,
)
from smallbert.errors import UserError
from smallbert.paths import write_atomically

HOME_CHART = "pick-chart"
"""The exhibit that a shared link shows."""

STRICT = ("-W", "-n", "--keep-going")
"""Every warning is an error, a link without a target is a warning, and all of them are named."""


def stage(failures: Sequence[str] = ()) -> None:
    """Lay out what Jupyter Book reads; files that are as they have to be stay untouched.

    A page that fails, as a line of `failures` says, is as it was last; one that never ran says it.
    """
    about = _published()
    missing = {path for path in notebooks.every() if path.stem not in about}
    if not failures:
        notebook_outputs.require_exhibits(_listing(about))
    source, book = paths.build() / "source", paths.root() / "book"
    places = {path: path.relative_to(book.parent) for path in book.glob("*")}
    places |= {path: path.relative_to(book) for path in (book / "_static").rglob("*")}
    places[paths.root() / "_toc.yml"] = Path("_toc.yml")
    places[paths.root() / "CHANGELOG.md"] = Path("book", "changelog.md")
    places[paths.data() / "sources.bib"] = Path("book", "sources.bib")
    wanted = {
        book_place.as_posix(): path.read_bytes()
        for path, book_place in places.items()
        if path.is_file()
    }
    generated = (
        parts_from_data.pages_from_data(about)
        | model_pages.files()
        | all_models_chart.shared_files()
    )
    generated |= {f"notebooks/{path.stem}.md": _failed(path, failures) for path in missing}
    wanted |= {book_place: text.encode() for book_place, text in generated.items()}
    config = yaml.safe_load((paths.root() / "_config.yml").read_text(encoding="utf-8"))
    url = citation.checkout_address()
    config["only_build_toc_files"] = False  # all that is staged is wanted; no list names each model
    config["repository"] = {"url": url, "branch": "main"}
    config["html"] |= {"use_repository_button": bool(url), "baseurl": citation.site_address()}
    wanted["_config.yml"] = yaml.safe_dump(config, sort_keys=False).encode()
    for name, content in wanted.items():
        path = source / name
        if not (path.is_file() and path.read_bytes() == content):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    staged_notebooks = {f"notebooks/{name}.ipynb" for name in about}
    for path in [path for path in source.rglob("*") if path.is_file()]:
        if path.relative_to(source).as_posix() not in wanted.keys() | staged_notebooks:
            path.unlink()
    common = execute.common()
    for name in about:
        _stage_notebook(paths.root() / "notebooks" / f"{name}.ipynb", common)


def _failed(path: Path, failures: Sequence[str]) -> str:
    """Return the page of a notebook that never ran: its labels, for what links there, and why."""
    texts = [cell.source for cell in notebooks.read(path).cells if cell.cell_type == "markdown"]
    labels = re.findall(r"^\([\w-]+\)=$", "\n".join(texts), re.MULTILINE)
    why = next(line for line in failures if paths.shown(path) in line)
    return "\n".join(
        [*labels, f"# {path.stem}", "", f"This page failed. {markdown.escaped(why)}", ""]
    )


def _stage_notebook(path: Path, common: str) -> None:
    results = notebooks.read(paths.build() / "executed" / path.stem / "page.ipynb")
    staged = paths.build() / "source" / "notebooks" / path.name
    page = work_openings.headed(notebook_page.page_of_notebook(results, path), path.stem, common)
    notebooks.write(page, staged)


def open_works(chosen: list[Path]) -> None:
    """Make the openings of the works of some notebooks, for which their pages need not wait."""
    common = execute.common()
    for key in {path.stem for path in chosen} & {*work_openings.works()}:
        work_openings.opening(key, common)


def _published() -> dict[str, dict]:
    """Return what each notebook that ever ran published; see `notebook_outputs.publish`."""
    folder = paths.build() / "executed"
    found = {path.stem: folder / path.stem / "about.json" for path in notebooks.every()}
    there = {name: path for name, path in found.items() if path.is_file()}
    return {name: json.loads(path.read_text(encoding="utf-8")) for name, path in there.items()}


def _listing(about: dict[str, dict]) -> list[dict]:
    """Return all charts and tables as in ``artifacts.json``."""
    lines = (line for each in about.values() for line in each["listing"])
    return sorted(lines, key=lambda line: line["id"])


def offer() -> None:
    """Write the data that the site offers and the texts of its cards, if they are out of date."""
    folder, lines = paths.build() / "offered", _listing(_published())
    key = execute.digest(execute.common(), lines, paths.root() / "CITATION.cff")
    if not execute.is_current(folder, key):
        shutil.rmtree(folder, ignore_errors=True)
        data_files.write_data_files(folder / "site", lines)
        number_card_pages.write_articles(folder / "cards", number_cards.cards(listing=lines))
        execute.leave_key(folder, key)


def jupyter_book(anew: bool = True) -> None:
    """Let Jupyter Book render what is staged: all of it, or the pages that changed.

    Sphinx does not renew what other pages show of a changed title. A warning is an error.
    """
    from jupyter_book.cli import main  # it warns that its parts are old

    source, work, log = (paths.build() / each for each in ("source", "sphinx", "sphinx.log"))
    if anew:
        shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True, exist_ok=True)
    command = ["build", str(source), "--path-output", str(work), *STRICT]
    with log.open("w", encoding="utf-8") as said, redirect_stdout(said), redirect_stderr(said):
        try:
            main.main(command, standalone_mode=False)
        except (Exception, SystemExit):
            traceback.print_exc()
            raise _fault(log, source) from None


def _fault(log: Path, source: Path) -> UserError:
    """Return what Jupyter Book complained of: warnings without colors and paths, or its end."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", log.read_text(encoding="utf-8"))
    lines = text.replace(f"{source}{os.sep}", "").splitlines()
    told = [line for line in lines if "WARNING" in line or "ERROR" in line] or lines[-3:]
    return UserError("\n".join([*told, f"not rendered; see {log}"]))


def finish() -> None:
    """Put rendered pages, drawings, data and cards together to a site in ``fresh``."""
    fresh, offered = paths.build() / "fresh", paths.build() / "offered"
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(_html(), fresh)
    references = fresh / "book" / "references.html"
    text = references.read_text(encoding="utf-8")
    # docutils calls the references a list but none of them an item, which misleads who listens
    text = text.replace(' role="list" class="citation-list"', ' class="citation-list"')
    references.write_text(text, encoding="utf-8")
    for path in notebooks.every():
        _add_notebook(path, fresh)
    (fresh / "_static" / "share.png").write_bytes(_picture(fresh / notebook_outputs.CHARTS_FOLDER))
    (fresh / "index.html").write_text(_home(fresh), encoding="utf-8")
    shutil.copytree(offered / "site", fresh, dirs_exist_ok=True)
    feed.write_feed(fresh)
    number_card_pages.write_pages(fresh, offered / "cards")


def _home(site: Path) -> str:
    """Return the page at the root of a site, which leads to home and is shown as home is."""
    toc = yaml.safe_load((paths.root() / "_toc.yml").read_text(encoding="utf-8"))
    page = f"{toc['root']}.html"
    head = (site / page).read_text(encoding="utf-8").partition("</head>")[0]
    about = re.findall('<meta (?:name="(?:description|twitter:card)"|property="og:).*?>', head)
    shown = "\n".join(about).replace('"../', '"')
    title = re.search('"og:title" content="(.*?)"', shown)[1]
    address = re.search('"og:url" content="(.*?)"', shown)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'\n{shown}\n<link rel="canonical" href="{address[1] if address else page}">'
        f'<script>location.replace("{page}" + location.hash)</script>'
        f'<noscript><meta http-equiv="refresh" content="0; url={page}"></noscript>'
        f'</head>\n<body><a href="{page}">{title}</a></body></html>\n'
    )


def _picture(charts: Path) -> bytes:
    """Return the chart of the home page as the PNG that goes with a shared link."""
    import vl_convert  # half a second that only a site needs

    drawing = (charts / f"{HOME_CHART}.svg").read_text(encoding="utf-8")
    vl_convert.register_font_directory(str(Path(matplotlib.get_data_path(), "fonts", "ttf")))
    return vl_convert.svg_to_png(re.sub(r"var\(--sb-\w+, (#\w+)\)", r"\1", drawing), scale=2)


def _html() -> Path:
    """Return the folder of what Jupyter Book rendered."""
    return paths.build() / "sphinx" / "_build" / "html"


def _add_notebook(path: Path, site: Path) -> None:
    """Put beside the page of a notebook its charts, and itself to be executed by its reader."""
    if not (site / "notebooks" / f"{path.stem}.html").is_file():
        raise UserError(f"{path.name}: no page was rendered; is it in _toc.yml?")
    shutil.copy(path, site / "_sources" / "notebooks" / path.name)
    charts = paths.build() / "executed" / path.stem / notebook_outputs.CHARTS_FOLDER
    if charts.is_dir():
        shutil.copytree(charts, site / notebook_outputs.CHARTS_FOLDER, dirs_exist_ok=True)


def renew(chosen: list[Path], keep_going: bool = False) -> None:
    """Render the pages of some notebooks or files of ``book`` anew; put them into the site.

    To `keep_going`, those go there, too, of which Jupyter Book complains.
    """
    for path in chosen:
        if notebooks.is_page(path):
            text = parts_from_data.filled(path.read_text(encoding="utf-8"), _published())
            write_atomically(paths.build() / "source" / "book" / path.name, text)
        else:
            _stage_notebook(path, execute.common())
    try:
        jupyter_book(anew=False)
    except UserError:
        if keep_going:
            _put(chosen)
        raise
    _put(chosen)


def _put(chosen: list[Path]) -> None:
    """Put pages as they are rendered into the site."""
    for path in chosen:
        page = f"{path.parent.name}/{path.stem}.html"
        write_atomically(paths.site() / page, (_html() / page).read_text(encoding="utf-8"))
        if not notebooks.is_page(path):
            _add_notebook(path, paths.site())
