"""What the rows of a table say of themselves: their technique, their bits, who measured them."""

import difflib
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from smallbert.data import sources, vocabulary
from smallbert.data.cells import NOT_REPORTED
from smallbert.data.results import BORROWED, original_of, results
from smallbert.errors import Fault


def faults(folder: Path) -> Iterator[Fault]:
    """Check what the rows of each table say of themselves: technique, who measured them."""
    for name in sources.tables(folder.name):
        yield from _techniques(folder.name, name)
        yield from _measured(folder.name, name)


def folder_file(key: str, name: str) -> Path:
    """Return the CSV of a table."""
    return sources.folder(key) / sources.tables(key)[name]["path"]


def _techniques(key: str, name: str) -> Iterator[Fault]:
    """Check the techniques of rows, of which a cell may join several by ``+``."""
    path, known = folder_file(key, name), vocabulary.words("techniques")
    frame, whole = sources.table(key, name, corrected=False), sources.tables(key)[name]
    spreads = {row for row in frame.get("sd_row", ()) if row}  # no models
    for number, (row, cell) in enumerate(frame.get("technique", pd.Series()).items(), start=1):
        if not cell and "technique" not in whole and row not in spreads:
            words = "say which; none for a model that nobody compressed"
            yield Fault.of_cell(path, number, "technique", words)
        parts = cell.split("+") if cell else []
        for part in sorted({part for part in parts if parts.count(part) > 1}):
            yield Fault.of_cell(path, number, "technique", f"{cell!r} has {part} twice")
        for part in parts:
            if part == vocabulary.COMPOUND and sources.quantified(whole):
                yield Fault.of_cell(path, number, "technique", f"{vocabulary.PARTS}")
            elif part not in known:
                words = f"{part!r} is unknown; use one of {', '.join(known)}"
                yield Fault.of_cell(path, number, "technique", words)


STORED = ("size", "compression-factor")
"""Metrics that tell how many bytes a row takes, whatever its bits."""


def bits(key: str, name: str) -> Iterator[Fault]:
    """Check that a quantized row of a known shape says its bits: without, its size would be wrong.

    One without scores is not compared, and a size that is printed needs no bits.
    """
    whole, frame = sources.tables(key)[name], sources.table(key, name, corrected=False)
    held = sources.quantities(whole)
    if any(each["metric"] in STORED for each in held) or not any("task" in each for each in held):
        return
    for number, own in enumerate(frame.to_dict("records"), start=1):
        kind = own.get("technique") or whole.get("technique", "")
        if "quantization" in kind.split("+") and own.get("architecture") and not own.get("bits"):
            words = "a quantized row of a known shape: give its bits in a column 'bits'"
            yield Fault.of_cell(folder_file(key, name), number, "architecture", words)


MEASURED_BY = ("authors", "others", BORROWED)


def _measured(key: str, name: str) -> Iterator[Fault]:
    """Check who measured each row, and that a borrowed one leads to its original."""
    path, frame = folder_file(key, name), sources.table(key, name, corrected=False)
    fields = sources.tables(key)[name]["schema"]["fields"]
    for number, own in enumerate(frame.reset_index().to_dict("records"), start=1):
        column = next((each for each in ("original", "measured_by") if each in own), "")
        told = [(column, own)]
        for field in fields:
            for quantity in field.get("quantities", []):
                if quantity.keys() & {"measured_by", "original"}:
                    read = str(quantity.get("original", ""))
                    place = read[1:] if read[:1] == "$" else field["name"]
                    told.append((place, sources.resolve(quantity, own)))
                    if own[field["name"]] not in NOT_REPORTED:
                        yield from _elsewhere(path, number, own["row"], *told[-1])
        for column, owner in told:
            who, original = owner.get("measured_by", ""), owner.get("original", "")
            if words := unowned(who, original):
                by = column == "original" and words.startswith("measured_by")
                at = "measured_by" if by else column
                yield Fault.of_cell(path, number, at, f"{own['row']}: {words}")


def _elsewhere(path: Path, number: int, row: str, column: str, owner: dict) -> Iterator[Fault]:
    """Check that a score's original is not beside the row of its model that has the task."""
    told, task = owner.get("original", ""), owner.get("task", "")
    original = original_of(told, task, owner.get("metric", ""))
    if not task or not sources.is_row(original):
        return
    key, name, place = original.split("/")
    tidy = results(key)
    tidy = tidy[tidy["table"] == name]
    known = tidy[tidy["row"] == place]
    if task not in set(known["task"]):
        same = tidy[tidy["model"].isin(known["model"]) & tidy["task"].eq(task)]
        for other in same["row"].head(1):
            words = f"{original} has no score of {task}, and {key}/{name}/{other} has; "
            words += "name that row, too, with a space between the two"
            yield Fault.of_cell(path, number, column, f"{row}: {words}")


def unowned(who: str, original: str) -> str:
    """Return what is wrong with who measured a number and where it comes from, or nothing.

    Parameters
    ----------
    who : str
        As the column ``measured_by`` has it.
    original : str
        A row, as ``source/table/row``, or several, with spaces between, or an address.
    """
    if who and who not in MEASURED_BY:
        return f"measured_by is {who!r}; use one of {', '.join(MEASURED_BY)}"
    if who == BORROWED and not original.strip():
        return "measured_by is 'borrowed' and original is empty; give source/table/row or https:"
    if original and who != BORROWED:
        words = "write 'borrowed' there, or leave the original out"
        return f"original is {original!r} and measured_by is {who!r}; {words}"
    for place in unknown(original)[:1]:
        known = _all_rows()
        like = [each for each in known if each.startswith(place)]
        like = (like or difflib.get_close_matches(place, known))[:3]
        near = f", as {' or '.join(like)}," if like else ""
        words = f"give source/table/row{near} or several, with spaces, or one address, https:"
        return f"original is {place!r}, no row of the survey; {words}"
    return ""


def _all_rows() -> list[str]:
    """Return the place of every row of the survey."""
    whole = [(key, name) for key in sources.keys() for name in sources.tables(key)]
    return [f"{key}/{name}/{row}" for key, name in whole for row in sources.table(key, name).index]


def unknown(text: str) -> list[str]:
    """Return what a text names that is no row of the survey; one address alone is none of them."""
    if text.startswith("https://") and not text.split()[1:]:
        return []
    return [place for place in text.split() if not sources.is_row(place)]
