"""A drawing as an SVG that stands in a page and takes its ink, paper and font from there.

The style file gives ink, paper, edges and grid a color that nothing else has; in the SVG each
becomes a CSS variable, with the color of a white page where none is set. So one drawing serves
every theme. Its letters are text, which a reader can select and search, in the font that
matplotlib brings along.
"""

import io
import re
from html import escape
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axis import Axis
from matplotlib.category import StrCategoryFormatter
from matplotlib.figure import Figure
from matplotlib.ticker import FixedFormatter
from matplotlib.transforms import Bbox

from smallbert.charts.labels import HALO, headroom, lay_out
from smallbert.data import anchors

PAPER = "#fffffe"
VARIABLES = {
    "#1a1a1b": "var(--sb-ink, #1a1a1a)",
    "#4d4d4e": "var(--sb-edge, #4d4d4d)",
    PAPER: "var(--sb-paper, #ffffff)",
    "#e3e3e4": "var(--sb-grid, #e3e3e3)",
}
"""From the colors of the style file to what the SVG says instead."""

OWN_FILE = re.compile(
    r"<\?xml.*?\?>|<!DOCTYPE.*?>|<!--.*?-->|<metadata>.*?</metadata>|<defs>\s*<style.*?</defs>",
    re.DOTALL,
)
"""What an SVG inside a page must not have: its style would be the whole page's."""

LETTERS = Path(__file__).with_name("letters.css")
"""The font, which a page and a drawing by itself have; the file says how it was made."""

FAMILY = "DejaVu Sans"
LOOK = (
    "stroke-linejoin: round; stroke-linecap: butt; "
    f"font-family: '{FAMILY}', Verdana, sans-serif"  # the second is as wide
)
"""Of all that a drawing holds."""

SAID_ONCE = re.compile(rf"font-family: '{FAMILY}'; | transform=\"rotate\(-?0 [^)]*\)\"|\n +")
"""What the whole drawing says for each of its texts, what turns none, and indents."""

WITH_HALO = re.compile(rf'<g id="{HALO}([\d.]+)">')
NAMED = re.compile(r'(?<=<g) id="[^"]*"')
"""A name that matplotlib gives to a part, alike in all drawings; no link leads there."""

COLOR = re.compile("|".join(VARIABLES))
AT = "\N{SYMBOL FOR UNIT SEPARATOR}"
"""Parts the address of a mark from what its axes say of it."""

LINK = re.compile(rf'<a xlink:href="({anchors.NUMBER_LINK}[^"{AT}]*)(?:{AT}([^"]*))?"[^>]*>')
TITLE = re.compile(r"(?P<name>.+?)(?: \[(?P<unit>[^\]]*)\].*| \((?P<same>\w+)\).*|, log scale|)")
"""Title of an axis: what it measures, and its unit, behind which it only explains."""

PLACED, DIGITS = re.compile(r' (?:d|x|y)="[^"]+"'), re.compile(r"(?<=\.\d\d)\d+")
"""Where something stands, and the digits in it that nobody sees."""

STYLED = re.compile(r'<path id="([^"]+)"[^>]* style="([^"]+)"')
USED = re.compile(r'(<use xlink:href="#([^"]+)"[^>]*?)(?: style="([^"]*)")?/>')
"""A shape with a style of its own, and where it is used; there the style says it again."""

PIXELS = 1.6
"""Of a page for one point of a drawing, at most."""


