"""The site is replaced whole or not at all; a small one stands in for the rendered book."""

import os
import time
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event

import nbformat
import pandas as pd
import pytest

from smallbert.book import offered, render, renderer, site, strays
from smallbert.data.faults import UserError, of_machine


@pytest.fixture
def book(tmp_path, monkeypatch):
    """Return an empty checkout, and let rendering write one page that counts."""
    monkeypatch.setenv("SMALLBERT_ROOT", str(tmp_path))
    for name in ("book", "data", "_build/executed"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "requirements.txt").write_text("")

    def fake(executed, staged):
        fresh = staged / "html"
        fresh.mkdir()
        pages = [path.stem for path in sorted(executed.glob("*.ipynb"))]
        (fresh / "index.html").write_text(" ".join(pages))
        return fresh

    monkeypatch.setattr(render, "render", fake)
    monkeypatch.setattr(renderer, "start", lambda: None)
    return tmp_path


def execute(book, name):
    nbformat.write(nbformat.v4.new_notebook(), book / "_build" / "executed" / f"{name}.ipynb")
    return book / "_build" / "executed"


def test_a_site_is_rendered_again_only_when_something_changed(book, monkeypatch):
    page = site.update(execute(book, "one"))
    assert page.read_text() == "one"
    monkeypatch.setattr(render, "render", lambda *_: pytest.fail("rendered without need"))
    assert site.update(book / "_build" / "executed") == page


DAMAGE = {
    "deleted": lambda page: page.unlink(),
    "cut": lambda page: page.write_text("on"),
    "altered": lambda page: (page.write_text("ten"), os.utime(page, (0, 0))),
    "beside it": lambda page: page.with_name("other.html").touch(),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_site_is_made_anew(book, damage):
    damage(site.update(execute(book, "one")))
    page = site.update(book / "_build" / "executed")
    assert page.read_text() == "one"
    assert [each.name for each in page.parent.iterdir()] == ["index.html"]


def test_a_new_site_takes_the_place_of_the_old_one_and_nothing_else_is_left(book):
    site.update(execute(book, "one"))
    page = site.update(execute(book, "two"))
    assert page.read_text() == "one two"
    assert len(list((book / "_build" / "sites").iterdir())) == 1
    assert [path for path in (book / "_build").iterdir() if "render-" in path.name] == []


def test_a_reader_meanwhile_sees_the_old_site_or_the_new_one(book):
    names = [f"page{number:02}" for number in range(20)]
    page, seen, ended = site.update(execute(book, names[0])), set(), Event()

    def read():
        while not ended.is_set():
            seen.add(page.read_text())

    with ThreadPoolExecutor(1) as pool:
        reader = pool.submit(read)
        for name in names[1:]:
            site.update(execute(book, name))
        ended.set()
        reader.result()  # it always found a page
    assert seen <= {" ".join(names[:count]) for count in range(1, len(names) + 1)}
    assert len(seen) > 1


def test_what_killed_builds_left_is_swept_once_no_build_can_own_it(tmp_path):
    left = {"executed/.audit-x1.ipynb", "sphinx-x2", "sites/x3", ".html.json-x7"}
    left |= {"executed/kept/audit/.audit.json-x8"}
    stay = {"executed/audit.ipynb", "sphinx", "sites/x4", "executed/.costs-x5.ipynb", "sites/x6"}
    for name in left | stay:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch() if path.suffix else (path / "html").mkdir(parents=True)
        if "x5" not in name and "x6" not in name:  # these two are young
            moment = time.time() - strays.AGE - 1
            os.utime(path, (moment, moment))
    site_now = tmp_path / "html"
    site_now.symlink_to("sites/x4/html")
    strays.sweep(tmp_path, site_now)
    assert {name for name in left | stay if (tmp_path / name).exists()} == stay


def test_a_failed_rendering_leaves_the_last_good_site(book, monkeypatch):
    page = site.update(execute(book, "one"))

    def fail(*_):
        raise UserError("a warning")

    monkeypatch.setattr(render, "render", fail)
    with pytest.raises(UserError, match="a warning"):
        site.update(execute(book, "two"))
    assert page.read_text() == "one"


def test_a_folder_from_before_is_replaced_too(book):
    old = book / "_build" / "html"
    old.mkdir()
    (old / "stale.html").write_text("old")
    page = site.update(execute(book, "one"))
    assert sorted(path.name for path in page.parent.iterdir()) == ["index.html"]


def test_another_user_s_web_server_may_enter_the_site(book):
    site.update(execute(book, "one"))
    (home,) = (book / "_build" / "sites").iterdir()
    assert home.stat().st_mode & 0o055 == 0o055


def test_a_missing_chart_stops_the_rendering():
    listing = [{"id": name} for name in ("wu2022xtc-figure", "wu2022xtc-figure")]
    with pytest.raises(UserError) as caught:
        offered.require_exhibits(listing)
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


def test_a_disk_that_fills_while_sphinx_writes_gets_the_line_of_a_full_disk(book, monkeypatch):
    said = (
        "copying assets...\nException occurred:\nOSError: [Errno 28] No space left on device\nBye"
    )

    def build(source, work, log):
        log.write_text(said)
        job = Future()
        job.set_result(False)
        return job

    monkeypatch.setattr(renderer, "build", build)
    with pytest.raises(OSError, match="No space left") as caught, render.rendering(book / "kept"):
        pass
    assert of_machine(caught.value) == f"{book}/kept: No space left on device; free some space"
    said = "sphinx.errors.ThemeError: [Errno 2] no such thing"
    wanted = pytest.raises(UserError, match="no such thing\nnot rendered; see")
    with wanted, render.rendering(book / "kept"):
        pass


def test_a_warning_is_said_without_colours_and_staging_paths(tmp_path):
    log, source = tmp_path / "log", tmp_path / "render-x" / "source"
    log.write_text(f"reading\n\x1b[91m{source}/book/cite.md:3: WARNING: unknown document\x1b[0m\n")
    assert render._complaints(log, source) == ["book/cite.md:3: WARNING: unknown document"]


def test_the_audit_stands_beside_the_results(tmp_path, root):
    (tmp_path / "data").mkdir()
    offered.write(tmp_path, [])
    frame = pd.read_csv(tmp_path / "data" / "audit.csv")
    first = "id source table row quantity printed recomputed difference tolerance rule verdict"
    assert list(frame)[:11] == first.split()
    assert set(pd.read_csv(tmp_path / "data" / "results.csv")["source"]) >= set(frame["source"])
