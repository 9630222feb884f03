"""The feed of changes, of a changelog made by hand and of the book's own."""

from uuid import UUID
from xml.etree import ElementTree

import pytest

from smallbert import paths
from smallbert.book import citation, feed

NAMES = {"a": feed.ATOM}
CHANGELOG = """# Changelog

Words on versions.

## 0.2.0, 2031-05-06

- **Data.** One work, `roe2031`,
  is in.
- A point without a topic & an end.

## 0.1.0, as of 2030-01-02, not yet released

The first version.

- **Data.** All of it.
"""


def entries(text: str) -> list:
    return ElementTree.fromstring(text).findall("a:entry", NAMES)


def of(entry, name: str) -> str:
    return entry.findtext(f"a:{name}", namespaces=NAMES)


def test_each_point_of_a_version_is_an_entry_with_the_version_s_date():
    found = entries(feed.atom(CHANGELOG))
    assert [of(each, "title") for each in found] == [
        "Data (0.2.0)",
        "change 2 (0.2.0)",
        "Data (0.1.0)",
    ]
    dates = ["2031-05-06T00:00:00Z"] * 2 + ["2030-01-02T00:00:00Z"]
    assert [of(each, "updated") for each in found] == dates
    assert "<code>roe2031</code>" in of(found[0], "content")
    assert "a topic &amp; an end" in of(found[1], "content")


def test_an_id_is_a_uri_of_its_own_and_stays_when_words_or_address_change(monkeypatch):
    first = [of(each, "id") for each in entries(feed.atom(CHANGELOG))]
    assert len({UUID(each) for each in first}) == 3
    monkeypatch.setattr(
        citation, "site_address", lambda place="": f"https://example.org/book/{place}"
    )
    later = feed.atom(CHANGELOG.replace("All of it", "Most of it"))
    assert [of(each, "id") for each in entries(later)] == first
    own = ElementTree.fromstring(later).find("a:link", NAMES)
    assert own.attrib == {"rel": "self", "href": "https://example.org/book/data/changes.xml"}


@pytest.mark.parametrize("name", ["id", "title", "updated"])
def test_the_book_s_feed_has_what_atom_asks_of_it_and_of_each_entry(name):
    text = feed.atom((paths.CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8"))
    whole = ElementTree.fromstring(text)
    assert whole.tag == f"{{{feed.ATOM}}}feed"
    assert whole.findtext("a:author/a:name", namespaces=NAMES)
    told = [of(each, name) for each in [whole, *entries(text)]]
    assert len(told) > 5
    assert all(told)
    assert of(whole, "updated") == max(of(each, "updated") for each in entries(text))
