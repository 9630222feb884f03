"""The descriptor of a work that begins: its document, and what its tables and columns hold."""

import re
from itertools import compress

import pandas as pd
import yaml

from smallbert.book import (
    devices,
    doubts,
    footnotes,
    guesses,
    means,
    new_page,
    prose,
    prose_techniques,
    ratios,
)
from smallbert.book.new_rows import column_names, model_names, row_keys, scored
from smallbert.data import pasted, vocabulary
from smallbert.data.asks import SCORES_FROM
from smallbert.data.grids import unbracketed
from smallbert.data.unfilled import TODO


def descriptor(
    key: str,
    tables: dict[str, pasted.Table],
    ours: dict[str, pd.DataFrame],
    techniques: dict[str, str],
    title: str,
    path: str,
    notes: list[str],
) -> str:
    """Return the descriptor of a work, with a `TODO` for what has no guess.

    Parameters
    ----------
    key : str
    tables : dict of smallbert.data.pasted.Table
        By their names.
    ours : dict of pandas.DataFrame
        The columns of ours of each table; see `smallbert.book.new_rows.ours`.
    techniques : dict of str
        What is asked of a table on its technique, if anything.
    title, path : str
        Of the work, and its file.
    notes : list of str
        The footnotes, as `smallbert.book.footnotes.of` has them.
    """
    first = next(iter(tables.values())).document
    about = {"repository": TODO, "commit": TODO, "path": path} | first
    lines = [f"name: {key}", f"title: {_yaml(re.sub('[{}]', '', title))}"]
    lines += [f"short: {_yaml(name)}" for name in [new_page.name(title)] if name]
    lines += ["document:"]
    lines += [f"  {name}: {_yaml(value)}" for name, value in about.items()]
    lines += [
        f"cites: {key}",
        f"reading: {READ if _is_pasted(tables) else TODO}",
        "resources:",
    ]
    titles = table_titles(tables)
    for name, table in tables.items():
        own = {part: word for part, word in table.document.items() if word != about[part]}
        lines += [
            f"  - name: {name}",
            f"    path: {name}.csv",
            f"    title: {_yaml(titles[name])}",
            f"    place: {_yaml(table.place or TODO)}",
        ]
        lines += (
            [f"    document: {yaml.safe_dump(own, default_flow_style=True).strip()}"] if own else []
        )
        lines += [
            "    origin: printed",
            *(f"    {part}: {asked}" for part, asked in scored(table).items()),
            *_shown(table, notes),
            "    schema:",
        ]
        lines[-1:-1] = [f"    technique: {techniques[name]}"] if techniques[name] else []
        kinds = [techniques[name], *_own(ours[name], "technique")]
        prunes = prose_techniques.may_prune(table, kinds)
        lines[-1:-1] = [f"    removed: {prose_techniques.removed(table)}"] if prunes else []
        timed = [each for each in table.columns if _on_device([each])]
        apart = devices.apart(timed)
        lines[-1:-1] = [f"    device: {devices.asked(table)}"] if timed and not apart else []
        lines += ["      primaryKey: row", "      fields:"]
        lines += [f"        - {{name: {each}, {_OWN}}}" for each in ("row", "line")]
        for at, (column, heading) in enumerate(
            zip(column_names(table), table.columns, strict=True)
        ):
            borrowed = SCORES_FROM in ours[name]
            on = apart.get(heading)
            lines.append(f"        - {_field(table, at, column, heading, on, borrowed=borrowed)}")
        lines += [f"        - {{name: {each}, type: string, ours: true}}" for each in ours[name]]
    return "\n".join(lines) + "\n"


def _own(ours: pd.DataFrame, column: str) -> list[str]:
    """Return the cells of the rows that no footnote says to be another's."""
    rows = ours.to_dict("records")
    return [row[column] for row in rows if not (row.get("measured_by") or row.get(SCORES_FROM))]


READ = "Transcribed by machine."
"""What is true of pasted tables, whatever a person has compared."""


def _is_pasted(tables: dict[str, pasted.Table]) -> bool:
    return not any(TODO in table.columns for table in tables.values())


def _yaml(words: str) -> str:
    """Return words as they stand on a line of YAML."""
    return yaml.safe_dump(" ".join(words.split()), width=10_000).splitlines()[0]


def _shown(table: pasted.Table, notes: list[str]) -> list[str]:
    """Return how the page shows a table: spreads next to their means, and footnotes below."""
    order, below = _paired(table), noted(table, notes)
    columns = f"[{', '.join(_yaml(each) for each in order)}]"
    lines = [f"      columns: {columns}"] if order != column_names(table) else []
    lines += ["      notes:", *below] if below else []
    return ["    shown:", *lines] if lines else []


