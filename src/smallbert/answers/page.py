"""The form of the page with its answer, and the scripts that answer another choice."""

import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict
from html import escape
from pathlib import Path

import pandas as pd

from smallbert import paths
from smallbert.answers import choose, device_times, loading, report, table, tasks, words
from smallbert.answers.records import Answer, Choice, Line
from smallbert.answers.rule import STATUS
from smallbert.charts.leaderboard import VEGA
from smallbert.charts.style import ACCENT
from smallbert.charts.tables import to_html
from smallbert.data import survey

FOLDER = "choose"
"""Where the page's files lie in the site; below ``_static`` every page would load them."""

SCRIPTS, LINES = ("rule.js", "choose.js"), "lines.js"
"""What the page runs, and all that it needs to answer, which it loads when a reader chooses."""

FIRST = {
    "max_mb": "Size, at most [MB]",
    "max_ms": "Time, at most [ms]",
    "keep": "Score, at least [% of BERT-base's]",
}
MORE = {
    "score": "Score, at least [%]",
    "max_millions": "Weights, at most [M]",
    "max_gops": "Operations, at most [G]",
    "min_factor": "Times smaller than BERT-base, at least",
    "base_ms": "BERT-base takes on my machine [ms]",
}
"""The labels of the numbers: those that are asked for at once, and those that unfold."""

AXES = {
    "size": "Size [MB]",
    "time": "Time [ms]",
    "parameters": "Weights [M]",
    "operations": "Operations [G]",
}
"""What the chart may have along x: the name of a line's number, and its title."""


