"""The model to take first of each size: as a table, and as cards for a page."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

from smallbert.answers import words
from smallbert.answers.parts_of_answers import Answer, Candidate, Choice, Limit
from smallbert.answers.rule import STATUS, answer_by_rule
from smallbert.answers.tasks import TASKS
from smallbert.charts.templating import templates

WORDS_OF_FIRST = (
    *("model", "precision", "page", "score", "set", "time"),
    *("checkpoint", "url", "where", "marks"),
)
"""What a row says in words of the model to take, besides sizes and what is tied with it."""

SIZE_BUDGETS = (15, 35, 75, 110)
"""Millions of weights that a model of each card may have; the last is BERT-base's size."""


def by_budget(choice: Choice, candidates: Sequence[Candidate]) -> pd.DataFrame:
    """Return what to take first of each size, as the rule answers it; nothing else is limited.

    One row a budget [millions of weights]: the model and its precision as in the answer, its score
    with the interval in words, the sizes of both precisions [MiB], the time [ms] in words, where it
    is, what to mind, and what is tied with it; empty where nothing meets it.
    """
    rows = []
    for budget in SIZE_BUDGETS:
        limited = replace(choice, limits=[Limit("parameters", False, float(budget))])
        answer = answer_by_rule(limited, candidates)
        rows.append({"budget": budget} | _first(answer, candidates))
    return pd.DataFrame(rows)


def _first(answer: Answer, candidates: Sequence[Candidate]) -> dict:
    """Return what a row says of the model to take first, if any meets the choice."""
    nothing = dict.fromkeys(WORDS_OF_FIRST, "") | {"size": np.nan, "size_8": np.nan, "tied": []}
    judged = answer.ranked[0]
    if judged.status != STATUS[0]:
        return nothing
    first, tied = candidates[judged.index], [candidates[index].of for index in answer.tied]
    sizes = {(each.of, each.bits): each.size for each in candidates}
    return nothing | {
        "model": first.model,
        "precision": first.precision,
        "page": first.page,
        "score": judged.score.says,
        "set": judged.score.set,
        "time": words.rounded_time(judged) if judged.time else "",
        "checkpoint": judged.source.checkpoint,
        "url": judged.source.url,
        "where": words.where_to_get(judged),
        "marks": "; ".join(judged.marks),
        "size": sizes.get((first.of, 32)) or np.nan,
        "size_8": sizes.get((first.of, 8)) or np.nan,
        "tied": [*dict.fromkeys(model for model in tied if model != first.of)],
    }


def budget_cards(choice: Choice, rows: pd.DataFrame) -> str:
    """Return the rows of `by_budget` as HTML for a page one folder deep, a card each."""
    cards = [_card_of_budget(choice, row) for row in rows.itertuples()]
    template = templates(Path(__file__).with_name("templates")).get_template("budget_cards.html")
    return template.render(cards=cards, can=",".join(choice.can) or "none", task=choice.task)


def _card_of_budget(choice: Choice, row) -> dict:
    """Return what one of the cards says, line by line."""
    sizes = [words.plain_number(row.size)] if row.size == row.size else []  # NaN: not known
    sizes = [words.filled("size", value=size) for size in sizes]
    if row.size_8 == row.size_8:
        sizes.append(f"{words.plain_number(row.size_8)} in 8 bits")
    time = words.filled("time", value=row.time) if row.time else words.SENTENCES["no time"]
    return {
        "budget": row.budget,
        "model": row.model,
        "page": row.page,
        "nothing": words.SENTENCES["nothing"],
        "metric": f"{TASKS[choice.task].name}, {words.metric_name(choice.task)}",
        "score": row.score,
        "costs": f"{', '.join(sizes)}; {time}",
        "url": row.url,
        "where": row.where,
        "mind": words.filled("mind", marks=row.marks) if row.marks else "",
        "tied": words.tied_models(row.tied) if row.tied else "",
    }
