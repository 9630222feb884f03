"""The rows of a work that begins, with guesses at what of them is not printed."""

import csv
import io
import re
from collections.abc import Iterator
from itertools import compress

import pandas as pd

from smallbert.book import (
    bits,
    doubts,
    footnotes,
    guesses,
    known_models,
    model_guesses,
    naming,
    prose,
    prose_techniques,
)
from smallbert.compare.evidence import RIVAL, YES
from smallbert.compare.models import slug
from smallbert.data import pasted
from smallbert.data.asks import ORIGINAL, SCORES_FROM
from smallbert.data.cells import NOT_REPORTED
from smallbert.data.unfilled import TODO

OURS = ("name", "technique", "baseline", "architecture")


RESERVED = ("row", "line", "path", "n", "sd_row", "protocol", "measured_by", "original", RIVAL)
"""Names of columns that mean something to the package; a printed one means something else."""


ASKED = ("bits", SCORES_FROM, "measured_by", ORIGINAL, RIVAL, "protocol", "n")
"""Columns of ours that a table has if one of its rows calls for them."""


def technique(
    table: pasted.Table, notes: list[str], kinds: list[str], text: str
) -> tuple[str, str]:
    """Return the technique that the text tells of rows that have none, and what is asked.

    Nothing is asked of the whole table where its rows are asked one by one.
    """
    own = [
        (model, kind)
        for model, kind, (_, cells) in zip(
            model_names(table, notes), kinds, table.rows, strict=True
        )
        if not (footnotes.borrows(cells, notes) or model_guesses.lacks(model))
    ]
    untold = [model for model, kind in own if kind == TODO]
    families = set(map(prose_techniques.family, untold))
    forms = any(
        "quantization" in kind and prose_techniques.family(model) in families for model, kind in own
    )
    apart = "quantization" if forms else ""
    named = [model for model in untold if prose_techniques.in_title(text, model)]
    lacking = [each for each in model_names(table, notes) if model_guesses.lacks(each)]
    guess, asked = prose_techniques.technique(text, named or untold, apart, lacking)
    together = len(untold) > 1 or (untold and len(untold) == len(own))
    return guess, asked if guess != TODO or together else ""


def kinds(table: pasted.Table, notes: list[str], text: str) -> list[str]:
    """Return the technique of each model: its name tells it, or the book, if its works agree.

    Else few bits of a rival's weights do, where a column has them.

    Models that the text is on are left to it where it tells more of them than their names.
    """
    models = model_names(table, notes)
    more = [each for each in models if prose_techniques.tells_more(text, each)]
    guessed = zip(models, model_guesses.techniques(models, more), table.rows, strict=True)
    return [
        known_models.technique(known_models.name(model) or model)
        or (TODO if _is_own(model, text) else _of_bits(table, cells))
        if kind == TODO and model not in more
        else kind
        for model, kind, (_, cells) in guessed
    ]


def _is_own(model: str, text: str) -> bool:
    """Tell whether the title of a file names a model, or it lacks something that such a one has."""
    return prose_techniques.in_title(text, model) or model_guesses.lacks(model)


def _of_bits(table: pasted.Table, cells: list[str]) -> str:
    """Return the technique of a rival whose weights have few bits, as a column says."""
    own = _printed_bits(table, cells)
    return "quantization" if own and int(own) < bits.FULL else TODO


