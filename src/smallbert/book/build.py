"""Build the book: check the data, run the notebooks, render the pages, put the site in place.

Below ``_build``, ``executed`` has the run notebooks and what each published, ``source`` what
Jupyter Book reads, ``sphinx`` what it makes of it, ``offered`` the data and cards, ``html`` the
site. Beside each lies its key; see `smallbert.book.keys`.
"""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Collection
from pathlib import Path

from filelock import FileLock, Timeout

from smallbert import paths
from smallbert.book import checkout, execute, keys, notebooks
from smallbert.errors import DataError, UserError

IMPORTS, TABLES = "smallbert.book.warm", "smallbert.book.tables"
"""What a process is forked with."""


def build(*, say=lambda line: None) -> Path:
    """Check the data, run the notebooks that have to, and renew the site, as far as it is needed.

    Parameters
    ----------
    say : callable
        Takes a line on how long each step took.

    Returns
    -------
    pathlib.Path
        The page to open.

    Raises
    ------
    UserError
        The data are not sound, a notebook failed, or the book cannot be rendered; the last good
        site stays.
    """
    index, common, began = paths.site() / "index.html", keys.common(), time.perf_counter()
    if keys.holds(paths.site(), site_key(common)) and index.is_file():
        return index
    jobs = stale(common)
    execute.preload(IMPORTS, *[TABLES] * bool(jobs))
    check(common)
    checked = time.perf_counter()
    with alone():
        run(jobs, common)
        executed = time.perf_counter()
        renew(site_key(common))
        say(
            f"check {checked - began:.1f} s, {len(jobs)} notebooks {executed - checked:.1f} s, "
            f"pages {time.perf_counter() - executed:.1f} s"
        )
    return index


def preview(names: Collection[str]) -> None:
    """Renew the pages of some notebooks without a check, and no page that follows from the data.

    Raises
    ------
    UserError
        A notebook failed, or the book cannot be rendered.
    """
    with alone():
        common = keys.common()
        run(stale(common, only=names), common)
        renew(data=False)


def alone():
    """Return a lock with which no other build of this checkout works at the same time.

    Raises
    ------
    UserError
        Another one does.
    """
    paths.build().mkdir(exist_ok=True)
    lock = FileLock(paths.build() / "lock", blocking=False)
    try:
        return lock.acquire()
    except Timeout:
        raise UserError("another build of this checkout is under way; wait for its end") from None


def executed() -> Path:
    """Return the folder of the executed notebooks."""
    return paths.build() / "executed"


def check(common: str) -> None:
    """Refuse data that are not sound; those that were sound before cost nothing.

    Raises
    ------
    DataError
        All faults of the data; or the verdicts that are no more as they were accepted.
    """
    mark = paths.build() / "sound"
    if not keys.holds(mark, common):
        require_sound(ask=execute.apart)  # where the tables are made already
        keys.leave(mark, common)
        mark.touch()


def require_sound(*sources: str, ask: Callable = lambda function: function()) -> None:
    """Refuse faulty data of some works (of all, if none is named) and verdicts that turned.

    Parameters
    ----------
    *sources : str
        Their keys.
    ask : callable
        Calls a function and returns what it returns.

    Raises
    ------
    DataError
        All faults of the data; or the verdicts that are no more as they were accepted.
    """
    from smallbert.data import check  # half a second that unchanged data do not need

    if found := check.faults(*sources) or ask(turned):
        raise DataError(found)


def turned() -> list:
    """Return the faults of the verdicts, errata and the guide's tables."""
    from smallbert import claims  # half a second of scipy, likewise
    from smallbert.claims import errata
    from smallbert.guide import faults

    return [*faults.faults(), *claims.faults(), *errata.faults()]


def stale(common: str, only: Collection[str] | None = None) -> list[execute.Job]:
    """Return the notebooks that have to run, or those among some, the longest first."""
    jobs = [
        execute.Job(
            each, executed() / each.name, {}, execute.key_of(each, {}, common), publish=True
        )
        for each in notebooks.every()
        if only is None or each.stem in only
    ]
    found = [job for job in jobs if not keys.holds(job.output, job.key)]
    return sorted(found, key=lambda job: -job.notebook.stat().st_size)


def run(jobs: list[execute.Job], common: str) -> None:
    """Run notebooks and keep what succeeded.

    Raises
    ------
    UserError
        A line for each that failed.
    """
    failures = execute.execute_all(jobs) if jobs else []
    if keys.common() != common:  # what was read meanwhile is of no one state
        for job in jobs:
            keys.drop(job.output)
        raise UserError("\n".join([*failures, "something was changed meanwhile; build again"]))
    if failures:
        raise UserError("\n".join(failures))


def site_key(common: str) -> str:
    """Return the key of the site: all that it is made from."""
    root = paths.root()
    names = ("_config.yml", "_toc.yml", "CHANGELOG.md", "CITATION.cff")
    own = [keys.file(root / name) for name in names]
    return keys.of(
        common, own, keys.tree(root / "book"), keys.tree(root / "notebooks"), checkout.repository()
    )


def renew(key: str = "", *, data: bool = True) -> None:
    """Render the book and put it in the place of the last one.

    Parameters
    ----------
    key : str
        Of the site.
    data : bool
        Whether what follows from the data is renewed, too; else only the pages of notebooks.

    Raises
    ------
    UserError
        The book cannot be rendered; the last good site stays.
    """
    fresh = execute.apart(_render, executed(), data)
    keys.drop(paths.site())
    put_in_place(fresh)
    if key:
        keys.leave(paths.site(), key)


def _render(executed: Path, data: bool) -> Path:
    from smallbert.book import render  # seconds of imports that the parent does without

    return render.render(executed, data=data)


def page_of_run(executed: Path, notebook: Path, values: dict) -> Path | None:
    """Write the page of a run in a process of its own; see `smallbert.book.run_page.write`."""
    return execute.apart(_page_of_run, executed, notebook, values)


def _page_of_run(executed: Path, notebook: Path, values: dict) -> Path | None:
    from smallbert.book import run_page  # likewise

    return run_page.write(executed, notebook, values)


def put_in_place(fresh: Path) -> None:
    """Put a rendered site in place in one step, by a link where the system has links.

    A reader of the folder sees the old site or the new one, never a part of either; so the last one
    stays until the next.
    """
    site, sites = paths.site(), paths.build() / "sites"
    last = site.resolve().parent
    sites.mkdir(exist_ok=True)
    home = Path(tempfile.mkdtemp(dir=sites))
    home.chmod(0o755)  # a web server is another user
    os.replace(fresh, home / "html")
    link = home / "link"
    try:
        link.symlink_to(os.path.relpath(home / "html", site.parent), target_is_directory=True)
        os.replace(link, site)
    except OSError:  # no right to make links, as on Windows, or a folder lies there
        shutil.rmtree(site, ignore_errors=True)
        os.replace(home / "html", site)
    for old in sites.iterdir():
        if old not in (home, last):
            shutil.rmtree(old, ignore_errors=True)
