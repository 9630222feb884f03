"""Every notebook gives the same bytes whenever and however it runs."""

import pytest

from smallbert.book import execute, notebooks


@pytest.mark.parametrize("name", [path.stem for path in notebooks.every()])
def test_a_cold_run_with_its_own_hash_seed_and_a_warm_run_agree_to_the_byte(
    name, tmp_path, monkeypatch
):
    warm, cold = tmp_path / "warm" / f"{name}.ipynb", tmp_path / "cold" / f"{name}.ipynb"
    execute.execute(notebooks.find(name), warm, cold=False)  # the seed of its server is random
    monkeypatch.setenv("PYTHONHASHSEED", "1")
    execute.execute(notebooks.find(name), cold, cold=True)
    assert warm.read_bytes() == cold.read_bytes()
