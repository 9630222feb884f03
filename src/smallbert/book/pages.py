"""Pages and files that are generated from the data: dictionary, sources, parts of the home page."""

import html
import json

import pandas as pd

from smallbert import claims
from smallbert.data import paths, sources, vocabulary

COLUMNS = {
    "id": "source / table / row / quantity; stable",
    "source": "key of the work",
    "table": "table or figure of the work",
    "row": "row of the table",
    "model": "the model in plain words",
    "technique": "families joined by +; the first is the main one",
    "task": "key in tasks.csv; empty where the number belongs to no task",
    "metric": "key in metrics.csv",
    "split": "key in splits.csv",
    "value": "the number in the unit",
    "unit": "key in units.csv",
    "printed": "the part of the cell that the number was read from",
    "half_width": "half-width of the reading or half a unit in the last printed place",
    "origin": "key in origins.csv",
    "corrected": "whether corrections.csv mended the cell",
    "baseline": "id of the result that this one is compared with",
    "locator": "document and place and line",
}
"""Meaning of each column of the tidy results."""

AUDITED = {
    "id": "id of the number, then the rule",
    "source": COLUMNS["source"],
    "table": COLUMNS["table"],
    "row": COLUMNS["row"],
    "quantity": "the last part of the number's id",
    "printed": "the number as the document has it, corrected where it is mended",
    "recomputed": "the number as it follows from its inputs; empty where it cannot be recomputed",
    "difference": "printed less recomputed",
    "tolerance": "how far rounding of the number and of its inputs may take them apart",
    "rule": "name of the rule",
    "verdict": "agrees, agrees if truncated, disagrees or cannot be recomputed",
    "rests_on": "printed digits, cut digits, or rounded inputs that hide digits",
    "document": "file name; published where the number is in none of the documents",
    "note": "what explains the line, or what is missing",
    "inputs": "ids of the numbers used, joined by blanks",
    "as_printed": "the verdict on the cells without corrections",
}
"""Meaning of each column of the audit."""

TYPES = {"value": "number", "half_width": "number", "corrected": "boolean"}
AUDITED_TYPES = dict.fromkeys(["printed", "recomputed", "difference", "tolerance"], "number")
"""Of the columns that hold no text."""


def generated(main_chart: str, said: dict[str, dict[str, str]]) -> dict[str, str]:
    """Return the generated parts of the book by file name, as Markdown.

    Parameters
    ----------
    main_chart : str
        The home page's chart, as HTML.
    said : dict
        What each notebook recorded, by its name.
    """
    return {
        "data_dictionary.md": data_dictionary(),
        "_source_list.md": source_list(),
        "_bench.md": bench(),
        "_main_chart.md": f"```{{raw}} html\n{main_chart}\n```\n",
        "_which_is_best.md": which_is_best(claims.verdict("ranking-rpp-wins"), said),
    }


WINNER = {
    claims.HOLDS: "The slides that ask name a winner, and the numbers bear it out",
    claims.FAILS: "The slides that ask name a winner, and the numbers contradict it",
    claims.UNDECIDABLE: "The slides that ask name a winner, and their numbers cannot tell",
}
"""What the home page says, by the verdict on the deck's first place."""

ANSWER = """\
**Which is best?** {winner}: of the {pairs} pairs in their order, {untold} have no rows that
{{ref}}`may be compared <compare_ranking>`. Where three of the five can be, on MNLI matched and
the GLUE server, {best} leads with {score} at {factor} times smaller:
{{ref}}`see why <small_bert>`.

**For your budget** there often is a short list. On {task}, at {size} and with {kept} of the score
kept, {count} of {scored} methods are left: {{ref}}`choose yours <choose>`.
"""
"""The deck's question answered, with its conditions; the numbers are those that the pages say."""


def which_is_best(verdict: str, said: dict[str, dict[str, str]]) -> str:
    """Return the home page's answer to the deck's question.

    Parameters
    ----------
    verdict : str
        On the claim that the deck's winner is the best of its papers.
    said : dict
        What each notebook recorded, by its name.
    """
    order, deck, guide = (said[name] for name in ("compare_ranking", "small_bert", "choose"))
    return ANSWER.format(
        winner=WINNER[verdict],
        pairs=order["pairs"],
        untold=order["untold_same_key"],
        best=deck["best_model"],
        score=deck["best_score"],
        factor=deck["best_factor"],
        **{name: guide[name] for name in ("task", "size", "kept", "count", "scored")},
    )


