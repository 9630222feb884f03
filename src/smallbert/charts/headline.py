"""What a chart finds, as its title; what it draws, below that; and, below all, its marks."""

from itertools import takewhile
from textwrap import fill, wrap

from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Annotation

LETTER = 0.0077
"""Inches that a letter of one point takes on average."""

BOLDER = (1.08, 1.16, 1.24)
"""How much wider a title's letters are: bold ones, then ones with many capitals."""

GAP = 4
"""Points below each of the two texts."""


def headline(fig: Figure, finding: str, drawn: str) -> None:
    """Write above a figure's upper edge what it finds, bold, and below that what is drawn.

    Both are outside the figure, so that nothing in it moves; `headroom` says how much of the
    picture they need. Without a finding, what is drawn is the title.
    """
    finding, drawn = (finding, drawn) if finding else (drawn, "")
    finding, drawn = (each.replace(" %", "\N{NO-BREAK SPACE}%") for each in (finding, drawn))
    subtitle = fitted(fig, drawn, size=9)
    look = {"ha": "left", "va": "bottom", "linespacing": 1.15, "in_layout": False}
    place = {"xycoords": "figure fraction", "textcoords": "offset points", "annotation_clip": False}
    fig.add_artist(Annotation(subtitle, (0.01, 1), (0, GAP), fontsize=9, **place, **look))
    above = (2 * GAP + 9 * 1.25 * len(subtitle.splitlines())) / 72 / fig.get_figheight()
    for bolder in BOLDER:
        title = balanced(fitted(fig, finding, size=11 * bolder))
        written = fig.suptitle(title, x=0.01, y=1 + above, fontweight="bold", fontsize=11, **look)
        if written.get_window_extent().x1 <= fig.bbox.x1:
            break


def fitted(fig: Figure, text: str, *, size: float, share: float = 0.96) -> str:
    """Return a text in lines that take at most a share of the figure's width."""
    return fill(text, int(share * fig.get_figwidth() / LETTER / size))


def balanced(text: str) -> str:
    r"""Return a text in as many lines, of lengths as alike as they can be.

    Examples
    --------
    >>> print(balanced("With 9 layers the operations fall 3.4 times; speedups reach\n3.5"))
    With 9 layers the operations fall
    3.4 times; speedups reach 3.5
    """
    lines = text.splitlines()
    widths = range(max(map(len, lines), default=1), 0, -1)
    whole = " ".join(lines)
    shapes = (wrap(whole, width, break_long_words=False) for width in widths)
    alike = list(takewhile(lambda each: len(each) <= len(lines), shapes))
    return "\n".join(alike[-1]) if whole else text


def headroom(fig: Figure) -> float:
    """Return how far a figure's texts reach beyond its upper edge [inches]."""
    tops = [each.get_window_extent().y1 for each in (*fig.texts, *fig.artists)]
    return max(0.0, (max(tops, default=0.0) + GAP) / fig.dpi - fig.get_figheight())


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
