"""The built site: whether it is still true, and how a new one takes its place."""

import os
import shutil
import tempfile
from pathlib import Path

from smallbert.book import marks, workshop
from smallbert.data import paths


def folder() -> Path:
    """Return where the site stands."""
    return paths.build() / "html"


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
    mark, inputs = paths.build() / "html.json", _inputs(executed)
    if marks.reason(mark, inputs) or not (folder() / "index.html").is_file():
        from smallbert.book.render import render  # seconds of imports that only a rendering needs

        with workshop.lend() as work:
            _replace(render(executed, work))
        marks.leave(mark, inputs)
    return folder() / "index.html"


def _inputs(executed: Path) -> dict[str, str]:
    """Return all that the site is made from."""
    pages = {each.name: marks.digest(each) for each in sorted(executed.glob("*.ipynb"))}
    return {**workshop.frame(), "the data": marks.tree(paths.data()), **pages}


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
