"""What the book adds to Sphinx: the role of a number, and the glossary's words in prose."""

from types import SimpleNamespace

import pytest
from docutils import nodes
from docutils.utils import new_document

from smallbert import paths
from smallbert.book import glossary_links, sphinx

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


def test_who_shares_a_page_is_told_its_title_and_its_first_paragraph_of_prose():
    """A note before it, or a cell of a table, is none."""
    document, context = new_document("page"), {"title": "<em>Small</em> & fast"}
    note = nodes.note("", nodes.paragraph("", "Read the guide."))
    prose = [nodes.paragraph("", text) for text in ("Half is enough.", "Why it is.")]
    for paragraph in (note.children[0], *prose):
        paragraph += nodes.Text(paragraph.rawsource)
    document += nodes.section("", note, *prose)
    app = SimpleNamespace(config=SimpleNamespace(html_baseurl=""))
    sphinx._describe(app, "works/page", "page.html", context, document)
    assert '<meta name="description" content="Half is enough." />' in context["metatags"]
    assert '<meta property="og:title" content="Small &amp; fast" />' in context["metatags"]
    assert 'content="../_static/share.png"' in context["metatags"]


def linked(*parts: nodes.Node, within=nodes.section) -> list[tuple[str, str]]:
    """Return the links that the terms baseline, pruning and MACs get in a paragraph."""
    document = new_document("page")
    document += within("", nodes.paragraph("", "", *parts))
    glossary_links.link(document, ["baseline", "pruning", "MACs"], "guide.html")
    assert document.astext() == nodes.paragraph("", "", *parts).astext()
    found = document.findall(nodes.reference)
    return [(each.astext(), each["refuri"]) for each in found if "sb-term" in each["classes"]]


def test_the_first_use_of_a_term_leads_to_its_entry_in_the_plural_too():
    text = nodes.Text("Pruning: two baselines, one baseline, more pruning.")
    assert linked(text) == [
        ("Pruning", "guide.html#term-pruning"),
        ("baselines", "guide.html#term-baseline"),
    ]


def test_part_of_a_word_an_abbreviation_in_small_letters_and_a_link_are_no_term():
    before = nodes.raw("", '<a href="claims.html">', format="html")
    link = nodes.reference("", "pruning", refuri="pruning.html")
    parts = [before, nodes.Text("baseline"), nodes.raw("", "</a>", format="html"), link]
    assert linked(*parts, nodes.Text(" by macs, non-pruning and MACs")) == [
        ("MACs", "guide.html#term-MACs")
    ]


def test_a_cell_of_a_table_has_no_term():
    assert linked(nodes.Text("baseline"), within=nodes.entry) == []


def test_each_term_of_the_reading_guide_is_explained_in_a_short_sentence():
    page = (paths.root() / f"{glossary_links.GUIDE}.md").read_text(encoding="utf-8")
    meanings = glossary_links.meanings_of_terms(page)
    assert {"FLOPs", "MACs", "int8", "Pareto front"} <= meanings.keys()
    assert [each for each in meanings.values() if not 10 < len(each) < 140] == []
    assert [each for each in meanings.values() if any(sign in each for sign in "{}`$")] == []
