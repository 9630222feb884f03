"""A visit to a page of the site: at a desk, on a phone, in both themes, with axe-core."""

from dataclasses import dataclass

from axe_playwright_python.base import AXE_SCRIPT

DESK, PHONE = 1280, 390
SCREENS = {DESK: {"width": DESK, "height": 800}, PHONE: {"width": PHONE, "height": 844}}

SETTLED = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame(); await frame();
  await document.fonts.ready;
  await frame(); await frame();
}"""
"""Let the page hear that its width is another, and load its letters; wide tables are stacked."""

MEASURE = """() => {
  const all = (css) => [...document.querySelectorAll(css)].filter(each => each.checkVisibility());
  const cut = (each) => each.scrollWidth > each.clientWidth + 1;
  const within = (own, box) => own.left >= box.left - 1 && own.right <= box.right + 1;
  const clipped = (each) => {
    const own = each.getBoundingClientRect();
    for (let above = each.parentElement; above; above = above.parentElement) {
      const hides = getComputedStyle(above).overflowX !== "visible";
      if (hides && !within(own, above.getBoundingClientRect())) return true;
    }
    return cut(each);
  };
  const figure = (each) => each.closest("figure")?.id ?? "a table";
  const outside = (each) => [...each.querySelectorAll("text")].filter(text => {
    const own = text.getBoundingClientRect(), box = each.getBoundingClientRect();
    return !within(own, box) || own.top < box.top - 1 || own.bottom > box.bottom + 1;
  }).map(text => text.textContent);
  const smallest = (each) => Math.min(...[...each.querySelectorAll("text")]
    .map(text => parseFloat(getComputedStyle(text).fontSize)));
  const scale = (each) => each.getBoundingClientRect().width / each.viewBox.baseVal.width;
  const first = document.querySelector("figure.sb-artifact, .sb-choose")
    ?.querySelector(".sb-picture, .sb-scroll, form");
  return {
    cut: all(".sb-scroll").filter(cut).map(figure),
    cut_charts: all(".sb-picture, .sb-plot").filter(clipped).map(figure),
    small: all(".sb-picture svg").filter(each => smallest(each) * scale(each) < 8).map(figure),
    outside: all(".sb-picture svg").flatMap(outside),
    first: first ? Math.round(first.getBoundingClientRect().top + scrollY) : null,
    over: document.documentElement.scrollWidth > innerWidth,
    height: document.documentElement.scrollHeight,
    code: all(".cell_input").reduce((sum, each) => sum + each.offsetHeight, 0),
  };
}"""

THEME = "theme => { document.documentElement.dataset.theme = theme; }"

GRAVE = ("serious", "critical")
COLORS = ["color-contrast", "link-in-text-block"]
"""Rules whose findings a theme can change; they take most of the time."""

BARE = """() => {
  for (const each of document.querySelectorAll("svg *"))
    if (each.isConnected && !each.closest("a, title") && !each.querySelector("a, title"))
      each.remove();
}"""
"""Take out of charts what is neither a link nor a name: lines and letters that are drawn.

They are most elements of a page. axe-core does not see how a drawing paints its letters.
"""


@dataclass
class Visit:
    """What was seen of a page: what it asked for, and what went wrong.

    ``layout`` is what `MEASURE` gives by width and theme, ``found`` what axe-core finds.
    """

    requests: list[str]
    errors: list[str]
    layout: dict
    found: list[str]


def look(page, url: str, *, closely: bool) -> Visit:
    """Open a page at a desk and measure it.

    Closely, it is also measured in the dark and on a phone, and axe-core judges it in both themes.
    """
    page.requests, page.errors = [], []
    page.set_viewport_size(SCREENS[DESK])
    page.goto(url)
    layout = {}
    for width, screen in SCREENS.items() if closely else [(DESK, SCREENS[DESK])]:
        page.set_viewport_size(screen)
        page.evaluate(SETTLED)
        for theme in ("dark", "light") if closely else ("light",):
            page.evaluate(THEME, theme)
            layout[width, theme] = page.evaluate(MEASURE)
    seen = Visit(page.requests, [*page.errors], layout, [])
    if closely:
        bring_axe(page)
        off = {rule: {"enabled": False} for rule in COLORS}
        seen.found += _grave(page, {"rules": off})
        for theme in ("light", "dark"):
            seen.found += faults_of_colors(page, theme)
    return seen


def bring_axe(page) -> None:
    """Let axe-core into an open page, at a desk, and take out what it would only walk through."""
    page.set_viewport_size(SCREENS[DESK])
    page.add_style_tag(content="* { transition: none !important; }")  # no color is on its way
    page.evaluate(BARE)
    page.evaluate(AXE_SCRIPT)


def faults_of_colors(page, theme: str) -> list[str]:
    """Return rule and place of each serious finding on the colors of a theme."""
    page.evaluate(THEME, theme)
    return [f"{theme}: {each}" for each in _grave(page, {"runOnly": COLORS})]


def _grave(page, options: dict) -> list[str]:
    options = options | {"resultTypes": ["violations"], "iframes": False, "elementRef": False}
    rules = page.evaluate("options => axe.run(options)", options)["violations"]
    return [
        f"{rule['id']} at {node['target']}"
        for rule in rules
        if rule["impact"] in GRAVE
        for node in rule["nodes"]
    ]


def watched(page):
    """Return a page that keeps what it asks for and what goes wrong."""
    page.requests, page.errors = [], []
    page.on("request", lambda request: page.requests.append(request.url))
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on("console", lambda line: line.type == "error" and page.errors.append(line.text))
    page.on(
        "response", lambda answer: answer.ok or page.errors.append(f"{answer.status} {answer.url}")
    )
    return page