def ours(
    table: pasted.Table, notes: list[str], kinds: list[str], told: str, asked: str, text: str
) -> pd.DataFrame:
    """Return the columns of ours, with a guess for every row, of the techniques that `kinds` has.

    Its own rows whose names tell no technique, nor that one is lacking, leave it to what is `asked`
    of the table, if that is anything. One that is pruned, by its name or as is `told`, has the
    shape of the one baseline: beside a sparsity that is what is pruned, and counts where no column
    has all weights.

    Bits are asked for where a row is quantized and no column has them, the number of runs where it
    has spreads and the prose does not count them, and where a footnote speaks of another's numbers,
    from where they are, unless the row's name leads there, with what they are compared, and their
    protocol and number of runs as far as the table has its own. The latter are asked for, too,
    where the authors ran a model of others and count the runs of theirs. Models besides those that
    the title of the `text` names are told apart.
    """
    models = model_names(table, notes)
    keys = row_keys(models)
    printed = "bits" in column_names(table)
    base = next((key for key, kind in zip(keys, kinds, strict=True) if kind == "none"), "")
    base = base or next(compress(keys, map(_is_unit, table.rows)), "")
    of_table = scored(table)
    counted = "n" in of_table
    spreads = [] if counted else [table.columns.index(each) for each in table.spread.values()]
    pruned = model_guesses.shape(models[keys.index(base)]) if kinds.count("none") == 1 else ""
    sparsity = _sparsity(table)
    lents = [footnotes.borrows(cells, notes) for _, cells in table.rows]
    rans = [footnotes.apart(cells, notes) for _, cells in table.rows]
    own = [
        kind != "none" and not (lent or ran)
        for kind, lent, ran in zip(kinds, lents, rans, strict=True)
    ]
    rivals = _rivals(models, text, rans, own)
    called = naming.names(models, [cells[0] for _, cells in table.rows], own, _forms(table))
    guessed = []
    for at, (key, kind, model) in enumerate(zip(keys, kinds, models, strict=True)):
        cells, lent, ran = table.rows[at][1], lents[at], rans[at]
        once = prose.is_single(model, table, cells[0]) or any(
            re.search(prose.ONCE, note) for note in ran
        )
        own_runs = counted and not lent and (once or ran)
        left = bool(asked) and kind == TODO and not (lent or model_guesses.lacks(model))
        likely = told if left else kind
        prunes = kind == "pruning" or ("pruning" in told and kind.endswith(TODO) and not lent)
        shape = pruned if prunes and sparsity and cells[sparsity] not in NOT_REPORTED else ""
        runs = own_runs or (lent and counted) or any(cells[each] for each in spreads)
        row = {
            "name": called[at],
            "technique": "" if left else kind,
            "baseline": _baseline(key, kind, _of_size(model, keys, kinds) or base, lent=bool(lent)),
            "architecture": _architecture(model) or shape,
            "bits": _bits(model, table, cells)
            if _may_quantize(likely, table, cells) and not printed
            else "",
            SCORES_FROM: table.links.get(at, TODO) if lent == "scores" else "",
            "measured_by": "borrowed" if lent == "row" else "",
            ORIGINAL: table.links.get(at, TODO) if lent == "row" else "",
            RIVAL: YES if rivals[at] else "",
            "protocol": TODO if own_runs or (lent and "protocol" in of_table) else "",
            "n": "1" if own_runs and once else TODO if runs else "",
        }
        guessed.append(row)
    frame = pd.DataFrame(guessed, columns=[*OURS, *ASKED])
    return frame[[*OURS, *(name for name in ASKED if frame[name].any())]]


def _rivals(models: list[str], text: str, rans: list[list[str]], own: list[bool]) -> list[bool]:
    """Tell of each model whether the authors ran it besides those that the title names."""
    titled = [prose_techniques.in_title(text, model) for model in models]
    named = any(compress(titled, own))
    parts = [model_guesses.lacks(model) or naming.adds(model) for model in models]
    besides = [
        named and mine and not (by_title or part)
        for mine, by_title, part in zip(own, titled, parts, strict=True)
    ]
    return [bool(ran) or other for ran, other in zip(rans, besides, strict=True)]


def _architecture(model: str) -> str:
    """Return the shape that a model is named as, or that the book has of it."""
    bare = model_guesses.bare(model)
    return model_guesses.shape(bare) or known_models.architecture(known_models.name(bare))


def _may_quantize(kind: str, table: pasted.Table, cells: list[str]) -> bool:
    """Tell whether a row is quantized, or may be and has bits that the table prints."""
    return "quantization" in kind or (TODO in kind and bool(_printed_bits(table, cells)))


def _bits(model: str, table: pasted.Table, cells: list[str]) -> str:
    """Return the bits of a row's weights: of a column such as "Bits (W/A)", its name, a heading."""
    named = (model_guesses.bits(each) for each in (model, table.place))
    own = _printed_bits(table, cells) or next((each for each in named if each != TODO), TODO)
    return "" if own != TODO and int(own) >= bits.FULL else own


def _forms(table: pasted.Table) -> Iterator[list[str]]:
    """Yield what tells rows of one name apart: the bits of each, and its sparsity, in words."""
    own = [cells for _, cells in table.rows]
    yield [bits.in_words(column_names(table), cells) for cells in own]
    at = next(
        (at for at, each in enumerate(table.columns) if "prune-ratio" in guesses.held([each])), 0
    )
    yield [re.sub(r" ?%$", " %", cells[at]) if at else "" for cells in own]


def _printed_bits(table: pasted.Table, cells: list[str]) -> str:
    return bits.printed(column_names(table), cells)


def share_names(tables: dict[str, pasted.Table], ours: dict[str, pd.DataFrame]) -> None:
    """Let a model have one name in all tables."""
    printed = [[cells[0] for _, cells in table.rows] for table in tables.values()]
    names = naming.shared([frame["name"] for frame in ours.values()], printed)
    for frame, own in zip(ours.values(), names, strict=True):
        frame["name"] = own


