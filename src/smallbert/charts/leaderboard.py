"""All models as a leaderboard: a line a model, which a reader sorts and filters on the page."""

from collections import defaultdict
from pathlib import Path

import pandas as pd

from smallbert import compare
from smallbert.charts.interactive import VEGA, models_chart
from smallbert.charts.templating import templates
from smallbert.compare.leaderboard import BOARDS, SETS_OF_BOARDS
from smallbert.compare.models import longest_inputs
from smallbert.data import anchors, bibliography, side_tables, sources, vocabulary
from smallbert.data.results import SAME_TASKS

COST_COLUMNS = {
    "Weights [M]": ("parameters", 1e-6, "max"),
    "Stored [MB]": ("megabytes", 1, "max"),
    "In 8 bits [MB]": ("megabytes_8", 1, "number"),
    "Operations [G]": ("operations", 1e-9, "max"),
    "CPU, 32 bits [ms]": ("milliseconds", 1, "max"),
}
"""The columns of costs: what of `smallbert.compare.model_costs`, its factor, its filter."""

LONGEST_INPUT = "Longest input [tokens]"

MISSING_NUMBERS = {
    "Weights [M]": "number of weights",
    "Stored [MB]": "size",
    "Operations [G]": "number of operations",
    "CPU, 32 bits [ms]": "time",
    LONGEST_INPUT: "longest input",
}
"""What is not known of a model that a limit of the column hides."""

SELDOM_FILTERS = ["Stored [MB]", "Operations [G]", LONGEST_INPUT, "License", "Year"]
"""The filters that a reader opens first."""

FILTERED_AT_FIRST = {"Weights [M]": 110}
"""What a filter has when the page opens: models as large as BERT-base."""

HINTS = dict.fromkeys(
    [*COST_COLUMNS][:2], "counted from the shape, where known; else as works print it"
)
HINTS["Other task"] = "of a model without a score on the boards; type a task to see its models"
HINTS["CPU, 32 bits [ms]"] = (
    "of one text of 128 tokens in 32 bits, measured by this book of the model's shape"
)
HINTS["Rank group"] = "group 1 is tied for the best; a later one is behind the best of each before"
HINTS[LONGEST_INPUT] = "as its makers set it, else as its learned positions allow"
HINTS["License"] = "of the checkpoint; (code), (teacher), (original): of these, where it has none"
"""What a heading says when a reader points at it."""

AVERAGED_TASKS = {"glue-9": "9 tasks", "glue-8": "8 tasks", "glue-6": "6 tasks"}
"""What an average is over; another is as its source has it."""


def leaderboard_html(models: pd.DataFrame) -> str:
    """Return all models as HTML, the highest on MNLI first; `models` are its lines by work.

    Each score has its set and, unless it is repeated from elsewhere, its interval, place and
    ceiling (see `smallbert.compare.leaderboard`), which the page's script compares.
    """
    template = templates(Path(__file__).with_name("templates")).get_template("leaderboard.html")
    rows = _model_rows(models, compare.leaderboard())
    return template.render(headings=_headings(), rows=rows, chart=models_chart(), vega=VEGA)


def _headings() -> list[dict]:
    """Return the headings in their order, each with the filter that it has."""
    mnli, *other_boards = BOARDS
    kinds = {"Model": "word", "Rank group": "place", "Checkpoint": "has", f"{mnli} [%]": "score"}
    kinds |= {title: kind for title, (_, _, kind) in COST_COLUMNS.items()}
    kinds |= {LONGEST_INPUT: "min", "License": "term"}
    kinds |= {f"{board} [%]": "score" for board in other_boards}
    kinds |= {"Other task": "word", "Technique": "terms", "Year": "min", "Works": "none"}
    return [
        {
            "title": title,
            "kind": kind,
            "first": FILTERED_AT_FIRST.get(title),
            "hint": HINTS.get(title),
            "missing": MISSING_NUMBERS.get(title),
            "seldom": title in SELDOM_FILTERS,
        }
        for title, kind in kinds.items()
    ]


