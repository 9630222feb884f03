"""Begin a work: its folder, bibliography entry, line of contents and notebook, with guesses.

What a person has to decide is the word `TODO`, for which `smallbert check` then asks. Nothing that
is there is ever written over.
"""

import csv
import io
import re
from contextlib import suppress
from pathlib import Path

import nbformat
import pandas as pd
import yaml

from smallbert.book import doubts, guesses, new_page, prose, ratios
from smallbert.compare.models import slug
from smallbert.data import clones, pasted, paths, sources, vocabulary
from smallbert.data.cells import NOT_REPORTED
from smallbert.data.faults import DataError, UsageError
from smallbert.data.unfilled import ORIGINAL, SCORES_FROM, TODO

KEY = re.compile(r"[a-z]+\d{4}[a-z0-9]+")


def begin(key: str, given: Path | None = None, *, force: bool = False) -> list[Path]:
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
    """
    if not KEY.fullmatch(key):
        raise UsageError(f"key {key!r} is none; give first author, year and a word: doe2030tiny")
    folder = paths.data() / "sources" / key
    notebook = paths.root() / "notebooks" / f"{key}.ipynb"
    for path in (folder, notebook):
        if path.exists():
            raise UsageError(f"{path.relative_to(paths.root())} is there; choose another key")
    content = pasted.read(given) if given else pasted.Found([_empty()])
    if numbered := [each for each in content.tables if _has_numbers(each)]:
        content.tables = numbered  # a list of checkpoints, say, is no table of results
    document = clones.place(given) if given else {}
    for table in content.tables:
        table.document = table.document or document
    cells = [cell for table in content.tables for _, own in table.rows for cell in own]
    notes = prose.footnotes(content.text, cells)
    for table in content.tables if given else []:
        content.faults += doubts.faults(given, table, notes)
    if content.faults and not force:
        raise DataError(content.faults)
    tables = {f"table{at}": each for at, each in enumerate(content.tables, start=1)}
    kind, entry = guesses.cited(content.text)
    file = given.name if given and given.suffix in (".md", ".tex") else TODO
    told = {name: _technique(each, notes, content.text) for name, each in tables.items()}
    ours = {name: _ours(each, notes, *told[name]) for name, each in tables.items()}
    files = {folder / f"{name}.csv": _csv(each, ours[name], notes) for name, each in tables.items()}
    techniques = {name: asked for name, (_, asked) in told.items()}
    descriptor = _descriptor(key, tables, ours, techniques, entry["title"], file, notes)
    files[folder / "datapackage.yaml"] = descriptor
    files[folder / "exhibits.csv"] = _exhibits(key, tables, file)
    folder.mkdir(parents=True)
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    elsewhere = [
        each for each in notes if not any(_noted(table, [each]) for table in tables.values())
    ]
    nbformat.write(new_page.notebook(key, entry["title"], tables, elsewhere), notebook)
    return [*files, notebook, *_listed(key, kind, entry)]


def _has_numbers(table: pasted.Table) -> bool:
    return any(doubts.of_numbers(table, at) for at in range(len(table.columns)))


def _yaml(words: str) -> str:
    """Return words as they stand on a line of YAML."""
    return yaml.safe_dump(" ".join(words.split()), width=10_000).splitlines()[0]


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


def _names(table: pasted.Table) -> list[str]:
    """Return the columns' names in the CSV: words joined by ``_``, each once."""
    names: list[str] = []
    for at, heading in enumerate(table.columns):
        name = slug(heading).replace("-", "_") or f"column_{at}"
        name = f"printed_{name}" if name in (*OURS, *RESERVED) else name
        names.append(name if name not in names else f"{name}_{at}")
    return names


OURS = ("name", "technique", "baseline", "architecture")
RESERVED = ("row", "line", "path", "n", "sd_row", "protocol", "measured_by", "original")
"""Names of columns that mean something to the package; a printed one means something else."""


ASKED = ("bits", SCORES_FROM, "measured_by", ORIGINAL, "protocol", "n")
"""Columns of ours that a table has if one of its rows calls for them."""


