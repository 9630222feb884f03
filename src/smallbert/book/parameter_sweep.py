"""Run one notebook under many parameter sets and collect what it says under each."""

import itertools
import re
from pathlib import Path

import pandas as pd

from smallbert import paths
from smallbert.book import execute, notebook_outputs, notebook_prose, notebooks
from smallbert.data import book_exhibits, notebook_parameters
from smallbert.errors import UserError

AMOUNT = re.compile(r"(?P<number>[−-]?\d[\d,]*(?:\.\d+)?)(?: ?(?P<unit>%|[^\W\d][^\s\d]*))?")
"""A text that is a number, with its unit if it has one."""

QUOTED = re.compile(r"\{glue:text\}`([^`]+)`")
SENTENCE_END = re.compile(
    r'(?<=[.?!])(?<! al\.)\s+(?!<a\s+class="sb-verdict")|(?<=</a>)\s+(?=[A-Z])|\n\n+'
)
"""Where a sentence ends; the verdict on it is a part of it."""
MOST_LISTED = 8
"""Runs up to which a line has the values of all."""


def parameter_sets(notebook: Path, given: dict[str, str]) -> list[dict]:
    """Return all combinations of the values given, which commas separate, each as parameters."""
    choices = [[(name, word) for word in words.split(",")] for name, words in given.items()]
    return [
        notebook_parameters.convert(notebook, dict(each)) for each in itertools.product(*choices)
    ]


def sweep(notebook: Path, wanted: list[dict], out: Path) -> list[str]:
    """Run `notebook` once for each parameter set of which `out` has no run yet; say what differs.

    ``results.csv`` gets a row for each run in `out`, of this sweep or an earlier one, and each
    value of its prose that is not the same in all runs: parameters, the value's name, number and
    unit, and its sentence as that run has it. A single run has all its values there.
    """
    own, common = notebooks.code(notebook), execute.common()
    if any(notebooks.code(run) != own for run in out.glob("*.ipynb")):
        raise UserError(f"{out} has runs of another notebook or code; name another folder")
    todo = execute.due(
        [
            execute.job(notebook, out / f"{notebooks.run_name(each)}.ipynb", each, common)
            for each in wanted
        ]
    )
    failures = execute.execute(todo)
    runs = []
    for path in out.glob("*.ipynb"):
        run = notebooks.read(path)
        values = dict(run.metadata.papermill.parameters)
        if not execute.due([execute.job(notebook, path, values, common)]):
            runs.append((values, run))
    runs.sort(key=lambda each: [(str(type(value)), value) for value in each[0].values()])
    quoted = pd.DataFrame([notebook_outputs.recorded(run) for _, run in runs], dtype=object).fillna(
        ""
    )
    changed = quoted.loc[:, quoted.nunique() > 1] if len(runs) > 1 else quoted
    sentences = sentences_of(notebook)
    rows = [
        values
        | {"name": name}
        | number_and_unit(text)
        | {"sentence": filled_sentence(sentences, name, texts)}
        for (values, _), texts in zip(runs, quoted.to_dict("records"), strict=True)
        for name, text in texts.items()
        if name in changed
    ]
    names = dict.fromkeys(name for values, _ in runs for name in values)
    table = pd.DataFrame(rows, columns=[*names, "name", "value", "unit", "sentence"])
    text = table.to_csv(index=False, lineterminator="\n")
    paths.write_atomically(out / "results.csv", text)
    if failures:
        raise UserError("\n".join(failures))
    return summary(runs, quoted, changed, sentences)


def number_and_unit(text: str) -> dict[str, str]:
    """Return a value and, apart from it, its unit.

    Examples
    --------
    >>> number_and_unit("−29.8 MiB"), number_and_unit("5 of 6")
    ({'value': '-29.8', 'unit': 'MiB'}, {'value': '5 of 6', 'unit': ''})
    """
    if not (amount_found := AMOUNT.fullmatch(text)):
        return {"value": text, "unit": ""}
    number = amount_found["number"].replace("−", "-").replace(",", "")
    return {"value": number, "unit": amount_found["unit"] or ""}


def sentences_of(notebook: Path) -> dict[str, str]:
    """Return the first sentence that quotes each value, by the value's name, as it is written."""
    sentences = {}
    for cell in notebooks.read(notebook).cells:
        if cell.cell_type == "markdown":
            for sentence in SENTENCE_END.split(cell.source):
                for name in QUOTED.findall(sentence):
                    sentences.setdefault(name, " ".join(sentence.split()))
    return sentences


def filled_sentence(sentences: dict[str, str], name: str, texts: dict[str, str]) -> str:
    """Return the sentence of a value with the values given, or nothing if no sentence has it."""
    return notebook_prose.plain_markdown(sentences.get(name, ""), texts)


def summary(runs: list, quoted: pd.DataFrame, changed: pd.DataFrame, sentences: dict) -> list[str]:
    """Return what differs between runs, a sentence a line: ``[a | b]`` where two say a and b."""
    if len(runs) < 2:
        return []
    sets = [", ".join(f"{name}={value}" for name, value in values.items()) for values, _ in runs]
    shown = {name: f"[{_values_of_runs(texts)}]" for name, texts in changed.items()}
    filled = quoted.iloc[0].to_dict() | shown
    counted = f"{changed.shape[1]} of {quoted.shape[1]} values of the prose differ"
    lines = [f"{len(runs)} runs: [{_values_of_runs(sets)}]; {counted}"]
    told = {sentences[name]: name for name in changed if name in sentences}
    lines += [filled_sentence(sentences, name, filled) for name in told.values()]
    lines += [f"{name}: {shown[name]}" for name in changed if name not in sentences]
    tables = pd.DataFrame([_tables(run) for _, run in runs])
    differing = tables.columns[tables.nunique(dropna=False) > 1]
    return lines + [f"charts and tables that differ: {', '.join(differing)}"] * (differing.size > 0)


def _values_of_runs(texts) -> str:
    texts = [*texts]
    return " | ".join(texts if len(texts) <= MOST_LISTED else [texts[0], "…", texts[-1]])


def _tables(run) -> dict[str, str]:
    """Return the data of each chart and table of a run, with what a chart shows in words."""
    outputs = [output for cell in run.cells for output in cell.get("outputs", [])]
    known = [output.get("data", {}).get(book_exhibits.MIME) for output in outputs]
    return {each["id"]: each["csv"] + each.get("alt", "") for each in known if each}
