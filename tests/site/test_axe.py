"""What axe-core finds on the pages, in both themes."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from smallbert.data import paths

from .conftest import pages

pytestmark = pytest.mark.site

HTML = paths.build() / "html"
CARDS = ["numbers/index.html", "numbers/zhao2019extreme-table3.html"]
"""Of the pages with cards, which are all made alike."""

PAGES = [name for name in pages(HTML) if not name.startswith("numbers/")] + CARDS
GRAVE = ("serious", "critical")
COLOURS = ["color-contrast", "link-in-text-block"]
"""Rules whose findings a theme can change."""

OPTIONS = {"resultTypes": ["violations"], "iframes": False, "elementRef": False}
"""No page has a frame."""

MARK = """() => {
  const kinds = new Map(), seen = new Set();
  const kind = (each) => {
    if (!each) return "";
    if (!kinds.has(each)) {
      const at = getComputedStyle(each);
      kinds.set(each, [
        kind(each.parentElement), each.tagName, each.getAttribute("class"), at.color, at.fontSize,
        at.fontWeight, at.textShadow, at.opacity, at.backgroundColor, at.backgroundImage,
      ].join(" "));
    }
    return kinds.get(each);
  };
  const speaks = (each) => each.matches("input, select, textarea, button") ||
    [...each.childNodes].some(part => part.nodeType === Node.TEXT_NODE && part.data.trim());
  for (const each of document.querySelectorAll("body, body *")) {
    const look = speaks(each) && each.checkVisibility();
    const alike = look && each.closest("table") && seen.has(kind(each));
    each.toggleAttribute("data-look", look && !alike);
    if (look && each.closest("table")) seen.add(kind(each));
  }
}"""
"""Mark where axe-core looks at the contrast: text that is seen, of cells one of each kind.

It judges no other element, but takes its time to find that out. Tables have thousands of cells. Two
are alike if they and all that they lie in have the same tags, classes, letters and colours as the
browser computes them, so that axe-core would say the same of both.
"""

BARE = """() => {
  for (const each of document.querySelectorAll("svg *"))
    if (each.isConnected && !each.closest("a, title") && !each.querySelector("a, title"))
      each.remove();
}"""
"""Take out of charts what is neither a link nor a name: lines and letters that are drawn.

They are most elements of a page. axe-core does not see how a drawing paints its letters.
"""

CONTRAST = {"rules": [{"id": "color-contrast", "selector": "[data-look]"}]}


@pytest.mark.parametrize("name", PAGES)
def test_nothing_serious_is_found_in_either_theme(reading, address, name):
    _open(reading, f"{address}/{name}")
    found = _grave(reading, "light", OPTIONS)
    found += _grave(reading, "dark", OPTIONS | {"runOnly": COLOURS})
    assert found == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_one_faint_cell_among_many_is_found(reading, address, theme):
    _open(reading, f"{address}/notebooks/zhao2019extreme.html")
    cell = reading.locator("#zhao2019extreme-table3 tbody tr:last-child td:last-child a")
    cell.evaluate("each => { each.style.color = '#808080'; each.style.background = '#909090'; }")
    (found,) = _grave(reading, theme, OPTIONS | {"runOnly": COLOURS})
    assert found.startswith(f"{theme}: color-contrast at ")


def _open(page, url: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(url)
    page.add_style_tag(content="* { transition: none !important; }")  # no colour is on its way
    page.evaluate(BARE)
    page.evaluate(AXE_SCRIPT)
    page.evaluate("settings => axe.configure(settings)", CONTRAST)


def _grave(page, theme: str, options: dict) -> list[str]:
    """Return theme, rule and place of each finding that is serious or critical."""
    page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
    page.evaluate(MARK)
    rules = page.evaluate("options => axe.run(options)", options)["violations"]
    return [
        f"{theme}: {rule['id']} at {node['target']}"
        for rule in rules
        if rule["impact"] in GRAVE
        for node in rule["nodes"]
    ]
