"""What is to be drawn of a document's figure: points with their looks, and what is beside them."""

from collections.abc import Iterator
from dataclasses import dataclass

import pandas as pd

from smallbert.charts.style import SERIES
from smallbert.data import addresses, sources

PLAIN = {"label": "", "colour": SERIES[0], "marker": "o"}
"""The look of a point of which the folder says nothing."""

BESIDE = {
    "counted": {
        "origin": "derived",
        "marker": "s",
        "size": 6,
        "label": "counted from the shape",
    },
    "published": {"origin": "published", "marker": "o", "size": 9, "label": "published"},
}
"""What may stand beside a reading, with its usual look, in the order drawn."""


@dataclass(frozen=True)
class Plan:
    """What is to be drawn of a figure.

    Attributes
    ----------
    key : str
        The source.
    how : dict
        The mapping ``figure`` of the points.
    read : pandas.DataFrame
        The points as their table has them.
    places : pandas.DataFrame
        By row of the points: x, y, their errors, series, colour, marker and label, and the
        places of what may stand beside (``published_x`` and the like).
    looks : pandas.DataFrame
        A row a series: label, colour, marker.
    shown : list of str
        Which of `BESIDE` are drawn.
    words : dict
        What the caller has for the names in texts.
    instead : bool
        Whether counted places replace the reading.
    """

    key: str
    how: dict
    read: pd.DataFrame
    places: pd.DataFrame
    looks: pd.DataFrame
    shown: list[str]
    words: dict[str, str]
    instead: bool = False

    def beside(self, part: str) -> pd.DataFrame:
        """Return the places of what stands beside, as x and y, with the looks of the points."""
        own = self.places[[f"{part}_x", f"{part}_y"]].set_axis(["x", "y"], axis=1).dropna()
        ids = self.places[f"{part}_id" if part == "published" else "id"]
        return own.join(self.places[["series", "colour", "marker"]]).assign(id=ids)

    def look(self, part: str) -> dict:
        """Return how something beside looks."""
        return BESIDE[part] | self.how[part]


def settings(key: str, name: str = "points", *, instead: bool = False) -> dict:
    """Return the mapping of a figure with its usual entries filled in.

    Parameters
    ----------
    key, name : str
        The source and the table of its points.
    instead : bool
        Whether counted places replace the reading.
    """
    resource = sources.tables(key)[name]
    own = dict(resource.get("figure", {}))
    names = [sources.quantity_name(each) for each in sources.quantities(resource)[:2]]
    usual = dict(zip("xy", (each.replace("-", "_") for each in names), strict=True))
    usual |= {"label": sources.fields(resource, printed=True)[0]["name"]}
    usual |= {"title": resource["title"]}
    own |= own.get("instead", {}) | {"origin": "derived"} if instead else {}
    return usual | own


def places_of(
    key: str, read: pd.DataFrame, how: dict, name: str
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return place, margin, look and id of each point, and the looks as the legend has them."""
    places = pd.DataFrame({axis: read[how[axis]] for axis in "xy"})
    for axis in "xy":
        places[f"{axis}_error"] = read[f"{how[axis]}_half_width"]
    for column, cell in how.get("no_width", {}).items():
        places["x_error"] = places["x_error"].mask(read[column] == cell)
    looks, places["series"] = _looks(key, read, how.get("series", []))
    own = looks.reindex(places["series"]).fillna(PLAIN)
    places[["colour", "marker"]] = own[["colour", "marker"]].to_numpy()
    ids = addresses.ids(key, name, read.index, how["y"])
    return places.assign(label=read[how["label"]], id=ids), looks


def _looks(key: str, read: pd.DataFrame, series: dict | list) -> tuple[pd.DataFrame, pd.Series]:
    """Return label, colour and marker of each series, and which of them a point belongs to."""
    if isinstance(series, dict):
        table = sources.table(key, series["table"])
        parts = {part: table[series[part]] for part in PLAIN if part in series}
        rest = {part: plain for part, plain in PLAIN.items() if part not in parts}
        return pd.DataFrame(parts).assign(**rest), read[series["by"]]
    belongs = pd.Series(-1, index=read.index)
    for number, one in enumerate(series):
        fits = (read[list(one["where"])] == pd.Series(one["where"])).all(axis=1)
        belongs = belongs.mask(fits & (belongs < 0), number)
    return pd.DataFrame(series, columns=list(PLAIN)), belongs


def with_beside(
    places: pd.DataFrame,
    key: str,
    how: dict,
    counted: pd.Series | None,
    published_y: pd.Series | None,
) -> pd.DataFrame:
    """Add the places beside the reading, by what stands there: x, y, and y as printed."""
    spec = how.get("published")
    if spec:
        table = sources.values(key, spec["table"])
        table["id"] = addresses.ids(key, spec["table"], table.index, spec.get("y", spec["x"]))
        table = table[table["reads"] != ""].drop_duplicates("reads").set_index("reads")
        places["published_id"] = table["id"].reindex(places.index)
        places["published_x"] = table[spec["x"]].reindex(places.index)
        places["printed_y"] = table[spec["y"]].reindex(places.index) if "y" in spec else places["y"]
        drawn = places["printed_y"] if published_y is None else published_y
        places["published_y"] = drawn.where(places["published_x"].notna())
    empty = pd.Series(float("nan"), index=places.index)
    places["counted_x"] = empty if counted is None else counted.reindex(places.index)
    return places.assign(counted_y=places["y"].where(places["counted_x"].notna()))


def sides(plan: Plan) -> Iterator[tuple[str, pd.DataFrame]]:
    """Return the points by the column that parts them into sides, if any."""
    by = plan.how.get("legend", {}).get("by")
    return iter(plan.read.groupby(by, sort=False)) if by else iter(())


def connected(plan: Plan) -> Iterator[tuple[pd.DataFrame, str]]:
    """Yield for each connecting line of the document the points along it, and its colour."""
    for line in lines_of(plan, "connecting line"):
        own = plan.places[plan.places["series"] == line.connects]
        yield own.sort_values("x"), colour_of(plan, line.colour)


def lines_of(plan: Plan, kind: str) -> list:
    """Return the lines of the document that do something, such as to connect."""
    if "lines" not in sources.tables(plan.key):
        return []
    lines = sources.table(plan.key, "lines")
    return list(lines[lines["kind"] == kind].itertuples())


def colour_of(plan: Plan, word: str) -> str:
    """Return the colour for a word of the document."""
    return plan.how.get("colours", {}).get(word, word.lower())


def worded(plan: Plan, text: str, **more: str) -> str:
    """Return a text of the folder with the words of folder and caller in their places."""
    return text.format(**plan.how.get("words", {}) | plan.words | more)
