"""Begin a work: its folder, notebook, bibliography entry and line of contents, with `TODO`s.

The tables of a Markdown, CSV or TSV file are copied as printed. A heading that equals a task or a
metric becomes that word, which is said; all else is `TODO`, for which `smallbert check` then asks.
Nothing is guessed and nothing is written over.
"""

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
import pandas as pd
from markdown_it import MarkdownIt
from nbformat import v4

from smallbert import paths
from smallbert.book import checkout
from smallbert.data import sources, vocabulary
from smallbert.data.exhibits import slug
from smallbert.data.rules import TODO
from smallbert.errors import UsageError, UserError

KEY = re.compile(r"[a-z]+(\d{4})[a-z0-9]+")
OURS = ("name", "technique", "baseline", "architecture", "bits", "measured_by", "original")
"""Columns behind the printed ones; of each row technique and baseline are asked."""

ASKED = ("split", "protocol", "measured_by", "device")
"""What is asked of a table."""

UNITED = ("%", "x", "1")
"""Units in which any metric is printed; of another one a document may print thousands."""

BY_HAND = "copy it into a CSV by hand"


@dataclass
class Table:
    """A table as printed.

    ``rows`` have the line that prints them and their cells, one for each of `header`. ``place`` is
    the heading above, ``unread`` why the table cannot be read.
    """

    line: int
    place: str = ""
    unread: str = ""
    header: list[str] = field(default_factory=list)
    rows: list[tuple[int, list[str]]] = field(default_factory=list)


def begin(key: str, given: Path, chosen: tuple[int, ...], say: Callable[[str], None]) -> list[Path]:
    """Write the files of a work that is not there yet; return them.

    Parameters
    ----------
    key : str
        Such as ``doe2030tiny``: first author, year, a word of the title.
    given : pathlib.Path
        A file with its tables.
    chosen : tuple of int
        The tables to take, by their numbers in the file; one that is alone needs none.
    say : callable
        Given a line on what was filled in, or is to be known.

    Raises
    ------
    UsageError
        The key is none or taken, or no such table is there.
    UserError
        A table that was chosen cannot be read, or several are there and none was chosen.
    """
    if not KEY.fullmatch(key):
        raise UsageError(f"key {key!r} is none; give first author, year and a word: doe2030tiny")
    folder = paths.data() / "sources" / key
    notebook = paths.root() / "notebooks" / f"{key}.ipynb"
    for path in (folder, notebook):
        if path.exists():
            raise UsageError(f"{path.relative_to(paths.root())} is there; choose another key")
    tables = _chosen(given, read(given), chosen)
    document = checkout.place(given) or dict.fromkeys(("repository", "commit", "path"), TODO)
    if checkout.git("status", "--porcelain", "--", given.name, folder=given.absolute().parent):
        say(f"{given} was edited since its last commit: rows must stay on their lines there")
    exhibits = pd.DataFrame({"exhibit": [f"{key}-{name}" for name in (*tables, "audit")]})
    exhibits["place"] = [*(each.place or document["path"] for each in tables.values()), "tables"]
    exhibits["kind"] = "table"
    exhibits["status"] = ["regenerated" for _ in tables] + ["re-derived"]
    titles = [each.place or TODO for each in tables.values()]
    exhibits["title"] = [*titles, "Audit of this work"]
    exhibits["caption"] = ""
    bibliography, contents = paths.data() / "sources.bib", paths.root() / "_toc.yml"
    files = {folder / f"{name}.csv": _cells(table) for name, table in tables.items()}
    files |= {
        folder / "exhibits.csv": exhibits.to_csv(index=False, lineterminator="\n"),
        folder / sources.DESCRIPTOR: _descriptor(key, tables, document, say),
        notebook: _notebook(key, tables),
        bibliography: _bibliography(key, document, bibliography.read_text(encoding="utf-8")),
        contents: _contents(key, contents.read_text(encoding="utf-8")),
    }
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
            held = f"{' | '.join(each.header)} ({len(each.rows)} rows)"
            place = f", {each.place!r}" if each.place else ""
            words = f"not read: {each.unread}" if each.unread else held
            lines.append(f"  {number}  line {each.line}{place}: {words}")
        raise UsageError("\n".join(lines))
    tables = [known[number - 1] for number in dict.fromkeys(chosen or (1,))]
    for table in tables:
        if table.unread:
            words = f"{table.unread}; mend a copy of the file, or {BY_HAND}"
            raise UserError(f"{given}, line {table.line}: {words}")
    return {f"table{number}": table for number, table in enumerate(tables, start=1)}


