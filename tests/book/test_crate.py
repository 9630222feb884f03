"""A run as a Process Run Crate: what went in, what ran, what came out.

`rocrate-validator validate -p process-run-crate-0.5 FOLDER` accepts it; the validator loads the
crate's context from the network, so it is not run here.
"""

import json
from datetime import datetime

import nbformat
import pytest

from smallbert.book import crate, notebooks


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("crate")
    notebook = notebooks.find("gordon2020compressing")
    crate.write(notebook, folder, {"corrected": False})
    return folder


@pytest.fixture(scope="module")
def graph(folder):
    text = (folder / crate.METADATA).read_text(encoding="utf-8")
    return {each["@id"]: each for each in json.loads(text)["@graph"]}


def named(value) -> list[str]:
    """Return the ids to which a property refers."""
    values = value if isinstance(value, list) else [value]
    return [each["@id"] for each in values if isinstance(each, dict)]


def test_the_crate_says_what_it_is_and_which_profile_it_follows(graph):
    assert named(graph["ro-crate-metadata.json"]["about"]) == ["./"]
    assert named(graph["./"]["conformsTo"]) == [crate.PROFILE]
    assert {"name", "description", "datePublished", "license"} <= set(graph["./"])


def test_every_file_is_there_once_and_every_reference_is_described(folder, graph):
    files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert set(named(graph["./"]["hasPart"])) == files - {crate.METADATA}
    missing = [
        id
        for each in graph.values()
        for value in each.values()
        for id in named(value)
        if id not in graph and id != crate.BASE
    ]
    assert missing == []


def test_the_run_leads_from_notebook_parameters_and_data_to_the_result(folder, graph):
    run = graph["#run"]
    assert run["@type"] == "CreateAction"
    assert named(run["instrument"]) == ["notebooks/gordon2020compressing.ipynb"]
    assert "SoftwareSourceCode" in graph["notebooks/gordon2020compressing.ipynb"]["@type"]
    assert named(run["result"]) == ["gordon2020compressing.ipynb"]
    assert "data/sources/gordon2020compressing/facts.csv" in named(run["object"])
    assert graph["#corrected"]["value"] is False
    began, ended = (datetime.fromisoformat(run[each]) for each in ("startTime", "endTime"))
    assert began <= ended
    executed = nbformat.read(folder / "gordon2020compressing.ipynb", as_version=4)
    assert executed.metadata
    assert any(cell.get("outputs") for cell in executed.cells)
