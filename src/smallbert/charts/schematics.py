"""What each technique does to BERT-base, drawn to scale.

The survey behind these pages has headings without figures, so the drawings are this book's.
Weights that a drawing shows are made up; shapes, counts and sizes come from the caller. Axes begin
in the lower left corner; across they count sevenths of a chart's width, upward inches.
"""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from smallbert.charts.labels import fitted
from smallbert.charts.screen_layouts import WIDTH
from smallbert.charts.style import COLORS
from smallbert.cost import MIB, Architecture

LEFT, LONG = 0.35, 6.3
"""Where bars begin, and the longest one's length."""


def weights_in_words(parameters: float, size: float | None = None) -> str:
    """Return a number of parameters, and their bytes if given, in words.

    Examples
    --------
    >>> weights_in_words(85_054_464, 4 * 85_054_464)
    '85.1 M parameters, 324 MiB'
    >>> weights_in_words(768 * 768)
    '590 k parameters'
    """
    scales = ((1e9, " G"), (1e6, " M"), (1e3, " k"), (1, ""))
    unit, letter = next((each for each in scales if parameters >= each[0]), scales[-1])
    text = f"{_short(parameters / unit)}{letter} parameters"
    return text if size is None else f"{text}, {_short(size / MIB)} MiB"


def _short(number: float) -> str:
    """Return three digits, or all before the point where these are more."""
    return f"{number:.0f}" if abs(number) >= 100 else f"{number:.3g}"


def _canvas(height: float) -> tuple[Figure, Axes]:
    """Return a figure and empty axes, 7 wide and as high as the drawing in inches."""
    fig = plt.figure(figsize=(WIDTH, height), layout="none")
    ax = fig.add_axes((0, 0, 1, 1))
    ax.set(xlim=(0, 7), ylim=(0, height))
    ax.set_axis_off()
    return fig, ax


def _block(ax, x, y, wide, high, text="", *, color, dashed=False) -> None:
    """Draw a rectangle from its lower left corner; dashed is what is removed or not stored."""
    face = "none" if dashed else to_rgba(color, 0.25)
    look = {"facecolor": face, "edgecolor": color, "linewidth": 1.1}
    ax.add_patch(Rectangle((x, y), wide, high, linestyle="--" if dashed else "-", **look))
    ax.text(x + wide / 2, y + high / 2, text, ha="center", va="center")


def _bar(ax, y, parts: Sequence[tuple[float, str]], words: str) -> None:
    """Draw a bar of parts, each with its length and color, below its words."""
    _caption(ax, LEFT, y + 0.42, words, ha="left")
    left = LEFT
    for wide, color in parts:
        _block(ax, left, y, wide, 0.2, color=color)
        left += wide


def _matrix(ax, values, place, *, color, texts=False) -> None:
    """Draw weights as cells in a place (x, y, width, height), shaded by size; NaN is gone."""
    import seaborn  # half a second and scipy.stats, which whoever checks a work does without

    tints = LinearSegmentedColormap.from_list("", [to_rgba(color, a) for a in (0.08, 0.85)])
    look = {"linewidths": 0.5, "linecolor": plt.rcParams["axes.edgecolor"]}
    look["annot_kws"] = {"color": plt.rcParams["text.color"], "fontsize": 8.5}
    inset = ax.inset_axes(place, transform=ax.transData, xticks=[], yticks=[])
    look |= {"xticklabels": False, "yticklabels": False, "cbar": False, "fmt": ""}
    seaborn.heatmap(np.abs(values), ax=inset, cmap=tints, annot=texts, **look)


def _arrow(ax, start, end, *, color="", dashed=False) -> None:
    look = {"color": color or plt.rcParams["text.color"], "linewidth": 1.2, "mutation_scale": 11}
    look |= {"linestyle": "--" if dashed else "-", "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", end, start, arrowprops={"arrowstyle": "-|>", **look})


def _caption(ax, x, y, text, *, bold=False, **look) -> None:
    """Write a text below a place, centered unless told; a long line becomes two."""
    style = {"ha": "center", "va": "top", "fontweight": "bold" if bold else "normal"} | look
    room = {"left": 7 - x, "right": x, "center": 2 * min(x, 7 - x)}[style["ha"]]
    share = room / 7 / (1.08 if bold else 1)
    ax.text(x, y, "\n".join(fitted(line, share=share) for line in text.split("\n")), **style)