def read(path: Path) -> list[Table]:
    """Return the tables of a file, in its order; what cannot be read has its reason.

    Raises
    ------
    UserError
        It has none, or is no text in UTF-8.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        words = "not in UTF-8; save it as UTF-8, and a spreadsheet as CSV, which has what it shows"
        raise UserError(f"{path}: {words}") from None
    is_csv = path.suffix.lower() in (".csv", ".tsv")
    tables = [_of_csv(path, text)] if is_csv else _of_markdown(text)
    if not tables:
        raise UserError(f"{path}: no table; give Markdown, CSV or TSV, or {BY_HAND}")
    for table in tables:
        table.rows = [(line, cells) for line, cells in table.rows if any(cells)]
        twice = [each for each in table.header if each and table.header.count(each) > 1]
        table.unread = table.unread or (f"the heading {twice[0]!r} stands twice" if twice else "")
        table.unread = table.unread or ("" if table.rows else "it has no rows")
    return tables


def _of_csv(path: Path, text: str) -> Table:
    """Return the table of a CSV, by the one sign that parts all its rows alike."""
    fits = []
    for sign in ",;\t":
        reader, rows = csv.reader(io.StringIO(text, newline=""), delimiter=sign, strict=True), []
        try:
            rows += [(reader.line_num, [each.strip() for each in own]) for own in reader if own]
        except csv.Error as error:
            raise UserError(f"{path}:{reader.line_num}: {error}; close the quotes") from None
        widths = {len(cells) for _, cells in rows}
        fits += [rows] if len(widths) == 1 and widths != {1} else []
    if len(fits) != 1:
        words = "parts" if not fits else "and another sign both part"
        raise UserError(f"{path}: no sign of , ; tab {words} all rows alike; save it as CSV again")
    (line, header), *rows = fits[0]
    return Table(line, header=header, rows=rows)


def _of_markdown(text: str) -> list[Table]:
    """Return the tables that a reader of a README sees; comments and code have none."""
    tokens, lines = MarkdownIt("commonmark").enable("table").parse(text), text.split("\n")
    tables, place, row = [], "", []
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open":
            place = _seen(following)
        elif token.type == "table_open":
            tables.append(Table(token.map[0] + 1, place))
        elif token.type == "tr_open":
            row, first = [], token.map[0]
        elif token.type in ("th_open", "td_open"):
            row.append(_seen(following))
        elif token.type == "tr_close" and not tables[-1].header:
            tables[-1].header = row
        elif token.type == "tr_close":
            tables[-1].rows.append((first + 1, row))
            bars = len(re.findall(r"(?<!\\)\|", lines[first].strip(" >|")))
            if bars >= len(row):  # what is beyond the header, Markdown drops
                words = f"line {first + 1} has {bars + 1} cells, the header {len(row)}"
                tables[-1].unread = words
        elif token.type == "html_block" and re.match(r"\s*(?!<!--).*<table", token.content, re.S):
            tables.append(Table(token.map[0] + 1, place, unread="a table in HTML"))
    return tables


def _seen(token) -> str:
    """Return the text of a cell as a reader sees it; tags, which may mean much, stay."""
    breaks = ("softbreak", "hardbreak")
    shown = [each for each in token.children if not each.content.startswith("<!--")]
    return "".join(" " if each.type in breaks else each.content for each in shown).strip()


def _unique(names: list[str], taken: tuple[str, ...] = ()) -> list[str]:
    """Return names of which none is there twice, or taken: those that are get their number."""
    found = list(taken)
    for at, name in enumerate(names, start=1):
        found.append(name if name not in found else f"{name}_{at}")
    return found[len(taken) :]


def _columns(table: Table) -> list[str]:
    """Return a name for each printed column."""
    names = [slug(each).replace("-", "_") or "column" for each in table.header]
    return _unique(names, ("row", "line", *OURS))


def _cells(table: Table) -> str:
    """Return a table as CSV: cells as printed between the names of rows and what is asked."""
    names = [slug(cells[0]) or "row" for _, cells in table.rows]
    asked = {each: TODO if each in ("technique", "baseline") else "" for each in OURS}
    frame = pd.DataFrame([cells for _, cells in table.rows], columns=_columns(table))
    frame.insert(0, "row", [each.replace("_", "-") for each in _unique(names)])
    frame.insert(1, "line", [line for line, _ in table.rows])
    return frame.assign(**asked).to_csv(index=False, lineterminator="\n")


def _descriptor(key: str, tables: dict[str, Table], document: dict, say) -> str:
    """Return the descriptor of a work, and say what was filled in."""
    lines = [f"name: {key}", f"title: {TODO}", "document:"]
    lines += [f"  {name}: {json.dumps(value)}" for name, value in document.items()]
    lines += [f"cites: {key}", f"reading: {TODO}", "resources:"]
    ours, must = "type: string, ours: true", "constraints: {required: true}"
    for name, table in tables.items():
        place = json.dumps(table.place, ensure_ascii=False) if table.place else TODO
        if table.place:
            say(f"{name}: place and title are the heading above it, {table.place!r}")
        lines += [f"  - name: {name}", f"    path: {name}.csv", f"    title: {place}"]
        lines += [f"    place: {place}", "    origin: printed"]
        lines += [f"    {each}: {TODO}" for each in ASKED]
        lines += ["    schema:", "      primaryKey: row", "      fields:"]
        lines += [f"        - {{name: {each}, {ours}, {must}}}" for each in ("row", "line")]
        for at, (column, heading) in enumerate(zip(_columns(table), table.header, strict=True)):
            title = json.dumps(heading, ensure_ascii=False)
            lines += [f"        - name: {column}", "          type: string"]
            lines += [f"          title: {title if heading else TODO}"]
            lines += [f"          header: [{title}]"]
            if at and any(re.search(r"\d", cells[at]) for _, cells in table.rows):
                words = _words(heading)
                quantity = ", ".join(f"{setting}: {word}" for setting, word in words.items())
                lines += ["          quantities:", f"            - {{{quantity}}}"]
                filled = [f"{part} {word}" for part, word in words.items() if word != TODO]
                if filled:
                    say(f"{name}: column {heading!r} is the {' and '.join(filled)}")
        lines += [f"        - {{name: {each}, {ours}}}" for each in OURS]
    return "\n".join(lines) + "\n"


def _words(heading: str) -> dict[str, str]:
    """Return the settings of a printed quantity: a task or metric that its heading equals."""
    equal = [
        (part, word)
        for part in ("metric", "task")
        for word, name in vocabulary.names(f"{part}s").items()
        if heading.casefold() in (word.casefold(), name.casefold())
    ]
    known = dict(equal) if len(equal) == 1 else {}
    metric = known.get("metric", TODO)
    words = {"metric": metric}
    if metric in (TODO, *vocabulary.scores()):
        words["task"] = known.get("task", TODO)
    if metric != TODO and vocabulary.units_of_metrics()[metric] not in UNITED:
        words["unit"] = TODO
    return words


def _notebook(key: str, tables: dict[str, Table]) -> str:
    """Return the page of a work, without outputs."""
    shown = [f'audit.document_table(KEY, "{name}", corrected=corrected)' for name in tables]
    text, code = v4.new_markdown_cell, v4.new_code_cell
    corrected = "corrected: bool = True  # cells as corrected (True) or as printed (False)"
    first = f'from smallbert import audit, data\n\ndata.require_all(globals())\nKEY = "{key}"'
    cells = [
        text(
            f"({key})=\n# TODO: a title that says what was done\n\n"
            f"{{cite:t}}`{key}` TODO: who did what, in two sentences.\n\n## Verdict\n\n"
            "TODO: what the tables show, in at most 60 words; charts.say gives it numbers."
        ),
        code(corrected, metadata={"tags": ["parameters"]}),
        code(first),
        text("## What the document prints"),
        code("\n".join(shown)),
        text("## What the audit says"),
        code("audit.show(KEY, corrected=corrected)"),
        text(
            "## Limits\n\n- TODO: what the tables leave open.\n\n## Provenance\n\n"
            "{ref}`Every number has a card <numbers>` with the address of its line."
        ),
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    about = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return nbformat.writes(v4.new_notebook(cells=cells, metadata=about)) + "\n"


def _bibliography(key: str, document: dict, text: str) -> str:
    """Return the bibliography with an entry for a work that it has not yet."""
    if f"{{{key}," in text:
        return text
    fields = {"title": f"{{{TODO}}}", "author": TODO, "year": KEY.fullmatch(key)[1]}
    if document["repository"] != TODO:
        fields["url"] = f"{sources.GITHUB}/{document['repository']}"
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    return f"{text.rstrip()}\n\n@misc{{{key},\n{lines}}}\n"


def _contents(key: str, text: str) -> str:
    """Return the table of contents with the page as the last of the works."""
    before, caption, works = text.partition("  - caption: Works\n")
    own, following, after = works.partition("  - caption:")
    return f"{before}{caption}{own}      - file: notebooks/{key}\n{following}{after}"
