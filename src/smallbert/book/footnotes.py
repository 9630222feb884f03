"""What the footnotes of a table say: of whom, by their signs, and whether numbers are another's."""

import html
import re
from collections.abc import Sequence

from smallbert.book.prose import END, paragraphs
from smallbert.data import amounts
from smallbert.data.grids import SIGN, unmarked

FOOTNOTE = re.compile(
    r"^[ \t>]*(?:<(?:sub|small|p|em|i)>\s*)*(?:[†‡§¶¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᶠ]|<sup>[\w†‡§¶*]+</sup>|\\\*"
    r"|\[\^?\w{1,3}\](?!\(|: *<?http)).*\S"
    r"(?:(?<!\\)(?<!<br>)\n(?![ \t>]*(?:[†‡§¶¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᶠ\\<|#*@[`-]|$))[^\n|]*\S(?=\n|$))*",
    re.MULTILINE,
)
"""Lines that explain the sign of a footnote; one with an address is that of a link."""

LINKED = re.compile(r"\[([^\[\]]*)\]\((https?://[^\s()]+)\)")
"""A link, of which the address is kept: it may say from where numbers are."""

ANOTHER = re.compile(
    r"(?<=[.;,)])\s+(?=[†‡§¶]\s?\w|(?:[¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᶠ]|\^\w\b)\s*[A-Z]|\^[†‡§¶*]|\[\d\] \w)"
)
"""Where a line goes on with the next footnote."""

MARKED = re.compile(
    r"\b(?P<of>[A-Z][\w-]*(?: \w+)?) (?:marked|denoted|indicated) (?:with|by) (?:a )?"
    rf"(?P<sign>{SIGN})"
    r" (?P<says>(?:are|were|is|was|have|has|come)\b(?:[^.;]|\.(?=\w))*)"
)
"""A sentence that explains the sign of a footnote."""


REFERENCES = re.compile(r"^#+ *(references|bibliography)\b.*?(?=^#|\Z)", re.I | re.M | re.S)
"""A list of works, which are no footnotes."""

SIGNS = rf"(?:{SIGN})(?:(?:, (?:and )?| and | ?/ ?)(?:{SIGN}))"
"""Signs that a sentence lists: ``+`` behind it asks for several, ``*`` for one or more."""

CITED = re.compile(
    rf"(?<!\w)(?:(?P<what>[Rr]esults|[Nn]umbers|[Ss]cores) of )?"
    rf"(?P<signs>{SIGNS}*)"
    r" (?:are|is|were|was) (?P<says>(?:taken|copied|borrowed|cited|reported|re-?\w+|from|our)\b"
    r"(?:[^.;,]|\.(?=\w))*)"
)
"""A sentence on rows that it names by their signs."""


