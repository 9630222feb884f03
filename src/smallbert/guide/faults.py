"""Names in the guide's files, and in those about rows, that a foreign key cannot hold.

They name abilities joined by a plus sign, documents, entries of the bibliography, and models and
rows of the results. A name that nothing has would be passed over in silence.
"""

from collections.abc import Collection, Iterator
from pathlib import Path

from smallbert import data, paths
from smallbert.data import bibliography, sources
from smallbert.errors import Fault
from smallbert.guide import rules

LISTED = 12
"""Names that a line lists; of more it says what they are."""


def faults() -> list[Fault]:
    """Return each name that nothing has, with its place."""
    results = data.results()
    models = {*results["model"], *rules.variants().values()}
    models |= {each.partition(",")[0] for each in models}  # a method, by its variants' names
    rows = {each for key in sources.keys() for each in _rows(key)}
    abilities, entries = list(rules.abilities()), set(bibliography.bibliography().entries)
    documents = {sources.document_name(key) for key in sources.keys()} | {"-", ""}
    survey, guide = paths.data() / "survey", paths.data() / "survey" / "guide"
    faults = [
        *_unknown(survey / "exhibits.csv", "document", documents, "document of a source"),
        *_unknown(survey / "errata.csv", "document", documents, "document of a source"),
        *_unknown(guide / "needs.csv", "needs", abilities, "ability", parted=True),
        *_unknown(guide / "needs.csv", "model", models, "model of the results"),
        *_unknown(guide / "needs.csv", "cites", entries, "key of sources.bib"),
        *_unknown(guide / "releases.csv", "needs", abilities, "ability", parted=True),
        *_unknown(guide / "releases.csv", "model", models, "model of the results"),
        *_unknown(guide / "devices.csv", "cites", entries, "key of sources.bib"),
        *_families(guide / "needs.csv"),
    ]
    for key in sources.keys():
        folder, own = sources.folder(key), set(results.loc[results["source"] == key, "model"])
        faults += _unknown(folder / "variants.csv", "model", own, "model of the work")
        faults += _unknown(folder / "aliases.csv", "model", own, "model of the work")
        faults += _unknown(folder / "aliases.csv", "known_as", models, "model of the results")
        faults += _unknown(folder / "guide_suggestions.csv", "when", rules.WHEN, "condition")
        faults += _rowless(folder / "timed.csv", rows, f"{key}/")
        tables = {row.rpartition("/")[0] for row in rows}
        of_table, of_row = "table: source/table", "row of a table: source/table/row"
        faults += _unknown(folder / "baselines.csv", "table", tables, of_table)
        faults += _unknown(folder / "baselines.csv", "baseline", rows, of_row)
        for name in ("grounds.csv", "ranked.csv"):
            faults += _rowless(folder / name, rows)
    return faults


def _rows(key: str) -> list[str]:
    """Return the rows of a work's tables, and an empty one for each table as a whole."""
    return [
        f"{key}/{name}/{row}"
        for name in sources.tables(key)
        for row in ["", *sources.table(key, name).index]
    ]


def _unknown(
    path: Path, column: str, known: Collection[str], what: str, *, parted: bool = False
) -> Iterator[Fault]:
    """Yield the cells of a column that name nothing known; an empty one names nothing."""
    if not path.is_file():
        return
    frame = sources.read_csv(path)
    ask = f"use one of {', '.join(known)}" if len(known) <= LISTED else f"it should be a {what}"
    for record, cell in enumerate(frame[column], start=1):
        for part in cell.split("+") if parted else [cell]:
            if (part or parted) and part not in known:
                words = f"{part!r} is unknown; {ask}"
                yield Fault.of_cell(path, record, column, words)


def _rowless(path: Path, known: set[str], before: str = "") -> Iterator[Fault]:
    """Yield the lines that speak of a row that no table has."""
    if not path.is_file():
        return
    frame = sources.read_csv(path)
    for record, (table, row) in enumerate(zip(frame["table"], frame["row"], strict=True), start=1):
        if f"{before}{table}/{row}" not in known:
            words = f"{before}{table} has no row {row!r}; name one"
            yield Fault.of_cell(path, record, "row", words)


def _families(path: Path) -> Iterator[Fault]:
    """Yield each technique of the results for which no line says what it needs."""
    used = {part for each in data.results()["technique"] for part in each.split("+")}
    frame = sources.read_csv(path)
    for each in sorted(used - {"none"} - set(frame.loc[frame["model"] == "", "technique"])):
        yield Fault(path, 1, f"no line says what {each!r} needs; add one without a model")