def to_svg(drawing: Figure, *, name: str, alt: str, screen: str = "") -> str:
    """Return a drawing, made in `smallbert.charts.style.context`, as text of an SVG.

    The ids inside are those of no drawing of another `name`; `alt` says what is to be seen, for who
    cannot see it. A page shows it on one `screen` alone, "desk" or "phone".
    """
    stream = io.StringIO()
    lay_out(drawing)
    _say_places(drawing)
    width, height = drawing.get_size_inches()
    whole = Bbox.from_extents(0, 0, width, height + headroom(drawing))
    with plt.rc_context({"svg.hashsalt": name}):
        drawing.savefig(stream, format="svg", metadata={"Date": None}, bbox_inches=whole)
    text = SAID_ONCE.sub(lambda found: "\n" * found[0].startswith("\n"), stream.getvalue())
    seam = f"paint-order: stroke; stroke: {PAPER}; stroke-width: {{}}px"  # below the letters
    text = WITH_HALO.sub(
        lambda found: f'<g style="{seam.format(found[1])}">', OWN_FILE.sub("", text)
    )
    text = COLOR.sub(lambda found: VARIABLES[found[0]], NAMED.sub("", text))
    text = PLACED.sub(lambda found: DIGITS.sub("", found[0]), text)
    own = dict(STYLED.findall(text))
    text = USED.sub(lambda found: _used(*found.groups(), own.get(found[2], "")), text)
    text, linked = LINK.subn(
        lambda found: (
            f'<a class="sb-mark" pointer-events="all"{_said(found[2])} href="{found[1]}">'
        ),
        text,
    )
    role = "group" if linked else "img"  # what is in an image cannot be reached
    style = f"{LOOK}; max-width: {PIXELS * 72 * width:.0f}px"
    only = f'class="sb-{screen}" ' if screen else ""
    opens = f'<svg {only}role="{role}" aria-label="{escape(alt)}" style="{style}" '
    return text.strip().replace("<svg ", opens, 1) + "\n"


def _said(places: str | None) -> str:
    """Return the attribute of a mark that says its places."""
    return f' data-at="{places}"' if places else ""


def _say_places(drawing: Figure) -> None:
    """Let each mark that leads to a number say where it is on the axes that have numbers."""
    for ax in drawing.axes:
        for marks in ax.collections:
            if not any(urls := marks.get_urls()):
                continue
            told = [
                "; ".join(filter(None, map(_place, (ax.xaxis, ax.yaxis), point)))
                for point in np.ma.filled(marks.get_offsets(), np.nan)
            ]
            marks.set_urls(
                [
                    url and f"{url.partition(AT)[0]}{AT}{words}"  # it may have been drawn before
                    for url, words in zip(urls, told, strict=True)
                ]
            )


def _place(axis: Axis, value: float) -> str:
    r"""Return what an axis says of a place; nothing where it has names, or no title.

    Examples
    --------
    >>> ax = Figure().subplots()
    >>> _ = ax.set(xlabel="Size [MB], log scale", ylabel="Times\nas fast")
    >>> _place(ax.xaxis, 257.123), _place(ax.yaxis, 2.0)
    ('Size: 257 MB', 'Times as fast: 2')
    """
    shared = getattr(axis.axes, f"get_shared_{axis.axis_name}_axes")().get_siblings(axis.axes)
    titles = [getattr(each, f"{axis.axis_name}axis").get_label_text() for each in shared]
    title = " ".join(next(filter(None, [axis.get_label_text(), *titles]), "").split())
    named = isinstance(axis.get_major_formatter(), FixedFormatter | StrCategoryFormatter)
    if named or not title or title.startswith("["):
        return ""
    known = TITLE.fullmatch(title)
    number = f"{value:.3g}" if abs(value) < 999.5 else f"{value:.0f}"
    number = number.replace("-", "−")
    return f"{known['name']}: {number} {known['unit'] or known['same'] or ''}".strip()


def _used(begins: str, _: str, style: str | None, own: str) -> str:
    """Return a use of a shape with the style that is not the shape's own."""
    said = own.split("; ")
    rest = "; ".join(each for each in (style or "").split("; ") if each and each not in said)
    return f'{begins} style="{rest}"/>' if rest else f"{begins}/>"


def standing_alone(drawing: str) -> str:
    """Return an SVG with its font, to be saved as a file."""
    return drawing.replace(">", f"><style>{LETTERS.read_text('utf-8')}</style>", 1)
