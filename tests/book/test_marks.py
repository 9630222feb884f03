"""A mark holds while what it tells of is as it was."""

import pytest

from smallbert.book import marks

INPUTS = {"the code": "1", "Python": "3"}


@pytest.fixture
def made(tmp_path, monkeypatch):
    """Return a mark of a result that was made from `INPUTS` and a file that was read."""
    monkeypatch.setenv("SMALLBERT_ROOT", str(tmp_path))
    (tmp_path / "read").write_text("read")
    (tmp_path / "result").write_text("result")
    reads = {"read": marks.digest(tmp_path / "read")}
    marks.leave(tmp_path / "mark", INPUTS, reads=reads, result=tmp_path / "result")
    return tmp_path


def why(made, inputs=INPUTS):
    return marks.reason(made / "mark", inputs, result=made / "result")


def test_what_is_as_it_was_holds(made):
    assert why(made) == ""


@pytest.mark.parametrize(
    ("inputs", "name"),
    [
        ({"the code": "2", "Python": "3"}, "the code"),
        ({"Python": "3"}, "the code"),
        ({**INPUTS, "a page": "4"}, "a page"),
    ],
    ids=["changed", "gone", "new"],
)
def test_an_input_that_changed_came_or_went_is_named(made, inputs, name):
    assert why(made, inputs) == f"{name} changed"


def test_a_file_read_that_changed_is_named(made):
    (made / "read").write_text("other")
    assert why(made) == "read changed"


@pytest.mark.parametrize("file", ["mark", "result"])
@pytest.mark.parametrize("break_", [lambda path: path.unlink(), lambda path: path.write_text("{}")])
def test_a_mark_or_result_that_is_gone_or_altered_does_not_hold(made, file, break_):
    break_(made / file)
    what = "manifest" if file == "mark" else "result"
    assert why(made) == f"its {what} is missing or damaged"


def test_a_tree_changes_with_a_name_a_content_and_nothing_else(tmp_path):
    (tmp_path / "a").write_text("1")
    before = marks.tree(tmp_path)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "b").write_text("2")
    assert marks.tree(tmp_path) == before
    (tmp_path / "a").rename(tmp_path / "c")
    assert marks.tree(tmp_path) != before
