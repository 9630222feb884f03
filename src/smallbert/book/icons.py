"""A Sphinx extension: the theme's icons are glyphs of ``_static/icons.css``, not its own script.

That script has 1.5 MB, and each page would load it before its content.
"""

import re
from pathlib import Path

from jinja2 import DictLoader

MACROS = "static/webpack-macros.html"
"""The theme's template that names its scripts."""


def setup(app) -> dict:
    """Leave the script out of the pages and of the site."""
    app.connect("builder-inited", _leave_out)
    app.connect("build-finished", _remove)
    return {"parallel_read_safe": True}


def _leave_out(app) -> None:
    if templates := getattr(app.builder, "templates", None):
        text, *_ = templates.get_source(templates.environment, MACROS)
        plain = re.sub(r"<script[^>]*fontawesome\.js[^>]*></script>", "", text)
        templates.loaders.insert(0, DictLoader({MACROS: plain}))


def _remove(app, exception: Exception | None) -> None:
    for path in Path(app.outdir, "_static", "scripts").glob("fontawesome.js*"):
        path.unlink()
