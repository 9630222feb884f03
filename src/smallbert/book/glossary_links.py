"""The words of the glossary where they are used: each leads to its entry and shows what it means.

The first use of a word in the prose of a page is a link, which ``_static/boxes.js`` explains by
`script` when a pointer, the keyboard or a finger is on it. Without JavaScript it is a link.
"""

import json
import re
from collections.abc import Iterator

from docutils import nodes

from smallbert import paths
from smallbert.memo import cached

GUIDE = "book/reading_guide"
"""The page that has the glossary."""

PAGES = ("book/", "notebooks/")
"""Where pages with prose are; those of models have little."""

ENTRY = re.compile(r"^(?P<terms>(?:\S.*\n)+)(?P<text>(?:  .*\n)+)", re.MULTILINE)
GLOSSARY = re.compile(r"^:::\{glossary\}\n(.*?)^:::$", re.MULTILINE | re.DOTALL)
SENTENCE = re.compile(r".*?\.(?= |$)")
ASIDE = re.compile(r" \(\{\w+\}`[^`]*`\)")
ROLE_OR_MARK = re.compile(r"\{\w+\}`([^`<]*?)(?: <[^>]*>)?`|[$*`]")


def meanings_of_terms(page: str) -> dict[str, str]:
    r"""Return the terms of a page's glossary, each with the first sentence of its entry.

    Examples
    --------
    >>> meanings_of_terms(":::{glossary}\nsize\nbytes\n  What a *file* takes. And more.\n:::\n")
    {'size': 'What a file takes.', 'bytes': 'What a file takes.'}
    """
    meanings = {}
    for entry in ENTRY.finditer("".join(GLOSSARY.findall(page))):
        text = ASIDE.sub("", " ".join(entry["text"].split()))
        text = ROLE_OR_MARK.sub(lambda match: match[1] or "", text)
        meaning = SENTENCE.match(text)[0]
        meanings |= dict.fromkeys(entry["terms"].splitlines(), meaning)
    return meanings


def anchor_of_term(term: str) -> str:
    """Return the HTML id of a term's entry, as Sphinx makes it.

    Examples
    --------
    >>> anchor_of_term("Dunnett's test")
    'term-Dunnett-s-test'
    """
    return "term-" + re.sub(r"[^\w.]+", "-", term, flags=re.ASCII).strip("-")


def script_of_meanings() -> str:
    """Return the script that has the meaning of each term by its anchor."""
    known = {anchor_of_term(term): text for term, text in _terms_of_book().items()}
    return f"const MEANINGS = {json.dumps(known, ensure_ascii=False)};\n"


def connect(app) -> None:
    """Let Sphinx link the terms of each page as soon as it has resolved the other links."""
    app.connect("doctree-resolved", _resolved)


@cached
def _terms_of_book() -> dict[str, str]:
    """Return the terms of the book's own glossary."""
    return meanings_of_terms((paths.root() / f"{GUIDE}.md").read_text(encoding="utf-8"))


def _resolved(app, doctree: nodes.document, name: str) -> None:
    if name != GUIDE and name.startswith(PAGES):
        link(doctree, list(_terms_of_book()), "../" * name.count("/") + f"{GUIDE}.html")


def link(doctree: nodes.Node, terms: list[str], page: str) -> None:
    """Make the first use of each term in the prose of a page a link to its entry.

    Headings, tables, code, formulas and what is a link already stay as they are.
    """
    left = {term.casefold(): term for term in terms}
    for paragraph in [*doctree.findall(nodes.paragraph)]:
        if not isinstance(paragraph.parent, nodes.section | nodes.list_item):
            continue
        within = 0  # a link written as HTML
        for child in list(paragraph):
            if isinstance(child, nodes.raw):
                within += child.astext().count("<a ") - child.astext().count("</a>")
            elif isinstance(child, nodes.Text) and not within:
                paragraph.replace(child, list(_with_links(child.astext(), left, page)))


def _with_links(text: str, left: dict[str, str], page: str) -> Iterator[nodes.Node]:
    """Yield a text in parts, links in place of terms that are left; these are taken from there."""
    while left and (match := _pattern(tuple(left.values())).search(text)):
        term = left.pop(_singular(match[0], left))
        if match.start():
            yield nodes.Text(text[: match.start()])
        address = f"{page}#{anchor_of_term(term)}"
        yield nodes.reference("", match[0], refuri=address, internal=True, classes=["sb-term"])
        text = text[match.end() :]
    yield nodes.Text(text)


@cached
def _pattern(terms: tuple[str, ...]) -> re.Pattern:
    """Return what finds any of some terms as a word of its own, the longest first."""
    longest = sorted(terms, key=len, reverse=True)
    # an abbreviation is written as it is; other words may begin a sentence
    forms = [
        f"(?i:{re.escape(each)})" if each == each.lower() else re.escape(each) for each in longest
    ]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(forms)})s?(?![\w-])")


def _singular(word: str, left: dict[str, str]) -> str:
    """Return which term that is left a word is, be it in the plural."""
    folded = word.casefold()
    return folded if folded in left else folded.removesuffix("s")