def data() -> dict:
    """Return all that the page's script needs to answer as Python does, as JSON holds it."""
    numbers = [*(each.wish for each in choose.LIMITS), "base_ms"]
    kinds = {each["kind"] for each in device_times.devices().values()}
    return {
        "tasks": {
            key: {"name": each.name, "metric": words.metric(key)}
            | {"alone": each.alone, "pool": tasks.pool(key)}
            for key, each in tasks.TASKS.items()
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
        "sign": device_times.ESTIMATE_SIGN,
        "named": words.NAMED,
        "snippets": table.SNIPPETS,
        "own": loading.OWN,
        "eight": {kind: loading.PLACES[kind][2] for kind in sorted(kinds & {*loading.PLACES})},
        "heads": {task: table.head(task) for task in tasks.TASKS},
        "axes": AXES,
        "lines": [asdict(each) for each in table.lines()],
    }


def form(choice: Choice, answer: Answer, lines: Sequence[Line]) -> str:
    """Return the form with an answer to its choice as HTML, for a page one folder deep.

    What it shows of another choice is made by its scripts, from the files of `write`.
    """
    first, *rest = words.summary(choice, answer, lines)
    first, load, code = first.partition(" Load it: ")
    scripts = "".join(f'<script defer src="../{FOLDER}/{each}"></script>' for each in SCRIPTS)
    axes = {key: title.partition(" [")[0].lower() for key, title in AXES.items()}
    return (
        f'<link rel="stylesheet" href="../{FOLDER}/choose.css">'
        f'<section class="sb-choose" id="sb-choose" data-files="../{FOLDER}/" '
        f'data-opens="{escape(json.dumps(_wishes(choice)))}" aria-label="Choose a model">'
        "<noscript><p>The form needs JavaScript. This is the answer to the choice with which it "
        f"opens.</p></noscript>{_fields(choice)}"
        f'<p class="sb-status" role="status" aria-live="polite"><strong>{escape(first)}</strong>'
        f"{escape(' '.join([load + code, *rest]))}</p>"
        f'<div class="sb-answer">{_listed(choice, answer, lines)}</div>'
        f'<p class="sb-device">{_of_times(choice)}</p><figure class="sb-chart" hidden>'
        f"<figcaption>{_select('axis', 'Score against', axes, 'size')}</figcaption>"
        '<div class="sb-plot"></div><p class="sb-credit">Filled marks meet your choice; a thin '
        "line joins a model to itself in 8 bits; the step line is the Pareto front, whose models "
        'are named. Not drawn: <output></output></p></figure><div class="sb-rest"></div></section>'
        f"{scripts}"
    )


def _wishes(choice: Choice) -> dict:
    """Return a choice as the fields of the form have it: None where nothing is asked."""
    limited = {each.name: each.asked for each in choice.limits}
    numbers = {each.wish: limited.get(each.name) for each in choose.LIMITS}
    given = ("task", "can", "device", "tokens", "released", "base_ms")
    return {name: getattr(choice, name) for name in given} | numbers


def _listed(choice: Choice, answer: Answer, lines: Sequence[Line]) -> str:
    """Return the first lines of an answer as a table."""
    frame = report.listed(choice, answer, lines)
    shown = frame[frame["Answer"].eq(STATUS[0])].head(report.SHOWN)
    if shown.empty:
        return ""
    links = {(at, "Get it"): each.source.url for at, each in enumerate(answer.lines[: len(shown)])}
    pages = [lines[each.at].page for each in answer.lines[: len(shown)]]
    links |= {(at, "Model"): f"../{page}" for at, page in enumerate(pages)}
    names = [
        "Model",
        "Score [%]",
        "Of BERT-base [%]",
        "Size [MB]",
        "Time [ms]",
        "Get it",
        "License",
    ]
    frame = pd.DataFrame({name: shown[name].astype(object).fillna("–") for name in names})
    return to_html(frame, links={at: link for at, link in links.items() if link.strip("./")})


def _of_times(choice: Choice) -> str:
    """Return of which device the times are."""
    device = device_times.devices()[choice.device]["words"]
    return escape(words.fill("device", words=device))


def write(folder: Path) -> None:
    """Write what the page loads into `folder`: scripts, lines, style, and Vega-Lite."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in (*SCRIPTS, "choose.css"):
        shutil.copyfile(Path(__file__).with_name(name), folder / name)
    text = json.dumps(data() | {"chart": _spec()}, ensure_ascii=False, separators=(",", ":"))
    (folder / LINES).write_text(f"const smallbertData = {text};\n", encoding="utf-8")
    (folder / Path(VEGA).name).write_text(_vega(), encoding="utf-8")


def _vega() -> str:
    """Return the bundle of Vega, Vega-Lite and Vega-Embed, made once for each version."""
    import vl_convert  # half a second that only a rendering needs

    path = paths.build() / f"vega-{vl_convert.__version__}.js"
    if not path.is_file():  # in a scope of its own: the theme has names too
        paths.write_atomically(path, f"(() => {{{vl_convert.javascript_bundle()}\n}})();\n")
    return path.read_text(encoding="utf-8")


def _fields(choice: Choice) -> str:
    """Return the form: task, size and time at once, all else behind "more"."""
    asked, devices = _wishes(choice), device_times.devices()
    labels = {key: each["label"] for key, each in devices.items()}
    lengths = {str(each): str(each) for each in devices[choice.device]["tokens"]}
    first, more = (
        "".join(_number(name, label, asked.get(name)) for name, label in labelled.items())
        for labelled in (FIRST, MORE)
    )
    boxes = "".join(
        _box("can", key, f"<strong>{name}</strong>: {meaning}", key in choice.can)
        for key, (name, meaning) in choose.CAN.items()
    )
    return (
        f'<form hidden autocomplete="off"><div>{_tasks(choice.task)}{first}'
        "</div><details><summary>More: device, length, what you can do, other limits</summary>"
        f"<div>{_select('device', 'Device', labels, choice.device)}"
        f"{_select('tokens', 'Length [tokens]', lengths, str(choice.tokens))}{more}</div>"
        f"<fieldset><legend>I can</legend>{boxes}"
        f"{_box('released', 'yes', 'its weights must be released', choice.released)}</fieldset>"
        "</details><p>"
        '<button type="reset">Back to the default choice</button> '
        "Your choice is in the address of this page.</p></form>"
    )


def _box(name: str, value: str, words: str, checked: bool) -> str:
    return (
        f'<label class="sb-box"><input type="checkbox" name="{name}" value="{value}"'
        f"{' checked' * checked}> <span>{words}</span></label>"
    )


def _tasks(chosen: str) -> str:
    """Return the list of tasks, by groups; what a task asks is said of it or of its group."""
    groups = {}
    for key, each in tasks.TASKS.items():
        text = each.name if each.alone else f"{each.name}: {each.asks}"
        groups.setdefault(each.group, {})[key] = text
    options = "".join(
        f'<optgroup label="{escape(group)}">{_options(own, chosen)}</optgroup>'
        for group, own in groups.items()
    )
    return f'<label><span>Task</span> <select name="task">{options}</select></label>'


def _select(name: str, label: str, texts: dict[str, str], chosen: str) -> str:
    options = _options(texts, chosen)
    return f'<label><span>{label}</span> <select name="{name}">{options}</select></label>'


def _options(texts: dict[str, str], chosen: str) -> str:
    return "".join(
        f'<option value="{escape(key)}"{" selected" * (key == chosen)}>{escape(text)}</option>'
        for key, text in texts.items()
    )


def _number(name: str, label: str, value: float | None) -> str:
    filled = "" if value is None else f' value="{value:.10g}"'
    return (
        f'<label><span>{label}</span> <input name="{name}" type="number" inputmode="decimal" '
        f'step="any" min="{choose.LEAST}" max="{choose.most(name):.10g}" '
        f'placeholder="no limit"{filled}></label>'
    )


def _spec() -> dict:
    """Return the specification of the chart: points, twins in 8 bits, the front and its names."""
    import altair as alt  # a second that only this needs

    x = alt.X("x:Q").scale(type="log", nice=False, padding=16).title("{axis}, log scale")
    y = alt.Y("score:Q").scale(zero=False, padding=12).title("{score}")
    every = alt.Chart().encode(x=x, y=y)
    named = every.transform_filter("datum.label").encode(text="label:N")
    met = every.transform_filter("datum.met")
    layers = alt.layer(
        every.mark_line(strokeWidth=0.7, color="gray", opacity=0.6).encode(detail="of:N"),
        every.transform_filter("datum.front").mark_line(
            interpolate="step-after", color="gray", strokeWidth=1.5
        ),
        every.transform_filter("!datum.met").mark_point(size=30, opacity=0.5, color="gray"),
        met.mark_point(filled=True, size=70, opacity=1, color=ACCENT),
        named.transform_filter("datum.left").mark_text(align="right", dx=-6, dy=-5),
        named.transform_filter("!datum.left").mark_text(align="left", dx=6, dy=-5),
    )
    return layers.properties(height=420, width="container", data=alt.NamedData("points")).to_dict()
