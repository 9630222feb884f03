"""A number's card: all that the book knows of one number, and the lines that say it."""

import difflib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from smallbert import audit, claims, compare, data, paths
from smallbert.book import citation
from smallbert.data import anchors, bibliography, sources, vocabulary
from smallbert.data.amounts_in_words import amount, amount_of, measured
from smallbert.data.results import BORROWED, Measurement
from smallbert.errors import UsageError
from smallbert.memo import cached

HALF_WIDTHS = {
    "printed": ("Rounding", "half a unit in the last printed place"),
    "published": ("Rounding", "half a unit in the last printed place"),
    "digitised": ("Reading", "half-width of what the eye could read"),
    "measured": ("Interval", "half of what its runs allow"),
}
"""What the half-width of a number is, by its origin."""

COUNTED_METRICS = {"parameters": (1e6, "M"), "size": (1, "MB")}
"""The metrics that a shape counts too, with their units."""

LEAST_HALF_WIDTH = 1e-9
"""Share of a number below which its half-width says only that all digits were printed."""


class Correction(NamedTuple):
    """What a misprinted cell should have had, why, and what shows it."""

    corrected: str
    reason: str
    evidence: str


class ScoreSetAgainst(NamedTuple):
    """What charts set a score against: a baseline with its score, and the share of it [%]."""

    baseline_id: str
    baseline_note: str
    kept: float
    baseline: str


class AuditLine(NamedTuple):
    """What the audit found of a number: its line's id, the rule, the verdict, a sentence."""

    id: str
    rule: str
    verdict: str
    words: str


class ClaimOfNumber(NamedTuple):
    """A claim that rests on a number."""

    id: str
    verdict: str
    statement: str


class ExhibitOfNumber(NamedTuple):
    """A chart or table that shows a number, and its page from the site's root."""

    id: str
    title: str
    page: str


@dataclass(frozen=True)
class Card:
    """All that the book knows of one number.

    `what` and `amount` are its quantity and its value in words; `half_interval` and
    `half_of_examples` [points] are half of its intervals as
    `smallbert.compare.uncertainty.intervals` has them, missing where it is no score; `cell` is what
    the document prints; `works` are the keys of the works that it is cited from; `citation` says
    how to cite it.
    """

    number: Measurement
    what: str
    amount: str
    half_interval: float
    half_of_examples: float
    cell: str
    works: list[str]
    set_against: ScoreSetAgainst | None
    correction: Correction | None
    audit: list[AuditLine]
    claims: list[ClaimOfNumber]
    exhibits: list[ExhibitOfNumber]
    citation: str

    @property
    def anchor(self) -> str:
        """Where it is on the page of its table."""
        return anchors.card(self.number.id).partition("#")[2]


class Fact(NamedTuple):
    """One line of a card: what it is about, what it says, and where more is."""

    name: str
    text: str
    address: str = ""

    @property
    def link(self) -> str:
        """The address as a page in a folder of the site has it."""
        is_elsewhere = not self.address or self.address.startswith("https:")
        return self.address if is_elsewhere else f"../{self.address}"


def card_of_number(id: str) -> Card:
    """Return the card of one number; its charts are those of the site as built last, if any."""
    key = id.partition("/")[0]
    ids = list(data.results(*[key] if key in sources.keys() else [])["id"])
    if id not in ids:
        near = ", ".join(difflib.get_close_matches(id, ids, n=3, cutoff=0)) or "results.csv"
        raise UsageError(f"number {id!r} is unknown; the nearest are {near}")
    path = paths.site() / "data" / "artifacts.json"
    listing = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
    return cards(key, listing=listing)[id]


