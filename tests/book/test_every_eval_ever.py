"""Records for Every Eval Ever have the form that the project's own schema asks for.

``eval.schema.json`` is that of evaleval/every_eval_ever (MIT) at commit 9bce4136, version 0.3.0.
"""

import json
from pathlib import Path

import jsonschema
import pandas as pd
import pytest

from smallbert import paths
from smallbert.book import every_eval_ever

SCHEMA = json.loads(Path(__file__).with_name("eval.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def found(runs) -> dict[str, dict]:
    """Return the records of the built site, by their paths."""
    folder = paths.CHECKOUT / "_build" / "html" / every_eval_ever.RECORDS_FOLDER
    return {
        path.relative_to(folder).as_posix(): json.loads(path.read_text(encoding="utf-8"))
        for path in folder.rglob("*.json")
    }


def test_each_record_is_valid(found):
    valid = jsonschema.Draft7Validator(SCHEMA)
    wrong = {path: [each.message for each in valid.iter_errors(own)] for path, own in found.items()}
    assert {path: faults for path, faults in wrong.items() if faults} == {}
    assert {len(path.split("/")) for path in found} == {5}
    assert {own["schema_version"] for own in found.values()} == {SCHEMA["version"]}


def test_a_record_says_where_its_score_is_printed(found):
    """XtremeDistil's README, line 33: 87.2 on MNLI."""
    table = pd.DataFrame(
        [each for own in found.values() for each in own["evaluation_results"]]
    ).set_index("evaluation_result_id")
    row = table.loc["mukherjee2021xtremedistil/table1/xtremedistil-12-384/mnli-m-accuracy"]
    assert row["score_details"]["score"] == 87.2
    assert row["source_data"]["url"][0].endswith("/README.md#L33")
    assert table.index.is_unique
