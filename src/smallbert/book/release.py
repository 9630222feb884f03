"""One archive of a version: site, data, lock, changelog, citation, checksums."""

import hashlib
import re
import tarfile
from pathlib import Path

from smallbert import paths
from smallbert.book import build, citing
from smallbert.errors import UserError

TOP = ["CHANGELOG.md", "CITATION.cff", "LICENSE", "LICENSE-DATA", "README.md"]
TOP += ["requirements.txt", "requirements-lab.txt"]
"""Files of the checkout's root that the archive has."""

SUMS = "checksums.txt"


def release() -> Path:
    """Build the version that ``CITATION.cff`` names and pack its archive."""
    require_dated()
    build.build()
    return pack(paths.site())


def require_dated() -> None:
    """Refuse a version whose heading in the changelog is not ``## VERSION, DATE``."""
    about, changes = citing.book(), (paths.root() / "CHANGELOG.md").read_text(encoding="utf-8")
    heading = f"## {about['version']}, {about['date-released']}"
    first = re.search(r"^## .*$", changes, re.MULTILINE)
    if not first or first[0] != heading:
        raise UserError(
            f"CHANGELOG.md begins with {first[0] if first else 'no heading'!r} and CITATION.cff "
            f"releases {heading[3:]!r}; make the first heading {heading!r}, or mend CITATION.cff"
        )


def pack(pages: Path) -> Path:
    """Write the archive of a built site and the data, with the checksum of each file."""
    files = {name: paths.root() / name for name in TOP}
    for folder, home in (("site", pages.resolve()), ("data", paths.data())):
        found = sorted(path for path in home.rglob("*") if path.is_file())
        files |= {f"{folder}/{path.relative_to(home).as_posix()}": path for path in found}
    name = f"smallbert-{citing.book()['version']}"
    archive = paths.build() / "release" / f"{name}.tar.gz"
    archive.parent.mkdir(parents=True, exist_ok=True)
    sums = archive.with_name(SUMS)
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {each}\n" for each, path in files.items()
    ]
    sums.write_text("".join(lines), encoding="utf-8")
    with tarfile.open(archive, "w:gz") as packed:
        for each, path in {**files, SUMS: sums}.items():
            packed.add(path, f"{name}/{each}")
    return archive
