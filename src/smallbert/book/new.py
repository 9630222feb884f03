"""Begin a work: its folder, notebook, bibliography entry and line of contents, with `TODO`s.

The files are those of the folder ``template``. Tables are copied as printed; what a heading says in
words of the vocabulary is taken, with a comment; all else that is asked is `TODO`, for which
`smallbert check` then asks.
"""

import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import nbformat
import pandas as pd
from jinja2 import Environment, FileSystemLoader

from smallbert import paths
from smallbert.book import readers
from smallbert.data import cells, headings, sources, vocabulary
from smallbert.data.addresses import slug
from smallbert.data.subject import TODO
from smallbert.errors import UsageError, UserError

TEMPLATE = Path(__file__).with_name("template")
LAYOUT = {"trim_blocks": True, "lstrip_blocks": True, "keep_trailing_newline": True}
KEY = re.compile(r"[a-z]+(\d{4})[a-z0-9]+")
OURS = ("name", "technique", "baseline", "architecture", "bits", "measured_by", "original")
"""Columns behind the printed ones; of each row the technique is asked."""

MODELS = ("model", "models")
"""How a column of models is headed."""

GROUP = "group"
"""The column of a heading that stands above some of the rows."""


@dataclass
class Column:
    """A printed column: its heading from top to bottom, its cells, and what the cells hold."""

    name: str
    header: list[str]
    cells: list[str]
    line: int | None = None
    quantities: list[dict[str, str]] = field(default_factory=list)

    @property
    def title(self) -> str:
        """Return its heading in one line."""
        return " ".join(filter(None, self.header))

    def holds(self) -> list[dict[str, str]]:
        """Return its quantities: those that its heading says, and one for each further number."""
        counts = [count for count in map(cells.count, self.cells) if count]
        if not counts:
            return []
        taken = headings.quantities([each for each in self.header if each]) or [{}]
        most, least = max(counts), min(counts)
        if len(taken) > most:
            taken = [{}]
        shared = {part: word for part, word in taken[0].items() if part in ("task", "split")}
        optional = self._optional(most, least)
        of_heading, in_order = iter(taken), optional == sorted(optional)
        whole = [next(of_heading, shared) if in_order or not each else shared for each in optional]
        pairs = zip(whole, optional, strict=True)
        made = [(_asked(one, self.cells), may_lack) for one, may_lack in pairs]
        return [one | ({"optional": "true"} if may_lack else {}) for one, may_lack in made]

    def _optional(self, most: int, least: int) -> list[bool]:
        """Tell of each number of its fullest cells whether others lack it.

        It is in brackets, if what stands outside of them is what all cells have, else behind those.
        """
        fullest = next(each for each in self.cells if cells.count(each) == most)
        within = cells.bracketed(fullest)
        if len(within) == most and within.count(False) == least:
            return within
        return [at >= least for at in range(most)]

    def wordy(self) -> list[str]:
        """Return the cells of a column of numbers that hold none, and are no usual sign of it."""
        told = (each for each in self.cells if not re.search(r"\d", each))
        return [each for each in told if self.quantities and each not in cells.NOT_REPORTED]


def _asked(quantity: dict[str, str], column: list[str]) -> dict[str, str]:
    """Return a quantity with what its heading does not say as `TODO`."""
    metric = quantity.get("metric", "")
    own = vocabulary.units_of_metrics().get(metric, "")
    if own in cells.MEASURES and "unit" not in quantity:
        if not all(cells.has_unit(each, own) for each in column if cells.count(each)):
            # a size without its unit may be a share, or count weights
            return {"metric": TODO} if own == "MB" else quantity | {"unit": TODO}
    elif quantity.get("unit") == own:
        quantity = {part: word for part, word in quantity.items() if part != "unit"}
    task = {"task": TODO} if metric in vocabulary.scores() else {}
    return {"metric": TODO} | task | quantity


