"""One archive of a version: site, data, lock, changelog, citation."""

import re
import tarfile
from pathlib import Path

from smallbert import paths
from smallbert.book import build, citation, last_release
from smallbert.errors import UserError

PACKED = ["CHANGELOG.md", "CITATION.cff", "LICENSE", "LICENSE-DATA", "README.md"]
PACKED += ["requirements.txt", "requirements-lab.txt", "experiments/requirements.txt", "data"]
"""What the archive has of the checkout, next to the site."""


def release() -> Path:
    """Build the version that ``CITATION.cff`` names, list what it has and pack its archive.

    Its site says what changed since the version before; the next one, what changed since this.
    """
    require_dated()
    build.build()
    last_release.write_lists()
    return pack(paths.site())


def require_dated() -> None:
    """Refuse a version whose heading in the changelog is not ``## VERSION, DATE``."""
    about, changes = citation.book(), (paths.root() / "CHANGELOG.md").read_text(encoding="utf-8")
    heading = f"## {about['version']}, {about['date-released']}"
    first_heading = re.search(r"^## .*$", changes, re.MULTILINE)
    begins_with = first_heading[0] if first_heading else "no heading"
    if begins_with != heading:
        raise UserError(
            f"CHANGELOG.md begins with {begins_with!r} and CITATION.cff "
            f"releases {heading[3:]!r}; make the first heading {heading!r}, or mend CITATION.cff"
        )


def pack(site: Path) -> Path:
    """Write the archive of a built site and of the files it was made from."""
    name = f"smallbert-{citation.book()['version']}"
    archive = paths.build() / "release" / f"{name}.tar.gz"
    archive.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive, "w:gz") as packed:
        packed.add(site, f"{name}/site")
        for each in PACKED:
            packed.add(paths.root() / each, f"{name}/{each}")
    return archive
