import json
import subprocess

import pandas as pd
import pytest
from click.testing import CliRunner

from smallbert.book import differences, versions
from smallbert.cli import main
from smallbert.errors import UsageError, UserError

OLD = """id,value,unit,printed,technique
a/t/one/accuracy,80.5,%,80.5,pruning
a/t/two/accuracy,70,%,70,pruning
b/t/one/size,60,MB,60MB,none
"""
NEW = """id,value,unit,printed,technique
a/t/one/accuracy,80.6,%,80.5,pruning
a/t/two/accuracy,70,%,70,distillation
c/t/one/size,50,MB,50MB,none
c/t/two/size,40,MB,40MB,none
"""


def claim(id, verdict):
    return {"id": id, "statement": f"{id} is so", "verdict": verdict}


@pytest.fixture
def two(tmp_path):
    """Return the folders of two made-up sites, an old one and a new one."""
    for name, results, stated in (
        ("old", OLD, [claim("kept", "holds"), claim("turned", "holds"), claim("gone", "fails")]),
        (
            "new",
            NEW,
            [claim("kept", "holds"), claim("turned", "undecidable"), claim("more", "holds")],
        ),
    ):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "results.csv").write_text(results)
        (folder / "claims.json").write_text(json.dumps(stated))
    return tmp_path / "old", tmp_path / "new"


def found(two):
    return differences.between(*(versions.read(str(each)) for each in two))


def test_numbers_came_went_turned_and_are_described_otherwise(two):
    numbers = found(two)["numbers"]
    assert numbers["came"] == ["c/t/one/size", "c/t/two/size"]
    assert numbers["went"] == ["b/t/one/size"]
    (turned,) = numbers["turned"]
    assert turned["id"] == "a/t/one/accuracy"
    assert (turned["old"], turned["new"]) == ("80.5 %, printed '80.5'", "80.6 %, printed '80.5'")
    assert numbers["described"] == {"technique": ["a/t/two/accuracy"]}


def test_verdicts_came_went_and_turned(two):
    claims = found(two)["claims"]
    assert [each["id"] for each in claims["came"]] == ["more"]
    assert [each["id"] for each in claims["went"]] == ["gone"]
    (turned,) = claims["turned"]
    assert (turned["id"], turned["old"], turned["new"]) == ("turned", "holds", "undecidable")


@pytest.mark.parametrize(
    ("old", "new", "overtook"),
    [("abc", "abc", []), ("abc", "bac", ["ba"]), ("abc", "xcab", ["ca", "cb"]), ("abc", "ac", [])],
)
def test_of_two_methods_in_both_the_one_ahead_may_turn(old, new, overtook):
    known = pd.DataFrame(columns=differences.TOLD, dtype=str)
    before, after = (versions.Version(known, ranks={"mnli": list(each)}) for each in (old, new))
    ranks = differences.between(before, after)["ranks"]["mnli"]
    assert ranks["overtook"] == [list(pair) for pair in overtook]


def test_answers_that_are_others_are_told_by_their_question():
    known = pd.DataFrame(columns=differences.TOLD, dtype=str)
    asked = "MNLI: keeps 97 % in at most 50 MB"
    old, new = (versions.Version(known, answers={asked: list(each)}) for each in ("abc", "bad"))
    lines = differences.report(differences.between(old, new)).splitlines()
    assert lines[2:] == [
        f"Answer for {asked}: 1 came, 1 went, 1 overtook",
        "  came: d (3)",
        "  went: c (3)",
        "  b is now ahead of a",
    ]
    same = differences.report(differences.between(old, old)).splitlines()
    assert same[2:] == ["Answers: as they were"]


def test_the_report_says_it_in_words(two):
    lines = differences.report(found(two)).splitlines()
    assert lines[0] == "Numbers: 2 came, 1 went, 1 turned"
    assert lines[1:6] == [
        *("  came: 2 of c", "    c/t/one/size", "    c/t/two/size"),
        *("  went: 1 of b", "    b/t/one/size"),
    ]
    assert "  another technique: 1 of a" in lines
    assert "  turned: holds → undecidable: turned is so" in lines


