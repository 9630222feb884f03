"""How to cite the book, a chart, a number and a claim; and where the book lies."""

import json
import re
import subprocess

import yaml

from smallbert import paths
from smallbert.data import bibliography
from smallbert.paths import cached


@cached
def book() -> dict:
    """Return what ``CITATION.cff`` says of the book; it is shared, so do not change it."""
    return yaml.safe_load((paths.root() / "CITATION.cff").read_text(encoding="utf-8"))


def number(card: dict) -> str:
    """Return how to cite a card's number: the work that reported it, and the book by its id."""
    how = {"digitised": ", read by eye", "published": ", as published"}.get(card["origin"], "")
    how += ", corrected by the book" if card["corrected"] else ""
    works = " and ".join(bibliography.short(key) for key in card["cites"])
    place = ", ".join(part for part in (works, card["locator"]) if part)
    about = f"{card['amount']}, {card['what']}, {card['model']}: {place}{how}"
    return f"{about}; Small BERT {book()['version']}, {card['id']}."


def entry(id: str = "", title: str = "", note: str = "") -> str:
    """Return the book, or a part of it by its id, as an entry of BibTeX.

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
        "url": repository(),
    }
    texts = {name: re.sub(r"([%&#_$])", r"\\\1", text) for name, text in fields.items() if text}
    lines = "".join(f"  {name} = {{{text}}},\n" for name, text in texts.items())
    return f"@{'incollection' if id else 'book'}{{{id or 'smallbert'},\n{lines}}}\n"


def script() -> str:
    """Return the script with the entry of a part, for the button Cite to fill."""
    return f"const SB_ENTRY = {json.dumps(entry('@ID@', '@TITLE@', '@NOTE@'))};\n"


def git(*words: str) -> str:
    """Return what a command of git prints in this checkout; nothing if it fails."""
    if not (paths.root() / ".git").exists():  # it may lie in another's clone
        return ""
    command = ["git", "-C", str(paths.root()), *words]
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()
    except OSError:  # git is not installed
        return ""


@cached
def repository() -> str:
    """Return the address of the checkout's remote as a browser has it; empty where it has none."""
    return address(git("remote", "get-url", "origin"))


def address(remote: str) -> str:
    """Return a remote as the address of a page; nothing if it is on a disk or has a password.

    Examples
    --------
    >>> address("git@host.org:team/book.git"), address("https://host.org/team/book")
    ('https://host.org/team/book', 'https://host.org/team/book')
    >>> address("/srv/book.git"), address("https://me:secret@host.org/team/book.git")
    ('', '')
    """
    match = re.fullmatch(r"(?:(?:ssh://)?git@|https?://)([\w.-]+)[:/]([\w./-]+)", remote)
    return f"https://{match[1]}/{match[2].removesuffix('.git')}" if match else ""
