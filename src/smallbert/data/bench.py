"""The kept measurement of the build's speed, ``data/survey/bench.json``; `make bench` writes it."""

import json

from smallbert.data import paths
from smallbert.data.descriptors import schema
from smallbert.data.faults import DataError, Fault


def read() -> dict:
    """Return what was measured: machine, repeats, medians by way, goals and profile.

    Raises
    ------
    DataError
        The file is missing, or says something else.
    """
    from jsonschema import Draft202012Validator  # a tenth of a second for checks

    path = paths.data() / "survey" / "bench.json"
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError) as error:
        words = f"no measurement: {error}; run make bench, or bring the file back"
        raise DataError([Fault(path, getattr(error, "lineno", 1), 1, words)]) from None
    for error in Draft202012Validator(schema("bench")).iter_errors(report):
        at = "/".join(map(str, error.absolute_path)) or "the file"
        raise DataError([Fault(path, 1, 1, f"{at}: {error.message[:200]}; run make bench")])
    return report


def faults() -> list[Fault]:
    """Return what is wrong with the file, if anything is."""
    try:
        read()
    except DataError as error:
        return error.faults
    return []
