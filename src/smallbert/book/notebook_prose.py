"""The prose of an executed notebook as plain Markdown, with the numbers of its run.

Jupyter, VS Code and GitHub know no role of MyST, and a copy of a notebook has no other page near.
"""

import re
from collections.abc import Callable, Mapping

import nbformat

from smallbert import data, paths
from smallbert.book import notebook_outputs, notebooks
from smallbert.data import bibliography, book_exhibits, sources
from smallbert.data.amounts_in_words import amount
from smallbert.errors import UserError
from smallbert.memo import cached

ROLE = re.compile(r"\{([\w:+-]+)\}`([^`]*)`")
LABELED = re.compile(r"(?P<words>.*\S)\s*<(?P<label>[^<>]*)>", re.DOTALL)
TARGET = re.compile(r"^\([\w:.-]+\)=\n", re.MULTILINE)
VERDICT_LINK = re.compile(r'<a\s+class="sb-verdict"[^>]*>(.*?)</a>', re.DOTALL)
LINK_WITHIN_BOOK = re.compile(r'<a\s[^>]*href="(?!https?:)[^"]*"[^>]*>(.*?)</a>', re.DOTALL)
"""A link to a place in the book; where the book lies, a copy does not know."""

DIRECTIVE = re.compile(
    r"^:{3,}\{(?P<kind>[\w-]+)\} *(?P<title>.*)\n(?::[\w-]+:.*\n)*", re.MULTILINE
)
DIRECTIVE_END = re.compile(r"^:{3,}\s*?(?:\n|\Z)", re.MULTILINE)
UNNAMED = ("div", "glossary")
"""Blocks that have no title."""

HEADING = re.compile(r"^\(([\w:.-]+)\)=\n+#+ +(.+)$", re.MULTILINE)
INTERPRETED = re.compile(r"[\\`*_<>$|~]")
"""What Markdown might interpret in a value."""


def fill(notebook: nbformat.NotebookNode) -> None:
    """Put the values that a notebook recorded into its prose; let outputs lead to no page.

    What showed these values below a cell goes.
    """
    values = {
        name: INTERPRETED.sub(r"\\\g<0>", text)
        for name, text in notebook_outputs.recorded(notebook).items()
    }
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = plain_markdown(cell.source, values)
            continue
        cell.outputs = [each for each in cell.get("outputs", []) if not _shows_values(each)]
        for shown in [each.get("data", {}) for each in cell.outputs]:
            for kind in {"text/html", "image/svg+xml"} & shown.keys():
                shown[kind] = notebook_outputs.unlinked("".join(shown[kind]))


def _shows_values(output: dict) -> bool:
    return output.get("metadata", {}).get(book_exhibits.RUN_BY_HAND) == book_exhibits.QUOTED_VALUES


def plain_markdown(text: str, values: Mapping[str, str]) -> str:
    """Return Markdown without MyST: each role as the words that it stands for.

    Parameters
    ----------
    text : str
        Markdown of a notebook.
    values : mapping
        What ``{glue:text}`name``` stands for, as Markdown; a name that is not in it is said to
        have no value.
    """
    words_of_roles: dict[str, Callable[[str], str]] = {
        "glue:text": lambda name: values.get(name, f"(no value: {name})"),
        "num": _number_as_printed,
        "cite:t": lambda keys: ", ".join(" [".join(_credit(key)) + "]" for key in _listed(keys)),
        "cite:p": lambda keys: f"[{'; '.join(', '.join(_credit(key)) for key in _listed(keys))}]",
        "math": lambda formula: f"${formula}$",
    }
    text = VERDICT_LINK.sub(r"*(claim: \1)*", text)
    text = LINK_WITHIN_BOOK.sub(r"\1", text)
    text = DIRECTIVE_END.sub("", DIRECTIVE.sub(_title, TARGET.sub("", text)))
    return ROLE.sub(lambda role: words_of_roles.get(role[1], _words)(role[2]), text)


def _title(block: re.Match) -> str:
    """Return the title of a block, or the name of its kind, such as Note, as a line in bold."""
    title = block["title"].strip() or block["kind"].capitalize()
    return "" if block["kind"] in UNNAMED else f"**{title}**\n\n"


def _listed(keys: str) -> list[str]:
    return [key.strip() for key in keys.split(",")]


def _credit(key: str) -> tuple[str, str]:
    """Return who wrote a work, and when."""
    names, _, year = bibliography.short(key).rpartition(" (")
    return names, year.removesuffix(")")


def _number_as_printed(id: str) -> str:
    """Return a number of the data as pages print it."""
    key = id.partition("/")[0]
    tidy = data.results(*[key] if key in sources.keys() else [])
    rows = tidy[tidy["id"] == id].to_dict("records")
    if not rows:
        raise UserError(f"number {id!r} is unknown; see results.csv")
    return amount(rows[0]["value"], rows[0]["unit"], rows[0]["printed"])


def _words(text: str) -> str:
    """Return the words of a reference; of one that has but a label, the heading there."""
    if labeled := LABELED.fullmatch(text):
        return labeled["words"]
    name = text.rpartition("/")[2]
    return _headings_by_label().get(name, name.replace("_", " "))


@cached
def _headings_by_label() -> dict[str, str]:
    """Return the headings of notebooks and pages by their labels."""
    texts = [path.read_text(encoding="utf-8") for path in (paths.root() / "book").glob("*.md")]
    for path in notebooks.every():
        texts += [each.source for each in notebooks.read(path).cells if each.cell_type != "code"]
    return dict(HEADING.findall("\n".join(texts)))
