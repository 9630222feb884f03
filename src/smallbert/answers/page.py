"""The form of the page, the place of its answer, and the script that fills it."""

import json
import shutil
from dataclasses import asdict
from html import escape
from pathlib import Path

from smallbert import paths
from smallbert.answers import choose, loading, table, words
from smallbert.answers.records import Choice
from smallbert.charts.leaderboard import VEGA
from smallbert.compare import device_times
from smallbert.data import survey

FOLDER = "choose"
"""Where the page's files lie in the site; below ``_static`` every page would load them."""

SCRIPTS = (f"{FOLDER}/rule.js", f"{FOLDER}/choose.js")

FIELDS = {
    "max_mb": "Size, at most [MB]",
    "keep": "Score, at least [% of BERT-base's]",
    "score": "Score, at least [%]",
    "max_millions": "Weights, at most [M]",
    "max_gops": "Operations, at most [G]",
    "min_factor": "Times smaller than BERT-base, at least",
    "max_ms": "Time, at most [ms]",
    "base_ms": "BERT-base takes on my machine [ms]",
}
"""The labels of the numbers: two are asked for at once, four unfold, and two are of times."""


def data() -> dict:
    """Return all that the page's script needs to answer as Python does, as JSON holds it."""
    numbers = [*(each.wish for each in choose.LIMITS), "base_ms"]
    kinds = {each["kind"] for each in device_times.devices().values()}
    return {
        "tasks": {
            key: {"name": each.name, "metric": words.metric(key)}
            for key, each in table.TASKS.items()
        },
        "devices": device_times.devices(),
        "bases": choose.bases(),
        "can": {key: name for key, (name, _) in choose.CAN.items()},
        "wishes": [each._asdict() for each in choose.LIMITS],
        "numbers": [
            {"wish": each, "least": choose.LEAST, "most": choose.most(each)} for each in numbers
        ],
        "weights": survey.NO_WEIGHTS,
        "words": words.WORDS,
        "sign": device_times.SIGN,
        "named": words.NAMED,
        "snippets": table.SNIPPETS,
        "own": loading.OWN,
        "eight": {kind: loading.PLACES[kind][2] for kind in sorted(kinds & {*loading.PLACES})},
        "heads": {task: table.head(task) for task in table.TASKS},
        "lines": [asdict(each) for each in table.lines()],
    }


def form(choice: Choice) -> str:
    """Return the form and the place of its answer as HTML, for a page one folder deep."""
    stored = {"default": _wishes(choice), "chart": _spec()} | data()
    text = (
        json.dumps(stored, ensure_ascii=False).replace("</", "<\\/").replace("<!--", "<\\u0021--")
    )
    scripts = "".join(f'<script defer src="../{each}"></script>' for each in (VEGA, *SCRIPTS))
    return (
        f'<link rel="stylesheet" href="../{FOLDER}/choose.css">'
        '<section class="sb-choose" id="sb-choose" aria-label="Choose a model">'
        "<noscript><p>The form needs JavaScript. The answer to the default choice is below.</p>"
        f'</noscript>{_fields()}<p class="sb-status" role="status" aria-live="polite"></p>'
        '<div class="sb-answer"></div><p class="sb-more"></p>'
        '<figure class="sb-chart"><div class="sb-plot"></div><figcaption>'
        "Share of BERT-base's score against size, from 75 % up; filled marks meet your "
        "choice, with their number above."
        '</figcaption></figure><div class="sb-rest"></div></section>'
        f'<script type="application/json" id="sb-choose-data">{text}</script>{scripts}'
    )


def write(folder: Path) -> None:
    """Write what the page loads into `folder`: its script, its style, and Vega-Lite."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in (*SCRIPTS, f"{FOLDER}/choose.css"):
        shutil.copyfile(Path(__file__).with_name(Path(name).name), folder / Path(name).name)
    (folder / Path(VEGA).name).write_text(_vega(), encoding="utf-8")


def _wishes(choice: Choice) -> dict:
    """Return a choice as the fields of the form have it: None where nothing is asked."""
    asked = {each.name: each.asked for each in choice.limits}
    numbers = {each.wish: asked.get(each.name) for each in choose.LIMITS}
    given = ("task", "can", "device", "tokens", "released", "base_ms")
    return {name: getattr(choice, name) for name in given} | numbers


def _vega() -> str:
    """Return the bundle of Vega, Vega-Lite and Vega-Embed, made once for each version."""
    import vl_convert  # half a second that only a rendering needs

    path = paths.build() / f"vega-{vl_convert.__version__}.js"
    if not path.is_file():  # in a scope of its own: the theme has names too
        paths.write_atomically(path, f"(() => {{{vl_convert.javascript_bundle()}\n}})();\n")
    return path.read_text(encoding="utf-8")


def _fields() -> str:
    device = {key: each["label"] for key, each in device_times.devices().items()}
    tasks = {key: f"{each.name}: {each.asks}" for key, each in table.TASKS.items()}
    *numbers, longest, base = (_number(name, label) for name, label in FIELDS.items())
    first, more = "".join(numbers[:2]), "".join(numbers[2:])
    boxes = "".join(
        _box("can", key, f"<strong>{name}</strong>: {meaning}")
        for key, (name, meaning) in choose.CAN.items()
    )
    return (
        '<form hidden autocomplete="off"><fieldset><legend>What it must do</legend>'
        f"{_select('task', 'Task', tasks)}{first}"
        f"<details><summary>Other limits</summary>{more}</details></fieldset>"
        f"<fieldset><legend>How fast</legend>{_select('device', 'Device', device)}"
        f"{_select('tokens', 'Length [tokens]', {})}{longest}{base}"
        "</fieldset>"
        f"<fieldset><legend>I can</legend>{boxes}"
        f"{_box('released', 'yes', 'its weights must be released')}</fieldset>"
        '<p><button type="reset">Back to the default choice</button> '
        "Your choice is in the address of this page.</p></form>"
    )


def _box(name: str, value: str, words: str) -> str:
    return (
        f'<label class="sb-box"><input type="checkbox" name="{name}" value="{value}"> '
        f"<span>{words}</span></label>"
    )


def _select(name: str, label: str, texts: dict[str, str]) -> str:
    options = (f'<option value="{escape(k)}">{escape(text)}</option>' for k, text in texts.items())
    return f'<label><span>{label}</span> <select name="{name}">{"".join(options)}</select></label>'


def _number(name: str, label: str) -> str:
    return (
        f'<label><span>{label}</span> <input name="{name}" type="number" inputmode="decimal" '
        f'step="any" min="{choose.LEAST}" max="{choose.most(name):.10g}" '
        'placeholder="no limit"></label>'
    )


def _spec() -> dict:
    """Return the specification of the chart, which numbers what the answer names first."""
    import altair as alt  # a second that only this needs

    x = alt.X("size:Q").scale(type="log", nice=False, padding=16).title("size [MB], log scale")
    y = alt.Y("kept:Q").scale(zero=False, padding=8).title("score [% of BERT-base's]")
    every = alt.Chart().encode(x=x, y=y, tooltip="text:N")
    met = every.transform_filter("datum.met")
    layers = alt.layer(
        every.transform_filter("!datum.met").mark_point(size=30, opacity=0.5, color="gray"),
        met.mark_point(filled=True, size=70, opacity=1, color="#0072b2"),
        met.transform_filter("datum.label")
        .mark_text(align="left", dx=7, dy=-5)
        .encode(text="label:N"),
    )
    return layers.properties(height=300, width="container", data=alt.NamedData("points")).to_dict()
