"""The changelog as an Atom feed, which readers of the site can subscribe to."""

import re
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree

from markdown_it import MarkdownIt

from smallbert import paths
from smallbert.book import citation

FEED_PLACE = "data/changes.xml"
"""Of the feed in the site."""

CHANGELOG_PAGE = "book/changelog.html"
ATOM = "http://www.w3.org/2005/Atom"
POINT = re.compile(r"\*\*(?P<topic>.+?)\.\*\* ")
"""How a point of the changelog begins."""


def atom(changelog: str) -> str:
    """Return a changelog in Markdown as a feed: one entry for each point of a version.

    An id rests on version and topic alone, so a feed reader knows a point again whose words changed
    or whose site moved. A version without a date has that of ``CITATION.cff``.
    """
    about = citation.book()
    released, entries = str(about["date-released"]), []
    _, *parts = re.split(r"^## (.+)$", changelog, flags=re.MULTILINE)
    for version, text in zip(parts[::2], parts[1::2], strict=True):
        date = re.search(r"\d{4}-\d\d-\d\d", version)
        number = version.partition(",")[0]
        for position, point in enumerate(re.split(r"^- ", text, flags=re.MULTILINE)[1:], 1):
            topic = POINT.match(point)
            name = topic["topic"] if topic else f"change {position}"
            entries.append((number, name, date[0] if date else released, point))
    ElementTree.register_namespace("", ATOM)
    feed = ElementTree.Element(f"{{{ATOM}}}feed")
    _add(feed, "id", _id("changes"))
    _add(feed, "title", f"Changes of {about['title']}")
    _add(feed, "updated", _time(max([date for _, _, date, _ in entries], default=released)))
    for author in about["authors"]:
        _add(_add(feed, "author"), "name", author["name"])
    if own := citation.site_address(FEED_PLACE):
        _add(feed, "link", rel="self", href=own)
    for number, name, date, point in entries:
        entry = _add(feed, "entry")
        _add(entry, "id", _id(f"{number}/{name}"))
        _add(entry, "title", f"{name} ({number})")
        _add(entry, "updated", _time(date))
        _add(entry, "link", href=citation.site_address(CHANGELOG_PAGE) or f"../{CHANGELOG_PAGE}")
        _add(entry, "content", MarkdownIt("commonmark").render(POINT.sub("", point)), type="html")
    ElementTree.indent(feed)
    return ElementTree.tostring(feed, encoding="unicode", xml_declaration=True) + "\n"


def write_feed(site) -> None:
    """Write the feed of the book's changelog into a site."""
    text = (paths.root() / "CHANGELOG.md").read_text(encoding="utf-8")
    (site / FEED_PLACE).write_text(atom(text), encoding="utf-8")


def _add(parent, name: str, text: str | None = None, **attributes) -> ElementTree.Element:
    """Add an element of Atom to another one, and return it."""
    element = ElementTree.SubElement(parent, f"{{{ATOM}}}{name}", attributes)
    element.text = text
    return element


def _id(name: str) -> str:
    return uuid5(NAMESPACE_URL, f"smallbert/{name}").urn


def _time(date: str) -> str:
    return f"{date}T00:00:00Z"
