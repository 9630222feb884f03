"""Jupyter Book in a process of its own, which imports beside other work and stays warm."""

import gc
import importlib
import multiprocessing
import os
import signal
import traceback
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from functools import cache, lru_cache
from pathlib import Path

import yaml
from pybtex import plugin

from smallbert.book import child, prepare_process
from smallbert.data import paths

STRICT = ("-W", "-n", "--keep-going")
"""Every warning is an error, a link without a target is a warning, and all of them are named."""


@lru_cache(1)
def _pool() -> ProcessPoolExecutor:
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(1, context, initializer=_begin, initargs=(os.getpid(),))


def start() -> None:
    """Start the process, which imports while the caller goes on."""
    _pool().submit(_import)


def build(source: Path, work: Path, log: Path) -> Future:
    """Render a folder of pages; the result is whether that went well.

    Parameters
    ----------
    source : pathlib.Path
        With ``_config.yml`` and ``_toc.yml``.
    work : pathlib.Path
        Receives ``_build``.
    log : pathlib.Path
        Receives what Jupyter Book says.
    """
    job = _pool().submit(_build, source, work, log)
    _pool().submit(_freeze)  # beside what the caller does with the result
    return job


def end() -> None:
    """End the process at once, and what else this one has started."""
    for process in multiprocessing.active_children():
        process.kill()
    if _pool.cache_info().currsize:
        _pool().shutdown(cancel_futures=True)
    _pool.cache_clear()
    gc.collect()  # its semaphores, which would be reported as lost if this process ended first


def _begin(parent: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    child.end_with(parent)
    renderer = os.getpid()  # a fork that asked for its parent could come too late
    os.register_at_fork(after_in_child=lambda: child.end_with(renderer))  # Sphinx uses all cores
    prepare_process()


@cache
def _import() -> None:
    """Import what a rendering needs: Jupyter Book and the extensions that the book names.

    Once, however often the process is started: its style of the references would wrap itself.
    """
    config = yaml.safe_load((paths.root() / "_config.yml").read_text(encoding="utf-8"))
    for name in ("jupyter_book.cli.main", *config["sphinx"]["config"]["extensions"]):
        importlib.import_module(name)
    for name in ("docutils", "plaintext"):  # else all packages are searched for each citation
        found = plugin.find_plugin("pybtex.backends", name)
        plugin.register_plugin("pybtex.backends", name, found, force=True)
    plugin.register_plugin("pybtex.style.formatting", "alpha", _kept(), force=True)
    _freeze()


def _kept() -> type:
    """Return the style of the references, which formats an entry only once."""
    alpha, made = plugin.find_plugin("pybtex.style.formatting", "alpha"), {}

    class Kept(alpha):
        def format_entry(self, label, entry, bib_data=None):
            asked = label, repr(entry)
            if asked not in made:
                made[asked] = super().format_entry(label, entry, bib_data)
            return made[asked]

    return Kept


def _freeze() -> None:
    """Freeze what stays: sphinx_external_toc looks at every other object, at each build."""
    gc.collect()
    gc.freeze()


def _build(source: Path, work: Path, log: Path) -> bool:
    from jupyter_book.cli.main import main

    command = ["build", str(source), "--path-output", str(work), *STRICT]
    with log.open("w", encoding="utf-8") as said, redirect_stdout(said), redirect_stderr(said):
        try:
            main.main(command, standalone_mode=False)
        except (Exception, SystemExit):
            traceback.print_exc()
            return False
    return True
