"""The book's pages: those of notebooks, parts made from the data, and the tables it offers."""

import json
import re
from collections.abc import Collection
from pathlib import Path

import nbformat
import pandas as pd

from smallbert import audit, claims, compare, data, paths
from smallbert.answers import page as answers
from smallbert.book import (
    artifacts,
    cards,
    citation,
    notebooks,
    records,
    terms,
    work_heads,
    works_page,
)
from smallbert.charts.svg import LETTERS
from smallbert.data import (
    bibliography,
    coverage,
    exhibits,
    notebook_parameters,
    sources,
    survey,
    vocabulary,
)
from smallbert.errors import UserError

RESULTS, VOCABULARY = "results.yaml", "vocabulary/datapackage.yaml"
DESCRIPTORS = (RESULTS, VOCABULARY, "survey/datapackage.yaml")
"""What describes the columns of the data, below ``data``; those of tables of works aside."""

PART = re.compile(r"\{\{ ([\w.-]+) \}\}")
"""Where a page names what is made from the data."""


def files(about: dict[str, dict]) -> dict[str, str]:
    """Return the files of the book that follow from the data, by their place.

    A page of ``book`` gets these parts where it says ``{{ name }}``; what a notebook recorded is
    ``notebook.value``, an exhibit is called by its id. What is unknown stays: Sphinx refuses it.

    Parameters
    ----------
    about : dict
        What each notebook published, by its name; see `artifacts.publish`.
    """
    parts = {
        "bibtex": citation.entry().strip(),
        "version": str(citation.book()["version"]),
        "works_count": str(len(work_heads.works())),
        "works_table": works_page.works_table(),
        "source_list": works_page.source_list(),
        "dictionary": dictionary(),
        **_covered(),
    }
    for notebook, published in about.items():
        parts |= {f"{notebook}.{name}": value for name, value in published["said"].items()}
    book = {path: path.read_text(encoding="utf-8") for path in (paths.root() / "book").glob("*.md")}
    asked = {*PART.findall("".join(book.values()))}
    for notebook, published in about.items():
        folder = paths.build() / "executed" / notebook
        shown = asked & {each["id"] for each in published["listing"]}
        parts |= {id: artifacts.again(folder, id) for id in shown}
    made = {"_static/entries.js": citation.script(), "_static/meanings.js": terms.script()}
    made[f"_static/{LETTERS.name}"] = LETTERS.read_text(encoding="utf-8")
    places = {"_numbers.md": f"{cards.LIST}.md"}
    for path, page in book.items():
        filled = PART.sub(lambda match: parts.get(match[1], match[0]), page)
        if filled != page or path.name in places:
            made[places.get(path.name, f"book/{path.name}")] = filled
    return made


