"""The font of the charts, for whoever has none of its name: only the characters they need.

The letters of a drawing are text, which a reader can select and search. matplotlib lays them out
in DejaVu Sans, which it brings along; pages, drawings saved as files and PNGs bring the same.
"""

import base64
import io
from functools import cache
from pathlib import Path

import matplotlib as mpl
from fontTools import subset

FAMILY = "DejaVu Sans"
FILES = {"normal": "DejaVuSans.ttf", "bold": "DejaVuSans-Bold.ttf"}
FILE = "letters.css"
"""In the site's static folder."""

CHARACTERS = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x100)])) + (
    "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻαβγδεθλμσφΔΣ‐‑–—‘’“”†‡•…⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉←↑→↓⇒−≈≠≤≥✓✗"
)
"""Letters, and the signs of tables; what is missing comes from the reader's system."""

LICENCE = "DejaVu Sans, a part of it; free to use, see https://dejavu-fonts.github.io/License.html"


@cache
def css() -> str:
    """Return the rules that give a page, or a drawing by itself, the font of the charts."""
    faces = [
        f'@font-face {{ font-family: "{FAMILY}"; font-weight: {weight}; '
        f"src: url(data:font/woff;base64,{_woff(name)}); }}\n"
        for weight, name in FILES.items()
    ]
    return f"/* {LICENCE} */\n{''.join(faces)}"


def standing_alone(drawing: str) -> str:
    """Return an SVG with its font, to be saved as a file.

    Examples
    --------
    >>> standing_alone('<svg width="1"><g/></svg>')[:37]
    '<svg width="1"><style>/* DejaVu Sans,'
    """
    return drawing.replace(">", f"><style>{css()}</style>", 1)


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
