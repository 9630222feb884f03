"""Whether what a descriptor says is there: words, columns, documents, works cited, devices.

Its form was checked before, in `smallbert.data.descriptors`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from smallbert.data import bibliography, form, positions, settings, sources, vocabulary
from smallbert.errors import Fault


def faults(folder: Path) -> Iterator[Fault]:
    """Yield faults of places, origins, columns shown, and the words of each column's quantities."""
    path = folder / "datapackage.yaml"
    text, descriptor = path.read_text(encoding="utf-8"), sources.described(folder)
    for message, *at in _uncredited(descriptor):
        yield Fault(path, *positions.of_setting(text, *at), message)
    for number, resource in enumerate(descriptor["resources"]):
        if resource["name"] == sources.CORRECTIONS:
            continue
        where = ("resources", number)
        for message, *at in _resource_faults(resource, descriptor):
            yield Fault(path, *positions.of_setting(text, *where, *at), message)


OF_TABLES = ("authors", "others")
"""Who may have measured all scores of a table; what is borrowed has its original beside it."""


def _uncredited(descriptor: dict) -> Iterator[tuple]:
    """Yield where a work, or one of its tables, cites nothing that the bibliography has."""
    told = [(descriptor, [])]
    told += [(each, ["resources", at]) for at, each in enumerate(descriptor["resources"])]
    for each, place in told:
        cited = each.get("cites", "" if each is descriptor else None)
        for key in str(cited).split(",") if cited is not None else []:
            if key not in bibliography.bibliography().entries:
                yield f"cites {key!r}, which is not in sources.bib; add it there", *place, "cites"


def _resource_faults(resource: dict, descriptor: dict) -> Iterator[tuple]:
    name = resource["name"]
    if not resource.get("place"):
        yield f"{name} has no place; say where the document prints it", "place"
    if resource.get("origin") not in vocabulary.words("origins"):
        yield _unknown("origins", resource.get("origin")), "origin"
    elif resource["origin"] in sources.IN_DOCUMENTS:
        document = descriptor.get("document", {}) | resource.get("document", {})
        yield from _document_faults(name, document)
        if "line" not in [each["name"] for each in resource["schema"]["fields"]]:
            yield f"{name} has no column 'line'; say on which line each row is printed", "schema"
        if "repository" not in document and resource.get("cells") not in ("tabs", "text"):
            yield f"{name}: cells is {resource.get('cells')!r}; use one of tabs, text", "cells"
    for part, words in (
        ("protocol", "protocols"),
        ("split", "splits"),
        ("technique", "techniques"),
    ):
        for word in filter(None, resource.get(part, "").split("+")):
            if word not in vocabulary.choices(words):
                yield _unknown(words, word), part
    if (who := resource.get("measured_by", OF_TABLES[0])) not in OF_TABLES:
        yield f"measured_by of a table is {who!r}; use one of {', '.join(OF_TABLES)}", "measured_by"
    yield from _device_faults(resource)
    yield from settings.faults(resource)
    columns = [each["name"] for each in resource["schema"]["fields"]]
    yield from _columnless({"device": resource.get("device", "")}, columns)
    yield from _doubled(resource)
    for index, field in enumerate(resource["schema"]["fields"]):
        for spot, quantity in enumerate(field.get("quantities", [])):
            at = ("schema", "fields", index, "quantities", spot)
            for message, part in _columnless(quantity, columns):
                yield message, *at, part
            if _seconds(quantity) and _says_milliseconds(field):
                yield f"{field['name']}: the heading says ms; add 'unit: ms'", *at, "metric"
            for part, words in (form.PARTS | {"technique": "techniques"}).items():
                word = quantity.get(part, "")
                if word and not word.startswith("$") and word not in vocabulary.choices(words):
                    yield _unknown(words, word), *at, part


def _doubled(resource: dict) -> Iterator[tuple]:
    """Yield where two columns have one heading: nobody could tell them apart on the page."""
    told: dict[tuple, str] = {}
    for index, field in enumerate(resource["schema"]["fields"]):
        heading = tuple(field.get("header", []))
        first = told.setdefault(heading, field["name"])
        if any(heading) and first != field["name"] and not field.get("ours"):
            words = f"{field['name']}: the heading {list(heading)} is that of {first}, too"
            yield (
                f"{words}; add a row to both, such as [MNLI, m]",
                "schema",
                "fields",
                index,
                "name",
            )


def _seconds(quantity: dict) -> bool:
    """Tell whether a quantity's numbers count as seconds, as they stand."""
    own = vocabulary.units_of_metrics().get(quantity["metric"])
    return own == "s" and not quantity.keys() & {"unit", "scale"}


def _says_milliseconds(field: dict) -> bool:
    headings = [field.get("title", ""), *field.get("header", [])]
    return any(re.search(MILLISECONDS, each.lower()) for each in headings)


def _columnless(stated: dict, columns: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each setting that reads a column which is not there, after what is wrong with it."""
    for part, word in stated.items():
        named = isinstance(word, str) and (word[:1] == "$" or part == "sd")
        if named and word.removeprefix("$") not in columns:
            yield f"{part} is {word!r}, and there is no such column; name one", part


def _device_faults(resource: dict) -> Iterator[tuple]:
    """Yield devices on which no number depends."""
    timed = vocabulary.metrics_of_devices()
    told = [(resource, ["device"], [each["metric"] for each in sources.quantities(resource)])]
    for index, field in enumerate(resource["schema"]["fields"]):
        for spot, quantity in enumerate(field.get("quantities", [])):
            at = ["schema", "fields", index, "quantities", spot, "device"]
            told.append((quantity, at, [quantity["metric"]]))
    for owner, at, metrics in told:
        device = owner.get("device", "")
        if device and not any(each in timed or each[:1] == "$" for each in metrics):
            words = "no number here depends on a device, by metrics.csv"
            yield f"device is {device!r}, but {words}; leave it out", *at


MILLISECONDS = r"\b(ms|msecs?|milliseconds?)\b"
"""How a heading says it, in small letters."""

REPOSITORY = {"repository": r"[\w.-]+/[\w.-]+", "commit": "[0-9a-f]{40}", "path": r"[^/\s].*"}
"""What names a document in a repository, and the form of each part."""


def _document_faults(name: str, document: dict) -> Iterator[tuple]:
    """Yield what is missing of a document: a file with its sum, or a repository's file."""
    if "repository" not in document:
        if not {"file", "sha256"} <= set(document):
            words = "give 'document: {file, sha256}' or 'document: {repository, commit, path}'"
            yield f"{name} is in a document: {words}", "origin"
        return
    for part, form_ in REPOSITORY.items():
        if not re.fullmatch(form_, str(document.get(part, ""))):
            like = {"repository": "owner/name", "commit": "40 hexadecimal digits"}.get(
                part, "a file"
            )
            words = f"{name}: the document's {part} is {document.get(part)!r}; give {like}"
            yield words, "document", part


def _unknown(words: str, word: str | None) -> str:
    if word == vocabulary.COMPOUND:
        return vocabulary.PARTS
    allowed = ", ".join(vocabulary.choices(words))
    return f"{word!r} is not in data/vocabulary/{words}.csv; add it there or use one of {allowed}"
