"""How the book, its charts, numbers and claims are cited."""

import json
import re
import tomllib

from pybtex.database import parse_string

from smallbert import paths
from smallbert.book import citation
from smallbert.data import anchors, bibliography

NUMBER = citation.bibtex_entry("a/t/one/size", "5 %, size of A_1", "reported by A")


def test_version_and_date_are_those_of_the_package_and_the_changelog():
    about, root = citation.book(), paths.CHECKOUT
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert about["version"] == project["version"]
    heading = re.search(r"^## (.*)$", (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)[1]
    assert heading.startswith(f"{about['version']}, ")
    assert str(about["date-released"]) in heading


def test_bibtex_has_the_book_and_the_number_in_it():
    found = parse_string(f"{citation.bibtex_entry()}\n{NUMBER}", "bibtex").entries
    assert found["smallbert"].fields["version"] == citation.book()["version"]
    assert found["a/t/one/size"].fields["title"] == r"{5 \%, size of A\_1}"
    assert found["a/t/one/size"].fields["note"] == "reported by A; id a/t/one/size"


def test_a_part_has_an_address_as_soon_as_the_site_has_one(monkeypatch):
    assert "url" not in NUMBER
    about = citation.book() | {"url": "https://a.example/book/"}
    monkeypatch.setattr(citation, "book", lambda: about)
    part = citation.bibtex_entry("a/t/one/size", "Size", place="numbers/a-t.html#one/size_1")
    found = parse_string(part, "bibtex").entries["a/t/one/size"]
    assert found.fields["url"] == "https://a.example/book/numbers/a-t.html#one/size_1"
    assert "@PLACE@" in citation.script_of_entry()


def test_a_button_finds_the_entry_of_each_work_by_its_anchor_in_the_references():
    name, _, text = citation.script_of_works().partition(" = ")
    entries = json.loads(text.removesuffix(";\n"))
    assert name == "const SB_WORKS"
    assert len(entries) == len(bibliography.bibliography().entries)
    for key in bibliography.bibliography().entries:
        anchor = anchors.reference(key).partition("#")[2]
        (found,) = parse_string(entries[anchor], "bibtex").entries
        assert found == key


def test_no_committed_page_names_a_repository_of_the_book():
    for name in ("_config.yml", "CITATION.cff", "book/cite.md", "README.md"):
        assert "github.com/" not in (paths.CHECKOUT / name).read_text(encoding="utf-8"), name


def test_the_site_s_address_ends_with_a_slash_and_is_empty_where_nobody_knows_it(monkeypatch):
    for url in ("https://a.org/b", "https://a.org/b/"):
        monkeypatch.setattr(citation, "book", lambda url=url: {"url": url})
        assert citation.site_address() == "https://a.org/b/"
    monkeypatch.setattr(citation, "book", dict)
    assert citation.site_address() == ""
