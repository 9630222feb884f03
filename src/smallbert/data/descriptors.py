"""What the descriptor of a work says: its document, its tables, their columns and quantities.

``data/vocabulary/datapackage.schema.json`` says what each setting means and may hold; a field here
has its setting's name, or that name as Python writes it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

from smallbert.data.cells import NOT_REPORTED

CORRECTIONS = "corrections"
"""The table of a work that mends others."""

Settings = TypeVar("Settings")


@dataclass(frozen=True, kw_only=True)
class Document:
    """Where something is printed: a file that readers hold, or a file of a repository."""

    file: str = ""
    sha256: str = ""
    short: str = ""
    sections: Mapping[str, int] = field(default_factory=dict)
    repository: str = ""
    commit: str = ""
    path: str = ""

    @property
    def name(self) -> str:
        """What lists call it: its file or its repository, or nothing."""
        return self.file or self.repository


NOWHERE = Document()


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """What one number of a cell measures; a text ``$column`` is the row's own cell there.

    None stands for what is left to the row, the table or the metric.
    """

    metric: str
    task: str | None = None
    split: str | None = None
    unit: str | None = None
    model: str | None = None
    name: str | None = None
    technique: str | None = None
    baseline: str | None = None
    unshared: str | None = None
    sd: str | None = None
    sd_scale: float = 1
    n: int | None = None
    device: str | None = None
    protocol: str | None = None
    measured_by: str | None = None
    original: str | None = None
    optional: bool = False
    scale: float = 1
    half_width: float | str | None = None
    derived: str | Mapping[str, Any] | None = None

    @property
    def id_name(self) -> str:
        """What it is called in the ids of its numbers."""
        return self.name or "-".join(filter(None, (self.task, self.metric)))

    @property
    def varies(self) -> bool:
        """Whether its rows say a part of it."""
        return any(str(setting)[:1] == "$" for setting in vars(self).values())

    def in_row(self, row: Mapping[str, str]) -> "Quantity":
        """Return it with the row's own cell wherever the descriptor says ``$column``."""
        read = {
            part: row.get(setting[1:], "")
            for part, setting in vars(self).items()
            if isinstance(setting, str) and setting[:1] == "$"
        }
        if read.get("original", self.original) == "":
            # whose original a cell may name is borrowed in the rows alone that name one
            read |= {"measured_by": None, "original": None}
        return replace(self, **read) if read else self


@dataclass(frozen=True, kw_only=True)
class Column:
    """A column of a table's CSV; ``ours`` says that the document does not print it.

    ``vocabulary`` is the table of words, if any, whose keys its cells are.
    """

    name: str
    type: str = "string"
    title: str = ""
    ours: bool = False
    header: list[str] | None = None
    line: int | None = None
    constraints: Mapping[str, Any] = field(default_factory=dict)
    quantities: tuple[Quantity, ...] = ()
    vocabulary: str = ""


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table of a work; ``document`` is the work's, with what the table says otherwise.

    ``shown`` holds each way in which a page shows it, by the setting's name.
    """

    source: str = ""
    name: str
    path: str = ""
    title: str = ""
    place: str = ""
    origin: str = ""
    cells: str = ""
    split: str = ""
    protocol: str = ""
    measured_by: str = ""
    device: str = ""
    against: str = ""
    baseline: str = ""
    decimal: str = "."
    technique: str = ""
    cites: str = ""
    behind: str = ""
    unusable: str = ""
    document: Document = NOWHERE
    header_lines: list[int] = field(default_factory=list)
    precedence: int | None = None
    tokens: int | None = None
    removed: bool = False
    cuts_digits: bool = False
    shown: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    columns: tuple[Column, ...] = ()
    key: tuple[str, ...] = ()
    missing_values: tuple[str, ...] = ()

    @property
    def column_names(self) -> list[str]:
        """The header of its CSV."""
        return [column.name for column in self.columns]

    @property
    def printed_columns(self) -> list[Column]:
        """The columns that the document prints."""
        return [column for column in self.columns if not column.ours]

    @property
    def number_columns(self) -> list[Column]:
        """The columns that hold quantities."""
        return [column for column in self.columns if column.quantities]

    @property
    def quantities(self) -> list[Quantity]:
        """The quantities that its columns hold, in order."""
        return [quantity for column in self.columns for quantity in column.quantities]

    @property
    def not_reported(self) -> tuple[str, ...]:
        """The words that mean in a column of numbers that none is reported."""
        return (*NOT_REPORTED, *self.missing_values)


@dataclass(frozen=True, kw_only=True)
class Work:
    """A work's descriptor, without the table of its corrections."""

    key: str
    title: str = ""
    short: str = ""
    shorter: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    cites: str = ""
    laboratory: str = ""
    reading: str = ""
    uncounted: str = ""
    retracted: str = ""
    document: Document = NOWHERE
    tables: Mapping[str, Table] = field(default_factory=dict)


def work_of(key: str, described: Mapping[str, Any]) -> Work:
    """Return what a descriptor says, as YAML has it; settings that nobody knows are passed over."""
    document = _filled(Document, described.get("document", {}))
    tables = [table_of(key, each, document) for each in described["resources"]]
    by_name = {table.name: table for table in tables if table.name != CORRECTIONS}
    return _filled(Work, described, key=key, document=document, tables=by_name)


def table_of(source: str, described: Mapping[str, Any], document: Document = NOWHERE) -> Table:
    """Return a table as its descriptor says; of its document it may say else than the work."""
    schema = described["schema"]
    key = schema.get("primaryKey", ())
    foreign = {each["fields"]: each["reference"] for each in schema.get("foreignKeys", ())}
    vocabularies = {column: reference["resource"] for column, reference in foreign.items()}
    return _filled(
        Table,
        described,
        source=source,
        document=replace(document, **_known(Document, described.get("document", {}))),
        shown={name: how for name, how in described.items() if str(name).startswith("shown")},
        columns=tuple(_column(each, vocabularies) for each in schema["fields"]),
        key=(key,) if isinstance(key, str) else tuple(key),
        missing_values=tuple(schema.get("missingValues", ())),
    )


def _column(described: Mapping[str, Any], vocabularies: Mapping[str, str]) -> Column:
    quantities = tuple(_filled(Quantity, each) for each in described.get("quantities", ()))
    vocabulary = vocabularies.get(described["name"], "")
    return _filled(Column, described, quantities=quantities, vocabulary=vocabulary)


def _filled(kind: type[Settings], described: Mapping[str, Any], **read) -> Settings:
    return kind(**_known(kind, described) | read)


def _known(kind: type, described: Mapping[str, Any]) -> dict[str, Any]:
    names = {each.name for each in fields(kind)}
    return {name: setting for name, setting in described.items() if name in names}
