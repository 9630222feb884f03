"""The page of a work that `smallbert.book.new` begins."""

import nbformat
from nbformat import v4

from smallbert.book import guesses
from smallbert.compare.scores import SCORES
from smallbert.data import pasted
from smallbert.data.unfilled import TODO


def notebook(
    key: str, tables: dict[str, pasted.Table], footnotes: list[str]
) -> nbformat.NotebookNode:
    """Return the page: what the work does, its tables, its chart, its audit, its limits.

    Parameters
    ----------
    key : str
        Of the work.
    tables : dict
        Its tables, by their names.
    footnotes : list of str
        What is to be said in one's own words among the limits.
    """
    headings = [each for table in tables.values() for each in table.columns[1:]]
    held = " ".join(map(guesses.quantities, headings)).replace(f"task: {TODO}", "task: mnli")
    score = next(
        (name for name, of in SCORES.items() if any(f"task: {t}" in held for t in of)), "mnli"
    )
    shown = "\n".join(
        f'audit.document_table(KEY, "{each}", corrected=corrected)' for each in tables
    )
    notes = "".join(f"\n- {TODO}: in your own words: {each}" for each in footnotes)
    words = {"key": key, "score": score, "shown": shown, "notes": notes, "todo": TODO}
    parts = [part.format(**words) for part in PAGE]
    cells = []
    for part in parts:
        code = part.startswith("#!")
        make = v4.new_code_cell if code else v4.new_markdown_cell
        tags = (
            {"tags": ["parameters"]}
            if code and not any(c.cell_type == "code" for c in cells)
            else {}
        )
        cells.append(make(part.removeprefix("#!\n").strip(), metadata=tags))
    book = v4.new_notebook(cells=cells)
    book.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    return book


KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}

PAGE = (
    """({key})=\n# {todo}: the page's title

{{cite:t}}`{key}` {todo}: who did what, in two sentences.

## Verdict

The models in the chart keep {{glue:text}}`kept` of the score.
{todo}: what else follows; `charts.say` gives prose its numbers, as below.""",
    """#!
corrected: bool = True  # cells as corrected (True) or as printed (False)
score: str = "{score}"  # task whose score is shown; squad is SQuAD 1.1
size_axis: str = "with_embeddings"  # weights with or without embeddings; or speedup""",
    """#!
from smallbert import audit, charts, compare, data

data.require_all(globals())
KEY = "{key}\"""",
    """## What the repository prints""",
    """#!\n{shown}""",
    """## Score kept against size""",
    """#!
rows = compare.evidence(score=score, size_axis=size_axis, corrected=corrected)
rows = rows[rows["source"] == KEY]
task, axis = compare.task_name(score), compare.AXES[size_axis]
charts.evidence(KEY, rows, task=task, axis=axis, splits="together")
kept = rows["retained"].agg(["min", "max"]).map("{{:.1f}} %".format).unique()
charts.say(kept=" to ".join(kept) if len(rows) else "no known share")""",
    """Rows in the chart: {{glue:text}}`rows`. The best: {{glue:text}}`found`.

## What the audit says""",
    """#!\naudit.show(KEY, corrected=corrected)""",
    """## Limits

- {todo}: what the tables leave open.{notes}

## Provenance

Read in a repository at one commit; {{ref}}`every number has a card <numbers>` with the address of
its line.""",
)
"""The cells of a new page; code begins with ``#!``."""
