"""What a technique's page shows of all sources: its rows as a chart and as a table."""

import pandas as pd

from smallbert.charts import publish
from smallbert.charts.retained import retained, split_name
from smallbert.data import exhibits, sources, vocabulary
from smallbert.data.results import listed


def evidence(
    technique: str, rows: pd.DataFrame, *, task: str, axis: str, splits: str, caption: str = ""
) -> None:
    """Publish the chart ``<technique>-evidence`` of a technique or a work; say what it shows.

    The prose gets ``rows``, their number, ``behind``, what their factors follow from, ``found``,
    the row of each split that keeps most, and ``own_keep``, from which to which share own models
    keep, in the chart or not. On the page of a work, ``found``, ``own_keep`` and the chart's
    headline are about the work's own models.

    Parameters
    ----------
    technique : str
        The page's, or a work's key.
    rows : pandas.DataFrame
        Of `smallbert.compare.evidence`.
    task, axis : str
        What the score is of, and what the horizontal axis means.
    splits : str
        See `smallbert.charts.retained`.
    caption : str
        What to look for; without one, that of ``exhibits.csv``. Models that `rows` could not place
        on the axis are named after it.
    """
    ylabel = f"{task} score kept [% of baseline]"
    words = {"xlabel": f"{axis} [times]", "ylabel": ylabel, "splits": splits}
    own = technique if technique in vocabulary.choices("techniques") else ""
    ours = rows if own else rows[rows["own"]]
    best = "; ".join(_best(ours)) or f"none; {_why_none(rows, technique)}"
    ranked = ours.sort_values("retained", ascending=False, kind="stable")
    ends = ranked.loc[[ranked.index[0], ranked["factor"].idxmax()] if len(ours) else []]
    keeps = [
        f"{_keeps(row)} at a factor of {row.factor:.1f}{_together(row) if own else ''}"
        for row in ends.drop_duplicates().itertuples()
    ]
    highest = "Highest" if len(ours) == len(rows) else "Highest of the work's own"
    if absent := _absent(rows, technique):
        caption = caption or exhibits.line(f"{technique}-evidence").get("caption", "")
        caption = f"{caption} {absent}".strip()
    publish.figure(
        f"{technique}-evidence",
        lambda: retained(rows, **words, technique=own),
        data=rows,
        alt=f"Scatter chart: {ylabel} against {axis}, rows: {len(rows)}. {highest}: {best}.",
        finding="; ".join(keeps),
        caption=caption,
    )
    said = {"rows": str(len(rows)), "found": best, "behind": _behind(rows)}
    publish.say(**said, own_keep=_range_kept(rows, technique))


NAMED = 4
"""Models that are left out for one reason, up to which each is named."""


def _absent(rows: pd.DataFrame, page: str) -> str:
    """Return in words which of a page's models the chart leaves out, and why."""
    works = {page, *rows["source"]} if page in sources.keys() else sources.keys()
    missing, shown = rows.attrs.get("missing"), set(rows["model"])
    told = []
    for why, pairs in missing.absent.items() if missing else ():
        own = dict.fromkeys(model for source, model in pairs if source in works)
        models = [model for model in own if model not in shown]
        named = "; ".join(models) if len(models) <= NAMED else f"{len(models)} models"
        told += [f"Not shown, as {why}: {named}."] if models else []
    return " ".join(told)


def _range_kept(rows: pd.DataFrame, page: str) -> str:
    """Return in words which shares of their baselines' scores a page's own models keep."""
    missing, works = rows.attrs.get("missing"), [page]
    works = works if page in sources.keys() else sources.keys()
    kept = [share for source, share in missing.kept if source in works] if missing else []
    ends = dict.fromkeys(f"{share:.1f} %" for share in (min(kept), max(kept))) if kept else []
    return " to ".join(ends) or "no known share"


def _behind(rows: pd.DataFrame) -> str:
    """Return in words what the factors of rows follow from."""
    pruned = rows["technique"].str.contains("pruning").any()
    shapes = f"the models' shapes{', less what is pruned' if pruned else ''}"
    names = vocabulary.names("metrics") | {"shape": shapes}
    told = [names.get(each, each) for each in rows["factor_from"].unique()]
    return listed(told) if told else "nothing"


def _why_none(rows: pd.DataFrame, page: str) -> str:
    """Return in words why no row of a page is the best, and on which axes it has rows."""
    if len(rows):
        return "all models in the chart are other works'"
    why = "no row has this score on this axis and split"
    missing = rows.attrs.get("missing")
    axes = [axis for source, axis in missing.placed if source == page] if missing else []
    return f"{why}, but there are rows with size_axis = {' or '.join(axes)}" if axes else why


def _best(rows: pd.DataFrame) -> list[str]:
    """Return for each split its row that keeps most, in words."""
    best = rows.loc[rows.groupby("split", sort=False)["retained"].idxmax()]
    names = map(split_name, best["split"], best["task"].map(lambda task: [task]))
    return [
        f"{_keeps(row)} at {row.factor:.2f}x ({name})"
        for name, row in zip(names, best.itertuples(), strict=True)
    ]


def _keeps(row) -> str:
    """Return who keeps how much; `smallbert.compare.by_task` names a row by its task."""
    task = vocabulary.table("tasks").at[row.task, "name"]
    if row.model == task:
        return f"{row.retained:.1f} % kept on {task}"
    model = row.model.removeprefix(f"{task}, ")
    return f"{model} keeps {row.retained:.1f} %" + f" on {task}" * (model != row.model)


def _together(row) -> str:
    """Return how many techniques made a row, if not one: its page is of one of them."""
    parts = row.technique.split("+")
    return f", by {len(parts)} techniques" if len(parts) > 1 else ""


def evidence_table(technique: str, rows: pd.DataFrame, *, caption: str = "") -> None:
    """Publish the rows of the chart as the table ``<technique>-table``."""
    tasks, metrics = (vocabulary.table(name)["name"] for name in ("tasks", "metrics"))
    frame = pd.DataFrame(
        {
            "Model": rows["model"],
            "Source": rows["source"],
            "Task": rows["task"].map(tasks) + ", " + rows["metric"].map(metrics),
            "Split": rows["split"],
            "Baseline": rows["baseline"],
            "Score [%]": rows["score"].map("{:.1f}".format),
            "Baseline's [%]": rows["baseline_score"].map("{:.1f}".format),
            "Kept [%]": rows["retained"].map("{:.1f}".format),
            "Factor [x]": rows["factor"].map("{:.2f}".format),
            "Factor is": rows["factor_origin"],
            "Score is": rows["origin"],
        }
    )
    frame = frame.sort_values(["Split", "Source"], kind="stable").reset_index(drop=True)
    fold = f"{len(frame)} row{'' if len(frame) == 1 else 's'}, each with its baseline"
    publish.table(
        f"{technique}-table", frame, data=rows, caption=caption, groups="Split", fold=fold
    )


def shrinks(technique: str, **numbers) -> None:
    """Publish the table ``<technique>-shrinks``: what the technique makes smaller, and why.

    Parameters
    ----------
    technique : str
        Whose lines of ``data/survey/shrinks.csv`` are shown.
    **numbers
        Fill the slots in braces of these lines.
    """
    lines = vocabulary.table("shrinks").loc[[technique]]
    frame = pd.DataFrame(
        {
            "Quantity": lines["quantity"],
            "Smaller?": lines["smaller"],
            "Why": [why.format(**numbers) for why in lines["why"]],
        }
    )
    publish.table(f"{technique}-shrinks", frame.reset_index(drop=True))