def test_markdown_has_heads_and_items(two):
    lines = differences.report(found(two), markdown=True).splitlines()
    assert lines[0] == "## Numbers: 2 came, 1 went, 1 turned"
    assert "- came: 2 of c" in lines


def test_json_has_all_of_it(two):
    run = CliRunner().invoke(main, ["diff", *map(str, two), "--format", "json"])
    assert run.exit_code == 0
    assert json.loads(run.stdout) == found(two)


def test_a_table_of_results_alone_has_no_verdicts(two):
    alone = [versions.read(str(each / "results.csv")) for each in two]
    assert differences.between(*alone)["claims"] == {"came": [], "went": [], "turned": []}


def test_a_version_and_itself_are_as_they_were(two):
    told = differences.report(found((two[0], two[0])))
    assert told == "Numbers: as they were\nClaims: as they were"


LIBRARY = {
    "__init__": "",
    "data": "import pandas\ndef results():\n    return pandas.DataFrame({FRAME})",
    "claims": "def entries():\n    return [{'id': 'own', 'statement': 's', 'verdict': 'holds'}]",
    "guide": "TASKS = {'mnli': 'MNLI'}\n"
    "def data():\n    return {}\n"
    "def complete(**wishes):\n    return wishes\n"
    "def answer(data, wishes):\n    return {'entries': [{'model': 'a'}, {'model': 'b'}]}",
}
"""A library that stands for the one of a revision."""


@pytest.fixture
def revisions(tmp_path, monkeypatch):
    """Return a function that commits a library as the next revision of a made-up checkout."""
    root = tmp_path / "checkout"
    (root / "src" / "smallbert").mkdir(parents=True)
    monkeypatch.setenv("SMALLBERT_ROOT", str(root))
    author = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
    subprocess.run(["git", "init", "-q", str(root)], check=True)

    def commit(frame: str) -> None:
        for name, code in LIBRARY.items():
            path = root / "src" / "smallbert" / f"{name}.py"
            path.write_text(code.replace("{FRAME}", frame))
        subprocess.run(["git", "-C", str(root), "add", "-A"], check=True)
        subprocess.run(["git", "-C", str(root), *author, "commit", "-qm", "-"], check=True)

    return commit


def row(value):
    return f"{{'id': ['a/t/one/size'], 'value': [{value}], 'unit': ['MB'], 'printed': ['x']}}"


def test_a_revision_is_asked_with_its_own_library(revisions):
    revisions(row(1))
    revisions(row(2))
    old, new = versions.read("HEAD~1"), versions.read("HEAD")
    assert old.claims["own"]["verdict"] == "holds"
    assert new.ranks == {"mnli": ["a", "b"]}
    assert new.answers["MNLI: keeps 97 % in at most 25 MB"] == ["a", "b"]
    (turned,) = differences.between(old, new)["numbers"]["turned"]
    assert (turned["old"], turned["new"]) == ("1 MB, printed 'x'", "2 MB, printed 'x'")


def test_without_a_name_it_is_the_checkout_as_it_is(revisions, tmp_path):
    revisions(row(1))
    path = tmp_path / "checkout" / "src" / "smallbert" / "data.py"
    path.write_text(path.read_text().replace("[1]", "[3]"))
    assert versions.read("").results.at["a/t/one/size", "value"] == "3"


def test_another_checkout_is_asked_as_it_is(revisions, tmp_path, monkeypatch):
    revisions(row(1))
    monkeypatch.setenv("SMALLBERT_ROOT", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    found = versions.read("checkout")
    assert found.results.at["a/t/one/size", "value"] == "1"
    assert found.ranks == {"mnli": ["a", "b"]}


def test_what_is_no_version_is_one_line(revisions):
    with pytest.raises(
        UsageError, match="'v9' is no CSV, no folder with results.csv, no checkout "
    ):
        versions.read("v9")


def test_a_table_without_ids_is_one_line(tmp_path):
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    with pytest.raises(UsageError, match=r"other.csv has no column 'id'; give a results.csv"):
        versions.read(str(tmp_path / "other.csv"))


def test_a_revision_whose_library_fails_is_one_line(revisions):
    revisions("1 / 0")
    with pytest.raises(UserError, match="HEAD cannot be read by its own library: ZeroDivisionErr"):
        versions.read("HEAD")