def cards(*keys: str, listing: Iterable[dict] = ()) -> dict[str, Card]:
    """Return the cards of all numbers of some sources (of all, if none is named), by id.

    `listing` are the book's charts and tables as ``artifacts.json`` lists them.
    """
    lines = pd.concat([audit.audit_table(key) for key in keys]) if keys else audit.audit_table()
    lines = audit.described(lines).assign(number=lines["id"].str.rsplit("/", n=1).str[0])
    audit_lines = _by_number(lines, "number", AuditLine)
    resting = claims.claim_table().reset_index().explode("evidence")
    claims_of_numbers = _by_number(resting, "evidence", ClaimOfNumber)
    shown = pd.DataFrame(listing, columns=["id", "title", "page", "numbers"]).explode("numbers")
    exhibits = _by_number(shown, "numbers", ExhibitOfNumber)
    set_against, cards_by_id = _scores_set_against(), {}
    tidy = data.results(*keys)
    scores = tidy[tidy["metric"].isin(vocabulary.scores())]
    intervals = compare.intervals(scores.assign(score=scores["value"])).reindex(tidy.index)
    for (key, name), rows in tidy.groupby(["source", "table"], sort=False):
        works = (sources.tables(key)[name].cites or sources.work(key).cites).split(",")
        cells, columns = sources.printed_cells(key, name), sources.columns_of(key, name)
        corrections = _corrections_of_cells(key, name)
        for index, *fields in rows[list(Measurement._fields)].itertuples(name=None):
            number = Measurement(*fields)
            column = columns[number.row, number.id.rsplit("/", 1)[1]]
            cards_by_id[number.id] = Card(
                number=number,
                what=measured(number._asdict()),
                amount=amount_of(number._asdict()),
                half_interval=intervals.at[index, "half"],
                half_of_examples=intervals.at[index, "examples"],
                cell=cells[number.row][column],
                works=works,
                set_against=set_against.get(number.id),
                correction=corrections.get((number.row, column)),
                audit=audit_lines[number.id],
                claims=claims_of_numbers[number.id],
                exhibits=exhibits[number.id],
                citation=citation.citation_of_number(number, works),
            )
    return cards_by_id


def _corrections_of_cells(key: str, name: str) -> dict[tuple[str, str], Correction]:
    """Return the corrections of a table by row and column."""
    lines = sources.corrections(key, name)
    cells = zip(lines["row"], lines["column"], strict=True)
    corrections = lines[list(Correction._fields)].itertuples(index=False, name=None)
    return dict(zip(cells, map(Correction._make, corrections), strict=True))


def _scores_set_against() -> dict[str, ScoreSetAgainst]:
    """Return by its id what charts set each score against; a baseline is set against nothing."""
    scores = compare.scored_rows().drop_duplicates("id")
    scores = scores[scores["kept"].notna() & scores["baseline_id"].ne(scores["id"])]
    # one that only a printed change implies is no number of its own, and so has no digits
    printed = scores["baseline_id"].map(data.results().set_index("id")["printed"]).fillna("")
    pairs = zip(scores["baseline"], scores["baseline_score"], printed, strict=True)
    names = [f"{name} {amount(score, '%', digits)}".strip() for name, score, digits in pairs]
    lines = scores[["baseline_id", "baseline_note", "kept"]].assign(baseline=names)
    records = lines.itertuples(index=False, name=None)
    return dict(zip(scores["id"], map(ScoreSetAgainst._make, records), strict=True))


def _by_number(lines: pd.DataFrame, column: str, record: type[NamedTuple]) -> dict[str, list]:
    """Return lines as records by the number's id, which a column has; none is an empty list."""
    records = defaultdict(list)
    for id, *fields in lines[[column, *record._fields]].itertuples(index=False, name=None):
        records[id].append(record(*fields))
    return records


def facts(card: Card) -> Iterator[Fact]:
    """Yield the lines of a card, those that say nothing left out."""
    yield from _what_it_is(card)
    yield from _uncertainty(card)
    yield from _as_printed(card)
    yield from _how_measured(card.number)
    yield from _reports_and_faults(card)
    yield from _uses(card)
    yield Fact("Cite as", card.citation)
    yield Fact("Address", anchors.card(card.number.id), anchors.card(card.number.id))


def _what_it_is(card: Card) -> Iterator[Fact]:
    """Yield quantity and value, and the model."""
    yield Fact("Number", f"{card.what}: {card.amount}")
    model = card.number.model
    yield Fact("Model", model, _pages_of_models().get(model, ""))


@cached
def _pages_of_models() -> dict[str, str]:
    """Return the page of each model that has one, by its name."""
    ids, described = sources.survey_models()["id"], compare.described_models()
    return {name: f"models/{id}.html" for name, id in ids.items() if id in described}


