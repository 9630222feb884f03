"""What all tests share: a copy of the book to change, its results, and what was built of it."""

import gc
import os
import signal
from pathlib import Path

import hypothesis
import matplotlib as mpl

mpl.use("agg")
import pytest
from xdist.scheduler import LoadFileScheduling

signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it

hypothesis.settings.register_profile("book", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("book")  # the same cases in every run

from smallbert import data, memo, paths
from smallbert.book import build, execute, notebooks

from . import added, built

memo.follow()  # tests change data: what is made of a file is forgotten with it

FIRST = ("test_parameter_sweep", "test_execute", "test_build", "test_serve")
"""Files that come first: they run notebooks on all cores, or mostly wait."""

TOGETHER = ("answers", "audit", "claims", "compare")
"""Folders whose files one process runs, since they load the same data."""


class Scheduling(LoadFileScheduling):
    """Gives each process files, or folders of `TOGETHER`."""

    def _split_scope(self, nodeid: str) -> str:
        folder = Path(nodeid.partition("::")[0]).parent
        is_together = folder.parent.name == "tests" and folder.name in TOGETHER
        return folder.name if is_together else super()._split_scope(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Return who says which process runs which tests."""
    return Scheduling(config, log)


def pytest_collection_modifyitems(items):
    """Put what leaves cores idle beside what needs them."""
    order = {stem: at for at, stem in enumerate(FIRST)}
    items.sort(key=lambda item: order.get(item.path.stem, len(FIRST)))


@pytest.fixture(scope="module", autouse=True)
def search_for_garbage():
    """Let no search for garbage go through what earlier files of tests have loaded."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def documents():
    """Return the folder of the source documents, where this machine has them."""
    folder = os.environ.get("SMALLBERT_DOCUMENTS", "")
    if not folder:
        pytest.skip("set SMALLBERT_DOCUMENTS to the folder of the source documents")
    return folder


@pytest.fixture(scope="session")
def results():
    """Return the tidy results of all sources; do not change them."""
    return data.results()


@pytest.fixture(scope="session")
def runs():
    """Return the notebooks of the built book by name, as they were executed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SMALLBERT_ROOT", raising=False)
        old = [job.notebook.stem for job in build.due(execute.common())]
        assert not old, f"not built from the files as they are: {', '.join(old)}; run `make book`"
        return {
            path.stem: built.Run(paths.build() / "executed" / path.stem)
            for path in notebooks.every()
        }


@pytest.fixture(scope="session", autouse=True)
def shared_copy(tmp_path_factory):
    """Let all tests read one copy of the book: what is made of its data is made once for all.

    Whoever changes it restores it, and the checkout stays as it is.
    """
    with added.book(tmp_path_factory.mktemp("book")) as copy, pytest.MonkeyPatch.context() as patch:
        # A server keeps what it read, and tests change data while one lives.
        patch.setattr(execute, "TABLES", execute.IMPORTS[0])
        yield copy


@pytest.fixture
def root(tmp_path_factory):
    """Return a copy of the book as this test's own."""
    with added.book(tmp_path_factory.mktemp("own")) as copy:
        yield copy


@pytest.fixture
def edited(shared_copy):
    """Return a function that replaces a text in a file of the copy, which is then as it was."""
    before, texts = memo.kept.copy(), {}

    def edit(name: str, old: str, new: str) -> None:
        path = shared_copy / name
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{name} has no {old!r}"
        texts.setdefault(path, text)
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        memo.forget(path)

    yield edit
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    memo.kept.clear()
    memo.kept.update(before)
