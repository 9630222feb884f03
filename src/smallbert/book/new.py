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
from smallbert.data import cells, document_tables, printed_headings, sources, vocabulary
from smallbert.data.anchors import slug
from smallbert.data.table_under_check import TODO
from smallbert.errors import UsageError, UserError

TEMPLATE = Path(__file__).with_name("template")
LAYOUT = {"trim_blocks": True, "lstrip_blocks": True, "keep_trailing_newline": True}
KEY_OF_WORK = re.compile(r"[a-z]+(\d{4})[a-z0-9]+")
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
        of_heading = printed_headings.quantities([text for text in self.header if text]) or [{}]
        most, least = max(counts), min(counts)
        if len(of_heading) > most:  # it was misread: no cell has as many numbers
            of_heading = [{}]
        shared = {part: word for part, word in of_heading[0].items() if part in ("task", "split")}
        optional = self._optional(most, least)
        # where a number that some cells lack comes before others, the heading says those alone
        unread, in_order = iter(of_heading), optional == sorted(optional)
        quantities = [
            _with_todos(next(unread, shared) if in_order or not may_lack else shared, self.cells)
            for may_lack in optional
        ]
        pairs = zip(quantities, optional, strict=True)
        return [
            quantity | ({"optional": "true"} if may_lack else {}) for quantity, may_lack in pairs
        ]

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
        words = (cell for cell in self.cells if not re.search(r"\d", cell))
        return [word for word in words if self.quantities and word not in cells.NOT_REPORTED]


def _with_todos(quantity: dict[str, str], column: list[str]) -> dict[str, str]:
    """Return a quantity with what its heading does not say as `TODO`."""
    metric = quantity.get("metric", "")
    usual_unit = vocabulary.units_of_metrics().get(metric, "")
    if usual_unit in cells.MEASURES and "unit" not in quantity:
        if not all(cells.has_unit(cell, usual_unit) for cell in column if cells.count(cell)):
            # a size without its unit may be a share, or count weights
            return {"metric": TODO} if usual_unit == "MB" else quantity | {"unit": TODO}
    elif quantity.get("unit") == usual_unit:
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
        metrics = {quantity["metric"] for quantity in self.quantities}
        timed = metrics & vocabulary.metrics_of_devices()
        unknown = [
            quantity
            for quantity in self.quantities
            if quantity["metric"] == TODO and "unit" not in quantity
        ]
        needs = {
            "split": any("split" not in score for score in self.scores),
            "protocol": self.scores or unknown,
            "measured_by": self.scores or timed,
            "device": timed,
            "baseline": len(self.lines) > 1,
        }
        return [name for name, needed in needs.items() if needed]

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
            f"{{{', '.join(f'{part}: {word}' for part, word in self._once(column, index))}}}"
            for index in range(len(column.quantities))
        )

    def taken(self, column: Column) -> str:
        """Return the comment on what is taken from a heading, and where one answer is asked."""
        of_heading = dict.fromkeys(
            word
            for quantity in column.quantities
            for part, word in quantity.items()
            if part in printed_headings.PARTS and word != TODO
        )
        comments = [f"of its heading: {', '.join(of_heading)}"] if of_heading else []
        if marks := [f"*{mark}" for mark in re.findall(r"metric: &(\w+)", self.flow(column))]:
            columns = f"for each column with {' or '.join(marks)}"
            comments.append(f"{columns} that has no metric of its own")
        return f"  # {'; '.join(comments)}" if comments else ""

    def _once(self, column: Column, index: int) -> Iterator[tuple[str, str]]:
        """Yield the parts of a column's quantity; an answer asked before is an alias of YAML."""
        quantity = column.quantities[index]
        for setting, word in quantity.items():
            mark, is_first = "", True
            if (setting, word) == ("metric", TODO) and "task" in quantity:
                mark = f"{self.name}_{index + 1}"
                lacking = (other for other in self.columns if _lacks_metric(other, index))
                is_first = column is next(lacking)
            elif (setting, word) == ("task", TODO) and len(column.quantities) > 1:
                mark, is_first = f"{self.name}_{column.name}", not index
            yield setting, f"*{mark}" if not is_first else f"&{mark} {word}" if mark else word

    def csv(self) -> str:
        """Return the table as CSV: cells as printed between the names of rows and what is asked."""
        frame = pd.DataFrame({column.name: column.cells for column in self.columns})
        frame.insert(0, "row", self.rows)
        frame.insert(1, "line", self.lines)
        ours = frame.assign(**{name: TODO if name == "technique" else "" for name in OURS})
        if GROUP in ours:  # two groups may have rows of one name
            pairs = zip(self.columns[0].cells, ours[GROUP], strict=True)
            ours["name"] = [f"{cell}, {group}" if group else "" for cell, group in pairs]
        return ours.to_csv(index=False, lineterminator="\n")