@dataclass
class Table:
    """A table that becomes one of the work, by its printed columns."""

    name: str
    line: int
    heading: str
    lines: list[int | str]
    columns: list[Column]
    turned: bool = False

    @property
    def rows(self) -> list[str]:
        """Return the names of its rows."""
        return _unique([slug(cell) or "row" for cell in self.columns[0].cells], [], "-")

    @property
    def quantities(self) -> list[dict[str, str]]:
        """Return all that its columns hold."""
        return [each for column in self.columns for each in column.quantities]

    @property
    def scores(self) -> list[dict[str, str]]:
        """Return those that are scores, which have a split."""
        return [each for each in self.quantities if "task" in each]

    @property
    def asks(self) -> list[str]:
        """Return the settings of the whole table that somebody has to say.

        What a heading does not say may be scores.
        """
        timed = {each["metric"] for each in self.quantities} & vocabulary.metrics_of_devices()
        unknown = [
            each for each in self.quantities if each["metric"] == TODO and "unit" not in each
        ]
        named = {
            "split": any("split" not in each for each in self.scores),
            "protocol": self.scores or unknown,
            "measured_by": self.scores or timed,
            "device": timed,
            "baseline": len(self.lines) > 1,
        }
        return [name for name, needed in named.items() if needed]

    @property
    def missing(self) -> list[str]:
        """Return the words that stand in the place of numbers."""
        return list(dict.fromkeys(word for each in self.columns for word in each.wordy()))

    @property
    def commas(self) -> bool:
        """Tell whether its decimals stand behind commas, in each cell that has any."""
        every = " ".join(cell for each in self.columns if each.quantities for cell in each.cells)
        return bool(re.search(r"\d,\d\d?(?!\d)", every)) and not re.search(r"\d\.\d", every)

    def flow(self, column: Column) -> str:
        """Return what a column holds as YAML; the metrics that its scores lack are one question."""
        return ", ".join(
            f"{{{', '.join(f'{part}: {word}' for part, word in self._once(column, at, one))}}}"
            for at, one in enumerate(column.quantities)
        )

    def taken(self, column: Column) -> str:
        """Return the comment on what is taken from a heading, and where one answer is asked."""
        said = dict.fromkeys(
            word
            for each in column.quantities
            for part, word in each.items()
            if part in headings.PARTS and word != TODO
        )
        flow = self.flow(column)
        told = [f"of its heading: {', '.join(said)}"] if said else []
        marks = [f"*{mark}" for mark in re.findall(r"metric: &(\w+)", flow)]
        told += (
            [f"for each column with {' or '.join(marks)} that has no metric of its own"]
            if marks
            else []
        )
        return f"  # {'; '.join(told)}" if told else ""

    def _once(self, column: Column, at: int, quantity: dict[str, str]) -> Iterator[tuple[str, str]]:
        """Yield the parts of a quantity; of answers that are one, all but the first are aliases."""
        for part, word in quantity.items():
            mark, first = "", True
            if (part, word) == ("metric", TODO) and "task" in quantity:
                mark = f"{self.name}_{at + 1}"
                first = column is next(each for each in self.columns if _lacks_metric(each, at))
            elif (part, word) == ("task", TODO) and len(column.quantities) > 1:
                mark, first = f"{self.name}_{column.name}", not at
            yield part, f"*{mark}" if not first else f"&{mark} {word}" if mark else word

    def csv(self) -> str:
        """Return the table as CSV: cells as printed between the names of rows and what is asked."""
        frame = pd.DataFrame({each.name: each.cells for each in self.columns})
        frame.insert(0, "row", self.rows)
        frame.insert(1, "line", self.lines)
        ours = frame.assign(**{each: TODO if each == "technique" else "" for each in OURS})
        if GROUP in ours:  # two groups may have rows of one name
            first = self.columns[0].cells
            pairs = zip(first, ours[GROUP], strict=True)
            ours["name"] = [f"{own}, {group}" if group else "" for own, group in pairs]
        return ours.to_csv(index=False, lineterminator="\n")


def _lacks_metric(column: Column, at: int) -> bool:
    own = column.quantities[at] if at < len(column.quantities) else {}
    return own.get("metric") == TODO and "task" in own


