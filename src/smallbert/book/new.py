"""Begin a work: its folder, notebook, bibliography entry and line of contents, with `TODO`s.

Cells are copied as printed. A heading that equals a word of the vocabulary becomes that word, which
is said; all else is `TODO`, for which `smallbert check` then asks. Nothing is written over.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import nbformat
from nbformat import v4

from smallbert import paths
from smallbert.book import clones, input_tables
from smallbert.book.input_tables import Table
from smallbert.data import sources, vocabulary
from smallbert.data.exhibits import slug
from smallbert.data.rules import TODO
from smallbert.errors import UsageError, UserError

KEY = re.compile(r"[a-z]+(\d{4})[a-z0-9]+")
OURS = ("name", "technique", "baseline", "architecture", "bits", "measured_by", "original")
"""Columns behind the printed ones; of each row technique and baseline are asked."""
OF_ROWS = ("technique", "baseline")

EDITED = "{given} was edited since its commit {commit}: rows must stay on their lines there"
WORDS = ("metric", "task", "split")
UNITED = ("%", "x", "1")
"""Units in which any metric is printed; of another one a document may print thousands."""


def begin(key: str, given: Path, chosen: tuple[int, ...], say: Callable[[str], None]) -> list[Path]:
    """Write the files of a work that is not there yet.

    Parameters
    ----------
    key : str
        Such as ``doe2030tiny``: first author, year, a word of the title.
    given : pathlib.Path
        A file with its tables, as `smallbert.book.input_tables` reads them.
    chosen : tuple of int
        The tables to take, by their numbers in the file; one that is alone needs none.
    say : callable
        Given a line on what was filled in, or is to be known.

    Returns
    -------
    list of pathlib.Path
        The files written. After a failure all are as before.

    Raises
    ------
    UsageError
        The key is none or taken, or no such table is there.
    UserError
        A table that was chosen cannot be read, or several are there and none was chosen.
    """
    if not KEY.fullmatch(key):
        raise UsageError(f"key {key!r} is none; give first author, year and a word: doe2030tiny")
    notebook = paths.root() / "notebooks" / f"{key}.ipynb"
    for path in (paths.data() / "sources" / key, notebook):
        if path.exists():
            raise UsageError(f"{path.relative_to(paths.root())} is there; choose another key")
    tables = _chosen(given, input_tables.read(given), chosen)
    document = clones.place(given)
    if document and clones.is_edited(given):
        say(EDITED.format(given=given, commit=document["commit"][:7]))
    for table in tables.values():
        table.document = table.document or document or dict.fromkeys(DOCUMENT, TODO)
    files = {
        **_folder(key, tables, say),
        notebook: _notebook(key, tables),
        paths.data() / "sources.bib": _bibliography(key, tables),
        paths.root() / "_toc.yml": _contents(key),
    }
    _write(files)
    return list(files)


DOCUMENT = ("repository", "commit", "path")


def _chosen(given: Path, known: list[Table], chosen: tuple[int, ...]) -> dict[str, Table]:
    """Return the tables that were chosen, by the names that they get."""
    if unknown := [number for number in chosen if not 1 <= number <= len(known)]:
        raise UsageError(f"{given} has no table {unknown[0]}; it has 1 to {len(known)}")
    if not chosen and len(known) > 1:
        told = [f"  {number}  {_described(each)}" for number, each in enumerate(known, start=1)]
        words = f"{given} has {len(known)} tables; name those to take, such as --table 1:"
        raise UsageError("\n".join([words, *told]))
    tables = [known[number - 1] for number in dict.fromkeys(chosen or (1,))]
    for table in tables:
        if table.unread:
            words = f"{table.unread}; mend a copy of the file, or {input_tables.BY_HAND}"
            raise UserError(f"{given}, {table.line}: {words}")
    return {f"table{number}": table for number, table in enumerate(tables, start=1)}


def _described(table: Table) -> str:
    place = f", {table.place!r}" if table.place else ""
    held = f"{' | '.join(table.header)} ({len(table.rows)} rows)"
    return f"{table.line}{place}: {f'not read: {table.unread}' if table.unread else held}"


def _folder(key: str, tables: dict[str, Table], say: Callable[[str], None]) -> dict[Path, str]:
    """Return the tables, the descriptor and the exhibits of a work."""
    folder = paths.data() / "sources" / key
    first = next(iter(tables.values())).document
    lines = [f"name: {key}", f"title: {TODO}", "document:"]
    lines += [f"  {name}: {json.dumps(first[name])}" for name in DOCUMENT]
    lines += [f"cites: {key}", f"reading: {TODO}", "resources:"]
    exhibits = [["exhibit", "place", "kind", "status", "title", "caption"]]
    files = {}
    for name, table in tables.items():
        columns = _columns(table.header)
        files[folder / f"{name}.csv"] = _as_csv(_rows(table, columns))
        lines += _described_table(name, table, columns, first, say)
        place, title = table.place or table.document["path"], table.place or TODO
        exhibits.append([f"{key}-{name}", place, "table", "regenerated", title, ""])
    exhibits.append([f"{key}-audit", "tables", "table", "re-derived", "Audit of this work", ""])
    files[folder / sources.DESCRIPTOR] = "\n".join(lines) + "\n"
    return files | {folder / "exhibits.csv": _as_csv(exhibits)}


def _as_csv(rows: list[list[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _columns(header: list[str]) -> list[str]:
    """Return a name for each printed column, none twice and none of ours."""
    names = ["row", "line", *OURS]
    for at, heading in enumerate(header, start=1):
        name = slug(heading).replace("-", "_") or f"column_{at}"
        names.append(name if name not in names else f"{name}_{at}")
    return names[2 + len(OURS) :]


def _rows(table: Table, columns: list[str]) -> list[list[str]]:
    """Return cells as printed, between the names of the rows and what is asked of them."""
    rows, names = [["row", "line", *columns, *OURS]], []
    for at, (line, cells) in enumerate(table.rows, start=1):
        name = slug(cells[0]) or f"row-{at}"
        names.append(name if name not in names else f"{name}-{at}")
        rows.append([names[-1], line, *cells, *(TODO if each in OF_ROWS else "" for each in OURS)])
    return rows


def _described_table(
    name: str, table: Table, columns: list[str], document: dict, say: Callable[[str], None]
) -> list[str]:
    """Return the lines of the descriptor on a table, and say what was filled in."""
    own = {each: table.document[each] for each in DOCUMENT if table.document != document}
    place = json.dumps(table.place) if table.place else TODO
    if table.place:
        say(f"{name}: place and title are the heading above it, {table.place!r}")
    lines = [f"  - name: {name}", f"    path: {name}.csv", f"    title: {place}"]
    lines += [f"    place: {place}", *([f"    document: {json.dumps(own)}"] if own else [])]
    lines += ["    origin: printed", *(f"    {each}: {TODO}" for each in ASKED)]
    lines += ["    schema:", "      primaryKey: row", "      fields:"]
    ours = "type: string, ours: true"
    must = "constraints: {required: true}"
    lines += [f"        - {{name: {each}, {ours}, {must}}}" for each in ("row", "line")]
    for at, (column, heading) in enumerate(zip(columns, table.header, strict=True)):
        title = json.dumps(heading, ensure_ascii=False) if heading else TODO
        lines += [f"        - name: {column}", "          type: string"]
        lines.append(f"          title: {title}")
        lines.append(f"          header: [{json.dumps(heading, ensure_ascii=False)}]")
        if meaning := table.meanings.get(heading):
            lines.append(f"          description: {json.dumps(meaning, ensure_ascii=False)}")
        if at and any(re.search(r"\d", cells[at]) for _, cells in table.rows):
            lines += ["          quantities:", f"            - {{{_quantity(heading)}}}"]
            for word, of in _known(heading):
                say(f"{name}: column {heading!r} is the {of} {word}")
    for row in [cells[0] for _, cells in table.rows]:
        for word, of in _known(row):
            say(f"{name}: row {row!r} is called as the {of} {word}; rows should be models")
    return lines + [f"        - {{name: {each}, {ours}}}" for each in OURS]


ASKED = ("split", "protocol", "measured_by", "device")
"""What is asked of a table."""


def _known(heading: str) -> Iterator[tuple[str, str]]:
    """Yield the one word of the vocabulary that a heading equals, and what it is a word of."""
    equal = []
    for part in WORDS:
        table = vocabulary.table(f"{part}s")
        called = table["name"] if "name" in table else table.index.to_series()
        equal += [(word, part) for word in table.index if _same(heading, word, called[word])]
    yield from equal if len(equal) == 1 else ()


def _same(heading: str, *words: str) -> bool:
    return heading.casefold() in [word.casefold() for word in words]


def _quantity(heading: str) -> str:
    """Return the settings of a printed quantity: what the heading equals, and what is asked."""
    known = {part: word for word, part in _known(heading)}
    metric = known.get("metric", "")
    parts = {"metric": metric or TODO}
    if not metric or metric in vocabulary.scores():
        parts["task"] = known.get("task", TODO)
    if metric and vocabulary.units_of_metrics()[metric] not in UNITED:
        parts["unit"] = TODO
    parts |= {"split": known["split"]} if "split" in known else {}
    return ", ".join(f"{name}: {word}" for name, word in parts.items())


PAGE = (
    "({key})=\n# TODO: a title that says what was done\n\n"
    "{{cite:t}}`{key}` TODO: who did what, in two sentences.\n\n"
    "## Verdict\n\nTODO: what the tables show, in at most 60 words; charts.say gives it numbers.",
    "#!corrected: bool = True  # cells as corrected (True) or as printed (False)",
    '#!from smallbert import audit, data\n\ndata.require_all(globals())\nKEY = "{key}"',
    "## What the document prints",
    "#!{shown}",
    "## What the audit says",
    "#!audit.show(KEY, corrected=corrected)",
    "## Limits\n\n- TODO: what the tables leave open.\n\n"
    "## Provenance\n\n{{ref}}`Every number has a card <numbers>` with the address of its line.",
)
"""The cells of a new page; code begins with ``#!``, the parameters come first."""


