"""Every color that means something is seen on white paper and on that of the dark theme."""

import re

import matplotlib.pyplot as plt
import pytest
from matplotlib.colors import to_rgb

from smallbert import paths
from smallbert.charts import bars, style, svg

PAPERS = ("#ffffff", "#121212")
LEAST = 3
"""What WCAG 2.2 asks of graphics (1.4.11)."""

HEX = re.compile(r"#[0-9a-f]{6}(?![0-9a-f])", re.IGNORECASE)
NO_MARKS = {*svg.VARIABLES, *HEX.findall("".join(svg.VARIABLES.values()))}
"""Ink, edges, paper and grid, which a page sets."""


def luminance(color: str) -> float:
    parts = [
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4
        for each in to_rgb(color)
    ]
    return sum(share * each for share, each in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def contrast(one: str, other: str) -> float:
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def colors() -> dict[str, str]:
    """Return each color that the library and the data name, with a file that does."""
    files = [*(paths.CHECKOUT / "src").rglob("*.py"), *paths.data().glob("sources/*/*.*")]
    files += (paths.root() / "notebooks").glob("*.ipynb")
    named = {each: path.name for path in files for each in HEX.findall(path.read_text("utf-8"))}
    return {each: name for each, name in named.items() if each not in NO_MARKS}


def test_the_contrast_is_that_of_the_standard():
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize(("color", "file"), sorted(colors().items()))
def test_a_color_is_seen_on_both_papers(color, file):
    assert min(contrast(color, paper) for paper in PAPERS) >= LEAST, file


def test_a_technique_s_color_is_that_of_techniques_alone():
    greys = {style.COLORS["none"], style.COLORS["architecture"]}
    techniques = {*style.COLORS.values()} - greys
    others = {*style.SERIES, style.ACCENT, *style.GREYS, *bars.VERDICTS.values()}
    assert not techniques & (others | {*style.ordered(range(9)).values()})
    (named,) = {colors()[each] for each in techniques}
    assert named == "style.py"


def test_series_that_are_no_techniques_differ_in_color_or_marker():
    levels = [f"level {at}" for at in range(8)]
    palette, markers = style.looks([*levels, "pruning"])
    assert len({(palette[each], markers[each]) for each in levels}) == 8
    assert {palette[each] for each in levels} == {*style.SERIES}
    assert palette["pruning"] == style.COLORS["pruning"]


def test_ordered_levels_go_from_grey_to_the_accent():
    shades = style.ordered([2, 4, 8, 32])
    assert [*shades] == [2, 4, 8, 32]
    assert (shades[2], shades[32]) == (style.GREYS[-1], style.ACCENT)
    assert len({*shades.values()}) == 4


@pytest.mark.parametrize(("width", "rows"), [(style.WIDTH, 2), (2 * style.WIDTH, 1)])
def test_a_legend_has_the_columns_asked_for_on_a_phone_and_one_row_at_a_desk(width, rows):
    fig, ax = plt.subplots(figsize=(width, 2))
    (line,) = ax.plot([1], [1])
    style.legend_below(fig, [line] * 4, list("abcd"), columns=2)
    fig.draw_without_rendering()
    (legend,) = fig.legends
    heights = {round(text.get_window_extent().y0) for text in legend.get_texts()}
    assert len(heights) == rows


def test_a_gathered_legend_keeps_the_handles_of_words_that_no_axes_have():
    """A handle made for the legend alone has its marker below the figure, too."""
    fig, ax = plt.subplots()
    ax.plot([1], [1], marker="o", label="drawn")
    made = plt.Line2D([], [], marker="s", linestyle="none", label="made")
    ax.legend(handles=[*ax.lines, made])
    style.gather_legends(fig)
    (legend,) = fig.legends
    assert [text.get_text() for text in legend.get_texts()] == ["drawn", "made"]
    assert [line.get_marker() for line in legend.legend_handles] == ["o", "s"]
