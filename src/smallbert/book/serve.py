"""Serve the book while it is edited: watch its files, build what changed, renew the open page.

Each build is a process of its own, one at a time, which a further change stops: of the pages whose
notebooks or texts changed, else of the whole book, but first of the page that is being read; a page
that fails stops no other. The script that renews a page is in no published page.
"""

import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from watchfiles import watch

from smallbert import paths
from smallbert.book import execute, notebooks
from smallbert.errors import UserError

WATCHED = ("notebooks", "data", "book", "src", "_config.yml", "_toc.yml", "CHANGELOG.md")
"""What a page may be made from."""

RENEW = """<script>{
  const version = () => fetch(location, {method: "HEAD"})
    .then((to) => to.headers.get("Last-Modified"));
  version().then((own) => setInterval(
    () => document.visibilityState === "visible" &&
      version().then((now) => now && now !== own && location.reload(), () => {}), 500));
}</script></body>"""
"""What loads a page again once its file is another; a server that was stopped may come again."""


class Handler(SimpleHTTPRequestHandler):
    """Serves the site as it is now; pages come with a script that renews them."""

    read = ""
    """The page in view, which asks whether it is another one; none, if no build renews it alone."""

    def do_HEAD(self) -> None:
        """Answer with a header; the script of the page in view asks for it."""
        page = Path(urlsplit(self.path).path)
        sources = [
            paths.root() / page.parent.name / f"{page.stem}{end}" for end in (".ipynb", ".md")
        ]
        Handler.read = next((page_of(each) for each in sources if each.is_file()), "")
        super().do_HEAD()

    def do_GET(self) -> None:
        """Answer with a page and its script, or with a file."""
        path = Path(self.translate_path(urlsplit(self.path).path))
        path = path / "index.html" if path.is_dir() else path
        if path.suffix != ".html" or not path.is_file():
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        text = path.read_text(encoding="utf-8").replace("</body>", RENEW)
        self.wfile.write(text.encode())

    def send_head(self):
        """Answer with a header; a name that no file can have is not found."""
        try:
            return super().send_head()
        except ValueError:  # such as a zero byte
            return self.send_error(404)

    def end_headers(self) -> None:
        """Let no browser keep a file."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_) -> None:
        """Say nothing: only builds and faults are worth a line."""


def serve(port: int, say: Callable[[str], None]) -> None:
    """Serve the site on 127.0.0.1 and renew it after every change, until Ctrl-C."""
    try:
        handler = partial(Handler, directory=str(paths.site()))
        server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        raise UserError(f"port {port}: {error.strerror}; name another one with --port") from None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    say(f"open http://127.0.0.1:{server.server_port}/ (Ctrl-C stops)")
    builds = Builds()
    try:
        watched = [each for name in WATCHED if (each := paths.root() / name).exists()]
        for changes in watch(*watched, step=50, rust_timeout=100, yield_on_timeout=True):
            if changes:
                builds.rebuild([Path(path) for _, path in changes])
            else:
                builds.go_on()
    finally:
        builds.stop()
        server.shutdown()
        server.server_close()


class Builds:
    """One build at a time of what is due; on Linux another imports and waits to be told pages."""

    def __init__(self):
        self.due, self.steps = {""}, []
        self.build, self.waiting = start(), None

    def rebuild(self, changed: list[Path]) -> None:
        """Build what changed files make; if that is the whole book, first the page in view."""
        stop(self.build)
        if self.build.returncode == 0 and not self.steps:
            self.due = set()
        if self.waiting and any(paths.root() / "src" in path.parents for path in changed):
            self.waiting.kill()  # it imported what was there before
            self.waiting = None
        self.due |= {page_of(path) for path in changed}
        first = [{Handler.read}] if "" in self.due and Handler.read else []
        self.steps = [*first, self.due]
        self._begin()

    def go_on(self) -> None:
        """Begin the next step if one has ended."""
        if self.build.poll() is None:
            return
        if self.waiting is None and execute.METHOD == "forkserver":
            self.waiting = start("-")
        if self.steps:
            self._begin()
        elif self.build.returncode == 0:
            self.due = set()

    def stop(self) -> None:
        """End both."""
        stop(self.build)
        if self.waiting:
            self.waiting.kill()
            self.waiting.wait()

    def _begin(self) -> None:
        """Begin the next step: some pages by the build that waits, or the whole book by another."""
        pages, waiting = self.steps.pop(0), self.waiting
        if waiting and waiting.poll() is not None:
            waiting = self.waiting = None  # it died
        if "" in pages or not waiting:
            self.build = start(*(() if "" in pages else sorted(pages)))
            return
        self.build, self.waiting = waiting, None
        with suppress(BrokenPipeError):  # it dies just now, and its status says so
            waiting.stdin.write("\n".join(pages))
            waiting.stdin.close()


def page_of(path: Path) -> str:
    """Return the page that a changed file makes alone; of another file, none."""
    alone = path.parent == paths.root() / "notebooks" or notebooks.is_page(path)
    return path.stem if alone else ""


def start(*pages: str) -> subprocess.Popen:
    """Begin to build some pages, or all if none is named; Ctrl-C does not reach it."""
    command = [sys.executable, "-m", "smallbert", "build", "--keep-going", *pages]
    return subprocess.Popen(command, stdin=subprocess.PIPE, text=True, start_new_session=True)


def stop(build: subprocess.Popen) -> None:
    """End a build; it takes its own processes with it."""
    build.terminate()
    build.wait()