def _paired(table: pasted.Table) -> list[str]:
    """Return the columns of a table as printed, each one of spreads after that of its means."""
    names = dict(zip(table.columns, column_names(table), strict=True))
    spread = {names[mean]: names[sd] for mean, sd in table.spread.items() if mean != sd}
    kept = [each for each in column_names(table) if each not in spread.values()]
    order = list(dict.fromkeys(n for each in kept for n in (each, spread.get(each)) if n))
    if first := table.printed.index(table.columns[0]) if table.printed else 0:
        behind = [names[each] for each in table.printed[first + 1 :]]
        at = order.index(behind[0]) if behind else len(order)
        order = [*order[1:at], order[0], *order[at:]]
    return order


def noted(table: pasted.Table, notes: list[str]) -> list[str]:
    """Return what puts the footnotes of models' names below the table that the page shows."""
    names = [cells[0] for _, cells in table.rows]
    models, lines = model_names(table, notes), []
    for note in notes:
        marked = [footnotes.marks(note, name) for name in names]
        if own := list(compress(row_keys(models), marked)):
            rows = yaml.safe_dump(own, default_flow_style=True, width=10_000).strip()
            draft = footnotes.drafted(note, list(compress(models, marked))) or TODO
            lines += [
                f"        - column: {column_names(table)[0]}",
                f"          rows: {rows}",
                f"          note: {prose.asked(draft, [note])}",  # words may have a comma
            ]
    return lines


def table_titles(tables: dict[str, pasted.Table]) -> dict[str, str]:
    """Return the heading above each table, with its columns where another one has it already."""
    titles: dict[str, str] = {}
    for name, table in tables.items():
        again = table.place in titles.values()
        columns = f": {', '.join(table.columns[1:])}" if again else ""
        titles[name] = f"{table.place}{columns}" if table.place else TODO
    return titles


def _on_device(headings: list[str]) -> bool:
    """Tell whether a column is guessed to hold what depends on a device, such as times."""
    held = guesses.held(headings)
    return any(f"metric: {name}" in held for name in vocabulary.metrics_of_devices())


def _named(quantity: str, place: str, table: pasted.Table) -> str:
    """Return the name of a quantity that is no score and of a metric that other columns have."""
    metric = guesses.metric_of(quantity)
    told = metric not in ("", TODO) and "task: " not in quantity
    alike = ratios.named(metric, place, table) if told else ""
    return f", name: {alike}" if alike else ""


_OWN = "type: string, ours: true, constraints: {required: true}"


def _field(
    table: pasted.Table, at: int, column: str, heading: str, device: str | None, *, borrowed: bool
) -> str:
    """Return a field; it has a device of its own, perhaps unnamed, if `device` is not None."""
    quoted = yaml.safe_dump(heading, default_style='"', width=1000).strip()
    name = yaml.safe_dump(column).splitlines()[0]  # 128 and no are no words in YAML
    aside = {*table.split_off.values(), *table.factors.values()}
    printed = "" if heading in aside else quoted
    parts = [f"name: {name}", f"title: {quoted}", "type: string", f"header: [{printed}]"]
    parts += [f"line: {table.lines[heading]}"] if heading in table.lines else []
    numbers = doubts.of_numbers(table, at) or heading == TODO
    cells = [own[at] for _, own in table.rows]
    meant = prose.meant(heading, table)
    held = guesses.quantities(meant, cells) if heading not in table.spread.values() else []
    if heading in table.spread:
        spread = table.columns.index(table.spread[heading])
        held = [f"{each.removesuffix('}')}, sd: {column_names(table)[spread]}}}" for each in held]
    if borrowed:
        lent = f", measured_by: borrowed, original: ${SCORES_FROM}}}"
        held = [each.removesuffix("}") + lent if "task: " in each else each for each in held]
    held = [prose.quantity(each, heading, table) for each in held]
    held = [ratios.derived(means.derived(each, heading, table), heading, table) for each in held]
    place = unbracketed(heading) if device is None else device
    on = "" if device is None else f", device: {devices.asked_of(device, table)}"
    held = [f"{each[:-1]}{_named(each, place, table)}{on}}}" for each in held]
    parts += [f"quantities: [{', '.join(held)}]"] if numbers and held else []
    return "{" + ", ".join(parts) + "}"
