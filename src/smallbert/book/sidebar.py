"""A Sphinx extension: the sidebar lists pages, and Sphinx looks for no sections below them.

It would copy the sections of all pages for each page, to throw them away again.
"""


def setup(app) -> dict:
    """Set the theme's option, for which Jupyter Book's configuration has no place."""
    app.config.html_theme_options["max_navbar_depth"] = 1
    return {"parallel_read_safe": True}
