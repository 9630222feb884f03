"""The pages of cards, one for each table.

Sphinx renders the page on cards, and the others are that page with another text in it, so that
thousands of cards cost a second.
"""

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from html import escape, unescape
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from smallbert.book import citation
from smallbert.book.html_fragments import fragment
from smallbert.book.number_cards import Card, Fact, facts
from smallbert.data import anchors, bibliography, sources

PAGE_ON_CARDS = f"{anchors.CARDS_FOLDER}/index"
"""The page on cards, from the root of site or book."""

SHARED_BY_ALL = (
    *("Rounding", "Protocol", "Device", "Measured by", "Origin", "Work"),
    "Not used, because",
)
"""The facts that are told once, at the top, where all numbers of a table share them."""

TOLD_ABOVE = ("Number", "Model", "Address")
"""The facts that the card's summary and the heading above it tell, and the address of a card that
somebody opens."""

SHARED_ANCHOR = "all"
"""The anchor of what is told at the top; a number's has a slash."""


class ModelOfTable(NamedTuple):
    """A heading of a page, the rows below it, and their cards, each with the facts left to tell.

    Rows that name no model are the heading themselves, so it has no fact.
    """

    fact: Fact | None
    rows: list[str]
    cards: list[tuple[Card, list[Fact]]]


def write_articles(folder: Path, by_id: dict[str, Card]) -> None:
    """Write title and text of the page of each table, from its cards, as JSON for `write_pages`."""
    tables = groupby(by_id.values(), key=lambda card: (card.number.source, card.number.table))
    for (key, name), cards in tables:
        title = f"{sources.tables(key)[name].title} ({bibliography.label(key)}): its numbers"
        page = {"title": title, "text": article_of_table(key, name, list(cards))}
        path = (folder / anchors.cards_page(key, name)).with_suffix(".json")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(page, ensure_ascii=False), encoding="utf-8")


def write_pages(site: Path, folder: Path) -> None:
    """Write the pages of all tables into a site, from what `write_articles` left in a folder."""
    rendered = (site / f"{PAGE_ON_CARDS}.html").read_text(encoding="utf-8")
    for path in folder.rglob("*.json"):
        title, text = json.loads(path.read_text(encoding="utf-8")).values()
        page = _with_text_between(rendered, '<article class="bd-article">', text, "</article>")
        page = _with_text_between(page, "<title>", escape(title), "</title>")
        about = unescape(re.sub("<.*?>", "", text[text.index("<p>") : text.index("</p>")]))
        metadata = {'name="description"': about, 'property="og:description"': about}
        for name, words in (metadata | {'property="og:title"': title}).items():
            page = _with_text_between(page, f'<meta {name} content="', escape(words), '" />')
        page_place = path.relative_to(folder).with_suffix(".html").as_posix()
        if published_at := citation.site_address(f"{PAGE_ON_CARDS}.html"):
            page = page.replace(published_at, citation.site_address(page_place))
        (site / page_place).write_text(page, encoding="utf-8")


def _with_text_between(page: str, before: str, text: str, after: str) -> str:
    """Return a page with a text in the place of what is between two marks."""
    start = page.index(before) + len(before)
    return page[:start] + text + page[page.index(after, start) :]


def article_of_table(key: str, name: str, cards: Sequence[Card]) -> str:
    """Return the text of the page of a table, as HTML: its cards by model, each to open."""
    table, facts_of_cards = sources.tables(key)[name], [[*facts(card)] for card in cards]
    shared = _shared_by_all(facts_of_cards)
    return fragment(
        "cards_of_table.html",
        title=table.title,
        work=bibliography.title(key),
        place=sources.locator(table),
        retraction=sources.retraction(key),
        count=len(cards),
        shared=shared,
        shared_anchor=SHARED_ANCHOR,
        models=_models_of_table(cards, facts_of_cards, shared),
    )


def _shared_by_all(facts_of_cards: list[list[Fact]]) -> list[Fact]:
    """Return the facts to tell once; those of a single card are told on it."""
    if len(facts_of_cards) < 2:
        return []
    shared = set.intersection(*map(set, facts_of_cards))
    return [fact for fact in facts_of_cards[0] if fact in shared and fact.name in SHARED_BY_ALL]


def _models_of_table(
    cards: Sequence[Card], facts_of_cards: list[list[Fact]], shared: list[Fact]
) -> list[ModelOfTable]:
    """Return the models of a table with their cards, in the order of its rows."""
    by_row, left_out = defaultdict(list), {*shared}  # numbers may come column by column
    for card, card_facts in zip(cards, facts_of_cards, strict=True):
        by_row[card.number.row].append((card, card_facts))
    models = []
    for model, names in groupby(by_row, key=lambda row: by_row[row][0][0].number.model):
        rows = [*names]
        cards_with_facts = [pair for row in rows for pair in by_row[row]]
        heading = next(fact for fact in cards_with_facts[0][1] if fact.name == "Model")
        left_to_tell = [
            (card, [fact for fact in card_facts if _is_folded(fact, left_out)])
            for card, card_facts in cards_with_facts
        ]
        models.append(ModelOfTable(heading if model else None, rows, left_to_tell))
    return models


def _is_folded(fact: Fact, left_out: set[Fact]) -> bool:
    return fact not in left_out and fact.name not in TOLD_ABOVE
