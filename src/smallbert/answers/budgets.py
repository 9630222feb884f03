"""The model to take first of each size: as a table, and as cards for a page."""

from collections.abc import Sequence
from dataclasses import replace
from html import escape

import numpy as np
import pandas as pd

from smallbert.answers import rule, words
from smallbert.answers.records import Choice, Limit, Line
from smallbert.answers.tasks import TASKS

TOLD = ("model", "precision", "page", "score", "set", "time", "checkpoint", "url", "where", "marks")
"""What is told of a model in words, besides sizes and what is tied with it."""

BUDGETS = (15, 35, 75, 110)
"""Millions of weights that a model of each card may have; the last is BERT-base's size."""


def by_budget(choice: Choice, lines: Sequence[Line]) -> pd.DataFrame:
    """Return what to take first of each size, as the rule answers it; nothing else is limited.

    One row a budget [millions of weights]: the model and its precision as in the answer, its score
    with the interval in words, the sizes of both precisions [MiB], the time [ms] in words, where it
    is, what to mind, and what is tied with it; empty where nothing meets it.
    """
    sizes = {(line.of, line.bits): line.size for line in lines}
    nothing = dict.fromkeys(TOLD, "") | {"size": np.nan, "size_8": np.nan, "tied": []}
    rows = []
    for budget in BUDGETS:
        asked = replace(choice, limits=[Limit("parameters", False, float(budget))])
        found = rule.answer(asked, lines)
        first, line = found.lines[0], lines[found.lines[0].at]
        row = {"budget": budget} | nothing
        if first.status == rule.STATUS[0]:
            others = dict.fromkeys(lines[at].of for at in found.tied if lines[at].of != line.of)
            row |= {
                "model": line.model,
                "precision": line.precision,
                "page": line.page,
                "score": first.score.says,
                "set": first.score.set,
                "time": words.about(first) if first.time else "",
                "checkpoint": first.source.checkpoint,
                "url": first.source.url,
                "where": words.where(first),
                "marks": "; ".join(first.marks),
                "size": sizes.get((line.of, 32)) or np.nan,
                "size_8": sizes.get((line.of, 8)) or np.nan,
                "tied": [*others],
            }
        rows.append(row)
    return pd.DataFrame(rows)


def cards(choice: Choice, rows: pd.DataFrame) -> str:
    """Return the rows of `by_budget` as HTML for a page one folder deep, a card each."""
    made = "".join(_card(choice, row) for row in rows.itertuples())
    return f'<div class="sb-budgets">{made}</div>'


def _card(choice: Choice, row) -> str:
    """Return one of the cards; its last line fills the form in."""
    head = f"<h3>Up to {row.budget} M weights</h3>"
    if not row.model:
        return f"<article>{head}<p>{words.WORDS['nothing']}</p></article>"
    name = escape(row.model)
    name = f'<a href="../{row.page}">{name}</a>' if row.page else name
    both = [words.fill("size", value=words.plain(size)) for size in [row.size] if size == size]
    both += [f"{words.plain(size)} in 8 bits" for size in [row.size_8] if size == size]
    time = words.fill("time", value=row.time) if row.time else words.WORDS["no time"]
    place = escape(row.where)
    if row.url:
        link = f'<a href="{escape(row.url)}" rel="noreferrer">Get it</a>'
        place = f"{link}: {place}"
    lines = [
        f"<strong>{name}</strong>",
        f"{TASKS[choice.task].name}, {words.metric(choice.task)}: <b>{row.score} %</b>",
        f"{', '.join(both)}; {time}",
        place,
    ]
    lines += [escape(words.fill("mind", marks=row.marks))] if row.marks else []
    lines += [f"tied with {escape(words.named(row.tied))}"] if row.tied else []
    can = ",".join(choice.can) or "none"
    asked = f"#task={choice.task}&max_millions={row.budget}&can={can}"
    lines.append(f'<a class="sb-ask" href="{asked}">all that fit</a>')
    return f"<article>{head}{''.join(f'<p>{line}</p>' for line in lines)}</article>"