def data_package() -> dict:
    """Return the descriptor of ``results.csv`` and ``audit.csv``."""
    return {
        "name": "smallbert-results",
        "title": "Results on language-model compression, one row a number, and their audit",
        "licenses": [{"name": "CC-BY-4.0", "path": "https://creativecommons.org/licenses/by/4.0/"}],
        "resources": [
            _resource("results", COLUMNS, TYPES),
            _resource("audit", AUDITED, AUDITED_TYPES),
        ],
    }


def _resource(name: str, columns: dict[str, str], types: dict[str, str]) -> dict:
    fields = [
        {"name": each, "type": types.get(each, "string"), "description": meaning}
        for each, meaning in columns.items()
    ]
    return {
        "name": name,
        "path": f"{name}.csv",
        "format": "csv",
        "encoding": "utf-8",
        "schema": {"primaryKey": "id", "fields": fields},
    }


def data_dictionary() -> str:
    """Return the page that explains every column and every word of the data."""
    parts = [
        "(data_dictionary)=\n# Data dictionary",
        "Generated from the files below `data/`; the tidy results are offered as "
        '<a href="../data/results.csv">results.csv</a> with a '
        '<a href="../data/datapackage.json">Data Package descriptor</a>.',
        "## Columns of the tidy results",
        markdown(pd.DataFrame(COLUMNS.items(), columns=["column", "meaning"])),
        '## Columns of the audit\n\nOf <a href="../data/audit.csv">audit.csv</a>.',
        markdown(pd.DataFrame(AUDITED.items(), columns=["column", "meaning"])),
    ]
    for name in (*vocabulary.NAMES, "parameters"):
        parts += [f"## {name.capitalize()}", markdown(vocabulary.table(name).reset_index())]
    return "\n\n".join(parts) + "\n"


def source_list() -> str:
    """Return the list of sources with their tables, for the page on sources."""
    parts = []
    for key in sources.keys():
        about = sources.describe(key)
        mends = len(sources.corrections(key))
        rows = [
            {
                "table": each["title"],
                "place": sources.locator(each, about.get("document", {}).get("file", "")),
                "rows": len(sources.table(key, name)),
                "origin": each["origin"],
                "cites": f"{{cite:t}}`{each.get('cites', about['cites'])}`",
            }
            for name, each in sources.tables(key).items()
        ]
        parts += [
            f"## {about['title']}",
            f"Key `{key}`; {{cite:t}}`{about['cites']}`. {about['reading'].strip()} "
            f"Cells corrected: {mends}.",
            markdown(pd.DataFrame(rows)),
        ]
    return "\n\n".join(parts) + "\n"


def bench() -> str:
    """Return the last measurement of the build's speed that was kept, for the page on method."""
    report = json.loads((paths.data() / "survey" / "bench.json").read_text(encoding="utf-8"))
    goals = pd.DataFrame(report["goals"])
    goals["met"] = goals["met"].map({True: "yes", False: "no"})
    medians = [
        {"what": name, "measured": ", ".join(f"{key} {value:.2f}" for key, value in each.items())}
        for name, each in report["median"].items()
    ]
    machine = ", ".join(f"{name} {value}" for name, value in report["machine"].items())
    return "\n\n".join(
        [
            f"Medians of {report['repeats']} rounds on: {machine}. The ratios are what is claimed; "
            "the seconds, unless another unit is named, are this machine's.",
            markdown(goals),
            markdown(pd.DataFrame(medians)),
            "Where the time goes, of the same rounds:",
            markdown(pd.DataFrame(report["profile"])),
        ]
    )


def markdown(frame: pd.DataFrame) -> str:
    """Return a frame as a Markdown table in a box that scrolls."""
    lines = [" | ".join(frame.columns), " | ".join("---" for _ in frame.columns)]
    lines += [" | ".join(_cell(value) for value in row) for row in frame.itertuples(index=False)]
    return ":::{div} sb-scroll\n" + "\n".join(f"| {line} |" for line in lines) + "\n:::"


def _cell(value) -> str:
    return html.escape(str(value), quote=False).replace("|", "\\|")
