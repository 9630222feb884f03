"""A drawing becomes an SVG that may stand in any page."""

import matplotlib.pyplot as plt
import pytest

from smallbert.charts import style, svg


@pytest.fixture
def drawing():
    """Return the SVG of a hatched bar with a title, as the text of a page."""
    with style.context():
        figure, axes = plt.subplots(figsize=(2, 1))
        axes.bar([0], [1], hatch="//", color="#d55e00")
        axes.set_title("one -- two")
        return svg.to_svg(figure, name="a-chart", alt='"tall" & <wide>')


def test_ink_paper_edges_and_grid_are_the_pages(drawing):
    for name in ("ink", "edge", "paper", "grid"):
        assert f"var(--sb-{name}, #" in drawing
    assert not any(colour in drawing for colour in svg.VARIABLES)
    assert "#d55e00" in drawing


def test_ids_begin_with_the_charts(drawing):
    assert drawing.count(' id="') == drawing.count(' id="a-chart-') > 5
    assert drawing.count('href="#') == drawing.count('href="#a-chart-') > 0
    assert drawing.count("url(#") == drawing.count("url(#a-chart-") > 0


def test_it_brings_no_style_and_no_comment_into_the_page(drawing):
    assert drawing.startswith('<svg role="img" aria-label="&quot;tall&quot; &amp; &lt;wide&gt;" ')
    for foreign in ("<style", "<!--", "<?xml", "<!DOCTYPE", "<metadata"):
        assert foreign not in drawing
