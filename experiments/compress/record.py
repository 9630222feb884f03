"""The results as tables, written whole after each arm: below ``_build``, committed in the book."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.special import softmax

from experiments.compress.arms import every
from smallbert import paths
from smallbert.errors import UserError

TABLES = {
    "machines": "row processor cores system python threads torch instructions date device",
    "rates": "row task rate dev loss machine code",
    "answers": "row run test items accuracy right",
    "fit_answers": "row run test items accuracy right",
    "curves": "row run step loss dev",
    "runs": "row arm task seed rate epochs steps machine code loss dev encoder_bytes file_bytes"
    " parameters tokens operations seconds",
    "fits": "row stage arm task seed rate epochs teacher_rate steps machine code loss dev"
    " encoder_bytes file_bytes parameters tokens operations seconds",
}
"""Columns of each table; runs are written last, so that what a stop cut off has none."""

GRID_TABLES = ("machines", "rates", "answers", "runs")
BUDGET_TABLES = ("machines", "fit_answers", "curves", "fits")
"""Tables that the grid writes, and those that the stages of equal budgets write."""

OWNERS = ("rates", "runs", "fits")
"""Tables whose rows say which machine and code they are of; other rows name one of theirs."""

APART = ("fit_answers", "curves", "fits")
"""Tables in which the book has the same fit of several machines, each named after its machine."""

COMMITTED = {"code", "confidence"}
"""Columns of the committed tables alone: the one code of all that machines measured at first, and
how sure a fit was of its answers, which `publish` takes from its scores.
"""


def committed() -> Path:
    """Return the folder of the results that the book has."""
    return paths.data() / "sources" / "compress"


def hexadecimal(right: list[bool]) -> str:
    """Return right and wrong answers in hexadecimal digits, four a digit, filled up with wrong."""
    bits = "".join("01"[each] for each in right) + "0" * (-len(right) % 4)
    return f"{int(bits, 2):0{len(bits) // 4}x}"


def read_table(folder: Path, name: str) -> dict[str, dict]:
    """Return the rows of a table of results by name; none, where there is no table."""
    path, columns = folder / f"{name}.csv", TABLES[name].split()
    if not path.is_file():
        return {}
    table = pd.read_csv(path, dtype=str, keep_default_na=False)
    if ({*table} ^ {*columns}) - COMMITTED:
        raise UserError(f"{path}: its columns are not {TABLES[name]}; move it away")
    table = table.reindex(columns=columns, fill_value="")
    return {row["row"]: row for row in table.to_dict("records")}


def write_table(path: Path, rows: list[dict]) -> None:
    """Write a table whole or not at all."""
    table = pd.DataFrame(rows, columns=TABLES.get(path.stem, "").split() or None)
    paths.write_atomically(path, table.to_csv(index=False, lineterminator="\n"))


def publish(folder: Path, names: tuple[str, ...], into: Path) -> dict[str, int]:
    """Add the rows of a folder to the tables of another one; return how many of each table.

    A run that was there is replaced with all that belongs to it; the same fit of another machine
    stays.
    """
    (machine,) = read_table(folder, "machines")
    # a fit that ends meanwhile is written after its curve, so its row is read before, and for the
    # same reason written after it
    tables = {name: read_table(folder, name) for name in reversed(names)}
    runs = {key for name in {*names} & {*OWNERS} for key in tables[name]}
    added = {}
    for name in names:
        rows = tables[name].values()
        new = pd.DataFrame([row for row in rows if row.get("run", "") in {"", *runs}])
        path, begin = into / f"{name}.csv", f"{machine}-" if name in APART else ""
        if not path.is_file():
            write_table(path, [])
        old = pd.read_csv(path, dtype=str, keep_default_na=False)
        if name == "fit_answers" and len(new):
            published = dict(zip(old["row"], old.get("confidence", ""), strict=False))
            new["confidence"] = [
                confidence(folder / "scores" / f"{row.run}.safetensors", row.test)
                # a stage goes on from what is published, whose scores are not in its folder
                or published.get(f"{begin}{row.row}", "")
                for row in new.itertuples()
            ]
        for column in {*new} & {"row", "run"}:
            new[column] = begin + new[column]
        if name == "machines":  # it stays as it was when it measured first
            new = new[~new["row"].isin(old["row"])]
        else:
            column = "row" if name in OWNERS else "run"
            old = old[~old[column].isin({begin + run for run in runs})]
        table = pd.concat([old, new]).fillna("")
        paths.write_atomically(path, table.to_csv(index=False, lineterminator="\n"))
        added[name] = len(new)
    return added


def confidence(scores: Path, test: str) -> str:
    """Return the probability of each answer given to a test, in 255ths, in hexadecimal digits.

    `scores` is a file of the scores of each class, those of an item in a line; without it, it is
    empty.
    """
    if not scores.is_file():
        return ""
    from safetensors.numpy import load_file

    of_classes = load_file(scores)[test].astype(np.float32)
    shares = softmax(of_classes, axis=1).max(axis=1)
    return np.rint(255 * shares).astype(np.uint8).tobytes().hex()


class Record:
    """What is measured on one machine by the code as it is; it begins with what is committed.

    Pairs are of one machine, so what another one measured is left out, as is what other code did:
    it stays in the book until it is measured again. What lies in the folder goes before what the
    book has.
    """

    def __init__(
        self,
        folder: Path,
        *,
        machine: dict[str, str],
        code: Callable[[str, str], str],
        names: tuple[str, ...] = GRID_TABLES,
        begin: Path | None = None,
    ):
        self.folder, self.machine, self.code, self.names = folder, machine, code, names
        self.models = folder / "models" / machine["row"]
        self.models.mkdir(parents=True, exist_ok=True)
        self.tables = {name: {} for name in names}
        for start in (begin, folder) if begin else (folder,):
            for name, rows in self.rows_that_count(start).items():
                self.tables[name] |= rows
        self.tables["machines"] = {machine["row"]: machine}

    def rows_that_count(self, start: Path) -> dict[str, dict[str, dict]]:
        """Return the rows of the tables of a folder that count, named without their machine."""
        tables = {name: read_table(start, name) for name in self.names if name != "machines"}
        tables = {name: self.without_machine(rows) for name, rows in tables.items()}
        known = set()
        for name in tables.keys() & {*OWNERS}:
            rows = tables[name].items()
            tables[name] = {key: row for key, row in rows if self.counts(row)}
            known |= {*tables[name]}
        for name in tables.keys() - {*OWNERS}:
            tables[name] = {key: row for key, row in tables[name].items() if row["run"] in known}
        return tables

    def without_machine(self, rows: dict[str, dict]) -> dict[str, dict]:
        """Return rows by the names that they have on this machine."""
        begin, found = f"{self.machine['row']}-", {}
        for row in rows.values():
            named = {cell: row[cell].removeprefix(begin) for cell in ("row", "run") if cell in row}
            found[named["row"]] = row | named
        return found

    def counts(self, row: dict[str, str]) -> bool:
        """Return whether a run, or a rate of the baseline, is of this machine and today's code."""
        arm = row.get("arm", "baseline")
        if row["machine"] != self.machine["row"] or arm not in every():
            return False
        # those committed before a run had a code of its own count as they are, on their machine
        return not row["code"] or row["code"] == self.code(arm, row["task"])

    def add(self, table: str, key: str, cells: dict) -> None:
        """Record what belongs to a run; or the run itself, and with it, all tables are written."""
        if table in OWNERS:
            code = self.code(cells.get("arm", "baseline"), cells["task"])
            cells = cells | {"machine": self.machine["row"], "code": code}
        self.tables[table][key] = {"row": key} | cells
        for name in self.names if table in OWNERS else ():
            write_table(self.folder / f"{name}.csv", [*self.tables[name].values()])
