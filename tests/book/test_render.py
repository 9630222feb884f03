"""From executed notebooks to a site: what is refused."""

import pytest
import yaml

from smallbert import paths
from smallbert.book import execute, pages
from smallbert.errors import UserError


def test_a_missing_chart_stops_the_rendering():
    listing = [{"id": name} for name in ("wu2022xtc-figure", "wu2022xtc-figure")]
    with pytest.raises(UserError) as caught:
        pages.require_exhibits(listing)
    said = str(caught.value).splitlines()
    assert "exhibits.csv: wu2022xtc-figure: published twice" in said
    assert "exhibits.csv: zhao2019extreme-table3: no notebook publishes it" in said


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
