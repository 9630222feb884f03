"""What an executed notebook carries: charts and tables, values, and what is by hand."""

import ast
from collections.abc import Iterator

import nbformat

from smallbert.data.exhibits import BY_HAND, MIME


def of_notebook(notebook: nbformat.NotebookNode) -> Iterator[tuple[dict, dict]]:
    """Yield each artifact of an executed notebook with the output that carries it."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if MIME in output.get("data", {}):
                yield output["data"][MIME], output


def recorded(notebook: nbformat.NotebookNode) -> dict[str, str]:
    """Return the values that an executed notebook recorded with `smallbert.charts.publish.say`."""
    values = {}
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if scrap := output.get("metadata", {}).get("scrapbook"):
                text = output["data"][f"{scrap['mime_prefix']}text/plain"]
                values[scrap["name"]] = ast.literal_eval(text)
    return values


def drop_what_is_by_hand(notebook: nbformat.NotebookNode) -> None:
    """Remove the outputs of an executed notebook that are for no page."""
    for cell in notebook.cells:
        if "outputs" in cell:
            cell.outputs = [
                each for each in cell.outputs if BY_HAND not in each.get("metadata", {})
            ]
