"""What is made from the data for readers: parts of pages, and the files that the site offers."""

import re
from html import escape

import frictionless
import nbformat
import pandas as pd
import pytest
from markdown_it.renderer import RendererHTML
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser
from pybtex.database import parse_file, parse_string

from smallbert import claims, compare, paths
from smallbert.book import notebooks, pages
from smallbert.data import sources
from smallbert.errors import UserError

ABOUT = {"speed": {"said": {}, "listing": []}}


@pytest.fixture(scope="module")
def files(shared_copy):
    """Return the files of the book, without the backslashes that keep a text a text."""
    return {name: page.replace("\\", "") for name, page in pages.files(ABOUT).items()}


def test_a_page_gets_its_parts_and_keeps_what_no_notebook_published(files):
    assert "book/shrink.md" not in files, "all its parts are of notebooks, and none is published"
    for name in ("cite", "coverage", "data_dictionary", "works"):
        assert "{{ " not in files[f"book/{name}.md"]
    assert files["numbers/index.md"].startswith("---\norphan: true\n---\n# Numbers")


def test_the_reading_guide_defines_each_level_as_the_library_does():
    path = paths.root() / "book" / "reading_guide.md"
    page = " ".join(path.read_text(encoding="utf-8").split())
    for words in compare.GROUNDS.values():
        assert f" : {words}." in page


def test_the_page_on_trust_leads_to_its_four_lists_and_to_the_error_model():
    cells = nbformat.read(notebooks.find("trust"), 4).cells
    text = "\n".join(each.source for each in cells if each.cell_type == "markdown")
    wanted = {"audit", "claims", "errata", "coverage", "how-sure", "method-errors"}
    assert wanted <= {*re.findall(r"<([\w-]+)>`", text)}


def test_the_flow_counts_what_was_read_and_what_was_given(files):
    """TinyBERT's README has no table."""
    named = [each for each in map(sources.document_name, sources.keys()) if each]
    documents = [each for each in named if not sources.is_repository(each)]
    read = sources.read_csv(paths.data() / "survey" / "candidates.csv")
    entered = {key for key in sources.keys() if sources.work(key).document.repository}
    without = read[read["prints"] == "none"]
    assert "TinyBERT" in set(without["name"])
    page = files["book/coverage.md"]
    count = len({*documents})
    assert f"| read | {count} | {len(read)} |" in page
    assert f"| entered | {count}, as {len(documents)} sources | {len(entered)} |" in page
    for each in without.itertuples():
        assert f"| {each.name} | [{each.repository}](https://github.com/{each.repository}/" in page


@pytest.mark.parametrize(
    "line",
    [
        "id | source / table / row / quantity; stable | part of the key",
        "layers | transformer layers | a whole number; at least 1",
        "unit | key of the unit; empty for words and dates | of units.csv; may be empty",
        "type | Python type | bool or int or float or str",
    ],
)
def test_the_dictionary_says_what_a_column_means_and_what_a_cell_may_hold(files, line):
    assert f"| {line} |" in files["book/data_dictionary.md"]


def test_the_dictionary_has_every_word_and_every_column_of_the_files_of_a_work(files):
    page = files["book/data_dictionary.md"]

    def missing(path, words):
        section = page.split(f"`{path.name}`")[1].split("\n### ")[0]
        return [f"{path.name}: {word}" for word in words if f"| {word} |" not in section]

    lost = []
    for path in (paths.data() / "vocabulary").glob("*.csv"):
        lost += missing(path, sources.read_csv(path).iloc[:, 0])
    for key in sources.keys():
        tables = {table.path for table in sources.tables(key).values()} | {"corrections.csv"}
        for path in sources.folder(key).glob("*.csv"):
            lost += missing(path, sources.read_csv(path)) if path.name not in tables else []
    assert lost == []


def test_the_offered_tables_are_as_the_data_package_next_to_them_says(tmp_path):
    pages.offer(tmp_path, [])
    report = frictionless.validate(str(tmp_path / "data" / "datapackage.json"))
    assert report.valid, report.flatten(["type", "note", "rowNumber", "fieldName"])[:5]
    assert [task.name for task in report.tasks] == ["results", "audit", "models"]


def test_the_offered_entries_are_those_of_all_works_and_claims_and_name_no_file(tmp_path):
    pages.offer(tmp_path, [])
    works, claimed = (
        (tmp_path / "data" / f"{name}.bib").read_text(encoding="utf-8")
        for name in ("sources", "claims")
    )
    written = parse_file(str(paths.data() / "sources.bib"), "bibtex").entries
    offered = parse_string(works, "bibtex").entries
    assert {key: dict(each.fields) for key, each in offered.items()} == {
        key: dict(each.fields) for key, each in written.items()
    }
    found = parse_string(claimed, "bibtex").entries
    assert {*found} == {*claims.all_claims()}
    files = {sources.work(key).document.file for key in sources.documented()}
    assert not [name for name in files if name.partition("_")[2] in claimed]
    assert found["severe-drop"].fields["note"].startswith("claim about Zhao et al. (2019), Slides")


