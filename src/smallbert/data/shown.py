"""Whether the settings of ``shown`` name columns that their table has.

`smallbert.charts.document_tables` says what each setting means.
"""

from collections.abc import Iterator

LISTS = ("columns", "quantities", "spans", "highest", "lowest")
"""Settings that list columns; ``quantities`` may be ``all`` instead."""

BY_COLUMN = ("header", "mended", "replace", "parts", "joined", "as_printed")
"""Settings that say something by column; the value of some is a column, too."""

OTHERS = ("groups", "exclude", "notes", "whole_csv")
TO_COLUMN = ("joined", "as_printed")


def faults(resource: dict) -> Iterator[tuple]:
    """Yield what is wrong with how a table is shown, and the path of the setting at fault."""
    for name in [each for each in resource if each.startswith("shown")]:
        shown = resource[name]
        known = [each["name"] for each in resource["schema"]["fields"]]
        known += [each for parts in shown.get("parts", {}).values() for each in parts]
        for setting in shown:
            if setting not in (*LISTS, *BY_COLUMN, *OTHERS):
                allowed = ", ".join((*LISTS, *BY_COLUMN, *OTHERS))
                yield f"{name} has no setting {setting!r}; use one of {allowed}", name, setting
        for column, *at in _columns(shown):
            if column not in known:
                words = (
                    f"{resource['name']} has no column {column!r}; use one of {', '.join(known)}"
                )
                yield words, name, *at


def _columns(shown: dict) -> Iterator[tuple]:
    """Yield each column that is named, and where."""
    for setting in LISTS:
        listed = shown.get(setting, [])
        for number, column in enumerate([] if listed == "all" else listed):
            yield column, setting, number
    for setting in BY_COLUMN:
        for column, value in shown.get(setting, {}).items():
            yield column, setting, column
            if setting in TO_COLUMN:
                yield value, setting, column
    if shown.get("groups"):
        yield shown["groups"], "groups"
    for number, note in enumerate(shown.get("notes", [])):
        for part in {"column", "from"} & {*note}:
            yield note[part], "notes", number, part
