"""All models as a leaderboard: a line a model, which a reader sorts and filters on the page."""

from html import escape

import pandas as pd

from smallbert import compare
from smallbert.charts.style import COLORS, GREYS
from smallbert.compare.leaderboard import BOARDS, SETS_OF_BOARDS
from smallbert.compare.models import longest_inputs
from smallbert.data import bibliography, exhibits, sources, survey, vocabulary
from smallbert.data.results import SAME_TASKS

COSTS = {
    "Weights [M]": ("parameters", 1e-6, "max"),
    "Stored [MB]": ("megabytes", 1, "max"),
    "In 8 bits [MB]": ("megabytes_8", 1, "number"),
    "Operations [G]": ("operations", 1e-9, "max"),
    "CPU, 32 bits [ms]": ("milliseconds", 1, "max"),
}
"""The columns of costs: what of `smallbert.compare.model_costs`, its factor, its filter."""

LONGEST = "Longest input [tokens]"

WORDS = {
    "Weights [M]": "number of weights",
    "Stored [MB]": "size",
    "Operations [G]": "number of operations",
    "CPU, 32 bits [ms]": "time",
    LONGEST: "longest input",
}
"""What is not known of a model that a limit of the column hides."""

SELDOM = ["Stored [MB]", "Operations [G]", LONGEST, "License", "Year"]
"""The filters that a reader opens first."""

AT_FIRST = {"Weights [M]": 110}
"""What a filter has when the page opens: models as large as BERT-base."""

HINTS = dict.fromkeys([*COSTS][:2], "counted from the shape, where known; else as works print it")
HINTS["Other task"] = "of a model without a score on the boards; type a task to see its models"
HINTS["CPU, 32 bits [ms]"] = (
    "of one text of 128 tokens in 32 bits, measured by this book of the model's shape"
)
HINTS["Rank group"] = "group 1 is tied for the best; a later one is behind the best of each before"
HINTS[LONGEST] = "as its makers set it, else as its learned positions allow"
HINTS["License"] = "of the checkpoint; (code), (teacher), (original): of these, where it has none"
"""What a heading says when a reader points at it."""

VEGA = "choose/vega.js"
"""Where the site has the program that draws what a reader switches."""

AVERAGES = {"glue-9": "9 tasks", "glue-8": "8 tasks", "glue-6": "6 tasks"}
"""What an average is over; another is as its source has it."""


def leaderboard(lines: pd.DataFrame) -> str:
    """Return all models as HTML, the highest on MNLI first; `lines` are of `compare.models`.

    Each score has its set and, unless it is repeated from elsewhere, its interval, place and
    ceiling (see `smallbert.compare.leaderboard`), which the page's script compares.
    """
    scores, costs = compare.leaderboard(), compare.model_costs()
    costs = costs.mask(costs["parameters"].eq(0))  # that row is of no network
    boards = dict(list(scores.groupby(["model", "board"])))
    works = dict(list(lines.groupby("model", sort=False)))
    first = scores[scores["board"].eq("MNLI") & scores["split"].eq("dev")].set_index("model")
    body = []
    names = [*dict.fromkeys([*first.index, *works])]
    costs = costs.reindex(names)  # of some models nobody gives a cost
    families, tokens, licenses = sources.models()["family"], longest_inputs(), _licenses()
    for name in names:
        own = works[name]
        checkpoint = own["checkpoint"].iloc[0]
        cells = [_number(first["place"].get(name), 1), _checkpoint(checkpoint)]
        mnli, *others = (_scores(boards.get((name, each)), each) for each in BOARDS)
        spent = [_number(costs.at[name, cost], unit) for cost, unit, _ in COSTS.values()]
        cells += [
            mnli,
            *spent,
            _number(tokens.get(own["model_key"].iloc[0]), 1),
            escape(licenses.get(checkpoint, "")),
            *others,
            _other(own),
            _technique(own["technique"].iloc[0]),
            str(own["year"].min()),
        ]
        cells += [_works(own)]
        inner = "".join(f"<td>{cell}</td>" for cell in cells)
        family = escape(families.get(name, ""))
        also = f' data-also="{family}"' * (family.lower() not in name.lower())
        body.append(f"<tr{also}>{_model(own.iloc[0])}{inner}</tr>")
    return (
        '<div class="sb-scroll" tabindex="0"><table class="sb-table sb-wide" data-board>'
        f"<thead><tr>{_head()}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
    ) + _chart()


