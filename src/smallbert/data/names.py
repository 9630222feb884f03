"""Names in the tables across works that nothing has: each with its place."""

from collections.abc import Collection, Iterator
from pathlib import Path

from smallbert import paths
from smallbert.data import bibliography, sources, survey, vocabulary
from smallbert.data.results import results
from smallbert.errors import Fault


def faults() -> list[Fault]:
    """Return each name that no document, model, row, work or technique has, with its place."""
    tidy = results()
    rows = {
        f"{key}/{name}/{row}"
        for key in sources.keys()
        for name in sources.tables(key)
        for row in ["", *sources.table_of(key, name).index]  # an empty one is the whole table
    }
    tables, folder = {row.rpartition("/")[0] for row in rows}, paths.data() / survey.FOLDER
    documents = {sources.document_name(key) for key in sources.keys()} | {"-", ""}
    models = {"", *tidy["model"]}, "model of the results"
    techniques = set(vocabulary.names("techniques")), "key of a technique"
    cited = {"", *bibliography.bibliography().entries}, "key of sources.bib"
    asked = [
        (folder / "exhibits.csv", "document", documents, "document of a source"),
        (folder / "errata.csv", "document", documents, "document of a source"),
        (folder / "devices.csv", "table", tables, "table: source/table"),
    ]
    found = list(_families(folder / "needs.csv", tidy["technique"]))
    for key in [survey.FOLDER, *sources.keys()]:
        at = folder if key == survey.FOLDER else sources.folder(key)
        own = set(tidy.loc[tidy["source"].eq(key), "model"]), "model of the work"
        asked += [
            (at / "needs.csv", "technique", *techniques),
            (at / "needs.csv", "model", *models),
            (at / "needs.csv", "cites", *cited),
            (at / "cautions.csv", "model", *own),
            (at / "aliases.csv", "model", *own),
            (at / "aliases.csv", "known_as", *models),
            (at / "baselines.csv", "table", tables, "table: source/table"),
            (at / "baselines.csv", "baseline", rows, "row of a table: source/table/row"),
        ]
        found += [*_rowless(at / "grounds.csv", rows), *_rowless(at / "ranked.csv", rows)]
    return [fault for each in asked for fault in _unknown(*each)] + found


def _unknown(path: Path, column: str, known: Collection[str], what: str) -> Iterator[Fault]:
    """Yield the cells of a column that name nothing known."""
    frame = sources.read_csv(path) if path.is_file() else {}
    for record, cell in enumerate(frame.get(column, []), start=1):
        if cell not in known:
            message = f"{cell!r} is unknown; it should be a {what}"
            yield Fault.of_cell(path, record, column, message)


def _rowless(path: Path, known: set[str]) -> Iterator[Fault]:
    """Yield the lines that speak of a row that no table has."""
    if not path.is_file():
        return
    frame = sources.read_csv(path)
    for record, (table, row) in enumerate(zip(frame["table"], frame["row"], strict=True), start=1):
        if f"{table}/{row}" not in known:
            yield Fault.of_cell(path, record, "row", f"{table} has no row {row!r}; name one")


def _families(path: Path, techniques: Collection[str]) -> Iterator[Fault]:
    """Yield each technique of the results for which no line says what it needs."""
    used = {part for each in techniques for part in each.split("+")} - {"none"}
    frame = sources.read_csv(path)
    for each in sorted(used - set(frame.loc[frame["model"].eq(""), "technique"])):
        yield Fault(path, 1, f"no line says what {each!r} needs; add one without a model")
