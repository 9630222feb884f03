"""A number's card: all that the book knows of one number, as plain data and as lines of facts."""

import difflib
import json
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import pandas as pd

from smallbert import audit, claims
from smallbert.book import citing
from smallbert.data import addresses, credits, paths, sources, vocabulary
from smallbert.data.amounts import amount, told
from smallbert.data.faults import UsageError
from smallbert.data.records import BORROWED

HALF_WIDTHS = {
    "printed": "half a unit in the last printed place",
    "published": "half a unit in the last printed place",
    "digitised": "half-width of the reading",
    "measured": "half of the interval that its runs allow",
}
"""What the uncertainty of a number is, by its origin."""


class Fact(NamedTuple):
    """One line of a card: what it is about, what it says, and where more is."""

    name: str
    text: str
    address: str = ""


def card(id: str) -> dict:
    """Return the card of one number; its charts are those of the site as built last, if any.

    Parameters
    ----------
    id : str
        Of the number: source / table / row / quantity.

    Raises
    ------
    UsageError
        There is no such number; the message names those with the most similar ids.
    """
    key = id.partition("/")[0]
    known = list(sources.results(*[key] if key in sources.keys() else [])["id"])
    if id not in known:
        near = ", ".join(difflib.get_close_matches(id, known, n=3, cutoff=0)) or "results.csv"
        raise UsageError(f"number {id!r} is unknown; the nearest are {near}")
    path = paths.site() / "data" / "artifacts.json"
    listing = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
    return cards(key, listing=listing)[id]


def cards(*keys: str, listing: Iterable[dict] = ()) -> dict[str, dict]:
    """Return the cards of all numbers of some sources (of all, if none is named), by id.

    Parameters
    ----------
    *keys : str
        Of sources.
    listing : iterable of dict
        The book's charts and tables as ``artifacts.json`` lists them.

    Returns
    -------
    dict
        From each id to the row of the tidy results, with ``what`` and ``amount``, the quantity and
        the value in words; ``column`` and ``cell`` of the document, and ``spread``, what else the
        cell has; ``cites``, the works' keys;
        ``correction``, a dict or None; ``audit``, ``claims`` and ``charts``, lists of dicts; and
        ``cite``, how to cite it.
    """
    tidy = sources.results(*keys)
    audited = _by_number(_audit(keys), "number", ["id", "rule", "verdict", "words"])
    rests = claims.table().reset_index().explode("evidence")
    resting = _by_number(rests, "evidence", ["id", "statement", "verdict"])
    shown = pd.DataFrame(listing, columns=["id", "title", "page", "numbers"]).explode("numbers")
    showing = _by_number(shown, "numbers", ["id", "title", "page"])
    lists = {"audit": audited, "claims": resting, "charts": showing}
    by_id = {}
    for (key, name), rows in tidy.groupby(["source", "table"], sort=False):
        printed = _printed(key, name)
        for row in rows.astype(object).to_dict("records"):
            own = (
                row
                | told(row)
                | printed(row)
                | {each: lines.get(row["id"], []) for each, lines in lists.items()}
            )
            by_id[row["id"]] = own | {"cite": citing.number(own)}
    return by_id


def _audit(keys: tuple[str, ...]) -> pd.DataFrame:
    """Return the audit's lines in words, with the id of the number that each is about."""
    lines = pd.concat([audit.table(key) for key in keys]) if keys else audit.table()
    return audit.described(lines).assign(number=lines["id"].str.rsplit("/", n=1).str[0])


def _by_number(lines: pd.DataFrame, column: str, kept: list[str]) -> dict[str, list[dict]]:
    """Return what is kept of some lines by the id that a column has."""
    by_id: dict[str, list[dict]] = {}
    for id, line in zip(lines[column], lines[kept].astype(object).to_dict("records"), strict=True):
        by_id.setdefault(id, []).append(line)
    return by_id


