"""What a work still lacks: each `TODO` of its files, with the few words that may take its place."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

from smallbert import paths
from smallbert.data import sources, vocabulary
from smallbert.errors import Fault

TODO = "TODO"
"""Stands where a person has to decide."""

WORDS = {"metric": "metrics", "task": "tasks", "split": "splits", "unit": "units"}
WORDS |= {"protocol": "protocols", "technique": "techniques", "architecture": "architectures"}
"""Settings and columns, and the vocabulary of each."""

ASKS = {
    "repository": "owner/name, as on GitHub",
    "commit": "its 40 hexadecimal digits, of the version that you read",
    "path": "the file in the repository",
    "place": "where the document prints the table, such as the heading above it",
    "reading": "who compared the copied cells with the document, and how",
    "measured_by": "authors or others; a borrowed row says 'borrowed' in a column measured_by, and "
    "from where in a column original (source/table/row, or https:)",
    "device": "what times and speedups were measured on, or 'not stated'; leave it out if none",
    "author": "as BibTeX has it: Doe, Jane and Roe, Richard",
    "caption": "what to look for in the table, in a sentence; or nothing",
}
"""What to write for settings that are no words of a vocabulary."""

LEFT_OUT = {
    "task": "; a size or a time has none",
    "metric": "; a column of words has no quantities at all",
    "technique": "; join several by +; none if nobody compressed the model",
}
"""When a setting is left out, or what stands for nothing."""

FEW = 16
"""So many words are named in full."""


def faults(folder: Path) -> Iterator[Fault]:
    """Yield each `TODO` of a work: of the descriptor, the tables, the bibliography, the page.

    The same question of several rows of a table is one fault.
    """
    yield from _of_settings(folder / "datapackage.yaml")
    for path in sorted(folder.glob("*.csv")):
        yield from _of_rows(path)
    bib = paths.data() / "sources.bib"
    yield from _of_settings(bib, rf"^@\w+\{{{folder.name},.*?^\}}")
    yield from _of_page(paths.root() / "notebooks" / f"{folder.name}.ipynb")


def allowed(setting: str, heading: str = "", task: str = "") -> str:
    """Return what may be written for a setting: its words, or those that fit best.

    Parameters
    ----------
    setting : str
        Or a column of a table.
    heading : str
        What the document prints above the column.
    task : str
        Of a metric: those with which other works print this task come first.

    Examples
    --------
    >>> allowed("task", "SQuADv1 (dev)").partition(" or ")[0]
    'squad-1.1, squad-2.0, glue-6-squad-2'
    >>> allowed("split")
    'one of test, dev, mixed, unstated, train'
    """
    more = LEFT_OUT.get(setting, "")
    if setting not in WORDS:
        return ASKS.get(setting, "say it in your own words") + more
    name, words = WORDS[setting], vocabulary.choices(WORDS[setting])
    if len(words) <= FEW:
        return f"one of {', '.join(words)}{more}"
    begins = _begins(heading)
    columns = vocabulary.table(name)
    called = columns["name"] if "name" in columns else columns["meaning"]
    near = _metrics_of(task) if setting == "metric" and task else []
    near = near or [word for word in words if begins & _begins(f"{word} {called[word]}")]
    near = near or (list(vocabulary.scores()) if setting == "metric" else [])
    file = f"word of data/vocabulary/{name}.csv"
    return (f"{', '.join(near[:FEW])} or another {file}" if near else f"a {file}") + more


def _metrics_of(task: str) -> list[str]:
    """Return the metrics of scores with which the tables of all works print a task."""
    every = [sources.quantities(each) for key in sources.keys() for each in _tables(key)]
    of_task = {each["metric"] for held in every for each in held if each.get("task") == task}
    return [word for word in vocabulary.scores() if word in of_task]


def _tables(key: str) -> list[dict]:
    return [*sources.tables(key).values()]


def _begins(text: str) -> set[str]:
    whole = text.lower()
    return {word[:4] for word in re.findall("[a-z]{3,}", f"{whole} {whole.replace('-', '')}")}


def _of_settings(path: Path, part: str = r"\A.*\Z") -> Iterator[Fault]:
    """Yield each `TODO` of a descriptor, or of a part of a file in which settings have names."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    if not (block := re.search(part, text, re.DOTALL | re.MULTILINE)):
        return
    first, heading, told = text[: block.start()].count("\n") + 1, "", {}
    for number, line in enumerate(block[0].splitlines(), start=first):
        heading = titled[1] if (titled := re.search(r'title: "([^"]+)"', line)) else heading
        task = re.search(r"task: ([\w.-]+)", line.replace(TODO, ""))
        for match in re.finditer(rf"\b{TODO}\b", line):
            names = re.findall(r"(\w+)\s*[:=]", line[: match.start()])
            name = names[-1] if names else "here"
            words = allowed(name, heading, task[1] if task else "")
            above = told.setdefault((name, words), number)
            words = words if above == number else f"as on line {above}"
            of = f" of {heading!r}" if name in ("metric", "task", "unit") else ""
            yield Fault(path, number, f"{name}{of}: {TODO}; {words}")


def _of_rows(path: Path) -> Iterator[Fault]:
    """Yield each column of a table that has `TODO`, with the lines, at the first of them."""
    with path.open(encoding="utf-8", newline="") as file:
        reader, asked, rows = csv.DictReader(file), {}, []
        for own in reader:
            rows.append(next(iter(own.values())))
            for name in [name for name, cell in own.items() if cell == TODO]:
                asked.setdefault(name, []).append(reader.line_num)
    for name, lines in asked.items():
        some = ", ".join(rows[:FEW]) + (", ..." if rows[FEW:] else "")
        words = f"a row of the table, {some}; or nothing" if name == "baseline" else allowed(name)
        where = f" on lines {_spans(lines)}" if lines[1:] else ""
        yield Fault(path, lines[0], f"{name}: {TODO}{where}; {words}")


def _spans(lines: list[int]) -> str:
    """Return line numbers in words.

    Examples
    --------
    >>> _spans([2, 3, 4, 7])
    '2-4, 7'
    """
    ends = [at for at in lines if at + 1 not in lines]
    begins = [at for at in lines if at - 1 not in lines]
    return ", ".join(f"{a}-{b}" if a < b else f"{a}" for a, b in zip(begins, ends, strict=True))


def _of_page(path: Path) -> Iterator[Fault]:
    """Yield each `TODO` of a notebook, by the line of its file."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    for number, line in enumerate(lines, start=1):
        if (at := line.find(TODO)) >= 0:
            yield Fault(path, number, line[at:].rstrip('",').removesuffix("\\n"))
