"""Every notebook gives the same bytes whenever and however it runs."""

import shutil

import pytest

from smallbert.book import build, cache, marks, notebooks
from smallbert.data import paths


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """Return two folders of all notebooks: as the book has them, and each cold with its own seed.

    What the book has not executed yet, or no longer holds, runs here, forked from a server whose
    hash seed is random.
    """
    folder = tmp_path_factory.mktemp("executed")
    book, warm, every = paths.build() / "executed", folder / "warm", notebooks.every()
    warm.mkdir()
    for name in (each.name for each in every if not cache.reason(each, book / each.name)):
        shutil.copy(book / name, warm)
        shutil.copy(cache.manifest_path(book / name), warm)
    build.execute_all(cache.stale(every, folder=warm), folder=warm)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONHASHSEED", "1")
        build.execute_all(every, folder=folder / "cold", cold=True)
    return folder


@pytest.mark.parametrize("name", [path.name for path in notebooks.every()])
def test_a_cold_run_with_its_own_hash_seed_and_a_warm_run_agree_to_the_byte(name, executed):
    assert (executed / "warm" / name).read_bytes() == (executed / "cold" / name).read_bytes()


@pytest.mark.parametrize("name", [path.name for path in notebooks.every()])
def test_what_was_read_before_a_fork_is_listed_all_the_same(name, executed):
    warm, cold = (
        marks.read(cache.manifest_path(executed / how / name))["reads"] for how in ("warm", "cold")
    )
    assert warm == cold
