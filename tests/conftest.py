"""Notebooks run in the tests' own process, so that what they draw can be read back."""

import gc
import os
import signal
import types
from dataclasses import dataclass, field
from functools import lru_cache

import hypothesis
import matplotlib as mpl

mpl.use("agg")
import nbformat
import pytest

signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
mpl.rcParams["figure.max_open_warning"] = 0  # figures are kept open, to be read back

hypothesis.settings.register_profile("book", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("book")  # the same cases in every run

from smallbert import charts, claims, data, paths
from smallbert.book import execute, notebooks
from smallbert.charts import layout, publish

from . import added


class Figures(dict):
    """Figures by exhibit, each made and drawn when it is first asked for: most tests ask for few.

    That all can be made, the build sees, and `test_every` with each other value of a parameter.
    """

    def __getitem__(self, exhibit):
        figure = super().__getitem__(exhibit)
        if callable(figure):
            with publish.style.context():
                figure = self[exhibit] = figure()
                layout.lay_out(figure)  # as for a page
                figure.draw_without_rendering()
        return figure

    def values(self):
        """Return all of them, drawn."""
        return [self[exhibit] for exhibit in self]


def as_it_is_now(draw):
    """Return a function that draws what `draw` would draw now, whatever its names mean later."""
    if not isinstance(draw, types.FunctionType):
        return draw
    closure = tuple(types.CellType(cell.cell_contents) for cell in draw.__closure__ or ())
    held = types.FunctionType(
        draw.__code__, dict(draw.__globals__), draw.__name__, draw.__defaults__, closure
    )
    held.__kwdefaults__ = draw.__kwdefaults__
    return held


def headed(figure, finding, drawn):
    """Return a figure with its headline, if it has a finding that it did not write itself."""
    if finding:
        publish.headline(figure, finding, drawn)
    return figure


@dataclass
class Published:
    """What a notebook published: figures, tables, artifacts, values for the prose, names."""

    figures: Figures = field(default_factory=Figures)
    tables: dict = field(default_factory=dict)
    artifacts: dict = field(default_factory=dict)
    said: dict = field(default_factory=dict)
    names: dict = field(default_factory=dict)


@lru_cache
def run_notebook(name: str, parameters: tuple, names: dict | None = None) -> Published:
    """Execute the code cells of a notebook here; its figures are kept open.

    With names that an earlier run left behind, the cells run again as in a kernel that lives on.
    """
    found = Published(names={} if names is None else names)

    def figure(exhibit, draw, *, data, alt, caption="", finding=""):
        artifact = publish._artifact(exhibit, data, caption) | {"alt": alt}
        found.artifacts[exhibit], drawn = artifact, as_it_is_now(draw)
        found.figures[exhibit] = lambda: headed(drawn(), finding, artifact["title"])

    def table(exhibit, frame, *, caption="", data=None, grounds="", **layout):
        publish.to_html(frame, publish.Layout(**layout))
        found.tables[exhibit] = (frame, layout)
        shown = frame if data is None else data
        found.artifacts[exhibit] = publish._artifact(exhibit, shown, caption) | {"grounds": grounds}

    def say(form="{}", /, **values):
        texts = {name: publish.in_prose(form.format(value)) for name, value in values.items()}
        found.said.update(texts)

    with pytest.MonkeyPatch.context() as patch:
        for module in (publish, charts):  # the library calls the one, notebooks the other
            patch.setattr(module, "figure", figure)
            patch.setattr(module, "table", table)
            patch.setattr(module, "say", say)
        code = [
            cell
            for cell in nbformat.read(notebooks.find(name), 4).cells
            if cell.cell_type == "code"
        ]
        for cell in code:
            exec(compile(cell.source, f"{name}.ipynb", "exec"), found.names)
            if "parameters" in cell.metadata.get("tags", []):
                unknown = set(dict(parameters)) - set(found.names)
                assert not unknown, f"{name} has no parameters {unknown}"
                found.names.update(parameters)
    return found


FIRST = ("test_sweep", "test_execute", "test_build", "test_serve", "test_every")
"""Files that come first: what runs kernels on all cores, what mostly waits, what takes long."""


def pytest_collection_modifyitems(items):
    """Put what leaves cores idle beside what needs them, and nothing long at the end."""
    order = {stem: at for at, stem in enumerate(FIRST)}
    items.sort(key=lambda item: order.get(item.path.stem, len(FIRST)))


def pytest_sessionfinish():
    """Search for lost exceptions once: pytest does it ten times, in all that is kept for good."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def published():
    """Return a function that runs a notebook with parameters and returns what it published."""
    return lambda name, **parameters: run_notebook(name, tuple(sorted(parameters.items())))


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


@pytest.fixture
def planted():
    """Return a function that tests a claim on results of one's own."""
    return lambda claim, results: claims.assess(
        claims.stated().loc[claim], claims.Material(instead=results)
    )


@pytest.fixture(scope="session", autouse=True)
def shared_copy(tmp_path_factory):
    """Let all tests read one copy of the book: what is made of its data is made once for all.

    Whoever changes it restores it, and the checkout stays as it is.
    """
    copy = added.copy(tmp_path_factory.mktemp("book"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SMALLBERT_ROOT", str(copy))
        patch.setattr(
            execute, "TABLES", execute.IMPORTS[0]
        )  # tests change data while a server lives
        yield copy


@pytest.fixture
def root(shared_copy):
    """Return the copy of the book as this test's own; afterwards it is as it was."""
    with added.anew():
        yield shared_copy
        added.restore(shared_copy)


@pytest.fixture
def edited(shared_copy):
    """Return a function that replaces a text in a file of the copy, which is then as it was."""
    before = paths.made.copy()

    def edit(name: str, old: str, new: str) -> None:
        path = shared_copy / name
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{name} has no {old!r}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        added.forget(path)

    yield edit
    added.restore(shared_copy)
    paths.made.clear()
    paths.made.update(before)