def _technique(table: pasted.Table, notes: list[str], text: str) -> tuple[str, str]:
    """Return the technique that the text tells of rows whose names tell none, and what is asked.

    Nothing is asked of the whole table where its rows are asked one by one.
    """
    models = _models(table, notes)
    kinds = zip(models, _kinds(models), table.rows, strict=True)
    own = [(model, kind) for model, kind, (_, cells) in kinds if not prose.borrows(cells, notes)]
    untold = [model for model, kind in own if kind == TODO]
    families = set(map(prose.family, untold))
    forms = any("quantization" in kind and prose.family(model) in families for model, kind in own)
    apart = "quantization" if forms else ""
    guess, asked = prose.technique(text, untold, apart)
    several = len(untold) > 1 and len(families) == 1 and "" not in families
    together = several or (untold and len(untold) == len(own))
    return guess, asked if guess != TODO or together else ""


def _kinds(models: list[str]) -> list[str]:
    """Return the technique that each model's name tells, or else the book, if its works agree."""
    known = {}
    with suppress(DataError):  # of another work, which its check tells
        tidy = sources.results()
        known = tidy.groupby(tidy["model"].map(slug))["technique"].agg(set)
    guessed = zip(models, guesses.techniques(models), strict=True)
    told = [(known.get(slug(model), set()) if kind == TODO else {kind}) for model, kind in guessed]
    return [each.pop() if len(each) == 1 else TODO for each in told]


def _ours(table: pasted.Table, notes: list[str], told: str, asked: str) -> pd.DataFrame:
    """Return the columns of ours, with a guess for every row.

    Its own rows whose names tell no technique leave it to what is `asked` of the table, if that is
    anything. One that is pruned, by its name or as is `told`, has the shape of the one baseline:
    beside a sparsity that is what is pruned, and counts where no column has all weights.

    Bits are asked for where a row is quantized and no column has them, the number of runs where it
    has spreads and the prose does not count them, and where a footnote speaks of another's numbers,
    from where they are, with what they are compared, and their protocol and number of runs as far
    as the table has its own.
    """
    models, names = _models(table, notes), vocabulary.table("architectures")["name"]
    keys, kinds = _keys(models), _kinds(models)
    printed = "bits" in _names(table)
    base = next((key for key, kind in zip(keys, kinds, strict=True) if kind == "none"), "")
    of_table = _scored(table)
    counted = "n" in of_table
    spreads = [] if counted else [table.columns.index(each) for each in table.spread.values()]
    pruned = guesses.shape(models[keys.index(base)]) if kinds.count("none") == 1 else ""
    sparsity = _sparsity(table)
    guessed = []
    for key, kind, model, (_, cells) in zip(keys, kinds, models, table.rows, strict=True):
        lent = prose.borrows(cells, notes)
        left = bool(asked) and kind == TODO and not lent
        likely = told if left else kind
        prunes = kind == "pruning" or ("pruning" in told and kind.endswith(TODO) and not lent)
        shape = pruned if prunes and sparsity and cells[sparsity] not in NOT_REPORTED else ""
        row = {
            "name": names.get(guesses.shape(model), model if model != cells[0] else ""),
            "technique": "" if left else kind,
            "baseline": _baseline(key, kind, base, lent=bool(lent)),
            "architecture": guesses.shape(guesses.bare(model)) or shape,
            "bits": _bits(model, table, cells) if "quantization" in likely and not printed else "",
            SCORES_FROM: TODO if lent == "scores" else "",
            "measured_by": "borrowed" if lent == "row" else "",
            ORIGINAL: TODO if lent == "row" else "",
            "protocol": TODO if lent and "protocol" in of_table else "",
            "n": TODO if (lent and counted) or any(cells[at] for at in spreads) else "",
        }
        guessed.append(row)
    frame = pd.DataFrame(guessed, columns=[*OURS, *ASKED])
    return frame[[*OURS, *(name for name in ASKED if frame[name].any())]]


def _bits(model: str, table: pasted.Table, cells: list[str]) -> str:
    """Return the bits of a row's weights, from a column such as "Bits (W/A)" or from its name."""
    held = [cell for name, cell in zip(_names(table), cells, strict=True) if BITS.match(name)]
    found = re.match(r"w?(\d+)", held[0], re.IGNORECASE) if held else None
    return found[1] if found else guesses.bits(model)


BITS = re.compile(r"(weight_)?bits_|(weight_)?precision|w_a(_|$)")
"""How the name of a column begins that says more than the bits of weights."""


