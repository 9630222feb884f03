"""The command line as a user meets it: one line for an error, the right status, no traceback."""

import errno
import os
import re
import shutil
import subprocess
import sys
import webbrowser
from pathlib import Path

import pytest
from click.testing import CliRunner

from smallbert import cli, paths
from smallbert.data import sources
from smallbert.errors import of_machine

PROGRAM = str(Path(sys.executable).with_name("smallbert"))


def call(*words, root=None):
    """Call a command in this process, which has imported most of what it needs."""
    environment = {"SMALLBERT_ROOT": str(root)} if root else {}
    run = CliRunner().invoke(cli.main, words, prog_name="smallbert", env=environment)
    assert run.exception is None or isinstance(run.exception, SystemExit), "a traceback"
    return run


def test_show_prints_the_card_of_a_number():
    """The deck, line 15: PKD with 3 layers, printed 708, which is 768."""
    run = call("show", "zhao2019extreme/table3/pkd-3/hidden-size")
    assert "Number            hidden size: 768\n" in run.stdout
    assert "Cell as printed   708\n" in run.stdout


def test_the_installed_program_ends_a_users_mistake_with_one_line():
    run = subprocess.run([PROGRAM, "run", "nowhere"], capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith("notebook 'nowhere' is unknown; use one of ")
    assert len(run.stderr.splitlines()) == 1


@pytest.mark.parametrize("words", [[], *([name] for name in sorted(cli.main.commands))])
def test_every_command_has_help(words):
    run = call(*words, "--help")
    assert run.exit_code == 0
    assert "Usage: smallbert" in run.stdout


def test_check_counts_what_is_sound():
    run = call("check")
    assert run.exit_code == 0
    assert run.stdout.startswith(f"{len(sources.keys())} sources, ")
    assert run.stdout.splitlines()[0].endswith(" results: sound")
    assert re.search(r"\d+ derived numbers audited: \d+ agrees, ", run.stdout)


def test_check_asks_for_what_explains_a_disagreement(edited):
    name = "data/sources/wang2020minilm/audit_notes.csv"
    line = "wang2020minilm/xnli/xlm-100/xnli-average/mean-of,"
    path = paths.data() / "sources" / "wang2020minilm" / "audit_notes.csv"
    (note,) = [each for each in path.read_text().splitlines() if each.startswith(line)]
    edited(name, f"{note}\n", "")
    first, *lines = call("check", "wang2020minilm").stdout.splitlines()
    assert first.endswith(" results: sound, but 1 to explain")
    (asked,) = [each for each in lines if "xnli" in each]
    assert asked.startswith("to explain data/sources/wang2020minilm/xnli.csv:3:")
    assert f"explain it in {name}" in asked


def test_what_is_asked_of_one_work_hears_nothing_of_another_that_is_begun(root, tmp_path):
    (tmp_path / "a.csv").write_text("Model,SST-2\nBERT-base,92.x\n")
    begun = call("new", "doe2031x", "--from", str(tmp_path / "a.csv"))
    assert begun.exit_code == 0
    run = call("check", "turc2019wellread")
    assert run.exit_code == 0, run.output
    aside, first, *_ = run.stdout.splitlines()
    assert aside == "left aside, as they are not sound: doe2031x"
    assert re.fullmatch(r"turc2019wellread, \d+ results: sound", first)
    assert call("check", "doe2031x").exit_code == 1


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("notebooks/zafrir2019q8bert.ipynb", "printed_table(", "printed_table(1, ", "cell "),
        ("_toc.yml", "notebooks/zafrir2019q8bert\n", "notebooks/other\n", "is not in it; add"),
        (
            "data/sources/zafrir2019q8bert/exhibits.csv",
            "zafrir2019q8bert-audit",
            "zafrir2019q8bert-more",
            "exhibit 'zafrir2019q8bert-audit' is unknown",
        ),
    ],
)
def test_a_work_whose_page_does_not_build_is_not_sound(edited, name, old, new, message):
    edited(name, old, new)
    run = call("check", "zafrir2019q8bert")
    assert (run.exit_code, run.stdout) == (1, "")
    assert message in run.stderr


