"""A Sphinx extension: the search finds prose, tables and titles, but no code of notebooks."""

import pickle
from pathlib import Path

from docutils.nodes import container
from sphinx.application import ENV_PICKLE_FILENAME


def setup(app) -> dict:
    """Leave code out of the index, and keep what was indexed."""
    app.connect("builder-inited", _index_no_code)
    app.connect("build-finished", _keep)
    return {"parallel_read_safe": True}


def _index_no_code(app) -> None:
    def index(name, doctree, title):
        page = doctree.deepcopy()
        for cell in [each for each in page.findall(container) if "cell_input" in each["classes"]]:
            cell.parent.remove(cell)
        index_page(name, page, title)

    if index_page := getattr(app.builder, "index_page", None):
        app.builder.index_page = index


def _keep(app, exception: Exception | None) -> None:
    """Write the environment again: Sphinx does so before it indexes the glossary's terms."""
    if exception is None:
        with Path(app.doctreedir, ENV_PICKLE_FILENAME).open("wb") as file:
            pickle.dump(app.env, file, pickle.HIGHEST_PROTOCOL)
