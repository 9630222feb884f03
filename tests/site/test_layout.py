"""What a reader sees of a page at once, and what unfolds when it is asked for."""

import re

import pytest

from .visiting import MEASURE

pytestmark = pytest.mark.site


def test_a_row_of_a_wide_table_is_a_block_on_a_phone_with_the_headings_of_its_cells(visit):
    """The deck, slide 1, Table 3: four students share the 192 that is printed once."""
    page = visit("notebooks/zhao2019extreme.html", width=390)
    row = page.locator("#zhao2019extreme-table3 tbody tr", has_text="78.2").first
    assert re.search(r"MNLI-m[^\n]* 78\.2", blocks := shown(row))
    assert re.search(r"hidden[^\n]* 192", blocks, re.IGNORECASE)
    page.set_viewport_size({"width": 1280, "height": 800})
    assert "192" not in shown(row)


def shown(row):
    """Return what a reader sees of a row: of each cell the label before it and its text."""
    return row.evaluate(
        """row => [...row.cells].filter(cell => cell.checkVisibility()).map(cell =>
           getComputedStyle(cell, "::before").content + " " + cell.innerText).join("\\n")"""
    )


def test_code_is_folded_until_the_reader_asks_for_it(visit):
    page = visit("notebooks/zhao2019extreme.html")
    page.get_by_role("button", name="Show code").click()
    assert page.evaluate(MEASURE)["code"] > 500
    page.reload()  # it is remembered
    assert page.get_by_role("button", name="Hide code").is_visible()


def test_the_small_print_is_folded_and_opens_for_a_link_into_it(visit):
    page = visit("notebooks/zhao2019extreme.html")
    assert not page.locator("#zhao2019extreme-audit").is_visible()
    assert page.locator("#limits h2").is_visible()
    page = visit("notebooks/zhao2019extreme.html#zhao2019extreme-audit")
    assert page.locator("#zhao2019extreme-audit").is_visible()


def test_limits_are_seen_in_a_line_before_they_are_opened(visit):
    page = visit("notebooks/sanh2019distilbert.html")
    limits = page.locator("#limits")
    assert limits.locator(".sb-begins").inner_text().startswith("The README does not say over how ")
    assert not limits.locator("li").first.is_visible()


def test_the_works_are_sorted_by_the_heading_that_is_clicked(visit):
    page = visit("book/works.html")
    column = page.locator("table[data-sort] tbody td:nth-child(5)")
    page.get_by_role("button", name="Numbers").click()
    counts = [int(each.replace(",", "")) for each in column.all_inner_texts()]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1]
    page.get_by_role("button", name="Numbers").click()
    assert [int(each.replace(",", "")) for each in column.all_inner_texts()] == counts[::-1]
