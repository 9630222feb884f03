"""Whether ``shown``, ``figure`` and ``readings`` of a table say only what charts can draw.

``settings.yaml`` beside this module is their JSON Schema. It gives texts that name something a
format; what each format may name follows here from the folder. `smallbert.charts` says what each
setting means, in ``document_tables``, ``document_figures`` and ``readings``.
"""

from collections.abc import Iterator

from smallbert.data import folders, vocabulary
from smallbert.data.descriptors import of_form, schema

SEEN = {"value": "column", "drawn": "column"}
"""What a format names, where its own name does not say it."""


def faults(resource: dict, tables: dict[str, dict]) -> Iterator[tuple]:
    """Yield what is wrong with how a table is shown, and the path of the setting at fault.

    Parameters
    ----------
    resource : dict
        The table's description.
    tables : dict
        All descriptions of the folder, by the tables' names.
    """
    from jsonschema import Draft202012Validator, FormatChecker  # a tenth of a second for checks

    if wrong := [*Draft202012Validator(schema("settings")).iter_errors(resource)]:
        for error in wrong:  # of form; names cannot be looked up before it is mended
            yield from of_form(error, resource["name"])
        return
    names, checker = _names(resource, tables), FormatChecker(formats=())
    for name, known in names.items():
        checker.checks(name)(lambda text, known=known: text in known)
    for error in Draft202012Validator(schema("settings"), format_checker=checker).iter_errors(
        resource
    ):
        named, known = error.validator_value, ", ".join(names[error.validator_value])
        key = [error.instance] if [*error.schema_path][-2] == "propertyNames" else []
        words = f"{resource['name']} has no {SEEN.get(named, named)} {error.instance!r}"
        yield f"{words}; use one of {known}", *error.absolute_path, *key
    yield from _elsewhere(resource.get("figure", {}), tables)


def _names(resource: dict, tables: dict[str, dict]) -> dict[str, list[str]]:
    """Return what a text of each format may name."""
    shown = [each for name, each in resource.items() if name.startswith("shown")]
    parts = [each for one in shown for part in one.get("parts", {}).values() for each in part]
    panels = resource.get("readings", {}).get("panels", [])
    added = [*resource.get("figure", {}).get("added", {}).values()]
    added += [each["column"] for one in panels for each in one["columns"] if each.get("ours")]
    own = _values(resource)
    others = [each for other in tables.values() for each in _values(other)]
    read = [f"{each}_read" for each in own]
    return {
        "column": [each["name"] for each in resource["schema"]["fields"]] + parts,
        "value": own,
        "drawn": list(dict.fromkeys([*own, *added, *read, *others])),
        "table": list(tables),
        "origin": vocabulary.words("origins"),
    }


def _values(resource: dict) -> list[str]:
    """Return the columns of a table as `smallbert.data.sources.values` has them."""
    numbers = [folders.quantity_name(each) for each in folders.quantities(resource)]
    numbers = list(dict.fromkeys(each.replace("-", "_") for each in numbers))
    fields = resource["schema"]["fields"]
    labels = [each["name"] for each in fields if not each.get("quantities")]
    return [*labels, *numbers, *(f"{each}_half_width" for each in numbers)]


def _elsewhere(figure: dict, tables: dict[str, dict]) -> Iterator[tuple]:
    """Yield names of columns that another table of the folder lacks."""
    published, series = figure.get("published", {}), figure.get("series", {})
    named = [("published", published, _values, ("x", "y"))]
    if isinstance(series, dict):
        named.append(("series", series, _fields, ("label", "colour", "marker")))
    for name, stated, known_of, parts in named:
        if stated.get("table") not in tables:
            continue
        known = known_of(tables[stated["table"]])
        for part in parts:
            if part in stated and stated[part] not in known:
                words = f"{stated['table']} has no column {stated[part]!r}; use one of"
                yield f"{words} {', '.join(known)}", "figure", name, part


def _fields(resource: dict) -> list[str]:
    return [each["name"] for each in resource["schema"]["fields"]]
