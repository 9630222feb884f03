"""What the survey covers, for its page: works entered, waiting or without a table."""

import pandas as pd

from smallbert import data
from smallbert.book import markdown
from smallbert.data import bibliography, sources, survey

FLOW = """\
| step | documents | repositories |
| --- | --- | --- |
| read | {documents} | {read} |
| left out: no table of scores or costs | 0 | {none} |
| waiting to be entered | 0 | {waiting} |
| entered | {documents}, as {sources} sources | {entered} |
"""

PARTS = (
    "Of the {total} numbers that were found in the tables of these repositories, {entered} are "
    "entered. The table has the others, with the reason, and parts whose numbers nobody counted. "
    "Of a work that it does not name, all that was found is entered."
)

EMPTY = "None at present."


def page() -> str:
    """Return the counts of the survey's flow, and the two lists of what is not in it."""
    known = candidates()
    names = [sources.document_name(key) for key in sources.keys()]
    own = [name for name in names if name and not sources.is_repository(name)]
    waiting = known[known["state"] == "waiting"]
    none = known[known["state"] == "none"]
    flow = FLOW.format(
        documents=len(set(own)),
        sources=len(own),
        read=len(known),
        none=len(none),
        waiting=len(waiting),
        entered=(known["state"] == "entered").sum(),
    )
    return "\n\n".join(
        [
            flow,
            "## Left out of works that are entered",
            *_parts(),
            "## Waiting to be entered",
            _listed(waiting),
            "## Without a table",
            "These repositories are often asked for. At the commits named they print no table of "
            "scores or costs, so there is nothing to transcribe; what other works print of their "
            "models is in those works.",
            _listed(none),
        ]
    )


def candidates() -> pd.DataFrame:
    """Return the repositories that were read, with their ``state``: entered, waiting or none.

    One whose work has a folder is entered; ``none`` prints no table.
    """
    known = survey.own("candidates", survey.FOLDER)
    entered = known["key"].isin(sources.keys())
    state = known["prints"].map({"table": "waiting", "none": "none"}).mask(entered, "entered")
    return known.assign(state=state)


def _parts() -> list[str]:
    """Return in a sentence and a table what is left out of repositories that were entered."""
    left = survey.gather("left_out")
    keys = [key for key in sources.keys() if sources.is_repository(sources.document_name(key))]
    entered = data.results(*keys)["source"].value_counts()
    total = entered.sum() + left["numbers"].replace("", "0").astype(int).sum()
    frame = pd.DataFrame(
        {
            "Work": [f"{{ref}}`{bibliography.label(key)} <{key}>`" for key in left["source"]],
            "Entered": left["source"].map(entered),
            "Left out": left["numbers"].replace("", "not counted"),
            "What": left["what"],
            "Why": left["why"],
        }
    )
    words = PARTS.format(total=f"{total:,}", entered=f"{entered.sum():,}")
    return [words, markdown.table(frame, markup=["Work"])]


def _listed(rows: pd.DataFrame) -> str:
    if rows.empty:
        return EMPTY
    links = [
        f"[{each.repository}]({sources.permalink(each.repository, each.commit, each.path)})"
        for each in rows.itertuples()
    ]
    frame = pd.DataFrame({"Work": rows["name"], "Repository": links, "Note": rows["note"]})
    return markdown.table(frame, markup=["Repository"])
