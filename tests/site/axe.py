"""What axe-core finds on a page, in a theme."""

from axe_playwright_python.base import AXE_SCRIPT

GRAVE = ("serious", "critical")
COLOURS = ["color-contrast", "link-in-text-block"]
"""Rules whose findings a theme can change."""

OPTIONS = {"resultTypes": ["violations"], "iframes": False, "elementRef": False}
"""No page has a frame."""

MARK = """(seen) => {
  const kinds = new Map(), known = new Set(seen), fresh = [];
  const hash = (text) => {
    let high = 7, low = 11;
    for (let at = 0; at < text.length; at++) {
      high = Math.imul(high ^ text.charCodeAt(at), 2654435761);
      low = Math.imul(low ^ text.charCodeAt(at), 1597334677);
    }
    return `${high >>> 0}-${low >>> 0}`;
  };
  const kind = (each) => {
    if (!each) return "";
    if (!kinds.has(each)) {
      const at = getComputedStyle(each);
      kinds.set(each, hash([
        kind(each.parentElement), each.tagName, each.getAttribute("class"), at.color, at.fontSize,
        at.fontWeight, at.textShadow, at.textDecorationLine, at.opacity, at.backgroundColor,
        at.backgroundImage, at.position,
      ].join(" ")));
    }
    return kinds.get(each);
  };
  const speaks = (each) => each.matches("input, select, textarea, button") ||
    [...each.childNodes].some(part => part.nodeType === Node.TEXT_NODE && part.data.trim());
  for (const each of document.querySelectorAll("body, body *")) {
    const look = speaks(each) && each.checkVisibility() && !known.has(kind(each));
    each.toggleAttribute("data-look", look);
    if (look) { known.add(kind(each)); fresh.push(kind(each)); }
  }
  return fresh;
}"""
"""Mark where axe-core looks at colours: text that is seen, one of each kind, whatever the page.

It judges no other element, but takes its time to find that out; pages have thousands of cells and
one layout. Two are alike if they and all that they lie in have the same tags, classes, letters and
colours as the browser computes them, so that axe-core would say the same of both. A theme's colours
are kinds of their own.
"""

BARE = """() => {
  for (const each of document.querySelectorAll("svg *"))
    if (each.isConnected && !each.closest("a, title") && !each.querySelector("a, title"))
      each.remove();
}"""
"""Take out of charts what is neither a link nor a name: lines and letters that are drawn.

They are most elements of a page. axe-core does not see how a drawing paints its letters.
"""

LOOKS = {
    "rules": [
        {"id": "color-contrast", "selector": "[data-look]"},
        {"id": "link-in-text-block", "selector": "a[href][data-look]"},
    ]
}


def prepare(page) -> None:
    """Let axe-core into an open page, at a desk, and take out what it would only walk through."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.add_style_tag(content="* { transition: none !important; }")  # no colour is on its way
    page.evaluate(BARE)
    page.evaluate(AXE_SCRIPT)
    page.evaluate("settings => axe.configure(settings)", LOOKS)


def grave(page, theme: str, options: dict, seen: set[str]) -> list[str]:
    """Return theme, rule and place of each finding that is serious or critical.

    What looks like something judged before is passed over, as `MARK` tells.
    """
    page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
    fresh = page.evaluate(MARK, sorted(seen))
    seen.update(fresh)
    if options.get("runOnly") == COLOURS and not fresh:
        return []
    rules = page.evaluate("options => axe.run(options)", options)["violations"]
    return [
        f"{theme}: {rule['id']} at {node['target']}"
        for rule in rules
        if rule["impact"] in GRAVE
        for node in rule["nodes"]
    ]
