"""Begin a work: its folder, notebook, bibliography entry and line of contents, with `TODO`s.

Tables are copied as printed. A heading that is a task's name becomes that task; all else is `TODO`,
for which `smallbert check` then asks. Nothing is guessed and nothing is written over.
"""

import csv
import io
import json
import re
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
import pandas as pd
from markdown_it import MarkdownIt
from nbformat import v4

from smallbert import paths
from smallbert.data import sources, vocabulary
from smallbert.data.exhibits import slug
from smallbert.data.rules import TODO
from smallbert.errors import UsageError, UserError

KEY = re.compile(r"[a-z]+(\d{4})[a-z0-9]+")
OURS = ("name", "technique", "baseline", "architecture", "bits", "measured_by", "original")
"""Columns behind the printed ones; of each row technique and baseline are asked."""

ASKED = ("title", "place", "split", "protocol", "measured_by", "device")
"""What is asked of a table."""

ENTRY = """
@misc{{{key},
  title = {{{{TODO}}}},
  author = {{TODO}},
  year = {{{year}}},
}}
"""

TITLE = """\
({key})=
# TODO: a title that says what was done

{{cite:t}}`{key}` TODO: who did what, in two sentences.

## Verdict

TODO: what the tables show, in at most 60 words; charts.say gives it numbers."""

LIMITS = """\
## Limits

- TODO: what the tables leave open.

## Provenance

{ref}`Every number has a card <numbers>` with the address of its line."""


@dataclass
class Table:
    """A table as printed, below a heading; each row has its line and a cell for each heading."""

    line: int
    heading: str = ""
    header: list[str] = field(default_factory=list)
    rows: list[tuple[int, list[str]]] = field(default_factory=list)
    fault: str = ""


def begin(key: str, given: Path, chosen: tuple[int, ...]) -> list[Path]:
    """Write the files of a work that is not there yet, from tables of a file; return them.

    The tables are chosen by their numbers in the file; one that is alone need not be.
    """
    if not KEY.fullmatch(key):
        raise UsageError(f"key {key!r} is none; give first author, year and a word: doe2030tiny")
    folder = paths.data() / "sources" / key
    notebook = paths.root() / "notebooks" / f"{key}.ipynb"
    for path in (folder, notebook):
        if path.exists():
            raise UsageError(f"{path.relative_to(paths.root())} is there; choose another key")
    tables = _chosen(given, read(given), chosen)
    files = {folder / f"{name}.csv": _cells(table) for name, table in tables.items()}
    exhibits = ["exhibit,place,kind,status,title,caption"]
    exhibits += [f"{key}-{name},{TODO},table,regenerated,{TODO}," for name in tables]
    exhibits += [f"{key}-audit,tables,table,re-derived,Audit of this work,", ""]
    files[folder / "exhibits.csv"] = "\n".join(exhibits)
    files[folder / sources.DESCRIPTOR] = _descriptor(key, tables)
    files[notebook] = _notebook(key, tables)
    bibliography = (paths.data() / "sources.bib").read_text(encoding="utf-8")
    if f"{{{key}," not in bibliography:
        bibliography += ENTRY.format(key=key, year=KEY.fullmatch(key)[1])
    files[paths.data() / "sources.bib"] = bibliography
    contents = (paths.root() / "_toc.yml").read_text(encoding="utf-8")
    before, caption, works = contents.partition("  - caption: Works\n")
    own, following, after = works.partition("  - caption:")
    own += f"      - file: notebooks/{key}\n"
    files[paths.root() / "_toc.yml"] = before + caption + own + following + after
    folder.mkdir()
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    return list(files)


def _chosen(given: Path, known: list[Table], chosen: tuple[int, ...]) -> dict[str, Table]:
    """Return the tables that were chosen, by the names that they get."""
    if unknown := [number for number in chosen if not 1 <= number <= len(known)]:
        raise UsageError(f"{given} has no table {unknown[0]}; it has 1 to {len(known)}")
    if not chosen and len(known) > 1:
        lines = [f"{given} has {len(known)} tables; name those to take, such as --table 1:"]
        for number, each in enumerate(known, start=1):
            held = each.fault or f"{' | '.join(each.header)} ({len(each.rows)} rows)"
            lines.append(f"  {number}  line {each.line}, {each.heading!r}: {held}")
        raise UsageError("\n".join(lines))
    tables = [known[number - 1] for number in chosen or (1,)]
    for table in tables:
        if table.fault:
            raise UserError(f"{given}: {table.fault}; mend a copy of the file")
    return {f"table{number}": table for number, table in enumerate(tables, start=1)}


