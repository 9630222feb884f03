"""The kept folder is lent only where it can be trusted."""

import os
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


FRAME = {"the outline": "1"}


def kept_after(tmp_path, **frame):
    """Return what is still there of a page when the frame is that, and whether it is trusted."""
    with workshop.trusted(tmp_path, FRAME):
        (tmp_path / "page").write_text("x")
    with workshop.trusted(tmp_path, FRAME | frame):
        return names(tmp_path)


def test_what_a_good_rendering_left_is_trusted(tmp_path):
    assert kept_after(tmp_path) == ["page"]


def test_a_changed_frame_empties_the_folder(tmp_path):
    assert kept_after(tmp_path, outline="2") == []


@pytest.mark.parametrize("text", ["", "y", None], ids=["cut", "altered", "deleted"])
def test_a_folder_in_which_somebody_wrote_is_not_trusted(tmp_path, text):
    kept_after(tmp_path)
    page = tmp_path / "page"
    page.unlink()
    if text is not None:
        page.write_text(text)
        os.utime(page, (0, 0))  # as at another moment
    with workshop.trusted(tmp_path, FRAME):
        assert names(tmp_path) == []


def test_a_rendering_that_failed_leaves_nothing_to_trust(tmp_path):
    def fail():
        with workshop.trusted(tmp_path, FRAME):
            (tmp_path / "half").write_text("x")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with workshop.trusted(tmp_path, FRAME):
        assert names(tmp_path) == []


@pytest.fixture
def source(book):
    """Return a folder of pages as they are laid out."""
    source = book / "source"
    (source / "_static").mkdir(parents=True)
    (source / "page.md").write_text("(here)=\n# Title\n\nA sentence.\n")
    (source / "terms.md").write_text("# Terms\n\n:::{glossary}\nterm\n  What it means.\n:::\n")
    return source


@pytest.mark.parametrize(
    ("name", "old", "new", "same"),
    [
        ("page.md", "A sentence.", "Another one.", True),
        ("page.md", "# Title", "# Another", False),
        ("page.md", "(here)=", "(there)=", False),
        ("terms.md", "What it means", "What that means", False),
    ],
)
def test_the_frame_is_what_other_pages_show_of_a_page(source, name, old, new, same):
    before, path = workshop.frame(source), source / name
    path.write_text(path.read_text().replace(old, new))
    assert (workshop.frame(source) == before) == same


def test_a_changed_style_frames_every_page(source):
    before = workshop.frame(source)
    (source / "_static" / "look.css").write_text("p {}")
    assert workshop.frame(source) != before


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
