"""Charts that a reader changes on the page: their specifications in Vega-Lite, and its program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallbert import paths
from smallbert.charts.style import ACCENT, COLORS, GREYS
from smallbert.data import vocabulary

if TYPE_CHECKING:
    import altair as alt  # takes a second, which only a drawing needs

VEGA = "choose/vega.js"
"""Where the site has the program that draws them."""


def choice_chart() -> dict:
    """Return the chart of an answer: points, twins in 8 bits, the Pareto front and its names.

    Its data have, x, score, of, front, met, label and left; titles are in braces.
    """
    import altair as alt

    x = alt.X("x:Q").scale(type="log", nice=False, padding=16).title("{axis}, log scale")
    y = alt.Y("score:Q").scale(zero=False, padding=12).title("{score}")
    candidates = alt.Chart().encode(x=x, y=y)
    met = candidates.transform_filter("datum.met")
    missed = candidates.transform_filter("!datum.met")
    front = candidates.transform_filter("datum.front")
    twins = candidates.mark_line(strokeWidth=0.7, color="gray", opacity=0.6)
    layers = alt.layer(
        twins.encode(detail="of:N"),
        front.mark_line(interpolate="step-after", color="gray", strokeWidth=1.5),
        missed.mark_point(size=30, opacity=0.5, color="gray"),
        met.mark_point(filled=True, size=70, opacity=1, color=ACCENT),
        *_names(candidates.transform_filter("datum.label"), ("datum.left", "!datum.left")),
    )
    return _sized(layers, height=420).to_dict()


def models_chart() -> str:
    """Return the chart of all models with their intervals, colored by technique, as JSON.

    Its data have, of each model, x, y, low, high, technique, label and left.
    """
    import altair as alt

    names = vocabulary.names("techniques")
    colors = {names[key]: color for key, color in COLORS.items() if key in names}
    x = alt.X("x:Q").scale(type="log", nice=False, padding=14)
    models = alt.Chart().encode(x=x, y=alt.Y("y:Q").scale(zero=False, padding=12))
    color = alt.Color("technique:N", title=None)
    color = color.scale(domain=[*colors], range=[*colors.values()])
    marks = models.mark_point(filled=True, size=45, opacity=0.75)
    low = alt.Y("low:Q").scale(zero=False, padding=12)
    intervals = models.encode(y=low, y2=alt.Y2("high:Q"))
    left = "datum.label && datum.left", "datum.label && !datum.left"
    layers = alt.layer(
        intervals.mark_rule(opacity=0.3, color=GREYS[-1]),
        marks.encode(color=color.legend(orient="bottom", columns=4)),
        *reversed(_names(models, left)),
    )
    return _sized(layers, height=440).to_json(indent=None)


def _names(points: alt.Chart, filters: tuple[str, str]) -> list[alt.Chart]:
    """Return the names of points, first those at their left: near its end they leave the frame."""
    named = points.encode(text="label:N")
    left, right = (named.transform_filter(condition) for condition in filters)
    return [
        left.mark_text(align="right", dx=-6, dy=-5),
        right.mark_text(align="left", dx=6, dy=-5),
    ]


def _sized(layers: alt.LayerChart, *, height: int) -> alt.LayerChart:
    """Return a chart as wide as its place on the page, whose data come from the page's script."""
    import altair as alt

    points = alt.NamedData("points")
    return layers.properties(height=height, width="container", data=points)


def vega_bundle() -> str:
    """Return the bundle of Vega, Vega-Lite and Vega-Embed, made once for each version."""
    import vl_convert  # half a second that only a rendering needs

    path = paths.build() / f"vega-{vl_convert.__version__}.js"
    if not path.is_file():  # in a scope of its own: the theme has names too
        paths.write_atomically(path, f"(() => {{{vl_convert.javascript_bundle()}\n}})();\n")
    return path.read_text(encoding="utf-8")
