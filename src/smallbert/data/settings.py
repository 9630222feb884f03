"""Whether ``shown`` of a table says only what `smallbert.charts.document_table` can draw.

``settings.yaml`` beside this module is its JSON Schema. It gives the texts that name a column the
format ``column``; which columns there are follows here from the table.
"""

from collections.abc import Iterator

from smallbert.data.descriptors import of_form, schema


def faults(resource: dict) -> Iterator[tuple]:
    """Yield what is wrong with how a table is shown, and the path of the setting at fault."""
    from jsonschema import Draft202012Validator, FormatChecker  # a tenth of a second for checks

    if wrong := [*Draft202012Validator(schema("settings")).iter_errors(resource)]:
        for error in wrong:  # of form; names cannot be looked up before it is mended
            yield from of_form(error, resource["name"])
        return
    columns = [each["name"] for each in resource["schema"]["fields"]]
    checker = FormatChecker(formats=())
    checker.checks("column")(lambda text: text in columns)
    for error in Draft202012Validator(schema("settings"), format_checker=checker).iter_errors(
        resource
    ):
        key = [error.instance] if [*error.schema_path][-2] == "propertyNames" else []
        words = f"{resource['name']} has no column {error.instance!r}"
        yield f"{words}; use one of {', '.join(columns)}", *error.absolute_path, *key
