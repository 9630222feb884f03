"""Pages that are generated from the data: sources, parts of the home page and of the method."""

import pandas as pd

from smallbert import audit, claims
from smallbert.book import artifacts, card_pages, citing, coverage, dictionary, markdown
from smallbert.book.checkout import last_change
from smallbert.charts import lettering
from smallbert.data import credits, sources, vocabulary


def files(main_chart: str, recorded: dict[str, dict[str, str]]) -> dict[str, str]:
    """Return the generated files of the book by their place: pages and parts of pages, as Markdown.

    Parameters
    ----------
    main_chart : str
        The home page's chart, as HTML.
    recorded : dict
        What each notebook recorded, by its name.
    """
    parts = {
        "data_dictionary.md": dictionary.page(),
        "_source_list.md": source_list(),
        "_works_by_technique.md": works_by_technique(),
        "_coverage.md": coverage.page(),
        "_cite.md": cite(),
        "_main_chart.md": f"```{{raw}} html\n{main_chart}\n```\n",
        "_version.md": version(),
        "_which_is_best.md": which_is_best(claims.verdict(artifacts.home()[1]["claim"]), recorded),
    }
    return {
        **{f"book/{name}": text for name, text in parts.items()},
        f"{card_pages.LIST}.md": card_pages.listing(),
        "_static/entries.js": citing.script(),
        f"_static/{lettering.FILE}": lettering.css(),
    }


WINNER = {
    claims.HOLDS: "and its numbers support it",
    claims.FAILS: "but its numbers contradict it",
    claims.UNDECIDABLE: "but its numbers cannot support one",
}
"""What the home page says of the document's first place, by the verdict on it."""

ANSWER = """\
**And today?** One team scored {scored} old and new encoders by one recipe, of which {encoders} have
a known size. The best of these on MNLI below 20, 50 and 100 million weights are {best_20}
({score_20}), {best_50} ({score_50}) and {best_100} ({score_100}). See
{{ref}}`which small encoder today <small_encoders_today>`.

The {document} names a winner, {winner}: {untold} of the {pairs} pairs in its order are not
{{ref}}`on the same ground <levels>`. See {{ref}}`the order <compare_ranking>` and
{{ref}}`the chart <{page}>`.
"""
"""What the home page says below its table; the numbers are those that the pages say."""


def which_is_best(verdict: str, recorded: dict[str, dict[str, str]]) -> str:
    """Return what other pages say on the book's question, for the home page.

    Parameters
    ----------
    verdict : str
        On the claim that the document's winner is the best of its papers.
    recorded : dict
        What each notebook recorded, by its name.
    """
    page, _ = artifacts.home()
    order = recorded["compare_ranking"]
    return ANSWER.format(
        page=page,
        document=audit.document(sources.document_name(page)).lower(),
        winner=WINNER[verdict],
        pairs=order["pairs"],
        untold=order["untold_same_ground"],
        **recorded["small_encoders_today"],
    )


def version() -> str:
    """Return the version that ``CITATION.cff`` states and, where git knows it, the last change."""
    text = f"Version {citing.book()['version']}"
    if day := last_change():
        text += f", last changed on {day}"
    return f"{text}: {{doc}}`what changed </book/changelog>`.\n"


def cite() -> str:
    """Return the book's entry, for the page on citing, with the files for reference managers."""
    files = ", ".join(
        f'<a href="../data/cite/smallbert.{ending}">{name}</a>'
        for ending, name in citing.FORMATS.items()
    )
    return f"```bibtex\n{citing.written([citing.entry()], 'bib')}```\n\nAs a file: {files}.\n"


def source_list() -> str:
    """Return the list of sources with their tables, for the page on sources."""
    parts = ["## The sources"]
    for key in sources.keys():
        about = sources.describe(key)
        mends = len(sources.corrections(key))
        rows = [
            {
                "table": each["title"],
                "place": sources.locator(key, each),
                "rows": len(sources.table(key, name)),
                "origin": each["origin"],
                "cites": f"{{cite:t}}`{each.get('cites', about['cites'])}`",
            }
            for name, each in sources.tables(key).items()
        ]
        parts += [
            f"### {markdown.text(about['title'])}",
            f"::::{{dropdown}} {key}: {len(rows)} table{'s' * (len(rows) != 1)}, "
            f"{len(sources.results(key))} numbers",
            f"Key `{key}`; {{cite:t}}`{about['cites']}`. {markdown.text(about['reading'])} "
            f"Cells corrected: {mends}.",
            markdown.table(pd.DataFrame(rows), markup=["cites"]),
        ]
        if cards := card_pages.links(key):
            parts.append(f"Every number with its card: {cards}.")
        parts.append("::::")
    return "\n\n".join(parts) + "\n"


def works_by_technique() -> str:
    """Return which works have models of each technique, alone or with another, with their pages.

    What this book measured itself is left out, and so are models that nobody made smaller.
    """
    rows = sources.results()
    rows = rows[rows["origin"].ne("measured") & rows["technique"].notna()]
    pairs = rows[["source", "technique"]].drop_duplicates()
    several = pairs[pairs["technique"].str.contains("+", regex=False)]
    parts = pairs.assign(technique=pairs["technique"].str.split("+")).explode("technique")
    used = pd.concat([parts, several.assign(technique="compound")]).drop_duplicates()
    names, lines = vocabulary.table("techniques")["name"].drop("none"), []
    for technique, name in names.items():
        keys = sorted(used.loc[used["technique"].eq(technique), "source"])
        works = "; ".join(f"{{ref}}`{credits.label(key)} <{key}>`" for key in keys)
        page = f"{{ref}}`{name} <{technique}>`" if technique != "architecture" else name
        lines += [f"- {page}: {works}"] if keys else []
    return "\n".join(lines) + "\n"
