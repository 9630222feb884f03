"""How to cite the book, a chart, a number and a claim; and where the book lies."""

import json
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

import yaml

from smallbert import paths
from smallbert.data import bibliography
from smallbert.paths import cached

FORMATS = {"bib": "BibTeX", "json": "CSL-JSON"}
"""What the files are called, by their ending."""


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


def entry(id: str = "", title: str = "", *, kind: str = "book", note: str = "") -> dict:
    """Return the book, or a part of it, as an entry of CSL-JSON.

    A part is a figure (also a table), dataset (a number) or entry (a claim).
    """
    about = book()
    date = [int(part) for part in str(about["date-released"]).split("-")]
    whole = {
        "id": "smallbert",
        "type": "book",
        "title": about["title"],
        "author": [{"literal": each["name"]} for each in about["authors"]],
        "issued": {"date-parts": [date]},
        "version": about["version"],
    }
    if url := repository():
        whole["URL"] = url
    if not id:
        return whole
    part = {"id": id, "type": kind, "title": title, "container-title": whole["title"]}
    return whole | part | {"note": "; ".join(filter(None, [note, f"id {id}"]))}


def written(entries: Iterable[dict], ending: str) -> str:
    """Return entries as the text of a file of one of `FORMATS`."""
    if ending == "json":
        return json.dumps(list(entries), indent=1, ensure_ascii=False) + "\n"
    return "\n".join(map(_bibtex, entries))


def _bibtex(entry: dict) -> str:
    """Write an entry; pybtex would quote by the text, which ``cite.js`` puts in only later."""
    year, month, _ = entry["issued"]["date-parts"][0]
    fields = {
        "author": " and ".join(f"{{{each['literal']}}}" for each in entry["author"]),
        "title": f"{{{entry['title']}}}",
        "booktitle": entry.get("container-title", ""),
        "year": str(year),
        "month": str(month),
        "version": entry["version"],
        "note": entry.get("note", ""),
        "url": entry.get("URL", ""),
    }
    texts = {name: re.sub(r"([%&#_$])", r"\\\1", text) for name, text in fields.items() if text}
    lines = "".join(f"  {name} = {{{text}}},\n" for name, text in texts.items())
    return f"@{'book' if entry['type'] == 'book' else 'incollection'}{{{entry['id']},\n{lines}}}\n"


def write(folder: Path, name: str, entries: list[dict]) -> None:
    """Write entries as files of every format: ``<name>.bib``, ``<name>.json``."""
    folder.mkdir(parents=True, exist_ok=True)
    for ending in FORMATS:
        (folder / f"{name}.{ending}").write_text(written(entries, ending), encoding="utf-8")


def script() -> str:
    """Return the script with an entry of each kind in each format, for the button Cite to fill."""
    forms = {}
    for kind in ("figure", "dataset", "entry"):
        blank = entry("@ID@", "@TITLE@", kind=kind, note="@NOTE@")
        forms[kind] = {ending: written([blank], ending) for ending in FORMATS}
    named = json.dumps(FORMATS)
    return f"const SB_FORMATS = {named};\nconst SB_ENTRIES = {json.dumps(forms, indent=1)};\n"


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
