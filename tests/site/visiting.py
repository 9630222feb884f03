"""A visit to each page of the site: on a phone, at a desk, in both themes, with axe-core."""

from dataclasses import dataclass, field

from . import axe

DESK = 1280
SCREENS = {390: 844, DESK: 800}
DRAWN_TO_FIT = "notebooks/choose.html"
"""Its chart is drawn by a script, and anew some time after the width has changed."""

SETTLED = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame(); await frame();
  await document.fonts.ready;
  await frame(); await frame();
}"""
"""Let the page hear that its width is another, and load its letters, which have their own widths.

Wide tables are then stacked.
"""

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
  const smallest = (each) => Math.min(...[...each.querySelectorAll("text")]
    .map(text => parseFloat(getComputedStyle(text).fontSize)));
  const scale = (each) => each.getBoundingClientRect().width / each.viewBox.baseVal.width;
  return {
    tables: all(".sb-scroll").length,
    cut: all(".sb-scroll").filter(cut).map(figure),
    low: all(".sb-scroll").filter(each => each.scrollHeight > each.clientHeight + 2).map(figure),
    charts: all(".sb-picture").length,
    cut_charts: all(".sb-picture").filter(clipped).map(figure),
    small: all(".sb-picture svg").filter(each => smallest(each) * scale(each) < 8).map(figure),
    outside: all(".sb-picture svg").flatMap(outside),
    first: top(inside("figure.sb-artifact, .sb-choose")),
    over: document.documentElement.scrollWidth > innerWidth,
    height: document.documentElement.scrollHeight,
    code,
  };
}"""

PHONE = {"width": 360, "height": 900}

FIGURES = "[...document.querySelectorAll('figure[id]')].map(each => each.id)"


@dataclass
class Visit:
    """What was seen of a page: requests, errors, its width on a phone, ids of charts and tables.

    ``layout`` is what `MEASURE` gives by width and theme, ``found`` what axe-core finds.
    """

    requests: list[str]
    errors: list[str]
    width: int
    figures: list[str]
    layout: dict = field(default_factory=dict)
    found: list[str] = field(default_factory=list)


def visit(page, url: str, *, measure: bool, colors: bool) -> Visit:
    """Open a page on a phone and at a desk, and look at it in all ways.

    Its layout is measured in both themes, and the colors of both are judged, where asked for.
    """
    page.requests, page.errors = [], []
    page.set_viewport_size(PHONE)
    page.goto(url)
    wide = page.evaluate("document.documentElement.scrollWidth")
    found = Visit(page.requests, page.errors, wide, page.evaluate(FIGURES))
    for width, height in SCREENS.items() if measure else ():
        page.set_viewport_size({"width": width, "height": height})
        if width == DESK or url.endswith(DRAWN_TO_FIT):
            page.goto(url)
        page.evaluate(SETTLED)
        for theme in ("light", "dark"):
            page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
            found.layout[width, theme] = page.evaluate(MEASURE)
    found.errors = [*page.errors]
    if measure or colors:
        axe.prepare(page)
        found.found = axe.without_colors(page)
    for theme in ("light", "dark") if colors else ():
        found.found += axe.of_colors(page, theme)
    return found


def watched(page):
    """Return a page that keeps what it asks for and what goes wrong."""
    page.requests, page.errors = [], []
    page.on("request", lambda request: page.requests.append(request.url))
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on(
        "response", lambda answer: answer.ok or page.errors.append(f"{answer.status} {answer.url}")
    )
    return page
