"""The chart of all models by MNLI score and size, which pages share; each lights its own marks.

Coordinates are points from the chart's upper left corner.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import matplotlib.pyplot as plt

from smallbert import answers
from smallbert.book.html_fragments import fragment
from smallbert.charts.screen_layouts import WIDTH
from smallbert.charts.style import GREYS, context, log_axis
from smallbert.charts.svg import to_svg
from smallbert.memo import cached

CHART_PLACE = "_static/model_scores.svg"
"""The chart that all pages share, as their place in the site names it."""

HEIGHT = 2.2
"""Of the chart, in inches."""

CHART_WIDTH, CHART_HEIGHT = 72 * WIDTH, 72 * HEIGHT

LETTER_OF_ONE, LETTER_OF_SOME = 9, 8
"""Height of the letters of a name that is alone in the chart, and of several."""

MOST_NAMES = 6
"""How many names fit into the chart."""

LEFT_OF_NAMES = 30
"""Where the axis of scores ends and names may begin."""

SIZE_TICKS = [5, 10, 20, 50, 100, 200, 500, 1000]

GREY = "#7a7a7a"
"""Has the same contrast on the paper of both themes: a picture in a file knows neither."""

PLAIN = dict.fromkeys(["figure.facecolor", "axes.facecolor", "savefig.facecolor"], "none")
PLAIN |= dict.fromkeys(["axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color"], GREY)
PLAIN |= dict.fromkeys(["xtick.labelcolor", "ytick.labelcolor", "grid.color"], GREY)
PLAIN |= {"grid.alpha": 0.3, "svg.fonttype": "path"}  # as letters it would have to bring a font
"""How the shared chart differs from the book's others, which take their colors from the page."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom of what is drawn."""


class ScoreChart(NamedTuple):
    """The chart of all models as SVG, and where each is on it, by its name and its bits."""

    drawing: str
    places: dict[tuple[str, int], tuple[float, float]]


class LitMark(NamedTuple):
    """A mark that a page lights: a dot, or the ring of a model in 8 bits; a title is optional."""

    x: float
    y: float
    radius: float
    is_ring: bool = False
    title: str = ""


class LitName(NamedTuple):
    """A name in the chart: the middle of its base line, and how high its letters are."""

    text: str
    middle: float
    base: float
    letter_height: int


def shared_files() -> dict[str, str]:
    """Return the chart that the pages share, by its place in the book."""
    return {CHART_PLACE: chart_of_all_models().drawing}


@cached
def chart_of_all_models() -> ScoreChart:
    """Return the chart that pages share.

    Models that score less than any model with a page are left out.
    """
    scored = [
        candidate
        for candidate in answers.all_candidates()
        if "mnli" in candidate.scores and candidate.size
    ]
    least = min(candidate.scores["mnli"].value for candidate in scored if candidate.page) // 5 * 5
    scored = [candidate for candidate in scored if candidate.scores["mnli"].value >= least]
    points = [(candidate.size, candidate.scores["mnli"].value) for candidate in scored]
    with context(), plt.rc_context(PLAIN):
        fig, ax = plt.subplots(figsize=(WIDTH, HEIGHT))
        for bits, face in ((8, "none"), (32, GREYS[-1])):
            drawn = [
                point
                for candidate, point in zip(scored, points, strict=True)
                if candidate.bits == bits
            ]
            style = {"color": GREYS[-1], "markerfacecolor": face, "markeredgewidth": 0.7}
            ax.plot(*zip(*drawn, strict=True), linestyle="none", marker="o", markersize=3, **style)
        sizes, scores = zip(*points, strict=True)
        low, high = min(sizes) / 1.2, max(sizes) * 1.2
        log_axis(ax, "x", [tick for tick in SIZE_TICKS if low <= tick <= high])
        ax.set(xlim=(low, high), ylim=(least, max(scores) + 4))
        ax.set(xlabel="size [MB], log scale", ylabel="MNLI [%]")
        drawing = to_svg(fig, name="model-scores", alt="All models by size and MNLI score")
        places = ax.transData.transform(points) * 72 / fig.dpi
        plt.close(fig)
    placed = zip(scored, places, strict=True)
    # matplotlib counts upwards, SVG downwards
    upside_down = {
        (candidate.of, candidate.bits): (x, CHART_HEIGHT - y) for candidate, (x, y) in placed
    }
    return ScoreChart(drawing, upside_down)


def lit_chart(
    marks: Iterable[LitMark], names: Iterable[LitName], *, label: str, what_is_lit: str
) -> str:
    """Return the shared chart with marks and names of a page, as HTML.

    `label` describes it to who does not see it; `what_is_lit` ends the sentence below it.
    """
    return fragment(
        "lit_chart.html",
        width=f"{CHART_WIDTH:g}",
        height=f"{CHART_HEIGHT:g}",
        place=CHART_PLACE,
        label=label,
        marks=marks,
        names=names,
        what_is_lit=what_is_lit,
    )


def name_above(name: str, x: float, y: float) -> LitName:
    """Return a name above the only mark, moved to the side where it would leave the chart."""
    half = 0.33 * LETTER_OF_ONE * len(name)  # a letter is at most so wide, on the mean
    middle = min(max(x, half), CHART_WIDTH - half)
    return LitName(name, middle, y - 8, LETTER_OF_ONE)


def names_with_room(places: Mapping[str, tuple[float, float]]) -> list[LitName]:
    """Return the first names that have room by their marks, whose places are given by name."""
    taken, names = [(x - 4, y - 4, x + 4, y + 4) for x, y in places.values()], []
    for name, (x, y) in places.items():
        half = 0.31 * LETTER_OF_SOME * len(name)  # a letter is at most so wide, on the mean
        above, below = (x, y - 6), (x, y + 6 + LETTER_OF_SOME)
        for middle, base in [above, below, (x + half + 6, y + 3), (x - half - 6, y + 3)]:
            box = (middle - half, base - LETTER_OF_SOME, middle + half, base + 1)
            is_inside = box[0] >= LEFT_OF_NAMES and box[2] <= CHART_WIDTH and box[1] >= 0
            if is_inside and not _meets(box, taken) and len(names) < MOST_NAMES:
                names.append(LitName(name, middle, base, LETTER_OF_SOME))
                taken.append(box)
                break
    return names


def _meets(box: Box, taken: Iterable[Box]) -> bool:
    """Tell whether a box covers a part of another one."""
    left, top, right, bottom = box
    return any(a < right and c > left and b < bottom and d > top for a, b, c, d in taken)
