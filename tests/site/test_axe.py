"""Axe-core finds what is planted on a page, in both themes."""

import pytest

from .axe import COLOURS, OPTIONS, grave, prepare

pytestmark = pytest.mark.site


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_one_faint_cell_among_many_is_found(reading, address, theme):
    reading.goto(f"{address}/notebooks/zhao2019extreme.html")
    prepare(reading)
    cell = reading.locator("#zhao2019extreme-table3 tbody tr:last-child td:last-child a")
    cell.evaluate("each => { each.style.color = '#808080'; each.style.background = '#909090'; }")
    (found,) = grave(reading, theme, OPTIONS | {"runOnly": COLOURS}, set())
    assert found.startswith(f"{theme}: color-contrast at ")


@pytest.mark.parametrize(("theme", "alike"), [("light", "#404040"), ("dark", "#c0c0c0")])
def test_one_link_that_only_its_colour_tells_is_found(reading, address, theme, alike):
    reading.goto(f"{address}/notebooks/zhao2019extreme.html")
    prepare(reading)
    link = reading.locator("article p a:visible").first
    link.evaluate(
        "(each, c) => { each.style.color = c; each.style.textDecoration = 'none'; }", alike
    )
    found = grave(reading, theme, OPTIONS | {"runOnly": COLOURS}, set())
    assert any(each.startswith(f"{theme}: link-in-text-block at ") for each in found)
