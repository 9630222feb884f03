"""What Jupyter Book makes of the book's configuration."""

from jupyter_book.config import get_final_config

from smallbert import paths


def test_nothing_is_numbered_for_which_sphinx_would_read_every_page_at_each_change():
    """Jupyter Book adds extensions to those that are named; the one for LaTeX turns numfig on."""
    own = paths.root() / "_config.yml"
    final, _ = get_final_config(user_yaml=own, cli_config={"latex_individualpages": False})
    assert not final["numfig"]
    assert "sphinx_jupyterbook_latex" not in final["extensions"]