def quantization(parts: pd.DataFrame, *, weights: str, bits: int, matrix_mib: float) -> Figure:
    """Draw a corner of a weight matrix as floats and as codes, and the model's bytes in both.

    `parts` has the MiB of layers, word vectors and rest, columns before and after; `weights` says
    how many there are, and `matrix_mib` what a whole matrix takes at 32 bits.
    """
    totals = parts.sum()
    floats = np.random.default_rng(3).normal(scale=0.04, size=(6, 6))
    codes, step = _quantized(floats, bits)
    printed = np.vectorize(lambda weight: f"{weight:.2f}".replace("0.", "."))(floats)
    short = np.vectorize(lambda code: f"{int(code)}" if bits <= 12 else "…")(codes)
    tints = COLORS["quantization"], COLORS["parameter_sharing"], COLORS["none"]

    fig, ax = _canvas(5.0)
    for x, values, texts, name, width in (
        (0.35, floats, printed, "floats", 32),
        (4.35, codes, printed if bits == 32 else short, "codes", bits),
    ):
        _matrix(ax, values, (x, 2.5, 2.28, 2.04), color=tints[0], texts=texts)
        _caption(ax, x + 1.14, 4.85, f"6 × 6 of 768 × 768 {name}", bold=True)
        _caption(ax, x + 1.14, 2.4, f"the whole matrix: {matrix_mib * width / 32:.3g} MiB")
    _arrow(ax, (2.85, 3.5), (4.15, 3.5))
    _caption(ax, 3.5, 3.75, f"32 → {bits} bit{'s' if bits > 1 else ''}")
    _caption(ax, 3.5, 3.42, f"one step is {step:.2g}" if bits < 32 else "no change")
    for y, (name, total) in zip((1.35, 0.65), totals.items(), strict=True):
        bar = [*zip(parts[name] * LONG / totals["before"], tints, strict=True)]
        _bar(ax, y, bar, f"{name}: {weights}, {total:.1f} MiB")
    sizes = [
        f"{part} {old:.0f} → {new:.0f}"
        for part, old, new in parts[["before", "after"]].itertuples()
    ]
    _caption(ax, LEFT, 0.5, f"bars to scale, in MiB: {', '.join(sizes)}", ha="left")
    return fig


def _quantized(weights: np.ndarray, bits: int) -> tuple[np.ndarray, float]:
    """Return symmetric codes of the weights and the step between two of them."""
    if bits == 1:  # the signs are left
        return np.sign(weights), float(np.abs(weights).mean())
    step = np.abs(weights).max() / (2 ** (bits - 1) - 1)
    return np.round(weights / step), float(step)


def pruning(
    bars: pd.DataFrame,
    *,
    words: str,
    work: str,
    ratio: float,
    structured: bool,
    matrices: tuple[str, str],
) -> Figure:
    """Draw part of a matrix before and after, and the files as bars.

    `bars` has MiB and weights (in words) of each bar, ``before`` first; `words` and `work` say what
    is pruned and the operations before and after. `ratio` [%] of the weights goes: whole columns,
    if `structured`, or single weights. `matrices` is said below.
    """
    color, top = COLORS["pruning"], 0.73 + 0.62 * len(bars)
    weights = np.random.default_rng(5).normal(scale=0.04, size=(8, 12))
    left = _pruned(weights, ratio, structured)
    fig, ax = _canvas(top + 2.35)
    for x, name, values, text in zip(
        (0.35, 3.95), ("before", "after"), (weights, left), matrices, strict=True
    ):
        _matrix(ax, values, (x, top + 0.35, 2.7, 1.6), color=color)
        _caption(ax, x + 1.35, top + 2.2, name, bold=True)
        _caption(ax, x + 1.35, top + 0.27, text)
    _arrow(ax, (3.17, top + 1.15), (3.82, top + 1.15))
    for number, (name, mib, many) in enumerate(bars[["MiB", "weights"]].itertuples()):
        bar = [(LONG * mib / bars["MiB"].max(), color)]
        _bar(ax, top - 0.57 - 0.62 * number, bar, f"{name}: {many}, {mib:.1f} MiB")
    _caption(ax, LEFT, 0.5, f"{words}; bars to scale", ha="left")
    _caption(ax, LEFT, 0.32, f"operations for 128 tokens: {work} G", ha="left")
    return fig


def _pruned(weights: np.ndarray, ratio: float, structured: bool) -> np.ndarray:
    """Return the weights with a share [%] of the smallest, or of the weakest columns, as NaN."""
    left = weights.copy()
    if structured:  # at least one column stays
        columns = weights.shape[1]
        order = np.argsort(np.linalg.norm(weights, axis=0))
        left[:, order[: min(columns - 1, round(columns * ratio / 100))]] = np.nan
    else:
        order = np.argsort(np.abs(weights), axis=None)
        left.flat[order[: round(weights.size * ratio / 100)]] = np.nan
    return left


