"""What a chart finds, as its title, and what it draws, below that."""

from itertools import takewhile
from textwrap import fill, wrap

from matplotlib.figure import Figure
from matplotlib.text import Annotation

from smallbert.charts.style import LETTERS, WIDTH

LETTER = 0.0077
"""Inches that a letter of one point takes on average."""

BOLDER = (1.08, 1.16, 1.24)
"""How much wider a title's letters are: bold ones, then ones with many capitals."""

GAP = 4
"""Points below each of the two texts."""


def headline(fig: Figure, finding: str, drawn: str) -> None:
    """Write above a figure's upper edge what it finds, bold, and below that what is drawn.

    Both are outside the figure, whose height has to be its last, so that nothing in it moves;
    `headroom` says how much of the picture they need. Without a finding, the title is what is
    drawn.
    """
    finding, drawn = (finding, drawn) if finding else (drawn, "")
    subtitle = fitted(drawn, size=9)
    look = {"ha": "left", "va": "bottom", "linespacing": 1.15, "in_layout": False}
    place = {"xycoords": "figure fraction", "textcoords": "offset points", "annotation_clip": False}
    fig.add_artist(Annotation(subtitle, (0.01, 1), (0, GAP), fontsize=9, **place, **look))
    above = (2 * GAP + 9 * 1.25 * len(subtitle.splitlines())) / 72 / fig.get_figheight()
    for bolder in BOLDER:
        title = balanced(fitted(finding, size=11 * bolder))
        written = fig.suptitle(title, x=0.01, y=1 + above, fontweight="bold", fontsize=11, **look)
        if written.get_window_extent().x1 <= fig.bbox.x1:
            break


def fitted(text: str, *, size: float = LETTERS, share: float = 0.96) -> str:
    """Return a text in lines that take at most a share of a chart's width."""
    text = text.replace(" %", "\N{NO-BREAK SPACE}%")
    return fill(text, int(share * WIDTH / LETTER / size), break_on_hyphens=False)


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
    shapes = (
        wrap(whole, width, break_long_words=False, break_on_hyphens=False) for width in widths
    )
    alike = list(takewhile(lambda each: len(each) <= len(lines), shapes))
    return "\n".join(alike[-1]) if whole else text


def headroom(fig: Figure) -> float:
    """Return how far a figure's texts reach beyond its upper edge [inches]."""
    tops = [each.get_window_extent().y1 for each in (*fig.texts, *fig.artists)]
    return max(0.0, (max(tops, default=0.0) + GAP) / fig.dpi - fig.get_figheight())
