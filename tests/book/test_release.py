"""The archive of a release, and which version may be released."""

import re
import shutil
import tarfile

import pandas as pd
import pytest

from smallbert import paths
from smallbert.book import citation, last_release, release
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


def test_the_page_of_changes_names_each_with_its_reason(root):
    last_release.write_lists()
    folder = root / "data" / "survey"
    path, withdrawn = folder / "released" / "numbers.csv", folder / "withdrawn.csv"
    numbers = pd.read_csv(path, dtype=str, keep_default_na=False)
    assert set(last_release.released_tables()["results"].index) == set(numbers["id"])
    assert last_release.changes_in_words() == "Nothing has changed since."
    assert last_release.version() == str(citation.book()["version"])
    number = "sun2019pkd/results/pkd-6-mnli/mnli-accuracy"
    numbers.loc[numbers["id"].eq(number), "value"] = "82.5"
    added = numbers["id"].str.startswith("guo2019rpp/")
    numbers[~added].to_csv(path, index=False)
    withdrawn.write_text(f"id,reason\n{number},a digit was misread\n")
    words = last_release.changes_in_words().replace("\\", "")
    assert f"| Numbers | {added.sum()} | 0 | 1 |" in words
    assert "| Verdicts of claims | 0 | 0 | 0 |" in words
    assert f"<guo2019rpp>` | {added.sum()} |" in words
    line = f"| Numbers | changed | {number} | value | 82.5 | 82.23127866 | a digit was misread |"
    assert line in words
