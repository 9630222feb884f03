"""The metric that sentences tell of a task's scores."""

import re
from collections.abc import Iterator, Sequence

from smallbert.book import guesses
from smallbert.data.unfilled import TODO

NAMES = "|".join(guesses.SCORED.values())
SCORED = rf"\b({NAMES})\b"
"""What a sentence on the metric of a score has words of."""

TOGETHER = re.compile(rf"{SCORED}(?:\s*(?:/|,|&|\band\b|\bor\b)\s*{SCORED})*", re.IGNORECASE)
"""Metrics that a sentence names in one breath."""

EXCEPT = r"\b(?:except|but|excluding|apart from)\b"
CLAUSE = re.compile(rf"[,;()]|{EXCEPT}", re.IGNORECASE)
"""Where a clause of a sentence ends."""

OF = r"(?:for|on|of|in)\b"
NEXT = re.compile(
    rf"\band\s+(?=(?:{NAMES})(?:\s(?:scores?|correlations?|coefficients?))?\s{OF})", re.IGNORECASE
)
"""Where it may end besides: before another metric and what has it."""

VERB = r"\s*([:=]|(is|are|uses?|by)\b)"
"""What joins a name with its metric behind it."""

OTHERS = (
    r"\b(except|apart from|others?|rest|remaining|elsewhere|otherwise|(all|every) (\w+ )?tasks?)\b"
)
"""How a sentence speaks of the tasks that it does not name."""


def scored(name: str, quoted: Sequence[str]) -> str:
    r"""Return the one metric that sentences tell of what matches a name, or `TODO`.

    Examples
    --------
    >>> said = ["Accuracy for RTE, MNLI and QNLI, F1 for MRPC and QQP, Matthews for CoLA."]
    >>> [scored(task, said) for task in ("MNLI", "QQP", "CoLA", "SST-2")]
    ['accuracy', 'f1', 'matthews', 'TODO']
    >>> scored(OTHERS, ["We report accuracy except for CoLA (Matthews)."])
    'accuracy'
    >>> scored("MRPC", ["Accuracy for QQP, MRPC and RTE and F1 for SQuAD."])
    'accuracy'
    >>> scored("MRPC", ["All tasks in accuracy, except MRPC (F1)."])
    'f1'
    """
    told = {kind for sentence in quoted for kind in _told(name, sentence)}
    return told.pop() if len(told) == 1 else TODO


def _told(name: str, sentence: str) -> set[str]:
    """Return the metrics that a sentence tells of a name.

    They are in brackets or after a verb behind it, or alone in its clause, or else the nearest ones
    before it, but in brackets, or behind it: those of a list of names.

    Examples
    --------
    >>> sorted(_told("MRPC", "F1/accuracy for QQP, MRPC.")), _told("MRPC", "MRPC, QQP: F1")
    (['accuracy', 'f1'], {'f1'})
    >>> _told("QQP", "F1 for QQP and accuracy for RTE"), _told("QQP", "RTE is acc and QQP is F1")
    ({'f1'}, {'f1'})
    >>> _told("MRPC", "Accuracy for all but CoLA (Matthews), MRPC and QQP (F1).")
    {'f1'}
    """
    match = re.search(name, sentence, re.IGNORECASE)
    if not match:
        return set()
    before, behind = sentence[: match.start()], sentence[match.end() :]
    listed = re.split(EXCEPT, re.sub(r"\([^)]*\)", "", before), flags=re.IGNORECASE)[-1]
    left = [each[0] for each in TOGETHER.finditer(listed)][-1:]
    right = [each[0] for each in TOGETHER.finditer(behind)][:1]
    near = right if re.match(VERB, behind) else left or right
    bracketed = re.match(r"\s*\(([^)]*)\)", behind)
    if bracketed and (kinds := _named(bracketed[1])):
        return kinds
    clauses = [each for each in _clauses(sentence) if re.search(name, each, re.IGNORECASE)]
    alone = _named(" ".join(clauses))
    return alone if len(alone) == 1 else _named(" ".join(near))


def _clauses(sentence: str) -> Iterator[str]:
    """Yield the clauses of a sentence; two metrics of one list of names are in one."""
    for clause in CLAUSE.split(sentence):
        first, *others = NEXT.split(clause)
        together = _named(first) and not re.search(rf"\b{OF}", first)
        yield from (clause,) if together else (first, *others)


def _named(text: str) -> set[str]:
    """Return the metrics that a text names."""
    words = {kind: rf"\b({names})\b" for kind, names in guesses.SCORED.items()}
    return {kind for kind, names in words.items() if re.search(names, text, re.IGNORECASE)}
