"""What is changed of Sphinx, its theme and pybtex, as locked, each with the reason.

Seen with Sphinx 7.4.7, sphinx-book-theme 1.3.0, pydata-sphinx-theme 0.17.1, snowballstemmer 3.1.1
and pybtex 0.26.1; each can go where a later version does without it.
"""

import os
import pickle
import re
from functools import cache
from pathlib import Path

import pybtex.plugin
from jinja2 import DictLoader
from sphinx.application import ENV_PICKLE_FILENAME, Sphinx

TEMPLATES = {
    # a script with icons, of 1.5 MB, whose glyphs in use are in ``_static/icons.css``
    "static/webpack-macros.html": (r"<script[^>]*fontawesome\.js[^>]*></script>", ""),
    # the index of the search, which its own page loads
    "pydata_sphinx_theme/layout.html": (
        r"<script[^>]*(?:search|language)\w+\.js[^>]*></script>",
        "",
    ),
    # title and contents once more, for paper
    "layout.html": (r'<div id="jb-print-docs-body".*(?=\{\{ super\(\) \}\})', ""),
    # the book's title behind itself
    "basic/layout.html": (r"(?<=if not embedded and docstitle)", " and title != docstitle"),
}
"""What the theme's templates have and no page needs, and what is there instead."""


def connect(app: Sphinx) -> None:
    """Let Sphinx work as below, from when its builder is there."""
    app.connect("builder-inited", _in_parallel)
    app.connect("builder-inited", _mend_templates)
    app.connect("builder-inited", _keep_what_is_asked_again)
    app.connect("build-finished", _leave_out_icons)
    app.connect("build-finished", _keep_what_was_indexed)


def _in_parallel(app: Sphinx) -> None:
    """Use all cores: Jupyter Book has no option for it."""
    app.parallel = (os.cpu_count() or 1) + 1  # one process only hands pages out
    # It numbers sections once all pages are read, and does not say that it may run in parallel.
    app.extensions["sphinx_multitoc_numbering"].parallel_read_safe = True


def _mend_templates(app: Sphinx) -> None:
    """Put `TEMPLATES` before the theme's own: a whole copy of each would hide its later changes."""
    templates = app.builder.templates
    texts = {name: templates.get_source(templates.environment, name)[0] for name in TEMPLATES}
    mended = {name: re.sub(*TEMPLATES[name], text, flags=re.S) for name, text in texts.items()}
    templates.loaders.insert(0, DictLoader(mended))


def _keep_what_is_asked_again(app: Sphinx) -> None:
    """Keep sidebars, stems and plugins, which would be made anew for every page, word and entry."""
    builder = app.builder
    contents, kept = builder._get_local_toctree, {}

    def contents_of(page: str, collapse: bool = True, **options) -> str:
        named = {each for pages in app.env.toctree_includes.values() for each in pages}
        if page in named or page == app.config.root_doc:
            return contents(page, collapse, **options)
        # a page that no contents name has no place in them: they differ by its folder alone
        request = page.rpartition("/")[0], collapse, *options.items()
        if request not in kept:
            kept[request] = contents(page, collapse, **options)
        return kept[request]

    builder._get_local_toctree = contents_of
    prepare = builder.prepare_writing

    def prepare_writing(pages) -> None:
        prepare(pages)
        if builder.indexer is not None:
            builder.indexer.lang.stem = cache(builder.indexer.lang.stem)

    builder.prepare_writing = prepare_writing
    pybtex.plugin._load_entry_point = cache(pybtex.plugin._load_entry_point)


def _leave_out_icons(app: Sphinx, exception: Exception | None) -> None:
    """Remove the script that `TEMPLATES` leaves out of pages: the theme copies it all the same."""
    for path in Path(app.outdir, "_static", "scripts").glob("fontawesome.js*"):
        path.unlink()


def _keep_what_was_indexed(app: Sphinx, exception: Exception | None) -> None:
    """Write Sphinx's memory once more: it does so before pages are written, and so indexed."""
    if exception is None:
        with Path(app.doctreedir, ENV_PICKLE_FILENAME).open("wb") as file:
            pickle.dump(app.env, file, pickle.HIGHEST_PROTOCOL)
