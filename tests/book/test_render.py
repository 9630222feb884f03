"""From executed notebooks to a site: what is refused."""

import nbformat
import pytest
import yaml
from nbformat import v4

from smallbert import paths
from smallbert.book import execute, pages, render
from smallbert.errors import UserError


def test_a_missing_chart_stops_the_rendering():
    listing = [{"id": name} for name in ("wu2022xtc-figure", "wu2022xtc-figure")]
    with pytest.raises(UserError) as caught:
        pages.require_exhibits(listing)
    said = str(caught.value).splitlines()
    assert "exhibits.csv: wu2022xtc-figure: published twice" in said
    assert "exhibits.csv: zhao2019extreme-table3: no notebook publishes it" in said


def test_the_page_of_a_notebook_that_never_ran_has_its_labels_and_says_why(tmp_path):
    text = v4.new_markdown_cell("(a)=\n# Title\n\n(inner)=\n## Part")
    nbformat.write(v4.new_notebook(cells=[text, v4.new_code_cell("1 / 0")]), tmp_path / "a.ipynb")
    line = f"{tmp_path}/a.ipynb: cell 2: ZeroDivisionError: division by zero"
    page = render._failed(tmp_path / "a.ipynb", ["b.ipynb: cell 1: b", line])
    assert page.startswith("(a)=\n(inner)=\n# a\n\nThis page failed. ")
    assert "ZeroDivisionError" in page


@pytest.fixture
def source(tmp_path, monkeypatch):
    """Return a book of two pages as Jupyter Book reads it; one leads nowhere."""
    for name in ("data", "CITATION.cff"):
        (tmp_path / name).symlink_to(paths.CHECKOUT / name)
    monkeypatch.setenv("SMALLBERT_ROOT", str(tmp_path))
    execute.preload(*execute.IMPORTS)
    folder = tmp_path / "_build" / "source"
    (folder / "book").mkdir(parents=True)
    (folder / "_static").mkdir()
    (folder / "book" / "sources.bib").touch()
    config = yaml.safe_load((paths.CHECKOUT / "_config.yml").read_text())
    config["sphinx"]["config"]["html_css_files"] = []
    del config["html"]["favicon"]
    (folder / "_config.yml").write_text(yaml.safe_dump(config))
    toc = "format: jb-book\nroot: index\nchapters: [{file: two}]\n"
    (folder / "_toc.yml").write_text(toc)
    (folder / "index.md").write_text("# One\n\nA sentence.")
    (folder / "two.md").write_text("# Two\n\n{doc}`nowhere`")
    return folder


def test_a_warning_is_an_error_and_is_said_by_the_page_s_own_path(source):
    with pytest.raises(UserError, match=r"^two\.md:3: WARNING: unknown document") as caught:
        execute.apart("smallbert.book.render:jupyter_book")
    assert str(caught.value).splitlines()[-1] == f"not rendered; see {source.parent}/sphinx.log"