def of(text: str, cells: Sequence[str] = ()) -> list[str]:
    r"""Return what a text says in footnotes, each with its sign.

    One in brackets, which may be of a list of references, counts if a cell ends with it.

    Examples
    --------
    >>> of("| A† | 1 |\n\n† Our own run.\n<sup>a</sup>On a phone.\n")
    ['† Our own run.', '^a On a phone.']
    >>> of("[1] From B.\n[2] A book.\n", ["A [1]"]), of("[1] From B. [2] A book.", ["A [1]"])
    (['[1] From B.'], ['[1] From B.'])
    >>> of("† From the paper (B, 2022). ‡ our own run, as A‡.")
    ['† From the paper (B, 2022).', '‡ our own run, as A‡.']
    >>> of("<sub><sup>1</sup> From B (2020). <sup>2</sup> From C (2021).</sub>")
    ['^1 From B (2020).', '^2 From C (2021).']
    >>> of("<sup>†</sup> from B. <sup>‡</sup> rerun by us"), of("## References\n\n[1] A book.")
    (['^† from B.', '^‡ rerun by us'], [])
    >>> of("&dagger; from B.")
    ['† from B.']
    >>> of("† from [B (2020)](https://example.org/b).")
    ['† from B (2020) (https://example.org/b).']
    >>> of("† From B,\nwithout augmentation.\n\nMore.")
    ['† From B, without augmentation.']
    >>> of("Rows marked with † are copied from B; all others are ours.", ["A †"])
    ['† Rows are copied from B.']
    >>> of("Also, [1] and [2] are taken from B, [3] from C.", ["A [1]", "B [2]", "C [3]"])
    ['[1] Numbers are taken from B.', '[2] Numbers are taken from B.']
    """
    text = REFERENCES.sub("", html.unescape(text))
    lines = (
        line.lstrip(" \t>").rstrip("\\").replace("</sup>", " ") for line in FOOTNOTE.findall(text)
    )
    lines = (unmarked(LINKED.sub(r"\1 (\2)", line)) for line in lines)
    notes = [" ".join(part.split()) for line in lines for part in ANOTHER.split(line)]
    told = {_sign(each) for each in notes}
    notes += [
        f"{match['sign']} {match['of']} {match['says']}."
        for match in MARKED.finditer(unmarked(" ".join(text.split())))
        if match["sign"] not in told and any(marks(match["sign"], cell) for cell in cells)
    ]
    for sentence in (found for part in paragraphs(text) for found in CITED.finditer(part)):
        what = (sentence["what"] or "numbers").capitalize()
        notes = [each for each in notes if not _lists(each)]
        new = {*re.findall(SIGN, sentence["signs"])} - {*map(_sign, notes)}
        notes += [f"{sign} {what} are {sentence['says']}." for sign in sorted(new)]
    return [each for each in notes if each[0] != "[" or any(marks(each, cell) for cell in cells)]


def _lists(note: str) -> bool:
    """Tell whether a note begins with several signs, as a sentence does that lists them."""
    return bool(re.match(rf"{SIGNS}+", note))


def marks(note: str, cell: str) -> bool:
    """Tell whether a cell ends with the sign of a note, perhaps among others."""
    ends = re.search(rf"(?:[\s,]*(?:{SIGN}))+$", _signs_last(cell))
    return bool(ends) and _sign(note) in re.findall(SIGN, ends[0])


WITHIN = re.compile(rf"(?P<signs>(?:[\s,]*(?:{SIGN}))+)(?P<bracket>\s*\([^()]*\))$")
"""The end of a name that has the signs of footnotes before a bracket."""


def _signs_last(name: str) -> str:
    return WITHIN.sub(r"\g<bracket>\g<signs>", name)


def _sign(note: str) -> str:
    return re.match(SIGN, note)[0]


def unnoted(model: str, notes: Sequence[str]) -> str:
    """Return a model's name without the signs at its end of which there are notes.

    Examples
    --------
    >>> unnoted("DistilBERT [1]†", ["† Ours.", "[1] Theirs."]), unnoted("Q [2]", ["[1] Theirs."])
    ('DistilBERT', 'Q [2]')
    >>> unnoted("TinyBERT-6 † (w/o DA)", ["† Ours."]), unnoted("Q † (s)", [])
    ('TinyBERT-6 (w/o DA)', 'Q † (s)')
    """
    signs, bare = [*map(_sign, notes)], _signs_last(model)
    while (end := re.search(rf"[\s,]*({SIGN})$", bare)) and end[1] in signs:
        bare = bare[: end.start()]
    return model if bare == _signs_last(model) else bare


BORROWED = (
    r"\b(scores?|results?|numbers?|taken|copied|borrowed)((,| and) \w+)* (are |were )?(from|by)\b"
    r"|\breported\b|\bnot (re-?)?(run|train(ed)?|measured?|evaluated?|test(ed)?)\b"
)
"""What a footnote says of numbers that another work measured; a name alone says so, too."""

WHERE = r"\bfrom (the|their) [^.;]*\b(repository|papers?|reports?|readme|model card|authors?)\b"
RAN = r"\b(we|us|ourselves)\b"
"""Where a footnote has numbers from, and what it says if from there is only what was run."""

ONLY_SCORES = r"\b(scores?|accurac(y|ies))\b"
"""What a footnote says that leaves the other numbers of its row, such as speedups, the work's."""