@pytest.fixture
def page(tmp_path):
    """Return a function that arranges the page of cells, with zhao2019extreme's parameters."""

    def page(*cells):
        own = nbformat.read(notebooks.find("zhao2019extreme"), 4).cells
        given = [cell for cell in own if "parameters" in cell.metadata.get("tags", [])]
        whole = nbformat.v4.new_notebook(cells=[*cells, *given])
        whole.metadata["kernelspec"] = {"name": "python3", "language": "python"}
        nbformat.write(whole, tmp_path / "zhao2019extreme.ipynb")
        return pages.of_notebook(whole, tmp_path / "zhao2019extreme.ipynb").cells

    return page


def prose(source, *tags):
    return nbformat.v4.new_markdown_cell(source, metadata={"tags": [*tags]})


def test_the_section_of_parameters_becomes_a_box_at_the_end(page):
    first, *_, box = page(prose("# Title\n\nYes.\n\n## Parameters\n\nRun it.\n\n## Limits\n\nNo."))
    assert first.source == "# Title\n\nYes.\n\n## Limits\n\nNo."
    assert box.source.startswith("::::{admonition} Re-execute this page\n")
    assert "\nRun it.\n" in box.source
    assert "| `bits` | `32` | 1 to 32 bits | bits of a stored weight |" in box.source
    assert "| `corrected` | `True` | `True`, `False` |" in box.source
    # the one parameter with words to choose from is given the word after its own
    assert (
        "\n_build/venv/bin/smallbert run zhao2019extreme -p measure mnli-mm --open\n" in box.source
    )
    assert '<a href="../_sources/notebooks/zhao2019extreme.ipynb" download>' in box.source


def test_parameters_without_a_section_have_a_box_and_no_parameters_none(page, tmp_path):
    *_, box = page(prose("# Title\n\nYes."))
    assert "| `bits` | `32` |" in box.source
    path = tmp_path / "b.ipynb"
    none = nbformat.v4.new_code_cell("1", metadata={"tags": ["parameters"]})
    whole = nbformat.v4.new_notebook(cells=[prose("# Title"), none])
    whole.metadata["kernelspec"] = {"name": "python3", "language": "python"}
    nbformat.write(whole, path)
    assert [cell.source for cell in pages.of_notebook(whole, path).cells] == ["# Title", "1"]


def test_a_cell_tagged_lead_shows_after_the_verdict_and_one_tagged_fold_is_folded(page):
    shown = nbformat.v4.new_output("display_data", {"text/plain": "a chart"})
    late = nbformat.v4.new_code_cell("draw()", outputs=[shown], metadata={"tags": ["lead"]})
    first = prose("# Title\n\n## Verdict\n\nYes.")
    verdict, lead, how, code, *_ = page(first, prose("## How\n\nSo.", "fold"), late)
    assert (verdict.source[-4:], code.source) == ("Yes.", "draw()")
    assert how.source == f"## How\n\n{pages.FOLDED}\n\nSo.", "told to the page's script"
    assert (lead.outputs, code.outputs) == ([shown], [])
    assert lead.metadata.tags == ["remove-input"]


def test_a_parameter_that_the_dictionary_lacks_gets_one_line(edited):
    edited("data/vocabulary/parameters.csv", "bits,int", "bit,int")
    with pytest.raises(UserError, match="parameter 'bits' is not in data/vocabulary/parameters.c"):
        pages.parameter_table(paths.CHECKOUT / "notebooks" / "zhao2019extreme.ipynb")


PLANTED = "a|b <script>x()</script> {num}`id` [l](javascript:x) $1$ &lt; **b** `c` \\ ~~d~~ _e_"


@pytest.mark.parametrize("where", [pages.text, lambda text: pages.table(frame(text))])
def test_markup_in_data_is_text(where):
    """What a parser of MyST makes of it is the text itself, and nothing else."""
    page = parsed(where(PLANTED))
    assert escape(PLANTED, quote=False) in page
    assert not re.search("<(script|a|strong|code|em|span|s)[ >]", page)


def parsed(text, *more):
    extensions = {"dollarmath", "deflist", "substitution", "attrs_inline", *more}
    parser = create_md_parser(MdParserConfig(enable_extensions=extensions), RendererHTML)
    return parser.render(text).strip()


def frame(text):
    return pd.DataFrame({"x": [text]})


@pytest.mark.parametrize(
    "text", ["# a", "- a", "1. a", "+ a", "> a", "(a)=", "% a", ":::{a}", "---"]
)
def test_a_text_begins_no_block(text):
    assert parsed(pages.text(text), "colon_fence") == f"<p>{escape(text)}</p>"


def test_a_column_that_is_called_markup_is_markup():
    assert "| `a\\|b` |" in pages.table(frame("`a|b`"), markup=["x"])