def _covered() -> dict[str, str]:
    """Return what the survey covers: how many works were read, and lists of what is not in."""
    counts, left = coverage.counts(), survey.gather("left_out")
    entered = coverage.entered_numbers()
    parts = {
        "Work": [f"{{ref}}`{bibliography.label(key)} <{key}>`" for key in left["source"]],
        "Entered": left["source"].map(entered),
        "Left out": left["numbers"].replace("", "not counted"),
        "What": left["what"],
        "Why": left["why"],
    }
    return {
        "documents": f"{counts.documents}",
        "sources": f"{counts.sources}",
        "repositories": f"{counts.repositories}",
        "without_table": f"{counts.without_table}",
        "waiting": f"{counts.waiting}",
        "entered": f"{counts.entered}",
        "numbers_found": f"{counts.found:,}",
        "numbers_entered": f"{counts.entered_numbers:,}",
        "list_of_left_out": table(pd.DataFrame(parts), markup=["Work"]),
        "list_of_waiting": _repositories(coverage.candidates("table")),
        "list_of_without_table": _repositories(coverage.candidates("none")),
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
    return table(frame, markup=["Repository"])


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
                entries = vocabulary.entries(resource["name"]).reset_index()
                parts.append(table(entries, fold=f"{len(entries)} entries"))
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
    return table(columns, fold=f"{len(rows)} columns")


def require_exhibits(listing: list[dict]) -> None:
    """Refuse a book in which a chart or table is missing or stands twice."""
    there = [each["id"] for each in listing]
    wanted = exhibits.by_id().index
    faults = [f"{each}: no notebook publishes it" for each in wanted if each not in there]
    faults += [f"{each}: published twice" for each in sorted(set(there)) if there.count(each) > 1]
    if faults:
        raise UserError("\n".join(f"exhibits.csv: {fault}" for fault in faults))


def offer(target: Path, listing: list[dict]) -> None:
    """Write the data that the site offers into a folder that becomes part of it.

    Among them are its charts and tables, as ``artifacts.json`` lists them.
    """
    answers.write_files(target / answers.FILES)
    folder, stated = target / "data", claims.claims_as_json()
    folder.mkdir(parents=True, exist_ok=True)
    tidy = data.results()
    errors = compare.standard_errors(tidy).map(lambda error: float(f"{error:.3g}"))
    tidy.insert(list(tidy).index("n") + 1, "standard_error", errors)
    laboratories = compare.measured_at(tidy).map(compare.laboratory_of)
    tidy.insert(list(tidy).index("measured_by") + 1, "laboratory", laboratories)
    records.write(target, tidy)
    plain = {"index": False, "lineterminator": "\n", "float_format": "%.10g"}  # no 1.7999999
    tables = {
        "results": tidy.to_csv(index=False, lineterminator="\n"),
        "audit": audit.audit_table().to_csv(**plain),
        "models": compare.models_of_works().to_csv(**plain),
    }
    for name, text in tables.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    package = sources.read_yaml(paths.data() / RESULTS)
    for name, content in {"datapackage": package, "artifacts": listing, "claims": stated}.items():
        text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
        (folder / f"{name}.json").write_text(text, encoding="utf-8")
    entries = []
    for claim in stated:
        note = f"claim about {claim['place']}: {claim['verdict']}"
        place = f"notebooks/claims.html#claim-{claim['id']}"
        entries.append(citation.entry(claim["id"], claim["statement"], note, place))
    texts = {
        "smallbert.bib": citation.entry(),
        "claims.bib": "\n".join(entries),
        "sources.bib": "\n".join(citation.entries().values()),
        "works.js": citation.script_of_works(),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")


def of_notebook(results: nbformat.NotebookNode, path: Path) -> nbformat.NotebookNode:
    """Return the page of a notebook: as it reads now, with the outputs of its run, arranged.

    What the cell tagged ``lead`` shows comes right after the verdict, wherever it is computed; a
    section tagged ``fold`` is folded; parameters are in a box at the end, with a command to copy.
    A run of other code than the notebook at `path` has now gives the prose, too.
    """
    whole = notebooks.read(path)
    own, runs = notebooks.code_cells(whole), notebooks.code_cells(results)
    if [cell.source for cell in own] == [run.source for run in runs]:
        for cell, run in zip(own, runs, strict=True):
            cell.outputs, cell.execution_count = run.outputs, run.execution_count
        whole.metadata = results.metadata
    else:
        whole = results
    _box(whole, path)
    whole.cells = [cell for cell in whole.cells if cell.source.strip()]
    arrange(whole.cells)
    return whole


def arrange(cells: list) -> None:
    """Show what the cell tagged ``lead`` displays after the verdict; mark what is folded."""
    _lead(cells)
    for cell in cells:
        if "fold" in cell.metadata.get("tags", []):
            cell.source = HEADING.sub(rf"\1\n\n{FOLDED}", cell.source, count=1)


SECTION = re.compile(r"^## Parameters\n(?P<text>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
"""The section of a notebook that says how to run it with other values."""

HEADING = re.compile(r"^(## .+)$", re.MULTILINE)
FOLDED = '<div class="sb-folded"></div>'
"""What tells the page's script to fold a section."""

BOX = """::::{{admonition}} Re-execute this page
:class: sb-rerun dropdown

In a checkout of the repository, after `make book`, this runs the page with another value:

```bash
_build/venv/bin/{command} --open
```

It writes a notebook and a page, both with the numbers of that run, and opens the page.
The notebook to begin with: <a href="../_sources/notebooks/{name}" download>{name}</a>.

{text}

{table}
::::"""


def _box(notebook: nbformat.NotebookNode, path: Path) -> None:
    """Put a box at the end of a page with parameters, with what their section explains."""
    tags = [tag for cell in notebook.cells for tag in cell.metadata.get("tags", [])]
    if "parameters" not in tags or not notebook_parameters.declared(path):
        return
    texts = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and (section := SECTION.search(cell.source)):
            cell.source = SECTION.sub("", cell.source).rstrip()
            texts.append(section["text"].strip())
    command = notebooks.command(path, notebook_parameters.changed(path))
    box = BOX.format(
        command=command, name=path.name, text="\n\n".join(texts), table=parameter_table(path)
    )
    notebook.cells.append(nbformat.v4.new_markdown_cell(box, id="re-execute"))


def _lead(cells: list) -> None:
    """Show what the cell tagged ``lead`` displays right after the verdict; its code stays."""
    for cell in cells:
        if "lead" in cell.metadata.get("tags", []):
            first = nbformat.v4.new_code_cell("...", outputs=cell.outputs, id="lead")
            first.metadata.tags, cell.outputs = ["remove-input"], []
            [verdict] = [at for at, each in enumerate(cells) if "## Verdict\n" in each.source]
            cells.insert(verdict + 1, first)
            return


def parameter_table(path: Path) -> str:
    """Return a notebook's parameters as a Markdown table: default, what is allowed, meaning."""
    rows = [
        {
            "Parameter": f"`{name}`",
            "Default": f"`{given['default']}`",
            "Allowed": notebooks.allowed(notebook_parameters.entry(name, given["help"])),
            "Meaning": notebook_parameters.entry(name)["meaning"],
        }
        for name, given in notebook_parameters.declared(path).items()
    ]
    return table(pd.DataFrame(rows), markup=["Parameter", "Default", "Allowed"])


PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")
"""What Markdown may interpret, unless a backslash stands before it."""


def text(value) -> str:
    r"""Return a value as text that Markdown does not interpret: no markup, role, formula, link.

    Examples
    --------
    >>> text("# a <b> of {num}`id`")
    '\\# a \\<b\\> of \\{num\\}\\`id\\`'
    """
    return PUNCTUATION.sub(r"\\\g<0>", " ".join(str(value).split()))


def table(frame: pd.DataFrame, *, fold: str = "", markup: Collection[str] = ()) -> str:
    """Return a frame as a Markdown table that scrolls, with `fold` in a box that says this.

    Only the cells of the columns `markup` are Markdown.
    """
    lines = [frame.columns, ["---"] * len(frame.columns)]
    for row in frame.to_dict("records"):
        lines.append(
            str(cell).replace("|", "\\|") if name in markup else text(cell)
            for name, cell in row.items()
        )
    rows = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    shown = f":::{{div}} sb-scroll\n{rows}\n:::"
    return f"::::{{dropdown}} {fold}\n{shown}\n::::" if fold else shown