def _sparsity(table: pasted.Table) -> int:
    """Return the column of the sparsities, or 0: none, or the weights are printed beside it."""
    held = [guesses.held([heading]) for heading in table.columns]
    printed = any("metric: parameters," in each for each in held)
    return next((at for at, each in enumerate(held) if "prune-ratio" in each and not printed), 0)


def _baseline(key: str, kind: str, base: str, *, lent: bool) -> str:
    """Return the row that one is compared with: what is compressed elsewhere is compared there."""
    if kind == "none":
        return base if key == base else ""
    return TODO if lent else base


def _models(table: pasted.Table, notes: list[str]) -> list[str]:
    return [prose.unnoted(cells[0], notes) for _, cells in table.rows]


def _csv(table: pasted.Table, ours: pd.DataFrame, notes: list[str]) -> str:
    """Return the table as its CSV: rows named, lines, cells as printed, guesses at what is ours."""
    keys, guessed = _keys(_models(table, notes)), ours.itertuples(index=False)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["row", "line", *_names(table), *ours])
    for key, (line, cells), own in zip(keys, table.rows, guessed, strict=True):
        numbers = [doubts.without_notes(each) for each in cells[1:]]
        writer.writerow([key, line, cells[0], *numbers, *own])
    return text.getvalue()


def _keys(models: list[str]) -> list[str]:
    keys: list[str] = []
    for model in models:
        key = slug(model) or "row"
        again = sum(each == key or each.startswith(f"{key}.") for each in keys)
        keys.append(f"{key}.{again + 1}" if again else key)
    return keys


def _descriptor(
    key: str,
    tables: dict[str, pasted.Table],
    ours: dict[str, pd.DataFrame],
    techniques: dict[str, str],
    title: str,
    path: str,
    notes: list[str],
) -> str:
    first = next(iter(tables.values())).document
    about = {"repository": TODO, "commit": TODO, "path": path} | first
    lines = [f"name: {key}", f"title: {_yaml(re.sub('[{}]', '', title))}"]
    lines += [f"short: {_yaml(name)}" for name in [new_page.name(title)] if name]
    lines += ["document:"]
    lines += [f"  {name}: {_yaml(value)}" for name, value in about.items()]
    lines += [
        f"cites: {key}",
        f"reading: {TODO}",
        "resources:",
    ]
    titles = _titles(tables)
    for name, table in tables.items():
        own = {part: word for part, word in table.document.items() if word != about[part]}
        lines += [
            f"  - name: {name}",
            f"    path: {name}.csv",
            f"    title: {_yaml(titles[name])}",
            f"    place: {_yaml(table.place or TODO)}",
        ]
        lines += (
            [f"    document: {yaml.safe_dump(own, default_flow_style=True).strip()}"] if own else []
        )
        lines += [
            "    origin: printed",
            *(f"    {part}: {asked}" for part, asked in _scored(table).items()),
            *_shown(table, notes),
            "    schema:",
        ]
        lines[-1:-1] = [f"    technique: {techniques[name]}"] if techniques[name] else []
        lines[-1:-1] = [f"    device: {prose.device(table)}"] if _on_device(table) else []
        lines += ["      primaryKey: row", "      fields:"]
        lines += [f"        - {{name: {each}, {_OWN}}}" for each in ("row", "line")]
        for at, (column, heading) in enumerate(zip(_names(table), table.columns, strict=True)):
            borrowed = SCORES_FROM in ours[name]
            lines.append(f"        - {_field(table, at, column, heading, borrowed=borrowed)}")
        lines += [f"        - {{name: {each}, type: string, ours: true}}" for each in ours[name]]
    return "\n".join(lines) + "\n"


def _scored(table: pasted.Table) -> dict[str, str]:
    """Return split, protocol and runs, which a table has if a column is, or may be, of scores."""
    columns = enumerate(table.columns)
    own = [each for at, each in columns if at and doubts.of_numbers(table, at)]
    if own and not any(_may_score(table, each) for each in own):
        return {}
    return {"split": prose.split(table)} | prose.runs(table)


def _may_score(table: pasted.Table, heading: str) -> bool:
    """Tell whether a column has a task, or no known metric and numbers that are not whole."""
    held, at = guesses.held([heading]), table.columns.index(heading)
    broken = any("." in cells[at] for _, cells in table.rows)
    return "task: " in held or (TODO in held and broken)


