"""The guide's part of its page: a form, a place for the answer, and what the browser needs."""

import hashlib
import json
import shutil
from html import escape
from pathlib import Path

from smallbert import paths
from smallbert.guide import chart

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
    """Return the form and the place of its answer as HTML, for a page one folder deep.

    Parameters
    ----------
    data : dict
        Of `smallbert.guide.export.data`.
    wishes : dict
        The default choice, of `smallbert.guide.wishes.complete`.
    """
    stored = json.dumps(
        {"data": data, "chart": chart.spec(data["techniques"]), "wishes": wishes},
        ensure_ascii=False,
    )
    return (
        f'<link rel="stylesheet" href="../{FOLDER}/page.css">'
        '<section class="sb-choose" id="sb-choose" aria-label="Choose a method">'
        "<noscript><p>The form needs JavaScript. The answer to the default choice is below."
        f"</p></noscript>{_fields(data)}"
        '<p class="sb-status" role="status" aria-live="polite"></p>'
        '<figure class="sb-chart" hidden><div class="sb-plot"></div>'
        f"<figcaption>{CAPTION}</figcaption></figure>"
        '<div class="sb-answer"></div><div class="sb-rest"></div></section>'
        f'<script type="application/json" id="sb-choose-data">{_inert(stored)}</script>'
        + "".join(
            f'<script defer src="../{FOLDER}/{name}"></script>' for name in ("vega.js", *SCRIPTS)
        )
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
    code = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    if code != _sealed(code.partition("\n")[2]):  # there is none, or it was cut or altered
        bundle = vl_convert.javascript_bundle()  # in a scope of its own: the theme has names too
        code = _sealed(f"(() => {{{bundle}\n}})();\n")
        paths.write_atomically(path, code)
    return code


def _sealed(code: str) -> str:
    """Return code below a line with its hash."""
    return f"// {hashlib.sha256(code.encode()).hexdigest()}\n{code}"


def _inert(text: str) -> str:
    """Return JSON that no HTML parser takes for the end of its script."""
    return text.replace("</", "<\\/").replace("<!--", "<\\u0021--")


def _fields(data: dict) -> str:
    tasks = _select("task", "Task", data["tasks"])
    devices = {key: each["label"] for key, each in data["devices"].items()}
    device = _select("device", "Device", {"": "any"} | devices)
    limits = "".join(_number(name) for name in ("max_mb", "min_factor", "max_gops", "keep"))
    times = "".join(_number(name) for name in ("max_ms", "base_ms"))
    boxes = "".join(_box(key, each) for key, each in data["abilities"].items())
    return (
        '<form hidden autocomplete="off">'
        f"<fieldset><legend>What it must do</legend>{tasks}{limits}</fieldset>"
        f'<fieldset><legend>How fast</legend>{device}{times}<p class="sb-device"></p></fieldset>'
        f"<fieldset><legend>What you can do</legend>{boxes}</fieldset>"
        '<p><button type="reset">Back to the default choice</button> '
        "The address of this page contains your choice: copy it to share.</p></form>"
    )


def _select(name: str, label: str, choices: dict[str, str]) -> str:
    options = "".join(
        f'<option value="{escape(key)}">{escape(text)}</option>' for key, text in choices.items()
    )
    return f'<label><span>{label}</span> <select name="{name}">{options}</select></label>'


def _number(name: str) -> str:
    label, unit = FIELDS[name]
    return (
        f"<label><span>{label} [{unit}]</span> "
        f'<input name="{name}" type="number" inputmode="decimal" step="any" min="0.001" '
        'max="1e9" placeholder="no limit"></label>'
    )


def _box(key: str, ability: dict) -> str:
    return (
        f'<label class="sb-box"><input type="checkbox" name="can" value="{escape(key)}"> '
        f"<span><strong>{escape(ability['name'])}</strong>: {escape(ability['meaning'])}</span>"
        "</label>"
    )
