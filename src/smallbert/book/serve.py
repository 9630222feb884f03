"""Serve the book while it is edited: watch its files, build what changed, renew the open page.

A process of its own builds and keeps its imports, data and Sphinx; a changed module of the package
gets a new one. What the server adds to a page, a script, is in no published page.
"""

import importlib
import json
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Collection
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from watchfiles import watch

from smallbert.book import child, marks, prepare_process, renderer, site
from smallbert.data import paths
from smallbert.data.faults import UserError, of_machine

WATCHED = ("notebooks", "data", "book", "src", "_config.yml", "_toc.yml", "CHANGELOG.md")
"""What a page may be made from."""

SETTLE = 50
"""Milliseconds without another change after which a build begins: editors write in steps."""

BEGIN = 500
"""Milliseconds until the first build, when the watch has begun."""

LOOK = 0.1
"""Seconds after which an open page looks whether it was renewed."""

LIVE = "/_live"
"""Begins the addresses that the server answers by itself: the script, and what it listens to."""

SCRIPT = f'<script src="{LIVE}/live.js" data-page="{{}}"></script>'

NO_PAGE = "<!doctype html><title>Not built yet</title><h1>Not built yet</h1></body>"
"""What is shown until there is a site."""


class State:
    """What the server knows beside the site: the fault to show, and the pages in view."""

    def __init__(self):
        self.fault, self.viewed, self.stopped = "building …", [], False


class Handler(SimpleHTTPRequestHandler):
    """Serves the site as it is now; pages come with a script that renews them."""

    def __init__(self, *arguments, state: State, **named):
        self.state = state
        super().__init__(*arguments, directory=str(site.folder()), **named)

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
        return path / "index.html" if path.is_dir() or not site.folder().exists() else path

    def _with_script(self, page: Path) -> bytes:
        text = page.read_text(encoding="utf-8") if page.is_file() else NO_PAGE
        script = SCRIPT.format(marks.digest(page))
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
                now = {"fault": self.state.fault, "page": marks.digest(page)}
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
    builder = Builder()
    try:
        watched = [each for name in WATCHED if (each := paths.root() / name).exists()]
        options = {"step": SETTLE, "rust_timeout": BEGIN, "yield_on_timeout": True}
        built = False
        for changes in watch(*watched, **options):
            if built and not changes:
                continue
            built = True  # first when the watch has begun, so that no change is missed
            if any(_is_code(Path(path)) for _, path in changes):
                builder.end()
                builder = Builder()
            _build(builder, state, say)
    finally:
        state.stopped = True
        builder.end()
        server.shutdown()
        server.server_close()


def _is_code(path: Path) -> bool:
    return path.suffix == ".py" and path.is_relative_to(paths.root() / "src")


def _build(builder: "Builder", state: State, say: Callable[[str], None]) -> None:
    began = time.perf_counter()
    state.fault = builder.build(set(state.viewed))
    builder.warm_up()
    say(state.fault or f"built in {time.perf_counter() - began:.1f} s")


class Builder:
    """A process that builds whenever it is asked to, and stays warm between."""

    def __init__(self):
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(1, context, initializer=_begin, initargs=(os.getpid(),))

    def build(self, first: Collection[str]) -> str:
        """Build, the pages of some notebooks first; return the fault, if there is one."""
        try:
            return self._pool.submit(_build_here, first).result()
        except BrokenProcessPool:
            self.__init__()
            return "the process that builds has ended; save a file to build again"

    def warm_up(self) -> None:
        """Import what a rendering needs before there is one to wait for."""
        with suppress(BrokenProcessPool):  # the next build says so
            self._pool.submit(_warm_up)

    def end(self) -> None:
        """Stop the process with all that it has started."""
        for process in multiprocessing.active_children():
            process.terminate()
            process.join(5)
            process.kill()


def _begin(parent: int) -> None:
    prepare_process()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    signal.signal(signal.SIGTERM, _end)
    child.end_with(parent)


def _end(*_) -> None:
    """End this process and the one of Sphinx, which may not have got to watching this one."""
    renderer.end()
    os._exit(1)


def _warm_up() -> None:
    asked = []
    before = signal.signal(signal.SIGTERM, lambda *_: asked.append(True))
    renderer.start()  # whole, or its semaphores would be lost
    signal.signal(signal.SIGTERM, before)
    if asked:
        before(signal.SIGTERM, None)
    importlib.import_module("smallbert.book.render")


def _build_here(first: Collection[str]) -> str:
    """Build and return the fault in words; SIGTERM ends the build, and this process."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        site.build(first=first)
    except UserError as error:
        return str(error)
    except KeyboardInterrupt:
        _end()  # kernels have ended
    except OSError as error:
        return of_machine(error) or traceback.format_exc()
    except Exception:
        return traceback.format_exc()
    finally:
        signal.signal(signal.SIGTERM, _end)
    return ""
