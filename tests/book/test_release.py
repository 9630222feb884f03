import hashlib
import re
import shutil
import subprocess
import tarfile

import pytest

from smallbert import paths
from smallbert.book import citing, release
from smallbert.errors import UserError

TABLE = "data/sources/zhao2019extreme/table3.csv"


@pytest.fixture
def root(root):
    """Return a copy of what a release packs; a test may change it."""
    for name in release.TOP:
        shutil.copy(paths.CHECKOUT / name, root)
    return root


@pytest.fixture
def pages(tmp_path):
    """Return a folder that stands for the site."""
    (tmp_path / "site" / "data").mkdir(parents=True)
    (tmp_path / "site" / "index.html").write_text("<p>Book</p>")
    (tmp_path / "site" / "data" / "results.csv").write_text("id\n")
    return tmp_path / "site"


def test_the_archive_holds_what_its_checksums_say(root, pages, tmp_path):
    with tarfile.open(release.pack(pages)) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # since Python 3.11.4
        archive.extractall(tmp_path)
    (home,) = tmp_path.glob("smallbert-*")
    assert home.name == f"smallbert-{citing.book()['version']}"
    files = {path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file()}
    assert {"site/index.html", "data/sources.bib", TABLE, *release.TOP} <= files
    sums = dict(line.split("  ")[::-1] for line in (home / release.SUMS).read_text().splitlines())
    assert set(sums) == files - {release.SUMS}
    for name, sum in sums.items():
        assert hashlib.sha256((home / name).read_bytes()).hexdigest() == sum
    if shutil.which("sha256sum"):
        checked = ["sha256sum", "--check", "--quiet", release.SUMS]
        assert subprocess.run(checked, cwd=home, capture_output=True).returncode == 0


def test_the_same_content_gives_the_same_bytes(root, pages):
    first = release.pack(pages).read_bytes()
    (pages / "index.html").touch()
    assert release.pack(pages).read_bytes() == first


def test_an_undated_version_is_refused(root):
    path = root / "CHANGELOG.md"
    about = citing.book()
    heading = f"## {about['version']}, {about['date-released']}"
    text = re.sub(r"^## .*$", heading, path.read_text(), count=1, flags=re.MULTILINE)
    path.write_text(text)
    release.require_dated()
    path.write_text(text.replace(heading, f"{heading}, not yet released"))
    with pytest.raises(UserError, match="make the first heading '## "):
        release.require_dated()
