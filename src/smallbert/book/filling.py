"""Fill in what a work that `smallbert.book.new` began still lacks, question by question."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from smallbert.book import answers, entering, settling, techniques
from smallbert.book.answers import NOTHING
from smallbert.data import lenders, sources, unfilled
from smallbert.data.faults import UsageError
from smallbert.data.unfilled import Blank, places

OPEN = "?"
"""The answer that leaves a question open."""

BACK = "<"
"""The answer that takes back the one before."""

SIGNS = (OPEN, NOTHING, BACK)
"""The answers that are no words of a file."""

OPTIONAL = ("baseline", "n")
"""What a row or a table may do without."""

REFUSED = (*OPTIONAL, *settling.LENT, "note")
"""What may be left out in so many words, by `NOTHING`."""

NEEDED = answers.CHOICES.keys() - {"severity"}
"""What has to be a word of the vocabulary, but for what `_may_lack` tells."""

ALIKE = (
    "give the number of runs behind the scores with a spread; it holds for all such rows of the "
)
ALIKE += "table that are not borrowed; nothing if nobody says"
"""What is asked of the first row about all of a table."""

PRUNED = "its pruned models"
"""Of what is asked whether parts are taken out, where no model is known to be pruned."""

ANY = "; - if it is of none"
"""What the question on its metric says besides."""


class _Step(NamedTuple):
    """What stood before a question that was asked, or that an earlier answer settled."""

    asked: bool
    left: int
    given: dict[tuple, str]
    texts: dict[Path, str]


def fill(key: str, ask: Callable[[Blank, str], str]) -> None:
    """Put answers in the places of a work's `TODO`s, in the order in which a person gives them.

    Parameters
    ----------
    key : str
        Of the work.
    ask : callable
        Given what is asked and a guess, perhaps none, returns the answer: an empty one takes the
        guess, `OPEN` leaves the question open, `NOTHING` leaves out what may be left out, and
        `BACK` takes back the answer before and asks for it again. What `smallbert check` would
        refuse, such as a word that the vocabulary lacks, is asked again.
        What was answered of a row is the guess where another table has it; what the same words
        of the file ask again is not asked again, nor are the runs of a table's own rows, nor the
        techniques of rows of which another table asked, nor what rows from one work share.

    Raises
    ------
    UsageError
        There is no such work.
    """
    if key not in sources.keys():
        raise UsageError(f"work {key!r} is unknown; begin it with: smallbert new {key}")
    left, given, steps = 0, {}, []
    while remaining := places(sources.folder(key))[left:]:
        blank = remaining[0].blank()
        again, settled = settling.again(blank), settling.settled(blank, given)
        asked = settled is None
        answer = answered(blank, settling.guess(blank, given), ask) if asked else settled
        if answer == BACK:
            left, given = _taken_back(steps) or (left, given)
            continue
        steps.append(_Step(asked, left, dict(given), _texts(blank)))
        if answer == OPEN or (asked and _stays_open(blank, answer)):
            left += 1
            given |= {again: OPEN} if settling.alike(blank) else {}
            continue
        answer = "" if answer == NOTHING else answer
        if rows := techniques.asked(blank):
            given |= {(blank.name, row): word for row, word in techniques.of_rows(rows, answer)}
            entering.write_techniques(blank, given)
            continue
        entering.write(blank, answer)
        if blank.name in settling.AGAIN:
            given[again] = answer
        if here := settling.here(blank._replace(guess=answer)):
            given[here] = answer


def uncompared(key: str) -> Iterator[str]:
    """Yield a line on the models of borrowed rows that are compared with no row, if any is."""
    models: dict[str, None] = {}
    for table in sources.tables(key):
        rows = sources.table(key, table)
        alone = [
            row
            for row, own in rows.iterrows()
            if unfilled.origin(own) and not own["baseline"] and own["technique"] != "none"
        ]
        models |= dict.fromkeys(techniques.models(key, table)[row] for row in alone)
    if models:
        why = "this table borrows no score of the models from which theirs were made"
        yield f"the chart of the score kept leaves out {'; '.join(models)}: {why}"


def printed_elsewhere(key: str) -> Iterator[str]:
    """Yield a line on each compressed model of a work's own that has the scores of another one."""
    for table in sources.tables(key):
        for row, own in sources.table(key, table).iterrows():
            if unfilled.origin(own) or own["technique"] == "none":
                continue
            place, _ = lenders.lenders(key, table, {"row": row, **own}, scores_alone=True)
            if place:
                yield (
                    f"{table}, {row} has the scores of {place}: if they are from there, columns "
                    "measured_by and original of its row say so"
                )


def _taken_back(steps: list[_Step]) -> tuple[int, dict] | None:
    """Undo the last step that was asked, with what followed from it; return what was before."""
    while steps:
        step = steps.pop()
        for path, text in step.texts.items():
            path.write_text(text, encoding="utf-8")
        if step.asked:
            return step.left, step.given
    return None


def _stays_open(blank: Blank, answer: str) -> bool:
    return answer == OPEN or (answer in ("", NOTHING) and not _may_lack(blank, answer))


def _texts(blank: Blank) -> dict[Path, str]:
    """Return the files that an answer may change, as they are."""
    table = blank.path.with_name(f"{blank.about[0]}.csv")
    return {
        path: path.read_text(encoding="utf-8") for path in (blank.path, table) if path.is_file()
    }


def answered(blank: Blank, guess: str, ask: Callable[[Blank, str], str]) -> str:
    """Return what is answered, once it can stand, or one of `SIGNS`."""
    guess = "" if guess not in SIGNS and answers.refusal(blank, guess) else guess
    if blank.name == "metric":
        asked = blank.ask.partition(";")[0] + (ANY if entering.of_unknown(blank) else "")
        blank = blank._replace(ask=asked)
    if blank.name == "removed":
        pruned = techniques.pruned(blank.path.parent.name, blank.about[0])
        models = ", ".join(dict.fromkeys(pruned))
        blank = blank._replace(ask=blank.ask.replace(PRUNED, models or PRUNED))
    blank = blank._replace(ask=ALIKE) if settling.alike(blank) else blank
    if rows := techniques.asked(blank):
        blank = blank._replace(ask=techniques.question(rows, blank.ask))
    if blank.name == techniques.NAME and blank.path.suffix == ".csv":
        blank = blank._replace(ask=techniques.besides(answers.cells(blank)[blank.name], blank.ask))
    answer = answers.plain(blank, (ask(blank, guess) or guess).strip())
    while wrong := _refusal(blank, answer):
        answer = answers.plain(blank, ask(blank._replace(hint=wrong), guess).strip())
    return answer


def _refusal(blank: Blank, answer: str) -> str:
    """Return why an answer cannot stand, or nothing."""
    if answer == NOTHING and blank.name in NEEDED and not _may_lack(blank, answer):
        return f"{blank.name} cannot be left out; ? leaves it open"
    return "" if answer in SIGNS else answers.refusal(blank, answer)


def _may_lack(blank: Blank, answer: str) -> bool:
    """Tell whether a question may be answered by nothing, said or just not answered."""
    if blank.name == "protocol" and answer == NOTHING:  # as the table's
        return blank.path.suffix == ".csv" and not unfilled.origin(answers.cells(blank))
    return blank.name in (REFUSED if answer == NOTHING else OPTIONAL) or entering.of_unknown(blank)
