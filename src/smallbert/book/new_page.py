"""The page of a work that `smallbert.book.new` begins."""

import re
from collections.abc import Collection

import nbformat
from nbformat import v4

from smallbert.book import guesses, prose
from smallbert.compare.cost_axes import INNER, PRINTED, SHARED
from smallbert.compare.evidence import BEHIND
from smallbert.compare.scores import SCORES
from smallbert.data import pasted
from smallbert.data.unfilled import TODO


def notebook(
    key: str,
    title: str,
    tables: dict[str, pasted.Table],
    footnotes: list[str],
    techniques: Collection[str] = (),
) -> nbformat.NotebookNode:
    """Return the page: what the work does, its tables, its chart, its audit, its limits.

    Parameters
    ----------
    key : str
        Of the work.
    title : str
        Of the work, as its bibliography entry has it; what is before a colon begins the page's.
    tables : dict
        Its tables, by their names.
    footnotes : list of str
        What is to be said in one's own words among the limits.
    techniques : collection of str
        What the file tells of its models.
    """
    by_table = [
        guesses.held(prose.meant(each, table) for each in table.columns[1:])
        for table in tables.values()
    ]
    beside = " ".join(held for held in by_table if "task: " in held)  # a factor is beside a score
    held = " ".join(by_table)
    held = held.replace(f"{guesses.MEANT}, task: {TODO}", "").replace(f"task: {TODO}", "task: mnli")
    score = next(
        (name for name, of in SCORES.items() if any(f"task: {t}" in held for t in of)), "mnli"
    )
    shown = "\n".join(
        f'audit.document_table(KEY, "{each}", corrected=corrected)' for each in tables
    )
    notes = "".join(f"- {TODO}: in your own words: {each}\n" for each in footnotes)
    notes = f"## Limits\n\n{notes}\n" if notes else LIMITS
    faster = any("dynamic_inference" in each for each in techniques)
    axis = _axis(beside or held, first="speedup" if faster else "")
    words = {
        "key": key,
        "score": score,
        "axis": axis,
        "against": axis if axis == "speedup" else "size",
        "shown": shown,
        "notes": notes,
    }
    called = name(title).replace("_", r"\_")
    words |= {"todo": TODO, "name": f"{called}: " if called else ""}
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


def name(title: str) -> str:
    """Return what a work is called, where its title has one word before a colon.

    Examples
    --------
    >>> name("{{BERT_S}: A Small Work}"), name("A Small Work: By Halves")
    ('BERT_S', '')
    """
    word, colon, _ = re.sub("[{}]", "", title).partition(": ")
    return word if colon and " " not in word else ""


def _axis(held: str, first: str = "") -> str:
    """Return the first axis of the chart for which some quantities have numbers.

    Examples
    --------
    >>> _axis("{metric: f1, task: squad-1.1} {metric: prune-ratio} {metric: speedup}")
    'without_embeddings'
    >>> _axis("{metric: speedup}"), _axis("{metric: TODO}")
    ('speedup', 'with_embeddings')
    >>> _axis("{metric: parameters} {metric: speedup}", first="speedup")
    'speedup'
    """
    metrics = set(re.findall(r"metric: ([\w-]+)", held))
    places = {
        axis: {*PRINTED[cost], SHARED.get(cost), INNER.get(cost)} for axis, cost in BEHIND.items()
    }
    places["with_embeddings"].add("size")
    order = sorted(places, key=lambda axis: axis != first)
    return next((axis for axis in order if metrics & places[axis]), "with_embeddings")


KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}

LIMITS = "% A section Limits may say here what the tables leave open.\n\n"

PAGE = (
    """({key})=\n# {name}{todo}: the page's title, what is done in a few words

{{cite:t}}`{key}` {todo}: who did what, in two sentences.

## Verdict

Its own models keep {{glue:text}}`own_keep` of their baseline's {{glue:text}}`task` score.
% What else follows may stand here; an assert below or a claim holds it, charts.say has numbers.""",
    """#!
corrected: bool = True  # cells as corrected (True) or as printed (False)
score: str = "{score}"  # task whose score is shown; squad is SQuAD 1.1
size_axis: str = "{axis}"  # weights with or without embeddings; or speedup""",
    """#!
from smallbert import audit, charts, compare, data

data.require_all(globals())
KEY = "{key}\"""",
    """## What the repository prints""",
    """#!\n{shown}""",
    """## Score kept against {against}""",
    """#!
rows = compare.evidence(score=score, size_axis=size_axis, corrected=corrected)
rows = rows[rows["source"] == KEY]
task, axis = compare.task_name(score), compare.AXES[size_axis]
charts.evidence(KEY, rows, task=task, axis=axis, splits="together")
charts.say(task=task)
# An assert holds a sentence on what follows, such as "the smaller a model, the less it keeps":
# falls = rows[rows["own"]].groupby("factor")["retained"].max().is_monotonic_decreasing
# assert falls or (score, size_axis) != ("{score}", "{axis}"), "the smaller, the less it keeps\"""",
    """Rows in the chart: {{glue:text}}`rows`. Their factors follow from: {{glue:text}}`behind`.
The highest share of this work's own: {{glue:text}}`found`.

## What the audit says""",
    """#!
audit.show(KEY, corrected=corrected)
charts.say(document=", ".join(data.describe(KEY)["document"].values()))""",
    """{notes}## Provenance

Repository, commit and file: {{glue:text}}`document`.
{{ref}}`Every number has a card <numbers>` with the address of its line.""",
)
"""The cells of a new page; code begins with ``#!``."""
