"""What pages publish has the values of ``tests/expected.csv``, none of them taken from the book.

Each line names an exhibit or a notebook, the parameters of its run where they are not the
defaults, and a value with its place in a document or the sum that gives it by hand:

- row and column of an exhibit's table, each by its cells or headings; ``*`` is the whole column
- ``(rows)``, how many it has; ``(text)``, which its drawing shows; ``(alt)``, what its drawing
  says for who cannot see it; ``(status)`` or ``(kind)``, as in ``artifacts.json``
- the name of a value that a notebook gives to its prose
"""

import csv
from pathlib import Path

import pytest

from ..built import Run, agrees, texts

with (Path(__file__).parents[1] / "expected.csv").open(encoding="utf-8", newline="") as stream:
    LINES = list(csv.DictReader(stream))

EXHIBITS = sorted({line["exhibit"] for line in LINES if not line["given"]})


def found(run: Run, line: dict[str, str]) -> list[str]:
    """Return the texts of which one must be as the line expects."""
    exhibit, column = line["exhibit"], line["column"]
    if exhibit not in run.listing:
        return [run.about["said"][column]]
    if column == "(text)":
        return texts(run.drawing(exhibit))
    if column == "(alt)":
        return [run.drawing(exhibit).get("aria-label")]
    if column == "(rows)":
        return [str(len(run.table(exhibit).rows))]
    if column.startswith("("):
        return [run.listing[exhibit][column.strip("()")]]
    return [run.table(exhibit).cell(line["row"], column)]


def missed(run: Run, lines: list[dict[str, str]]) -> list[str]:
    """Return what is not as expected, one text a line."""
    wrong = []
    for line in lines:
        try:
            texts = found(run, line)
        except (AssertionError, KeyError) as error:
            texts = [f"{type(error).__name__}: {error}"]
        if not any(agrees(text, line["value"]) for text in texts):
            place = " ".join(line[part] for part in ("exhibit", "given", "row", "column"))
            wrong.append(f"{place}: {texts} is not {line['value']!r}, see {line['place']}")
    return wrong


@pytest.mark.parametrize("exhibit", EXHIBITS)
def test_an_exhibit_has_the_values_of_its_document(exhibit, runs):
    (run,) = [each for name, each in runs.items() if exhibit in (name, *each.listing)]
    own = [line for line in LINES if line["exhibit"] == exhibit and not line["given"]]
    assert missed(run, own) == []
