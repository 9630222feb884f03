"""From executed notebooks to a site: what is refused."""

import nbformat
import pytest
import yaml
from nbformat import v4

from smallbert import paths
from smallbert.book import execute, jupyter_book, notebook_outputs
from smallbert.errors import UserError


def test_a_missing_chart_stops_the_rendering():
    listing = [{"id": name} for name in ("wu2022xtc-figure", "wu2022xtc-figure")]
    with pytest.raises(UserError) as caught:
        notebook_outputs.require_exhibits(listing)
    said = str(caught.value).splitlines()
    assert "exhibits.csv: wu2022xtc-figure: published twice" in said
    assert "exhibits.csv: zhao2019extreme-table3: no notebook publishes it" in said


def test_the_page_of_a_notebook_that_never_ran_has_its_labels_and_says_why(tmp_path):
    text = v4.new_markdown_cell("(a)=\n# Title\n\n(inner)=\n## Part")
    nbformat.write(v4.new_notebook(cells=[text, v4.new_code_cell("1 / 0")]), tmp_path / "a.ipynb")
    line = f"{tmp_path}/a.ipynb: cell 2: ZeroDivisionError: division by zero"
    page = jupyter_book._failed(tmp_path / "a.ipynb", ["b.ipynb: cell 1: b", line])
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
        execute.apart("smallbert.book.jupyter_book:jupyter_book")
    assert str(caught.value).splitlines()[-1] == f"not rendered; see {source.parent}/sphinx.log"


def test_pages_say_where_they_are_once_the_address_is_known_and_a_wrong_one_has_doors(source):
    config = yaml.safe_load((source / "_config.yml").read_text())
    config["html"]["baseurl"] = "https://a.org/book/"
    config["title"] = "One"
    (source / "_config.yml").write_text(yaml.safe_dump(config))
    (source / "two.md").write_text("# Two\n\nA text & its end.")
    (source / "_toc.yml").write_text(
        "format: jb-book\nroot: index\nparts: [{caption: Shrink, chapters: [{file: two}]}]\n"
    )
    execute.apart("smallbert.book.jupyter_book:jupyter_book")
    site = jupyter_book._html()
    home, page, lost = (
        (site / f"{name}.html").read_text(encoding="utf-8") for name in ("index", "two", "404")
    )
    assert "<title>One</title>" in home
    assert "<title>Two &#8212; One</title>" in page
    for text, name in ((home, "index"), (page, "two")):
        assert text.count("<h1") == 1
        assert f'<meta property="og:url" content="https://a.org/book/{name}.html" />' in text
        assert f'<link rel="canonical" href="https://a.org/book/{name}.html" />' in text
        assert 'property="og:image" content="https://a.org/book/_static/share.png"' in text
        assert 'name="twitter:card"' in text
        assert 'type="application/atom+xml"' in text
    assert 'content="A text &amp; its end."' in page
    assert '"https://a.org/book/" || root' in lost
    assert lost.index("<base href") < lost.index("<link "), "which it has to be before"
    assert '<li>Shrink: <a href="two.html">Two</a></li>' in lost
    assert lost.count("canonical") == lost.count("og:url") == 0
