"""How to cite the book and what is in it."""

from pathlib import Path

import yaml

from smallbert.data import credits, paths
from smallbert.data.files import cached


def book() -> dict:
    """Return what ``CITATION.cff`` says of the book; it is shared, so do not change it."""
    return _read(paths.root() / "CITATION.cff")


@cached(lambda path: [path])
def _read(path: Path) -> dict:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def number(card: dict) -> str:
    """Return how to cite a number: the work that reported it, and the book by the number's id.

    Parameters
    ----------
    card : dict
        Of `smallbert.book.cards.cards`; what it has as ``cite`` is left out of account.
    """
    how = {"digitised": ", read by eye", "published": ", as published"}.get(card["origin"], "")
    how += ", corrected by the book" if card["corrected"] else ""
    works = " and ".join(credits.short(key) for key in card["cites"])
    place = ", ".join(part for part in (works, card["locator"]) if part)
    about = f"{card['amount']}, {card['what']}, {card['model']}: {place}{how}"
    return f"{about}; Small BERT {book()['version']}, {card['id']}."
