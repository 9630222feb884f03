"""The guide's chart as a Vega-Lite specification, which the page fills with points."""

from smallbert.charts import COLORS

SHAPES = {
    "quantization": "square",
    "pruning": "triangle-down",
    "distillation": "circle",
    "matrix_decomposition": "diamond",
    "dynamic_inference": "triangle-up",
    "parameter_sharing": "cross",
    "compound": "M0,-1L0.29,-0.4L0.95,-0.31L0.48,0.15L0.59,0.81L0,0.5L-0.59,0.81L-0.48,0.15"
    "L-0.95,-0.31L-0.29,-0.4Z",
    "architecture": "M-0.6,-1L0,-0.4L0.6,-1L1,-0.6L0.4,0L1,0.6L0.6,1L0,0.4L-0.6,1"
    "L-1,0.6L-0.4,0L-1,-0.6Z",
}
"""The marker of each family as Vega draws it, like `smallbert.charts.MARKERS`."""


def spec(names: dict[str, str]) -> dict:
    """Return the specification: share kept against size, with ranks next to points.

    Parameters
    ----------
    names : dict of str
        The name of each family, for the legend.

    Returns
    -------
    dict
        Its data are named ``points``: model, family, size [MiB], kept and low and high
        [%], met (bool), rank and how far it is from its point, dx and dy [px], text, and the
        limits max_mb and keep or null.
    """
    import altair as alt  # a second that only this needs

    families = list(SHAPES)
    domain = [names[each] for each in families]
    color = alt.Color(
        "family:N", scale=alt.Scale(domain=domain, range=[COLORS[each] for each in families])
    )
    shape = alt.Shape(
        "family:N", scale=alt.Scale(domain=domain, range=[SHAPES[each] for each in families])
    )
    legend = alt.Legend(title=None, orient="top", labelLimit=0, symbolOpacity=1)
    color, shape = color.legend(legend), shape.legend(legend)
    x = alt.X("size:Q").scale(type="log", nice=False, padding=12).title("size [MB], log scale")
    y = alt.Y("kept:Q").scale(zero=False, padding=8).title("share kept [%]")
    every = alt.Chart().encode(x=x, y=y, tooltip="text:N")
    met = every.transform_filter("datum.met")
    layers = alt.layer(
        *(
            alt.Chart(name=limit).mark_rule(strokeDash=[4, 3]).encode(**{axis: f"{limit}:Q"})
            for axis, limit in (("x", "max(max_mb)"), ("y", "max(keep)"))
        ),
        every.transform_filter("!datum.met")
        .mark_point(filled=False, size=45, opacity=0.55)
        .encode(color=color, shape=shape),
        met.mark_rule(strokeWidth=1.2).encode(y="low:Q", y2="high:Q", color=color),
        met.mark_point(filled=True, size=110, opacity=1).encode(color=color, shape=shape),
        met.transform_filter("datum.rank")
        .mark_text(dx=alt.expr("datum.dx"), dy=alt.expr("datum.dy"), fontWeight="bold")
        .encode(text="rank:N"),
    )
    return layers.properties(height=300, data=alt.NamedData("points")).to_dict()
