"""What is kept of the data is forgotten with the file that it was made of, and nothing else is."""

import pytest

from smallbert import memo


@pytest.fixture
def made(tmp_path):
    """Return a record of what is made, and functions of two files: a text, its length, and both."""
    record, files = [], [tmp_path / "a.txt", tmp_path / "b.txt"]
    for file in files:
        file.write_text(file.stem)

    @memo.cached
    def text(file):
        record.append(file.stem)
        found = file.read_text()
        if not found:
            raise ValueError("empty")
        return found

    @memo.cached
    def length(file):
        record.append(f"length of {file.stem}")
        try:
            return len(text(file))
        except ValueError:
            return 0

    @memo.cached
    def whole():
        record.append("whole")
        return sum(map(length, files))

    before = memo.kept.copy()
    yield record, files, text, length, whole
    memo.kept.clear()
    memo.kept.update(before)


def test_what_a_changed_file_made_is_made_anew_and_nothing_else(made):
    record, (a, b), text, _, whole = made
    assert text(a) == "a"  # kept before anything else is made of it
    assert (whole(), whole()) == (2, 2)
    assert record == ["a", "whole", "length of a", "length of b", "b"]
    record.clear()
    a.write_text("aaa")
    memo.forget(a)
    assert (whole(), text(b)) == (4, "b")
    assert record == ["whole", "length of a", "a"]


def test_what_caught_an_error_of_a_file_is_made_anew_with_it(made):
    _, (a, _), _, length, whole = made
    a.write_text("")
    assert (length(a), whole()) == (0, 1)
    a.write_text("aa")
    memo.forget(a)
    assert (length(a), whole()) == (2, 3)