def _table(name: str, found: readers.Table) -> Table:
    """Return a table of a file as one of the work."""
    found = _second_header(found)
    found, groups = _grouped(found)
    found = _models_first(found)
    ends = [(line, found.ends.get(line, line)) for line, _ in found.rows]
    lines = [f"{line}-{end}" if end > line else line for line, end in ends]
    columns = [None] * len(found.header[0])
    if turned := _rows_are_tasks(found):
        found, columns, lines = _turned(found)
    texts = [*zip(*(own for _, own in found.rows), strict=True)] or [()] * len(columns)
    told = found.headings()
    plain = (re.sub(r"</?\w+>", "", " ".join(each)) for each in told)  # <sup> and <sub> stay in it
    names = [slug(each).replace("-", "_") or "column" for each in plain]
    names = _unique(names, ["row", "line", GROUP, *OURS], "_")
    made = [Column(*parts) for parts in zip(names, told, map(list, texts), columns, strict=True)]
    for each in made[1:]:
        each.quantities = each.holds()
    if any(groups):
        made.insert(1, Column(GROUP, [], groups))
    return Table(name, found.line, found.heading, lines, made, turned)


def _second_header(table: readers.Table) -> readers.Table:
    """Return a table whose first row of words, if the vocabulary has some, is of its header."""
    if len(table.header) > 1 or not table.rows:
        return table
    words = table.rows[0][1]
    parts = {part for each in words[1:] for part in headings.said([each])[0]}
    if any(map(cells.count, words)) or not parts & {"metric", "task", "split"}:
        return table
    top = list(table.header[0])
    for at in range(2, len(top)):  # what spans columns, Markdown writes once
        top[at] = top[at] or top[at - 1]
    return replace(table, header=[top, words], rows=table.rows[1:])


def _grouped(table: readers.Table) -> tuple[readers.Table, list[str]]:
    """Return a table without the lines that are headings of rows, and the heading of each row."""
    rows, groups, group = [], [], ""
    for line, own in table.rows:
        spans = {*own} == {own[0]} or not any(own[1:])
        if spans and len(own) > 2 and not cells.count(own[0]):
            group = own[0]
        else:
            rows.append((line, own))
            groups.append(group)
    return (replace(table, rows=rows), groups) if rows else (table, [])


def _models_first(table: readers.Table) -> readers.Table:
    """Return a table whose first column names its models, if that one has words for several."""
    first, heads = [own[0] for _, own in table.rows], table.headings()
    at = next((n for n, each in enumerate(heads) if slug(" ".join(each)) in MODELS), 0)
    if len({*first}) == len(first) or not at:
        return table
    order = [at, *(n for n in range(len(heads)) if n != at)]
    header = [[cells_[n] for n in order] for cells_ in table.header]
    return replace(
        table, header=header, rows=[(line, [own[n] for n in order]) for line, own in table.rows]
    )


def _rows_are_tasks(table: readers.Table) -> bool:
    """Tell whether tasks stand in the rows, and in no column."""
    in_rows = [headings.said([own[0]])[0].get("task") for _, own in table.rows]
    in_columns = [headings.said(each)[0] for each in table.headings()[1:]]
    return len([each for each in in_rows if each]) > 1 and not any(
        {"task", "metric"} & {*each} for each in in_columns
    )


def _turned(table: readers.Table) -> tuple[readers.Table, list[int | None], list[int]]:
    """Return a table with its models in rows; the lines of its columns, and of its rows.

    A column of words, such as the metrics of the tasks, becomes a row of the header.
    """
    whole = [["Model", *(own[0] for _, own in table.rows)]]
    rows = []
    for at, heading in enumerate(table.headings()[1:], start=1):
        own = [cells_[at] for _, cells_ in table.rows]
        if any(map(cells.count, own)):
            rows.append((table.line, [" ".join(filter(None, heading)), *own]))
        else:
            whole.append(["", *own])
    lines = [None, *(line for line, _ in table.rows)]
    return replace(table, header=whole, rows=rows), lines, [table.line] * len(rows)


def _unique(names: list[str], taken: list[str], join: str) -> list[str]:
    """Return names of which none is there twice, or taken: those that are get their number."""
    found = [*taken]
    for at, name in enumerate(names, start=1):
        found.append(name if name not in found else f"{name}{join}{at}")
    return found[len(taken) :]


def _cell(text: str) -> str:
    """Return a text as a cell of a CSV."""
    return '"' + text.replace('"', '""') + '"' if re.search('[",]', text) else text


