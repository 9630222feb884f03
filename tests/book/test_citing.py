"""How the book, its charts, numbers and claims are cited, in every format."""

import json
import re
import tomllib

import pytest
from pybtex.database import parse_string

from smallbert import paths
from smallbert.book import checkout, citing

NUMBER = citing.entry("a/t/one/size", "5 %, size of A_1", kind="dataset", note="reported by A")


def test_version_and_date_are_those_of_the_package_and_the_changelog():
    about, root = citing.book(), paths.CHECKOUT
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert about["version"] == project["version"]
    heading = re.search(r"^## (.*)$", (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)[1]
    assert heading.startswith(f"{about['version']}, ")
    assert str(about["date-released"]) in heading


def test_bibtex_has_year_version_and_the_number_that_is_cited():
    found = parse_string(citing.written([citing.entry(), NUMBER], "bib"), "bibtex").entries
    assert found["smallbert"].fields["year"] == str(citing.book()["date-released"])[:4]
    assert found["smallbert"].fields["version"] == citing.book()["version"]
    assert found["a/t/one/size"].fields["title"] == r"{5 \%, size of A\_1}"
    assert found["a/t/one/size"].fields["note"] == "reported by A; id a/t/one/size"


def test_ris_begins_and_ends_each_entry():
    text = citing.written([citing.entry(), NUMBER], "ris")
    assert re.findall(r"^(?:TY|ER)  - ?(.*)$", text, re.MULTILINE) == ["BOOK", "", "DATA", ""]
    assert "TI  - 5 %, size of A_1\n" in text


def test_csl_json_names_the_book_that_a_number_is_in():
    whole, number = json.loads(citing.written([citing.entry(), NUMBER], "json"))
    assert number["container-title"] == whole["title"]
    assert len(number["issued"]["date-parts"][0]) == 3


def test_the_script_has_an_entry_of_each_kind_in_each_format():
    lines = dict(each.split(" = ", 1) for each in citing.script().split("const ")[1:])
    forms = json.loads(lines["SB_ENTRIES"].removesuffix(";\n"))
    assert set(forms) == {"figure", "dataset", "entry"}
    assert json.loads(lines["SB_FORMATS"].removesuffix(";\n")) == citing.FORMATS
    for each in forms["dataset"].values():
        assert {"@ID@", "@TITLE@", "@NOTE@"} == set(re.findall("@[A-Z]+@", each))
    assert forms["dataset"]["ris"].startswith("TY  - DATA\nID  - @ID@\n")


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        ("git@host.org:team/book.git", "https://host.org/team/book"),
        ("ssh://git@host.org/team/book.git", "https://host.org/team/book"),
        ("https://me:secret@host.org/team/book.git", ""),
        ("/srv/book.git", ""),
        ("", ""),
    ],
)
def test_a_repository_is_named_only_by_an_address_that_readers_can_open(remote, address):
    assert checkout.address(remote) == address


def test_no_committed_page_names_a_repository_of_the_book():
    for name in ("_config.yml", "CITATION.cff", "book/cite.md", "README.md"):
        assert "github.com/" not in (paths.CHECKOUT / name).read_text(encoding="utf-8"), name
