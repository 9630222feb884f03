"""Axe-core finds what is planted on a page, in both themes."""

import pytest

from .axe import of_colors, prepare

pytestmark = pytest.mark.site

FAINT = "each => { each.style.color = '#808080'; each.style.background = '#909090'; }"
ALIKE = "each => { each.style.color = '%s'; each.style.textDecoration = 'none'; }"
CELL = "#zhao2019extreme-table3 tbody tr:last-child td:last-child a"


@pytest.mark.parametrize(
    ("theme", "place", "change", "rule"),
    [
        ("light", CELL, FAINT, "color-contrast"),
        ("dark", CELL, FAINT, "color-contrast"),
        ("light", "article p a:visible", ALIKE % "#404040", "link-in-text-block"),
        ("dark", "article p a:visible", ALIKE % "#c0c0c0", "link-in-text-block"),
    ],
)
def test_one_faint_cell_and_one_link_that_only_its_color_tells_are_found(
    reading, address, theme, place, change, rule
):
    reading.goto(f"{address}/notebooks/zhao2019extreme.html")
    prepare(reading)
    reading.locator(place).first.evaluate(change)
    assert any(each.startswith(f"{theme}: {rule} at ") for each in of_colors(reading, theme))
