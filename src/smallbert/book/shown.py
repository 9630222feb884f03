"""Which numbers a chart or table shows, for their cards."""

import csv
import math
import re
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from io import StringIO

import pandas as pd

KEYS = ("source", "table", "task", "metric", "split")
"""Columns of a CSV that must agree with a number, where the CSV has them."""

OF_IDS = re.compile(r"(^|_)id(_|$)")
"""What the name of a column of ids has in it."""


def finder(tidy: pd.DataFrame) -> Callable[[dict], list[str]]:
    """Return a function that gives the ids of the numbers that an artifact shows.

    They are those of its cells with a link, those that a column of ids of its CSV has, and those
    of which a line of the CSV has row, quantity and value.

    Parameters
    ----------
    tidy : pandas.DataFrame
        The tidy results.
    """
    by_row = defaultdict(list)
    for number in tidy.to_dict("records"):
        number["quantity"] = number["id"].rsplit("/", 1)[1].replace("-", "_")
        by_row[number["row"]].append(number)
    order = {id: at for at, id in enumerate(tidy["id"])}

    def shown(artifact: dict) -> list[str]:
        ids = set(artifact.get("numbers", []))
        for line in csv.DictReader(StringIO(artifact["csv"])):
            ids |= {text for name, text in line.items() if OF_IDS.search(name)}
            line = {"source": artifact["source"]} | line
            matches = [each for each in by_row[line.get("row")] if _has(line, each)]
            ids.update({each["quantity"]: each["id"] for each in reversed(matches)}.values())
        return sorted(ids & order.keys(), key=order.get)

    return shown


def _has(line: dict, number: dict) -> bool:
    """Tell whether a line of a CSV has a number, by its quantity's name or by its metric."""
    if any(line.get(key, number[key]) != number[key] for key in KEYS):
        return False
    text = line.get(number["quantity"], line.get("score", "") if "metric" in line else "")
    with suppress(ValueError):
        return math.isclose(float(text), number["value"])
    return False
