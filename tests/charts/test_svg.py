"""A drawing becomes an SVG that may stand in any page."""

import base64
import io
import re

import matplotlib.pyplot as plt
import pandas as pd
import pytest
from fontTools.ttLib import TTFont

from smallbert import charts
from smallbert.charts import style, svg


def bar(name):
    """Return the SVG of a hatched bar with a title, as the text of a page."""
    with style.context():
        figure, axes = plt.subplots(figsize=(2, 1))
        axes.bar([0], [1], hatch="//", color="#d55e00")
        axes.set_title("one -- two")
        return svg.to_svg(figure, name=name, alt='"tall" & <wide>')


@pytest.fixture
def drawing():
    return bar("a-chart")


def test_ink_paper_edges_and_grid_are_the_pages(drawing):
    for name in ("ink", "edge", "paper", "grid"):
        assert f"var(--sb-{name}, #" in drawing
    assert not any(color in drawing for color in svg.VARIABLES)
    assert "#d55e00" in drawing


def test_each_id_is_meant_somewhere_and_is_in_no_other_drawing(drawing):
    ids = re.findall(r' id="([^"]*)"', drawing)
    assert ids
    assert len(ids) == len(set(ids))
    assert set(ids) == set(re.findall(r'(?:href="#|url\(#)([^")]*)', drawing))
    assert not set(ids) & set(re.findall(r' id="([^"]*)"', bar("another-chart")))


def test_a_label_has_a_seam_of_paper_below_its_letters():
    with style.context():
        figure, axes = plt.subplots()
        charts.place_labels(axes, [0.5], [0.5], ["two\nlines"])
        axes.text(0, 1, "none")
        text = svg.to_svg(figure, name="a-chart", alt="two texts")
    look = f"paint-order: stroke; stroke: {svg.VARIABLES['#fffffe']}; stroke-width: 2px"
    (begins,) = re.findall(r'<g style="paint-order[^>]*>', text)
    assert begins == f'<g style="{look}">'
    within = text.split(begins)[1].split("</text>\n</g>")[0]
    assert within.count("<text") == 2
    assert "none" not in within


def test_what_a_shape_says_of_its_stroke_is_not_said_again_at_each_use():
    with style.context():
        figure, axes = plt.subplots(figsize=(2, 1))
        axes.plot([1, 2, 3], [1, 2, 3], "o", color="#d55e00", markeredgewidth=0.6)
        text = svg.to_svg(figure, name="a-chart", alt="three points")
    uses = re.findall(r'<use [^>]* style="fill: #d55e00"/>', text)
    assert len(uses) == 3
    (shape,) = {re.search(r'href="#(\w+)"', each)[1] for each in uses}
    assert re.search(rf'<path id="{shape}"[^>]* style="stroke: #d55e00; stroke-width: 0.6"', text)


def test_a_drawing_is_as_wide_as_its_figure_and_has_room_for_texts_above_it():
    """An inch has 72 points."""
    with style.context():
        figure, _ = plt.subplots(figsize=(2, 1))
        plain = svg.to_svg(figure, name="a-chart", alt="nothing")
        figure.text(0, 1.5, "half an inch above")
        higher = svg.to_svg(figure, name="a-chart", alt="a text")
    assert 'viewBox="0 0 144 72"' in plain
    width, height = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', higher).groups()
    assert float(width) == 144
    assert 108 < float(height) < 144


def test_it_brings_no_style_and_no_comment_into_the_page(drawing):
    assert drawing.startswith('<svg role="img" aria-label="&quot;tall&quot; &amp; &lt;wide&gt;" ')
    for foreign in ("<style", "<!--", "<?xml", "<!DOCTYPE", "<metadata"):
        assert foreign not in drawing


def test_each_mark_with_a_number_leads_to_it_and_the_drawing_is_no_image_then():
    frame = pd.DataFrame(
        {
            "x": [1.0, 2, 3],
            "y": [3.0, 1, 2],
            "id": ["k/t/a/size", "", "k/t/c/size"],
            "technique": "none",
        }
    )
    with style.context():
        figure, axes = plt.subplots(1, 2)
        charts.points(axes[0], frame["x"], frame["y"], color="#d55e00", ids=frame["id"])
        charts.scatter(axes[1], frame, x="x", y="y")
        text = svg.to_svg(figure, name="a-chart", alt="three points, twice")
    link = '<a class="sb-mark" pointer-events="all" href="number:k/t/{}/size">'
    assert [text.count(link.format(row)) for row in "ac"] == [2, 2]
    assert text.count("<a ") == 4
    assert text.startswith('<svg role="group" aria-label="three points, twice"')


def test_a_mark_says_where_it_is_on_axes_that_have_numbers_and_a_title():
    with style.context():
        figure, axes = plt.subplots(1, 2, sharex=True)
        for ax in axes:
            charts.points(ax, [257.2], [1.0], color="#d55e00", ids=["k/t/a/size"])
        axes[0].set(xlabel="Size (MB): stored\n1 MB is", ylabel="Score & its\nmean [% of A-b], all")
        axes[1].set_yticks([0, 1], ["one", "two"])
        text = svg.to_svg(figure, name="a-chart", alt="a point, twice")
    link = '<a class="sb-mark" pointer-events="all" data-at="{}" href="number:k/t/a/size">'
    assert link.format("Size: 257 MB; Score &amp; its mean: 1 % of A-b") in text
    assert link.format("Size: 257 MB") in text


def test_a_mark_says_where_it_is_though_a_band_without_links_was_drawn_before_it():
    with style.context():
        figure, ax = plt.subplots()
        ax.fill_between([0, 500], 0, 2)
        charts.points(ax, [257.2], [1.0], color="#d55e00", ids=["k/t/a/size"])
        ax.set(xlabel="Size [MB]", ylabel="Score [%]")
        text = svg.to_svg(figure, name="a-chart", alt="a point in a band")
    assert 'data-at="Size: 257 MB; Score: 1 %" href="number:k/t/a/size"' in text


def font(weight: str) -> TTFont:
    """Return the font of the charts in a weight."""
    rule = rf"font-weight: {weight}; src: url\(data:font/woff;base64,([^)]*)"
    return TTFont(io.BytesIO(base64.b64decode(re.search(rule, svg.LETTERS.read_text())[1])))


@pytest.mark.parametrize("weight", ["normal", "bold"])
def test_each_weight_of_the_font_has_the_letters_and_says_whose_it_is(weight):
    known, names = set(map(chr, font(weight).getBestCmap())), font(weight)["name"]
    assert known >= set(map(chr, range(0x20, 0x7F))) | set("±×éñαβ₂²−≈≤≥→✓")
    assert "Bitstream" in names.getDebugName(0)
    assert "Permission is hereby granted" in names.getDebugName(13)
