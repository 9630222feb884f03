"""Serve the book while it is edited: watch its files, build what changed, renew the open page.

Each build is a process of its own, one at a time, which a further change stops: of the pages whose
notebooks or texts changed, else of the whole book; a page that fails stops no other. The script
that renews a page is in no published page.
"""

import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from watchfiles import watch

from smallbert import paths
from smallbert.book import notebooks
from smallbert.errors import UserError

WATCHED = ("notebooks", "data", "book", "src", "_config.yml", "_toc.yml", "CHANGELOG.md")
"""What a page may be made from."""

RENEW = """<script>{
  const version = () => fetch(location, {method: "HEAD"})
    .then((to) => to.headers.get("Last-Modified"));
  version().then((own) => setInterval(
    () => version().then((now) => now && now !== own && location.reload(), () => {}), 500));
}</script></body>"""
"""What loads a page again once its file is another; a server that was stopped may come again."""


class Handler(SimpleHTTPRequestHandler):
    """Serves the site as it is now; pages come with a script that renews them."""

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
    due = {""}
    build = start(due)
    try:
        watched = [each for name in WATCHED if (each := paths.root() / name).exists()]
        for changes in watch(*watched, step=50):
            stop(build)
            built = build.returncode == 0
            due = (set() if built else due) | {page_of(Path(path)) for _, path in changes}
            build = start(due)
    finally:
        stop(build)
        server.shutdown()
        server.server_close()


def page_of(path: Path) -> str:
    """Return the page that a changed file makes alone; of another file, none."""
    alone = path.parent == paths.root() / "notebooks" or notebooks.is_page(path)
    return path.stem if alone else ""


def start(pages: set[str]) -> subprocess.Popen:
    """Begin to build some pages, or all if one of them is not named; Ctrl-C does not reach it."""
    named = [] if "" in pages else sorted(pages)
    command = [sys.executable, "-m", "smallbert", "build", "--keep-going", *named]
    return subprocess.Popen(command, start_new_session=True)


def stop(build: subprocess.Popen) -> None:
    """End a build; it takes its own processes with it."""
    build.terminate()
    build.wait()
