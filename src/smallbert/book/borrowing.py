"""The cells of a row that follow from whose its numbers are."""

import pandas as pd

from smallbert.data import originals, sources
from smallbert.data.unfilled import TODO, Blank


def of_authors(blank: Blank, cells: dict[str, str]) -> dict[str, str]:
    """Return the cells of a row that its authors measured: what the table has holds for it."""
    table = sources.tables(blank.path.parent.name)[blank.about[0]]
    asked = {name for name in ("protocol", "n") if name in table and cells.get(name) == TODO}
    return dict.fromkeys(asked | ({"measured_by"} & cells.keys()), "")


def of_lender(original: str, cells: dict[str, str]) -> dict[str, str]:
    """Return the cells of a borrowed row that are those of its original, if the survey has that.

    Its model is called as there. Of several rows they are what all have in common; one that does
    not say its runs decides none.
    """
    if "://" in original:
        return {}
    places = originals.named(original)
    tidy = sources.results(*dict.fromkeys(place.partition("/")[0] for place in places))
    scores = tidy[tidy["id"].str.rpartition("/")[0].isin(places) & tidy["task"].ne("")]
    runs = {"" if pd.isna(n) else f"{n:.0f}" for n in scores["n"]}
    known = {"protocol": {word or "unstated" for word in scores["protocol"]}}
    known["n"] = runs - {""} or runs
    one = {name: words.pop() for name, words in known.items() if len(words) == 1}
    called = dict.fromkeys(scores["model"])
    name = {"name": next(iter(called))} if len(called) == 1 and "name" in cells else {}
    return {name: word for name, word in one.items() if cells.get(name) == TODO} | name
