"""What differs between the data of two made-up sites."""

import json

import pytest
from click.testing import CliRunner

from smallbert.cli import main

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


def test_a_folder_that_is_no_version_is_one_line(sites, tmp_path):
    run = CliRunner().invoke(main, ["diff", str(tmp_path), sites[1]])
    words = f"{tmp_path} has no results.csv; give the folder data of a site\n"
    assert (run.exit_code, run.stderr) == (2, words)