def _lacks_metric(column: Column, index: int) -> bool:
    """Tell whether a column has that many quantities, and of this one a task but no metric."""
    quantity = column.quantities[index] if index < len(column.quantities) else {}
    return quantity.get("metric") == TODO and "task" in quantity


def _table_of_work(name: str, table: document_tables.Table) -> Table:
    """Return a table of a file as one of the work."""
    table, groups = _grouped(_second_header(table))
    table = _models_first(table)
    ends = [(line, table.ends.get(line, line)) for line, _ in table.rows]
    lines = [f"{line}-{end}" if end > line else line for line, end in ends]
    lines_of_columns = [None] * len(table.header[0])
    if has_tasks_in_rows := _rows_are_tasks(table):
        table, lines_of_columns, lines = _with_models_in_rows(table)
    columns = [
        Column(*parts)
        for parts in zip(
            _names_of_columns(table),
            table.headings(),
            [[row[index] for _, row in table.rows] for index in range(len(lines_of_columns))],
            lines_of_columns,
            strict=True,
        )
    ]
    for column in columns[1:]:
        column.quantities = column.holds()
    if any(groups):
        columns.insert(1, Column(GROUP, [], groups))
    return Table(name, table.line, table.heading, lines, columns, has_tasks_in_rows)


def _names_of_columns(table: document_tables.Table) -> list[str]:
    """Return a name for each column, none of them twice or one of those that each table has."""
    # <sup> and <sub> stay in a heading
    headings_in_words = (re.sub(r"</?\w+>", "", " ".join(texts)) for texts in table.headings())
    names = [slug(heading).replace("-", "_") or "column" for heading in headings_in_words]
    return _unique(names, ["row", "line", GROUP, *OURS], "_")


def _second_header(table: document_tables.Table) -> document_tables.Table:
    """Return a table whose first row of words, if the vocabulary has some, is of its header."""
    if len(table.header) > 1 or not table.rows:
        return table
    _, first_row = table.rows[0]
    parts = {part for cell in first_row[1:] for part in printed_headings.said([cell])[0]}
    if any(map(cells.count, first_row)) or not parts & {"metric", "task", "split"}:
        return table
    top = list(table.header[0])
    for index in range(2, len(top)):  # what spans columns, Markdown writes once
        top[index] = top[index] or top[index - 1]
    return replace(table, header=[top, first_row], rows=table.rows[1:])


def _grouped(table: document_tables.Table) -> tuple[document_tables.Table, list[str]]:
    """Return a table without the lines that are headings of rows, and the heading of each row."""
    rows, groups, group = [], [], ""
    for number, row in table.rows:
        spans = {*row} == {row[0]} or not any(row[1:])
        if spans and len(row) > 2 and not cells.count(row[0]):
            group = row[0]
        else:
            rows.append((number, row))
            groups.append(group)
    return (replace(table, rows=rows), groups) if rows else (table, [])


def _models_first(table: document_tables.Table) -> document_tables.Table:
    """Return a table whose first column names its models, if that one has words for several."""
    names = [row[0] for _, row in table.rows]
    titles = [slug(" ".join(heading)) for heading in table.headings()]
    models = next((index for index, title in enumerate(titles) if title in MODELS), 0)
    if len({*names}) == len(names) or not models:
        return table
    order = [models, *(index for index in range(len(titles)) if index != models)]
    header = [[row[index] for index in order] for row in table.header]
    rows = [(line, [row[index] for index in order]) for line, row in table.rows]
    return replace(table, header=header, rows=rows)


def _rows_are_tasks(table: document_tables.Table) -> bool:
    """Tell whether tasks stand in the rows, and in no column."""
    in_rows = [printed_headings.said([row[0]])[0].get("task") for _, row in table.rows]
    in_columns = [printed_headings.said(heading)[0] for heading in table.headings()[1:]]
    return len([*filter(None, in_rows)]) > 1 and not any(
        {"task", "metric"} & {*parts} for parts in in_columns
    )


