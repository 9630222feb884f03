"""What a work that is being entered still lacks: each `TODO`, and what may be written there."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

from smallbert import paths
from smallbert.data import cells, descriptor_schema, vocabulary
from smallbert.data.sources import DESCRIPTOR
from smallbert.data.table_under_check import TODO
from smallbert.errors import Fault

NAMED_WORDS = 16
"""So many words are named in full."""

VOCABULARIES = {"metric": "metrics", "task": "tasks", "split": "splits", "unit": "units"}
VOCABULARIES |= {"protocol": "protocols", "technique": "techniques"}
"""The vocabulary of a setting, or of a column of ours of the same name."""


def allowed_words(setting: str, part: str = "", unit: str = "") -> str:
    """Return what may be written for a setting of a part, or a column; a metric has some unit."""
    if setting == "author":
        return "as BibTeX has it: Doe, Jane and Roe, Richard"
    meaning = descriptor_schema.meaning(setting, part) or "say it in your own words"
    if setting not in VOCABULARIES:
        return meaning
    words = vocabulary.choices(VOCABULARIES[setting])
    if len(words) <= NAMED_WORDS:
        return f"one of {', '.join(words)}; {meaning}"
    file = f"word of data/vocabulary/{VOCABULARIES[setting]}.csv"
    if setting != "metric":
        return f"a {file}; {meaning}"
    metrics = [
        metric
        for metric, of_metric in vocabulary.units_of_metrics().items()
        if unit and of_metric and cells.alike(unit, of_metric)
    ]
    return f"{', '.join(metrics or vocabulary.scores())} or another {file}; {meaning}"


def unfilled(folder: Path) -> Iterator[Fault]:
    """Nothing of a work is still `TODO`: descriptor, entry of the bibliography, tables, page."""
    yield from _in_descriptor(folder / DESCRIPTOR)
    yield from _in_bibliography(folder.name)
    for path in sorted(folder.glob("*.csv")):
        yield from _in_table(path)
    yield from _in_notebook(paths.root() / "notebooks" / f"{folder.name}.ipynb")


def _in_descriptor(path: Path) -> Iterator[Fault]:
    """Yield each `TODO` of a descriptor; a quantity is named with the heading above it."""
    heading = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        titled = re.search(r'title: "([^"]+)"', line)
        heading = titled[1] if titled else heading
        for setting in _settings_to_do(line):
            of_heading = f" of {heading!r}" if setting in ("metric", "task", "unit") else ""
            part = "column" if line.startswith(10 * " ") else "work"  # as `new` indents them
            unit = "".join(re.findall(r"unit: (\w+)", line))
            message = f"{setting}{of_heading}: {TODO}; {allowed_words(setting, part, unit)}"
            yield Fault(path, number, message)


def _in_bibliography(key: str) -> Iterator[Fault]:
    """Yield each `TODO` of the entry of a work."""
    path, of_work = paths.data() / "sources.bib", False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        of_work = f"{{{key}," in line if line[:1] == "@" else of_work
        for setting in _settings_to_do(line) if of_work else ():
            yield Fault(path, number, f"{setting}: {TODO}; {allowed_words(setting, 'work')}")


def _settings_to_do(line: str) -> Iterator[str]:
    """Yield the name before each `TODO` of a line, ``name: TODO`` or ``name = {TODO}``."""
    for match in re.finditer(rf"\b{TODO}\b", line):
        yield ["here", *re.findall(r"(\w+)\s*[:=]", line[: match.start()])][-1]


def _in_table(path: Path) -> Iterator[Fault]:
    """Yield a fault for each column of a CSV with `TODO`, which names all its lines."""
    lines_by_column, keys = {}, []
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        for row in rows:
            keys.append(row.get("row", ""))
            for column in [column for column, cell in row.items() if cell == TODO]:
                lines_by_column.setdefault(column, []).append(rows.line_num)
    for column, lines in lines_by_column.items():
        gapless = lines == list(range(lines[0], lines[-1] + 1))
        named = f"{lines[0]}-{lines[-1]}" if gapless else ", ".join(map(str, lines))
        on_lines = f" on lines {named}" if lines[1:] else ""
        words = f"a row of the table, {', '.join(keys[:NAMED_WORDS])}; or nothing"
        words = words if column == "baseline" else allowed_words(column)
        yield Fault(path, lines[0], f"{column}: {TODO}{on_lines}; {words}")


def _in_notebook(path: Path) -> Iterator[Fault]:
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    for number, line in enumerate(text.splitlines(), start=1):
        if TODO in line:
            message = line[line.index(TODO) :].rstrip('",').removesuffix("\\n")
            yield Fault(path, number, message)
