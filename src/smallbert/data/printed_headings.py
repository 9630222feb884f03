"""What the heading of a printed column says in words of the vocabulary: metric, task, split, unit.

The words are the keys of the vocabulary, their names and what its column ``headings`` lists. Their
letters and digits count, blanks and signs between them do not: ``SST-2``, ``SST2``. Nothing is said
by a part, between brackets, that has another word, too: a relative latency is no latency.
"""

import re
from itertools import groupby
from typing import NamedTuple

from smallbert.data import cells, vocabulary
from smallbert.memo import cached

PARTS = {"metric": "metrics", "task": "tasks", "split": "splits", "unit": "units"}
"""What a heading may say, and the vocabulary of each."""

NO_WORDS = ("1", "bits", "mixed", "unstated", "several")
"""Words of the vocabulary that mean something else in a heading."""

LONGEST = 6
"""Words that one word of the vocabulary has, at most."""


def plain(text: str) -> str:
    """Return letters, digits and strokes of a heading, by which it is looked up."""
    return re.sub(r"[^\w%×/]|_", "", text.casefold())


@cached
def forms() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return what each form says: the part, and its words, several as in ``MNLI-m/mm``."""
    found: dict[tuple[str, str], list[str]] = {}
    for part, name in PARTS.items():
        for word, entry in vocabulary.entries(name).iterrows():
            told = [word, entry.get("name", ""), *entry["headings"].split(";")]
            for form in {plain(each) for each in told if word not in NO_WORDS} - {""}:
                found.setdefault((form, part), []).append(word)
    return {form: (part, tuple(words)) for (form, part), words in found.items()}


def said(rows: list[str]) -> tuple[dict[str, list[str]], bool]:
    """Return the words for each part that a heading's rows say, and whether it says nothing else.

    Examples
    --------
    >>> said(["SQuAD v1.1 (dev) (EM/F1)"])
    ({'metric': ['exact-match', 'f1'], 'task': ['squad-1.1'], 'split': ['dev']}, True)
    >>> said(["HeiNLI (acc)"]), said(["Relative latency (ms)"])
    (({'metric': ['accuracy']}, False), ({'unit': ['ms']}, False))
    """
    spoken, strange = _spoken([piece for row in rows for piece in re.split(r"[()\[\]]|,\s", row)])
    # the words of a piece with a strange one may mean something else, as "relative latency" does
    clear = [phrase for phrase in spoken if not phrase.pieces & strange]
    words: dict[str, list[str]] = {}
    for part in PARTS:
        of_part = [phrase for phrase in clear if phrase.part == part]
        for _, phrases in groupby(of_part, key=lambda phrase: phrase.pieces):
            several = [word for phrase in phrases for word in phrase.words]
            if several != words.get(part):  # a row of the header may repeat the one above
                words[part] = words.get(part, []) + several
    return words, not strange


class Phrase(NamedTuple):
    """What a run of a heading's words says, and in which of its pieces the run stands."""

    pieces: set[int]
    part: str
    words: tuple[str, ...]


def _spoken(pieces: list[str]) -> tuple[list[Phrase], set[int]]:
    """Return what the pieces say, the longest runs of words first, and the strange ones."""
    tokens = [
        (at, word)
        for at, piece in enumerate(pieces)
        for word in re.findall(r"[^\s/|:-]+|/", piece)
        if plain(word)
    ]
    phrases, strange = [], set()
    while tokens:
        runs = (tokens[:length] for length in range(min(LONGEST, len(tokens)), 0, -1))
        meanings = ((run, forms().get(plain("".join(word for _, word in run)))) for run in runs)
        run, meant = next(((run, meant) for run, meant in meanings if meant), (tokens[:1], None))
        tokens = tokens[len(run) :]
        stands_in = {at for at, _ in run}
        if meant:
            phrases.append(Phrase(stands_in, *meant))
        elif run[0][1] != "/":
            strange |= stands_in
    return phrases, strange


def quantities(rows: list[str]) -> list[dict[str, str]] | None:
    """Return the quantities that a heading says, in the order of the numbers in a cell.

    Each lacks what is not said. None is returned where the parts do not fit each other: three
    metrics of two tasks, or per cent of a time.

    Examples
    --------
    >>> quantities(["Inference time (ms)"]), quantities(["Size (MB)"])
    ([{'metric': 'latency', 'unit': 'ms'}], [{'metric': 'size', 'unit': 'MB'}])
    >>> quantities(["MNLI-(m/mm)", "Acc"])
    [{'metric': 'accuracy', 'task': 'mnli-m'}, {'metric': 'accuracy', 'task': 'mnli-mm'}]
    """
    found, whole = said(rows)
    count = max(map(len, found.values()), default=1)
    if any(len(words) not in (1, count) for words in found.values()):
        return None
    each = {part: words * (count // len(words)) for part, words in found.items()}
    made = [{part: each[part][at] for part in PARTS if part in each} for at in range(count)]
    return [_fit(one, whole=whole) for one in made]


def _fit(quantity: dict[str, str], *, whole: bool) -> dict[str, str]:
    """Return a quantity without a metric or unit that its other words speak against."""
    metric, unit = quantity.get("metric", ""), quantity.get("unit", "")
    own = vocabulary.units_of_metrics().get(metric, "")
    score = metric in vocabulary.scores()
    if (metric and not (score or whole)) or (unit and own and not cells.alike(unit, own)):
        quantity = {part: word for part, word in quantity.items() if part != "metric"}
        metric = own = ""
    if unit and unit not in cells.MEASURES:
        quantity = {part: word for part, word in quantity.items() if part != "unit"}
    return quantity