def distillation(
    sizes: pd.DataFrame, *, teacher: tuple[int, int], student: tuple[int, int]
) -> Figure:
    """Draw teacher and student with what is matched, and both to scale as bars.

    `sizes` has rows teacher and student, columns parameters, in the layers, G operations; `teacher`
    and `student` are layers and width.
    """
    color, grey, inch = COLORS["distillation"], COLORS["none"], 2.2 / teacher[1]

    def middle(layer: int) -> float:
        return 2.3 + 0.2 * layer

    fig, ax = _canvas(5.5)
    for x, name, (layers, width) in ((1.55, "teacher", teacher), (5.3, "student", student)):
        wide = width * inch
        _block(ax, x - wide / 2, 1.95, wide, 0.2, "embeddings" * (wide > 0.7), color=grey)
        for layer in range(layers):
            _block(ax, x - wide / 2, middle(layer) - 0.08, wide, 0.16, color=color)
        _caption(ax, x, 5.42, f"{name}: {layers} × {width}", bold=True)
        _arrow(ax, (x, middle(layers - 1) + 0.12), (x, 5.0))
    for number in range(1, student[0] + 1):
        above = middle(round(number * teacher[0] / student[0]) - 1)
        there = (5.25 - student[1] * inch / 2, middle(number - 1))
        _arrow(ax, (2.7, above), there, color=color, dashed=True)
    _arrow(ax, (1.7, 5.04), (5.15, 5.04), color=color, dashed=True)
    _caption(ax, 3.42, 4.98, "output")
    _caption(ax, 3.42, 2.13, "hidden states\nor attention")
    unit = LONG / sizes.loc["teacher", "parameters"]
    for y, (name, whole, inside, work) in zip((1.2, 0.55), sizes.itertuples(), strict=True):
        bar = [(unit * (whole - inside), grey), (unit * inside, color)]
        _bar(ax, y, bar, f"{name}: {weights_in_words(whole, 4 * whole)}, {work:.1f} G operations")
    text = "bars to scale; gray: embeddings; operations for 128 tokens, two for a multiply-add"
    _caption(ax, LEFT, 0.4, text, ha="left")
    return fig


def matrix_decomposition(
    products: pd.DataFrame,
    *,
    rank: int,
    whole: float,
    left: float,
    split: str,
    apart: int,
) -> Figure:
    """Draw the matrices of a layer and their factors, and attention split in two below.

    `products` has rows attention and feed-forward and columns m, n, and the weights of a matrix
    ``full`` and ``factored`` at `rank`; the model has `whole` weights and, factored, `left`.
    `split` reads two texts apart in its lowest `apart` layers.
    """
    color, inch = COLORS["matrix_decomposition"], 2.2 / products["n"].max()
    sizes = {
        "before": weights_in_words(whole, 4 * whole),
        "after": weights_in_words(left, 4 * left),
    }

    fig, ax = _canvas(5.7)
    for x, (name, size) in zip((LEFT, 3.5), sizes.items(), strict=True):
        _caption(ax, x + 1.2, 5.62, name, bold=True)
        _caption(ax, x, 3.22, f"whole model:\n{size}", ha="left", bold=True)
    for y, name in ((5.3, "feed-forward"), (4.25, "attention")):
        m, n, full, factored = products.loc[name, ["m", "n", "full", "factored"]].astype(int)
        wide, high, thin = n * inch, m * inch, rank * inch
        low, middle = y - high, y - high / 2
        _block(ax, LEFT, low, wide, high, f"{m}\n× {n}", color=color)
        _caption(ax, LEFT, low - 0.06, f"{name}: {weights_in_words(full)}", ha="left")
        _arrow(ax, (2.75, middle), (3.3, middle))
        _block(ax, 3.5, low, thin, high, color=color)
        ax.text(3.5 + thin + 0.12, middle, "×", ha="center", va="center")
        _block(ax, 3.5 + thin + 0.24, y - thin, wide, thin, color=color)
        text = f"{m} × {rank} and {rank} × {n}:\n{weights_in_words(factored)}"
        _caption(ax, 3.5, low - 0.06, text, ha="left")
    ax.axhline(2.85, 0.04, 0.96, color=plt.rcParams["axes.edgecolor"], lw=0.6)
    _caption(ax, LEFT, 2.72, f"{split}: attention split, weights whole", ha="left")
    for x, lower in ((LEFT, 0), (3.5, apart)):
        for layer in range(12):
            y, first = 0.62 + 0.13 * layer, 2.2 if layer >= lower else 0.6
            _block(ax, x, y, first, 0.11, color=color)
            if layer < lower:
                _block(ax, x + 0.7, y, 1.5, 0.11, color=color, dashed=True)
        _caption(ax, x + 0.3, 0.58, "question")
        _caption(ax, x + 1.45, 0.58, "passage")
        _caption(ax, x, 0.3, f"whole model:\n{sizes['before']}", ha="left", bold=True)
    _arrow(ax, (2.75, 1.4), (3.3, 1.4))
    _caption(ax, 5.85, 2.15, f"{12 - apart} layers together", ha="left")
    _caption(ax, 5.85, 1.32, f"{apart} layers apart,\npassage cached", ha="left")
    return fig


