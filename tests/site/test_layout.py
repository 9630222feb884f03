"""How much of each page a reader sees without scrolling, at a desk and on a phone."""

import pytest

from smallbert.data import paths

from .conftest import pages

pytestmark = pytest.mark.site

PAGES = pages(paths.build() / "html")

MEASURE = """() => {
  const all = (css) => [...document.querySelectorAll(css)].filter(each => each.offsetParent);
  const top = (each) => each ? Math.round(each.getBoundingClientRect().top + scrollY) : null;
  const cut = (each) => each.scrollWidth > each.clientWidth + 1;
  const code = all(".cell_input").reduce((sum, each) => sum + each.offsetHeight, 0);
  return {
    tables: all(".sb-scroll").length,
    cut: all(".sb-scroll").filter(cut).map(each => each.closest("figure")?.id ?? "a table"),
    charts: all(".sb-picture").length,
    cut_charts: all(".sb-picture").filter(cut).map(each => each.closest("figure").id),
    first: top(document.querySelector("figure.sb-artifact")),
    height: document.documentElement.scrollHeight,
    code,
  };
}"""


@pytest.fixture(scope="module")
def measured(browser, address):
    """Return what was measured on each page, at 1280 and at 390 pixels."""
    found = {}
    for width, height in ((1280, 800), (390, 844)):
        page = browser.new_page(viewport={"width": width, "height": height})
        for name in PAGES:
            page.goto(f"{address}/{name}")
            found[width, name] = page.evaluate(MEASURE)
        page.close()
    return found


def test_the_figures_of_the_pages_are_printed(measured, capsys):
    with capsys.disabled():
        for width in (1280, 390):
            here = {name: each for (at, name), each in measured.items() if at == width}
            tables = sum(each["tables"] for each in here.values())
            cut = sum(len(each["cut"]) for each in here.values())
            charts = sum(len(each["cut_charts"]) for each in here.values())
            code = sum(each["code"] for each in here.values())
            longest = max(here, key=lambda name: here[name]["height"])
            firsts = [each["first"] for each in here.values() if each["first"] is not None]
            above = sum(first < (800 if width == 1280 else 844) for first in firsts)
            print(
                f"\n{width} px: {cut} of {tables} tables and {charts} charts cut; code {code} px; "
                f"first exhibit on the first screen on {above} of {len(firsts)} pages; "
                f"longest page {longest}, {here[longest]['height']} px"
            )


def test_no_table_is_cut_at_a_desk(measured):
    """But that of all models: it has seventeen columns, of which the first stays in sight."""
    cut = {name: each["cut"] for (width, name), each in measured.items() if width == 1280}
    assert cut.pop("notebooks/models.html") in ([], ["models-table"])
    assert {name: tables for name, tables in cut.items() if tables} == {}


def test_no_chart_is_cut_anywhere(measured):
    assert [each["cut_charts"] for each in measured.values() if each["cut_charts"]] == []


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
    assert "smallbert run zhao2019extreme" in box.inner_text()
    limits = page.locator("#limits").bounding_box()
    assert box.bounding_box()["y"] > limits["y"]
    page.close()
