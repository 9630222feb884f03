"""The built site: how it is made, whether it is still true, how a new one takes its place."""

import os
import shutil
import tempfile
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

from smallbert.book import cache, marks, notebooks, soundness, strays, workshop
from smallbert.book.clock import Clock
from smallbert.data import paths


def folder() -> Path:
    """Return where the site stands."""
    return paths.build() / "html"


def pages() -> set[str]:
    """Return the pages of the notebooks that the site has, by their paths in it."""
    return {f"{each.parent.name}/{each.name}" for each in (folder() / "notebooks").glob("*.html")}


def build(*, cold: bool = False, explain: bool = False, first: Collection[str] = ()) -> Path:
    """Check the data, execute the notebooks that have to run, and renew the site.

    Parameters
    ----------
    cold : bool
        Start a kernel in a new Python for each notebook.
    explain : bool
        Print for each notebook why it runs or does not, and how long each phase took.
    first : collection of str
        Names of notebooks whose pages are renewed before others run.

    Returns
    -------
    pathlib.Path
        The page to open.

    Raises
    ------
    UserError
        The data are not sound, a notebook failed, or the book cannot be rendered.
    """
    clock, executed = Clock(), paths.build() / "executed"
    strays.sweep(paths.build(), folder())
    with clock.phase("check"):
        soundness.ensure(
            first=lambda: None if cold else _warm_up(), ask=soundness.here if cold else _ask
        )
    with clock.phase("execution"):
        stale = cache.stale(notebooks.every(), folder=executed, explain=explain)
        ahead = [each for each in stale if each.stem in first]
        if ahead and ahead != stale:
            _execute(ahead, executed, cold)
            update(executed)
            stale = [each for each in stale if each not in ahead]
        _execute(stale, executed, cold)
    with clock.phase("rendering"):
        page = update(executed)
    if explain:
        print(f"took: {clock}")
    return page


def _warm_up() -> None:
    from smallbert.book import forks  # imports that unchanged data do not need

    forks.warm_up()  # its imports run beside the check


def _ask(question: Callable[[], object]):
    """Return what a function returns, from a fork of the server where there is one."""
    from smallbert.book import forks, renderer

    renderer.start()  # its imports run while the server is not ready
    return forks.ask(question) if forks.can_fork() else question()


def _execute(stale: list[Path], executed: Path, cold: bool) -> None:
    if stale:
        from smallbert.book import build, laid  # imports that unchanged pages do not need

        with workshop.lend() as work:
            then = partial(laid.keep, folder=work / laid.FOLDER, common=laid.common())
            build.execute_all(stale, folder=executed, cold=cold, then=then)


def update(executed: Path) -> Path:
    """Render the book and put it in the place of the last one, if anything changed.

    Parameters
    ----------
    executed : pathlib.Path
        The folder of executed notebooks.

    Returns
    -------
    pathlib.Path
        The page to open.

    Raises
    ------
    UserError
        The book cannot be rendered; the last good site stays.
    """
    mark, inputs = workshop.site_mark(), _inputs(executed)
    if marks.reason(mark, inputs, result=folder()):
        from smallbert.book import renderer

        renderer.start()  # its imports run beside ours
        from smallbert.book.render import render  # seconds of imports that only a rendering needs

        with workshop.lend() as work:
            _replace(render(executed, work))
        marks.leave(mark, inputs, result=folder())
    return folder() / "index.html"


def _inputs(executed: Path) -> dict[str, str]:
    """Return all that the site is made from."""
    pages = {each.name: marks.digest(each) for each in sorted(executed.glob("*.ipynb"))}
    return {**workshop.inputs(), "the data": marks.tree(paths.data()), **pages}


def _replace(fresh: Path) -> None:
    """Put a rendered site in place in one step, by a link where the system has links.

    A reader of the folder sees the old site or the new one, never a part of either.
    """
    site, old = folder(), None
    sites = paths.build() / "sites"
    sites.mkdir(exist_ok=True)
    home = Path(tempfile.mkdtemp(dir=sites))
    home.chmod(0o755)  # a web server is another user
    os.replace(fresh, home / "html")
    if site.is_symlink():
        old = site.resolve().parent
    elif site.exists():
        old = Path(tempfile.mkdtemp(dir=sites))
        os.replace(site, old / "html")
    link = home / "link"
    try:
        link.symlink_to(os.path.relpath(home / "html", site.parent), target_is_directory=True)
        os.replace(link, site)
    except OSError:  # no right to make links, as on Windows
        os.replace(home / "html", site)
        shutil.rmtree(home, ignore_errors=True)
    if old and old.parent == sites.resolve():
        shutil.rmtree(old, ignore_errors=True)
