"""What pages of ``book`` show that is made from data: counts, lists, a dictionary of columns."""

import re
from collections.abc import Callable

import pandas as pd

from smallbert import paths
from smallbert.book import (
    citation,
    data_files,
    glossary_links,
    last_release,
    notebook_outputs,
    number_card_pages,
    work_openings,
    works_page,
)
from smallbert.book.markdown import markdown_table
from smallbert.charts.svg import LETTERS
from smallbert.data import bibliography, coverage, side_tables, sources, vocabulary

VOCABULARY = "vocabulary/datapackage.yaml"
DESCRIPTORS = (data_files.RESULTS_PACKAGE, VOCABULARY, "survey/datapackage.yaml")
"""What describes the columns of the data, below ``data``; those of tables of works aside."""

NAME_OF_PART = re.compile(r"\{\{ ([\w.-]+) \}\}")
"""Where a page names what is made from the data."""

PLACES_OF_PAGES = {"_numbers.md": f"{number_card_pages.PAGE_ON_CARDS}.md"}
"""Where a page lies that is not below ``book``, by the name of its file there."""

TYPES_IN_WORDS = {"integer": "a whole number", "number": "a number", "boolean": "True or False"}
"""What the cells of a column are, by its type; of texts there is nothing to say."""


def pages_from_data(published: dict[str, dict]) -> dict[str, str]:
    """Return the files of the book that follow from the data, by their place.

    A page of ``book`` gets these parts where it says ``{{ name }}``; what a notebook recorded is
    ``notebook.value``, an exhibit is called by its id. What is unknown stays: Sphinx refuses it.

    Parameters
    ----------
    published : dict
        What each notebook published, by its name; see `notebook_outputs.publish`.
    """
    files = {
        "_static/entries.js": citation.script_of_entry(),
        "_static/meanings.js": glossary_links.script_of_meanings(),
        f"_static/{LETTERS.name}": LETTERS.read_text(encoding="utf-8"),
    }
    for path in (paths.root() / "book").glob("*.md"):
        page = path.read_text(encoding="utf-8")
        filled_page = filled(page, published)
        if filled_page != page or path.name in PLACES_OF_PAGES:
            files[PLACES_OF_PAGES.get(path.name, f"book/{path.name}")] = filled_page
    return files


def filled(page: str, published: dict[str, dict]) -> str:
    """Return a page of ``book`` with the parts that it names; no other part is made."""
    named = {*NAME_OF_PART.findall(page)}
    parts = {name: PARTS[name]() for name in named & PARTS.keys()}
    parts |= _of_notebooks(published, named)
    return NAME_OF_PART.sub(lambda name: parts.get(name[1], name[0]), page)


def _of_notebooks(published: dict[str, dict], named: set[str]) -> dict[str, str]:
    """Return what notebooks recorded, and those of their exhibits that some page has `named`."""
    parts = {}
    for notebook, content in published.items():
        parts |= {f"{notebook}.{name}": value for name, value in content["said"].items()}
        for id in named & {line["id"] for line in content["listing"]}:
            folder = paths.build() / "executed" / notebook
            parts[id] = notebook_outputs.html_of_exhibit(folder, id)
    return parts


def _list_of_left_out() -> str:
    """Return the list of numbers in tables of the survey's works that are not entered, and why."""
    left_out = side_tables.gather("left_out")
    columns = {
        "Work": [f"{{ref}}`{bibliography.label(key)} <{key}>`" for key in left_out["source"]],
        "Entered": left_out["source"].map(coverage.entered_numbers()),
        "Left out": left_out["numbers"].replace("", "not counted"),
        "What": left_out["what"],
        "Why": left_out["why"],
    }
    return markdown_table(pd.DataFrame(columns), markup=["Work"])


def _repositories(candidates: pd.DataFrame) -> str:
    """Return repositories as a table with a link to the file that was read."""
    if candidates.empty:
        return "None at present."
    links = [
        f"[{each.repository}]({sources.permalink(each.repository, each.commit, each.path)})"
        for each in candidates.itertuples()
    ]
    columns = {"Work": candidates["name"], "Repository": links, "Note": candidates["note"]}
    return markdown_table(pd.DataFrame(columns), markup=["Repository"])


def data_dictionary() -> str:
    """Return what every column and every word of the data means."""
    parts = []
    for descriptor in DESCRIPTORS:
        package = sources.read_yaml(paths.data() / descriptor)
        parts.append(f"## {package['title']}\n\n{package['description']}")
        for resource in package["resources"]:
            parts += _table_in_words(resource, offered=descriptor == data_files.RESULTS_PACKAGE)
            if descriptor == VOCABULARY:
                entries = vocabulary.entries(resource["name"]).reset_index()
                parts.append(markdown_table(entries, fold=f"{len(entries)} entries"))
    return "\n\n".join(parts)


def _table_in_words(resource: dict, *, offered: bool) -> tuple[str, str, str]:
    """Return title, description and columns of a table, with a link to one that is `offered`."""
    file = resource["path"]
    link = f'<a href="../data/{file}">{file}</a>' if offered else f"`{file}`"
    about = f"{link}. {resource.get('description', '')}"
    return f"### {resource['title']}", about, _columns(resource["schema"])


def _columns(schema: dict) -> str:
    """Return a table of the columns of a schema: meaning, type, and what a cell may hold."""
    keys = schema.get("primaryKey", [])
    keys = [keys] if isinstance(keys, str) else keys
    foreign = {each["fields"]: each["reference"] for each in schema.get("foreignKeys", [])}
    rows = []
    for field in schema["fields"]:
        name, limits = field["name"], field.get("constraints", {})
        cell = [
            "part of the key" if name in keys else "",
            TYPES_IN_WORDS.get(field["type"], ""),
            f"at least {limits['minimum']}" if "minimum" in limits else "",
            " or ".join(limits.get("enum", [])),
            f"of {foreign[name]['resource']}.csv" if name in foreign else "",
            "" if limits.get("required") else "may be empty",
        ]
        rows.append((name, field["description"], "; ".join(filter(None, cell))))
    columns = pd.DataFrame(rows, columns=["column", "meaning", "a cell"])
    return markdown_table(columns, fold=f"{len(rows)} columns")


PARTS: dict[str, Callable[[], str]] = {
    "bibtex": lambda: citation.bibtex_entry().strip(),
    "version": lambda: str(citation.book()["version"]),
    "works_count": lambda: str(len(work_openings.works())),
    "works_table": works_page.works_table,
    "source_list": works_page.source_list,
    "dictionary": data_dictionary,
    "last_release": last_release.version,
    "changes": last_release.changes_in_words,
    "documents": lambda: f"{coverage.counts().documents}",
    "sources": lambda: f"{coverage.counts().sources}",
    "repositories": lambda: f"{coverage.counts().repositories}",
    "without_table": lambda: f"{coverage.counts().without_table}",
    "waiting": lambda: f"{coverage.counts().waiting}",
    "entered": lambda: f"{coverage.counts().entered}",
    "numbers_found": lambda: f"{coverage.counts().found:,}",
    "numbers_entered": lambda: f"{coverage.counts().entered_numbers:,}",
    "list_of_left_out": _list_of_left_out,
    "list_of_waiting": lambda: _repositories(coverage.candidates("table")),
    "list_of_without_table": lambda: _repositories(coverage.candidates("none")),
}
"""What a page may name, by its name, besides what notebooks recorded."""