COSTS = r"\b(sizes?|param(eter)?s|latenc(y|ies)|times|speed-?ups?|throughputs?|sparsit(y|ies))\b"
"""What a footnote says that does not leave them."""

OWN = r"\b(we|our|ours)\b"


def _of_others(note: str) -> bool:
    """Tell whether a note speaks of another's numbers, not of a model that its authors scored."""
    own = re.search(OWN, note, re.IGNORECASE)
    there = re.search(WHERE, note, re.IGNORECASE) and not re.search(RAN, note, re.IGNORECASE)
    return bool(there or re.search(BORROWED, note, re.IGNORECASE) or ("et al" in note and not own))


def _on_scores(note: str) -> bool:
    """Tell whether all that a note says to be another's are scores."""
    parts = END.split(note.replace("; ", ". "))
    return all(_limited(part) for part in filter(_of_others, parts))


def _limited(part: str) -> bool:
    costs = re.search(COSTS, part, re.IGNORECASE) and not re.search(OWN, part, re.IGNORECASE)
    return bool(re.search(ONLY_SCORES, part, re.IGNORECASE)) and not costs


def borrows(cells: Sequence[str], notes: Sequence[str]) -> str:
    """Return what of a row a footnote, as `of` has it, says to be another's.

    Returns
    -------
    str
        ``row`` where one at the row's name says so of its numbers or results, or of more than its
        scores; ``scores`` where one speaks of scores alone or is at a number, and nothing where
        none does.

    Examples
    --------
    >>> notes = ["† Roe et al.; we ran it.", "‡ Scores from Sanh", "* taken from Roe"]
    >>> notes += ["§ Scores and sizes from Roe", "¶ Scores from Roe; times are ours"]
    >>> [borrows([name, "82.2"], notes) for name in ("DistilBERT‡", "CoFi*", "A†", "B§", "C¶")]
    ['scores', 'row', '', 'row', 'scores']
    >>> borrows(["CoFi [1]‡", "82.2"], ["[1] Xia et al., 2022.", "‡ our re-implementation"])
    ''
    """
    told = [each for each in notes if _of_others(each)]
    if apart(cells, notes):
        told = [each for each in told if not CITATION.fullmatch(each)]
    if any(marks(each, cells[0]) and not _on_scores(each) for each in told):
        return "row"
    return "scores" if any(marks(each, cell) for each in told for cell in cells) else ""


TAKEN = r"(?i:(?:(?:are|were) )?(?:(?:taken|copied|borrowed|reported) )?(?:from|by|in))"
NAMES = r"[A-Z][\w-]+(?:,? (?:and|&|et al\.?|[A-Z][\w-]+))*(?:,? [\[(]?\d{4}[a-z]?[\])]?)?"
PLACE = r"(?:papers?|articles?|reports?|repository|repositories|README|leaderboard)"
WHOM = rf"(?:the|their) (?:[\w-]+ )*{PLACE}(?: (?:of|by) {NAMES})?|{NAMES}"
NOT_RUN = r"(?i:[;,] (?:and )?(?:we did not|not) (?:re-?)?(?:run|train|measured?)\b[\w ]*)"
WHOSE = re.compile(
    rf"(?:(?:(?P<what>(?i:scores|results|numbers)) )?(?:{TAKEN}|of) )?"
    rf"(?P<whom>(?:{WHOM})(?:,? [\[(][^()\[\]]*[\])])?(?: as \w+ed (?:by|in) (?:{WHOM}))?)"
    rf"(?:{NOT_RUN})?\.?"
)
"""A footnote that says no more than whose some numbers are."""

FIRST = re.compile(r"[;,] (?!\d|and |we |not )|(?<!\bal)\. ")
"""Where a footnote goes on with more than whose numbers they are."""