def _notebook(key: str, tables: dict[str, Table]) -> str:
    calls = [f'audit.document_table(KEY, "{name}", corrected=corrected)' for name in tables]
    cells = []
    for at, part in enumerate(PAGE):
        text, code = part.format(key=key, shown="\n".join(calls)), part.startswith("#!")
        tags = {"tags": ["parameters"]} if at == 1 else {}
        make = v4.new_code_cell if code else v4.new_markdown_cell
        cells.append(make(text.removeprefix("#!"), metadata=tags))
    page = v4.new_notebook(cells=cells)
    page.metadata["kernelspec"] = {
        "display_name": "Python 3",
        "language": "python",
        "name": "python3",
    }
    page.metadata["language_info"] = {"name": "python"}
    return nbformat.writes(page) + "\n"


def _bibliography(key: str, tables: dict[str, Table]) -> str:
    text = (paths.data() / "sources.bib").read_text(encoding="utf-8").rstrip()
    if f"{{{key}," in text:
        return f"{text}\n"
    fields = {"title": f"{{{TODO}}}", "author": TODO, "year": KEY.fullmatch(key)[1]}
    repository = next(iter(tables.values())).document["repository"]
    fields |= {"url": f"{sources.GITHUB}/{repository}"} if repository != TODO else {}
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    return f"{text}\n\n@misc{{{key},\n{lines}}}\n"


def _contents(key: str) -> str:
    """Return the table of contents with the page as the last of the works."""
    lines = (paths.root() / "_toc.yml").read_text(encoding="utf-8").splitlines()
    at = lines.index("  - caption: Works")
    last = next((n for n in range(at + 1, len(lines)) if "caption:" in lines[n]), len(lines))
    return "\n".join([*lines[:last], f"      - file: notebooks/{key}", *lines[last:]]) + "\n"


def _write(files: dict[Path, str]) -> None:
    """Write all files, or none."""
    before = {path: path.read_bytes() if path.exists() else None for path in files}
    made = {path.parent for path in files if not path.parent.exists()}
    try:
        for path, text in files.items():
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
    except BaseException:
        for path, content in before.items():
            path.write_bytes(content) if content is not None else path.unlink(missing_ok=True)
        for folder in made:
            folder.rmdir()
        raise
