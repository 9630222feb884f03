"""Serve the book while it is edited: watch its files, build what changed, renew the open page.

A change renews the pages in view first, in processes that are forked with everything imported, then
the whole book in a process of its own. Once that worked with a changed module of the package, the
server starts anew. What it adds to a page, a script, is in no published page.
"""

import json
import os
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
from smallbert.book import build, execute, keys
from smallbert.errors import UserError, of_machine

WATCHED = ("notebooks", "data", "book", "src", "_config.yml", "_toc.yml", "CHANGELOG.md")
"""What a page may be made from."""

SETTLE = 50
"""Milliseconds without another change after which a build begins: editors write in steps."""

LOOK_AGAIN = 500
"""Milliseconds after which the server looks whether the whole book is built."""

LOOK = 0.1
"""Seconds after which an open page looks whether it was renewed."""

LIVE = "/_live"
"""Begins the addresses that the server answers by itself: the script, and what it listens to."""

SCRIPT = f'<script src="{LIVE}/live.js" data-page="{{}}"></script>'

NO_PAGE = "<!doctype html><title>Not built yet</title><h1>Not built yet</h1></body>"
"""What is shown until there is a site."""


def _state(page: Path) -> str:
    return keys.file(page) or "missing"


class State:
    """What the server knows beside the site: the fault to show, and the pages in view."""

    def __init__(self):
        self.fault, self.viewed, self.stopped = "building …", [], False


class Handler(SimpleHTTPRequestHandler):
    """Serves the site as it is now; pages come with a script that renews them."""

    def __init__(self, *arguments, state: State, **named):
        self.state = state
        super().__init__(*arguments, directory=str(paths.site()), **named)

    def do_GET(self) -> None:
        """Answer with a page and its script, with what changed of a page, or with a file."""
        address = urlsplit(self.path)
        if self.headers.get("Host", "").rpartition(":")[0] not in ("127.0.0.1", "localhost"):
            self.send_error(403, "this server is for this machine")  # and for no name given to it
        elif address.path == f"{LIVE}/live.js":
            script = Path(__file__).with_name("live.js").read_bytes()
            self._send("text/javascript", script)
        elif address.path == f"{LIVE}/changes":
            self._tell(unquote(address.query))
        elif (page := self._page(address.path)).suffix == ".html":
            self._send("text/html", self._with_script(page))
        else:
            super().do_GET()

    def _page(self, address: str) -> Path:
        path = Path(self.translate_path(address))
        return path / "index.html" if path.is_dir() or not paths.site().exists() else path

    def _with_script(self, page: Path) -> bytes:
        text = page.read_text(encoding="utf-8") if page.is_file() else NO_PAGE
        script = SCRIPT.format(_state(page))
        return text.replace("</body>", f"{script}</body>").encode()

    def _send(self, kind: str, content: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def end_headers(self) -> None:
        """Let no browser keep what may change."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def _tell(self, address: str) -> None:
        """Tell a page, as long as it is open, which fault there is and what it should be now."""
        page, told = self._page(address), None
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.state.viewed.append(page.stem)
        try:
            while not self.state.stopped:
                now = {"fault": self.state.fault, "page": _state(page)}
                news = f"data: {json.dumps(now)}" if now != told else ":"
                self.wfile.write(f"retry: 200\n{news}\n\n".encode())
                told = now
                time.sleep(LOOK)
        except OSError:
            pass  # the page was closed
        finally:
            self.state.viewed.remove(page.stem)

    def log_message(self, *_) -> None:
        """Say nothing: only builds and faults are worth a line."""


def serve(port: int, say: Callable[[str], None]) -> None:
    """Serve the site on 127.0.0.1 and renew it after every change, until Ctrl-C.

    Parameters
    ----------
    port : int
    say : callable
        Takes each line for the reader's terminal.
    """
    state = State()
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, state=state))
    except OSError as error:
        raise UserError(f"port {port}: {error.strerror}; name another one with --port") from None
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    say(f"open http://127.0.0.1:{server.server_port}/ (Ctrl-C stops)")
    execute.preload(build.IMPORTS)  # no data: they may change
    whole, old_code = Whole(), False
    try:
        watched = [each for name in WATCHED if (each := paths.root() / name).exists()]
        options = {"step": SETTLE, "rust_timeout": LOOK_AGAIN, "yield_on_timeout": True}
        for changes in watch(*watched, **options):
            old_code = old_code or any(_is_code(Path(path)) for _, path in changes)
            if changes or not whole.began:
                whole.stop()
                if whole.began and not old_code:
                    state.fault = _page_in_view(state, say)
                whole.start()
            elif whole.ended():
                state.fault = whole.fault()
                say(state.fault or "the whole book is built")
                if old_code and not state.fault:
                    break
        else:
            return
    finally:
        state.stopped = True
        whole.stop()
        server.shutdown()
        server.server_close()
    os.execv(
        sys.executable,
        [sys.executable, "-m", "smallbert", "serve", "--port", str(server.server_port)],
    )


def _is_code(path: Path) -> bool:
    return path.suffix == ".py" and path.is_relative_to(paths.root() / "src")


def _page_in_view(state: State, say: Callable[[str], None]) -> str:
    """Renew the pages in view, as far as they changed; return the fault, if there is one."""
    began, fault = time.perf_counter(), ""
    try:
        build.preview(set(state.viewed))
    except UserError as error:
        fault = str(error)
    except OSError as error:
        fault = of_machine(error) or str(error)
    except (RuntimeError, EOFError) as error:
        fault = str(error) or "the process that renders was ended; save a file to build again"
    say(fault or f"the page in view: {time.perf_counter() - began:.1f} s")
    return fault


class Whole:
    """A build of the whole book in a process of its own, which a further change stops."""

    def __init__(self):
        self._process, self._log, self.began = None, None, False

    def start(self) -> None:
        """Start it."""
        self.began = True
        self._log = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115, it lives on
        command = [sys.executable, "-m", "smallbert", "build"]
        self._process = subprocess.Popen(command, stdout=self._log, stderr=self._log)

    def stop(self) -> None:
        """End it, if it runs; it takes its own processes with it."""
        if self._process:
            self._process.terminate()
            self._process.wait()
            self._process = None

    def ended(self) -> bool:
        """Tell whether it has just ended by itself."""
        return self._process is not None and self._process.poll() is not None

    def fault(self) -> str:
        """Return what was wrong with it that has ended."""
        status, self._process = self._process.returncode, None
        self._log.seek(0)
        return self._log.read().strip() if status else ""