def _chart() -> str:
    """Return the place of the chart of what is shown, and how it is drawn."""
    import altair as alt  # a second that only this needs

    names = vocabulary.names("techniques")
    looks = {names[key]: color for key, color in COLORS.items() if key in names}
    x = alt.X("x:Q").scale(type="log", nice=False, padding=14)
    every = alt.Chart().encode(x=x, y=alt.Y("y:Q").scale(zero=False, padding=12))
    color = alt.Color("technique:N", title=None).scale(domain=[*looks], range=[*looks.values()])
    marks = every.mark_point(filled=True, size=45, opacity=0.75)
    marks = marks.encode(color=color.legend(orient="bottom", columns=4))
    low = alt.Y("low:Q").scale(zero=False, padding=12)
    bars = every.encode(y=low, y2=alt.Y2("high:Q")).mark_rule(opacity=0.3, color=GREYS[-1])
    named = every.encode(text="label:N")
    right = named.transform_filter("datum.label && !datum.left")
    left = named.transform_filter("datum.label && datum.left")
    right, left = (
        right.mark_text(align="left", dx=6, dy=-5),
        left.mark_text(align="right", dx=-6, dy=-5),
    )
    layers = alt.layer(bars, marks, right, left)
    spec = layers.properties(height=440, width="container", data=alt.NamedData("points"))
    spec = spec.to_json(indent=None)
    return (
        '<figure class="sb-board" hidden><div class="sb-plot"></div><figcaption>The models of the '
        "table, as filtered, with their intervals. Names stand at the Pareto front: no model of "
        "equal or lower cost scores higher. A mark leads to the model's page. <output></output>"
        f'</figcaption><script type="application/json">{spec}</script>'
        f'<script async src="../{VEGA}"></script></figure>'
    )


def _head() -> str:
    """Return the headings, each with the filter that it has."""
    heads = {"Model": "word", "Rank group": "place", "Checkpoint": "has"}
    mnli, *others = ({f"{board} [%]": "score"} for board in BOARDS)
    heads |= mnli | {title: kind for title, (_, _, kind) in COSTS.items()}
    heads |= {LONGEST: "min", "License": "term"}
    for each in others:
        heads |= each
    heads |= {"Other task": "word", "Technique": "terms", "Year": "min", "Works": "none"}
    cells = []
    for title, kind in heads.items():
        more = f' data-first="{AT_FIRST[title]}"' if title in AT_FIRST else ""
        more += f' title="{HINTS[title]}"' if title in HINTS else ""
        more += f' data-word="{WORDS[title]}"' if title in WORDS else ""
        more += " data-seldom" * (title in SELDOM)
        cells.append(f'<th scope="col" data-kind="{kind}"{more}>{title}</th>')
    return "".join(cells)


def _model(line: pd.Series) -> str:
    """Return the cell of a model's name, which leads to its page, or to its work's."""
    page = f"{line['source']}.html"
    if line["model_key"] in compare.described_models():
        page = f"../models/{line['model_key']}.html"
    return f'<th scope="row"><a href="{page}">{escape(line["model"])}</a></th>'


def _scores(scores: pd.DataFrame | None, board: str) -> str:
    """Return the scores of a model on the sets and averages of a board."""
    if scores is None:
        return ""
    cells = []
    for each in scores.sort_values("place", kind="stable").itertuples():
        told = f'<a href="../{exhibits.card(each.id)}">{each.score:.1f}</a>'
        if each.reports > 1:
            told = f'<span title="mean of {each.reports:.0f} works">{each.score:.1f}</span>'
        ranked = each.half_width == each.half_width
        told += f" ± {each.half_width:.1f}" if ranked else bibliography.LENT
        pill = each.split
        if board == "GLUE":
            pill += f", {AVERAGES.get(each.task) or f'as in {bibliography.label(each.source)}'}"
        half = ' title="half not stated"' * (each.stated_task in SAME_TASKS)
        kind = f' data-split="{each.split}"' if len(SETS_OF_BOARDS.get(board, "1")) > 1 else ""
        order = BOARDS[board][0].index(each.task)
        kind += f' data-order="{order}"' if order else ""
        kind += f' data-place="{each.place:.0f}" data-ceiling="{each.ceiling:g}"' if ranked else ""
        kind += f' data-value="{each.score:g}"' * (round(each.score, 1) != each.score)
        cells.append(f"<span{kind}>{told} <i{half}>{pill}</i></span>")
    return " ".join(cells)


def _other(lines: pd.DataFrame) -> str:
    """Return the score of a model that has none on the boards, behind its task."""
    told = [
        f"{escape(each.other_ground)}: "
        f'<a href="../{exhibits.card(each.other_id)}">{each.other:.1f}</a>'
        for each in lines.dropna(subset="other").itertuples()
    ]
    return "; ".join(told)


def _number(value: float | None, unit: float) -> str:
    """Return a number in a unit, one that is not known as nothing."""
    if value is None or pd.isna(value):
        return ""
    return f"{value * unit:.3g}" if value * unit < 1000 else f"{value * unit:.0f}"


def _technique(technique: str) -> str:
    names = vocabulary.names("techniques")
    return " + ".join(names[each] for each in technique.split("+"))


def _works(lines: pd.DataFrame) -> str:
    """Return the works that report a model."""
    links = [f'<a href="{key}.html">{bibliography.label(key)}</a>' for key in lines["source"]]
    return ", ".join(links)


def _licenses() -> dict[str, str]:
    """Return the license of each checkpoint that can be downloaded, or why none is shown."""
    known = survey.downloads()
    of = " (" + known["license_of"] + ")"
    told = known["license"].replace(survey.NO_LICENSE)
    told += of.mask(known["license_of"].isin(["", "checkpoint"]), "")
    return dict(zip(known["checkpoint"], told, strict=True))


def _checkpoint(checkpoint: str | float) -> str:
    """Return the link to where the weights are; nothing where none are known."""
    if not isinstance(checkpoint, str):
        return ""
    name = "file" if "://" in checkpoint else checkpoint.rpartition("/")[2]
    return f'<a href="{escape(survey.checkpoint_url(checkpoint))}">{escape(name)}</a>'
