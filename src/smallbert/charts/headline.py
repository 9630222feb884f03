"""What a chart finds, as its title; what it draws, below that; and, below all, its marks."""

from textwrap import fill

from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Annotation

LETTER = 0.0077
"""Inches that a letter of one point takes in the mean."""


def headline(fig: Figure, finding: str, drawn: str) -> None:
    """Write above a figure what it finds, bold, and below that what is drawn.

    Call it before labels are placed, for it takes its room from the axes. Without a finding,
    what is drawn is the title.
    """
    finding, drawn = (finding, drawn) if finding else (drawn, "")
    width = 0.96 * fig.get_figwidth() / LETTER
    title, subtitle = fill(finding, int(width / 11 / 1.08)), fill(drawn, int(width / 9))
    room = "\n" * (1 + subtitle.count("\n"))
    look = {"fontweight": "bold", "fontsize": 11, "x": 0.01, "ha": "left", "linespacing": 1.15}
    above = fig.suptitle(title + room, **look)
    place = {"xycoords": above, "va": "bottom", "annotation_clip": False}
    look = {"fontsize": 9, "linespacing": 1.15, "in_layout": False}
    fig.add_artist(Annotation(subtitle, (0, 0), **place, **look))


def explain(fig: Figure, looks: dict[str, dict], plain: dict, **place) -> None:
    """Explain marks below a figure.

    Parameters
    ----------
    fig : matplotlib.figure.Figure
    looks : dict
        From what a mark means to how it differs from a plain one, as keywords of a line.
    plain : dict
        How a plain mark looks, beside having no line.
    **place
        Of `matplotlib.figure.Figure.legend`.
    """
    plain = {"linestyle": "none"} | plain
    handles = [Line2D([], [], label=name, **(plain | look)) for name, look in looks.items()]
    fig.legend(handles=handles, loc="outside lower left", **place)
