"""A notebook's page: its prose as it reads now, the outputs of its run, a box on its parameters."""

import re
from pathlib import Path

import nbformat
import pandas as pd

from smallbert.book import notebooks
from smallbert.book.markdown import markdown_table
from smallbert.data import notebook_parameters

PARAMETERS_SECTION = re.compile(
    r"^## Parameters\n(?P<text>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL
)
"""The section of a notebook that says how to run it with other values."""

SECTION_HEADING = re.compile(r"^(## .+)$", re.MULTILINE)
FOLDED = '<div class="sb-folded"></div>'
"""What tells the page's script to fold a section."""

BOX = """::::{{admonition}} Re-execute this page
:class: sb-rerun dropdown

In a checkout of the repository, after `make book`, this runs the page with another value:

```bash
_build/venv/bin/{command} --open
```

It writes a notebook and a page, both with the numbers of that run, and opens the page.
The notebook to begin with: <a href="../_sources/notebooks/{name}" download>{name}</a>.

{text}

{table}
::::"""


def page_of_notebook(results: nbformat.NotebookNode, path: Path) -> nbformat.NotebookNode:
    """Return the page of a notebook: as it reads now, with the outputs of its run, arranged.

    What the cell tagged ``lead`` shows comes right after the verdict, wherever it is computed; a
    section tagged ``fold`` is folded; parameters are in a box at the end, with a command to copy.
    A run of other code than the notebook at `path` has now gives the prose, too.
    """
    page = notebooks.read(path)
    cells_now, cells_run = notebooks.code_cells(page), notebooks.code_cells(results)
    if [cell.source for cell in cells_now] == [run.source for run in cells_run]:
        for cell, run in zip(cells_now, cells_run, strict=True):
            cell.outputs, cell.execution_count = run.outputs, run.execution_count
        page.metadata = results.metadata
    else:
        page = results
    _add_box(page, path)
    page.cells = [cell for cell in page.cells if cell.source.strip()]
    arrange(page.cells)
    return page


def arrange(cells: list) -> None:
    """Show what the cell tagged ``lead`` displays after the verdict; mark what is folded."""
    _move_lead(cells)
    for cell in cells:
        if "fold" in cell.metadata.get("tags", []):
            cell.source = SECTION_HEADING.sub(rf"\1\n\n{FOLDED}", cell.source, count=1)


def _move_lead(cells: list) -> None:
    """Show what the cell tagged ``lead`` displays right after the verdict; its code stays."""
    lead = next((cell for cell in cells if "lead" in cell.metadata.get("tags", [])), None)
    if lead is None:
        return
    shown = nbformat.v4.new_code_cell("...", outputs=lead.outputs, id="lead")
    shown.metadata.tags, lead.outputs = ["remove-input"], []
    [verdict] = [at for at, cell in enumerate(cells) if "## Verdict\n" in cell.source]
    cells.insert(verdict + 1, shown)


def _add_box(page: nbformat.NotebookNode, path: Path) -> None:
    """Put a box at the end of a page with parameters, with what their section explains."""
    tags = [tag for cell in page.cells for tag in cell.metadata.get("tags", [])]
    if "parameters" not in tags or not notebook_parameters.declared(path):
        return
    texts = []
    for cell in page.cells:
        if cell.cell_type == "markdown" and (section := PARAMETERS_SECTION.search(cell.source)):
            cell.source = PARAMETERS_SECTION.sub("", cell.source).rstrip()
            texts.append(section["text"].strip())
    box = BOX.format(
        command=notebooks.command(path, notebook_parameters.changed(path)),
        name=path.name,
        text="\n\n".join(texts),
        table=parameter_table(path),
    )
    page.cells.append(nbformat.v4.new_markdown_cell(box, id="re-execute"))


def parameter_table(path: Path) -> str:
    """Return a notebook's parameters as a Markdown table: default, what is allowed, meaning."""
    rows = [
        {
            "Parameter": f"`{name}`",
            "Default": f"`{given['default']}`",
            "Allowed": notebooks.allowed_values(notebook_parameters.entry(name, given["help"])),
            "Meaning": notebook_parameters.entry(name)["meaning"],
        }
        for name, given in notebook_parameters.declared(path).items()
    ]
    return markdown_table(pd.DataFrame(rows), markup=["Parameter", "Default", "Allowed"])
