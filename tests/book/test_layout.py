"""A notebook's parameters become a box at the end of its page."""

import nbformat
import pytest

from smallbert import paths
from smallbert.book import layout, notebooks
from smallbert.data import vocabulary
from smallbert.errors import UserError


def page(*texts):
    """Return the texts of a notebook's Markdown cells as its page has them."""
    cells = [nbformat.v4.new_markdown_cell(text) for text in texts]
    notebook = nbformat.v4.new_notebook(cells=cells)
    layout.arrange(notebook, notebooks.find("zhao2019extreme"))
    return [cell.source for cell in notebook.cells]


def test_the_section_of_parameters_becomes_a_box_at_the_end():
    first, last, box = page(
        "# Title\n\n## Verdict\n\nYes.", "## Parameters\n\nRun it.", "## Limits"
    )
    assert (first, last) == ("# Title\n\n## Verdict\n\nYes.", "## Limits")
    assert box.startswith("::::{admonition} Re-execute this page\n")
    assert "\nRun it.\n" in box
    assert "| `bits` | `32` | 1 to 32 bits | bits of a stored weight |" in box
    assert "| `corrected` | `True` | `True`, `False` |" in box


def test_a_parameter_that_the_dictionary_lacks_gets_one_line(edited):
    edited("data/vocabulary/parameters.csv", "bits,int", "bit,int")
    with pytest.raises(UserError, match="parameter 'bits' is not in data/vocabulary/parameters.c"):
        layout.values(paths.CHECKOUT / "notebooks" / "zhao2019extreme.ipynb")


def test_what_stands_beside_the_parameters_in_a_cell_stays():
    cell, _ = page("## Verdict\n\nYes.\n\n## Parameters\n\nRun it.\n\n## More\n\nText.")
    assert cell == "## Verdict\n\nYes.\n\n## More\n\nText."


def test_what_a_cell_tagged_lead_shows_comes_after_the_verdict_and_its_code_stays():
    shown = nbformat.v4.new_output("display_data", {"text/plain": "a chart"})
    late = nbformat.v4.new_code_cell("draw()", outputs=[shown], metadata={"tags": ["lead"]})
    texts = map(nbformat.v4.new_markdown_cell, ("# Title\n\n## Verdict\n\nYes.", "## How"))
    notebook = nbformat.v4.new_notebook(cells=[*texts, late])
    layout.arrange(notebook, notebooks.find("zhao2019extreme"))
    verdict, lead, how, code = notebook.cells
    assert (verdict.source[-4:], how.source, code.source) == ("Yes.", "## How", "draw()")
    assert (lead.outputs, code.outputs) == ([shown], [])
    assert lead.metadata.tags == ["remove-input"]


def test_a_section_tagged_fold_says_so_to_the_pages_script():
    cell = nbformat.v4.new_markdown_cell("Before.\n\n## Long\n\nText.", metadata={"tags": ["fold"]})
    notebook = nbformat.v4.new_notebook(cells=[cell])
    layout.arrange(notebook, notebooks.find("zhao2019extreme"))
    assert cell.source == f"Before.\n\n## Long\n\n{layout.FOLDED}\n\nText."


def test_a_page_without_parameters_stays_as_it_is():
    assert page("# Title", "## Limits") == ["# Title", "## Limits"]


@pytest.mark.parametrize("name", [path.stem for path in notebooks.every()])
def test_every_parameter_of_a_page_says_what_is_allowed(name):
    for parameter in layout.parameters.declared(notebooks.find(name)):
        entry = vocabulary.table("parameters").loc[parameter]
        assert layout.allowed(entry) or not entry["allowed"]
