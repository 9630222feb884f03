"""The results as tables, written whole after each arm: below ``_build``, committed in the book."""

import hashlib
from pathlib import Path

import pandas as pd

from experiments.speed import record as speed
from smallbert import paths
from smallbert.errors import UserError

TABLES = {
    "machines": "row processor cores system python threads torch instructions code date device",
    "rates": "row task rate dev loss machine",
    "answers": "row run test items accuracy right",
    "runs": "row arm task seed machine loss dev encoder_bytes file_bytes parameters tokens"
    " operations seconds",
}
"""Columns of each table; runs are written last, so that what a stop cut off has none."""

DECIDES = ("arms", "encoder", "making", "storage", "tasks", "training")
"""Modules of this package that decide what is measured."""


def code() -> str:
    """Return the SHA-256 of the code that decides what is measured."""
    files = [Path(__file__).with_name(f"{name}.py") for name in DECIDES]
    code = "".join(speed.substance(path.read_text(encoding="utf-8")) for path in files)
    return hashlib.sha256(code.encode()).hexdigest()


def committed() -> Path:
    """Return the folder of the results that the book has."""
    return paths.data() / "sources" / "compress"


def packed(right: list[bool]) -> str:
    """Return right and wrong answers in hexadecimal digits, four a digit, filled up with wrong."""
    bits = "".join("01"[each] for each in right) + "0" * (-len(right) % 4)
    return f"{int(bits, 2):0{len(bits) // 4}x}"


def read(folder: Path, name: str) -> dict[str, dict]:
    """Return the rows of a table of results by name; none, where there is no table."""
    path = folder / f"{name}.csv"
    if not path.is_file():
        return {}
    table = pd.read_csv(path, dtype=str, keep_default_na=False)
    if [*table] != TABLES[name].split():
        raise UserError(f"{path}: its columns are not {TABLES[name]}; move it away")
    return {row["row"]: row for row in table.to_dict("records")}


def write(path: Path, rows: list[dict]) -> None:
    """Write a table whole or not at all."""
    table = pd.DataFrame(rows, columns=TABLES.get(path.stem, "").split() or None)
    paths.write_atomically(path, table.to_csv(index=False, lineterminator="\n"))


class Record:
    """What is measured so far; it begins with what is committed."""

    def __init__(self, folder: Path, *, begin: bool = True):
        self.folder, self.models = folder, folder / "models"
        self.models.mkdir(parents=True, exist_ok=True)
        of = folder if (folder / "rates.csv").exists() else committed()
        self.tables = {name: read(of, name) for name in TABLES}
        if not begin:
            self.tables["runs"] = {}
        answers, runs = self.tables["answers"].items(), self.tables["runs"]
        self.tables["answers"] = {key: row for key, row in answers if row["run"] in runs}

    def add(self, table: str, row: str, cells: dict, *, whole: bool = True) -> None:
        """Record a row, and write all tables unless more rows belong to it."""
        self.tables[table][row] = {"row": row} | cells
        for name in TABLES if whole else ():
            write(self.folder / f"{name}.csv", [*self.tables[name].values()])
