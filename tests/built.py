"""What notebooks published, as files: in the built book, or in the folder of one run."""

import csv
import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"


@dataclass(frozen=True)
class Run:
    """One executed notebook: `folder` has what `notebook_outputs.publish` wrote of it."""

    folder: Path

    @cached_property
    def about(self) -> dict:
        """The values for its prose, ``said``, and its exhibits, ``listing``."""
        return json.loads((self.folder / "about.json").read_text(encoding="utf-8"))

    @property
    def listing(self) -> dict[str, dict]:
        """Its exhibits by id, each as in ``artifacts.json``."""
        return {each["id"]: each for each in self.about["listing"]}

    def table(self, exhibit: str) -> "Table":
        """Return the CSV of an exhibit."""
        return Table.read(self.folder / "data" / "charts" / f"{exhibit}.csv")

    def drawing(self, exhibit: str) -> ElementTree.Element:
        """Return the drawing of a chart."""
        return ElementTree.parse(self.folder / "data" / "charts" / f"{exhibit}.svg").getroot()

    def drawings(self) -> dict[str, ElementTree.Element]:
        """Return all its charts by id."""
        return {name: self.drawing(name) for name, each in self.listing.items() if each["image"]}


@dataclass(frozen=True)
class Table:
    """A published CSV: the headings of each column from top to bottom, and the rows."""

    heads: list[tuple[str, ...]]
    rows: list[list[str]]

    @classmethod
    def read(cls, path: Path) -> "Table":
        """Read one whose headings may take several lines, which a line of the index may end."""
        with path.open(encoding="utf-8", newline="") as stream:
            lines = list(csv.reader(stream))
        named = [at for at, line in enumerate(lines[:5]) if line[0] and not any(line[1:])]
        depth = named[0] + 1 if named and len(lines[0]) > 1 else 1 + (not lines[0][0])
        return cls(list(zip(*lines[:depth], strict=True)), lines[depth:])

    def column(self, name: str) -> int:
        """Return the place of the one column that has the headings, joined by strokes."""
        return only(name, self.heads)

    def row(self, name: str) -> list[str]:
        """Return the row that begins with a cell, or the one that has the cells, in this order."""
        first = [row for row in self.rows if row[0] == name]
        return first[0] if first else self.rows[only(name, self.rows)]

    def cell(self, row: str, column: str) -> str:
        """Return a cell, or with ``*`` for the row the whole column, joined by strokes."""
        at = self.column(column)
        return " | ".join(each[at] for each in self.rows) if row == "*" else self.row(row)[at]


def only(name: str, among: list) -> int:
    """Return the place of the one sequence that has some texts in their order."""
    remaining = [(at, iter(each)) for at, each in enumerate(among)]
    places = [at for at, rest in remaining if all(part in rest for part in name.split(" | "))]
    assert len(places) == 1, f"{name!r} is there {len(places)} times"
    return places[0]


def texts(drawing: ElementTree.Element) -> list[str]:
    """Return every text of a drawing, each in a line with plain spaces."""
    return [" ".join("".join(each.itertext()).split()) for each in drawing.iter(f"{SVG}text")]


def centre(element: ElementTree.Element) -> tuple[float, float]:
    """Return where the first shape in an element lies."""
    shape = next(each for each in element.iter() if each.tag in (f"{SVG}use", f"{SVG}path"))
    if shape.tag == f"{SVG}use":
        return float(shape.get("x")), float(shape.get("y"))
    corners = np.array(re.findall(r"-?[\d.]+", shape.get("d")), float).reshape(-1, 2)
    return tuple((corners.min(axis=0) + corners.max(axis=0)) / 2)


def agrees(found: str, expected: str) -> bool:
    """Tell whether a text is as expected.

    A number agrees if it rounds to the expected digits; ``...`` stands for any text.
    """
    if found == expected:
        return True
    if "..." in expected:
        pattern = ".*".join(re.escape(part) for part in expected.split("..."))
        return re.fullmatch(pattern, found, re.DOTALL) is not None
    if " | " in expected:
        pairs = found.split(" | "), expected.split(" | ")
        return len(pairs[0]) == len(pairs[1]) and all(map(agrees, *pairs))
    try:
        digits = len(expected.partition(".")[2])
        return abs(float(found) - float(expected)) <= 0.5 * 10**-digits + 1e-9
    except ValueError:
        return False


def above(drawing: ElementTree.Element) -> dict:
    """Return for each element of a drawing what it lies in, from the inside out."""
    places = {drawing: []}
    for element in drawing.iter():
        places |= {each: [element, *places[element]] for each in element}
    return places
