"""What differs between two versions: two made-up sites, and two revisions of a made-up checkout."""

import json
import subprocess

import pytest
from click.testing import CliRunner

from smallbert.book import diff
from smallbert.cli import main
from smallbert.errors import UsageError, UserError

OLD = """id,value,unit,printed,technique
a/t/one/accuracy,80.5,%,80.5,pruning
a/t/two/accuracy,70,%,70,pruning
b/t/one/size,60,MB,60MB,none
"""
NEW = """id,value,unit,printed,technique,further
a/t/one/accuracy,80.6,%,80.5,pruning,x
a/t/two/accuracy,70,%,70,distillation,x
c/t/one/size,50,MB,50MB,none,x
c/t/two/size,40,MB,40MB,none,x
"""
AUDIT = "id,verdict,note\na/t/one/drop/drop,{},{}\n"


def site(folder, results, audit, claims):
    """Write the folder `data` of a site."""
    folder.mkdir()
    (folder / "results.csv").write_text(results)
    (folder / "audit.csv").write_text(audit)
    stated = [{"id": id, "statement": id, "verdict": verdict} for id, verdict in claims.items()]
    (folder / "claims.json").write_text(json.dumps(stated))
    return str(folder)


@pytest.fixture
def two(tmp_path):
    """Return the folders of two sites, an old one and a new one."""
    old = site(
        tmp_path / "old", OLD, AUDIT.format("agrees", "a"), {"kept": "holds", "gone": "fails"}
    )
    new = site(
        tmp_path / "new", NEW, AUDIT.format("disagrees", "b"), {"kept": "fails", "more": "holds"}
    )
    return old, new


def test_numbers_and_verdicts_are_added_removed_and_changed(two):
    run = CliRunner().invoke(main, ["diff", *two])
    assert run.exit_code == 0
    assert run.output.splitlines() == [
        "results: 2 added, 1 removed, 2 changed",
        "  added: c/t/one/size",
        "  added: c/t/two/size",
        "  removed: b/t/one/size",
        "  value: a/t/one/accuracy: 80.5 → 80.6",
        "  technique: a/t/two/accuracy: pruning → distillation",
        "audit: 1 changed",
        "  verdict: a/t/one/drop/drop: agrees → disagrees",
        "claims: 1 added, 1 removed, 1 changed",
        "  added: more",
        "  removed: gone",
        "  verdict: kept: holds → fails",
    ]


def test_a_version_and_itself_are_as_they_were(two):
    old = diff.read(two[0])
    assert diff.report(old, old).splitlines() == [
        "results: as they were",
        "audit: as they were",
        "claims: as they were",
    ]


def test_many_numbers_are_counted_by_work(tmp_path):
    rows = "".join(f"{key}/t/{at}/size,1,MB,1,none\n" for at in range(6) for key in "ab")
    old = site(tmp_path / "old", OLD.partition("\n")[0] + "\n", AUDIT.format("", ""), {"c": ""})
    new = site(tmp_path / "new", OLD.partition("\n")[0] + f"\n{rows}", AUDIT, {"c": ""})
    lines = diff.report(diff.read(old), diff.read(new)).splitlines()
    assert lines[:2] == ["results: 12 added", "  added: 6 of a, 6 of b"]


LIBRARY = {
    "__init__": "",
    "data": "import pandas\ndef results():\n    return pandas.DataFrame({FRAME})",
    "audit": "import pandas\ndef table():\n    return pandas.DataFrame({'id': [], 'verdict': []})",
    "claims": "import pandas\ndef table():\n"
    "    return pandas.DataFrame({'verdict': ['holds']}, index=['own'])",
}
"""A library that stands for the one of a revision."""


@pytest.fixture
def revisions(tmp_path, monkeypatch):
    """Return a function that commits a library as the next revision of a made-up checkout."""
    root = tmp_path / "checkout"
    (root / "src" / "smallbert").mkdir(parents=True)
    monkeypatch.setenv("SMALLBERT_ROOT", str(root))
    git = ["git", "-C", str(root), "-c", "user.name=a", "-c", "user.email=a@b.c"]
    subprocess.run([*git, "init", "-q"], check=True)

    def commit(value: str) -> None:
        frame = f"{{'id': ['a/t/one/size'], 'value': [{value}]}}"
        for name, code in LIBRARY.items():
            path = root / "src" / "smallbert" / f"{name}.py"
            path.write_text(code.replace("{FRAME}", frame))
        subprocess.run([*git, "add", "-A"], check=True)
        subprocess.run([*git, "commit", "-qm", "-"], check=True)

    return commit


def test_a_revision_is_asked_with_its_own_library_and_no_name_is_the_checkout(revisions, tmp_path):
    revisions(1)
    revisions(2)
    path = tmp_path / "checkout" / "src" / "smallbert" / "data.py"
    path.write_text(path.read_text().replace("[2]", "[3]"))
    versions = [diff.read(name) for name in ("HEAD~1", "HEAD", "")]
    assert [each["results"].at["a/t/one/size", "value"] for each in versions] == ["1", "2", "3"]
    assert versions[0]["claims"].at["own", "verdict"] == "holds"


def test_what_is_no_version_is_one_line(revisions):
    with pytest.raises(UsageError, match="'v9' is no folder with results.csv and no revision of"):
        diff.read("v9")


def test_a_table_without_ids_is_one_line(tmp_path):
    (tmp_path / "results.csv").write_text("a,b\n1,2\n")
    with pytest.raises(UsageError, match=r"results.csv has no column 'id'; give data of this surv"):
        diff.read(str(tmp_path))


def test_a_revision_whose_library_fails_is_one_line(revisions):
    revisions("1 / 0")
    with pytest.raises(UserError, match="HEAD cannot be read by its own library: ZeroDivisionErr"):
        diff.read("HEAD")
