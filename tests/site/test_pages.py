"""Pages as a reader sees them: narrow and wide, light and dark, loading nothing from elsewhere."""

import pytest

from smallbert import paths
from smallbert.data import sources

from .visiting import DESK, PHONE, look, watched

pytestmark = pytest.mark.site

SITE = paths.CHECKOUT / "_build" / "html"
CLOSELY = ["search.html", "book/cite.html", "book/reading_guide.html", "book/works.html"]
CLOSELY += ["numbers/index.html", "numbers/zhao2019extreme-table3.html"]
CLOSELY += [f"notebooks/{name}.html" for name in ("audit", "claims", "errata", "models", "pick")]
CLOSELY += [f"notebooks/{name}.html" for name in ("glue_scores", "costs", "quantization")]
CLOSELY += [f"notebooks/{name}.html" for name in ("small_bert", "wu2022xtc", "zhao2019extreme")]
"""Pages with an exhibit of each kind; of the tables of cards, which are made alike, one is here."""

PLACES = ("*.html", "book/*.html", "notebooks/*.html")
EVERY = {str(path.relative_to(SITE)) for each in PLACES for path in SITE.glob(each)}
EVERY = sorted(EVERY - {"genindex.html", "index.html"} | {*CLOSELY})  # the last leads to pick
WORKS = {f"notebooks/{key}.html" for key in sources.keys()}
LIMITS = {True: 10000, False: 7000}
"""Pixels that a page may be long at a desk, if it is a work's, and if not."""


@pytest.fixture(scope="module")
def visits(reader, address):
    """Return what was seen of each page, by name; each is opened once."""
    with watched(reader.new_page()) as page:
        return {name: look(page, f"{address}/{name}", closely=name in CLOSELY) for name in EVERY}


@pytest.fixture(scope="module")
def measured(visits):
    """Return what was measured on each page, by width, theme and name."""
    return {(*at, name): seen for name in EVERY for at, seen in visits[name].layout.items()}


@pytest.fixture(scope="module")
def at_a_desk(measured):
    """Return what was measured at a desk in the light, by name."""
    return {name: each for (*at, name), each in measured.items() if at == [DESK, "light"]}


@pytest.mark.parametrize("name", EVERY)
def test_a_page_opens_without_errors_or_remote_loads(visits, address, name):
    seen = visits[name]
    assert seen.errors == []
    assert [url for url in seen.requests if not url.startswith((address, "data:"))] == []


@pytest.mark.parametrize("name", CLOSELY)
def test_nothing_serious_is_found_in_either_theme(visits, name):
    assert visits[name].found == []


def test_no_code_is_shown_before_the_reader_asks_for_it(measured):
    assert {each["code"] for each in measured.values()} == {0}


def test_both_themes_have_one_layout(measured):
    for (width, theme, name), each in measured.items():
        if theme == "dark":
            assert each == measured[width, "light", name], name


def test_the_first_exhibit_begins_on_the_first_screen(at_a_desk):
    """Its chart or table itself, not only its title."""
    tops = {name: each["first"] for name, each in at_a_desk.items()}
    assert {name: top for name, top in tops.items() if top and top > 760} == {}


def test_no_page_is_too_long(at_a_desk):
    heights = {
        name: each["height"]
        for name, each in at_a_desk.items()
        if not name.startswith(("numbers/", "book/references"))  # lists, one entry a number, a work
    }
    own = LIMITS | {"notebooks/one_encoder.html": 8000}  # a whole study: how it was trained, too
    most = {name: own.get(name, LIMITS[name in WORKS]) for name in heights}
    assert {name: h for name, h in heights.items() if h > most[name]} == {}


def test_no_page_scrolls_sideways_and_no_chart_is_cut_or_has_letters_outside(measured):
    found = {
        at: (each["over"], each["cut_charts"], each["outside"]) for at, each in measured.items()
    }
    assert {at: each for at, each in found.items() if each != (False, [], [])} == {}


def test_a_phone_shows_every_chart_in_letters_that_can_be_read(measured):
    """The smallest have 8 pixels or more."""
    small = {name: each["small"] for (at, _, name), each in measured.items() if at == PHONE}
    assert {name: charts for name, charts in small.items() if charts} == {}


def test_no_table_is_cut(measured):
    """On a phone, one that is wider than the page has a block for each row.

    At a desk, that of all models has nineteen columns, of which the first stays in sight.
    """
    cut = {at: each["cut"] for at, each in measured.items() if each["cut"]}
    assert {at for at in cut if at[0] == PHONE or at[2] != "notebooks/models.html"} == set()
    assert all(tables == ["models-table"] for tables in cut.values())