def dynamic_inference(
    layers: pd.DataFrame, *, tokens: int, operations: Sequence[float], weights: str
) -> Figure:
    """Draw the encoder before, leaving early and dropping word vectors.

    `layers`, a row each from the first up, has ``share_of_inputs_exits``, the share of the inputs
    that pass it, and ``word_vectors``, how many it reads; `operations` are of the three drawings.
    """
    work = [f"{total / 1e9:.3g} G" for total in operations]
    shares = {
        "before": layers["word_vectors"] * 0 + 1.0,
        "leaving early": layers["share_of_inputs_exits"],
        "dropping vectors": layers["word_vectors"] / tokens,
    }

    fig, ax = _canvas(4.6)
    look = {"color": COLORS["dynamic_inference"]}
    for x, (name, used), total in zip((0.2, 2.45, 4.85), shares.items(), work, strict=True):
        _caption(ax, x + 0.875, 4.5, name, bold=True)
        _caption(ax, x + 0.875, 0.85, f"{tokens} word vectors")
        _caption(ax, x + 0.875, 0.58, f"{total} operations", bold=True)
        _caption(ax, x + 0.875, 0.33, weights.replace(", ", ",\n"))
        for layer, share in enumerate(used):
            y, wide = 0.95 + 0.25 * layer, 1.75 * share
            if share > 0:
                _block(ax, x, y, wide, 0.2, **look)
            if share < 0.999:
                _block(ax, x + wide, y, 1.75 - wide, 0.2, dashed=True, **look)
    for layer, vectors in enumerate(layers["word_vectors"]):
        middle = 1.05 + 0.25 * layer
        _arrow(ax, (4.2, middle), (4.42, middle))
        _caption(ax, 6.95, middle, str(vectors), va="center", ha="right")
    _caption(ax, 4.25, 1.08 + 0.25 * len(layers), "exits")
    _caption(ax, 6.95, 1.08 + 0.25 * len(layers), "left", ha="right")
    return fig


def parameter_sharing(
    stored: pd.DataFrame,
    *,
    operations: dict[str, float],
    shape: Architecture,
    width: int,
    sets: list[int],
) -> Figure:
    """Draw the layers and the word vectors before and after sharing.

    `stored` has the weights by component, columns before and after, as `operations` have them;
    `shape` is that before, and after it word vectors are `width` wide and each layer from the first
    up uses one of the `sets`; one that uses the set of the layer below it is dashed.
    """
    color, vocabulary, hidden = COLORS["parameter_sharing"], shape.vocabulary, shape.hidden
    size = {name: weights_in_words(total, 4 * total) for name, total in stored.sum().items()}
    work = {name: f"{total / 1e9:.4g} G" for name, total in operations.items()}
    table = stored.loc[["word embeddings", "embedding projection"], "after"].sum()
    widened = f",\nmatrix {width} × {hidden}" if width != hidden else ""
    words = {
        "before": f"word vectors {vocabulary} × {hidden}:\n{weights_in_words(vocabulary * hidden)}",
        "after": f"word vectors {vocabulary} × {width}{widened}:\n{weights_in_words(table)}",
    }

    fig, ax = _canvas(5.2)
    sides = (1.6, "before", list(range(len(sets))), hidden), (5.2, "after", sets, width)
    for x, name, used, wide in sides:
        _caption(ax, x, 5.1, name, bold=True)
        _caption(ax, x, 0.62, size[name], bold=True)
        _caption(ax, x, 0.36, f"{work[name]} operations", bold=True)
        for layer, own in enumerate(used):
            again = layer > 0 and own == used[layer - 1]
            text, place = f"layer {layer + 1}: set {own + 1}", (x - 0.95, 1.75 + 0.24 * layer)
            _block(ax, *place, 1.9, 0.19, text, color=color, dashed=again)
        inches = 1.6 * wide / hidden
        _block(ax, x - inches / 2, 1.2, inches, 0.4, color=color)
        _caption(ax, x, 1.13, words[name])
    _arrow(ax, (2.95, 2.9), (3.75, 2.9))
    return fig
