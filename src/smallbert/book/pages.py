"""What is made from the data for readers: parts of pages, and the tables that the site offers."""

import json
import re
from pathlib import Path

import pandas as pd

from smallbert import audit, claims, compare, data, paths
from smallbert.book import artifacts, cards, checkout, citing, markdown
from smallbert.charts.svg import FONT_FILE, font_css
from smallbert.data import bibliography, exhibits, sources, survey, vocabulary
from smallbert.errors import UserError
from smallbert.guide import page as guide

RESULTS, VOCABULARY = "results.yaml", "vocabulary/datapackage.yaml"
DESCRIPTORS = (RESULTS, VOCABULARY, "survey/datapackage.yaml")
"""What describes the columns of the data, below ``data``; those of tables of works aside."""


def files(main_chart: str, recorded: dict[str, dict[str, str]]) -> dict[str, str]:
    """Return the files of the book that follow from the data, by their place.

    A page of ``book`` gets these parts where it says ``{{ name }}``; of what a notebook recorded
    with ``charts.say`` or ``claims.say``, the name is ``notebook.value``. An unknown name stays,
    and Sphinx refuses it.

    Parameters
    ----------
    main_chart : str
        The home page's chart, as HTML.
    recorded : dict
        What each notebook recorded, by its name.
    """
    day = checkout.last_change()
    parts = {
        "main_chart": main_chart,
        "version": citing.book()["version"] + (f", last changed on {day}" if day else ""),
        "bibtex": citing.written([citing.entry()], "bib").strip(),
        "works_by_technique": works_by_technique(),
        "source_list": source_list(),
        "dictionary": dictionary(),
        **coverage(),
    }
    for notebook, values in recorded.items():
        parts |= {f"{notebook}.{name}": text for name, text in values.items()}
    made = {
        "_static/entries.js": citing.script(),
        f"_static/{FONT_FILE}": font_css(),
    }
    places = {"index.md": "index.md", "_numbers.md": f"{cards.LIST}.md"}
    for path in (paths.root() / "book").glob("*.md"):
        text = path.read_text(encoding="utf-8")
        filled = re.sub(r"\{\{ ([\w.-]+) \}\}", lambda match: parts.get(match[1], match[0]), text)
        if filled != text or path.name in places:
            made[places.get(path.name, f"book/{path.name}")] = filled
    return made


def source_list() -> str:
    """Return the sources with their tables, each with its place and a link to its numbers."""
    sections = []
    for key in sources.keys():
        about, numbers = sources.describe(key), data.results(key)["table"].value_counts()
        rows = []
        for name, each in sources.tables(key).items():
            place, address = markdown.text(sources.locator(key, each)), sources.address(key, each)
            row = {
                "table": cards.link(key, name) if name in numbers else markdown.text(each["title"]),
                "place": f"[{place}]({address})" if address else place,
                "rows": len(sources.table(key, name)),
                "numbers": numbers.get(name, 0),
                "origin": each["origin"],
                "cites": f"{{cite:t}}`{each.get('cites', about['cites'])}`",
            }
            rows.append(row)
        sections.append(
            f"### {markdown.text(about['title'])}\n\n::::{{dropdown}} {key}: {len(rows)} "
            f"table{'s' * (len(rows) != 1)}, {numbers.sum()} numbers\n"
            f"Key `{key}`; {{cite:t}}`{about['cites']}`. {markdown.text(about['reading'])} "
            f"Cells corrected: {len(sources.corrections(key))}.\n\n"
            f"{markdown.table(pd.DataFrame(rows), markup=['table', 'place', 'cites'])}\n::::"
        )
    return "\n\n".join(sections)


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
    return "\n".join(lines)


def coverage() -> dict[str, str]:
    """Return what the survey covers: how many works were read, and lists of what is not in."""
    names = {key: sources.document_name(key) for key in sources.keys()}
    repositories = [key for key, name in names.items() if sources.is_repository(name)]
    documents = [name for key, name in names.items() if name and key not in repositories]
    known, left = survey.own("candidates", survey.FOLDER), survey.gather("left_out")
    not_entered = known[~known["key"].isin(names)]
    without = not_entered[not_entered["prints"].eq("none")]
    waiting = not_entered[not_entered["prints"].eq("table")]
    entered = data.results(*repositories)["source"].value_counts()
    found = entered.sum() + pd.to_numeric(left["numbers"]).sum()
    parts = {
        "Work": [f"{{ref}}`{bibliography.label(key)} <{key}>`" for key in left["source"]],
        "Entered": left["source"].map(entered),
        "Left out": left["numbers"].replace("", "not counted"),
        "What": left["what"],
        "Why": left["why"],
    }
    return {
        "documents": str(len(set(documents))),
        "sources": str(len(documents)),
        "repositories": str(len(known)),
        "without_table": str(len(without)),
        "waiting": str(len(waiting)),
        "entered": str(len(known) - len(not_entered)),
        "numbers_found": f"{found:,.0f}",
        "numbers_entered": f"{entered.sum():,}",
        "list_of_left_out": markdown.table(pd.DataFrame(parts), markup=["Work"]),
        "list_of_waiting": _repositories(waiting),
        "list_of_without_table": _repositories(without),
    }


