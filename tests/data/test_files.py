"""What is made of a file is made once, and anew when the file was written."""

import os

import pandas as pd
import pytest

from smallbert.data import files, reads, sources
from smallbert.data.files import cached


def counting(path):
    """Return a function of a file that counts how often it was really called."""
    calls = []

    @cached
    def read():
        calls.append(1)
        return path.read_text() if reads.is_file(path) else "nothing"

    return read, calls


def write(path, text, at):
    path.write_text(text)
    os.utime(path, ns=(at, at))


def test_a_file_left_alone_is_read_once(tmp_path):
    path = tmp_path / "a"
    write(path, "one", 1)
    read, calls = counting(path)
    assert [read(), read()] == ["one", "one"]
    assert len(calls) == 1


def test_a_file_written_since_is_read_anew(tmp_path):
    path = tmp_path / "a"
    write(path, "one", 1)
    read, _ = counting(path)
    assert read() == "one"
    write(path, "two", 2)
    assert read() == "two"


def test_a_file_that_appears_is_read(tmp_path):
    path = tmp_path / "a"
    read, _ = counting(path)
    assert read() == "nothing"
    write(path, "one", 1)
    assert read() == "one"


def test_what_is_made_of_something_is_made_anew_with_it_and_nothing_else(tmp_path):
    """Also where it does not read the file itself, and where its part was made before."""
    one, other = tmp_path / "a", tmp_path / "b"
    write(one, "1", 1)
    write(other, "2", 1)
    (first, _), (second, seconds) = counting(one), counting(other)
    sums = []

    @cached
    def joined():
        sums.append(first() + second())
        return sums[-1]

    assert [second(), joined(), joined()] == ["2", "12", "12"]
    write(one, "3", 2)
    assert joined() == "32"
    assert (sums, len(seconds)) == (["12", "32"], 1)
    write(one, "1", 1)
    assert joined() == "12"
    assert len(sums) == 2


def test_what_rests_on_a_part_that_comes_out_alike_is_not_made_again(tmp_path):
    path, made = tmp_path / "a", []
    length = cached(lambda: len(path.read_text()))
    whole = cached(lambda: made.append(length()) or list(made))
    write(path, "ab", 1)
    assert whole() == [2]
    write(path, "cd", 2)
    assert whole() == [2]
    write(path, "abc", 3)
    assert whole() == [2, 3]
    path.unlink()
    with pytest.raises(FileNotFoundError):
        whole()


def test_a_part_of_another_type_is_not_alike(tmp_path):
    path = tmp_path / "a"
    number = cached(lambda: float(path.read_text()) if "." in path.read_text() else 1)
    told = cached(lambda: f"{number()}")
    write(path, "1", 1)
    assert told() == "1"
    write(path, "1.0", 2)
    assert told() == "1.0"


FRAME = pd.DataFrame({"a": [1, 2], "b": ["x", "y"]}, index=["r", "s"])


@pytest.mark.parametrize(
    "other",
    [
        FRAME.iloc[:1],
        FRAME.rename(columns={"b": "c"}),
        FRAME.rename(index={"s": "t"}),
        FRAME.astype({"a": float}),
        FRAME.astype({"b": object}),
        FRAME.assign(b=["x", "z"]),
        FRAME[["b", "a"]],
        sources.Named(FRAME),
    ],
    ids=["rows", "name", "index", "float", "object", "value", "order", "kind"],
)
def test_a_frame_that_differs_in_anything_is_not_alike(tmp_path, other):
    path, made = tmp_path / "a", []
    part = cached(lambda: {"1": FRAME.copy(), "2": other}[path.read_text()])
    whole = cached(lambda: made.append(part()) or len(made))
    write(path, "1", 1)
    assert whole() == 1
    write(path, "1", 2)
    assert whole() == 1
    write(path, "2", 3)
    assert whole() == 2


def test_a_part_that_was_made_again_is_followed_from_then_on(tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    write(one, "other", 1)
    write(other, "ab", 1)

    @cached
    def length():
        return len(other.read_text()) if one.read_text() == "other" else 2

    told = cached(lambda: length() * "-")
    assert told() == "--"
    write(one, "one", 2)
    assert told() == "--"
    write(one, "other", 3)
    write(other, "abc", 3)
    assert told() == "---"


def test_a_name_that_appears_in_a_folder_is_seen(tmp_path):
    names = cached(lambda: sorted(each.name for each in tmp_path.iterdir()))
    assert names() == []
    write(tmp_path / "a", "one", 1)
    assert names() == ["a"]


def test_what_failed_is_tried_again_and_what_caught_it_rests_on_it(tmp_path):
    path = tmp_path / "a"
    write(path, "no number", 1)
    number = cached(lambda: int(path.read_text()))

    @cached
    def told():
        try:
            return number()
        except ValueError:
            return "no number"

    assert told() == "no number"
    with pytest.raises(ValueError, match="invalid literal"):
        number()
    write(path, "3", 2)
    assert [told(), number()] == [3, 3]


def test_the_oldest_questions_are_forgotten(monkeypatch):
    monkeypatch.setattr(files, "KEPT", 2)
    calls = []
    double = cached(lambda number: calls.append(number) or 2 * number)
    assert [double(at) for at in (1, 2, 3, 3, 1)] == [2, 4, 6, 6, 2]
    assert calls == [1, 2, 3, 1]


def test_what_is_written_in_a_steady_block_is_seen_after_it(edited):
    with files.steady():
        before = files.every()
        edited("data/sources.bib", "@", "% \n@")
        assert files.every() is before
    assert files.every() != before
