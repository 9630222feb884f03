"""Pages and files that are generated from the data: dictionary, sources, the home page's chart."""

import html
import json

import pandas as pd

from smallbert import paths, sources, vocabulary

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

NUMERIC = {"value": "number", "half_width": "number", "corrected": "boolean"}


def generated(main_chart: str) -> dict[str, str]:
    """Return the generated parts of the book by file name, as Markdown.

    Parameters
    ----------
    main_chart : str
        The home page's chart, as HTML.
    """
    return {
        "data_dictionary.md": data_dictionary(),
        "_source_list.md": source_list(),
        "_bench.md": bench(),
        "_main_chart.md": f"```{{raw}} html\n{main_chart}\n```\n",
    }


def data_package() -> dict:
    """Return the descriptor of ``results.csv``."""
    fields = [
        {"name": name, "type": NUMERIC.get(name, "string"), "description": meaning}
        for name, meaning in COLUMNS.items()
    ]
    return {
        "name": "smallbert-results",
        "title": "Results on language-model compression, one row a number",
        "licenses": [{"name": "CC-BY-4.0", "path": "https://creativecommons.org/licenses/by/4.0/"}],
        "resources": [
            {
                "name": "results",
                "path": "results.csv",
                "format": "csv",
                "encoding": "utf-8",
                "schema": {"primaryKey": "id", "fields": fields},
            }
        ],
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
    report = json.loads((paths.data() / "bench.json").read_text(encoding="utf-8"))
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
        ]
    )


def markdown(frame: pd.DataFrame) -> str:
    """Return a frame as a Markdown table in a box that scrolls."""
    lines = [" | ".join(frame.columns), " | ".join("---" for _ in frame.columns)]
    lines += [" | ".join(_cell(value) for value in row) for row in frame.itertuples(index=False)]
    return ":::{div} sb-scroll\n" + "\n".join(f"| {line} |" for line in lines) + "\n:::"


def _cell(value) -> str:
    return html.escape(str(value), quote=False).replace("|", "\\|")