def share_bits(
    tables: dict[str, pasted.Table], ours: dict[str, pd.DataFrame], notes: list[str]
) -> None:
    """Let the bits that are asked of a row be those that another table prints of its model."""
    printed: dict[str, set[str]] = {}
    for table in tables.values():
        for model, (_, cells) in zip(model_names(table, notes), table.rows, strict=True):
            printed.setdefault(slug(model), set()).add(_printed_bits(table, cells))
    told = {model: (bits - {""}).pop() for model, bits in printed.items() if len(bits - {""}) == 1}
    for name, frame in ours.items():
        if "bits" in frame:
            pairs = zip(model_names(tables[name], notes), frame["bits"], strict=True)
            frame["bits"] = [told.get(slug(m), own) if own == TODO else own for m, own in pairs]


def _sparsity(table: pasted.Table) -> int:
    """Return the column of the sparsities, or 0: none, or the weights are printed beside it."""
    held = [guesses.held([heading]) for heading in table.columns]
    printed = any("metric: parameters," in each for each in held)
    return next((at for at, each in enumerate(held) if "prune-ratio" in each and not printed), 0)


def _is_unit(row: tuple[str, list[str]]) -> bool:
    """Tell whether a row has the factor 1, so that others are compared with it."""
    return any(re.fullmatch(r"1(\.0+)? ?[x×]", cell) for cell in row[1][1:])


def _baseline(key: str, kind: str, base: str, *, lent: bool) -> str:
    """Return the row that one is compared with: what is compressed elsewhere is compared there."""
    if kind == "none":
        return base if key == base else ""
    return TODO if lent else base


LARGE = "large"


def _of_size(model: str, keys: list[str], kinds: list[str]) -> str:
    """Return the one uncompressed row that is called large, of a model that is called so, too."""
    large = [key for key, kind in zip(keys, kinds, strict=True) if kind == "none" and LARGE in key]
    return large[0] if len(large) == 1 and LARGE in slug(model) else ""


def scored(table: pasted.Table) -> dict[str, str]:
    """Return split, protocol and runs, which a table has if a column is, or may be, of scores."""
    columns = enumerate(table.columns)
    own = [each for at, each in columns if at and doubts.of_numbers(table, at)]
    if own and not any(_may_score(table, each) for each in own):
        return {}
    return {"split": prose.split(table)} | prose.runs(table)


def _may_score(table: pasted.Table, heading: str) -> bool:
    """Tell whether a column has a task, or no known metric and numbers that are not whole.

    Beside no score stands a factor.
    """
    if heading in table.factors:
        return False
    at = table.columns.index(heading)
    cells = [own[at] for _, own in table.rows]
    held, broken = " ".join(guesses.quantities(heading, cells)), any("." in each for each in cells)
    return "task: " in held or (TODO in held and broken)


def model_names(table: pasted.Table, notes: list[str]) -> list[str]:
    """Return the model of each row, without signs of footnotes and numbers of references."""
    named = (footnotes.unnoted(cells[0], notes) for _, cells in table.rows)
    return [re.sub(r"\s*\[\d{1,2}\]", "", name) or name for name in named]


def row_keys(models: list[str]) -> list[str]:
    """Return the name of each row: that of its model in lower-kebab, each once.

    Examples
    --------
    >>> row_keys(["Fold-4", "- folding", "Fold-4"])
    ['fold-4', 'without-folding', 'fold-4.2']
    """
    keys: list[str] = []
    for model in models:
        lacking = "without-" if re.match(r"[-−–]\s", model) else ""
        key = f"{lacking}{slug(model)}" if slug(model) else "row"
        again = sum(each == key or each.startswith(f"{key}.") for each in keys)
        keys.append(f"{key}.{again + 1}" if again else key)
    return keys


def column_names(table: pasted.Table) -> list[str]:
    """Return the columns' names in the CSV: words joined by ``_``, each once."""
    names: list[str] = []
    for at, heading in enumerate(table.columns):
        name = slug(heading).replace("-", "_") or f"column_{at}"
        name = f"printed_{name}" if name in (*OURS, *RESERVED) else name
        names.append(name if name not in names else f"{name}_{at}")
    return names


def as_csv(table: pasted.Table, ours: pd.DataFrame, notes: list[str]) -> str:
    """Return the table as its CSV: rows named, lines, cells as printed, guesses at what is ours."""
    keys, guessed = row_keys(model_names(table, notes)), ours.itertuples(index=False)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["row", "line", *column_names(table), *ours])
    for key, (line, cells), own in zip(keys, table.rows, guessed, strict=True):
        numbers = [doubts.without_notes(each) for each in cells[1:]]
        writer.writerow([key, line, cells[0], *numbers, *own])
    return text.getvalue()
