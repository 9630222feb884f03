"""A Sphinx extension: the search finds prose, tables and titles, no code; titles weigh most."""

import pickle
import unicodedata
from collections.abc import Callable
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.application import ENV_PICKLE_FILENAME
from sphinx.search.en import SearchEnglish


class Plain(SearchEnglish):
    """English, in which Memory³ is found as memory3, too."""

    def __init__(self, options: dict) -> None:
        super().__init__(options)
        self.stem = cache(self.stem)  # most words stand on many pages

    def split(self, input: str) -> list[str]:
        """Return the words of a text, and those of the same text in plain characters."""
        plain = unicodedata.normalize("NFKC", input)
        return super().split(input) + (super().split(plain) if plain != input else [])


def setup(app) -> dict:
    """Leave code out of the index, and weigh results by ``scorer.js``."""
    app.add_search_language(Plain)
    app.config.html_search_scorer = str(Path(__file__).with_name("scorer.js"))
    app.connect("builder-inited", _index_prose)
    app.connect("build-finished", _keep)
    return {"parallel_read_safe": True}


def _index_prose(app) -> None:
    if hasattr(app.builder, "index_page"):
        app.builder.index_page = without_code(app.builder.index_page)


def _keep(app, exception: Exception | None) -> None:
    """Write the environment again: Sphinx does so before it has indexed the glossary's terms.

    The next rendering would otherwise lose the terms of every page that it leaves as it is.
    """
    if exception is None:
        with (Path(app.doctreedir) / ENV_PICKLE_FILENAME).open("wb") as file:
            pickle.dump(app.env, file, pickle.HIGHEST_PROTOCOL)


def without_code(index_page: Callable) -> Callable:
    """Return a function that indexes a page as `index_page` does, its cells of code left out."""

    def index(name: str, doctree: nodes.document, title: str) -> None:
        cells = [
            each for each in doctree.findall(nodes.container) if "cell_input" in each["classes"]
        ]
        inside = [cell.children for cell in cells]
        for cell in cells:
            cell.children = []
        index_page(name, doctree, title)
        for cell, children in zip(cells, inside, strict=True):
            cell.children = children

    return index
