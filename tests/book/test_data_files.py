"""The files that the site offers are as the data package says, and name all works and claims."""

import frictionless
import pytest
from pybtex.database import parse_file, parse_string

from smallbert import claims, paths
from smallbert.book import data_files
from smallbert.data import sources


@pytest.fixture(scope="module")
def offered(tmp_path_factory):
    """Return the folder of what the site offers."""
    folder = tmp_path_factory.mktemp("offered")
    data_files.write_data_files(folder, [])
    return folder / "data"


def test_the_offered_tables_are_as_the_data_package_next_to_them_says(offered):
    report = frictionless.validate(str(offered / "datapackage.json"))
    assert report.valid, report.flatten(["type", "note", "rowNumber", "fieldName"])[:5]
    assert [task.name for task in report.tasks] == ["results", "audit", "models"]


def test_the_offered_entries_are_those_of_all_works_and_claims_and_name_no_file(offered):
    works, claimed = (
        (offered / f"{name}.bib").read_text(encoding="utf-8") for name in ("sources", "claims")
    )
    written = parse_file(str(paths.data() / "sources.bib"), "bibtex").entries
    read = parse_string(works, "bibtex").entries
    assert {key: dict(each.fields) for key, each in read.items()} == {
        key: dict(each.fields) for key, each in written.items()
    }
    found = parse_string(claimed, "bibtex").entries
    assert {*found} == {*claims.all_claims()}
    files = {sources.work(key).document.file for key in sources.documented()}
    assert not [name for name in files if name.partition("_")[2] in claimed]
    assert found["severe-drop"].fields["note"].startswith("claim about Zhao et al. (2019), Slides")
