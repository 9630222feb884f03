"""Every notebook gives the same bytes whenever and however it runs."""

import pytest

from smallbert.book import build, notebooks


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """Return two folders of all notebooks: forked, and each cold with a hash seed of its own."""
    folder = tmp_path_factory.mktemp("executed")
    build.execute_all(notebooks.every(), folder=folder / "warm")  # its server's seed is random
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONHASHSEED", "1")
        build.execute_all(notebooks.every(), folder=folder / "cold", cold=True)
    return folder


@pytest.mark.parametrize("name", [path.name for path in notebooks.every()])
def test_a_cold_run_with_its_own_hash_seed_and_a_warm_run_agree_to_the_byte(name, executed):
    assert (executed / "warm" / name).read_bytes() == (executed / "cold" / name).read_bytes()
