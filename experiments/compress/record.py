"""The results as tables, written whole after each arm: below ``_build``, committed in the book."""

from collections.abc import Callable
from pathlib import Path

import pandas as pd

from experiments.compress.arms import plan
from smallbert import paths
from smallbert.errors import UserError

TABLES = {
    "machines": "row processor cores system python threads torch instructions date device",
    "rates": "row task rate dev loss machine code",
    "answers": "row run test items accuracy right",
    "runs": "row arm task seed machine code loss dev encoder_bytes file_bytes parameters tokens"
    " operations seconds",
}
"""Columns of each table; runs are written last, so that what a stop cut off has none."""


def committed() -> Path:
    """Return the folder of the results that the book has."""
    return paths.data() / "sources" / "compress"


def packed(right: list[bool]) -> str:
    """Return right and wrong answers in hexadecimal digits, four a digit, filled up with wrong."""
    bits = "".join("01"[each] for each in right) + "0" * (-len(right) % 4)
    return f"{int(bits, 2):0{len(bits) // 4}x}"


def read(folder: Path, name: str) -> dict[str, dict]:
    """Return the rows of a table of results by name; none, where there is no table.

    The committed runs are of a time when machines had the code, all of it: they have none here, so
    none of them counts as a run of today's.
    """
    path, columns = folder / f"{name}.csv", TABLES[name].split()
    if not path.is_file():
        return {}
    table = pd.read_csv(path, dtype=str, keep_default_na=False)
    if ({*table} ^ {*columns}) - {"code"}:
        raise UserError(f"{path}: its columns are not {TABLES[name]}; move it away")
    table = table.reindex(columns=columns, fill_value="")
    return {row["row"]: row for row in table.to_dict("records")}


def write(path: Path, rows: list[dict]) -> None:
    """Write a table whole or not at all."""
    table = pd.DataFrame(rows, columns=TABLES.get(path.stem, "").split() or None)
    paths.write_atomically(path, table.to_csv(index=False, lineterminator="\n"))


class Record:
    """What is measured on one machine by the code as it is; it begins with what is committed.

    Pairs are of one machine, so what another one measured is left out, as is what other code did:
    it stays in the book until it is measured again.
    """

    def __init__(self, folder: Path, *, machine: dict[str, str], code: Callable[[str, str], str]):
        self.folder, self.models, self.machine, self.code = folder, folder / "models", machine, code
        self.models.mkdir(parents=True, exist_ok=True)
        start = folder if (folder / "rates.csv").exists() else committed()
        self.tables = {name: read(start, name) for name in TABLES}
        for name in ("rates", "runs"):
            rows = self.tables[name].items()
            self.tables[name] = {key: row for key, row in rows if self.counts(row)}
        answers = self.tables["answers"].items()
        self.tables["answers"] = {
            key: row for key, row in answers if row["run"] in self.tables["runs"]
        }
        self.tables["machines"] = {machine["row"]: machine}

    def counts(self, row: dict[str, str]) -> bool:
        """Return whether a run, or a rate of the baseline, is of this machine and today's code."""
        arm = row.get("arm", "baseline")
        known = row["machine"] == self.machine["row"] and row["code"] and arm in plan()
        return bool(known) and row["code"] == self.code(arm, row["task"])

    def add(self, table: str, key: str, cells: dict) -> None:
        """Record an answer, or a run or rate: with it, all tables are written."""
        if table != "answers":
            code = self.code(cells.get("arm", "baseline"), cells["task"])
            cells = cells | {"machine": self.machine["row"], "code": code}
        self.tables[table][key] = {"row": key} | cells
        for name in TABLES if table != "answers" else ():
            write(self.folder / f"{name}.csv", [*self.tables[name].values()])
