"""What axe-core finds on a page, in a theme."""

from axe_playwright_python.base import AXE_SCRIPT

GRAVE = ("serious", "critical")
COLORS = ["color-contrast", "link-in-text-block"]
"""Rules whose findings a theme can change; they take most of the time."""

OPTIONS = {"resultTypes": ["violations"], "iframes": False, "elementRef": False}
"""No page has a frame."""

BARE = """() => {
  for (const each of document.querySelectorAll("svg *"))
    if (each.isConnected && !each.closest("a, title") && !each.querySelector("a, title"))
      each.remove();
}"""
"""Take out of charts what is neither a link nor a name: lines and letters that are drawn.

They are most elements of a page. axe-core does not see how a drawing paints its letters.
"""


def prepare(page) -> None:
    """Let axe-core into an open page, at a desk, and take out what it would only walk through."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.add_style_tag(content="* { transition: none !important; }")  # no color is on its way
    page.evaluate(BARE)
    page.evaluate(AXE_SCRIPT)


def without_colors(page) -> list[str]:
    """Return rule and place of each serious finding that no theme changes."""
    off = {rule: {"enabled": False} for rule in COLORS}
    return _grave(page, OPTIONS | {"rules": off})


def of_colors(page, theme: str) -> list[str]:
    """Return rule and place of each serious finding on the colors of a theme."""
    page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
    return [f"{theme}: {each}" for each in _grave(page, OPTIONS | {"runOnly": COLORS})]


def _grave(page, options: dict) -> list[str]:
    rules = page.evaluate("options => axe.run(options)", options)["violations"]
    return [
        f"{rule['id']} at {node['target']}"
        for rule in rules
        if rule["impact"] in GRAVE
        for node in rule["nodes"]
    ]
