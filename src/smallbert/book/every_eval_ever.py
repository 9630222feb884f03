"""Scores as records of Every Eval Ever, schema 0.3: one for each model of each source.

https://github.com/evaleval/every_eval_ever describes the schema.
"""

import json
import uuid
from datetime import UTC, datetime
from hashlib import sha256

import pandas as pd

from smallbert.book import citing
from smallbert.compare.models import slug
from smallbert.compare.scores import of_models
from smallbert.data import files, sources, vocabulary

SCHEMA = "0.3.0"
MIXED = ("score", "average")
"""Metrics that may be, or contain, a correlation; no other survey has them by these names."""


@files.steady()
def records() -> dict[str, str]:
    """Return the records as JSON, by path: ``<source>/<model>/<uuid>.json``.

    Scores that decide nothing are left out, and so are borrowed ones, whose original counts.
    """
    tidy = of_models(sources.usable(sources.results()))
    tidy = tidy[tidy["task"].ne("") & tidy["measured_by"].ne("borrowed")]
    words = [vocabulary.table(name).to_dict("index") for name in ("tasks", "metrics")]
    written = {}
    for (key, model), rows in tidy.groupby(["source", "model"], sort=True):
        record = _record(key, model, rows, *words)
        name = uuid.UUID(bytes=sha256(record["evaluation_id"].encode()).digest()[:16], version=4)
        path = f"{record['model_info']['id']}/{name}.json"
        written[path] = json.dumps(record, indent=1, ensure_ascii=False) + "\n"
    return written


def _record(key: str, model: str, rows: pd.DataFrame, tasks: dict, metrics: dict) -> dict:
    """Return what a source prints of a model; it says neither who runs it nor how to get it."""
    about, id = citing.book(), f"{key}/{slug(model)}"
    day = datetime.combine(about["date-released"], datetime.min.time(), UTC)
    second = f"{day.timestamp():.0f}"
    unknown = {"deployment_type": "unknown", "model_availability": "unknown"}
    work = {"work": sources.describe(key)["title"], "key": key, "version": about["version"]}
    source = {"source_name": about["title"], "source_type": "documentation"}
    source |= {"source_organization_name": about["authors"][0]["name"]}
    source |= {"evaluator_relationship": "other", "additional_details": work}
    if url := citing.repository():
        source["source_organization_url"] = url
    return {
        "schema_version": SCHEMA,
        "evaluation_id": f"smallbert/{id}/{second}",
        "retrieved_timestamp": second,
        "source_metadata": source,
        "eval_library": {"name": "unknown", "version": "unknown"},
        "model_info": {
            "name": model,
            "id": id,
            "additional_details": unknown | {"technique": rows["technique"].iloc[0]},
        },
        "evaluation_results": [_result(row, tasks, metrics) for row in rows.to_dict("records")],
    }


def _result(row: dict, tasks: dict, metrics: dict) -> dict:
    task, metric = tasks[row["task"]], metrics[row["metric"]]
    told = ("printed", "locator", "address", "origin", "split", "protocol", "measured_by")
    details = {name: row[name] for name in told if row[name]}
    for name, called in {"sd": "standard_deviation_of_runs", "n": "runs"}.items():
        if pd.notna(row[name]):
            details[called] = f"{row[name]:g}"
    return {
        "evaluation_result_id": row["id"],
        "evaluation_name": row["task"],
        "source_data": {
            "dataset_name": task["name"],
            "source_type": "other",
            "additional_details": {"suite": task["suite"], "meaning": task["meaning"]},
        },
        "metric_config": {
            "evaluation_description": metric["meaning"],
            "metric_id": f"smallbert.{row['metric']}" if row["metric"] in MIXED else row["metric"],
            "metric_name": metric["name"],
            "metric_unit": "percent",
            "lower_is_better": False,
            "score_type": "continuous",
            "min_score": int(metric["least"]),
            "max_score": int(metric["most"]),
        },
        "score_details": {"score": float(f"{row['value']:.10g}"), "details": details},
    }
