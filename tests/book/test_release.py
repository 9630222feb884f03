import hashlib
import re
import shutil
import tarfile

import pytest

from smallbert import paths
from smallbert.book import citing, release
from smallbert.errors import UserError


@pytest.fixture
def root(root):
    """Return a copy of what a release packs; a test may change it."""
    for name in release.TOP:
        shutil.copy(paths.CHECKOUT / name, root)
    return root


def test_the_archive_holds_what_its_checksums_say(root, tmp_path):
    (tmp_path / "index.html").write_text("<p>Book</p>")
    with tarfile.open(release.pack(tmp_path)) as archive:
        files = {each.name: archive.extractfile(each).read() for each in archive}
    home = f"smallbert-{citing.book()['version']}"
    sums = files.pop(f"{home}/{release.SUMS}").decode().splitlines()
    sums = {f"{home}/{name}": sum for sum, name in (line.split("  ") for line in sums)}
    assert sums == {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    table = "data/sources/zhao2019extreme/table3.csv"
    assert {f"{home}/{name}" for name in ("site/index.html", table, *release.TOP)} <= set(files)


def test_an_undated_version_is_refused(root):
    path, about = root / "CHANGELOG.md", citing.book()
    heading = f"## {about['version']}, {about['date-released']}"
    text = re.sub(r"^## .*$", heading, path.read_text(), count=1, flags=re.MULTILINE)
    path.write_text(text)
    release.require_dated()
    path.write_text(text.replace(heading, f"{heading}, not yet released"))
    with pytest.raises(UserError, match="make the first heading '## "):
        release.require_dated()
