"""The form of the page with its answer, and the scripts that answer another choice."""

import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import pandas as pd

from smallbert.answers import (
    deployment,
    device_times,
    output_formats,
    snippets,
    tasks,
    wish,
    words,
)
from smallbert.answers.candidates import all_candidates
from smallbert.answers.parts_of_answers import Answer, Candidate, Choice
from smallbert.answers.rule import STATUS
from smallbert.charts.interactive import VEGA, choice_chart, vega_bundle
from smallbert.charts.tables import table_html
from smallbert.charts.templating import templates
from smallbert.data import side_tables

FILES = "choose"
"""Where the page's files lie in the site; below ``_static`` every page would load them."""

SCRIPTS, PAGE_DATA = ("rule.js", "choose.js"), "lines.js"
"""What the page runs, and all that it needs to answer, which it loads when a reader chooses."""

USUAL_LIMITS = {
    "max_mb": "Size, at most [MB]",
    "max_ms": "Time, at most [ms]",
    "keep": "Score, at least [% of BERT-base's]",
}
SELDOM_LIMITS = {
    "score": "Score, at least [%]",
    "max_millions": "Weights, at most [M]",
    "max_gops": "Operations, at most [G]",
    "min_factor": "Times smaller than BERT-base, at least",
    "base_ms": "BERT-base takes on my machine [ms]",
}
"""The labels of the numbers: those that are asked for at once, and those that unfold."""

CHART_AXES = {
    "size": "Size [MB]",
    "time": "Time [ms]",
    "parameters": "Weights [M]",
    "operations": "Operations [G]",
}
"""What the chart may have along x: the name of a candidate's number, and its title."""


def page_data() -> dict:
    """Return all that the page's script needs to answer as Python does, as JSON holds it."""
    numbers = [*(limit.wish for limit in wish.LIMITS), "base_ms"]
    devices = device_times.devices()
    kinds = {device["kind"] for device in devices.values()} & {*deployment.PLACES}
    return {
        "tasks": {
            key: {"name": task.name, "metric": words.metric_name(key)}
            | {"alone": task.alone, "pool": tasks.pool(key)}
            for key, task in tasks.TASKS.items()
        },
        "devices": devices,
        "bases": wish.base_times(),
        "can": {key: name for key, (name, _) in wish.CAN.items()},
        "wishes": [limit._asdict() for limit in wish.LIMITS],
        "numbers": [
            {"wish": limited, "least": wish.LEAST_WISH, "most": wish.most_wished(limited)}
            for limited in numbers
        ],
        "weights": side_tables.NO_WEIGHTS,
        "sentences": words.SENTENCES,
        "sign": device_times.ESTIMATE_SIGN,
        "named": words.TIED_NAMED,
        "snippets": snippets.SNIPPETS,
        "own": deployment.OWN_MODEL,
        "eight": {kind: deployment.PLACES[kind][2] for kind in sorted(kinds)},
        "heads": {task: snippets.task_head(task) for task in tasks.TASKS},
        "axes": CHART_AXES,
        "shown": output_formats.SHOWN,
        "candidates": [asdict(candidate) for candidate in all_candidates()],
    }


def form_html(choice: Choice, answer: Answer, candidates: Sequence[Candidate]) -> str:
    """Return the form with an answer to its choice as HTML, for a page one folder deep.

    What it shows of another choice is made by its scripts, from the files of `write_files`.
    """
    advice, *further = words.in_sentences(choice, answer, candidates)
    advice, load, code = advice.partition(" Load it: ")
    devices, wishes = device_times.devices(), _wishes(choice)
    template = templates(Path(__file__).with_name("templates")).get_template("form.html")
    return template.render(
        folder=FILES,
        scripts=SCRIPTS,
        choice=choice,
        opens=json.dumps(wishes),
        advice=advice,
        further=" ".join([load + code, *further]),
        answer=_answer_table(choice, answer, candidates),
        times=words.filled("device", words=devices[choice.device]["words"]),
        tasks=_tasks_by_group(),
        usual=_number_fields(USUAL_LIMITS, wishes),
        seldom=_number_fields(SELDOM_LIMITS, wishes),
        devices={key: device["label"] for key, device in devices.items()},
        lengths={str(tokens): str(tokens) for tokens in devices[choice.device]["tokens"]},
        abilities=wish.CAN,
        axes={key: title.partition(" [")[0].lower() for key, title in CHART_AXES.items()},
    )


def _wishes(choice: Choice) -> dict:
    """Return a choice as the fields of the form have it: None where nothing is asked."""
    limited = {limit.name: limit.asked for limit in choice.limits}
    numbers = {limit.wish: limited.get(limit.name) for limit in wish.LIMITS}
    fields = ("task", "can", "device", "tokens", "released", "base_ms")
    return {name: getattr(choice, name) for name in fields} | numbers


def _number_fields(labels: dict[str, str], wishes: dict) -> list[dict]:
    """Return the fields of numbers: name, label, bounds, and the number that each opens with."""
    return [
        {
            "name": name,
            "label": label,
            "least": wish.LEAST_WISH,
            "most": f"{wish.most_wished(name):.10g}",
            "value": None if wishes.get(name) is None else f"{wishes[name]:.10g}",
        }
        for name, label in labels.items()
    ]


def _tasks_by_group() -> dict[str, dict[str, str]]:
    """Return the list of tasks, by groups; what a task asks is said of it or of its group."""
    groups: dict[str, dict[str, str]] = {}
    for key, task in tasks.TASKS.items():
        text = task.name if task.alone else f"{task.name}: {task.asks}"
        groups.setdefault(task.group, {})[key] = text
    return groups


def _answer_table(choice: Choice, answer: Answer, candidates: Sequence[Candidate]) -> str:
    """Return the first candidates of an answer as a table."""
    frame = output_formats.as_table(choice, answer, candidates)
    met = frame[frame["Answer"].eq(STATUS[0])].head(output_formats.SHOWN)
    if met.empty:
        return ""
    links = {}
    for row, judged in enumerate(answer.ranked[: len(met)]):
        page = candidates[judged.index].page
        links |= {(row, "Get it"): judged.source.url} if judged.source.url else {}
        links |= {(row, "Model"): f"../{page}"} if page else {}
    columns = ["Model", "Score [%]", "Of BERT-base [%]", "Size [MB]", "Time [ms]"]
    columns += ["Get it", "License"]
    shown = {name: met[name].astype(object).fillna("–") for name in columns}
    return table_html(pd.DataFrame(shown), links=links)


def write_files(folder: Path) -> None:
    """Write what the page loads into `folder`: scripts, candidates, style, and Vega-Lite."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in (*SCRIPTS, "choose.css"):
        shutil.copyfile(Path(__file__).with_name(name), folder / name)
    data = page_data() | {"chart": choice_chart()}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    (folder / PAGE_DATA).write_text(f"const smallbertData = {text};\n", encoding="utf-8")
    (folder / Path(VEGA).name).write_text(vega_bundle(), encoding="utf-8")
