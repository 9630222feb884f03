"""How to cite the book, a chart, a number, a claim and each work; and where the book lies."""

import json
import re
from collections.abc import Iterable

import yaml

from smallbert import paths
from smallbert.data import anchors, bibliography
from smallbert.data.amounts_in_words import amount_of, measured
from smallbert.data.results import Measurement
from smallbert.memo import cached


@cached
def book() -> dict:
    """Return what ``CITATION.cff`` says of the book; it is shared, so do not change it."""
    return yaml.safe_load((paths.root() / "CITATION.cff").read_text(encoding="utf-8"))


def citation_of_number(number: Measurement, keys: Iterable[str]) -> str:
    """Return how to cite a number: the works that report it, by key, and the book by its id."""
    how = {"digitised": ", read by eye", "published": ", as published"}.get(number.origin, "")
    how += ", corrected by the book" if number.corrected else ""
    works = " and ".join(bibliography.short(key) for key in keys)
    reported_at = ", ".join(filter(None, [works, number.locator]))
    row = number._asdict()
    about = f"{amount_of(row)}, {measured(row)}, {number.model}: {reported_at}{how}"
    return f"{about}; Small BERT {book()['version']}, {number.id}."


def bibtex_entry(id: str = "", title: str = "", note: str = "", place: str = "") -> str:
    """Return the book, or a part of it by its id, as an entry of BibTeX.

    `place` is where a part is, from the site's root; without an address of the site it is left out.
    pybtex would quote by the text, which ``cite.js`` puts in only later.
    """
    about = book()
    year, month, _ = str(about["date-released"]).split("-")
    fields = {
        "author": " and ".join(f"{{{each['name']}}}" for each in about["authors"]),
        "title": f"{{{title or about['title']}}}",
        "booktitle": about["title"] if id else "",
        "year": year,
        "month": month.lstrip("0"),
        "version": about["version"],
        "note": "; ".join(filter(None, [note, f"id {id}" if id else ""])),
    }
    texts = {name: re.sub(r"([%&#_$])", r"\\\1", text) for name, text in fields.items() if text}
    if url := site_address(place) or checkout_address():
        texts["url"] = url  # a style sets it as it is
    lines = "".join(f"  {name} = {{{text}}},\n" for name, text in texts.items())
    return f"@{'incollection' if id else 'book'}{{{id or 'smallbert'},\n{lines}}}\n"


def script_of_entry() -> str:
    """Return the script with the entry of a part, for the button Cite to fill."""
    filled = bibtex_entry("@ID@", "@TITLE@", "@NOTE@", "@PLACE@")
    return f"const SB_ENTRY = {json.dumps(filled)};\n"


def entries_of_works() -> dict[str, str]:
    """Return the entries of ``data/sources.bib`` as written there, by key."""
    text = (paths.data() / "sources.bib").read_text(encoding="utf-8")
    _, *parts = re.split(r"^(?=@\w+\{)", text, flags=re.MULTILINE)
    return {re.match(r"@\w+\{([^,\s]+)", each)[1]: each.strip() + "\n" for each in parts}


def anchor_of_work(key: str) -> str:
    """Return the anchor of a work in the references."""
    return anchors.reference(key).partition("#")[2]


def script_of_works() -> str:
    """Return the script with all entries by their anchors, which a button loads when it is used.

    A page that was opened from a disk may load a script, but no other file.
    """
    known = {anchor_of_work(key): entry for key, entry in entries_of_works().items()}
    return f"const SB_WORKS = {json.dumps(known, ensure_ascii=False)};\n"


def checkout_address() -> str:
    """Return where the checkout is published, as ``CITATION.cff`` says; empty if nowhere."""
    return book().get("repository-code", "")


def site_address(place: str = "") -> str:
    """Return where the site, or a place of it, is published, as ``CITATION.cff`` says, or empty."""
    url = book().get("url", "")
    return f"{url.rstrip('/')}/{place}" if url else ""
