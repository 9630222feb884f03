"""How much of each page a reader sees without scrolling, at a desk and on a phone; both themes."""

import re

import pytest

from smallbert.data import paths, sources

from .conftest import pages

pytestmark = pytest.mark.site

PAGES = [name for name in pages(paths.build() / "html") if not name.startswith("numbers/")]
WORKS = {f"notebooks/{key}.html" for key in sources.keys()}
SCREENS = {1280: 800, 390: 844}
LIMITS = {True: 9000, False: 6000}
"""Pixels that a page may be long at a desk, if it is a work's, and if not."""

DRAWN_TO_FIT = "notebooks/choose.html"
"""Its chart is drawn by a script, and anew some time after the width has changed."""

SETTLED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Let the page hear that its width is another: wide tables are then stacked."""

MEASURE = """() => {
  const SHOWN = ".sb-picture, .sb-scroll, form";
  const all = (css) => [...document.querySelectorAll(css)].filter(each => each.checkVisibility());
  const top = (each) => each ? Math.round(each.getBoundingClientRect().top + scrollY) : null;
  const cut = (each) => each.scrollWidth > each.clientWidth + 1;
  const clipped = (each) => {
    const own = each.getBoundingClientRect();
    for (let above = each.parentElement; above; above = above.parentElement) {
      const box = above.getBoundingClientRect();
      const hides = getComputedStyle(above).overflowX !== "visible";
      if (hides && (own.left < box.left - 1 || own.right > box.right + 1)) return true;
    }
    return cut(each);
  };
  const code = all(".cell_input").reduce((sum, each) => sum + each.offsetHeight, 0);
  const figure = (each) => each.closest("figure")?.id ?? "a table";
  const outside = (each) => [...each.querySelectorAll("text")].filter(text => {
    const own = text.getBoundingClientRect(), all = each.getBoundingClientRect();
    return own.left < all.left - 1 || own.right > all.right + 1
      || own.top < all.top - 1 || own.bottom > all.bottom + 1;
  }).map(text => text.textContent);
  const inside = (css) => document.querySelector(css)?.querySelector(SHOWN);
  const size = (each) => each.getBoundingClientRect().width / each.viewBox.baseVal.width;
  return {
    tables: all(".sb-scroll").length,
    cut: all(".sb-scroll").filter(cut).map(figure),
    low: all(".sb-scroll").filter(each => each.scrollHeight > each.clientHeight + 2).map(figure),
    charts: all(".sb-picture").length,
    cut_charts: all(".sb-picture").filter(clipped).map(figure),
    small: all(".sb-picture svg").filter(each => size(each) < 1).map(figure),
    outside: all(".sb-picture svg").flatMap(outside),
    first: top(inside("figure.sb-artifact, .sb-choose")),
    over: document.documentElement.scrollWidth > innerWidth,
    height: document.documentElement.scrollHeight,
    code,
  };
}"""


@pytest.fixture(scope="module")
def measured(reading, address):
    """Return what was measured on each page, by width, theme and name."""
    found = {}
    for name in PAGES:
        for width, height in SCREENS.items():
            reading.set_viewport_size({"width": width, "height": height})
            if width == 1280 or name == DRAWN_TO_FIT:
                reading.goto(f"{address}/{name}")
                reading.evaluate("document.fonts.ready")  # letters have their own widths
            reading.evaluate(SETTLED)
            for theme in ("light", "dark"):
                reading.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
                found[width, theme, name] = reading.evaluate(MEASURE)
    return found


def test_the_figures_of_the_pages_are_printed(measured, capsys):
    with capsys.disabled():
        for width, screen in SCREENS.items():
            here = {name: each for (at, _, name), each in measured.items() if at == width}
            tables = sum(each["tables"] for each in here.values())
            cut = sum(len(each["cut"]) for each in here.values())
            charts = sum(each["charts"] for each in here.values())
            cut_charts = sum(len(each["cut_charts"]) for each in here.values())
            code = sum(each["code"] for each in here.values())
            longest = sorted(here, key=lambda name: -here[name]["height"])[:3]
            firsts = [each["first"] for each in here.values() if each["first"] is not None]
            print(
                f"\n{width} px: {cut} of {tables} tables and {cut_charts} of {charts} charts cut; "
                f"code {code} px; first exhibit on the first screen on "
                f"{sum(first < screen for first in firsts)} of {len(firsts)} pages; longest: "
                + ", ".join(f"{name} {here[name]['height']} px" for name in longest)
            )


def test_both_themes_have_one_layout(measured):
    for (width, theme, name), each in measured.items():
        if theme == "dark":
            assert each == measured[width, "light", name], name


def test_the_first_exhibit_begins_on_the_first_screen(measured):
    """At a desk: its chart or table itself, not only its title."""
    tops = {name: each["first"] for (at, _, name), each in measured.items() if at == 1280}
    assert {name: top for name, top in tops.items() if top and top > SCREENS[1280] - 40} == {}


def test_no_page_is_too_long(measured):
    heights = {name: each["height"] for (at, _, name), each in measured.items() if at == 1280}
    assert {name: h for name, h in heights.items() if h > LIMITS[name in WORKS]} == {}


def test_no_page_scrolls_sideways(measured):
    assert {name for (_, _, name), each in measured.items() if each["over"]} == set()


def test_a_phone_shows_every_chart_in_letters_that_can_be_read(measured):
    """A pixel or more for a point: the letters of a chart have 8 points, in cells 7."""
    small = {name: each["small"] for (at, _, name), each in measured.items() if at == 390}
    assert {name: charts for name, charts in small.items() if charts} == {}


def test_no_table_is_cut_at_a_desk(measured):
    """But that of all models: it has seventeen columns, of which the first stays in sight."""
    cut = {name: each["cut"] for (width, _, name), each in measured.items() if width == 1280}
    assert cut.pop("notebooks/models.html") in ([], ["models-table"])
    assert {name: tables for name, tables in cut.items() if tables} == {}


def test_no_table_is_cut_on_a_phone(measured):
    """One that is wider than the page has a block for each row there."""
    cut = {name: each["cut"] for (width, _, name), each in measured.items() if width == 390}
    assert {name: tables for name, tables in cut.items() if tables} == {}


def test_a_row_of_a_wide_table_is_a_block_on_a_phone_with_the_headings_of_its_cells(
    browser, address
):
    """The deck, slide 1, Table 3: four students share the 192 that is printed once."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{address}/notebooks/zhao2019extreme.html")
    row = page.locator("#zhao2019extreme-table3 tbody tr", has_text="78.2").first
    assert re.search(r"MNLI-m[^\n]* 78\.2", blocks := shown(row))
    assert re.search(r"hidden[^\n]* 192", blocks, re.IGNORECASE)
    page.set_viewport_size({"width": 1280, "height": 800})
    assert "192" not in shown(row)
    page.close()


