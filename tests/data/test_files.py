"""What is made of a file is made once, and anew when the file was written."""

import os

from smallbert.data import files
from smallbert.data.files import cached


def counting(path):
    """Return a function of a file that counts how often it was really called."""
    calls = []

    @cached(lambda: [path])
    def read():
        calls.append(1)
        return path.read_text() if path.exists() else "nothing"

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


def test_what_is_written_in_a_steady_block_is_seen_after_it(edited):
    with files.steady():
        before = files.every()
        edited("data/sources.bib", "@", "% \n@")
        assert files.every() is before
    assert files.every() != before
