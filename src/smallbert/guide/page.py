"""The guide's part of its page: a form, a chart, a place for the answer, and their scripts."""

import json
import shutil
from html import escape
from pathlib import Path

from smallbert import paths
from smallbert.charts import COLORS

FOLDER = "choose"
"""Where the page's scripts lie in the site; below ``_static`` every page would load them."""

SCRIPTS = ("decision.js", "chart.js", "page.js")
"""Ours, in the order in which they are loaded, after Vega."""

FIELDS = {
    "max_mb": ("Largest size", "MB"),
    "min_factor": ("Smallest compression", "times"),
    "max_gops": ("Most operations in a pass of 128 tokens", "G"),
    "keep": ("Least share of the score kept", "%"),
    "max_ms": ("Longest time", "ms"),
    "base_ms": ("BERT_BASE takes on this device", "ms"),
}
"""The labels and units of the numbers; those of time belong to a device."""

CAPTION = (
    "Filled marks meet your choice; those with a number have that rank in the answer, the others "
    "are variants of it. Small outlines are not known to meet it. Bars show one standard error, "
    "dashes your limits. A model of unknown size is not drawn."
)


def form(data: dict, wishes: dict) -> str:
    """Return the form and the place of its answer as HTML, for a page one folder deep."""
    stored = {"data": data, "chart": _spec(data["techniques"]), "wishes": wishes}
    text, scripts = _inert(json.dumps(stored, ensure_ascii=False)), ("vega.js", *SCRIPTS)
    return (
        f'<link rel="stylesheet" href="../{FOLDER}/page.css">'
        '<section class="sb-choose" id="sb-choose" aria-label="Choose a method">'
        "<noscript><p>The form needs JavaScript. The answer to the default choice is below."
        f"</p></noscript>{_fields(data)}"
        '<p class="sb-status" role="status" aria-live="polite"></p>'
        '<figure class="sb-chart" hidden><div class="sb-plot"></div>'
        f"<figcaption>{CAPTION}</figcaption></figure>"
        '<div class="sb-answer"></div><div class="sb-rest"></div></section>'
        f'<script type="application/json" id="sb-choose-data">{text}</script>'
        + "".join(f'<script defer src="../{FOLDER}/{name}"></script>' for name in scripts)
    )


def write(folder: Path) -> None:
    """Write what the page loads into `folder`: its scripts, its style, and Vega-Lite."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in (*SCRIPTS, "page.css"):
        shutil.copyfile(Path(__file__).with_name(name), folder / name)
    (folder / "vega.js").write_text(_vega(), encoding="utf-8")


def _vega() -> str:
    """Return the bundle of Vega, Vega-Lite and Vega-Embed, made once for each version."""
    import vl_convert  # half a second that only a rendering needs

    path = paths.build() / f"vega-{vl_convert.__version__}.js"
    if not path.is_file():  # in a scope of its own: the theme has names too
        paths.write_atomically(path, f"(() => {{{vl_convert.javascript_bundle()}\n}})();\n")
    return path.read_text(encoding="utf-8")


def _inert(text: str) -> str:
    """Return JSON that no HTML parser takes for the end of its script."""
    return text.replace("</", "<\\/").replace("<!--", "<\\u0021--")


def _fields(data: dict) -> str:
    tasks = _select("task", "Task", data["tasks"])
    devices = {key: each["label"] for key, each in data["devices"].items()}
    device = _select("device", "Device", {"": "any"} | devices)
    limits = "".join(map(_number, ("max_mb", "min_factor", "max_gops", "keep")))
    times = "".join(map(_number, ("max_ms", "base_ms")))
    boxes = "".join(
        f'<label class="sb-box"><input type="checkbox" name="can" value="{escape(key)}"> '
        f"<span><strong>{escape(each['name'])}</strong>: {escape(each['meaning'])}</span></label>"
        for key, each in data["abilities"].items()
    )
    return (
        '<form hidden autocomplete="off">'
        f"<fieldset><legend>What it must do</legend>{tasks}{limits}</fieldset>"
        f'<fieldset><legend>How fast</legend>{device}{times}<p class="sb-device"></p></fieldset>'
        f"<fieldset><legend>What you can do</legend>{boxes}</fieldset>"
        '<p><button type="reset">Back to the default choice</button> '
        "The address of this page contains your choice: copy it to share.</p></form>"
    )


def _select(name: str, label: str, texts: dict[str, str]) -> str:
    options = (f'<option value="{escape(k)}">{escape(text)}</option>' for k, text in texts.items())
    return f'<label><span>{label}</span> <select name="{name}">{"".join(options)}</select></label>'


def _number(name: str) -> str:
    label, unit = FIELDS[name]
    return (
        f"<label><span>{label} [{unit}]</span> "
        f'<input name="{name}" type="number" inputmode="decimal" step="any" min="0.001" '
        'max="1e9" placeholder="no limit"></label>'
    )


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


def _spec(names: dict[str, str]) -> dict:
    """Return the specification: share kept against size, with ranks next to points."""
    import altair as alt  # a second that only this needs

    domain, colors = [names[each] for each in SHAPES], [COLORS[each] for each in SHAPES]
    legend = alt.Legend(title=None, orient="top", labelLimit=0, symbolOpacity=1)
    scale = alt.Scale(domain=domain, range=colors)
    color = alt.Color("family:N", scale=scale, legend=legend)
    scale = alt.Scale(domain=domain, range=[*SHAPES.values()])
    shape = alt.Shape("family:N", scale=scale, legend=legend)
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
