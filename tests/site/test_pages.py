"""Pages as a reader sees them: narrow and wide, light and dark, loading nothing from elsewhere."""

import json

import pytest

from smallbert import paths
from smallbert.data import sources

from .visiting import PHONE, SCREENS, bring_axe, faults_of_colors, look, watched

pytestmark = pytest.mark.site

SITE = paths.CHECKOUT / "_build" / "html"
PLACES = ("index.html", "search.html", "book/*.html", "notebooks/*.html", "numbers/*.html")
EVERY = [str(path.relative_to(SITE)) for each in PLACES for path in sorted(SITE.glob(each))]
"""The site's pages that a reader meets."""

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
            name: look(page, f"{address}/{name}", measure=name in PAGES, colors=name in COLORED)
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


def test_no_table_is_cut(measured):
    """On a phone, one that is wider than the page has a block for each row.

    At a desk, that of all models has seventeen columns, of which the first stays in sight.
    """
    cut = {at: each["cut"] for at, each in measured.items() if each["cut"]}
    assert {at for at in cut if at[0] == 390 or at[2] != "notebooks/models.html"} == set()
    assert all(tables == ["models-table"] for tables in cut.values())


@pytest.mark.parametrize("fault", ["cut_charts", "outside"])
def test_no_chart_is_cut_and_no_letters_lie_outside_it(measured, fault):
    assert {at: seen[fault] for at, seen in measured.items() if seen[fault]} == {}


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
    visit, theme, place, change, rule
):
    page = visit("notebooks/zhao2019extreme.html")
    bring_axe(page)
    page.locator(place).first.evaluate(change)
    assert any(each.startswith(f"{theme}: {rule} at ") for each in faults_of_colors(page, theme))
