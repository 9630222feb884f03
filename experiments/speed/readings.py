"""Raw readings: rows that are appended to a file, so that a stop loses what was under way alone."""

import csv
from pathlib import Path

BUILT = (
    *("row", "kind", "parameters", "megabytes_32", "deviation_32", "memory_32"),
    *("megabytes_8", "deviation_8", "memory_8"),
)
READ = (
    *("process", "runtime", "bits", "threads", "batch", "tokens", "round", "row"),
    *("wall", "processor"),
)
"""Columns of the two files; milliseconds by the clock on the wall and of the processor."""


def append(path: Path, columns: tuple[str, ...], rows: list[dict]) -> None:
    """Add rows to a file, or begin it."""
    new = not path.exists()
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        if new:
            writer.writeheader()
        writer.writerows(rows)


def read(path: Path) -> list[dict[str, str]]:
    """Return the rows of a file, none where there is none; a row cut off by a stop is left out."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if None not in row.values()]


def tell(line: str) -> None:
    """Print a line at once, also into a file."""
    print(line, flush=True)
