"""What every column of the data holds: for the page, and for the descriptor of offered files.

The columns of the words and of the survey's tables are described beside them, in
``data/vocabulary/datapackage.yaml`` and ``data/survey/datapackage.yaml``.
"""

import pandas as pd
import yaml

from smallbert import paths
from smallbert.book import markdown
from smallbert.compare import cost_axes
from smallbert.data import vocabulary

COLUMNS = {
    "id": "source / table / row / quantity; stable",
    "source": "key of the work",
    "table": "table or figure of the work",
    "row": "row of the table",
    "model": "the model in plain words",
    "technique": "families joined by +; the first is the main one",
    "task": "key in tasks.csv; empty where the number belongs to no task",
    "metric": "key in metrics.csv",
    "split": "key in splits.csv, as the document states it; where another place tells it, the "
    "ground in models.csv has that",
    "value": "the number in the unit",
    "unit": "key in units.csv",
    "printed": "the part of the cell that the number was read from",
    "half_width": "half-width of the reading or half a unit in the last printed place",
    "origin": "key in origins.csv",
    "corrected": "whether corrections.csv corrects the cell",
    "baseline": "id of the result that this one is compared with",
    "locator": "document and place and line",
    "unusable": "why no comparison or claim may use the number; empty where they may",
    "protocol": "key in protocols.csv; empty where the source says no more than the split, "
    "and for what is no score, such as a size, a sparsity or a speed of no task",
    "measured_by": "authors of the work; others, in a table of theirs; or borrowed from elsewhere",
    "original": "row or address that a borrowed number comes from",
    "device": "what it was measured on, if it depends on that; not stated where nobody says it",
    "sd": "standard deviation over runs, in the unit; empty where it is not printed",
    "n": "number of runs; empty where it is not printed",
    "standard_error": "one standard deviation in the unit by how many examples the task's set has "
    "and, where it is printed, the spread over runs; empty where neither is known",
    "address": "where the place can be opened; empty for documents that are not on the web",
}
"""Meaning of each column of the tidy results."""

AUDITED = {
    "id": "id of the number, then the rule",
    "source": COLUMNS["source"],
    "table": COLUMNS["table"],
    "row": COLUMNS["row"],
    "quantity": "the last part of the number's id",
    "printed": "the number as the document prints it, or as corrected",
    "recomputed": "the number as it follows from its inputs; empty where it cannot be recomputed",
    "difference": "printed minus recomputed",
    "tolerance": "largest difference that rounding of the number and of its inputs explains",
    "rule": "name of the rule",
    "verdict": "agrees, agrees if truncated, disagrees or cannot be recomputed",
    "rests_on": "printed digits, cut digits, or rounded inputs that hide digits",
    "document": "file name; published where the number is in none of the documents",
    "note": "what explains the line, or what is missing",
    "inputs": "ids of the numbers used, joined by blanks",
    "as_printed": "the verdict on the cells without corrections",
}
"""Meaning of each column of the audit."""

SCORED = {"mnli": "MNLI", "glue": "GLUE", "squad": "SQuAD 1.1"}
FAST = {
    "speedup_gpu": "on its work's GPU",
    "speedup_cpu": "on its work's CPU",
    "speedup_phone": "on its work's phone",
    "speedup": "on a device that its work does not name",
}
NUMBERS = {"compression": "baseline's stored bytes divided by the model's", **cost_axes.SIZES}


def _of_models() -> dict[str, str]:
    """Return the meaning of each column of the models."""
    meanings = {"id": "work / model; stable", "model": COLUMNS["model"]}
    meanings |= {"technique": COLUMNS["technique"], "source": COLUMNS["source"]}
    meanings |= {"work": "authors and year of the work", "year": "of the work"}
    for name, meaning in cost_axes.SHAPE.items():
        meanings[name] = (
            f"{meaning} of the shape that the work's data state; empty where they state none"
        )
    for name, meaning in NUMBERS.items():
        meanings |= {name: meaning, f"{name}_origin": COLUMNS["origin"]}
        meanings[f"{name}_id"] = "result behind it; empty where it follows from the shape alone"
    for name, meaning in SCORED.items():
        meanings |= {name: f"score on {meaning} [%]", f"{name}_origin": COLUMNS["origin"]}
        meanings[f"{name}_id"] = "id of the score's result"
        meanings[f"{name}_ground"] = "what another score must share to be compared with it"
    meanings["ground"] = "the sets of the scores, and the baseline"
    for name, meaning in FAST.items():
        meanings[name] = f"baseline's time divided by the model's, {meaning}"
        meanings[f"{name}_id"] = "id of the speedup, or of the model's time"
        meanings[f"{name}_task"] = "task that was timed; empty where none is stated"
    return meanings


