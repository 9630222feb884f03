"""Pages as a reader sees them: narrow and wide, light and dark, loading nothing from elsewhere."""

import json

import pytest

from smallbert import paths
from smallbert.data import sources

from .conftest import pages
from .visiting import PHONE, SCREENS, visit, watched

pytestmark = pytest.mark.site

EVERY = pages(paths.CHECKOUT / "_build" / "html")
PAGES = [name for name in EVERY if not name.startswith("numbers/")]
COLORED = ["index.html", "search.html", "book/cite.html", "book/notation.html"]
COLORED += [f"notebooks/{name}.html" for name in ("audit", "choose", "claims", "errata", "models")]
COLORED += [f"notebooks/{name}.html" for name in ("quantization", "small_bert", "zhao2019extreme")]
COLORED += ["numbers/index.html", "numbers/zhao2019extreme-table3.html"]
"""Pages of each kind, of which axe-core judges the colors."""

WORKS = {f"notebooks/{key}.html" for key in sources.keys()}
LIMITS = {True: 10000, False: 7000}
"""Pixels that a page may be long at a desk, if it is a work's, and if not."""


@pytest.fixture(scope="module")
def visits(reader, address):
    """Return what was seen of each page, by name; each is opened once on a phone and at a desk."""
    with watched(reader.new_page()) as page:
        return {
            name: visit(page, f"{address}/{name}", measure=name in PAGES, colors=name in COLORED)
            for name in EVERY
        }


@pytest.fixture(scope="module")
def measured(visits):
    """Return what was measured on each page, by width, theme and name."""
    return {(*at, name): seen for name in PAGES for at, seen in visits[name].layout.items()}


@pytest.mark.parametrize("name", EVERY)
def test_a_page_opens_without_errors_or_remote_loads_and_fits_a_phone(visits, address, name):
    seen = visits[name]
    assert seen.errors == []
    assert [url for url in seen.requests if not url.startswith((address, "data:"))] == []
    assert seen.width <= PHONE["width"]


@pytest.mark.parametrize("name", sorted({*PAGES, *COLORED}))
def test_nothing_serious_is_found_in_either_theme(visits, name):
    assert visits[name].found == []


def test_every_anchor_of_the_listing_is_on_its_page(visits, site):
    listed = json.loads((site / "data/artifacts.json").read_text())
    assert len(listed) > len(PAGES)
    for each in listed:
        assert visits[each["page"]].figures.count(each["anchor"]) == 1


def test_no_code_is_shown_before_the_reader_asks_for_it(measured):
    assert {each["code"] for each in measured.values()} == {0}


def test_both_themes_have_one_layout(measured):
    for (width, theme, name), each in measured.items():
        if theme == "dark":
            assert each == measured[width, "light", name], name


def test_the_first_exhibit_begins_on_the_first_screen(measured):
    """At a desk: its chart or table itself, not only its title."""
    tops = {name: each["first"] for (at, _, name), each in measured.items() if at == 1280}
    del tops["index.html"]  # begins with a table of its own
    assert {name: top for name, top in tops.items() if top and top > SCREENS[1280] - 40} == {}


def test_no_page_is_too_long(measured):
    heights = {name: each["height"] for (at, _, name), each in measured.items() if at == 1280}
    assert {name: h for name, h in heights.items() if h > LIMITS[name in WORKS]} == {}


def test_no_page_scrolls_sideways(measured):
    assert {name for (_, _, name), each in measured.items() if each["over"]} == set()


def test_a_phone_shows_every_chart_in_letters_that_can_be_read(measured):
    """The smallest have 8 pixels or more."""
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


def test_no_chart_is_cut_anywhere(measured):
    assert [each["cut_charts"] for each in measured.values() if each["cut_charts"]] == []


def test_no_letters_of_a_chart_lie_outside_it(measured):
    letters = {at: each["outside"] for at, each in measured.items()}
    assert {at: texts for at, texts in letters.items() if texts} == {}
