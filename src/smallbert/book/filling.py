"""Fill in what a work that `smallbert.book.new` began still lacks, question by question."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import nbformat
import yaml

from smallbert.book import answers, borrowing, prose, settling, techniques
from smallbert.book.answers import NOTHING
from smallbert.data import sources, unfilled
from smallbert.data.asks import brief
from smallbert.data.faults import UsageError
from smallbert.data.unfilled import ASKED, SAYS, TODO, Blank, places

OPEN = "?"
"""The answer that leaves a question open."""

BACK = "<"
"""The answer that takes back the one before."""

SIGNS = (OPEN, NOTHING, BACK)
"""The answers that are no words of a file."""

OPTIONAL = ("baseline", "n")
"""What a row or a table may do without."""

REFUSED = (*OPTIONAL, *settling.LENT)
"""What may be left out in so many words, by `NOTHING`."""

NEEDED = answers.CHOICES.keys() - {"severity"}
"""What has to be a word of the vocabulary, but for what `_may_lack` tells."""

NUMBERS = ("n", "scale")

ALIKE = (
    "give the number of runs behind the scores with a spread; it holds for all such rows of the "
)
ALIKE += "table that are not borrowed; nothing if nobody says"
"""What is asked of the first row about all of a table."""

PRUNED = "its pruned models"
"""Of what is asked whether parts are taken out, where no model is known to be pruned."""

UNKNOWN = re.compile(rf", quantities: \[\{{metric: '?{TODO}( \(.*?\)')?\}}\]")
"""What a column has of which nothing is known: it may be of no metric at all."""

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
    left, given, steps, ask = 0, {}, [], _telling_once(ask)
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
            _write_techniques(blank, given)
            continue
        _write(blank, answer)
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
        why = "the table has no row with which their own works compare them"
        yield f"the chart of the score kept leaves out {', '.join(models)}: {why}"


def _telling_once(ask: Callable[[Blank, str], str]) -> Callable[[Blank, str], str]:
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
    return {path: _text(path) for path in (blank.path, table) if path.is_file()}


def answered(blank: Blank, guess: str, ask: Callable[[Blank, str], str]) -> str:
    """Return what is answered, once it can stand, or one of `SIGNS`."""
    guess = "" if guess not in SIGNS and answers.refusal(blank, guess) else guess
    if blank.name == "metric":
        asked = blank.ask.partition(";")[0] + (ANY if _of_unknown(blank) else "")
        blank = blank._replace(ask=asked)
    if blank.name == "removed":
        pruned = techniques.pruned(blank.path.parent.name, blank.about[0])
        models = ", ".join(dict.fromkeys(pruned))
        blank = blank._replace(ask=blank.ask.replace(PRUNED, models or PRUNED))
    blank = blank._replace(ask=ALIKE) if settling.alike(blank) else blank
    if rows := techniques.asked(blank):
        blank = blank._replace(ask=techniques.question(rows.values(), blank.ask))
    if blank.name == techniques.NAME and blank.path.suffix == ".csv":
        blank = blank._replace(ask=techniques.besides(answers.cells(blank)[blank.name], blank.ask))
    told = guess and blank.name != techniques.NAME  # whose guess is often a part
    first = blank._replace(ask=brief(blank.ask)) if told else blank
    answer = answers.plain(blank, (ask(first, guess) or guess).strip())
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
    return blank.name in (REFUSED if answer == NOTHING else OPTIONAL) or _of_unknown(blank)


def _of_unknown(blank: Blank) -> bool:
    """Tell whether a column's metric is asked of which nothing is known."""
    return blank.name == "metric" and bool(UNKNOWN.search(_lines(blank)[blank.line - 1]))


def _lines(blank: Blank) -> list[str]:
    return _text(blank.path).split("\n")


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _write(blank: Blank, answer: str) -> None:
    """Put an answer in its place."""
    if blank.path.suffix == ".ipynb":
        page = nbformat.read(blank.path, 4)
        cell = page.cells[blank.line - 1]
        place = rf"{TODO}(: {re.escape(blank.ask)})?"
        cell.source = re.sub(place, lambda _: answer, cell.source, count=1)
        nbformat.write(page, blank.path)
        return
    lines = _lines(blank)
    line = lines[blank.line - 1]
    put = {".csv": _in_cell, ".yaml": _in_yaml, ".bib": _in_entry}[blank.path.suffix]
    lines[blank.line - 1 : blank.line] = put(line, blank, answer)
    blank.path.write_text("\n".join(lines), encoding="utf-8")


def _write_techniques(blank: Blank, given: dict[tuple, str]) -> None:
    """Put the techniques of a table's rows in the table's place, or where they differ in theirs."""
    table = blank.about[0]
    own = {
        row: given[blank.name, row] for row in techniques.of_table(blank.path.parent.name, table)
    }
    several = len(set(own.values())) > 1
    if several:
        path = blank.path.with_name(f"{table}.csv")
        header, *lines = answers.header_and_rows(path)
        at = header.index(blank.name)
        filled = [[*each[:at], own.get(each[0], each[at]), *each[at + 1 :]] for each in lines]
        path.write_text(answers.as_csv([header, *filled]), encoding="utf-8")
    _write(blank, "" if several else techniques.joined([*own.values()]))


def _in_cell(line: str, blank: Blank, answer: str) -> list[str]:
    cells = answers.cells(blank)
    cell = cells[blank.name].replace(TODO, answer, 1)
    cells[blank.name] = techniques.once(cell) if blank.name == techniques.NAME else cell
    if blank.name in settling.LENT:
        cells |= (
            borrowing.of_lender(answer, cells) if answer else borrowing.of_authors(blank, cells)
        )
    return [answers.as_csv([list(cells.values())]).removesuffix("\n")]


def _in_yaml(line: str, blank: Blank, answer: str) -> list[str]:
    if blank.name == "removed":
        return [re.sub("removed: .*", "removed: true", line)] if answer == "yes" else []
    if not answer:  # a column's numbers are left out, or a setting of the table
        return [UNKNOWN.sub("", line)] if UNKNOWN.search(line) else []
    match = ASKED.search(line, blank.column - 1)
    begin = match.start() - (match["hint"] is not None)  # a hint is within quotes
    style = "'" if re.search(r"[,\[\]{}]", answer) else None
    dumped = yaml.safe_dump(answer, default_style=style, width=10_000)
    value = answer if blank.name in NUMBERS else dumped.removesuffix("...\n").strip()
    return [line[:begin] + value + line[match.end() :]]


def _in_entry(line: str, blank: Blank, answer: str) -> list[str]:
    return [re.sub(rf"(Family, Given and )?{TODO}", lambda _: answer, line, count=1)]
