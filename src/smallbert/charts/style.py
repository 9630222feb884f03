"""The look of every chart: colors, markers and faces, axes and legends."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import matplotlib.pyplot as plt
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_hex
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from smallbert.charts.screen_layouts import WIDTH, lasting
from smallbert.errors import UserError

STYLE = Path(__file__).with_name("book.mplstyle")

TECHNIQUES = {
    "quantization": ("#0f7fc4", "s"),
    "pruning": ("#d55e00", "v"),
    "distillation": ("#009e73", "o"),
    "matrix_decomposition": ("#b565c9", "D"),
    "dynamic_inference": ("#1f9bb5", "^"),
    "parameter_sharing": ("#c08300", "P"),
    "compound": ("#d6456b", "*"),
    "architecture": ("#8a8f98", "X"),
    "none": ("#8a8f98", "h"),
}
"""A technique's color, after Okabe and Ito, deepened to show on white and on black, and its marker:
color is never the only sign. Nothing that is no technique has these."""

COLORS = {name: color for name, (color, _) in TECHNIQUES.items()}
MARKERS = {name: marker for name, (_, marker) in TECHNIQUES.items()}

ACCENT = "#625ee6"
"""What a chart points at, where that is no technique."""

GREYS = ("#62676f", "#8a8f98")
"""All else: a dark grey and a pale one."""

SERIES = (ACCENT, GREYS[0], "#8c88f0", GREYS[1])
SHAPES = ("o", "s", "^", "D", "v", "P", "X", "*")
"""Colors and markers of series that are no techniques, in the order used; both begin again."""

LOOKS = {
    "printed": {},
    "digitised": {},
    "published": {"markerfacecolor": "none", "markeredgewidth": 1.6},
    "derived": {"markerfacecolor": "none", "markeredgewidth": 1.2, "fillstyle": "none"},
    "measured": {"marker": "+", "markerfacecolor": "none", "markeredgewidth": 1.8},
}
"""How a marker shows its number's origin: filled, with error bars, ring, outline, cross."""

OUTLINED = [origin for origin, own in LOOKS.items() if "markerfacecolor" in own]
"""Origins whose markers have no face."""


def use_style() -> None:
    """Give all charts from here on the look of the book, whatever a matplotlibrc says."""
    plt.style.use(["default", STYLE])


def context() -> AbstractContextManager:
    """Return a block in which charts have the look of the book."""
    return plt.style.context(["default", STYLE])


def family(technique: str) -> str:
    """Return the one family under which a chart shows a technique; of several, compound."""
    return "compound" if "+" in technique else technique


def looks(levels: Iterable[str], of: str = "") -> tuple[dict[str, str], dict[str, str]]:
    """Return a color and a marker for each level: a technique's own, else the next free one.

    Where the levels are `of` a technique, one that is unknown has the look of none instead.
    """
    levels = list(dict.fromkeys(levels))
    others = [one for one in levels if of != "technique" and family(one) not in COLORS]
    turn = {level: at for at, level in enumerate(others)}
    own = {one: family(one) if family(one) in COLORS else "none" for one in levels}
    colors, markers = {}, {}
    for one in levels:
        at = turn.get(one)
        colors[one] = COLORS[own[one]] if at is None else SERIES[at % len(SERIES)]
        markers[one] = MARKERS[own[one]] if at is None else SHAPES[at % len(SHAPES)]
    return colors, markers


def ordered(levels: Iterable) -> dict:
    """Return a color for each of some ordered levels, such as bits or lengths: grey to accent.

    Examples
    --------
    >>> ordered([128, 512])
    {128: '#8a8f98', 512: '#625ee6'}
    """
    levels = list(dict.fromkeys(levels))
    shades = LinearSegmentedColormap.from_list(
        "ordered", [GREYS[-1], ACCENT], N=max(len(levels), 2)
    )
    return {level: to_hex(shades(at)) for at, level in enumerate(levels)}


def look(origin: str) -> dict:
    """Return how a marker shows an origin, as keywords of a line."""
    if origin not in LOOKS:
        raise UserError(f"origin {origin!r} has no look; use one of {', '.join(LOOKS)}")
    return LOOKS[origin]


def log_axis(ax: Axes, which: str, ticks: Sequence[float]) -> None:
    """Make an axis, x or y, logarithmic with exactly the ticks given, as plain numbers."""
    axis = {"x": ax.xaxis, "y": ax.yaxis}[which]
    {"x": ax.set_xscale, "y": ax.set_yscale}[which]("log")
    axis.set_major_locator(FixedLocator(list(ticks)))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))


def legend_below(
    fig: Figure, handles: Sequence[Artist], labels: Sequence[str], *, columns: int = 4, **how
) -> None:
    """Draw a legend below the axes, in as many columns as fit; the figure becomes as much higher.

    There it covers no mark. `how` is of `matplotlib.figure.Figure.legend`.
    """
    place = {"loc": "outside lower left", "alignment": "left", "columnspacing": 1.2} | how

    def make() -> tuple[Legend, float]:
        """Return the legend and how much higher it made the figure."""
        wide = fig.get_figwidth() > WIDTH
        for ncols in range(len(labels) if wide else min(columns, len(labels)), 0, -1):
            made = fig.legend(handles, labels, ncols=ncols, **place)
            box = made.get_window_extent()
            if ncols == 1 or box.width <= fig.bbox.width:
                break
            made.remove()
        fig.set_figheight(fig.get_figheight() + box.height / fig.dpi)
        return made, box.height / fig.dpi

    def undo(known: tuple[Legend, float]) -> None:
        known[0].remove()
        fig.set_figheight(fig.get_figheight() - known[1])

    lasting(fig, make, undo)


def gather_legends(fig: Figure, **how) -> None:
    """Make the legends of a figure's axes one below them; `how` is as of `legend_below`."""
    entries = {}
    for ax in fig.axes:
        if legend := ax.get_legend():
            drawn = dict(zip(*reversed(ax.get_legend_handles_labels()), strict=True))
            words = [text.get_text() for text in legend.get_texts()]
            for word, handle in zip(words, legend.legend_handles, strict=True):
                entries[word] = drawn.get(word, handle)  # the legend's own lost its error bar
            how = {"title": legend.get_title().get_text() or None} | how
            legend.remove()
    if entries:
        legend_below(fig, [*entries.values()], [*entries], **how)


def explain_marks(
    fig: Figure, marks: Mapping[str, dict], plain: Mapping | None = None, **how
) -> None:
    """Explain marks below a figure: by their meaning, how they differ from a `plain` one.

    An ``origin`` stands for its look; `how` is as of `legend_below`.
    """
    usual = {"linestyle": "none", "marker": "o", "markersize": 7, "markeredgewidth": 0.6}
    usual |= {"color": plt.rcParams["axes.edgecolor"], **(plain or {})}
    handles = []
    for own in marks.values():
        style = usual | {name: value for name, value in own.items() if name != "origin"}
        style |= look(own.get("origin", "printed"))
        hollow = style.get("markerfacecolor") == "none"
        if style["marker"] in Line2D.filled_markers and not hollow:
            style.setdefault("markeredgecolor", plt.rcParams["text.color"])
        handles.append(Line2D([], [], **style))
    legend_below(fig, handles, [*marks], **how)