def _model_rows(models: pd.DataFrame, scores: pd.DataFrame) -> list[dict]:
    """Return what is said of each model, in the order of MNLI; others are as `models` have them."""
    costs = compare.model_costs()
    costs = costs.mask(costs["parameters"].eq(0))  # that row is of no network
    by_board, by_model = defaultdict(list), defaultdict(list)
    for score in scores.sort_values("place", kind="stable").itertuples():
        by_board[score.model, score.board].append(score)
    for line in models.itertuples():
        by_model[line.model].append(line)
    on_mnli = scores[scores["board"].eq("MNLI") & scores["split"].eq("dev")].set_index("model")
    names = [*dict.fromkeys([*on_mnli.index, *by_model])]
    costs = costs.reindex(names)  # of some models nobody gives a cost
    licenses, rows = _licenses(), []
    for name in names:
        boards = [
            [_board_score(score, board) for score in by_board[name, board]] for board in BOARDS
        ]
        spent = [
            _number_in_unit(costs.at[name, cost], unit) for cost, unit, _ in COST_COLUMNS.values()
        ]
        row = _described_row(name, by_model[name], licenses)
        place = _number_in_unit(on_mnli["place"].get(name), 1)
        rows.append(row | {"place": place, "boards": boards, "costs": spent})
    return rows


def _described_row(name: str, lines: list, licenses: dict[str, str]) -> dict:
    """Return what is said of a model besides scores and costs, from its line of each work."""
    model, family = lines[0], sources.survey_models()["family"].get(name, "")
    return {
        "name": name,
        "page": _page_of(model),
        # a family that the name has already needs no second word to be found by
        "family": family if family.lower() not in name.lower() else "",
        "checkpoint": _checkpoint(model.checkpoint),
        "longest": _number_in_unit(longest_inputs().get(model.model_key), 1),
        "license": licenses.get(model.checkpoint, ""),
        "other_tasks": _other_tasks(lines),
        "technique": _techniques(model.technique),
        "year": min(line.year for line in lines),
        "works": [(line.source, bibliography.label(line.source)) for line in lines],
    }


def _page_of(model) -> str:
    """Return the page of a model, or else that of its work."""
    described = model.model_key in compare.described_models()
    return f"../models/{model.model_key}.html" if described else f"{model.source}.html"


def _board_score(score, board: str) -> dict:
    """Return what a cell says of a score, and what the script compares."""
    ranked = score.half_width == score.half_width  # NaN: repeated from elsewhere
    average = ""
    if board == "GLUE":
        tasks = AVERAGED_TASKS.get(score.task) or f"as in {bibliography.label(score.source)}"
        average = f", {tasks}"
    return {
        "shown": f"{score.score:.1f}",
        # a mean of several works has no card of its own
        "card": "" if score.reports > 1 else f"../{anchors.card(score.id)}",
        "works": f"{score.reports:.0f}",
        "interval": f" ± {score.half_width:.1f}" if ranked else bibliography.LENT,
        "set": f"{score.split}{average}",
        "half_unsaid": score.stated_task in SAME_TASKS,
        "split": score.split if len(SETS_OF_BOARDS.get(board, "1")) > 1 else "",
        "order": BOARDS[board][0].index(score.task),
        "place": f"{score.place:.0f}" if ranked else "",
        "ceiling": f"{score.ceiling:g}",
        # the script sorts by the value where the cell shows a rounded one
        "value": f"{score.score:g}" if round(score.score, 1) != score.score else "",
    }


def _other_tasks(lines: list) -> list[dict]:
    """Return the scores of a model that has none on the boards, each behind its task."""
    return [
        {
            "task": line.other_ground,
            "card": anchors.card(line.other_id),
            "shown": f"{line.other:.1f}",
        }
        for line in lines
        if pd.notna(line.other)
    ]


def _number_in_unit(value: float | None, unit: float) -> str:
    """Return a number in a unit, one that is not known as nothing."""
    if value is None or pd.isna(value):
        return ""
    return f"{value * unit:.3g}" if value * unit < 1000 else f"{value * unit:.0f}"


def _techniques(technique: str) -> str:
    names = vocabulary.names("techniques")
    return " + ".join(names[part] for part in technique.split("+"))


def _licenses() -> dict[str, str]:
    """Return the license of each checkpoint that can be downloaded, or why none is shown."""
    downloads = side_tables.downloads()
    of = " (" + downloads["license_of"] + ")"
    licenses = downloads["license"].replace(side_tables.NO_LICENSE)
    licenses += of.mask(downloads["license_of"].isin(["", "checkpoint"]), "")
    return dict(zip(downloads["checkpoint"], licenses, strict=True))


def _checkpoint(checkpoint: str | float) -> dict | None:
    """Return name and address of a checkpoint; None where no weights are known."""
    if not isinstance(checkpoint, str):
        return None
    name = "file" if "://" in checkpoint else checkpoint.rpartition("/")[2]
    return {"url": side_tables.checkpoint_url(checkpoint), "name": name}
