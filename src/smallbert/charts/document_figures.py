"""A document's figure in one call: its folder says what is shown and how.

The points are a table of the folder. A mapping ``figure`` of that resource in ``datapackage.yaml``
says the rest; all its keys may be left out:

``x``, ``y``
    Quantities of the points, as `smallbert.data.values` names them; without, the first two.
``no_width``
    By column, the cells of points whose place on the x axis has no margin.
``series``
    ``{table, by, label, colour, marker}``: the table that describes the series, the column in
    which a point names its row, and that table's columns; or a list of ``{where, label, colour,
    marker}``, where the first whose ``where`` (by column, a cell) fits a point gives its look.
``published``, ``counted``
    What may stand beside the reading: published values (``table``, whose column ``reads`` names a
    point, with columns ``x`` and, if they differ from the reading, ``y``), and places counted
    from shapes. See `smallbert.charts.document_marks` for their looks.
``instead``
    Entries of the mapping that differ where counted places replace the reading.
``words``
    What texts have for ``{name}`` unless the caller says something else.
``alt``, ``caption``
    Templates; ``{published}`` and ``{counted}`` stand for the own ``alt`` or ``caption`` of these.
``added``, ``csv``
    What of the `Plan`'s places the CSV has, and under which names; its columns in order (without:
    all of the table but ``line``, and these).

What else there is concerns marks (`smallbert.charts.document_marks`) and axes
(`smallbert.charts.document_axes`); printed ticks, lines, axes and labels are tables so named.
"""

import pandas as pd

from smallbert.charts import document_marks, publish
from smallbert.charts.document_axes import is_log
from smallbert.charts.document_plan import (
    BESIDE,
    Plan,
    connected,
    places_of,
    settings,
    sides,
    with_beside,
)
from smallbert.charts.lines import fitted
from smallbert.data import sources

RISING = {
    True: "The line rises from {start:.0f} to {y:.0f}",
    False: "No clear rise: the line ends at {y:.0f}, its band between {low:.0f} and {high:.0f}",
}
"""What a trend finds, by whether the band's right end lies above its left end."""

TREND = (
    "Scatter chart of {models} models with the straight line that fits them best and the band in "
    "which it lies in 95 % of a bootstrap's draws. The line goes from {start:.1f} to {y:.1f}; "
    "at its right end the band reaches from {low:.1f} to {high:.1f}."
)


def document_figure(
    key: str,
    name: str = "points",
    *,
    finding: str = "",
    exhibit: str = "",
    corrected: bool = True,
    published: bool = True,
    counted: pd.Series | None = None,
    instead: bool = False,
    published_y: pd.Series | None = None,
    **words: str,
) -> None:
    """Show a figure of a document as its folder says, with the margins of its reading.

    Parameters
    ----------
    key, name : str
        The source and the table of its points.
    finding : str
        The title; below it is the document's own.
    exhibit : str
        Its id; without it source and ``figure``, joined by a hyphen.
    corrected : bool
        Whether corrections apply.
    published : bool
        Whether published values stand beside the reading.
    counted : pandas.Series, optional
        By row of the points, their place on the x axis as counted from the shape.
    instead : bool
        Whether `counted` replaces the reading.
    published_y : pandas.Series, optional
        By row of the points, heights of the published values that are drawn instead of printed
        ones.
    **words
        For the texts of the folder, which have ``{name}`` in their place.
    """
    how = settings(key, name, instead=instead)
    read = sources.values(key, name, corrected=corrected)
    places, looks = places_of(key, read, how, name)
    places = with_beside(places, key, how, counted, published_y)
    if instead:
        places = places.assign(x=places["counted_x"], x_error=float("nan"))
    shown = [part for part, yes in (("counted", not instead), ("published", published)) if yes]
    shown = [part for part in shown if part in how and places[f"{part}_x"].notna().any()]
    plan = Plan(key, how, read, places, looks, shown, words, instead)
    publish.figure(
        exhibit or f"{key}-figure",
        lambda: document_marks.draw(plan, finding),
        data=_csv(plan),
        alt=f"{finding}. {_text(plan, 'alt')}".removeprefix(". "),
        caption=_text(plan, "caption"),
    )


def document_trend(key: str, name: str = "points", *, corrected: bool = True) -> None:
    """Show the trend of a figure: its points, the line of least squares and a bootstrapped band.

    Parameters
    ----------
    key, name, corrected
        As for `document_figure`; the exhibit is source and ``trend``, joined by a hyphen.
    """
    how = settings(key, name)
    read = sources.values(key, name, corrected=corrected)
    plan = Plan(key, how, read, *places_of(key, read, how, name), [], {})
    log_x = is_log(key, "x")
    line = fitted(plan.places["x"], plan.places["y"], log_x=log_x)
    ends = line.iloc[-1].to_dict() | {"start": line["y"].iloc[0]}
    finding = RISING[ends["low"] > line["high"].iloc[0]].format(**ends)
    publish.figure(
        f"{key}-trend",
        lambda: document_marks.draw_trend(plan, finding),
        data=plan.places[["label", "x", "y"]].rename(columns={"x": how["x"], "y": how["y"]}),
        alt=f"{finding}. {TREND.format(models=len(read), **ends)}",
    )


def _csv(plan: Plan) -> pd.DataFrame:
    """Return the numbers drawn, with the labels that the folder has for them."""
    added = {new: plan.places[old] for old, new in plan.how.get("added", {}).items()}
    columns = plan.how.get("csv", [*plan.read.columns.drop("line", errors="ignore"), *added])
    return plan.read.assign(**added)[columns]


def _text(plan: Plan, what: str) -> str:
    """Return the alternative text or the caption, with the sentences of what stands beside."""
    names = plan.how.get("words", {}) | _numbers(plan) | plan.words
    parts = {
        part: plan.how[part].get(what, "").format(**names) if part in plan.shown else ""
        for part in BESIDE
    }
    return " ".join(plan.how.get(what, "").format(**names, **parts).split())


def _numbers(plan: Plan) -> dict:
    """Return what a text may quote of the points: how many, ends, names, sides, the line's ends."""
    places = plan.places
    numbers = {"models": len(places), "counted_models": int(places["counted_x"].count())}
    for column in ("x", "y", "counted_x"):
        numbers |= {f"{column}_min": places[column].min(), f"{column}_max": places[column].max()}
    for word, y in (("lowest", numbers["y_min"]), ("highest", numbers["y_max"])):
        numbers[word] = " and ".join(places.loc[places["y"] == y, "label"])
    for number, (_, rows) in enumerate(sides(plan), start=1):
        x = places.loc[rows.index, "x"]
        numbers |= {f"count_{number}": len(x), f"from_{number}": x.min(), f"to_{number}": x.max()}
    for rows, _ in connected(plan):
        numbers |= {"line_from": rows["y"].min(), "line_to": rows["y"].max()}
    return numbers
