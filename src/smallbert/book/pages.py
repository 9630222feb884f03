"""Pages and files that are made from the data: sources, coverage, dictionary, the offered CSVs."""

import json
from pathlib import Path

import pandas as pd
import yaml

from smallbert import audit, claims, compare, data, paths
from smallbert.audit import words
from smallbert.book import artifacts, cards, checkout, citing, markdown
from smallbert.charts import lettering
from smallbert.data import bibliography, exhibits, sources, survey, vocabulary
from smallbert.errors import UserError
from smallbert.guide import page as guide


def files(main_chart: str, recorded: dict[str, dict[str, str]]) -> dict[str, str]:
    """Return the generated files of the book by their place: pages and parts of pages, as Markdown.

    Parameters
    ----------
    main_chart : str
        The home page's chart, as HTML.
    recorded : dict
        What each notebook recorded, by its name.
    """
    verdict = claims.verdict(artifacts.home()[1]["claim"])
    return {
        "book/data_dictionary.md": dictionary(),
        "book/_source_list.md": source_list(),
        "book/_works_by_technique.md": works_by_technique(),
        "book/_coverage.md": coverage(),
        "book/_cite.md": cite(),
        "book/_main_chart.md": f"```{{raw}} html\n{main_chart}\n```\n",
        "book/_version.md": version(),
        "book/_which_is_best.md": which_is_best(verdict, recorded),
        f"{cards.LIST}.md": cards.listing(),
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
        document=words.document(sources.document_name(page)).lower(),
        winner=WINNER[verdict],
        pairs=order["pairs"],
        untold=order["untold_same_ground"],
        **recorded["small_encoders_today"],
    )


def version() -> str:
    """Return the version that ``CITATION.cff`` states and, where git knows it, the last change."""
    day = checkout.last_change()
    changed = f", last changed on {day}" if day else ""
    return (
        f"Version {citing.book()['version']}{changed}: {{doc}}`what changed </book/changelog>`.\n"
    )


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
        about, tables, results = sources.describe(key), sources.tables(key), data.results(key)
        rows = [
            {
                "table": each["title"],
                "place": sources.locator(key, each),
                "rows": len(sources.table(key, name)),
                "origin": each["origin"],
                "cites": f"{{cite:t}}`{each.get('cites', about['cites'])}`",
            }
            for name, each in tables.items()
        ]
        count = f"{len(rows)} table{'s' * (len(rows) != 1)}, {len(results)} numbers"
        numbers = results["table"].value_counts(sort=False)
        links = ", ".join(f"{cards.link(key, name)} ({n})" for name, n in numbers.items())
        parts += [
            f"### {markdown.text(about['title'])}",
            f"::::{{dropdown}} {key}: {count}",
            f"Key `{key}`; {{cite:t}}`{about['cites']}`. {markdown.text(about['reading'])} "
            f"Cells corrected: {len(sources.corrections(key))}.",
            markdown.table(pd.DataFrame(rows), markup=["cites"]),
            *([f"Every number with its card: {links}."] if links else []),
            "::::",
        ]
    return "\n\n".join(parts) + "\n"


def works_by_technique() -> str:
    """Return which works have models of each technique, alone or with another, with their pages.

    What this book measured itself is left out, and so are models that nobody made smaller.
    """
    rows = data.results()
    rows = rows[rows["origin"].ne("measured") & rows["technique"].notna()]
    used = rows[["source", "technique"]].drop_duplicates()
    used["technique"] = [
        [*parts, "compound"] if parts[1:] else parts for parts in used["technique"].str.split("+")
    ]
    works = used.explode("technique").groupby("technique")["source"].unique()
    lines = []
    for technique, name in vocabulary.names("techniques").items():
        if technique in works and technique != "none":
            links = [
                f"{{ref}}`{bibliography.label(key)} <{key}>`" for key in sorted(works[technique])
            ]
            page = name if technique == "architecture" else f"{{ref}}`{name} <{technique}>`"
            lines.append(f"- {page}: {'; '.join(links)}")
    return "\n".join(lines) + "\n"


FLOW = """\
| step | documents | repositories |
| --- | --- | --- |
| read | {documents} | {read} |
| left out: no table of scores or costs | 0 | {without} |
| waiting to be entered | 0 | {waiting} |
| entered | {documents}, as {sources} sources | {entered} |

## Left out of works that are entered

Of the {found:,} numbers that were found in the tables of these repositories, {numbers:,} are \
entered. The table has the others, with the reason, and parts whose numbers nobody counted. Of a \
work that it does not name, all that was found is entered.
"""

WITHOUT = """\
## Without a table

These repositories are often asked for. At the commits named they print no table of scores or \
costs, so there is nothing to transcribe; what other works print of their models is in those works.
"""


def coverage() -> str:
    """Return what the survey covers: how many works were read, and two lists of what is not in."""
    names = {key: sources.document_name(key) for key in sources.keys()}
    repositories = [key for key, name in names.items() if sources.is_repository(name)]
    documents = [name for key, name in names.items() if name and key not in repositories]
    known = survey.own("candidates", survey.FOLDER)
    open_ones = known[~known["key"].isin(sources.keys())]
    without = open_ones[open_ones["prints"].eq("none")]
    waiting = open_ones[open_ones["prints"].eq("table")]
    left = survey.gather("left_out")
    entered = data.results(*repositories)["source"].value_counts()
    flow = FLOW.format(
        documents=len(set(documents)),
        sources=len(documents),
        read=len(known),
        without=len(without),
        waiting=len(waiting),
        entered=len(known) - len(open_ones),
        found=entered.sum() + pd.to_numeric(left["numbers"]).sum().astype(int),
        numbers=entered.sum(),
    )
    parts = {
        "Work": [f"{{ref}}`{bibliography.label(key)} <{key}>`" for key in left["source"]],
        "Entered": left["source"].map(entered),
        "Left out": left["numbers"].replace("", "not counted"),
        "What": left["what"],
        "Why": left["why"],
    }
    table = markdown.table(pd.DataFrame(parts), markup=["Work"])
    waits = ["## Waiting to be entered", _listed(waiting)]
    return "\n\n".join([flow, table, *waits, WITHOUT, _listed(without)])


