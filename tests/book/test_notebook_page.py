"""A notebook's page: its lead after the verdict, folded sections, a box on its parameters."""

import nbformat
import pytest

from smallbert import paths
from smallbert.book import notebook_page, notebooks
from smallbert.errors import UserError


@pytest.fixture
def page(tmp_path):
    """Return a function that arranges the page of cells, with zhao2019extreme's parameters."""

    def page(*cells):
        own = nbformat.read(notebooks.find("zhao2019extreme"), 4).cells
        given = [cell for cell in own if "parameters" in cell.metadata.get("tags", [])]
        whole = nbformat.v4.new_notebook(cells=[*cells, *given])
        whole.metadata["kernelspec"] = {"name": "python3", "language": "python"}
        nbformat.write(whole, tmp_path / "zhao2019extreme.ipynb")
        return notebook_page.page_of_notebook(whole, tmp_path / "zhao2019extreme.ipynb").cells

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
    assert [cell.source for cell in notebook_page.page_of_notebook(whole, path).cells] == [
        "# Title",
        "1",
    ]


def test_a_cell_tagged_lead_shows_after_the_verdict_and_one_tagged_fold_is_folded(page):
    shown = nbformat.v4.new_output("display_data", {"text/plain": "a chart"})
    late = nbformat.v4.new_code_cell("draw()", outputs=[shown], metadata={"tags": ["lead"]})
    first = prose("# Title\n\n## Verdict\n\nYes.")
    verdict, lead, how, code, *_ = page(first, prose("## How\n\nSo.", "fold"), late)
    assert (verdict.source[-4:], code.source) == ("Yes.", "draw()")
    assert how.source == f"## How\n\n{notebook_page.FOLDED}\n\nSo.", "told to the page's script"
    assert (lead.outputs, code.outputs) == ([shown], [])
    assert lead.metadata.tags == ["remove-input"]


def test_a_parameter_that_the_dictionary_lacks_gets_one_line(edited):
    edited("data/vocabulary/parameters.csv", "bits,int", "bit,int")
    with pytest.raises(UserError, match="parameter 'bits' is not in data/vocabulary/parameters.c"):
        notebook_page.parameter_table(paths.CHECKOUT / "notebooks" / "zhao2019extreme.ipynb")
