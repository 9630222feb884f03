"""A drawing as an SVG that stands in a page and takes its ink and paper from there.

The style file gives ink, paper, edges and grid a colour that nothing else has; in the SVG each
becomes a CSS variable, with the colour of a white page where none is set. So one drawing serves
every theme.
"""

import io
import re
from collections.abc import Iterable
from html import escape

import matplotlib.pyplot as plt
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from smallbert.charts import lettering
from smallbert.charts.headline import headroom
from smallbert.charts.layout import lay_out
from smallbert.data import exhibits

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

LOOK = (
    "stroke-linejoin: round; stroke-linecap: butt; "
    f"font-family: '{lettering.FAMILY}', Verdana, sans-serif"  # the second is as wide
)
"""Of all that a drawing holds."""

PIXELS = 1.4
"""Of a page for one point of a drawing, at most."""

HALO = "halo"
WITH_HALO = re.compile(rf'<g id="{HALO}([\d.]+)">')
"""A text with a halo, and its width in points."""

NEEDLESS = re.compile(
    rf"font-family: '{lettering.FAMILY}'; | transform=\"rotate\(-?0 [^)]*\)\"|\n +"
)
"""What the whole drawing says for each of its texts, what turns none, and indents."""

ID, MEANT = re.compile(r' id="([^"]*)"'), re.compile(r'(?:(?<=href="#)|(?<=url\(#))[^")]*')
"""An id, and where one is meant."""

COLOUR = re.compile("|".join(VARIABLES))
LINK = re.compile(rf'<a xlink:href="({exhibits.LINK}[^"]*)"[^>]*>')
PLACED, DIGITS = re.compile(r' (?:d|x|y)="[^"]+"'), re.compile(r"(?<=\.\d\d)\d+")
"""Where something stands, and the digits in it that nobody sees."""


def with_halo(texts: Iterable[Text], width: float = 2) -> None:
    """Let texts that may cross a line have a seam of paper, `width` points for both sides."""
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
    lay_out(drawing)
    width, height = drawing.get_size_inches()
    whole = Bbox.from_extents(0, 0, width, height + headroom(drawing))
    drawing.savefig(stream, format="svg", metadata={"Date": None}, bbox_inches=whole)
    plt.close(drawing)
    text = NEEDLESS.sub(lambda found: "\n" * found[0].startswith("\n"), stream.getvalue())
    text = _named(_seamed(OWN_FILE.sub("", text)), name)
    text = COLOUR.sub(lambda found: VARIABLES[found[0]], text)
    text = PLACED.sub(lambda found: DIGITS.sub("", found[0]), text)
    text, linked = LINK.subn(r'<a class="sb-mark" pointer-events="all" href="\1">', text)
    role = "group" if linked else "img"  # what is in an image cannot be reached
    widest = f"max-width: {PIXELS * 72 * width:.0f}px"
    told = f'<svg role="{role}" aria-label="{escape(alt)}" style="{LOOK}; {widest}" '
    return text.strip().replace("<svg ", told, 1) + "\n"


def _seamed(text: str) -> str:
    """Give each text that is to have a halo a stroke of the paper's colour, below its letters."""
    look = f"paint-order: stroke; stroke: {PAPER}; stroke-width: {{}}px"
    return WITH_HALO.sub(lambda found: f'<g style="{look.format(found[1])}">', text)


def _named(text: str, name: str) -> str:
    """Return a drawing whose ids are numbered after `name`, without those that nothing means.

    matplotlib's own are hashes of numbers with digits that nobody sees.
    """
    numbers = {id: f"{name}-{at}" for at, id in enumerate(dict.fromkeys(MEANT.findall(text)))}

    def own(match: re.Match) -> str:
        return f' id="{numbers[match[1]]}"' if match[1] in numbers else ""

    return MEANT.sub(lambda found: numbers[found[0]], ID.sub(own, text))
