"""Fill in a new work: all guesses are taken from one list, and the rest is asked."""

import re
import textwrap
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from smallbert.book import filling, prose, settling, techniques
from smallbert.book.answers import NOTHING
from smallbert.book.filling import BACK, OPEN
from smallbert.data import paths, sources, unfilled, vocabulary
from smallbert.data.asks import ASKS, brief
from smallbert.data.unfilled import SAYS, Blank

ALL = "all"
"""What names all positions."""

Ask = Callable[[Blank, str], str]


class Proposal(NamedTuple):
    """What may answer a question: where it is asked, the answer, what that means, what tells it."""

    about: str
    answer: str
    means: str
    hint: str


def fill(key: str, ask: Ask, choose: Callable[[Sequence[Proposal]], Collection[int]]) -> None:
    """Fill in what a work lacks, after one look at all that has a guess.

    Parameters
    ----------
    key : str
        Of the work.
    ask : callable
        As of `smallbert.book.filling.fill`. It is asked what has no guess, what was chosen, what
        an answer changes the guess of, and by ``<`` also what was taken before.
    choose : callable
        Given the guesses, returns the positions of those to be asked; the others are taken. Until
        it returns nothing is written. It is not called if there is no guess.

    Raises
    ------
    UsageError
        There is no such work.
    """
    told = _alike(_guesses(key))
    chosen = choose([_proposal(*each) for each in told]) if told else ()
    kept = [each for at, each in enumerate(told) if at not in chosen]
    taken = {_place(blank): guess for blanks, guess in kept for blank in blanks}
    ask, back = _telling_once(ask), False

    def answer(blank: Blank, guess: str) -> str:
        nonlocal back
        if guess and taken.get(_place(blank)) == guess and not back:
            return guess
        given = ask(blank, guess)
        back = given.strip() == BACK
        return given

    filling.fill(key, answer)


def _guesses(key: str) -> list[tuple[Blank, str]]:
    """Return what would be taken if each question got its guess; the files stay as they are."""
    told = []

    def take(blank: Blank, guess: str) -> str:
        told.append((blank, guess))
        return guess or OPEN

    files = _files(key)
    try:
        filling.fill(key, take)
    finally:
        for path, content in files.items():
            path.write_bytes(content)
    return [(blank, guess) for blank, guess in told if guess and not _follows(blank, guess)]


def _alike(told: list[tuple[Blank, str]]) -> list[tuple[list[Blank], str]]:
    """Return the guesses, each with its questions: rows of which the same is told are together."""
    groups: dict[tuple, list[Blank]] = {}
    for blank, guess in told:
        row = blank.about[1] if blank.path.suffix != ".csv" else ""
        asked = blank.path, blank.about[0], row, blank.name, guess, blank.hint
        groups.setdefault(asked, []).append(blank)
    return [(blanks, guess) for (*_, guess, _), blanks in groups.items()]


def _follows(blank: Blank, guess: str) -> bool:
    """Tell whether a guess is one that follows from an answer that has none yet."""
    return blank.name == "baseline" and guess == NOTHING


def _files(key: str) -> dict[Path, bytes]:
    """Return the files in which something of a work may be asked, as they are."""
    folder, page = sources.folder(key), paths.root() / "notebooks" / f"{key}.ipynb"
    files = (*folder.glob("*.csv"), *folder.glob("*.yaml"), paths.data() / "sources.bib", page)
    return {path: path.read_bytes() for path in files if path.is_file()}


def _place(blank: Blank) -> tuple:
    """Return what a question is known by, whatever lines were put or taken before it."""
    return blank.path, blank.about, blank.name, blank.hint


NONE = {"protocol": "as the others"}
"""What an answer says by which nothing is put in; of anything else, that there is none."""


def _proposal(blanks: Sequence[Blank], guess: str) -> Proposal:
    blank = blanks[0]
    means = vocabulary.table("protocols")["meaning"] if blank.name == "protocol" else {}
    ask = ASKS[blank.name] if blank.name in ("removed", techniques.NAME) else blank.ask
    gloss = means.get(guess) or re.sub("^(say|give|name) ", "", brief(ask))
    name = re.sub(r"cell \d+", "title", blank.name)
    parts = blank.about[0], *(each.about[1] for each in blanks), name
    about = f"{', '.join(filter(None, parts))}{_others(blank)}"
    answer = NONE.get(blank.name, "none") if guess == NOTHING else guess
    if rows := techniques.asked(blank):
        answer = _of_each(rows, guess)
    return Proposal(about, answer, gloss, blank.hint.removeprefix(f"{blank.guess}?").lstrip())