CODE = (
    r"(?:the|their) (?:(?:released|official|original|public|authors') )?(?:code|scripts?|\w+ code)"
)
RUN = (
    r"(?:re-?(?:run|produced|trained|implemented|evaluated)|run again"
    r"|our (?:own )?(?:re-?)?(?:run|production|implementation|evaluation|fine-?tuning)s?)\b"
)
RERUN = re.compile(
    rf"(?:(?:numbers|scores|results) )?(?:(?:are|is|were|was|of|from) )?{RUN}"
    rf"(?: by (?:us|ourselves|the authors))?(?: (?:with|using|from|of) (?P<code>{CODE}))?\.?",
    re.IGNORECASE,
)
"""How a footnote begins by which the authors ran another's model."""

AGAIN = (
    rf"\b{RUN}\b|\b(single|one) (run|seed)\b"
    r"|\b(run|trained|evaluated) by (us|ourselves)\b|\bwe (re-?)?(ran|run|train|evaluat|produc)\w*"
)
"""What a footnote says of a row that its authors ran, perhaps otherwise than the other rows."""


def apart(cells: Sequence[str], notes: Sequence[str]) -> list[str]:
    """Return the notes at a row's name that say that the authors ran another's model.

    Examples
    --------
    >>> apart(["CoFi†", "82.2"], ["† Re-run by us."]), apart(["CoFi", "82.2"], ["† Re-run by us."])
    (['† Re-run by us.'], [])
    """
    told = (each for each in notes if marks(each, cells[0]) and not _of_others(each))
    return [each for each in told if re.search(AGAIN, each, re.IGNORECASE)]


CITATION = re.compile(rf"(?:{SIGN}) ?{NAMES}\.?")
"""A footnote that only cites a work."""


def drafted(note: str, models: Sequence[str]) -> str:
    """Return in a few words whose numbers of some models a footnote gives, or nothing.

    Examples
    --------
    >>> drafted("[1] Scores are taken from Sanh et al. (2019).", ["DistilBERT"])
    'scores of DistilBERT: Sanh et al. (2019)'
    >>> drafted("[2] Roe et al., 2020.", ["A"])
    'A: Roe et al., 2020'
    >>> drafted("† taken from Roe.", ["A", "B"]), drafted("† Run by us on one GPU.", ["A"])
    ('numbers of A and B: Roe', '')
    >>> drafted("* numbers from the CoFi paper (Xia et al., 2022); we did not run it", ["CoFi"])
    'numbers of CoFi: the CoFi paper (Xia et al., 2022)'
    >>> drafted("§ Sun et al. (2020), on dev; GLUE is from the server.", ["MobileBERT"])
    'numbers of MobileBERT: Sun et al. (2020)'
    >>> drafted("‡ re-run by us with the released code.", ["CoFi"])
    'CoFi: run again by the authors of this work, with the released code'
    >>> drafted("‡ Our own run of the released code, unstructured, one seed.", ["CoFi"])
    'CoFi: run again by the authors of this work, with the released code'
    >>> drafted("‡ Our fine-tuning of the released checkpoints on the same grid.", ["CoFi"])
    'CoFi: run again by the authors of this work'
    >>> drafted("‡ Our re-runs with the official code; threshold (or patience) tuned.", ["A"])
    'A: run again by the authors of this work, with the official code'
    >>> drafted("‡ Our reruns with the authors' code (A) or our own (B)", ["A", "B"])
    ''
    >>> drafted("† Numbers taken from Roe et al. (2020) as reproduced by Doe et al.", ["A"])
    'numbers of A: Roe et al. (2020) as reproduced by Doe et al.'
    """
    words, named = note.removeprefix(_sign(note)).strip(), amounts.listed(dict.fromkeys(models))
    if CITATION.fullmatch(note):
        return f"{named}: {words.removesuffix('.')}"
    if _of_others(note):
        facts = WHOSE.fullmatch(words) or WHOSE.fullmatch(FIRST.split(words)[0])
        return (
            f"{(facts['what'] or 'numbers').lower()} of {named}: {facts['whom']}" if facts else ""
        )
    facts = RERUN.match(words)
    if facts and not re.search(r"\bor (our|we|by|with|from|the)\b", words):  # each otherwise
        code = f", with {facts['code']}" if facts["code"] else ""
        code = code.replace("the authors'", "the original")  # who are not those of this work
        return f"{named}: run again by the authors of this work{code}"
    return ""