MODELS = _of_models()
"""Meaning of each column of the models."""

TYPES = dict.fromkeys(["value", "half_width", "sd", "n", "standard_error"], "number") | {
    "corrected": "boolean"
}
AUDITED_TYPES = dict.fromkeys(["printed", "recomputed", "difference", "tolerance"], "number")
MODELS_TYPES = dict.fromkeys([*NUMBERS, *SCORED, *FAST], "number")
MODELS_TYPES |= dict.fromkeys(["year", *cost_axes.SHAPE], "integer")
"""Of the columns that hold no text."""


def data_package() -> dict:
    """Return the descriptor of ``results.csv``, ``audit.csv`` and ``models.csv``."""
    return {
        "name": "smallbert-results",
        "title": "Results on language-model compression, one row a number, and their audit",
        "licenses": [{"name": "CC-BY-4.0", "path": "https://creativecommons.org/licenses/by/4.0/"}],
        "resources": [
            _resource("results", COLUMNS, TYPES),
            _resource("audit", AUDITED, AUDITED_TYPES),
            _resource("models", MODELS, MODELS_TYPES),
        ],
    }


def _resource(name: str, columns: dict[str, str], types: dict[str, str]) -> dict:
    fields = [
        {"name": each, "type": types.get(each, "string"), "description": meaning}
        for each, meaning in columns.items()
    ]
    return {
        "name": name,
        "path": f"{name}.csv",
        "format": "csv",
        "encoding": "utf-8",
        "schema": {"primaryKey": "id", "fields": fields},
    }


def page() -> str:
    """Return the page that explains every column and every word of the data."""
    parts = [
        "(data_dictionary)=\n# Data dictionary",
        "Generated from the files below `data/`; the tidy results are offered as "
        '<a href="../data/results.csv">results.csv</a> with a '
        '<a href="../data/datapackage.json">Data Package descriptor</a>.',
        "## Columns of the tidy results\n\nA row is one number. The size, the layers and the width "
        "of its model are columns of the models, by `source` and `model`.",
        _meanings(COLUMNS),
        '## Columns of the audit\n\nOf <a href="../data/audit.csv">audit.csv</a>.',
        _meanings(AUDITED),
        '## Columns of the models\n\nOf <a href="../data/models.csv">models.csv</a>, which '
        "{ref}`models` shows.",
        _meanings(MODELS),
    ]
    for table in _described("vocabulary"):
        words = vocabulary.table(table["name"]).reset_index()
        parts += [
            f"## {table['title']}",
            _columns(table),
            markdown.table(words, fold=f"{len(words)} entries"),
        ]
    parts += [SURVEY]
    for table in _described("survey"):
        parts += [f"### {table['title']}\n\n`{table['path']}`", _columns(table)]
    return "\n\n".join(parts) + "\n"


SURVEY = """\
## Tables about the numbers

These tables say something about printed numbers. `data/survey` contains what concerns several
works; most of the tables may also, or only, be in a work's folder, with what concerns that work.
There, `source` and `document` are left out if they are the work's own."""


def _described(folder: str) -> list[dict]:
    text = (paths.data() / folder / "datapackage.yaml").read_text(encoding="utf-8")
    return yaml.load(text, Loader=yaml.CSafeLoader)["resources"]


def _meanings(columns: dict[str, str]) -> str:
    meanings = pd.DataFrame(columns.items(), columns=["column", "meaning"])
    return markdown.table(meanings, fold=f"{len(columns)} columns")


def _columns(resource: dict) -> str:
    """Return a table of a resource's columns: meaning, type, and what a cell may hold."""
    fields = resource["schema"]["fields"]
    rows = [(each["name"], each["description"], _allowed(each, resource)) for each in fields]
    columns = pd.DataFrame(rows, columns=["column", "meaning", "a cell"])
    return markdown.table(columns, fold=f"{len(rows)} columns")


def _allowed(field: dict, resource: dict) -> str:
    limits, schema = field.get("constraints", {}), resource["schema"]
    leads = [each for each in schema.get("foreignKeys", []) if each["fields"] == field["name"]]
    parts = [
        "part of the key" if field["name"] in _key(schema) else "",
        {"integer": "a whole number", "number": "a number"}.get(field["type"], ""),
        f"at least {limits['minimum']}" if "minimum" in limits else "",
        " or ".join(limits.get("enum", [])),
        *[f"of {each['reference']['resource']}.csv" for each in leads],
        "" if limits.get("required") else "may be empty",
    ]
    return "; ".join(part for part in parts if part)


def _key(schema: dict) -> list[str]:
    key = schema.get("primaryKey", [])
    return [key] if isinstance(key, str) else key
