"""A sample of what ``make fuzz`` does a thousand times."""

import os
import random
import shutil

import pytest

from experiments import fuzz, mutations
from smallbert.data import paths

FILES = (
    *("sources/zhao2019extreme/table3.csv", "sources/zhao2019extreme/claims.yaml", "sources.bib"),
    *("sources/zhao2019extreme/datapackage.yaml", "survey/guide/needs.csv", "survey/bench.json"),
)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="each mutant is a fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
def test_each_mutant_gets_a_line(root):
    """Or passes: a wrong digit is for the audit and for ``smallbert verify``."""
    found = [*fuzz.mutants(4, 1)]
    assert len(found) == 4
    assert {"refused"} <= {mutant.kind for mutant in found} <= {*fuzz.HARMLESS}, found


@pytest.mark.parametrize(("kind", "status"), [("refused", 0), ("silent", 1)])
def test_what_became_of_the_mutants_is_counted_and_what_is_worse_than_a_line_named(
    kind, status, monkeypatch, capsys
):
    made = [fuzz.Mutant(0, "sources.bib: cut", kind, "a line"), fuzz.Mutant(1, "", "passed", "")]
    monkeypatch.setattr(fuzz, "mutants", lambda count, seed: made[:count])
    monkeypatch.setenv("SMALLBERT_ROOT", str(paths.CHECKOUT))  # and again, to a copy
    assert fuzz.main(["--count", "2", "--seed", "7"]) == status
    out = capsys.readouterr().out
    assert f"2 mutants of seed 7: {int(not status)} refused, 1 passed, {status} silent" in out
    assert ("0 silent: sources.bib: cut: a line" in out) == (kind == "silent")


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
