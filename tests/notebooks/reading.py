"""What a figure shows, read back from its artists."""

import pytest
from matplotlib.collections import PathCollection
from matplotlib.colors import to_hex
from matplotlib.markers import MarkerStyle

from smallbert.charts.style import SHAPES
from smallbert.data import sources


def in_a_line(text: str) -> str:
    """Return a text of a chart without its line breaks and with plain spaces."""
    return " ".join(text.split())


def legend(figure) -> list[str]:
    """Return the words of the legend below a figure, each in a line."""
    return [in_a_line(each.get_text()) for each in figure.legends[0].get_texts()]


def texts(figure) -> list[str]:
    """Return every text inside the axes of a figure."""
    return [each.get_text() for ax in figure.axes for each in ax.texts]


def points(ax) -> list[tuple[float, float]]:
    """Return the places of all points of one pair of axes, sorted."""
    lines = [bars[0].get_data() for bars in ax.containers if bars[0] is not None]
    heaps = [heap.get_offsets().T for heap in ax.collections if _is_seen(heap)]
    return sorted((x, y) for places in [*lines, *heaps] for x, y in zip(*places, strict=True))


def _is_seen(heap) -> bool:
    """Tell whether a collection has points of its own, not only links over points."""
    return isinstance(heap, PathCollection) and any(heap.get_linewidths())


def signs(ax) -> dict[tuple[float, float], tuple[str, str]]:
    """Return marker and edge colour of each point of a scatter chart, by its place."""
    known = {_outline(marker): marker for marker in (*SHAPES, "h")}
    found = {}
    for heap in (each for each in ax.collections if isinstance(each, PathCollection)):
        looks = zip(heap.get_offsets(), heap.get_paths(), heap.get_edgecolors(), strict=True)
        for (x, y), path, colour in looks:
            sign = known[path.vertices.round(3).tobytes()], to_hex(colour)
            found[round(float(x), 2), round(float(y), 3)] = sign
    return found


def _outline(marker: str) -> bytes:
    style = MarkerStyle(marker)
    return style.get_path().transformed(style.get_transform()).vertices.round(3).tobytes()


def drawn(figure) -> list[tuple[float, float]]:
    """Return the places of all points of a figure, sorted."""
    return sorted(point for ax in figure.axes for point in points(ax))


def works() -> set[str]:
    """Return the sources that are a document's work."""
    return set(sources.documented())


def drawn_of_documents(figure, rows) -> list[tuple[float, float]]:
    """Return the places of the points of documents' works, of a figure that draws all `rows`."""
    places = sorted(zip(rows["factor"], rows["retained"], strict=True))
    assert drawn(figure) == [pytest.approx(place) for place in places]
    own = rows[rows["source"].isin(works())]
    return sorted(zip(own["factor"], own["retained"], strict=True))


def near(places, x, y, rel=None) -> bool:
    """Tell whether one of the places is (x, y), up to `rel` where it is given."""
    return any(place == pytest.approx((x, y), rel=rel) for place in places)