def _others(blank: Blank) -> str:
    """Return in words of how many more rows an answer on the protocol of one is."""
    if blank.name != "protocol" or not (here := settling.here(blank)):
        return ""
    asked = [each for each in unfilled.places(blank.path.parent) if each.name == blank.name]
    count = sum(settling.here(each.blank()) == here for each in asked) - 1  # itself
    where = "with its footnote" if blank.hint else "from elsewhere"
    return f" (and {count} more {where})" if count > 0 else ""


def _of_each(rows: dict[str, str], answer: str) -> str:
    """Return the techniques of some rows, each with its models.

    Examples
    --------
    >>> _of_each({"a": "A, 80 %", "a.2": "A, 90 %", "b": "B"}, "pruning, pruning, none")
    'pruning (A, 80 %; A, 90 %), none (B)'
    """
    models: dict[str, dict[str, None]] = {}
    for row, kind in techniques.of_rows(rows, answer):
        models.setdefault(kind, {})[rows[row]] = None
    return ", ".join(f"{kind} ({'; '.join(own)})" for kind, own in models.items())


def shown(proposals: Sequence[Proposal]) -> Iterator[str]:
    """Yield lines with what may be taken, by number; what is the same is said once.

    Examples
    --------
    >>> list(shown([Proposal("table1, n", "5", "the number of runs", "")] * 2))
    [' 1  table1, n: 5 (the number of runs)', ' 2  table1, n: 5']
    """
    before, told, hints = "", set(), {}
    for number, proposal in enumerate(proposals, start=1):
        gloss = "" if proposal.means in told else f" ({proposal.means})"
        told.add(proposal.means)
        yield _wrapped(f"{number:2}  {proposal.about}: {proposal.answer}{gloss}")
        first = hints.setdefault(proposal.hint, number)
        if proposal.hint and proposal.hint != before:
            words = proposal.hint.removeprefix(SAYS) if first == number else f"as at {first}"
            yield _wrapped(words, "      ")
        before = proposal.hint


def _wrapped(text: str, indent: str = "") -> str:
    wrapper = textwrap.TextWrapper(100, break_on_hyphens=False, break_long_words=False)
    wrapper.initial_indent, wrapper.subsequent_indent = indent, "      "
    return wrapper.fill(text)


def positions(answer: str, count: int) -> set[int] | None:
    """Return the positions that numbers name, from 1 on, or None if one names none.

    Examples
    --------
    >>> positions("2, 4-5", 5), positions("", 5), positions("all", 2)
    ({1, 3, 4}, set(), {0, 1})
    >>> positions("6", 5), positions("0", 5), positions("3-2", 5)
    (None, None, None)
    """
    if answer.strip() == ALL:
        return {*range(count)}
    named = set()
    for word in re.split(r"[\s,]+", answer.strip()) if answer.strip() else []:
        if not (span := re.fullmatch(r"(\d+)(?:-(\d+))?", word)):
            return None
        first, last = int(span[1]), int(span[2] or span[1])
        if last < first:
            return None
        named |= {*range(first - 1, last)}
    return named if named <= {*range(count)} else None


def _telling_once(ask: Ask) -> Ask:
    """Return how to ask without what was said before, and without the guess, which is offered.

    That is a quotation, if it is that of the question before, and how to answer, of any before.
    """
    before, told = "", set()

    def asked(blank: Blank, guess: str) -> str:
        nonlocal before
        begins, says, quoted = blank.hint.partition(SAYS)
        same = "the same sentences" if len(prose.END.split(quoted)) > 1 else "the same sentence"
        begins = begins.removeprefix(f"{guess}?").lstrip() if guess else begins
        hint = f"{begins}{says}{same if quoted and quoted == before else quoted}"
        words = brief(blank.ask) if blank.ask in told else blank.ask
        before = quoted
        told.add(blank.ask)
        return ask(blank._replace(hint=hint, ask=words), guess)

    return asked
