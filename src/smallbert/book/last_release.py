"""What the last release had, its numbers and verdicts, and what changed since."""

import pandas as pd

from smallbert import audit, claims, data, paths
from smallbert.book import citation, diff
from smallbert.book.markdown import markdown_table
from smallbert.data import bibliography, sources

MEANING = ["model", "task", "metric", "value", "unit", "printed"]
"""What of a number is kept: changed values are told, and no id may come to mean another."""

IN_WORDS = {"results": "Numbers", "audit": "Verdicts of the audit", "claims": "Verdicts of claims"}
"""What the tables that are compared hold."""


def version() -> str:
    """Return which version the last release is."""
    return _released_list("verdicts")["release"].iloc[0]


def released_tables() -> dict[str, pd.DataFrame]:
    """Return the tables of the last release, as `diff.read_version` does those of a site."""
    numbers, verdicts = (_released_list(name).set_index("id") for name in ("numbers", "verdicts"))
    of_table = {name: verdicts[verdicts["table"].eq(name)] for name in ("audit", "claims")}
    return {"results": numbers[MEANING], **of_table}


def _released_list(name: str) -> pd.DataFrame:
    """Return a list of the last release; each time anew, since a release writes it and goes on."""
    path = paths.data() / "survey" / "released" / f"{name}.csv"
    return pd.read_csv(path, dtype=str, keep_default_na=False)


def current_tables() -> dict[str, pd.DataFrame]:
    """Return what `released_tables` does, of the data as they are now."""
    numbers = data.results().set_index("id")[MEANING]
    numbers["value"] = numbers["value"].map("{:.10g}".format)
    return {
        "results": numbers.fillna("").astype(str),
        "audit": audit.audit_table().set_index("id")[["verdict"]],
        "claims": claims.claim_table()[["verdict"]],
    }


def write_lists() -> None:
    """Make the data as they are now the last release; a number keeps its first version."""
    folder, now = paths.data() / "survey" / "released", current_tables()
    about = str(citation.book()["version"])
    first_versions = (
        _released_list("numbers").set_index("id")["release"].reindex(now["results"].index)
    )
    numbers = now["results"].assign(release=first_versions.fillna(about))[["release", *MEANING]]
    verdicts = pd.concat({name: now[name] for name in ("audit", "claims")}, names=["table"])
    verdicts = verdicts.assign(release=about)
    for name, table in (("numbers", numbers), ("verdicts", verdicts)):
        text = table.reset_index().to_csv(index=False, lineterminator="\n")
        paths.write_atomically(folder / f"{name}.csv", text)


def changes_in_words() -> str:
    """Return in Markdown what changed since the last release: counts, added works, each change."""
    differs = diff.differences(released_tables(), current_tables())
    if differs.empty:
        return "Nothing has changed since."
    counts = differs.groupby(["table", "how"])["id"].nunique().unstack(fill_value=0)
    hows = [diff.ADDED, diff.REMOVED, diff.CHANGED]
    counts = counts.reindex(index=[*IN_WORDS], columns=hows, fill_value=0)
    counts.index = counts.index.map(IN_WORDS)
    parts = [markdown_table(counts.rename_axis("", axis=1).rename_axis("What").reset_index())]
    added = differs[differs["how"].eq(diff.ADDED) & differs["table"].eq("results")]
    if len(added):
        works = added["id"].str.partition("/")[0].value_counts(sort=False).rename("Numbers added")
        works = works.rename_axis("Work").reset_index()
        works["Work"] = works["Work"].map(_linked_work)
        parts.append(markdown_table(works, markup=["Work"]))
    others = differs[~differs["how"].eq(diff.ADDED)]
    if len(others):
        reasons = sources.read_csv(paths.data() / "survey" / "withdrawn.csv").set_index("id")
        others = others.assign(
            table=others["table"].map(IN_WORDS),
            why=others["id"].map(reasons["reason"]).fillna(""),
        )
        fold = f"{others['id'].nunique():,} that went or changed"
        parts.append(markdown_table(others.rename(columns=str.capitalize), fold=fold))
    return "\n\n".join(parts)


def _linked_work(key: str) -> str:
    """Return a work's label, as a link if it has a page of its own; this book's times have none."""
    has_page = (paths.root() / "notebooks" / f"{key}.ipynb").is_file()
    label = bibliography.label(key)
    return f"{{ref}}`{label} <{key}>`" if has_page else label
