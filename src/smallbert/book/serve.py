"""Serve the book while it is edited: watch its files, build what changed, renew the open page.

Each build is a process of its own, one at a time, which a further change stops: first of the pages
in view, then of the whole book. What is added to a page, a script, is in no published page.
"""

import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from watchfiles import watch

from smallbert import paths
from smallbert.book import notebooks
from smallbert.errors import UserError

WATCHED = ("notebooks", "data", "book", "src", "_config.yml", "_toc.yml", "CHANGELOG.md")
"""What a page may be made from."""

LIVE = "/_live/"
"""Begins the addresses that the server answers by itself: the script, and what it asks."""

NOT_BUILT = "<!doctype html><title>Not built yet</title><h1>Not built yet</h1></body>"


class State:
    """What the server knows beside the site: the fault to show, and when each page was viewed."""

    def __init__(self):
        self.fault, self.viewed = "building …", {}

    def in_view(self) -> list[str]:
        """Return the notebooks whose pages asked for news a moment ago."""
        open_now = [name for name, at in self.viewed.items() if time.monotonic() - at < 2]
        return [path.stem for path in notebooks.every() if path.stem in open_now]


class Handler(SimpleHTTPRequestHandler):
    """Serves the site as it is now; pages come with a script that renews them."""

    def __init__(self, *arguments, state: State, **named):
        self.state = state
        super().__init__(*arguments, directory=str(paths.site()), **named)

    def do_GET(self) -> None:
        """Answer with a page and its script, with news of a page, or with a file."""
        address = urlsplit(self.path)
        if address.path == f"{LIVE}live.js":
            self._send("text/javascript", Path(__file__).with_name("live.js").read_text("utf-8"))
        elif address.path == f"{LIVE}news":
            page = self._page(unquote(address.query))
            self.state.viewed[page.stem] = time.monotonic()
            news = {"fault": self.state.fault, "page": _version(page)}
            self._send("application/json", json.dumps(news))
        elif (page := self._page(address.path)).suffix == ".html":
            script = f'<script src="{LIVE}live.js" data-page="{_version(page)}"></script></body>'
            text = page.read_text(encoding="utf-8") if page.is_file() else NOT_BUILT
            self._send("text/html", text.replace("</body>", script))
        else:
            super().do_GET()

    def _page(self, address: str) -> Path:
        path = Path(self.translate_path(address))
        return path / "index.html" if path.is_dir() or not paths.site().exists() else path

    def _send(self, kind: str, text: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode())

    def end_headers(self) -> None:
        """Let no browser keep what may change."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_) -> None:
        """Say nothing: only builds and faults are worth a line."""


def _version(page: Path) -> str:
    return str(page.stat().st_mtime_ns) if page.is_file() else "missing"


def serve(port: int, say: Callable[[str], None]) -> None:
    """Serve the site on 127.0.0.1 and renew it after every change, until Ctrl-C."""
    state = State()
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, state=state))
    except OSError as error:
        raise UserError(f"port {port}: {error.strerror}; name another one with --port") from None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    say(f"open http://127.0.0.1:{server.server_port}/ (Ctrl-C stops)")
    build, waiting = Build([]), []
    try:
        watched = [each for name in WATCHED if (each := paths.root() / name).exists()]
        for changes in watch(*watched, step=50, rust_timeout=200, yield_on_timeout=True):
            if changes:
                if build:
                    build.stop()
                build, waiting = None, [state.in_view(), []] if state.in_view() else [[]]
            elif build and build.process.poll() is not None:
                state.fault = build.fault()
                say(state.fault or build.done)
                build = None
            if waiting and not build:
                build = Build(waiting.pop(0))
    finally:
        if build:
            build.stop()
        server.shutdown()
        server.server_close()


class Build:
    """A build in a process of its own: of some pages, or of the whole book."""

    def __init__(self, pages: list[str]):
        self.done = f"renewed: {', '.join(pages)}" if pages else "the whole book is built"
        self.log = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115, it lives on
        command = [sys.executable, "-m", "smallbert", "build", *pages]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log)

    def stop(self) -> None:
        """End it; it takes its own processes with it."""
        self.process.terminate()
        self.process.wait()

    def fault(self) -> str:
        """Return what was wrong with it that has ended."""
        self.log.seek(0)
        return self.log.read().strip() if self.process.returncode else ""
