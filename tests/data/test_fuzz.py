"""A sample of what ``make fuzz`` does a thousand times."""

import os
import random
import re
import shutil
import subprocess
import sys

import pytest

from experiments import mutations
from smallbert.data import paths

FILES = (
    *("sources/zhao2019extreme/table3.csv", "sources/zhao2019extreme/claims.yaml", "sources.bib"),
    *("sources/zhao2019extreme/datapackage.yaml", "survey/guide/needs.csv", "survey/bench.json"),
)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="each mutant is a fork")
def test_each_mutant_gets_a_line():
    """Or passes: a wrong digit is for the audit and for ``smallbert verify``."""
    command = [sys.executable, "-m", "experiments.fuzz", "--count", "4", "--seed", "1"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    refused, passed = re.search(r"(\d+) refused, (\d+) passed, 0 silent, 0 tr", run.stdout).groups()
    assert int(refused) + int(passed) == 4
    assert int(refused) > 0


def changes(folder, seed):
    """Return what a seed makes of a few files, each as it was before."""
    shutil.copytree(paths.data(), folder)
    found = []
    for name in FILES:
        for number in range(20):
            draw, path = random.Random(f"{seed}/{number}"), folder / name
            before = path.read_bytes()
            how, _ = mutations.mutate(path, draw)
            found.append((how, path.read_bytes() if path.is_file() and "mega" not in how else b""))
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
            path.write_bytes(before)
    return found


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no pipes")
def test_a_seed_draws_the_same_changes_and_another_one_others(tmp_path):
    first, again, other = (changes(tmp_path / f"{at}", seed) for at, seed in enumerate((1, 1, 2)))
    assert first == again != other


@pytest.mark.parametrize("change", mutations.FAULTS)
def test_each_way_to_break_the_data_fits_some_file(change):
    texts = {paths.data() / name: (paths.data() / name).read_text("utf-8") for name in FILES}
    fitting = [forms for forms in mutations.OF_FORM.items() if change in forms[1]]
    suffixes = [suffix for suffix, _ in fitting] or [".csv", ".yaml", ".bib", ".json"]
    found = [
        change(text, random.Random(1), path)
        for path, text in texts.items()
        if path.suffix in suffixes
    ]
    assert any(found)
    assert all(how and new not in texts.values() for how, new in filter(None, found))
