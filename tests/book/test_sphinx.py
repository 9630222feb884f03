"""The role that prints a number of the data in prose."""

from types import SimpleNamespace

import pytest

from smallbert import paths
from smallbert.book import sphinx

ID = "zhao2019extreme/table3/dualtrain-192/mnli-m-accuracy"


@pytest.fixture
def inliner():
    """Return what docutils gives a role, as far as this one asks for it."""
    told = SimpleNamespace(read=[], errors=[])
    env = SimpleNamespace(docname="book/cite", note_dependency=told.read.append)
    return SimpleNamespace(
        told=told,
        document=SimpleNamespace(settings=SimpleNamespace(env=env)),
        reporter=SimpleNamespace(error=lambda text, line: told.errors.append(text)),
        problematic=lambda raw, text, message: raw,
    )


def test_a_number_is_written_with_its_unit_and_leads_to_its_card(inliner):
    """The deck, line 17: DualTrain 192 has 78.1 on MNLI matched."""
    [node], _ = sphinx.number("num", f"{{num}}`{ID}`", ID, 1, inliner)
    assert node.astext() == "78.1 %"
    page = "../numbers/zhao2019extreme-table3.html"
    assert node["refuri"] == f"{page}#dualtrain-192/mnli-m-accuracy"
    told = ["DualTrain, 192", "78.1 %, MNLI matched accuracy, test", "Zhao et al."]
    assert node["reftitle"].splitlines() == told
    assert any(path.endswith("zhao2019extreme/table3.csv") for path in inliner.told.read)


def test_an_unknown_number_stops_the_rendering(inliner):
    wrong = ["", "nobody/t/a/b", f"{ID}-5"]
    for id in wrong:
        sphinx.number("num", id, id, 1, inliner)
    said = [f"number {id!r} is unknown; see results.csv" for id in wrong]
    assert inliner.told.errors == said


def test_jupyter_book_at_the_root_is_refused_with_what_to_run():
    """As `jupyter-book build .` gives it: a folder without the home page that the build stages."""
    app = SimpleNamespace(srcdir=paths.CHECKOUT)
    with pytest.raises(SystemExit, match="run `make book`: it executes the notebooks"):
        sphinx.setup(app)
