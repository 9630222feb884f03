"""The data that the site offers for download: tables, claims, records, entries for citing."""

import json
from pathlib import Path

import pandas as pd

from smallbert import audit, claims, compare, data, paths
from smallbert.answers import page as answers
from smallbert.book import citation, every_eval_ever
from smallbert.data import sources

RESULTS_PACKAGE = "results.yaml"
"""What describes the offered tables, below ``data``."""

PLAIN_CSV = {"index": False, "lineterminator": "\n", "float_format": "%.10g"}  # no 1.7999999


def write_data_files(target: Path, listing: list[dict]) -> None:
    """Write the data that the site offers into a folder that becomes part of it.

    Among them are its charts and tables, as ``artifacts.json`` lists them.
    """
    answers.write_files(target / answers.FILES)
    folder, tidy, stated_claims = target / "data", results_to_offer(), claims.claims_as_json()
    folder.mkdir(parents=True, exist_ok=True)
    every_eval_ever.write_records(target, tidy)
    texts = {
        "results.csv": tidy.to_csv(index=False, lineterminator="\n"),
        "audit.csv": audit.audit_table().to_csv(**PLAIN_CSV),
        "models.csv": compare.models_of_works().to_csv(**PLAIN_CSV),
        "datapackage.json": _json(sources.read_yaml(paths.data() / RESULTS_PACKAGE)),
        "artifacts.json": _json(listing),
        "claims.json": _json(stated_claims),
        "smallbert.bib": citation.bibtex_entry(),
        "claims.bib": "\n".join(map(_bibtex_of_claim, stated_claims)),
        "sources.bib": "\n".join(citation.entries_of_works().values()),
        "works.js": citation.script_of_works(),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")


def results_to_offer() -> pd.DataFrame:
    """Return the tidy results with the standard error of each score and who measured each."""
    tidy = data.results()
    errors = compare.standard_errors(tidy).map(lambda error: float(f"{error:.3g}"))
    tidy.insert(list(tidy).index("n") + 1, "standard_error", errors)
    laboratories = compare.measured_at(tidy).map(compare.laboratory_of)
    tidy.insert(list(tidy).index("measured_by") + 1, "laboratory", laboratories)
    return tidy


def _json(content) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _bibtex_of_claim(claim: dict) -> str:
    note = f"claim about {claim['place']}: {claim['verdict']}"
    place = f"notebooks/claims.html#claim-{claim['id']}"
    return citation.bibtex_entry(claim["id"], claim["statement"], note, place)
