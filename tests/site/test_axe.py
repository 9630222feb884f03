"""What axe-core finds on the pages, in both themes."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from smallbert.data import paths

from .conftest import pages

pytestmark = pytest.mark.site

HTML = paths.build() / "html"
CARDS = ["numbers/index.html", "numbers/zhao2019extreme-table3.html"]
"""Of the pages with cards, which are all made alike."""

PAGES = [name for name in pages(HTML) if not name.startswith("numbers/")] + CARDS
GRAVE = ("serious", "critical")
DARK = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""Rules whose findings a theme can change."""


@pytest.mark.parametrize("name", PAGES)
def test_nothing_serious_is_found_in_either_theme(browser, address, name):
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{address}/{name}")
    found = _grave(page, "light", {"resultTypes": ["violations"]})
    page.evaluate("localStorage.setItem('mode', 'dark')")
    page.reload()  # a switch on the open page fades from colour to colour
    found += _grave(page, "dark", DARK | {"resultTypes": ["violations"]})
    page.close()
    assert found == []


def _grave(page, theme: str, options: dict) -> list[str]:
    """Return theme, rule and place of each finding that is serious or critical."""
    page.add_style_tag(content="* { transition: none !important; }")  # no colour is on its way
    rules = Axe().run(page, options=options).response["violations"]
    return [
        f"{theme}: {rule['id']} at {node['target']}"
        for rule in rules
        if rule["impact"] in GRAVE
        for node in rule["nodes"]
    ]
