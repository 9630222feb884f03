"""Build the book: check the data, run the notebooks, render the pages, put the site in place.

Below ``_build``, ``executed`` has the run notebooks and what each published, ``openings`` what the
data add to a work's page, ``source`` what Jupyter Book reads, ``sphinx`` what it makes of it,
``offered`` the data and cards, ``fresh`` the site until it is whole, ``html`` the site. Only what
is out of date is made again; see `smallbert.book.execute`.
"""

import json
import tempfile
import time
from pathlib import Path

from filelock import FileLock, Timeout

from smallbert import paths
from smallbert.book import execute, notebooks
from smallbert.errors import DataError, Fault, UserError
from smallbert.paths import write_atomically


def build(*pages: str, keep_going: bool = False, say=lambda line: None) -> Path:
    """Renew the site, as far as it is out of date; return the page to open.

    With the names of notebooks or of pages of ``book``, renew these pages alone, without a check of
    the data. `say` takes a line on how long each step took. Whatever fails, the last good site
    stays; to `keep_going`, the other pages are renewed before the error names those that fail.
    """
    index, began = paths.site() / "index.html", time.perf_counter()
    pages = pages if index.is_file() else ()
    common = execute.common()
    key = execute.digest(common, *[paths.root() / each for each in OWN])
    if not pages and execute.is_current(index.parent, key):
        return index
    jobs = due(common, *pages)
    needed = execute.IMPORTS if jobs else execute.IMPORTS[1:]  # what runs notebooks takes a second
    execute.preload(*needed, *[execute.TABLES] * (len(jobs) > 1))
    if not pages:
        check(common)
    with alone():
        checked = time.perf_counter()
        wanted = [notebooks.source_of_page(each) for each in pages]
        failures = _failures_of(jobs, wanted) if jobs else []
        failed = {each.notebook.stem for each in execute.due(jobs)}
        chosen = [path for path in wanted if path.stem not in failed]
        if failures and (not keep_going or (pages and not chosen)):
            raise UserError("\n".join(failures))
        ran = time.perf_counter()
        if pages:
            execute.leave_key(paths.site(), "")
            failures += _rendered("renew", chosen, keep_going, keep_going=keep_going)
        else:
            with execute.processes(1) as pool:  # Sphinx alone keeps all cores busy
                offered = pool.submit(execute.apart, "smallbert.book.jupyter_book:offer")
                execute.apart("smallbert.book.jupyter_book:stage", failures)
                failures += _rendered("jupyter_book", keep_going=keep_going)
                offered.result()
            execute.apart("smallbert.book.jupyter_book:finish")
            put_in_place(paths.build() / "fresh")
            execute.leave_key(paths.site(), "" if failures else key)
        if failures:
            left = "the other pages are renewed; these are as they were, or say that they fail"
            raise UserError("\n".join([*failures, f"{left}: {index}"]))
        say(
            f"check {checked - began:.1f} s, {len(jobs)} notebooks {ran - checked:.1f} s, "
            f"pages {time.perf_counter() - ran:.1f} s"
        )
    return index


def _failures_of(jobs: list[execute.Job], wanted: list[Path]) -> list[str]:
    """Run notebooks, and make the openings of wanted pages beside them; return what failed."""
    with execute.processes(1) as pool:
        if wanted:  # one notebook leaves a core free; what fails there, fails again at the page
            pool.submit(execute.apart, "smallbert.book.jupyter_book:open_works", wanted)
        return execute.execute(jobs)


def _rendered(step: str, *arguments, keep_going: bool) -> list[str]:
    """Render; return what Jupyter Book complains of, which is an error unless to `keep_going`.

    It writes the pages that it complains of, and all others.
    """
    try:
        execute.apart(f"smallbert.book.jupyter_book:{step}", *arguments)
    except UserError as error:
        if not keep_going:
            raise
        return [str(error)]
    return []


OWN = ("_config.yml", "_toc.yml", "CHANGELOG.md", "CITATION.cff", "book", "notebooks")
"""What pages are made from besides data and package."""


