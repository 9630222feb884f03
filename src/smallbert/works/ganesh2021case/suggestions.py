"""The poster's suggestions beside what its own rows add."""

import pandas as pd

from smallbert.charts import publish
from smallbert.data import credits, sources, vocabulary

PAGES = {"how_to_read": "How to read a number", "small_bert": "Small BERT"}
PAGES |= {"ganesh2021case": "this page"}


def show(*, corrected: bool, **further: str) -> None:
    """Publish the table; `further` says of some suggestions, by their rows, what is added."""
    suggestions = sources.table("ganesh2021case", "suggestions", corrected=corrected)
    nested = suggestions["level"] == "2"
    rows_say = rows_add(sources.values("ganesh2021case", "effectiveness", corrected=corrected))
    shown = pd.DataFrame(
        {
            "Key term": suggestions["anchor"].where(~nested, "– " + suggestions["anchor"]),
            "Suggestion, in our words": suggestions["statement"],
            "What the poster's rows add": pd.Series(rows_say | further)[suggestions.index],
            "Answered by": suggestions["answered_by"].map(_pages),
        }
    )
    publish.table(
        "ganesh2021case-suggestions", shown, data=shown.assign(level=suggestions["level"])
    )


def rows_add(table: pd.DataFrame) -> dict[str, str]:
    """Say by suggestion what the poster's compressed rows add to it."""
    small = table.drop("bert-base")
    still = small[small["speedup_gpu"].eq(1) & small["speedup_cpu"].eq(1)]
    ratio = (small["speedup_gpu"] / small["speedup_cpu"]).dropna()
    whole = small[small["size_with_embeddings"] == 100]
    students = small[small["technique"] == "distillation"]
    return {
        "hardware": f"{len(still)} rows are smaller and no faster on the survey's GPU and "
        f"CPU: {', '.join(still['name'])}.",
        "target": f"A row's speedup on GPU is {ratio.min():.2f} to {ratio.max():.2f} "
        "times that on CPU.",
        "target-method": f"{len(whole)} rows keep their full size and run "
        f"{_range(whole['speedup_gpu'], 'x')} faster on GPU: {', '.join(whole['name'])}.",
        "target-student": f"{len(students)} students have "
        f"{_range(students['size_with_embeddings'], ' %')} of the size and "
        f"{_range(students['speedup_gpu'], 'x')} on GPU.",
    } | _of_chains(small[small["technique"].str.contains("+", regex=False)])


def _of_chains(several: pd.DataFrame) -> dict[str, str]:
    """Say what rows of several techniques add."""
    taught = several["technique"].str.contains("distillation")
    richest = several.loc[several["technique"].str.count(r"\+").idxmax()]
    names = vocabulary.table("techniques")["name"]
    joined = ", ".join(names[each].lower() for each in richest["technique"].split("+"))
    return {
        "compound": f"{len(several)} rows use several techniques, at "
        f"{_range(several['size_with_embeddings'], ' %')} of the size.",
        "compound-bert": f"{richest['name']} joins {joined}: "
        f"{richest['size_with_embeddings']:g} % of the size.",
        "compound-teacher": f"{taught.sum()} of {len(several)} rows by several techniques "
        "have a teacher.",
    }


def _range(values: pd.Series, unit: str) -> str:
    """Return the range of values as words."""
    return f"{values.min():g} to {values.max():g}{unit}"


def _pages(joined: str) -> str:
    """Return the titles of pages whose names are joined by ``+``."""
    titles = vocabulary.table("techniques")["name"].to_dict() | PAGES
    return ", ".join(titles.get(each) or credits.short(each) for each in joined.split("+"))
