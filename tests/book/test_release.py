"""The archive of a release, and which version may be released."""

import re
import shutil
import tarfile

import pytest

from smallbert import paths
from smallbert.book import citation, release
from smallbert.errors import UserError


@pytest.fixture
def root(root):
    """Return a copy of what a release packs; a test may change it."""
    for name in set(release.PACKED) - {"data"}:
        (root / name).parent.mkdir(exist_ok=True)
        shutil.copy(paths.CHECKOUT / name, root / name)
    return root


def test_the_archive_holds_site_data_lock_and_citation(root, tmp_path):
    (tmp_path / "index.html").write_text("<p>Book</p>")
    with tarfile.open(release.pack(tmp_path)) as archive:
        names = set(archive.getnames())
    home, table = (
        f"smallbert-{citation.book()['version']}",
        "data/sources/zhao2019extreme/table3.csv",
    )
    assert {f"{home}/{name}" for name in ("site/index.html", table, *release.PACKED)} <= names


def test_an_undated_version_is_refused(root):
    path, about = root / "CHANGELOG.md", citation.book()
    heading = f"## {about['version']}, {about['date-released']}"
    text = re.sub(r"^## .*$", heading, path.read_text(), count=1, flags=re.MULTILINE)
    path.write_text(text)
    release.require_dated()
    path.write_text(text.replace(heading, f"{heading}, not yet released"))
    with pytest.raises(UserError, match="make the first heading '## "):
        release.require_dated()
