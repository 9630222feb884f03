"""Ids that were released: none disappears, and none ever means another number.

``data/survey/released`` keeps what each id meant in the last release; ``withdrawn.csv`` says why a
number went or was restated. `smallbert.book.release` writes both.
"""

from collections.abc import Iterable

import pandas as pd

from smallbert.data import paths, sources
from smallbert.data.faults import DataError, Fault

MEANING = ["model", "task", "metric", "value", "unit", "printed"]
"""What fixes the meaning of an id, besides the work, the table and the row in its name."""

READ = ["value", "printed"]
"""What a line of ``corrections.csv`` may change."""

NUMBERS, CLAIMS, VERSIONS, WITHDRAWN = (
    "released/numbers.csv",
    "released/claims.csv",
    "released/versions.csv",
    "withdrawn.csv",
)


def read(name: str) -> pd.DataFrame:
    """Return one of the tables, every cell a string.

    Raises
    ------
    DataError
        It is not there.
    """
    path = paths.data() / "survey" / name
    if not path.is_file():
        raise DataError([Fault(path, 1, 1, "missing; bring it back from the last release")])
    return sources.read_csv(path)


def present() -> pd.DataFrame:
    """Return what each id means now: by id, `MEANING` as strings, and whether it is corrected."""
    tidy = sources.results().set_index("id")
    tidy["value"] = tidy["value"].map("{:.10g}".format)
    return tidy[[*MEANING, "corrected"]]


def covered(ids: pd.Index, lines: Iterable[str]) -> list[bool]:
    """Tell of each id whether a line names it, or its beginning up to a ``/``."""
    exact = set(lines)
    starts = tuple(each for each in exact if each.endswith("/"))
    return [id in exact or id.startswith(starts) for id in ids]


def faults() -> list[Fault]:
    """Return each released id that is gone, or means another number, without a stated reason.

    A line of ``withdrawn.csv`` excuses a missing id for good, but another meaning only until the
    next release, which fills its ``release``.
    """
    known, now, lines = read(NUMBERS).set_index("id"), present(), read(WITHDRAWN)
    path, versions = paths.data() / "survey" / NUMBERS, read(VERSIONS)
    if len(versions) and len(known) < int(versions["numbers"].iloc[-1]):
        count = versions["numbers"].iloc[-1]
        return [Fault(path, 1, 1, f"has not all {count} ids of the last version; bring them back")]
    line = pd.Series(range(2, len(known) + 2), index=known.index)
    gone = known.index.difference(now.index, sort=False)
    gone = gone[[not each for each in covered(gone, lines["id"])]]
    faults = [
        Fault(path, line[id], 1, f"{id} is gone; bring it back, or say why in {WITHDRAWN}")
        for id in gone
    ]
    both = known.index.intersection(now.index, sort=False)
    other = known.loc[both, MEANING].ne(now.loc[both, MEANING])
    other.loc[now.loc[both, "corrected"], READ] = False
    turned = both[other.any(axis=1)]
    turned = turned[[not each for each in covered(turned, lines["id"][lines["release"].eq("")])]]
    for id in turned:
        told = ", ".join(
            f"{name} {known.at[id, name]!r} is now {now.at[id, name]!r}"
            for name in other.columns[other.loc[id]]
        )
        words = f"{id}: {told}; give the new number an id of its own, or say why in {WITHDRAWN}"
        faults.append(Fault(path, line[id], 1, words))
    for at, id in lines["id"].items():
        if any(covered(known.index, [id])):
            continue
        words = f"{id} was never released; name a released id, or its beginning with a / at the end"
        faults.append(Fault(paths.data() / "survey" / WITHDRAWN, at + 2, 1, words))
    return faults