def shown(row):
    """Return what a reader sees of a row: of each cell the label before it and its text."""
    return row.evaluate(
        """row => [...row.cells].filter(cell => cell.checkVisibility()).map(cell =>
           getComputedStyle(cell, "::before").content + " " + cell.innerText).join("\\n")"""
    )


def test_no_chart_is_cut_anywhere(measured):
    assert [each["cut_charts"] for each in measured.values() if each["cut_charts"]] == []


def test_no_letters_of_a_chart_lie_outside_it(measured):
    letters = {name: each["outside"] for (_, _, name), each in measured.items()}
    assert {name: texts for name, texts in letters.items() if texts} == {}


def test_formulas_begin_at_the_left_and_text_keeps_its_distance_from_a_table(new_page, address):
    page = new_page()
    page.goto(f"{address}/book/notation.html")
    starts = page.evaluate("""[...document.querySelectorAll("div.math")].map(each =>
      each.firstElementChild.getBoundingClientRect().left - each.getBoundingClientRect().left)""")
    assert starts
    assert max(starts) < 2
    page.goto(f"{address}/book/how_to_read.html")
    gaps = page.evaluate("""[...document.querySelectorAll(".sb-scroll + p")].map(each =>
      each.getBoundingClientRect().top
        - each.previousElementSibling.querySelector("table").getBoundingClientRect().bottom)""")
    assert gaps
    assert min(gaps) > 12


def test_code_is_folded_until_the_reader_asks_for_it(browser, address, measured):
    assert {each["code"] for each in measured.values()} == {0}
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{address}/notebooks/zhao2019extreme.html")
    page.get_by_role("button", name="Show code").click()
    assert page.evaluate(MEASURE)["code"] > 500
    page.reload()  # it is remembered
    assert page.get_by_role("button", name="Hide code").is_visible()
    page.close()


def test_the_small_print_is_folded_and_opens_for_a_link_into_it(browser, address):
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{address}/notebooks/zhao2019extreme.html")
    assert not page.locator("#zhao2019extreme-audit").is_visible()
    assert page.locator("#limits h2").is_visible()
    page.goto(f"{address}/notebooks/zhao2019extreme.html#zhao2019extreme-audit")
    page.reload()
    assert page.locator("#zhao2019extreme-audit").is_visible()
    page.close()


def test_how_to_re_execute_is_the_last_of_a_page(browser, address):
    page = browser.new_page()
    page.goto(f"{address}/notebooks/zhao2019extreme.html")
    box = page.locator(".sb-rerun")
    box.locator("button, summary").first.click()
    assert "smallbert run zhao2019extreme" in box.inner_text()
    limits = page.locator("#limits").bounding_box()
    assert box.bounding_box()["y"] > limits["y"]
    page.close()
