"""A notebook's order on its page: the answer and what shows it come first, re-executing last."""

import re
from pathlib import Path

import nbformat
import pandas as pd

from smallbert.book import markdown
from smallbert.data import parameters, vocabulary

SECTION = re.compile(r"^## Parameters\n(?P<text>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
"""The section of a notebook that says how to run it with other values."""

BOX = """::::{{admonition}} Re-execute this page
:class: sb-rerun

{text}

{table}
::::"""


def arrange(notebook: nbformat.NotebookNode, path: Path) -> None:
    """Turn the section of the parameters into a box at the end of the page.

    Parameters
    ----------
    notebook : nbformat.NotebookNode
        As executed; it is changed.
    path : pathlib.Path
        Of the notebook in ``notebooks``, whose parameters the box lists.
    """
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and (found := SECTION.search(cell.source)):
            cell.source = SECTION.sub("", cell.source).rstrip()
            box = BOX.format(text=found["text"].strip(), table=values(path))
            notebook.cells.append(nbformat.v4.new_markdown_cell(box, id="re-execute"))
            break
    notebook.cells = [cell for cell in notebook.cells if cell.source.strip()]


def values(path: Path) -> str:
    """Return a notebook's parameters as a table: name, default, what is allowed, meaning."""
    known = vocabulary.table("parameters")
    rows = {
        f"`{name}`": [f"`{given['default']}`", allowed(known.loc[name]), given["help"]]
        for name, given in parameters.declared(path).items()
    }
    frame = pd.DataFrame.from_dict(rows, orient="index", columns=["Default", "Allowed", "Meaning"])
    return markdown.table(frame.reset_index(names="Parameter")) if rows else ""


def allowed(entry) -> str:
    """Return the values that the dictionary of parameters allows, in words.

    Parameters
    ----------
    entry : pandas.Series
        A line of ``parameters.csv``: type, allowed, unit.
    """
    if entry["type"] == "bool":
        return "`True`, `False`"
    if ".." in entry["allowed"]:
        least, most = entry["allowed"].split("..")
        return f"{least} to {most} {entry['unit']}".strip()
    words = [word for word in entry["allowed"].split("|") if word]
    return ", ".join(f"`{word}`" for word in words)
