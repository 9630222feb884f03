"""Begin a work: its folder, bibliography entry, line of contents and notebook, with guesses.

What a person has to decide is the word `TODO`, for which `smallbert check` then asks. Nothing that
is there is ever written over.
"""

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path

import nbformat

from smallbert.book import (
    asides,
    doubts,
    entries,
    footnotes,
    guesses,
    new_descriptor,
    new_page,
    new_rows,
)
from smallbert.data import clones, folders, pasted, paths, sources
from smallbert.data.asks import ORIGINAL, SCORES_FROM
from smallbert.data.faults import DataError, UsageError, UserError
from smallbert.data.files import steady
from smallbert.data.unfilled import TODO

KEY = re.compile(r"[a-z]+\d{4}[a-z0-9]+")

EDITED = (
    "{given} was edited since commit {commit}: addresses lead to that commit, so each row has to "
    "stay on its line; smallbert verify tells which cells are not found there"
)
"""What is said of a file that its commit has otherwise."""

REFUSED = "nothing was written: mend these places of the file, or add --force to write it as it is"
"""The last line where something was not understood."""


def begin(
    key: str,
    given: Path | None = None,
    *,
    force: bool = False,
    say: Callable[[str], None] = lambda line: None,
) -> list[Path]:
    """Write the files of a work that is not there yet.

    Parameters
    ----------
    key : str
        Such as ``doe2030tiny``.
    given : pathlib.Path or None
        A file with its tables, as `smallbert.data.pasted` reads them.
    force : bool
        Whether to write also what could not be understood, as it stands there; but numbers lose
        the signs of their footnotes, and rows what is beyond the header.
    say : callable
        Given a line on what of the file is not used.

    Returns
    -------
    list of pathlib.Path
        The files written.

    Raises
    ------
    UsageError
        The key is none, or a file of the work is there.
    DataError
        Something of the tables could not be understood; nothing is written.
    UserError
        No table of the file has numbers.
    """
    if not KEY.fullmatch(key):
        raise UsageError(f"key {key!r} is none; give first author, year and a word: doe2030tiny")
    folder = paths.data() / "sources" / key
    notebook = paths.root() / "notebooks" / f"{key}.ipynb"
    for path in (folder, notebook):
        if path.exists():
            raise UsageError(f"{path.relative_to(paths.root())} is there; choose another key")
    files, page, cited = _drafted(key, given, force, say)
    folder.mkdir(parents=True)
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    nbformat.write(page, notebook)
    return [*files, notebook, *_listed(key, *cited)]


@steady()
def _drafted(
    key: str, given: Path | None, force: bool, say: Callable[[str], None]
) -> tuple[dict[Path, str], nbformat.NotebookNode, tuple[str, dict[str, str]]]:
    """Return the files of a work's folder, its page, and the kind and fields of its entry.

    All are drafted before the first is written, from the data as they are now.
    """
    content = pasted.read(given) if given else pasted.Found([_empty()])
    content.tables = [asides.parted(each) for each in content.tables]
    if given:
        _leave_out(given, content, say)
    document = clones.place(given) if given else {}
    if document and clones.is_edited(given):
        say(EDITED.format(given=given, commit=document["commit"][:7]))
    for table in content.tables:
        table.document = table.document or document
    cells = [cell for table in content.tables for _, own in table.rows for cell in own]
    notes = footnotes.of(content.text, cells)
    for table in content.tables if given else []:
        content.faults += doubts.faults(given, table, notes)
    if content.faults and not force:
        raise DataError(content.faults, REFUSED)
    tables = {f"table{at}": each for at, each in enumerate(content.tables, start=1)}
    kind, entry = entries.cited(content.text)
    file = given.name if given and given.suffix in (".md", ".tex") else TODO
    kinds = {name: new_rows.kinds(each, notes, content.text) for name, each in tables.items()}
    technique = {
        name: new_rows.technique(each, notes, kinds[name], content.text)
        for name, each in tables.items()
    }
    ours = {
        name: new_rows.ours(each, notes, kinds[name], *technique[name], content.text)
        for name, each in tables.items()
    }
    new_rows.share_bits(tables, ours, notes)
    new_rows.share_names(tables, ours)
    folder = paths.data() / "sources" / key
    files = {
        folder / f"{name}.csv": new_rows.as_csv(each, ours[name], notes)
        for name, each in tables.items()
    }
    techniques = {name: asked for name, (_, asked) in technique.items()}
    files[folder / "datapackage.yaml"] = new_descriptor.descriptor(
        key, tables, ours, techniques, entry["title"], file, notes
    )
    files[folder / "exhibits.csv"] = _exhibits(key, tables, file)
    elsewhere = [
        each
        for each in notes
        if not any(new_descriptor.noted(table, [each]) for table in tables.values())
    ]
    page = new_page.notebook(key, entry["title"], tables, elsewhere, techniques.values())
    return files, page, (kind, entry)