def _repositories(rows: pd.DataFrame) -> str:
    """Return repositories as a table with a link to the file that was read."""
    if rows.empty:
        return "None at present."
    links = [
        f"[{each.repository}]({sources.permalink(each.repository, each.commit, each.path)})"
        for each in rows.itertuples()
    ]
    frame = pd.DataFrame({"Work": rows["name"], "Repository": links, "Note": rows["note"]})
    return markdown.table(frame, markup=["Repository"])


def dictionary() -> str:
    """Return what every column and every word of the data means."""
    parts = []
    for descriptor in DESCRIPTORS:
        package = sources.read_yaml(paths.data() / descriptor)
        parts.append(f"## {package['title']}\n\n{package['description']}")
        for resource in package["resources"]:
            name, about = resource["path"], resource.get("description", "")
            link = f'<a href="../data/{name}">{name}</a>' if descriptor == RESULTS else f"`{name}`"
            parts += [f"### {resource['title']}\n\n{link}. {about}", _columns(resource["schema"])]
            if descriptor == VOCABULARY:
                entries = vocabulary.table(resource["name"]).reset_index()
                parts.append(markdown.table(entries, fold=f"{len(entries)} entries"))
    return "\n\n".join(parts)


def _columns(schema: dict) -> str:
    """Return a table of the columns of a schema: meaning, type, and what a cell may hold."""
    keys = schema.get("primaryKey", [])
    keys = [keys] if isinstance(keys, str) else keys
    leads = {each["fields"]: each["reference"] for each in schema.get("foreignKeys", [])}
    types = {"integer": "a whole number", "number": "a number", "boolean": "True or False"}
    rows = []
    for field in schema["fields"]:
        name, limits = field["name"], field.get("constraints", {})
        cell = [
            "part of the key" if name in keys else "",
            types.get(field["type"], ""),
            f"at least {limits['minimum']}" if "minimum" in limits else "",
            " or ".join(limits.get("enum", [])),
            f"of {leads[name]['resource']}.csv" if name in leads else "",
            "" if limits.get("required") else "may be empty",
        ]
        rows.append((name, field["description"], "; ".join(filter(None, cell))))
    columns = pd.DataFrame(rows, columns=["column", "meaning", "a cell"])
    return markdown.table(columns, fold=f"{len(rows)} columns")


def require_exhibits(listing: list[dict]) -> None:
    """Refuse a book in which a chart or table is missing or stands twice."""
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
    """Write the data that the site offers into a folder that becomes part of it.

    Among them are its charts and tables, as ``artifacts.json`` lists them.
    """
    guide.write(target / guide.FOLDER)
    folder, stated = target / "data", claims.entries()
    folder.mkdir(parents=True, exist_ok=True)
    plain = {"index": False, "lineterminator": "\n", "float_format": "%.10g"}  # no 1.7999999
    tables = {
        "results": results().to_csv(index=False, lineterminator="\n"),
        "audit": audit.both().to_csv(**plain),
        "models": compare.models().to_csv(**plain),
    }
    for name, text in tables.items():
        (folder / f"{name}.csv").write_text(artifacts.harmless(text), encoding="utf-8")
    package = sources.read_yaml(paths.data() / RESULTS)
    for name, content in {"datapackage": package, "artifacts": listing, "claims": stated}.items():
        text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
        (folder / f"{name}.json").write_text(text, encoding="utf-8")
    entries = []
    for claim in stated:
        note = f"claim about {claim['place']}: {claim['verdict']}"
        entries.append(citing.entry(claim["id"], claim["statement"], kind="entry", note=note))
    citing.write(folder / "cite", "smallbert", [citing.entry()])
    citing.write(folder / "cite", "claims", entries)
