"""Begin a work: its folder, notebook, bibliography entry and line of contents, with `TODO`s.

The files are those of the folder ``template``. Tables are copied as printed; a heading that is a
task's name or key becomes that task; all else is `TODO`, for which `smallbert check` then asks.
"""

import csv
import io
import json
import re
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
import pandas as pd
from jinja2 import Environment, FileSystemLoader
from markdown_it import MarkdownIt

from smallbert import paths
from smallbert.data import sources, vocabulary
from smallbert.data.exhibits import slug
from smallbert.data.rules import TODO
from smallbert.errors import UsageError, UserError

TEMPLATE = Path(__file__).with_name("template")
LAYOUT = {"trim_blocks": True, "keep_trailing_newline": True}
KEY = re.compile(r"[a-z]+(\d{4})[a-z0-9]+")
OURS = ("name", "technique", "baseline", "architecture", "bits", "measured_by", "original")
"""Columns behind the printed ones; of each row technique and baseline are asked."""


@dataclass
class Table:
    """A table as printed, below a heading; each row has its line and a cell for each column."""

    line: int
    heading: str = ""
    header: list[str] = field(default_factory=list)
    rows: list[tuple[int, list[str]]] = field(default_factory=list)
    name: str = ""

    def columns(self) -> list[dict]:
        """Return the printed columns: a name, the title as YAML, whether a row has a number."""
        named = vocabulary.names("tasks").items()
        tasks = {each.casefold(): word for word, name in named for each in (word, name)}
        titled = [slug(each).replace("-", "_") or "column" for each in self.header]
        names = _unique(titled, ["row", "line", *OURS], "_")
        return [
            {
                "name": name,
                "title": json.dumps(title, ensure_ascii=False) if title else "",
                "has_numbers": at and any(re.search(r"\d", cells[at]) for _, cells in self.rows),
                "task": tasks.get(title.casefold()),
            }
            for at, (name, title) in enumerate(zip(names, self.header, strict=True))
        ]

    def csv(self) -> str:
        """Return the table as CSV: cells as printed between the names of rows and what is asked."""
        names = _unique([slug(cells[0]) or "row" for _, cells in self.rows], [], "-")
        columns = [column["name"] for column in self.columns()]
        frame = pd.DataFrame([cells for _, cells in self.rows], columns=columns)
        frame.insert(0, "row", names)
        frame.insert(1, "line", [line for line, _ in self.rows])
        asked = {each: TODO if each in ("technique", "baseline") else "" for each in OURS}
        return frame.assign(**asked).to_csv(index=False, lineterminator="\n")


def _unique(names: list[str], taken: list[str], join: str) -> list[str]:
    """Return names of which none is there twice, or taken: those that are get their number."""
    found = [*taken]
    for at, name in enumerate(names, start=1):
        found.append(name if name not in found else f"{name}{join}{at}")
    return found[len(taken) :]


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
    tables = _chosen(given, read(given), chosen)
    templates = Environment(loader=FileSystemLoader(TEMPLATE), **LAYOUT)
    known = {"key": key, "tables": tables, "ours": OURS}
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
    works = r"(  - caption: Works\n(?:(?!  - caption).*\n)*)"
    line = rf"\g<1>      - file: notebooks/{key}\n"
    files[contents] = re.sub(works, line, contents.read_text(encoding="utf-8"))
    folder.mkdir()
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    return list(files)


def _chosen(given: Path, known: list[Table], chosen: tuple[int, ...]) -> list[Table]:
    """Return the tables that were chosen, named by their order."""
    if unknown := [number for number in chosen if not 1 <= number <= len(known)]:
        raise UsageError(f"{given} has no table {unknown[0]}; it has 1 to {len(known)}")
    if not chosen and len(known) > 1:
        lines = [f"{given} has {len(known)} tables; name those to take, such as --table 1:"]
        for number, each in enumerate(known, start=1):
            held = f"{' | '.join(each.header)} ({len(each.rows)} rows)"
            lines.append(f"  {number}  line {each.line}, {each.heading!r}: {held}")
        raise UsageError("\n".join(lines))
    tables = [known[number - 1] for number in chosen or (1,)]
    for number, table in enumerate(tables, start=1):
        table.name = f"table{number}"
    return tables


def read(path: Path) -> list[Table]:
    """Return the tables of a file, in its order."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        words = "not in UTF-8; save it as UTF-8, and a spreadsheet as CSV, which has what it shows"
        raise UserError(f"{path}: {words}") from None
    sign = {".csv": ",", ".tsv": "\t"}.get(path.suffix.lower())
    try:
        tables = _of_csv(text, sign) if sign else _of_markdown(text)
    except ValueError as error:
        raise UserError(f"{path}: {error}; mend a copy of the file") from None
    if not tables:
        raise UserError(f"{path}: no table; give Markdown, CSV or TSV")
    for table in tables:
        table.rows = [(line, cells) for line, cells in table.rows if any(cells)]
    return tables


def _of_csv(text: str, sign: str) -> list[Table]:
    """Return the table of a CSV, whose cells a comma parts, or of a TSV."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sign)
    rows = [(reader.line_num, [cell.strip() for cell in own]) for own in reader if own]
    if not rows:
        return []
    (line, header), *rows = rows
    for number, cells in rows:
        if len(cells) != len(header) or len(cells) == 1:
            raise ValueError(f"line {number} has not the {len(header)} cells of the header, or one")
    return [Table(line, header=header, rows=rows)]


def _of_markdown(text: str) -> list[Table]:
    """Return the tables that a reader of a README sees; comments and code have none."""
    tokens, lines = MarkdownIt("commonmark").enable("table").parse(text), text.split("\n")
    tables, heading, row = [], "", []
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open":
            heading = _seen(following)
        elif token.type == "table_open":
            tables.append(Table(token.map[0] + 1, heading))
        elif token.type == "tr_open":
            row, line = [], token.map[0]
        elif token.type in ("th_open", "td_open"):
            row.append(_seen(following))
        elif token.type == "tr_close" and not tables[-1].header:
            tables[-1].header = row
        elif token.type == "tr_close":
            tables[-1].rows.append((line + 1, row))
            bars = len(re.findall(r"(?<!\\)\|", lines[line].strip(" >|")))
            if bars >= len(row):  # what is beyond the header, Markdown drops
                words = f"line {line + 1} has {bars + 1} cells and the header {len(row)}"
                raise ValueError(words)
    return tables


def _seen(token) -> str:
    """Return the text of a cell as a reader sees it; tags, which may mean much, stay."""
    breaks = ("softbreak", "hardbreak")
    shown = [each for each in token.children if not each.content.startswith("<!--")]
    return "".join(" " if each.type in breaks else each.content for each in shown).strip()
