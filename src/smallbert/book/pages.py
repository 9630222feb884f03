"""Pages that are generated from the data: sources, parts of the home page and of the method."""

import json

import pandas as pd

from smallbert import claims
from smallbert.book import dictionary, markdown
from smallbert.data import paths, sources


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
        "data_dictionary.md": dictionary.page(),
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
        untold=order["untold_same_ground"],
        best=deck["best_model"],
        score=deck["best_score"],
        factor=deck["best_factor"],
        **{name: guide[name] for name in ("task", "size", "kept", "count", "scored")},
    )


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
            markdown.table(pd.DataFrame(rows)),
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
            markdown.table(goals),
            markdown.table(pd.DataFrame(medians)),
            "Where the time goes, of the same rounds:",
            markdown.table(pd.DataFrame(report["profile"])),
        ]
    )
