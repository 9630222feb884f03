import hashlib
import json
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import jsonschema
import pytest

from smallbert.book import changes, citing, crate, every_eval_ever, release, soundness
from smallbert.data import paths, released
from smallbert.data.faults import DataError, UserError

SCHEMA = Path(__file__).parent / "every_eval_ever" / "eval.schema.json"
"""Of the package every-eval-ever 0.3.0."""

TABLE = "data/sources/zhao2019extreme/table3.csv"


@pytest.fixture
def root(root):
    """Return a copy of what a release packs, with no version released; a test may change it."""
    for name in release.TOP:
        shutil.copy(paths.CHECKOUT / name, root)
    for name in (released.NUMBERS, released.CLAIMS, released.VERSIONS, released.WITHDRAWN):
        path = root / "data" / "survey" / name
        path.write_text(path.read_text(encoding="utf-8").split("\n")[0] + "\n", encoding="utf-8")
    return root


@pytest.fixture
def pages(tmp_path):
    """Return a folder that stands for the site."""
    (tmp_path / "site" / "data").mkdir(parents=True)
    (tmp_path / "site" / "index.html").write_text("<p>Book</p>")
    (tmp_path / "site" / "data" / "results.csv").write_text("id\n")
    return tmp_path / "site"


def test_the_archive_holds_what_its_checksums_and_its_crate_say(root, pages, tmp_path):
    with tarfile.open(release.pack(pages)) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # since Python 3.11.4
        archive.extractall(tmp_path)
    (home,) = tmp_path.glob("smallbert-*")
    assert home.name == f"smallbert-{citing.book()['version']}"
    files = {path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file()}
    assert {"site/index.html", "data/sources.bib", TABLE, *release.TOP, crate.METADATA} <= files
    sums = dict(line.split("  ")[::-1] for line in (home / release.SUMS).read_text().splitlines())
    assert set(sums) == files - {release.SUMS}
    for name, sum in sums.items():
        assert hashlib.sha256((home / name).read_bytes()).hexdigest() == sum
    if shutil.which("sha256sum"):
        checked = ["sha256sum", "--check", "--quiet", release.SUMS]
        assert subprocess.run(checked, cwd=home, capture_output=True).returncode == 0
    graph = {
        each["@id"]: each for each in json.loads((home / crate.METADATA).read_text())["@graph"]
    }
    assert graph["./"]["version"] == citing.book()["version"]
    assert graph["./"]["datePublished"] == str(citing.book()["date-released"])
    for each in graph["./"]["hasPart"]:
        assert (home / each["@id"]).exists()
        assert each["@id"] in graph


def test_the_same_content_gives_the_same_bytes(root, pages):
    first = release.pack(pages).read_bytes()
    (pages / "index.html").touch()
    assert release.pack(pages).read_bytes() == first


def test_every_record_follows_the_schema_of_every_eval_ever():
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert schema["version"] == every_eval_ever.SCHEMA
    check = jsonschema.Draft7Validator(schema)
    found = {path: json.loads(text) for path, text in every_eval_ever.records().items()}
    assert [path for path, each in found.items() if not check.is_valid(each)] == []
    assert len({each["evaluation_id"] for each in found.values()}) == len(found)
    for path, each in found.items():
        assert re.fullmatch(r"[a-z0-9]+/[a-z0-9-]+/[0-9a-f-]{14}4[0-9a-f-]{21}\.json", path)
        for result in each["evaluation_results"]:
            bounds = result["metric_config"]
            score = result["score_details"]["score"]
            assert bounds["min_score"] <= score <= bounds["max_score"], result


def test_every_usable_accuracy_that_is_not_borrowed_is_in_one_record(results):
    every = [json.loads(text) for text in every_eval_ever.records().values()]
    found = [each for record in every for each in record["evaluation_results"]]
    scores = {each["evaluation_result_id"]: each["score_details"] for each in found}
    assert len(scores) == len(found)
    own = results["model"].ne("") & results["task"].ne("") & results["table"].ne("claims")
    own &= results["unusable"].eq("") & results["measured_by"].ne("borrowed")
    rows = results[own & results["metric"].eq("accuracy")]
    assert set(rows["id"]) <= set(scores)
    assert all(scores[row.id]["details"]["locator"] == row.locator for row in rows.itertuples())


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


def test_ids_are_listed_once_and_the_next_version_says_what_changed(root, edited, monkeypatch):
    assert "No version has been released yet" in changes.page()
    release.note()
    survey = root / "data" / "survey"
    listed = (survey / released.NUMBERS).read_text(encoding="utf-8")
    assert listed.count("\n") == 1 + len(released.present())
    release.note()
    assert (survey / released.NUMBERS).read_text(encoding="utf-8") == listed
    assert "### Numbers: as they were" in changes.page()
    edited(TABLE, "83.6/76.9,78.2,", "83.6/76.9,78.3,")
    (fault,) = released.faults()
    assert "78.3" in fault.message
    monkeypatch.setattr(soundness, "_require", lambda *_: None)  # another test's, and slow
    with pytest.raises(DataError, match=r"numbers.csv:\d+:1: .*78.3"):
        soundness.require_sound()
    assert "### Numbers: 1 turned" in changes.page()
    with pytest.raises(UserError, match="is released already and the data changed since"):
        release.note()
    id = fault.message.partition(":")[0]
    (survey / released.WITHDRAWN).write_text(f"id,release,reason\n{id},,misread\n")
    assert released.faults() == []
    edited("CITATION.cff", f"version: {citing.book()['version']}", "version: 7.8.9")
    release.note()
    assert f"{id},7.8.9,misread" in (survey / released.WITHDRAWN).read_text()
    page = changes.page()
    assert "## Since version 7.8.9\n\n### Numbers: as they were" in page
    assert f"## With version 7.8.9\n\n### Numbers: 1 turned\n\n- {id}: 78.2" in page
    assert "| 7.8.9 | " in page
    assert f"| {id} | 7.8.9 | misread |" in page
