"""The three figures that were read by eye: marks, margins and legends, against the data."""

from io import StringIO

import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import PathCollection
from matplotlib.container import ErrorbarContainer

from smallbert import data
from smallbert.data import exhibits, sources

DESISLAVOV, XTC, MEMORY3 = "desislavov2021compute", "wu2022xtc", "yang2024memory3"
DRAWN = {
    DESISLAVOV: {
        8: ("operations", "glue_score"),
        6: ("computed", "glue_score"),
        13: ("published_operations", "published_score"),
    },
    XTC: {8: ("drawn", "glue_8_average"), 13: ("published", "glue_8_average")},
    MEMORY3: {
        7: ("parameters_without_embeddings", "few_shot_7_average"),
        5: ("published_parameters", "published_mean"),
    },
}
"""Columns of the CSV that are drawn, by size of the mark: as read, counted, published."""

ASIDE = {f"{XTC}/points/tinybert": -16, f"{XTC}/points/minilmv2": -32}
"""Points of the drawing by which marks of one place are drawn apart."""

RUNS = [(DESISLAVOV, {}), (XTC, {}), (XTC, {"sizes": "computed"}), (MEMORY3, {})]


def place(ax, value, *, across):
    """Return the pixel of a value by what is written at the ticks, in steps of the axis' scale."""
    ends, axis = (ax.get_xlim(), ax.xaxis) if across else (ax.get_ylim(), ax.yaxis)
    known = {each: each for each in ends}
    ticks = zip(axis.get_majorticklocs(), axis.get_majorticklabels(), strict=True)
    known |= {float(text.get_text()): tick for tick, text in ticks}
    known = {each: known[each] for each in sorted(known) if ends[0] <= each <= ends[1]}
    pixels = ax.transData.transform([(at, at) for at in known.values()])[:, 0 if across else 1]
    scale = np.log if across else np.asarray
    return np.interp(scale(value), scale([*known]), pixels)


@pytest.mark.parametrize(("key", "chosen"), RUNS)
def test_every_mark_with_an_address_lies_where_the_axis_puts_its_value(
    published, results, key, chosen
):
    found = published(key, **chosen)
    (ax,) = found.figures[f"{key}-figure"].axes
    csv = pd.read_csv(StringIO(found.artifacts[f"{key}-figure"]["csv"]), index_col="row")
    values, seen = results.set_index("id")["value"], 0
    for heap in (each for each in ax.collections if isinstance(each, PathCollection)):
        x, y = DRAWN[key][np.sqrt(heap.get_sizes()[0]).round()]
        pixels = heap.get_offset_transform().transform(heap.get_offsets())
        for url, offset, pixel in zip(heap.get_urls(), heap.get_offsets(), pixels, strict=True):
            source, table, row, _ = (number := url.removeprefix(exhibits.LINK)).split("/")
            point = row if table == "points" else sources.table(source, table).at[row, "reads"]
            assert tuple(offset) == tuple(csv.loc[point, [x, y]])
            assert values[number] in (csv.at[point, x], csv.at[point, y])
            aside = 0 if chosen else ASIDE.get(f"{source}/{table}/{row}", 0)
            across = place(ax, offset[0], across=True) + aside * ax.figure.dpi / 72
            assert tuple(pixel) == pytest.approx(
                (across, place(ax, offset[1], across=False)), abs=0.05
            )
            seen += 1
    assert seen == csv[[x for x, _ in DRAWN[key].values()]].notna().sum().sum()


@pytest.mark.parametrize(("key", "chosen"), RUNS)
def test_bars_are_as_long_as_the_margins_of_the_reading(published, key, chosen):
    (ax,) = published(key, **chosen).figures[f"{key}-figure"].axes
    size, (x, y) = next(iter(DRAWN[key].items()))
    drawn = {"x": [], "y": []}
    for bars in (each for each in ax.containers if isinstance(each, ErrorbarContainer)):
        for each in bars[2] if bars[0].get_markersize() == size else ():
            for run, rise in np.diff(each.get_segments(), axis=1)[:, 0]:
                drawn["x" if run else "y"].append(max(run, rise))
    read = data.values(key, "points")
    known = read[read["size_is"] == "read"] if key == XTC else read  # 200 is a tick of no scale
    wide = [] if chosen else known[f"{x.replace('drawn', 'size')}_half_width"]
    assert sorted(drawn["x"]) == pytest.approx(sorted(2 * each for each in wide))
    assert sorted(drawn["y"]) == pytest.approx(sorted(2 * read[f"{y}_half_width"]))


@pytest.mark.parametrize("key", DRAWN)
def test_every_kind_of_mark_is_explained_and_rings_can_be_left_out(published, key):
    figures = [published(key, published=yes).figures[f"{key}-figure"] for yes in (True, False)]
    shown, bare = ([text.get_text() for text in each.legends[0].get_texts()] for each in figures)
    assert shown[0] == bare[0] == "read by eye; bars: its margin"
    assert len(shown) > len(bare)
    for figure, words in zip(figures, (shown, bare), strict=True):
        dotted = any(line.get_linestyle() == ":" for line in figure.axes[0].lines)
        assert dotted == ("line to the same model" in words)


def test_a_trend_says_where_its_line_begins_and_ends(published):
    alt = published(MEMORY3).artifacts[f"{MEMORY3}-trend"]["alt"]
    assert "The line goes from 54.2 to 56.9" in alt  # numpy.polyfit over log10 of x
