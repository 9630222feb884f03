"""A Sphinx extension: what makes a rendering quicker and Jupyter Book's command has no option for.

Pages are read and written on all cores. The sidebar lists pages, and Sphinx looks for no sections
below them, which it would copy for each page and throw away again.
"""

import os


def setup(app) -> dict:
    """Set what has no place in Jupyter Book's configuration."""
    app.config.html_theme_options["max_navbar_depth"] = 1
    app.connect("builder-inited", _use_all_cores)
    return {"parallel_read_safe": True}


def _use_all_cores(app) -> None:
    """Let Sphinx read pages side by side, too: one extension does not say that it allows that.

    ``sphinx_multitoc_numbering`` only numbers sections once all pages are read. Where pages are
    written, one of the processes only hands them out, so there is one more than cores.
    """
    app.parallel = (os.cpu_count() or 1) + 1
    app.extensions["sphinx_multitoc_numbering"].parallel_read_safe = True