def _uncertainty(card: Card) -> Iterator[Fact]:
    """Yield the half-width of what is printed, and half of the interval of a score."""
    number = card.number
    name, meaning = HALF_WIDTHS[number.origin]
    unit = "points" if number.unit == "%" else number.unit
    if number.half_width > LEAST_HALF_WIDTH * abs(number.value):
        yield Fact(name, f"± {amount(number.half_width, unit)}: {meaning}")
    if pd.notna(card.half_interval):
        has_runs = pd.notna(number.sd) and pd.notna(number.n)
        of = "other examples of the set" + " and other runs" * has_runs
        of += f" (± {card.half_of_examples:.2g} by these alone) and other laboratories"
        text = f"± {card.half_interval:.2g} {unit}: half of its 95 % interval, {of}"
        yield Fact("Interval", text)


def _as_printed(card: Card) -> Iterator[Fact]:
    """Yield what the document prints, of which runs and where, and before it a count to compare."""
    number = card.number
    if counted := _counted(number):
        yield Fact("Counted", f"{counted} by its shape, which pages across works have")
    yield Fact("Cell as printed", card.cell or "empty")
    has_sd, has_n = pd.notna(number.sd), pd.notna(number.n)
    if has_sd or has_n:
        spread = f"standard deviation {number.sd:g}" if has_sd else "spread not printed"
        runs = "one run" if number.n == 1 else f"{number.n:g} runs"
        yield Fact("Runs", f"{spread}, over {runs}" if has_n else spread)
    yield Fact("Place", number.locator, number.address)


def _counted(number: Measurement) -> str:
    """Return the size of a model by its shape, for the card of a printed one, if it counts."""
    # shapes know nothing of weights that are left out or stored in fewer bits
    of_weights = {"pruning", "quantization"} & {*number.technique.split("+")}
    if number.metric not in COUNTED_METRICS or of_weights:
        return ""
    costs = compare.model_costs().reindex([number.model]).iloc[0]
    if pd.isna(costs["megabytes_32"]):
        return ""
    unit, name = COUNTED_METRICS[number.metric]
    return amount(costs[number.metric.replace("size", "megabytes")] / unit, name)


def _how_measured(number: Measurement) -> Iterator[Fact]:
    """Yield protocol, device, who measured a number, and its origin."""
    if number.protocol:
        name = vocabulary.names("protocols")[number.protocol]
        borrowed = f"in the work that the number is borrowed from: {name}"
        is_borrowed = number.measured_by == BORROWED
        yield Fact("Protocol", borrowed if is_borrowed else _meanings("protocols")[number.protocol])
    if number.device:
        yield Fact("Device", number.device)
    if number.measured_by not in ("", "authors"):
        yield Fact("Measured by", f"{number.measured_by} {number.original}".strip())
    yield Fact("Origin", f"{number.origin}: {_meanings('origins')[number.origin]}")


@cached
def _meanings(kind: str) -> dict[str, str]:
    """Return what each word of a vocabulary means."""
    return vocabulary.entries(kind)["meaning"].to_dict()


def _reports_and_faults(card: Card) -> Iterator[Fact]:
    """Yield the works that report a number, and what is wrong with it, or may be."""
    for key in card.works:
        yield Fact("Work", bibliography.short(key), anchors.reference(key))
    if mend := card.correction:
        yield Fact("Corrected", f"to {mend.corrected}: {mend.reason}; {mend.evidence}")
    if card.number.unusable:
        yield Fact("Not used, because", card.number.unusable)
    for audit_line in card.audit:
        text = f"{audit.RULE_NAMES[audit_line.rule]}: {audit_line.verdict}. {audit_line.words}"
        yield Fact("Audit", text, f"notebooks/audit.html#audit-{audit_line.id}")


def _uses(card: Card) -> Iterator[Fact]:
    """Yield what a number is set against, and the claims and charts that use it."""
    if against := card.set_against:
        share = f"the score is {against.kept:.1f} % of it, which charts draw"
        text = "; ".join(filter(None, [against.baseline, share, against.baseline_note]))
        address = against.baseline_id and anchors.card(against.baseline_id)
        yield Fact("Baseline", text, address)
    elif baseline := card.number.baseline:
        yield Fact("Baseline", baseline, anchors.card(baseline))
    for claim in card.claims:
        text = f"{claim.id}, {claim.verdict}: {claim.statement}"
        yield Fact("Claim", text, f"notebooks/claims.html#claim-{claim.id}")
    for exhibit in card.exhibits:
        yield Fact("Shown in", exhibit.title, f"{exhibit.page}#{exhibit.id}")
