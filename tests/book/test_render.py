"""From executed notebooks to a site: what is refused, and what is written anew."""

import json

import nbformat
import pandas as pd
import pytest
import yaml

from smallbert import claims
from smallbert.book import artifacts, build, execute, pages, render
from smallbert.data import paths
from smallbert.data.faults import UserError, of_machine


def test_a_missing_chart_stops_the_rendering():
    listing = [{"id": name} for name in ("wu2022xtc-figure", "wu2022xtc-figure")]
    with pytest.raises(UserError) as caught:
        pages.require_exhibits(listing)
    said = str(caught.value).splitlines()
    assert "exhibits.csv: wu2022xtc-figure: published twice" in said
    assert "exhibits.csv: zhao2019extreme-table3: no notebook publishes it" in said


def test_a_page_that_was_not_rendered_is_named(tmp_path):
    (tmp_path / "source" / "book").mkdir(parents=True)
    (tmp_path / "source" / "book" / "lost.md").write_text("# Lost")
    with pytest.raises(UserError, match=r"lost.md: no page was rendered; is it in _toc.yml\?"):
        render._require_pages(tmp_path / "html", tmp_path / "source")


PAGES = {
    "index.html": '<a href="notebooks/one.html#here">a</a> <a href="#top">b</a>',
    "notebooks/one.html": '<p id="here"></p><svg><use xlink:href="#x"/></svg>'
    '<a href="two.html#a%26b">c</a><a href="../data/x.csv">d</a>'
    '<a href="../data/a b.csv">g</a><a href="https://a.b/#c">e</a>'
    '<a href="../numbers/z-t.html#a/b">f</a><code>&lt;a href="#code"&gt;</code>',
    "notebooks/two.html": "<a id='a&amp;b'></a>",
    "data/x.csv": "a",
    "data/a b.csv": "a",
}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('#top"', '#dead"'),
        ('"notebooks/one.html#here"', "'notebooks/one.html#hear'"),
        ('"notebooks/one.html#here"', "notebooks/won.html#here"),
    ],
)
def test_a_link_in_raw_html_that_leads_nowhere_fails_the_build(tmp_path, old, new):
    for name, text in PAGES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    render.require_links(tmp_path)
    page = tmp_path / "index.html"
    page.write_text(page.read_text().replace(old, new))
    link = new.strip("\"'")
    with pytest.raises(UserError, match=rf"^index.html: the link '{link}' leads to nothing of the"):
        render.require_links(tmp_path)


TOC = "format: jb-book\nroot: index\nchapters: [{file: two}, {file: three}]\n"


@pytest.fixture
def source(tmp_path):
    """Return a book of three pages as Jupyter Book reads it."""
    execute.preload(build.IMPORTS)
    folder = tmp_path / "source"
    (folder / "book").mkdir(parents=True)
    (folder / "_static").mkdir()
    (folder / "book" / "sources.bib").touch()
    config = yaml.safe_load((paths.CHECKOUT / "_config.yml").read_text())
    config["sphinx"]["config"]["html_css_files"] = []
    (folder / "_config.yml").write_text(yaml.safe_dump(config))
    (folder / "_toc.yml").write_text(TOC)
    (folder / "index.md").write_text("# One\n\nA sentence.")
    (folder / "two.md").write_text("# Two\n\nAnother one.")
    (folder / "three.md").write_text("# Three\n\nA third one.")
    return folder


def test_only_a_changed_page_is_rendered_and_all_where_a_title_changed(source, tmp_path):
    html = tmp_path / "work" / "_build" / "html"

    def rendered() -> set[str]:
        before = {path: path.stat().st_mtime_ns for path in html.glob("*.html")}
        execute.apart(render.jupyter_book, source, tmp_path / "work")
        pages = (html / "two.html", html / "three.html")
        return {path.stem for path in pages if before.get(path) != path.stat().st_mtime_ns}

    assert rendered() == {"two", "three"}
    (source / "two.md").write_text("# Two\n\nIn other words.")
    assert rendered() == {"two"}
    assert "In other words." in (html / "two.html").read_text()
    (source / "two.md").write_text("# Second\n\nIn other words.")
    assert rendered() == {"two", "three"}
    assert "Second" in (html / "three.html").read_text()  # in the sidebar


def test_a_warning_is_an_error_and_is_said_by_the_page_s_own_path(source, tmp_path):
    (source / "two.md").write_text("# Two\n\n{doc}`nowhere`")
    with pytest.raises(UserError, match=r"^two\.md:3: WARNING: unknown document") as caught:
        execute.apart(render.jupyter_book, source, tmp_path / "work")
    assert str(caught.value).splitlines()[-1] == f"not rendered; see {tmp_path}/work.log"


def test_a_disk_that_fills_while_sphinx_writes_gets_the_line_of_a_full_disk(tmp_path):
    log, source = tmp_path / "sphinx.log", tmp_path / "source"
    log.write_text("Exception:\nOSError: [Errno 28] No space left on device\nBye")
    said = of_machine(render._fault(log, source))
    assert said == f"{tmp_path}: No space left on device; free some space"


def test_the_audit_stands_beside_the_results(tmp_path):
    (tmp_path / "data").mkdir()
    pages.offer(tmp_path, [])
    frame = pd.read_csv(tmp_path / "data" / "audit.csv")
    first = "id source table row quantity printed recomputed difference tolerance rule verdict"
    assert list(frame)[:11] == first.split()
    assert set(pd.read_csv(tmp_path / "data" / "results.csv")["source"]) >= set(frame["source"])


def test_a_descriptor_says_which_chart_and_which_claim_the_home_page_shows():
    key, shown = artifacts.home()
    assert shown["chart"].startswith(f"{key}-")
    assert claims.stated().at[shown["claim"], "source"] == key


def test_a_page_of_a_run_leads_into_the_site(tmp_path):
    page = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# A")])
    render.stage_alone(page, "a", tmp_path)
    assert json.loads((tmp_path / "notebooks" / "a.ipynb").read_text())["cells"][0]["source"]
    assert "intersphinx" in (tmp_path / "_config.yml").read_text()