def due(common: str, *pages: str) -> list[execute.Job]:
    """Return the notebooks that have to run, those of some pages or all, the longest first."""
    executed = paths.build() / "executed"
    chosen = [notebooks.source_of_page(each) for each in pages] or notebooks.every()
    chosen = [each for each in chosen if not notebooks.is_page(each)]
    jobs = [
        execute.job(each, executed / each.name, {}, common, publish=True)
        for each in sorted(chosen, key=lambda path: -path.stat().st_size)
    ]
    return execute.due(jobs)


def alone():
    """Return a lock with which no other build of this checkout works at the same time."""
    paths.build().mkdir(exist_ok=True)
    try:
        return FileLock(paths.build() / "lock", blocking=False).acquire()
    except Timeout:
        raise UserError("another build of this checkout is under way; wait for its end") from None


def check(common: str) -> None:
    """Refuse data that are not sound; those that were sound before cost nothing."""
    mark = paths.build() / "sound"
    if not (mark.is_file() and mark.read_text(encoding="utf-8") == common):
        # on a core of its own, while the server loads the tables that notebooks are forked with
        if found := execute.apart("smallbert.book.build:faults", method="spawn"):
            raise DataError(found)
        write_atomically(mark, common)


def require_sound(*sources: str) -> None:
    """Refuse what `faults` finds."""
    if found := faults(*sources):
        raise DataError(found)


def faults(*sources: str) -> list:
    """Return the faults of the data of some works and of their claims; if none is named, of all.

    What rests on several works, as errata do, is checked with all of them alone.
    """
    from smallbert import claims  # where this runs all is imported; who waits for it does without
    from smallbert.data import check, rules_across_works

    faults_found = check.faults(*sources)
    if sources and not faults_found:
        faults_found = [each for each in rules_across_works.names_across() if _is_of(each, sources)]
    faults_found = faults_found or claims.faults_of_claims(*sources)
    return faults_found or ([] if sources else claims.faults_of_errata())


def _is_of(fault: Fault, works: tuple[str, ...]) -> bool:
    """Tell whether a fault of names is of some works: in a folder of theirs, or names one of them.

    A technique without its needs is of what is entered now.
    """
    named = any(f" {key};" in fault.message for key in works)
    return named or fault.path.parent.name in works or fault.path.stem == "needs"


def require_page(key: str) -> None:
    """Refuse a work whose page, if it has one, is in no contents, fails, or lacks an exhibit."""
    from smallbert.data import side_tables

    if not (paths.root() / "notebooks" / f"{key}.ipynb").is_file():
        return  # its numbers are shown by others
    page, contents = f"notebooks/{key}", paths.root() / "_toc.yml"
    if f"file: {page}\n" not in contents.read_text(encoding="utf-8"):
        raise UserError(f"_toc.yml: {page} is not in it; add '- file: {page}' below the works")
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, f"{key}.ipynb")
        job = execute.Job(notebooks.find(key), output, {}, "", publish=True)
        execute.apart(execute.RUN, job)
        about = json.loads((output.with_suffix("") / "about.json").read_text(encoding="utf-8"))
    there = {each["id"] for each in about["listing"]}
    others = [each.read_text(encoding="utf-8") for each in notebooks.every() if each.stem != key]
    wanted = side_tables.lines_of("exhibits", key).get("exhibit", [])
    lacking = [each for each in wanted if each not in there]
    if lacking and not any(key in text for text in others):  # which may show it
        file = side_tables.file_of("exhibits", key)
        words = f"{lacking[0]} is not shown by {page}.ipynb; show it there, or drop the line"
        raise UserError(f"{file}: {words}")


def put_in_place(fresh: Path) -> None:
    """Put a rendered site in the place of the last one, by renaming both."""
    with tempfile.TemporaryDirectory(dir=paths.build(), ignore_cleanup_errors=True) as folder:
        if paths.site().exists():
            paths.site().rename(Path(folder, "last"))
        fresh.rename(paths.site())
