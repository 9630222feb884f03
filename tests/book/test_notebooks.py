"""How a notebook is arranged on its page."""

import nbformat
import pytest

from smallbert import paths
from smallbert.book import notebooks
from smallbert.errors import UserError


@pytest.fixture
def page(tmp_path):
    """Return a function that arranges the page of cells, with zhao2019extreme's parameters."""

    def page(*cells):
        own = nbformat.read(notebooks.find("zhao2019extreme"), 4).cells
        given = [cell for cell in own if "parameters" in cell.metadata.get("tags", [])]
        whole = nbformat.v4.new_notebook(cells=[*cells, *given])
        whole.metadata["kernelspec"] = {"name": "python3", "language": "python"}
        nbformat.write(whole, tmp_path / "a.ipynb")
        return notebooks.page(whole, tmp_path / "a.ipynb").cells

    return page


def text(source, *tags):
    return nbformat.v4.new_markdown_cell(source, metadata={"tags": [*tags]})


def test_the_section_of_parameters_becomes_a_box_at_the_end(page):
    first, *_, box = page(text("# Title\n\nYes.\n\n## Parameters\n\nRun it.\n\n## Limits\n\nNo."))
    assert first.source == "# Title\n\nYes.\n\n## Limits\n\nNo."
    assert box.source.startswith("::::{admonition} Re-execute this page\n")
    assert "\nRun it.\n" in box.source
    assert "| `bits` | `32` | 1 to 32 bits | bits of a stored weight |" in box.source
    assert "| `corrected` | `True` | `True`, `False` |" in box.source


def test_what_a_cell_tagged_lead_shows_comes_after_the_verdict_and_its_code_stays(page):
    shown = nbformat.v4.new_output("display_data", {"text/plain": "a chart"})
    late = nbformat.v4.new_code_cell("draw()", outputs=[shown], metadata={"tags": ["lead"]})
    verdict, lead, how, code, _ = page(text("# Title\n\n## Verdict\n\nYes."), text("## How"), late)
    assert (verdict.source[-4:], how.source, code.source) == ("Yes.", "## How", "draw()")
    assert (lead.outputs, code.outputs) == ([shown], [])
    assert lead.metadata.tags == ["remove-input"]


def test_a_section_tagged_fold_says_so_to_the_pages_script(page):
    cell = page(text("Before.\n\n## Long\n\nText.", "fold"))[0]
    assert cell.source == f"Before.\n\n## Long\n\n{notebooks.FOLDED}\n\nText."


def test_a_parameter_that_the_dictionary_lacks_gets_one_line(edited):
    edited("data/vocabulary/parameters.csv", "bits,int", "bit,int")
    with pytest.raises(UserError, match="parameter 'bits' is not in data/vocabulary/parameters.c"):
        notebooks.parameter_table(paths.CHECKOUT / "notebooks" / "zhao2019extreme.ipynb")
