"""The documents are not in the repository; small ones are made here, and CI has the real ones."""

import hashlib
from pathlib import Path

import pandas as pd
import pytest

from smallbert.data import verify
from smallbert.data.descriptors import Column, Document, Table
from smallbert.errors import UserError

OURS = (Column(name="row", ours=True), Column(name="line", ours=True))


def tally(frame, lines, **stated):
    printed = (Column(name=name) for name in frame.columns if name != "line")
    stated = {"cells": "tabs", "columns": (*OURS, *printed)} | stated
    found = verify.Tally("source", "table")
    verify.compare(found, Table(name="table", **stated), frame, lines)
    return found


def test_every_printed_cell_of_the_documents_is_found(documents):
    tallies = verify.verify(Path(documents))
    assert [message for each in tallies for message in each.missing] == []
    assert sum(each.cells for each in tallies) > 900


def test_a_line_of_tabs_is_compared_cell_by_cell():
    frame = pd.DataFrame({"line": ["1"], "model": ["A"], "score": ["84.1"]}, index=["a"])
    assert tally(frame, ["A\t84.1"]).missing == []
    assert tally(frame, ["A\t84.2"]).missing == ["a: '84.1', but the document has '84.2'"]
    left_out = frame.assign(score="")
    assert tally(left_out, ["A\t84.1"]).missing == ["a: '', but the document has '84.1'"]


def test_rows_of_a_merged_cell_are_joined():
    frame = pd.DataFrame(
        {"line": ["1", "1"], "score": ["86.8 /81.7", "85.0/79.9"]}, index=["a", "b"]
    )
    assert tally(frame, ["86.8 /81.7 85.0/79.9"]).missing == []


def test_a_line_beyond_the_end_is_not_found():
    frame = pd.DataFrame({"line": ["7"], "score": ["84"]}, index=["a"])
    assert tally(frame, ["84"], cells="text").missing == ["a, score: '84' (line 7)"]


@pytest.mark.parametrize(
    ("cell", "text", "found"),
    [
        ("83", "22 GFLOPs, 83 GLUE score", True),
        ("8", "22 GFLOPs, 83 GLUE score", False),
        ("22.5", "22.55", False),
        ("82.5", "1/2: 84 => 82.5 1/3.5", True),
        ("XTC-BERT*", "* **XTC-BERT*:** Orange circle", True),
    ],
)
def test_a_number_is_found_only_whole(cell, text, found):
    assert verify.stands_in(cell, text) is found


def test_a_document_that_is_missing_or_another_is_refused(tmp_path):
    document = Document(file="a.txt", sha256=hashlib.sha256(b"y").hexdigest())
    with pytest.raises(UserError, match="no such document; give the folder that contains it"):
        verify.lines_of(tmp_path, document)
    (tmp_path / "a.txt").write_text("x")
    with pytest.raises(UserError, match="not the file that was transcribed"):
        verify.lines_of(tmp_path, document)


def test_a_label_that_spans_rows_stands_on_the_line_of_another_row():
    lines = ("<td rowspan=2>12L</td><td>A</td>", "<td>B</td>", "<td>9L</td><td>C</td>")

    def fault(cell, lines):
        return verify._label_fault(cell, {"12L", "9L"}, lines, range(1, 2), {0, 1, 2})

    assert fault("12L", lines) == ""
    assert fault("9L", lines).startswith("is not on its line; above is")
    alone = (lines[0].replace(" rowspan=2", ""), *lines[1:])
    assert fault("12L", alone) == "is neither on its line nor above"
