"""A drawing as an SVG that stands in a page and takes its ink, paper and font from there.

The style file gives ink, paper, edges and grid a color that nothing else has; in the SVG each
becomes a CSS variable, with the color of a white page where none is set. So one drawing serves
every theme. Its letters are text, which a reader can select and search, in the font that
matplotlib brings along.
"""

import base64
import io
import re
from functools import cache
from html import escape
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
from fontTools import subset
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox

from smallbert.charts.labels import HALO, headroom, lay_out
from smallbert.data import exhibits

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
LINK = re.compile(rf'<a xlink:href="({exhibits.LINK}[^"]*)"[^>]*>')
PLACED, DIGITS = re.compile(r' (?:d|x|y)="[^"]+"'), re.compile(r"(?<=\.\d\d)\d+")
"""Where something stands, and the digits in it that nobody sees."""

PIXELS = 1.6
"""Of a page for one point of a drawing, at most."""


def to_svg(drawing: Figure, *, name: str, alt: str) -> str:
    """Return a drawing, made in `smallbert.charts.style.context`, as text of an SVG; close it.

    The ids inside are those of no drawing of another `name`; `alt` says what is to be seen, for who
    cannot see it.
    """
    stream = io.StringIO()
    lay_out(drawing)
    width, height = drawing.get_size_inches()
    whole = Bbox.from_extents(0, 0, width, height + headroom(drawing))
    with plt.rc_context({"svg.hashsalt": name}):
        drawing.savefig(stream, format="svg", metadata={"Date": None}, bbox_inches=whole)
    plt.close(drawing)
    text = SAID_ONCE.sub(lambda found: "\n" * found[0].startswith("\n"), stream.getvalue())
    seam = f"paint-order: stroke; stroke: {PAPER}; stroke-width: {{}}px"  # below the letters
    text = WITH_HALO.sub(
        lambda found: f'<g style="{seam.format(found[1])}">', OWN_FILE.sub("", text)
    )
    text = COLOR.sub(lambda found: VARIABLES[found[0]], NAMED.sub("", text))
    text = PLACED.sub(lambda found: DIGITS.sub("", found[0]), text)
    text, linked = LINK.subn(r'<a class="sb-mark" pointer-events="all" href="\1">', text)
    role = "group" if linked else "img"  # what is in an image cannot be reached
    style = f"{LOOK}; max-width: {PIXELS * 72 * width:.0f}px"
    opens = f'<svg role="{role}" aria-label="{escape(alt)}" style="{style}" '
    return text.strip().replace("<svg ", opens, 1) + "\n"


FONTS = {"normal": "DejaVuSans.ttf", "bold": "DejaVuSans-Bold.ttf"}
FONT_FILE = "letters.css"
"""In the site's static folder."""

CHARACTERS = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x100)])) + (
    "αβγδεθλμσφΔΣ‐‑–—‘’“”†‡•…⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉←↑→↓⇒−≈≠≤≥✓✗"
)
"""Letters, and the signs of tables; what is missing comes from the reader's system."""

LICENCE = "DejaVu Sans, a part of it; free to use, see https://dejavu-fonts.github.io/License.html"


@cache
def font_css() -> str:
    """Return the rules that give a page, or a drawing by itself, the font of the charts."""
    faces = [
        f'@font-face {{ font-family: "{FAMILY}"; font-weight: {weight}; '
        f"src: url(data:font/woff;base64,{_woff(name)}); }}\n"
        for weight, name in FONTS.items()
    ]
    return f"/* {LICENCE} */\n{''.join(faces)}"


def standing_alone(drawing: str) -> str:
    """Return an SVG with its font, to be saved as a file."""
    return drawing.replace(">", f"><style>{font_css()}</style>", 1)


def _woff(name: str) -> str:
    """Return the characters of a font file of matplotlib's as WOFF, in base64."""
    how = subset.Options(
        flavor="woff",
        hinting=False,
        layout_features=["kern", "mark"],
        drop_tables=["FFTM"],
        name_IDs=[0, 1, 2, 13, 14],  # the licence asks that the font says whose it is
    )
    font = subset.load_font(Path(mpl.get_data_path()) / "fonts" / "ttf" / name, how)
    subsetter = subset.Subsetter(how)
    subsetter.populate(text=CHARACTERS)
    subsetter.subset(font)
    file = io.BytesIO()
    font.flavor = "woff"
    font.save(file)
    return base64.b64encode(file.getvalue()).decode()
