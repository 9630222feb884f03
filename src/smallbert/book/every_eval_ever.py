"""Records for Every Eval Ever, who gathers evaluations: a file for each model of a work.

The form is that of the project's ``eval.schema.json``; files lie as in its datastore, as
``data/<collection>/<developer>/<model>/<uuid>.json``.
"""

import json
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from uuid import UUID

import pandas as pd

from smallbert import compare, data
from smallbert.book import citation
from smallbert.compare import comparability
from smallbert.data import bibliography, side_tables, sources, vocabulary
from smallbert.data.anchors import slug
from smallbert.memo import cached

SCHEMA = "0.3.0"
RECORDS_FOLDER = Path("data", "every_eval_ever")
AUTHORS = "authors"


def write_records(target: Path, tidy: pd.DataFrame) -> None:
    """Write a record for each model of each work with usable scores, into a site.

    `tidy` are the results as `results.csv` has them, with standard_error.
    """
    scores = comparability.scores_among(data.usable(tidy))
    released = sources.survey_models()["id"].map(side_tables.checkpoints()).dropna()
    for (work, model), rows in scores.groupby(["source", "model"], sort=False):
        weights = released.get(model, "")
        if "://" in weights or "/" not in weights:  # not known, or not by a name of its own
            weights = f"{slug(compare.laboratory_of(work))}/{slug(model)}"
        seed = sha256(f"{work}/{model}".encode()).digest()[:16]
        folder = target / RECORDS_FOLDER / "data" / work / weights
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(_record(work, rows, weights, model in released))
        (folder / f"{UUID(bytes=seed, version=4)}.json").write_text(text + "\n", encoding="utf-8")


def _record(work: str, rows: pd.DataFrame, weights: str, is_open: bool) -> dict:
    """Return what a work reports of a model; who measured it is said of each score."""
    made = datetime.fromisoformat(str(citation.book()["date-released"])).replace(tzinfo=UTC)
    moment = f"{made.timestamp():.0f}"
    is_own = rows["measured_by"].eq(AUTHORS).all() and rows["technique"].ne("none").all()
    return {
        "schema_version": SCHEMA,
        "evaluation_id": f"{work}/{weights}/{moment}",
        "retrieved_timestamp": moment,
        "source_metadata": {
            "source_name": bibliography.label(work),
            "source_type": "documentation",
            "source_organization_name": compare.laboratory_of(work),
            "evaluator_relationship": "first_party" if is_own else "third_party",
        },
        "eval_library": {"name": "unknown", "version": "unknown"},
        "model_info": {
            "name": rows["model"].iloc[0],
            "id": weights,
            "additional_details": {
                "deployment_type": "unknown",
                "model_availability": "open_weights" if is_open else "unknown",
                "technique": rows["technique"].iloc[0],
            },
        },
        "evaluation_results": [_result(row) for row in rows.itertuples()],
    }


@cached
def _metrics() -> dict[str, dict]:
    """Return the lines of the metrics by their words."""
    return vocabulary.entries("metrics").to_dict("index")


def _result(row) -> dict:
    """Return one score with its metric, place and error."""
    metric, tasks = _metrics()[row.metric], vocabulary.names("tasks")
    source = {"dataset_name": tasks.get(row.task, row.task)}
    url = {"source_type": "url", "url": [row.address]} if row.address else {"source_type": "other"}
    details = {"printed": row.printed, "place": row.locator, "split": row.split}
    details |= {"measured_by": row.measured_by, "protocol": row.protocol}
    score = {"score": row.value, "details": {key: text for key, text in details.items() if text}}
    if pd.notna(row.standard_error):
        error = {"value": row.standard_error, "method": "analytic"}
        score["uncertainty"] = {"standard_error": error}
    return {
        "evaluation_result_id": row.id,
        "evaluation_name": row.task,
        "source_data": source | url,
        "metric_config": {
            "metric_id": row.metric,
            "metric_name": metric["name"],
            "metric_unit": "percent",
            "lower_is_better": metric["better"] == "lower",
            "score_type": "continuous",
            "min_score": float(metric["least"]),
            "max_score": float(metric["most"]),
        },
        "score_details": score,
    }
