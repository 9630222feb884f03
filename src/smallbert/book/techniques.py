"""The techniques of a work's rows: of which one is asked, what is guessed, what was entered."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile

from smallbert.book import bits
from smallbert.data import folders, sources
from smallbert.data.unfilled import TODO, Blank

NAME = "technique"

STEP = r"-(?!v\d)[a-z-]*\d.*"
"""What follows the name of a model in that of one made from it: a number, but not of a version."""


LACKING = r"(^|-)(w-o|without|no|minus|non)-"
"""What the name of a row has that lacks a technique of its family."""


def asked(blank: Blank) -> dict[str, str]:
    """Return the models for which an answer holds as a table's technique, by their rows.

    They are those of all tables that ask the same: of one name a model is one. A question on
    anything else, or on one row, has none.
    """
    if blank.name != NAME or blank.path.suffix != ".yaml":
        return {}
    key, same = blank.path.parent.name, f"{TODO} ({blank.hint})" if blank.hint else TODO
    tables = [name for name, each in sources.tables(key).items() if each.get(NAME) == same]
    return {row: model for name in tables for row, model in of_table(key, name).items()}


def of_table(key: str, table: str) -> dict[str, str]:
    """Return the models of the rows that have the technique of their table."""
    rows = sources.table(key, table)
    return {row: model for row, model in models(key, table).items() if not rows.at[row, NAME]}


def may_prune(key: str, table: str) -> bool:
    """Tell whether a technique of a table is pruning, or not answered yet."""
    kinds = _kinds(key, table).values()
    return any("pruning" in kind or TODO in kind for kind in kinds)


def pruned(key: str, table: str) -> list[str]:
    """Return the models of a table whose technique is pruning."""
    called = models(key, table)
    kinds = _kinds(key, table).items()
    return [called[row] for row, kind in kinds if "pruning" in kind and TODO not in kind]


def _kinds(key: str, table: str) -> dict[str, str]:
    """Return the technique of each row: its own, or else that of the table."""
    whole = str(sources.tables(key)[table].get(NAME, ""))
    return {row: own.get(NAME) or whole for row, own in sources.table(key, table).iterrows()}


def question(models: dict[str, str], ask: str) -> str:
    """Return what is asked of some models, by their rows, together.

    Examples
    --------
    >>> question({"thin": "Thin"}, "what is it")
    'for Thin; what is it'
    >>> question({"thin-8": "Thin", "thin-4": "Thin"}, "what is it")
    'for thin-8, thin-4 (one word for all, or one for each, with commas between); what is it'
    """
    alike = len(set(models.values())) < len(models)
    names = ", ".join(models if alike else models.values())
    several = " (one word for all, or one for each, with commas between)" if "," in names else ""
    return f"for {names}{several}; {ask}"


def words(answer: str) -> list[str]:
    """Return the words of an answer, one for all rows or one for each."""
    return [each.strip() for each in answer.split(",")]


def once(kinds: str) -> str:
    """Return techniques that ``+`` joins, each once.

    Examples
    --------
    >>> once("quantization+quantization+distillation")
    'quantization+distillation'
    """
    return "+".join(dict.fromkeys(kinds.split("+")))


def family(row: str) -> str:
    """Return how the name of a row begins, such as heron of heron-384.2."""
    return re.match(r"[a-z]*", row)[0]


def of_family(blank: Blank, given: dict[tuple, str]) -> str:
    """Return the one technique that was given of rows whose names begin as that of a question."""
    own = family(blank.about[1])
    told = {
        answer
        for (name, *about), answer in given.items()
        if name == NAME and len(about) == 1 and own and family(about[0]) == own
    }
    return told.pop() if len(told) == 1 and not lacks(blank.about[1]) else ""


def as_whole(blank: Blank) -> str:
    """Return the technique of the model of which a row lacks a part that names no technique."""
    kind, lacked = _whole(blank)
    return kind if kind == _left(kind, lacked) else ""


def of_part(blank: Blank) -> str:
    """Return the technique of the model of which a row lacks a part, without one that it names."""
    kind, lacked = _whole(blank)
    return kind if "-" in lacked else _left(kind, lacked)  # layer-distillation is one of several


def _whole(blank: Blank) -> tuple[str, str]:
    """Return the technique of the model of which a row lacks a part, if known, and that part."""
    own = blank.about[1]
    kinds = _kinds(blank.path.parent.name, blank.about[0])
    whole = [row for row in kinds if not lacks(row)]
    above = [row for row in takewhile(lambda row: row != own, kinds) if row in whole]
    named = [row for row in whole if own.startswith(f"{row}-")]
    kind = next((kinds[row] for row in reversed(named or above)), TODO)
    if not lacks(own) or TODO in kind or kind == "none":
        return "", ""
    return kind, re.sub("^(all|any)-", "", re.split(LACKING, own)[-1])


def _left(kind: str, lacked: str) -> str:
    return "+".join(each for each in kind.split("+") if each[:STEM] not in lacked)


def lacks(row: str) -> bool:
    """Tell whether the name of a row says that it lacks something of its family."""
    return bool(re.search(LACKING, row))


STEM = 6
"""Letters of a technique by which the name of a row says that it lacks it."""


def of_larger(blank: Blank, given: dict[tuple, str]) -> str:
    """Return the technique that was given of the model of which a row has a quantized form."""
    if blank.name != NAME or blank.path.suffix != ".csv":
        return ""
    cut = {row: word for (name, *about), word in given.items() if name == NAME for row in about[:1]}
    larger = [row for row in cut if row and blank.about[1].startswith(f"{row}-")]
    forms = [row for row in larger if re.fullmatch(FORM, blank.about[1].removeprefix(f"{row}-"))]
    return cut[max(forms, key=len)] if forms else ""


FORM = r"((dynamic|static|ptq|qat)-)*(int-?\d+|\d+-?bits?|q\d+|w\d+a\d+)(-.*)?"
"""What the name of a row has behind that of another that says no more than its bits."""


def besides(cell: str, ask: str) -> str:
    """Return what is asked of a row of which a part is known.

    Examples
    --------
    >>> besides("quantization+TODO", "use pruning"), besides("TODO", "use pruning")
    ('besides quantization; use pruning', 'use pruning')
    """
    known = cell.replace(TODO, "").strip("+")
    return f"besides {known}; {ask}" if known else ask


def of_rows(rows: Collection[str], answer: str) -> Iterator[tuple[str, str]]:
    """Return each row with its technique."""
    told = words(answer)
    return zip(rows, told if len(told) > 1 else told * len(rows), strict=True)


def joined(kinds: Sequence[str]) -> str:
    """Return the answer that says the techniques of some rows.

    Examples
    --------
    >>> joined(["pruning", "pruning"]), joined(["none", "pruning"])
    ('pruning', 'none, pruning')
    """
    return ", ".join(kinds if len(set(kinds)) > 1 else kinds[:1])


def whole(key: str) -> set[str]:
    """Return the rows of a work whose tables print that their weights have all bits."""
    tables = [sources.table(key, name) for name in sources.tables(key)]
    told = {row: bits.printed(rows, own) for rows in tables for row, own in rows.iterrows()}
    return {row for row, many in told.items() if many and int(many) >= bits.FULL}


def guess(rows: Sequence[str], told: str, whole: Collection[str] = ()) -> str:
    """Return the guess for some rows from what is told of all of them.

    The row whose name is the beginning of all others, which add a number, lacks what is told last.
    Those that have `whole` weights are not quantized.

    Examples
    --------
    >>> guess(["trim-6", "trim-6-h50"], "distillation+pruning")
    'distillation, distillation+pruning'
    >>> guess(["trim-6", "trim-6-v2"], "distillation+pruning")
    'distillation+pruning'
    >>> guess(["trim-6", "trim-q"], "pruning+quantization", {"trim-6"})
    'pruning, pruning+quantization'
    """
    first, *others = sorted(rows, key=len) or [""]
    made = all(re.fullmatch(re.escape(first) + STEP, other) for other in others)
    before = told.rpartition("+")[0] if others and made else ""
    kinds = [before if before and row == first else told for row in rows]
    pairs = zip(rows, kinds, strict=True)
    return joined([_left(kind, "quantization") if row in whole else kind for row, kind in pairs])


def entered(key: str) -> Iterator[str]:
    """Yield a line for each technique of a work, with its models."""
    told: dict[str, dict[str, str]] = {}
    for table in sources.tables(key):
        kinds = _kinds(key, table)
        for row, model in models(key, table).items():
            told.setdefault(kinds[row].partition(" ")[0], {})[model] = row
    for kind, of_kind in told.items():
        if kind:
            yield f"{NAME} {kind}: {'; '.join(of_kind)}"


def models(key: str, table: str) -> dict[str, str]:
    """Return the model of each row: as other works call it, or else as printed."""
    first = folders.fields(sources.tables(key)[table], printed=True)[0]["name"]
    rows = sources.table(key, table)
    return {row: cells.get("name") or cells[first] for row, cells in rows.iterrows()}