def test_build_on_broken_data_names_all_faults_and_touches_nothing(root):
    for name, old, new in (
        ("zhao2019extreme/table3.csv", "88.5/84.3", "88.5"),
        ("guo2019rpp/table1a.csv", "85.3", "8S.3"),
    ):
        path = root / "data" / "sources" / name
        path.write_text(path.read_text().replace(old, new, 1))
    run = call("build")
    assert run.exit_code == 1
    assert "zhao2019extreme/table3.csv:2: " in run.stderr
    assert "guo2019rpp/table1a.csv:2: " in run.stderr
    assert not (root / "_build").exists()


def test_outside_a_clone_of_the_repository_there_is_one_line(tmp_path):
    run = call("check", root=tmp_path)
    assert run.exit_code == 1
    assert run.stderr.startswith(f"no data at {tmp_path}/data; run this in a clone of the book's ")
    assert run.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", "zhao2019extreme", "-p", "depth", "3"], "no parameter 'depth'; it takes "),
        (["run", "zhao2019extreme", "-p", "corrected", "3"], "use true or false"),
        (["run", "costs", "-o", "notebooks/costs.ipynb"], "is a notebook of the book"),
        (["run", "costs", "-o", "data/sources.bib"], "is no name of a notebook; end it with"),
        (["run", "costs", "-o", "/nowhere/a.ipynb"], "/nowhere is no folder; make it, or name"),
        (
            ["run", "costs", "-p", "peak=9"],
            "requires 2 arguments; write -p NAME VALUE, such as -p b",
        ),
        (["run", "costs", "-p", "peak=9", "-o"], "'peak=9' is no name; write -p NAME VALUE, such"),
        (
            ["sweep", "costs", "--out", "a", "-p", "peak=9"],
            "requires 2 arguments; write -p NAME VAL",
        ),
        (["serve", "--port", "99999"], "99999 is not in the range 0<=x<=65535"),
        (["serve", "--port", "-1"], "-1 is not in the range 0<=x<=65535"),
        (["run"], "Missing argument 'NOTEBOOK'"),
        (["bild"], "No such command 'bild'"),
        (["verify"], "give --documents DIR, --repositories DIR, or both"),
        (["verify", "--documents", "/nowhere"], "does not exist"),
    ],
)
def test_wrong_usage_is_told_and_has_status_2(words, message, monkeypatch):
    monkeypatch.chdir(paths.root())
    run = call(*words)
    assert run.exit_code == 2
    assert message in run.stderr


def test_verify_without_the_documents_says_which_is_missing(tmp_path):
    run = call("verify", "--documents", str(tmp_path))
    assert (run.exit_code, run.stderr.count("\n")) == (1, 1)
    assert "no such document" in run.stderr


def test_a_notebook_runs_by_itself_with_other_parameters_and_can_be_read(root, monkeypatch):
    output = root / "_build/runs/zhao2019extreme/bits=8/zhao2019extreme.ipynb"
    opened = []
    monkeypatch.setattr(webbrowser, "open", lambda address: opened.append(address) or True)
    run = call("run", "zhao2019extreme", "-p", "bits", "8", "--open")
    page = output.with_suffix(".html")
    assert (run.exit_code, run.stdout.splitlines()[0]) == (0, f"open {page}"), run.stderr
    assert opened == [page.as_uri()]
    # 109.48 million weights of a byte each: 104.4 MiB
    written = "At 8 bits per weight BERT-base takes 104 MiB, "
    assert written in output.read_text()
    assert written in page.read_text()
    assert not re.search(r"\{[\w:]+\}`", output.read_text())


def test_a_full_disk_gets_one_line():
    error = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "_build/executed")
    # copytree gathers what went wrong with each file, and its error has no number
    for each in (error, shutil.Error([("a", "_build/executed", str(error))])):
        assert of_machine(each) == "_build/executed: No space left on device; free some space"


def test_a_sweep_names_a_notebook_that_is_unknown(tmp_path):
    run = call("sweep", "nowhere", "-p", "task", "rte", "--out", str(tmp_path))
    assert (run.exit_code, run.stdout) == (1, "")
    assert run.stderr.startswith("notebook 'nowhere' is unknown; use one of ")