def read(path: Path) -> list[Table]:
    """Return the tables of a file, in its order; one that cannot be read has its reason."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        words = "not in UTF-8; save it as UTF-8, and a spreadsheet as CSV, which has what it shows"
        raise UserError(f"{path}: {words}") from None
    sign = {".csv": ",", ".tsv": "\t"}.get(path.suffix.lower())
    tables = [_of_csv(path, text, sign)] if sign else _of_markdown(text)
    if not tables:
        raise UserError(f"{path}: no table; give Markdown, CSV or TSV")
    for table in tables:
        table.rows = [(line, cells) for line, cells in table.rows if any(cells)]
    return tables


def _of_csv(path: Path, text: str, sign: str) -> Table:
    """Return the table of a CSV, whose cells a comma parts, or of a TSV."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sign, strict=True)
    try:
        rows = [(reader.line_num, [each.strip() for each in own]) for own in reader if own]
    except csv.Error as error:
        raise UserError(f"{path}:{reader.line_num}: {error}; close the quotes") from None
    widths = {len(cells) for _, cells in rows}
    if len(widths) != 1 or widths == {1}:
        words = "save it again as a CSV, with commas, or as a TSV"
        raise UserError(f"{path}: rows of {sorted(widths)} cells are no table; {words}")
    (line, header), *rows = rows
    return Table(line, header=header, rows=rows)


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
                tables[-1].fault = words
    return tables


def _seen(token) -> str:
    """Return the text of a cell as a reader sees it; tags, which may mean much, stay."""
    breaks = ("softbreak", "hardbreak")
    shown = [each for each in token.children if not each.content.startswith("<!--")]
    return "".join(" " if each.type in breaks else each.content for each in shown).strip()


def _unique(names: list[str], taken: tuple[str, ...], join: str) -> list[str]:
    """Return names of which none is there twice, or taken: those that are get their number."""
    found = list(taken)
    for at, name in enumerate(names, start=1):
        found.append(name if name not in found else f"{name}{join}{at}")
    return found[len(taken) :]


def _columns(table: Table) -> list[str]:
    """Return a name for each printed column."""
    names = [slug(each).replace("-", "_") or "column" for each in table.header]
    return _unique(names, ("row", "line", *OURS), "_")


def _cells(table: Table) -> str:
    """Return a table as CSV: cells as printed between the names of rows and what is asked."""
    names = _unique([slug(cells[0]) or "row" for _, cells in table.rows], (), "-")
    asked = {each: TODO if each in ("technique", "baseline") else "" for each in OURS}
    frame = pd.DataFrame([cells for _, cells in table.rows], columns=_columns(table))
    frame.insert(0, "row", names)
    frame.insert(1, "line", [line for line, _ in table.rows])
    return frame.assign(**asked).to_csv(index=False, lineterminator="\n")


def _descriptor(key: str, tables: dict[str, Table]) -> str:
    """Return the descriptor of a work."""
    lines = [f"name: {key}", f"title: {TODO}", "document:"]
    lines += [f"  {name}: {TODO}" for name in ("repository", "commit", "path")]
    lines += [f"cites: {key}", f"reading: {TODO}", "resources:"]
    ours, must = "type: string, ours: true", "constraints: {required: true}"
    tasks = {name.casefold(): word for word, name in vocabulary.names("tasks").items()}
    for name, table in tables.items():
        lines += [f"  - name: {name}", f"    path: {name}.csv", "    origin: printed"]
        lines += [f"    {each}: {TODO}" for each in ASKED]
        lines += ["    schema:", "      primaryKey: row", "      fields:"]
        lines += [f"        - {{name: {each}, {ours}, {must}}}" for each in ("row", "line")]
        for at, (column, heading) in enumerate(zip(_columns(table), table.header, strict=True)):
            title = json.dumps(heading, ensure_ascii=False)
            lines += [f"        - name: {column}", "          type: string"]
            lines += [f"          title: {title if heading else TODO}"]
            lines += [f"          header: [{title}]"]
            if at and any(re.search(r"\d", cells[at]) for _, cells in table.rows):
                task = tasks.get(heading.casefold(), TODO)
                lines.append(f"          quantities: [{{metric: {TODO}, task: {task}}}]")
        lines += [f"        - {{name: {each}, {ours}}}" for each in OURS]
    return "\n".join(lines) + "\n"


def _notebook(key: str, tables: dict[str, Table]) -> str:
    """Return the page of a work, without outputs."""
    shown = [f'charts.printed_table(KEY, "{name}", corrected=corrected)' for name in tables]
    corrected = "corrected: bool = True  # cells as corrected (True) or as printed (False)"
    first = f'from smallbert import charts, data\n\ndata.require_all(globals())\nKEY = "{key}"'
    text, code = v4.new_markdown_cell, v4.new_code_cell
    cells = [
        text(TITLE.format(key=key)),
        code(corrected, metadata={"tags": ["parameters"]}),
        code(first),
        text("## What the document prints"),
        code("\n".join(shown)),
        text("## What the audit says"),
        code("charts.audit_table(KEY, corrected=corrected)"),
        text(LIMITS),
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    about = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return nbformat.writes(v4.new_notebook(cells=cells, metadata=about)) + "\n"