def _listed(rows: pd.DataFrame) -> str:
    """Return repositories as a table with a link to the file that was read."""
    if rows.empty:
        return "None at present."
    links = [
        f"[{each.repository}]({sources.permalink(each.repository, each.commit, each.path)})"
        for each in rows.itertuples()
    ]
    frame = pd.DataFrame({"Work": rows["name"], "Repository": links, "Note": rows["note"]})
    return markdown.table(frame, markup=["Repository"])


RESULTS, VOCABULARY = "results.yaml", "vocabulary/datapackage.yaml"
DESCRIPTORS = (RESULTS, VOCABULARY, "survey/datapackage.yaml")
"""What describes the columns of the data, below ``data``; those of tables of works aside."""


def _package(descriptor: str) -> dict:
    return yaml.safe_load((paths.data() / descriptor).read_text(encoding="utf-8"))


def dictionary() -> str:
    """Return the page that explains every column and every word of the data."""
    parts = ["(data_dictionary)=\n# Data dictionary"]
    parts.append("What each column and each word of the data means, from the files below `data/`.")
    for descriptor in DESCRIPTORS:
        package = _package(descriptor)
        parts.append(f"## {package['title']}\n\n{package['description']}")
        for resource in package["resources"]:
            name, about = resource["path"], resource.get("description", "")
            link = f'<a href="../data/{name}">{name}</a>' if descriptor == RESULTS else f"`{name}`"
            parts += [f"### {resource['title']}\n\n{link}. {about}".strip(), _columns(resource)]
            if descriptor == VOCABULARY:
                entries = vocabulary.table(resource["name"]).reset_index()
                parts.append(markdown.table(entries, fold=f"{len(entries)} entries"))
    return "\n\n".join(parts) + "\n"


def _columns(resource: dict) -> str:
    """Return a table of a resource's columns: meaning, type, and what a cell may hold."""
    schema = resource["schema"]
    keys = schema.get("primaryKey", [])
    keys = [keys] if isinstance(keys, str) else keys
    leads = {each["fields"]: each["reference"] for each in schema.get("foreignKeys", [])}
    rows = []
    for field in schema["fields"]:
        name, limits = field["name"], field.get("constraints", {})
        cell = [
            "part of the key" if name in keys else "",
            {"integer": "a whole number", "number": "a number", "boolean": "True or False"}.get(
                field["type"], ""
            ),
            f"at least {limits['minimum']}" if "minimum" in limits else "",
            " or ".join(limits.get("enum", [])),
            f"of {leads[name]['resource']}.csv" if name in leads else "",
            "" if limits.get("required") else "may be empty",
        ]
        rows.append((name, field["description"], "; ".join(filter(None, cell))))
    columns = pd.DataFrame(rows, columns=["column", "meaning", "a cell"])
    return markdown.table(columns, fold=f"{len(rows)} columns")


def require_exhibits(listing: list[dict]) -> None:
    """Refuse a book in which a chart or table is missing or stands twice.

    Parameters
    ----------
    listing : list of dict
        The charts and tables of all pages, as in ``artifacts.json``.
    """
    there = [each["id"] for each in listing]
    wanted = exhibits.listed().index
    faults = [f"{each}: no notebook publishes it" for each in wanted if each not in there]
    faults += [f"{each}: published twice" for each in sorted(set(there)) if there.count(each) > 1]
    if faults:
        raise UserError("\n".join(f"exhibits.csv: {fault}" for fault in faults))


def results() -> pd.DataFrame:
    """Return all results with their standard errors, to three digits."""
    tidy = data.results()
    errors = compare.standard_errors(tidy).map(lambda error: float(f"{error:.3g}"))
    tidy.insert(list(tidy).index("n") + 1, "standard_error", errors)
    return tidy


def offer(target: Path, listing: list[dict]) -> None:
    """Write the data that the site offers.

    Parameters
    ----------
    target : pathlib.Path
        Receives the files, where the site has them.
    listing : list of dict
        The charts and tables of all pages, as in ``artifacts.json``.
    """
    guide.write(target / guide.FOLDER)
    folder = target / "data"
    folder.mkdir(parents=True, exist_ok=True)
    plain = {"index": False, "lineterminator": "\n", "float_format": "%.10g"}  # no 1.7999999
    tables = {
        "results": results().to_csv(index=False, lineterminator="\n"),
        "audit": audit.both().to_csv(**plain),
        "models": compare.models().to_csv(**plain),
    }
    for name, text in tables.items():
        (folder / f"{name}.csv").write_text(artifacts.harmless(text), encoding="utf-8")
    stated = claims.entries()
    plain_data = {"datapackage": _package(RESULTS), "artifacts": listing, "claims": stated}
    for name, content in plain_data.items():
        text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
        (folder / f"{name}.json").write_text(text, encoding="utf-8")
    entries = [
        citing.entry(
            claim["id"],
            claim["statement"],
            kind="entry",
            note=f"claim about {claim['place']}: {claim['verdict']}",
        )
        for claim in stated
    ]
    citing.write(folder / "cite", "smallbert", [citing.entry()])
    citing.write(folder / "cite", "claims", entries)
