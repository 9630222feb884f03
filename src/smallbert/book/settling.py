"""What earlier answers say of what is asked of a new work: they settle it, or are the guess."""

import re
from collections import Counter

from smallbert.book import guesses, prose, techniques
from smallbert.book.answers import NOTHING, cells
from smallbert.data import folders, lenders, sources, unfilled, vocabulary
from smallbert.data.asks import ORIGINAL, SCORES_FROM
from smallbert.data.device_words import device
from smallbert.data.unfilled import TODO, UNSTATED, Blank

LENT = (SCORES_FROM, ORIGINAL)
"""What says from where a row's numbers are borrowed."""

OF_LENDER = (*LENT, "protocol", "n")
"""What rows that are borrowed from one work have in common."""

AGAIN = ("title", "technique", "split", "device", "removed", "note", *OF_LENDER)
"""What tables have in common: an answer is the guess where the same row, or hint, asks again."""


def settled(blank: Blank, given: dict[tuple, str]) -> str | None:
    """Return the answer that those given before settle, or None."""
    if rows := techniques.asked(blank):
        told = [given.get((blank.name, row)) for row in rows]
        return None if None in told else techniques.joined(told)
    if blank.name == "removed" and not techniques.may_prune(blank.path.parent.name, blank.about[0]):
        return "no"
    if made_from := techniques.of_larger(blank, given):
        return made_from
    if _of_row(blank) and (whole := techniques.as_whole(blank)):
        return whole
    if blank.name == "baseline" and blank.guess == NOTHING:
        return NOTHING if unfilled.lender(cells(blank)) != TODO else None
    if here(blank) in given:
        return given[here(blank)]
    if blank.name == "n" and _is_of_no_runs(blank):
        return NOTHING
    of_device = blank.name == "device" and bool(blank.about[1])
    return given.get(again(blank)) if blank.hint or of_device or alike(blank) else None


def here(blank: Blank) -> tuple[str, ...]:
    """Return under what an answer on a row settles that on others, or `()`.

    From one work they have one protocol and number of runs, and under one footnote one address;
    where no footnote speaks of runs, the document says of none how it was trained. Rows that the
    authors ran have one protocol under one footnote.
    """
    if blank.path.suffix != ".csv" or blank.name not in OF_LENDER:
        return ()
    if blank.name == "protocol" and blank.hint and not unfilled.origin(cells(blank)):
        return (blank.name, blank.about[0], blank.hint)
    if blank.name == "protocol" and blank.guess == UNSTATED and not _tells_of_runs(blank):
        return (blank.name, blank.about[0])
    lender = unfilled.lender(cells(blank))
    if blank.name in LENT:
        lender = blank.guess if f"names {blank.guess}" in blank.hint else ""
    return (blank.name, lender) if "://" in lender else ()


def _tells_of_runs(blank: Blank) -> bool:
    """Tell whether a footnote of a row speaks of its runs or its training."""
    key, table = blank.path.parent.name, blank.about[0]
    said = " ".join(lenders.footnotes(key, table, blank.about[1]))
    return bool(re.search(prose.TRAINED, said, re.IGNORECASE))


def _is_of_no_runs(blank: Blank) -> bool:
    """Tell whether a row has no spread, and its scores are not chosen from several runs of its own.

    A row without a protocol of its own, in a table where some have one, is as the others.
    """
    own = cells(blank) if blank.path.suffix == ".csv" else {}
    protocol = own.get("protocol", TODO)
    alone = protocol in vocabulary.choices("protocols") and protocol not in prose.RUNS
    alike = protocol == "" and not unfilled.origin(own)
    return (alone or alike) and not _has_spread(blank)


def _has_spread(blank: Blank) -> bool:
    """Tell whether a number of a row has a column with its spread."""
    table, own = sources.tables(blank.path.parent.name)[blank.about[0]], cells(blank)
    return any(own.get(each.get("sd", "")) for each in sources.quantities(table))


def guess(blank: Blank, given: dict[tuple, str]) -> str:
    """Return what is offered as the answer, perhaps nothing."""
    if rows := techniques.asked(blank):
        told = Counter(answer for (name, *_), answer in given.items() if name == techniques.NAME)
        usual = next((kind for kind, _ in told.most_common(1)), "")
        whole = techniques.whole(blank.path.parent.name)
        return techniques.guess(list(rows), blank.guess or usual, whole)
    guess = given.get(again(blank), blank.guess)
    if blank.name in ("metric", "task") and guess in UNTOLD:
        guess = _of_column(blank) or (WHOLE if guess == guesses.HALVES else guess)
    if not guess and _of_row(blank):
        return techniques.of_family(blank, given) or techniques.of_part(blank)
    return guess or _of_table_before(blank, given)


def _of_row(blank: Blank) -> bool:
    """Tell whether the technique of a row is asked."""
    return blank.name == techniques.NAME and blank.path.suffix == ".csv"


UNTOLD = ("", "score", guesses.HALVES)
"""The guesses at a metric or a task where no sentence on the table names one."""


WHOLE = "mnli"
"""The task of a score of MNLI of which nobody says the half."""


def _of_column(blank: Blank) -> str:
    """Return the one metric, or task, of scores below the same heading elsewhere, or nothing."""
    tables = sources.tables(blank.path.parent.name).values()
    fields = [each for table in tables for each in folders.quantified(table)]
    same = [each["quantities"] for each in fields if each["title"] == blank.about[1]]
    told = {own[blank.name] for held in same for own in held if "task" in own}
    told &= {*vocabulary.choices(f"{blank.name}s")}
    return told.pop() if len(told) == 1 else ""


def _of_table_before(blank: Blank, given: dict[tuple, str]) -> str:
    """Return what was given of the table before, where the file says nothing of this one."""
    if blank.hint or blank.path.suffix != ".yaml" or blank.name not in ("split", "protocol"):
        return ""
    told = [answer for asked, answer in given.items() if asked[:2] == (blank.name, "")]
    return told[-1] if told else ""


def again(blank: Blank) -> tuple[str, ...]:
    """Return under what an answer is kept."""
    return blank.name, _subject(blank), blank.hint


def _subject(blank: Blank) -> str:
    """Return whose answer may hold again: a row's, or of a technique its family's.

    Of a device it is what the heading of a column names, and nothing for a whole table.
    """
    if alike(blank):
        return blank.about[0]
    if blank.name == "device":
        called = device(blank.about[1]).lower()
        return f"{blank.about[0]}, {called}" if called else blank.about[1]
    of_row = blank.about[1]
    alone = blank.name != techniques.NAME or techniques.lacks(of_row)
    return of_row if alone else techniques.family(of_row) or of_row


def alike(blank: Blank) -> bool:
    """Tell whether the runs of a row are asked that are those of all own rows of its table."""
    if blank.name != "n" or blank.path.suffix != ".csv":
        return False
    return not unfilled.origin(cells(blank)) and _has_spread(blank)
