"""The entry of BibTeX in a text, which says how a work asks to be cited."""

import re

from pybtex.database import parse_string
from pybtex.exceptions import PybtexError

from smallbert.data.unfilled import TODO

LAST = r"\}[ \t]*\}[ \t]*$(?!\n[ \t]*\})"
"""How an entry ends that has no brace on a line of its own."""

ENTRY = re.compile(rf"^[ \t]*@\w+\s*\{{.*?(?:^[ \t]*\}}|{LAST})", re.MULTILINE | re.DOTALL)
"""An entry of BibTeX, as repositories ask to be cited."""


NEEDS = {"article": "journal", "inproceedings": "booktitle", "techreport": "institution"}
NEEDS |= dict.fromkeys(["phdthesis", "mastersthesis"], "school")
"""What the list of references needs of a kind of work; of ``misc`` it needs nothing more."""


def cited(text: str) -> tuple[str, dict[str, str]]:
    r"""Return kind and fields of the one BibTeX entry that a text has; else what is asked for.

    Examples
    --------
    >>> cited("Cite:\n@article{roe,\n title={A {Small} Work}, author={Roe, Jo}, year=2031\n}")
    ('misc', {'author': 'Roe, Jo', 'title': '{A {Small} Work}', 'year': '2031'})
    >>> cited("@misc{roe, author={Roe, Jo}, title={A {Small}}}")
    ('misc', {'author': 'Roe, Jo', 'title': '{A {Small}}'})
    >>> cited("no entry")
    ('misc', {'author': 'Family, Given and TODO', 'title': '{TODO}'})
    """
    try:
        entries = [each for part in ENTRY.findall(text) for each in _entries(part)]
    except PybtexError:
        entries = []
    asked = {"author": f"Family, Given and {TODO}", "title": f"{{{TODO}}}"}
    if len(entries) != 1:
        return "misc", asked
    fields = dict(entries[0].fields)
    if not re.fullmatch(r"\{[^{}]*\}", title := fields.get("title", "")):
        fields["title"] = f"{{{title or TODO}}}"  # its capitals stay
    kind = entries[0].type if NEEDS.get(entries[0].type) in fields else "misc"
    people = {role: " and ".join(map(str, own)) for role, own in entries[0].persons.items()}
    return kind, asked | people | fields


def _entries(text: str) -> list:
    return list(parse_string(text, "bibtex").entries.values())
