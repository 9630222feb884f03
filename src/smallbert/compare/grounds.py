"""What the numbers of a document's table are: metric, split, protocol, device, in one line.

Headings such as "MRPC" or "speedup" leave it open, and who holds a table against another one needs
it beside the table, not on the card of each number.
"""

import pandas as pd

from smallbert.compare.comparable import SPLIT_WORDS, ground
from smallbert.data import vocabulary
from smallbert.data.results import BORROWED, UNSTATED, listed

NAMED = 4
"""Tasks or devices up to which each is named."""

KINDS = ("latency", "speedup", "throughput", "memory")
"""What depends on a device."""


def grounds(numbers: pd.DataFrame) -> str:
    """Return in words what some numbers of a document's table are.

    Parameters
    ----------
    numbers : pandas.DataFrame
        Lines of the tidy results.

    Returns
    -------
    str
        Such as "Scores: accuracy, but F1 (MRPC, QQP); development set; mean of runs (5).
        Latency: K80."; nothing where there are neither scores nor numbers of a device.
    """
    scores = numbers[numbers["metric"].isin(vocabulary.scores()) & numbers["task"].ne("")]
    timed = numbers[numbers["metric"].isin(vocabulary.metrics_of_devices())]
    parts = []
    if len(scores):
        told = [_metrics(scores), _splits(scores), *_protocols(scores)]
        parts.append(f"Scores: {'; '.join(told)}.")
    if len(timed):
        kinds = [kind for kind in KINDS if timed["metric"].str.contains(kind).any()]
        parts.append(f"{listed(kinds).capitalize()}: {_devices(timed)}.")
    return " ".join(parts)


def _devices(timed: pd.DataFrame) -> str:
    """Return the devices; beside stated ones it does not count that those of others are not."""
    stated = timed["device"].ne(UNSTATED)
    lent = timed["measured_by"].eq(BORROWED) & ~stated & stated.any()
    devices = timed.loc[~lent, "device"].replace(UNSTATED, "device not stated")
    told = _few([*dict.fromkeys(devices)], "devices")
    return f"{told}; borrowed numbers aside" if lent.any() else told


def _metrics(scores: pd.DataFrame) -> str:
    """Return the metrics of most tasks, and the others; that a mean is one, its heading says."""
    single = scores[scores["metric"].ne("average")]
    names = vocabulary.names("metrics") | {"score": "metric not stated"}
    by_task = single.groupby("task", sort=False)["metric"].unique()
    return _mostly(by_task.map(lambda own: " and ".join(map(names.get, own)))) or "means"


def _splits(scores: pd.DataFrame) -> str:
    """Return the splits, also where not the document but ``grounds.csv`` knows them."""
    known = ground(scores)["set"].str.partition(" in ")[0]
    told = known.map(SPLIT_WORDS) + known.ne("unstated").map(
        {True: " by other evidence", False: ""}
    )
    words = scores["split"].map(SPLIT_WORDS).mask(scores["split"].eq("unstated"), told)
    by_task = words.groupby(scores["task"], sort=False).unique()
    return _mostly(by_task.map(" and ".join))


def _mostly(by_task: pd.Series) -> str:
    """Return the word of most tasks, and the others with their tasks in brackets."""
    names, counts = vocabulary.names("tasks"), by_task.value_counts(sort=False)
    first = counts.idxmax() if len(counts) else ""
    others = [
        f"{word} ({_few([names[task] for task in by_task.index[by_task == word]], 'tasks')})"
        for word in counts.index
        if word != first
    ]
    return f"{first}, but {', '.join(others)}" if others else first


def _protocols(scores: pd.DataFrame) -> list[str]:
    """Return the protocols of scores that are not borrowed, and how many runs are behind them."""
    names = vocabulary.names("protocols") | {"unstated": "protocol not stated"}
    own, told = scores[scores["measured_by"].ne(BORROWED) & scores["protocol"].ne("")], []
    for protocol, rows in own.groupby("protocol", sort=False):
        runs = sorted(rows["n"].dropna().unique())
        told.append(names[protocol] + f" ({_few([f'{n:g}' for n in runs], '')})" * bool(runs))
    aside = told and scores["measured_by"].eq(BORROWED).any()
    return [*told, "borrowed scores aside"] if aside else told


def _few(names: list[str], kind: str) -> str:
    """Return a few names, or the number of more."""
    return ", ".join(names) if len(names) <= NAMED else f"{len(names)} {kind}"