def _shown(table: pasted.Table, notes: list[str]) -> list[str]:
    """Return how the page shows a table: spreads next to their means, and footnotes below."""
    order, noted = _paired(table), _noted(table, notes)
    columns = f"[{', '.join(_yaml(each) for each in order)}]"
    lines = [f"      columns: {columns}"] if order != _names(table) else []
    lines += ["      notes:", *noted] if noted else []
    return ["    shown:", *lines] if lines else []


def _paired(table: pasted.Table) -> list[str]:
    """Return the columns of a table, each one of spreads after that of its means."""
    names = dict(zip(table.columns, _names(table), strict=True))
    spread = {names[mean]: names[sd] for mean, sd in table.spread.items() if mean != sd}
    kept = [each for each in _names(table) if each not in spread.values()]
    return list(dict.fromkeys(n for each in kept for n in (each, spread.get(each)) if n))


def _noted(table: pasted.Table, notes: list[str]) -> list[str]:
    """Return what puts the footnotes of models' names below the table that the page shows."""
    names = [cells[0] for _, cells in table.rows]
    keys, lines = _keys(_models(table, notes)), []
    for note in notes:
        marked = (prose.marks(note, name) for name in names)
        if own := [key for key, each in zip(keys, marked, strict=True) if each]:
            rows = yaml.safe_dump(own, default_flow_style=True, width=10_000).strip()
            lines += [
                f"        - column: {_names(table)[0]}",
                f"          rows: {rows}",
                f"          note: {prose.asked(TODO, [note])}",  # words may have a comma
            ]
    return lines


def _titles(tables: dict[str, pasted.Table]) -> dict[str, str]:
    """Return the heading above each table, with its columns where another one has it already."""
    titles: dict[str, str] = {}
    for name, table in tables.items():
        again = table.place in titles.values()
        columns = f": {', '.join(table.columns[1:])}" if again else ""
        titles[name] = f"{table.place}{columns}" if table.place else TODO
    return titles


def _on_device(table: pasted.Table) -> bool:
    """Tell whether a column is guessed to hold what depends on a device, such as times."""
    held = guesses.held(table.columns)
    return any(f"metric: {name}" in held for name in vocabulary.metrics_of_devices())


_OWN = "type: string, ours: true, constraints: {required: true}"


def _field(table: pasted.Table, at: int, column: str, heading: str, *, borrowed: bool) -> str:
    quoted = yaml.safe_dump(heading, default_style='"', width=1000).strip()
    name = yaml.safe_dump(column).splitlines()[0]  # 128 and no are no words in YAML
    parts = [f"name: {name}", f"title: {quoted}", "type: string", f"header: [{quoted}]"]
    parts += [f"line: {table.lines[heading]}"] if heading in table.lines else []
    numbers = doubts.of_numbers(table, at) or heading == TODO
    cells = [own[at] for _, own in table.rows]
    held = guesses.quantities(heading, cells) if heading not in table.spread.values() else []
    if heading in table.spread:
        spread = table.columns.index(table.spread[heading])
        held = [f"{each.removesuffix('}')}, sd: {_names(table)[spread]}}}" for each in held]
    if borrowed:
        lent = f", measured_by: borrowed, original: ${SCORES_FROM}}}"
        held = [each.removesuffix("}") + lent if "task: " in each else each for each in held]
    held = [prose.quantity(each, heading, table) for each in held]
    held = [ratios.derived(each, heading, table) for each in held]
    parts += [f"quantities: [{', '.join(held)}]"] if numbers and held else []
    return "{" + ", ".join(parts) + "}"


def _exhibits(key: str, tables: dict[str, pasted.Table], path: str) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["exhibit", "place", "kind", "status", "title", "caption"])
    titles = _titles(tables)
    for name, table in tables.items():
        place = table.place or table.document.get("path", path)
        writer.writerow([f"{key}-{name}", place, "table", "regenerated", titles[name], ""])
    about = "Score kept against size, from the tables of this work"
    writer.writerow([f"{key}-evidence", "tables", "figure", "re-derived", about, ""])
    writer.writerow([f"{key}-audit", "tables", "table", "re-derived", "Audit of this work", ""])
    return text.getvalue()
