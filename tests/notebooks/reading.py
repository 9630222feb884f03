"""What a figure shows, read back from its artists."""

import pytest


def texts(figure) -> list[str]:
    """Return every text inside the axes of a figure."""
    return [each.get_text() for ax in figure.axes for each in ax.texts]


def points(ax) -> list[tuple[float, float]]:
    """Return the places of all points of one pair of axes, sorted."""
    lines = [each[0] for each in ax.containers]
    return sorted((x, y) for line in lines for x, y in zip(*line.get_data(), strict=True))


def drawn(figure) -> list[tuple[float, float]]:
    """Return the places of all points of a figure, sorted."""
    return sorted(point for ax in figure.axes for point in points(ax))


def near(places, x, y, rel=None) -> bool:
    """Tell whether one of the places is (x, y), up to `rel` where it is given."""
    return any(place == pytest.approx((x, y), rel=rel) for place in places)
