"""A drawing as an SVG that stands in a page and takes its ink and paper from there.

The style file gives ink, paper, edges and grid a colour that nothing else has; in the SVG each
becomes a CSS variable, with the colour of a white page where none is set. So one drawing serves
every theme.
"""

import io
import re
from collections.abc import Iterable
from html import escape
from itertools import count

import matplotlib.pyplot as plt
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from smallbert.charts.headline import headroom
from smallbert.data import addresses

PAPER = "#fffffe"
VARIABLES = {
    "#1a1a1b": "var(--sb-ink, #1a1a1a)",
    "#4d4d4e": "var(--sb-edge, #4d4d4d)",
    PAPER: "var(--sb-paper, #ffffff)",
    "#e3e3e4": "var(--sb-grid, #e3e3e3)",
}
"""From the colours of the style file to what the SVG says instead."""

OWN_FILE = re.compile(
    r"<\?xml.*?\?>|<!DOCTYPE.*?>|<!--.*?-->|<metadata>.*?</metadata>|<defs>\s*<style.*?</defs>",
    re.DOTALL,
)
"""What an SVG inside a page must not have: its style would be the whole page's."""

STROKES = "stroke-linejoin: round; stroke-linecap: butt"
PIXELS = 1.4
"""Of a page for one point of a drawing, at most: letters have one size in all charts."""

HALO = "halo"
WITH_HALO = re.compile(rf'<g id="{HALO}([\d.]+)">(?=\s*<g[^>]* scale\(([\d.]+))')
"""A text with a halo: its width and the size of the text, both in points, the latter times 0.01."""

OUTLINE = 0.015625
"""To which an outline of a letter is scaled where it is drawn."""

ID = r'(?:(?<= id=")|(?<=href="#)|(?<=url\(#))'
NAMED, HASHED = re.compile(ID), re.compile(ID + r'(\w+?)[0-9a-f]{10}(?=["\)])')
"""Where an id begins, and one that ends with a hash: of numbers with digits that nobody sees."""

COLOUR = re.compile("|".join(VARIABLES))
LINK = re.compile(rf'<a xlink:href="({addresses.LINK}[^"]*)"[^>]*>')
PATH, DIGITS = re.compile(r'(?<= d=")[^"]+'), re.compile(r"(?<=\.\d\d)\d+")
"""A path, and the digits in it that nobody sees."""


def with_halo(texts: Iterable[Text], width: float = 2) -> None:
    """Let texts that may cross a line have a seam of paper, `width` points to both sides together.

    It is `to_svg` that draws it, below the same letters: effects of matplotlib would write each
    letter's outline out, twice.
    """
    for text in texts:
        text.set_gid(f"{HALO}{width:g}")


def to_svg(drawing: Figure, *, name: str, alt: str) -> str:
    """Return a drawing as the text of an SVG, and close it.

    Parameters
    ----------
    drawing : matplotlib.figure.Figure
        Drawn in the context `smallbert.charts.style.context`.
    name : str
        Unique in a page; the ids inside the SVG begin with it.
    alt : str
        What is to be seen, for who cannot see it.
    """
    stream = io.StringIO()
    if engine := drawing.get_layout_engine():  # else all is drawn twice, once for the layout
        engine.execute(drawing)
        drawing.set_layout_engine("none")
    width, height = drawing.get_size_inches()
    whole = Bbox.from_extents(0, 0, width, height + headroom(drawing))
    drawing.savefig(stream, format="svg", metadata={"Date": None}, bbox_inches=whole)
    plt.close(drawing)
    text = _seamed(_numbered(OWN_FILE.sub("", stream.getvalue())))
    text = NAMED.sub(f"{name}-", text)
    text = COLOUR.sub(lambda found: VARIABLES[found[0]], text)
    text = PATH.sub(lambda found: DIGITS.sub("", found[0]), text)
    text, linked = LINK.subn(r'<a class="sb-mark" pointer-events="all" href="\1">', text)
    role = "group" if linked else "img"  # what is in an image cannot be reached
    widest = f"max-width: {PIXELS * 72 * drawing.get_figwidth():.0f}px"
    told = f'<svg role="{role}" aria-label="{escape(alt)}" style="{STROKES}; {widest}" '
    return text.strip().replace("<svg ", told, 1) + "\n"


def _seamed(text: str) -> str:
    """Draw each text with a halo twice: first, below, with the paper's colour around it."""
    number = count()

    def seam(found: re.Match) -> str:
        own, width = f"{HALO}_{next(number)}", float(found[1]) / (float(found[2]) * OUTLINE)
        look = f"stroke: {PAPER}; stroke-width: {width:.0f}"
        return f'<use xlink:href="#{own}" style="{look}"/><g id="{own}">'

    return WITH_HALO.sub(seam, text)


def _numbered(text: str) -> str:
    """Give ids that end with a hash a number instead, in the order in which they appear."""
    known = {}
    return HASHED.sub(lambda found: known.setdefault(found[0], f"{found[1]}{len(known)}"), text)
