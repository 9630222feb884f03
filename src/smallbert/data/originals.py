"""The rows of other works from which a number is borrowed: one, or one for each task.

A cell or a quantity names them as ``source/table/row``, several with spaces between; of each number
the one that has its task is the original.
"""

from smallbert.data import folders, records
from smallbert.data.faults import Fault

TASKS = {"mnli": "mnli-m", "glue-9": "glue"}
"""Tasks that one document names more exactly than another."""


def named(text: str) -> list[str]:
    """Return the rows that a text names, or the one address.

    Examples
    --------
    >>> named("roe2031small/table1/mnli-tiny roe2031small/table1/qqp-tiny")
    ['roe2031small/table1/mnli-tiny', 'roe2031small/table1/qqp-tiny']
    """
    return text.split()


def of_task(text: str, task: str, metric: str) -> str:
    """Return the row, of those that a text names, from which a number of a task is.

    Parameters
    ----------
    text : str
        Rows, or an address.
    task, metric : str
        Of the number; a size or a time may have no task.

    Returns
    -------
    str
        The first row that has task and metric, else that has the task, else the first of all.
    """
    places = named(text)
    if not places[1:]:
        return text.strip()
    return max(places, key=lambda place: _fit(place, task, metric))


def _fit(place: str, task: str, metric: str) -> tuple[bool, bool]:
    """Tell whether a row has a number of a task and a metric, and one of the task."""
    own = TASKS.get(task, task)
    held = [each for each in _numbers(place) if TASKS.get(each["task"], each["task"]) == own]
    return any(each["metric"] == metric for each in held), bool(task and held)


def _numbers(place: str) -> list[dict]:
    """Return the numbers of a row of the survey; of another place there are none."""
    if not is_row(place):
        return []
    key, name, row = place.split("/")
    numbers = records.of_table(key, name, corrected=True)
    return [each for each in numbers if not isinstance(each, Fault) and each["row"] == row]


def unknown(text: str) -> list[str]:
    """Return what a text names that is no row of the survey; one address alone is none of them."""
    if text.startswith("https://") and not named(text)[1:]:
        return []
    return [place for place in named(text) if not is_row(place)]


def is_row(place: str) -> bool:
    """Tell whether a place, ``source/table/row``, is a row of the survey."""
    key, name, row, *more = [*place.split("/"), "", ""]
    if more != ["", ""] or key not in folders.keys() or name not in folders.tables(key):
        return False
    return row in folders.table(key, name).index
