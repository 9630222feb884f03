"""The kept folder is lent only where it can be trusted."""

import sys

import pytest

from smallbert.book import workshop


@pytest.fixture
def book(tmp_path, monkeypatch):
    monkeypatch.setenv("SMALLBERT_ROOT", str(tmp_path))
    for name in ("book", "notebooks", "data", "_build"):
        (tmp_path / name).mkdir()
    (tmp_path / "data" / "sources.bib").write_text("")
    return tmp_path


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_what_a_good_rendering_left_is_lent_again(book):
    with workshop.lend() as first:
        (first / "page").write_text("x")
    with workshop.lend() as second:
        assert second == first
        assert names(second) == ["page"]


def test_a_changed_frame_empties_the_folder(book):
    with workshop.lend() as folder:
        (folder / "page").write_text("x")
    (book / "_toc.yml").write_text("another")
    with workshop.lend() as folder:
        assert names(folder) == []


def test_a_rendering_that_failed_leaves_nothing_to_trust(book):
    def fail():
        with workshop.lend() as folder:
            (folder / "half").write_text("x")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with workshop.lend() as folder:
        assert names(folder) == []


@pytest.mark.skipif(
    sys.platform == "win32", reason="no lock there: each build works in a folder of its own"
)
def test_a_second_build_beside_the_first_gets_a_folder_of_its_own(book):
    with workshop.lend() as first, workshop.lend() as second:
        assert second != first
        assert names(second) == []
    assert not second.exists()
    assert first.exists()


def test_syncing_touches_only_what_differs(tmp_path):
    fresh, kept = tmp_path / "fresh", tmp_path / "kept"
    for folder in (fresh, kept):
        (folder / "a").mkdir(parents=True)
        (folder / "a" / "same").write_text("1")
    (fresh / "new").write_text("2")
    (kept / "gone").write_text("3")
    before = (kept / "a" / "same").stat().st_mtime_ns
    workshop.sync(fresh, kept)
    assert names(kept) == ["a", "new"]
    assert (kept / "a" / "same").stat().st_mtime_ns == before