def unnamed(key: str) -> str:
    """Return in words which metrics, and which half of MNLI, no heading of a new work names."""
    columns: dict[str, list[str]] = {}
    for table in sources.tables(key).values():
        for field in folders.quantified(table):
            scores = [each for each in field["quantities"] if "task" in each]
            told = [each["metric"] for each in scores if each["metric"] in guesses.SCORED]
            heading = field["title"].lower()
            unsaid = [each for each in told if not re.search(guesses.SCORED[each], heading)]
            open_half = guesses.HALF in guesses.held([field["title"]])
            halves = [each["task"] for each in scores if each["task"] in guesses.NAMED]
            for word in (*unsaid, *(halves if open_half else ())):
                columns.setdefault(word, []).append(field["title"])
    return "; ".join(f"{each} for {', '.join(dict.fromkeys(of))}" for each, of in columns.items())


def lent(key: str) -> str:
    """Return in words from which addresses a new work borrows, as the names of its rows say."""
    places = {}
    for table in sources.tables(key):
        for row, own in sources.table(key, table).iterrows():
            place = own.get(SCORES_FROM) or own.get(ORIGINAL) or ""
            places |= {row: place} if "://" in place else {}
    return "; ".join(f"{row} from {place}" for row, place in places.items())


def called(key: str) -> str:
    """Return in words which models of a new work have other names in the book."""
    names = {}
    for table in sources.tables(key):
        rows = sources.table(key, table)
        printed = folders.fields(sources.tables(key)[table], printed=True)[0]["name"]
        pairs = zip(rows[printed], rows["name"], strict=True)
        names |= {model: name for model, name in pairs if name and not model.startswith(name)}
    return "; ".join(f"{model} is {name}" for model, name in names.items())


def _leave_out(given: Path, content: pasted.Found, say: Callable[[str], None]) -> None:
    """Leave out tables without numbers, such as a list of checkpoints, and what is wrong there."""
    kept = [table for table in content.tables if doubts.has_results(table)]
    if content.faults and not kept:
        return  # which say more
    if not kept:
        raise UserError(f"{given}: no table has numbers; give the file that prints the results")
    lines = {line for table in kept for line, _ in table.at.values()}
    for table in content.tables:
        if table not in kept:
            name = f"the table {table.place!r}" if table.place else "a table"
            say(f"left out {given}:{table.at[-1, 0][0]}: {name} has no numbers of results")
            own = {line for line, _ in table.at.values()} - lines
            content.faults = [fault for fault in content.faults if fault.line not in own]
    content.tables = kept


def _empty() -> pasted.Table:
    return pasted.Table(columns=["model", TODO], rows=[(TODO, [TODO, ""])])


def _listed(key: str, kind: str, entry: dict[str, str]) -> list[Path]:
    """Add the bibliography's entry and the line of contents, unless they are there."""
    bib, toc = paths.data() / "sources.bib", paths.root() / "_toc.yml"
    text, changed = bib.read_text(encoding="utf-8"), []
    if f"{{{key}," not in text:
        parts = entry | {"year": entry.get("year") or re.search(r"\d{4}", key)[0]}
        lines = "".join(f"  {name} = {{{value}}},\n" for name, value in parts.items())
        bib.write_text(f"{text.rstrip()}\n\n@{kind}{{{key},\n{lines}}}\n", encoding="utf-8")
        changed.append(bib)
    lines = toc.read_text(encoding="utf-8").splitlines()
    at = lines.index("  - caption: Works")
    last = next((n for n in range(at + 1, len(lines)) if "caption:" in lines[n]), len(lines))
    lines.insert(last, f"      - file: notebooks/{key}")
    toc.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [*changed, toc]


BRACKETS = "A heading in square brackets is ours: the spread is printed in the cell of its mean."
"""The caption of a table whose spreads were split off."""

FACTORS = "A heading with a word in square brackets is ours: the factor is printed in the cell."
"""The caption of a table whose factors were split off."""

DEVICES = "In {headings} the words in square brackets are ours: the heading to the left says them."
"""The caption of a table of which headings stand twice."""


def _exhibits(key: str, tables: dict[str, pasted.Table], path: str) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["exhibit", "place", "kind", "status", "title", "caption"])
    titles = new_descriptor.table_titles(tables)
    for name, table in tables.items():
        place = table.place or table.document.get("path", path)
        apart = DEVICES.format(headings=" and ".join(table.told_apart)) if table.told_apart else ""
        split_off = BRACKETS if table.split_off else "", FACTORS if table.factors else ""
        caption = " ".join(filter(None, [*split_off, apart]))
        writer.writerow([f"{key}-{name}", place, "table", "regenerated", titles[name], caption])
    about = "Score kept, from the tables of this work"
    writer.writerow([f"{key}-evidence", "tables", "figure", "re-derived", about, ""])
    writer.writerow([f"{key}-audit", "tables", "table", "re-derived", "Audit of this work", ""])
    return text.getvalue()
