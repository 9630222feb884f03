"""Tables of a work's scores: what its models lose on one task, and models against tasks."""

from math import isclose

import pandas as pd

from smallbert.charts.tables import with_layout
from smallbert.compare.comparability import SPLIT_WORDS
from smallbert.data import vocabulary
from smallbert.errors import UserError


def loss_table(losses: pd.DataFrame) -> pd.DataFrame:
    """Return `smallbert.compare.losses` as a table, each score linked to its card.

    A loss is in points, with what chance explains (95 %) after ±; a column that nothing fills is
    left out.
    """
    scores = _even_digits(losses["score"])
    against = losses["lost"].notna()
    points = losses["lost"].map(_change)
    chance = losses["margin"].map("\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{:.1f}".format)
    frame = pd.DataFrame(
        {
            "Model": losses["model"],
            "Score [%]": scores,
            "Against": losses["baseline"].where(against, ""),
            "Difference [points]": (points + chance.mask(losses["margin"].isna(), "")).where(
                against, ""
            ),
            "Of the baseline [%]": losses["kept"].map("{:.1f}".format).where(against, ""),
            "Times smaller": losses["bytes"].map("{:.1f}".format).mask(losses["bytes"].isna(), ""),
        }
    )
    frame = frame.loc[:, [frame[each].ne("").any() for each in frame]]
    numbers = {
        (at, "Score [%]"): [(text, id)]
        for at, text, id in zip(frame.index, scores, losses["id"], strict=True)
    }
    frame.attrs["grounds"] = _grounds(losses)
    return with_layout(frame, numbers=numbers)


def _grounds(losses: pd.DataFrame) -> str:
    """Return of what task, metric and set the scores are, such as "MRPC: F1; development set"."""
    tasks, metrics = (vocabulary.names(name) for name in ("tasks", "metrics"))
    sets = losses["set"].str.partition(" in ")[0].map(SPLIT_WORDS)
    parts = losses["task"].map(tasks), losses["metric"].map(metrics), sets
    task, metric, split = (" and ".join(dict.fromkeys(part.dropna())) for part in parts)
    return f"Scores on {task}: {metric}; {split}."


def score_table(scores: pd.DataFrame, *, heads: str = "") -> pd.DataFrame:
    """Return tidy results as a table of models and tasks, each cell linked to its card.

    `scores` are rows of `smallbert.data.results`, at most one for each model, task and metric; a
    metric is named where a task has several. `heads` is a column of theirs that heads the columns
    instead, such as one that tells 32 from 8 bits. Digits are the source's, but one decimal where
    it prints more than two. A model that has two scores in a column is a UserError.
    """
    cells = scores.assign(head=scores[heads] if heads else _task_heads(scores))
    if (again := cells.duplicated(["model", "head"])).any():
        first = cells[again].iloc[0]
        raise UserError(f"{first['model']} has two scores of {first['head']}; choose one of them")
    order = {name: list(dict.fromkeys(cells[name])) for name in ("head", "model")}
    cells["text"] = cells.groupby("head")["value"].transform(_even_digits)
    wide = cells.pivot(index="model", columns="head", values="text")
    frame = wide.loc[order["model"], order["head"]].fillna("").rename_axis(columns=None)
    frame = frame.reset_index().rename(columns={"model": "Model"})
    places = {name: at for at, name in enumerate(order["model"])}
    numbers = {
        (places[each.model], each.head): [(each.text, each.id)]
        for each in cells.itertuples(index=False)
    }
    return with_layout(frame, numbers=numbers)


def _change(lost: float) -> str:
    """Return a loss as a change in points; one that rounds to nothing has no sign.

    Examples
    --------
    >>> _change(2.31), _change(-0.4), _change(0.04), _change(-0.0)
    ('−2.3', '+0.4', '0.0', '0.0')
    """
    text = f"{-lost:+.1f}".replace("-", "−")
    return text if text.strip("+−0.") else "0.0"


def _task_heads(scores: pd.DataFrame) -> list[str]:
    """Return what heads the column of each score: its task, and its metric where it has several."""
    tasks, metrics = (vocabulary.names(name) for name in ("tasks", "metrics"))
    several = scores.groupby("task")["metric"].nunique()
    return [
        tasks[task] + (f", {metrics[metric]}" if several[task] > 1 else "")
        for task, metric in zip(scores["task"], scores["metric"], strict=True)
    ]


def _even_digits(values: pd.Series) -> pd.Series:
    """Return numbers with the digits that the longest needs: at most two, of longer ones one."""
    known = [value for value in values if value == value]
    needed = [next((n for n in (0, 1, 2) if isclose(round(v, n), v)), 1) for v in known]
    digits = max(needed, default=0)
    return values.map(f"{{:.{digits}f}}".format).str.replace("-", "−").mask(values.isna(), "")
