"""Every notebook gives the same bytes whenever and however it runs."""

import pytest

from smallbert.book import execute, notebooks


@pytest.mark.parametrize("name", [path.stem for path in notebooks.every()])
def test_cold_runs_with_other_hash_seeds_and_a_warm_run_agree_to_the_byte(
    name, tmp_path, monkeypatch
):
    found = []
    for run, (seed, cold) in enumerate([("1", True), ("2", True), ("3", False)]):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        output = tmp_path / str(run) / f"{name}.ipynb"
        execute.execute(notebooks.find(name), output, cold=cold)
        found.append(output.read_bytes())
    assert found[0] == found[1]
    assert found[0] == found[2]