def _document(given: Path) -> dict[str, str]:
    """Return where a file is: the repository on GitHub of its clone, the commit, and its path.

    Each is `TODO` where the file is in no such clone, or not as it was committed.
    """

    def git(*words: str) -> str:
        command = ["git", "-C", str(given.absolute().parent), *words]
        try:
            run = subprocess.run(command, capture_output=True, text=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            return ""
        return run.stdout.strip()

    origin = re.fullmatch(
        r"(?:https://|git@)github\.com[/:]([\w.-]+/[\w.-]+?)(?:\.git)?/?",
        git("remote", "get-url", "origin"),
    )
    path = git("ls-files", "--full-name", "--", given.name)
    if not origin or not path or git("status", "--porcelain", "--", given.name):
        return dict.fromkeys(("repository", "commit", "path"), TODO)
    return {"repository": origin[1], "commit": git("rev-parse", "HEAD"), "path": path}


def begin(key: str, given: Path, chosen: tuple[int, ...]) -> list[Path]:
    """Write the files of a work that is not there yet, from tables of a file; return them.

    The tables are chosen by their numbers in the file; one that is alone need not be.
    """
    if not KEY.fullmatch(key):
        raise UsageError(f"key {key!r} is none; give first author, year and a word: doe2030tiny")
    folder = paths.data() / "sources" / key
    page = paths.root() / "notebooks" / f"{key}.ipynb"
    for path in (folder, page):
        if path.exists():
            raise UsageError(f"{path.relative_to(paths.root())} is there; choose another key")
    tables = _chosen(given, readers.read_tables(given), chosen)
    templates = Environment(loader=FileSystemLoader(TEMPLATE), **LAYOUT)
    document = _document(given)
    known = {"key": key, "tables": tables, "ours": OURS, "document": document, "file": given.name}
    templates.filters |= {"text": partial(json.dumps, ensure_ascii=False), "cell": _cell}
    files = {folder / f"{table.name}.csv": table.csv() for table in tables}
    for name in ("exhibits.csv", sources.DESCRIPTOR):
        files[folder / name] = templates.get_template(name).render(known)
    notebook = nbformat.read(TEMPLATE / "notebook.ipynb", 4)
    for cell in notebook.cells:
        cell.source = templates.from_string(cell.source).render(known).rstrip("\n")
    files[page] = nbformat.writes(notebook) + "\n"
    entries, contents = paths.data() / "sources.bib", paths.root() / "_toc.yml"
    files[entries] = entries.read_text(encoding="utf-8")
    if f"{{{key}," not in files[entries]:
        entry = (TEMPLATE / "entry.bib").read_text(encoding="utf-8").replace("KEY", key)
        files[entries] += entry.replace("YEAR", KEY.fullmatch(key)[1])
    works = r"(      - file: book/works\n        sections:\n(?:          - .*\n)*)"
    line = rf"\g<1>          - file: notebooks/{key}\n"
    files[contents] = re.sub(works, line, contents.read_text(encoding="utf-8"))
    folder.mkdir()
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    return list(files)


def _chosen(given: Path, known: list[readers.Table], chosen: tuple[int, ...]) -> list[Table]:
    """Return the tables that were chosen, named by their order."""
    if unknown := [number for number in chosen if not 1 <= number <= len(known)]:
        raise UsageError(f"{given} has no table {unknown[0]}; it has 1 to {len(known)}")
    if not chosen and len(known) > 1:
        lines = [f"{given} has {len(known)} tables; name those to take, such as --table 1:"]
        for number, each in enumerate(known, start=1):
            held = f"{' | '.join(each.header[0])} ({each.wrong or f'{len(each.rows)} rows'})"
            lines.append(f"  {number}  line {each.line}, {each.heading!r}: {held}")
        raise UsageError("\n".join(lines))
    tables = [known[number - 1] for number in chosen or (1,)]
    if wrong := next((each.wrong for each in tables if each.wrong), ""):
        raise UserError(f"{given}: {wrong}; mend a copy of the file")
    return [_table(f"table{number}", each) for number, each in enumerate(tables, start=1)]
