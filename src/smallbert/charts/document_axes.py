"""The axes of a document's figure: scales, ticks, limits, titles, as its folder has them.

Tables of the folder are read where there are any: ``ticks`` (axis, tick), ``axes`` (rows
``x-axis`` and ``y-axis`` with label, ends and scale), ``labels`` (rows ``title``, ``x-axis``,
``y-axis``). Of the mapping ``figure`` (see `smallbert.charts.document_figures`):

``xlabel``, ``ylabel``
    Instead of those of the document; ``{label}`` is the document's own.
``xlim``, ``ylim``
    Ends of the axes as drawn. Of ``published`` and ``counted``, ``spare`` says by axis how far
    they reach beyond what stands beside: a distance, or two factors on a logarithmic axis.
``room``
    A value of the x axis and the share of the axis that lies left of it at most; the rest is
    for the legend.
``xticks``, ``yticks``
    A list, or a step; on the axis of ``break``, those before it.
``break``
    Of the x axis: ``ends``, ``resumes``, ``gap``, ``stretch``; see `smallbert.charts.broken`.
"""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from smallbert.charts.broken import broken_log_axis
from smallbert.charts.document_plan import Plan, worded
from smallbert.charts.points import log_axis
from smallbert.data import sources

SPARE = 1.3
"""How far the axis goes before its break, at least, by the largest value there."""


def set_axes(ax: Axes, plan: Plan, beside: dict[str, pd.DataFrame]) -> float | None:
    """Give the axes scales, limits, ticks and titles; return the middle of a break.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    plan : smallbert.charts.document_plan.Plan
    beside : dict of pandas.DataFrame
        What stands beside the points, by part: columns x and y.
    """
    middle = _break(ax, plan) if "break" in plan.how else None
    for which in "xy" if middle is None else "y":
        _scale(ax, plan, which, _limits(plan, which, beside))
    if middle is not None:
        ax.set_xlim(plan.how.get("xlim"))
    own = labels(plan.key)
    for which, write in (("x", ax.set_xlabel), ("y", ax.set_ylabel)):
        text = plan.how.get(f"{which}label", "{label}")
        label = own.get(f"{which}-axis", plan.how[which].replace("_", " "))
        write(worded(plan, text, label=label))
    return middle


def is_log(key: str, which: str) -> bool:
    """Tell whether the document's axis is logarithmic."""
    return _axis(key, which).get("scale") == "log"


def labels(key: str) -> dict[str, str]:
    """Return the document's words for title and axes, by part."""
    for name, column in (("labels", "text"), ("axes", "label")):
        if name in sources.tables(key):
            return sources.table(key, name)[column].to_dict()
    return {}


def _axis(key: str, which: str) -> dict:
    """Return what the document says of an axis: min, max, scale."""
    if "axes" not in sources.tables(key):
        return {}
    return sources.values(key, "axes").loc[f"{which}-axis"].to_dict()


def _printed(key: str, which: str) -> pd.Series:
    """Return the printed ticks of an axis: numbers by their texts."""
    if "ticks" not in sources.tables(key):
        return pd.Series(dtype=float)
    ticks = sources.values(key, "ticks")
    own = ticks["axis"].str.lower().str[0] == which
    return ticks.loc[own, "axis_tick"].set_axis(sources.table(key, "ticks").loc[own, "tick"])


def _limits(plan: Plan, which: str, beside: dict) -> tuple[float, float] | None:
    """Return the ends of an axis, widened for what stands beside and for a legend."""
    if f"{which}lim" not in plan.how:
        return None
    low, high = plan.how[f"{which}lim"]
    for part, places in beside.items():
        spare = plan.how[part].get("spare", {}).get(which)
        if spare is None or places.empty:
            continue
        least, most = places[which].min(), places[which].max()
        ends = (least * spare[0], most * spare[1]) if isinstance(spare, list) else None
        ends = ends or (least - spare, most + spare)
        low, high = min(low, ends[0]), max(high, ends[1])
    if which == "x" and "room" in plan.how:
        value, share = plan.how["room"]
        high = max(high, low * (value / low) ** (1 / share))
    return low, high


def _scale(ax: Axes, plan: Plan, which: str, limits: tuple[float, float] | None) -> None:
    """Set scale, limits and ticks of an axis without a break."""
    axis, printed = _axis(plan.key, which), _printed(plan.key, which)
    ticks = _ticks(plan.how.get(f"{which}ticks"), limits)
    if is_log(plan.key, which):
        ends = {axis["min"], axis["max"]}
        log_axis(ax, which, sorted({*ticks, *ends}) if ticks else sorted(ends))
    elif ticks:
        ax.set(**{f"{which}ticks": ticks})
    elif len(printed):
        ax.set(**{f"{which}ticks": printed, f"{which}ticklabels": printed.index})
    if limits:
        ax.set(**{f"{which}lim": limits})


def _ticks(wanted: list | float | None, limits: tuple[float, float] | None) -> list[float]:
    """Return the ticks within the limits, of a list or in steps."""
    if not isinstance(wanted, list):
        return (
            list(np.arange(wanted * np.ceil(limits[0] / wanted), limits[1], wanted))
            if wanted
            else []
        )
    low, high = limits or (-np.inf, np.inf)
    return [tick for tick in wanted if low <= tick <= high]


def _break(ax: Axes, plan: Plan) -> float:
    """Break the x axis; with ticks of our own, points beyond the break get one each."""
    own, x = dict(plan.how["break"]), plan.places["x"]
    beyond = x >= own["resumes"]
    own["ends"] = max(own["ends"], SPARE * x[~beyond].max())
    ticks = list(_printed(plan.key, "x"))
    if "xticks" in plan.how:
        ticks = [tick for tick in plan.how["xticks"] if tick < own["ends"]]
        ticks += sorted({round(place) for place in x[beyond]})
    return broken_log_axis(ax, ticks, **own)
