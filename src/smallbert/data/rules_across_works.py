"""What is true across works: of the bibliography, and of names in tables that all share."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from smallbert import paths
from smallbert.data import bibliography, side_tables, sources
from smallbert.data.results import results
from smallbert.errors import DataError, Fault


@dataclass(frozen=True)
class Naming:
    """Columns of a table in a folder that name something; of two, the cells are joined by ``/``."""

    folder: Path
    table: str
    columns: str
    names: Collection[str]
    kind: str


def entries() -> Iterator[Fault]:
    """The bibliography is BibTeX; its entries have a title, a year of four digits, whole urls."""
    path = paths.data() / "sources.bib"
    try:
        by_key = bibliography.bibliography().entries
    except DataError as error:
        yield from error.faults
        return
    for key, entry in by_key.items():
        title, year, url = (entry.fields.get(name, "") for name in ("title", "year", "url"))
        line = bibliography.line_of(key)
        if not title.strip("{} "):
            yield Fault(path, line, f"title: {key} has none; add it")
        if (year or entry.persons.get("author")) and not re.fullmatch("[0-9]{4}", year):
            yield Fault(path, line, f"year: {key} has {year!r}; give it in four digits")
        if url and not re.match("https?://", url):
            message = f"url: {key} has {url!r}; give an address that begins with https://"
            yield Fault(path, line, message)


def names_across() -> Iterator[Fault]:
    """What a table across works names is there, and each technique says what it needs.

    Asked once the tables of all works are known to be sound.
    """
    tidy = results()
    for naming in _namings(tidy):
        yield from _unknown_names(naming)
    yield from _repositories_not_listed()
    yield from _techniques_without_needs(tidy)


def _namings(tidy: pd.DataFrame) -> Iterator[Naming]:
    """Yield what each table of the survey, and of each work, may name."""
    folder, works = paths.data() / side_tables.FOLDER, {*sources.keys()}
    names = [(key, name) for key in works for name in sources.tables(key)]
    tables = {f"{key}/{name}" for key, name in names}
    rows = {f"{key}/{name}/{row}" for key, name in names for row in sources.cells_of(key, name)}
    documents = {*map(sources.document_name, works), "-", ""}
    models = {*tidy["model"]}
    with_checkpoint = set(sources.read_csv(folder / "checkpoints.csv")["model"])
    released = {name for name, id in sources.survey_models()["id"].items() if id in with_checkpoint}
    of_model = "model of a row of a work, or of a checkpoint"
    yield Naming(folder, "models", "name", models | released, of_model)
    yield Naming(folder, "models", "released_by", {*works, ""}, "work of data/sources")
    yield Naming(folder, "exhibits", "document", documents, "document of a source")
    yield Naming(folder, "errata", "document", documents, "document of a source")
    yield Naming(folder, "devices", "table", tables, "table: source/table")
    entries, model = {*bibliography.bibliography().entries}, ({*models, ""}, "model of the results")
    table, row = (tables, "table: source/table"), (rows, "row of a table: source/table/row")
    grounds = rows | {f"{each}/" for each in tables}  # a line may be about a whole table
    for place in (folder, *map(sources.folder, sources.keys())):
        of_work = {*tidy.loc[tidy["source"].eq(place.name), "model"]}
        yield Naming(place, "errata", "source", {*works, ""}, "work of data/sources")
        yield Naming(place, "needs", "model", *model)
        yield Naming(place, "needs", "cites", entries, "key of sources.bib")
        yield Naming(place, "aliases", "model", of_work, "model of the work")
        yield Naming(place, "aliases", "known_as", *model)
        yield Naming(place, "cautions", "model", *model)
        yield Naming(place, "baselines", "table", *table)
        yield Naming(place, "baselines", "baseline", *row)
        yield Naming(place, "grounds", "table/row", grounds, row[1])
        yield Naming(place, "ranked", "table/row", *row)


def _unknown_names(naming: Naming) -> Iterator[Fault]:
    path, columns = naming.folder / f"{naming.table}.csv", naming.columns.split("/")
    lines = sources.read_csv(path) if path.is_file() else pd.DataFrame()
    if not {*columns} <= {*lines.columns}:
        return
    for number, line in enumerate(lines.to_dict("records"), start=1):
        name = "/".join(line[column] for column in columns)
        if name not in naming.names:
            message = f"{name!r} is unknown; it should be a {naming.kind}"
            yield Fault.of_cell(path, number, columns[-1], message)


def _repositories_not_listed() -> Iterator[Fault]:
    """Yield the works of repositories that are not in the list of what was read."""
    path = paths.data() / side_tables.FOLDER / "candidates.csv"
    listed = {*sources.read_csv(path)["key"]}
    for key in sources.keys():
        if sources.work(key).document.repository and key not in listed:
            message = f"no line for {key}; add its key, name, repository, commit, path, and table"
            yield Fault(path, 1, f"key: {message} under prints")


def _techniques_without_needs(tidy: pd.DataFrame) -> Iterator[Fault]:
    path = paths.data() / side_tables.FOLDER / "needs.csv"
    stated = sources.read_csv(path).query("model == ''")["technique"]
    used = {part for technique in tidy["technique"].unique() for part in technique.split("+")}
    for technique in sorted(used - {*stated, "none"}):
        yield Fault(path, 1, f"no line says what {technique!r} needs; add one")