def _printed(key: str, name: str) -> Callable[[dict], dict]:
    """Return what gives the cell, the cited works and the correction of a number of a table."""
    about, resource = sources.describe(key), sources.tables(key)[name]
    cells = sources.cells_of(key, name, corrected=False)
    mends = sources.corrections(key, name).to_dict("records")
    mended = {(each["row"], each["column"]): each for each in mends}
    cites = resource.get("cites", about["cites"]).split(",")
    columns, split_off = sources.columns_of(key, name), _split_off(resource)

    def of(row: dict) -> dict:
        column = columns[row["row"], row["id"].rsplit("/", 1)[1]]
        own, mend = cells[row["row"]], mended.get((row["row"], column))
        spread = own.get(split_off.get(column), "")
        printed = {"column": column, "cell": own[column], "spread": spread}
        return printed | {"cites": cites, "correction": mend}

    return of


def _protocol(card: dict) -> str:
    """Return how a score was made; of a borrowed one, in the work that it is from."""
    names, meanings = vocabulary.table("protocols")[["name", "meaning"]].to_dict().values()
    if card["measured_by"] == BORROWED:
        return f"in the work that the number is borrowed from: {names[card['protocol']]}"
    return meanings[card["protocol"]]


def _split_off(resource: dict) -> dict[str, str]:
    """Return, by the column of means, that of spreads which the document prints in its cells."""
    fields = resource["schema"]["fields"]
    inner = {each["name"] for each in fields if each.get("header") == []}
    told = [(own["name"], each.get("sd")) for own in fields for each in own.get("quantities", [])]
    return {mean: sd for mean, sd in told if sd in inner}


def facts(card: dict) -> Iterator[Fact]:
    """Yield the lines of a card, those that say nothing left out.

    Parameters
    ----------
    card : dict
        Of `cards`.
    """
    yield Fact("Number", f"{card['what']}: {card['amount']}")
    yield Fact("Model", card["model"])
    width = f"± {amount(card['half_width'], card['unit'])}, {HALF_WIDTHS[card['origin']]}"
    yield Fact("Uncertainty", width)
    cell = card["cell"] or "empty"
    yield Fact(
        "Cell as printed", f"{cell}, with the spread {card['spread']}" if card["spread"] else cell
    )
    if card["n"] == card["n"] or card["sd"] == card["sd"]:
        known = card["sd"] == card["sd"]
        spread = f"standard deviation {card['sd']:g}" if known else "spread not printed"
        runs = "one run" if card["n"] == 1 else f"{card['n']:g} runs"
        yield Fact("Runs", f"{spread}, over {runs}" if card["n"] == card["n"] else spread)
    yield Fact("Place", card["locator"], card["address"])
    if card["protocol"]:
        yield Fact("Protocol", _protocol(card))
    if card["device"]:
        yield Fact("Device", card["device"])
    if card["measured_by"] != "authors":
        yield Fact("Measured by", " ".join(filter(None, [card["measured_by"], card["original"]])))
    origin = vocabulary.table("origins").at[card["origin"], "meaning"]
    yield Fact("Origin", f"{card['origin']}: {origin}")
    for key in card["cites"]:
        yield Fact("Work", credits.short(key), addresses.reference(key))
    if mend := card["correction"]:
        yield Fact("Corrected", f"to {mend['corrected']}: {mend['reason']}; {mend['evidence']}")
    if card["unusable"]:
        yield Fact("Not used, because", card["unusable"])
    for line in card["audit"]:
        text = f"{line['rule'].replace('_', ' ')}: {line['verdict']}. {line['words']}"
        yield Fact("Audit", text, f"notebooks/audit.html#audit-{line['id']}")
    if base := card["baseline"]:
        yield Fact("Baseline", base, addresses.card(base))
    for claim in card["claims"]:
        text = f"{claim['id']}, {claim['verdict']}: {claim['statement']}"
        yield Fact("Claim", text, f"notebooks/claims.html#claim-{claim['id']}")
    for chart in card["charts"]:
        text = f"{chart['title']} ({chart['id']})"
        yield Fact("Shown in", text, f"{chart['page']}#{chart['id']}")
    yield Fact("Cite as", card["cite"])
    yield Fact("Address", addresses.card(card["id"]), addresses.card(card["id"]))
