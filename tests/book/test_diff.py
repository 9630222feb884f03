"""What differs between two versions: two made-up sites, and two revisions of a made-up checkout."""

import json
import subprocess

import pytest
from click.testing import CliRunner

from smallbert.book import diff
from smallbert.cli import main
from smallbert.errors import UsageError, UserError

OLD = """id,value,unit,technique
a/t/one/accuracy,80.5,%,pruning
a/t/two/accuracy,70,%,pruning
b/t/one/size,60,MB,none
"""
NEW = """id,value,unit,technique,further
a/t/one/accuracy,80.6,%,pruning,x
a/t/two/accuracy,70,%,distillation,x
c/t/one/size,50,MB,none,x
"""


@pytest.fixture
def sites(tmp_path):
    """Return the folders `data` of two sites, an old one and a new one."""
    for name, results, verdict, claims in (
        ("old", OLD, "agrees", {"kept": "holds", "gone": "fails"}),
        ("new", NEW, "disagrees", {"kept": "fails", "more": "holds"}),
    ):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "results.csv").write_text(results)
        (folder / "audit.csv").write_text(f"id,verdict,note\na/t/one/drop/drop,{verdict},{name}\n")
        stated = [{"id": id, "verdict": verdict, "place": name} for id, verdict in claims.items()]
        (folder / "claims.json").write_text(json.dumps(stated))
    return str(tmp_path / "old"), str(tmp_path / "new")


def test_numbers_and_verdicts_are_added_removed_and_changed(sites):
    run = CliRunner().invoke(main, ["diff", *sites])
    assert run.exit_code == 0
    assert run.output.splitlines() == [
        "results: 4 differences",
        "  added: c/t/one/size",
        "  removed: b/t/one/size",
        "  a/t/one/accuracy: value: 80.5 → 80.6",
        "  a/t/two/accuracy: technique: pruning → distillation",
        "audit: 1 difference",
        "  a/t/one/drop/drop: verdict: agrees → disagrees",
        "claims: 3 differences",
        "  added: more",
        "  removed: gone",
        "  kept: verdict: holds → fails",
    ]
    run = CliRunner().invoke(main, ["diff", sites[0], sites[0]])
    assert [line.split(": ")[1] for line in run.output.splitlines()] == ["no differences"] * 3


LIBRARY = {
    "__init__": "import pandas",
    "data": "import pandas\ndef results():\n"
    "    return pandas.DataFrame({'id': ['a/t/one/size'], 'value': [VALUE]})",
    "audit": "import pandas\ndef table():\n    return pandas.DataFrame({'id': [], 'verdict': []})",
    "claims": "import pandas\ndef table():\n"
    "    return pandas.DataFrame({'verdict': ['holds']}, index=['own'])",
}
"""A library that stands for the one of a revision."""


@pytest.fixture
def commit(tmp_path, monkeypatch):
    """Return a function that commits a library as the next revision of a made-up checkout."""
    package = tmp_path / "src" / "smallbert"
    package.mkdir(parents=True)
    monkeypatch.setenv("SMALLBERT_ROOT", str(tmp_path))
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b.c"]
    subprocess.run([*git, "init", "-q"], check=True)

    def commit(value: str) -> None:
        for name, code in LIBRARY.items():
            (package / f"{name}.py").write_text(code.replace("VALUE", value))
        subprocess.run([*git, "add", "-A"], check=True)
        subprocess.run([*git, "commit", "-qm", "-"], check=True)

    return commit


def test_a_revision_is_asked_with_its_own_library_and_no_name_is_the_checkout(commit, tmp_path):
    commit("1")
    commit("2")
    path = tmp_path / "src" / "smallbert" / "data.py"
    path.write_text(path.read_text().replace("[2]", "[3]"))
    versions = [diff.read(name) for name in ("HEAD~1", "HEAD", "")]
    assert [each["results"].at["a/t/one/size", "value"] for each in versions] == ["1", "2", "3"]
    assert versions[0]["claims"].at["own", "verdict"] == "holds"


def test_what_is_no_version_is_one_line(commit, tmp_path):
    with pytest.raises(UsageError, match="'v9' is no folder with results.csv and no revision of"):
        diff.read("v9")
    (tmp_path / "results.csv").write_text("a,b\n1,2\n")
    with pytest.raises(UsageError, match=r"results.csv has no column 'id'; give data of this surv"):
        diff.read(str(tmp_path))
    commit("1 / 0")
    with pytest.raises(UserError, match="HEAD cannot be read by its own library: ZeroDivisionErr"):
        diff.read("HEAD")