def _with_models_in_rows(
    table: document_tables.Table,
) -> tuple[document_tables.Table, list[int | None], list[int]]:
    """Return a table with its models in rows; the lines of its columns, and of its rows.

    A column of words, such as the metrics of the tasks, becomes a row of the header.
    """
    header = [["Model", *(row[0] for _, row in table.rows)]]
    rows = []
    for index, heading in enumerate(table.headings()[1:], start=1):
        column = [row[index] for _, row in table.rows]
        if any(map(cells.count, column)):
            rows.append((table.line, [" ".join(filter(None, heading)), *column]))
        else:
            header.append(["", *column])
    lines = [None, *(line for line, _ in table.rows)]
    return replace(table, header=header, rows=rows), lines, [table.line] * len(rows)


def _unique(names: list[str], taken: list[str], join: str) -> list[str]:
    """Return names of which none is there twice, or taken: those that are get their number."""
    unique_names = [*taken]
    for number, name in enumerate(names, start=1):
        unique_names.append(name if name not in unique_names else f"{name}{join}{number}")
    return unique_names[len(taken) :]


def _quoted_cell(text: str) -> str:
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
    if not KEY_OF_WORK.fullmatch(key):
        raise UsageError(f"key {key!r} is none; give first author, year and a word: doe2030tiny")
    folder = paths.data() / "sources" / key
    page = paths.root() / "notebooks" / f"{key}.ipynb"
    for path in (folder, page):
        if path.exists():
            raise UsageError(f"{path.relative_to(paths.root())} is there; choose another key")
    tables = _chosen(given, chosen)
    templates = Environment(loader=FileSystemLoader(TEMPLATE), **LAYOUT)
    document = _document(given)
    values = {"key": key, "tables": tables, "ours": OURS, "document": document, "file": given.name}
    templates.filters |= {"text": partial(json.dumps, ensure_ascii=False), "cell": _quoted_cell}
    files = {folder / f"{table.name}.csv": table.csv() for table in tables}
    for name in ("exhibits.csv", sources.DESCRIPTOR):
        files[folder / name] = templates.get_template(name).render(values)
    notebook = nbformat.read(TEMPLATE / "notebook.ipynb", 4)
    for cell in notebook.cells:
        cell.source = templates.from_string(cell.source).render(values).rstrip("\n")
    files[page] = nbformat.writes(notebook) + "\n"
    entries, contents = paths.data() / "sources.bib", paths.root() / "_toc.yml"
    files[entries] = entries.read_text(encoding="utf-8")
    if f"{{{key}," not in files[entries]:
        entry = (TEMPLATE / "entry.bib").read_text(encoding="utf-8").replace("KEY", key)
        files[entries] += entry.replace("YEAR", KEY_OF_WORK.fullmatch(key)[1])
    works = r"(      - file: book/works\n        sections:\n(?:          - .*\n)*)"
    line = rf"\g<1>          - file: notebooks/{key}\n"
    files[contents] = re.sub(works, line, contents.read_text(encoding="utf-8"))
    folder.mkdir()
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    return list(files)


def _chosen(given: Path, chosen: tuple[int, ...]) -> list[Table]:
    """Return the tables of a file that were chosen, named by their order."""
    printed = document_tables.read_tables(given)
    if unknown := [number for number in chosen if not 1 <= number <= len(printed)]:
        raise UsageError(f"{given} has no table {unknown[0]}; it has 1 to {len(printed)}")
    if not chosen and len(printed) > 1:
        lines = [f"{given} has {len(printed)} tables; name those to take, such as --table 1:"]
        for number, table in enumerate(printed, start=1):
            holds = f"{' | '.join(table.header[0])} ({table.wrong or f'{len(table.rows)} rows'})"
            lines.append(f"  {number}  line {table.line}, {table.heading!r}: {holds}")
        raise UsageError("\n".join(lines))
    tables = [printed[number - 1] for number in chosen or (1,)]
    if wrong := next((table.wrong for table in tables if table.wrong), ""):
        raise UserError(f"{given}: {wrong}; mend a copy of the file")
    return [_table_of_work(f"table{number}", table) for number, table in enumerate(tables, start=1)]
