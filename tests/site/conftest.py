"""The built site, and a browser to read it with."""

import shutil
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import sync_playwright

from smallbert import paths

from .visiting import watched

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
ARGUMENTS += ["--disable-component-update", "--disable-sync", "--no-first-run"]

LONG = ("tests/test_further_works.py", "tests/site/test_pages.py")
"""What takes longest: each worker begins with one, so that none is left alone with it."""


def pytest_collection_modifyitems(items):
    """Put the longest tests of the site first."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))


@pytest.fixture(scope="session")
def site() -> Path:
    """Return the folder of the built site."""
    folder = paths.CHECKOUT / "_build" / "html"
    assert (folder / "index.html").is_file(), "build the book first: make book"
    return folder


class Quiet(SimpleHTTPRequestHandler):
    """Serve without a line for each request."""

    def end_headers(self):
        self.send_header("Cache-Control", "max-age=3600")  # scripts and fonts are asked for once
        super().end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def address(site):
    """Serve the site on this machine and return its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="session")
def browser():
    """Return a headless Chromium of the system."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    program = next(filter(None, map(shutil.which, names)), None)
    assert program, "install chromium to test the site"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def reader(browser):
    """Return a browser's context for a module: what all pages load is loaded and compiled once."""
    with browser.new_context() as context:
        yield context


@pytest.fixture
def visit(request, reader, browser, address):
    """Return a function that opens a page of the site, which is closed after the test.

    It fails the test if a script of a page did.
    """
    opened = []

    def go(name, *, width=1280, theme="light", script=True):
        context = reader if script else browser.new_context(java_script_enabled=False)
        page = watched(context.new_page())
        opened.append(page)
        page.set_viewport_size({"width": width, "height": 900})
        page.add_init_script(f"localStorage.setItem('mode', '{theme}')")
        page.goto(name if "://" in name else f"{address}/{name}")
        return page

    yield go
    errors = [error for page in opened for error in page.errors]
    for page in opened:
        page.close()
    assert errors == []
