"""A number's card: all that the book knows of one number, as data, as lines, as HTML.

The cards of a table are a page. Sphinx renders the page on cards, and the others are that page with
another text in it, so that thousands of cards cost a second.
"""

import difflib
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from html import escape, unescape
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from smallbert import audit, claims, compare, data, paths
from smallbert.book import citation
from smallbert.data import addresses, bibliography, sources, vocabulary
from smallbert.data.results import BORROWED
from smallbert.data.wording import amount, amount_of, measured
from smallbert.errors import UsageError

HALF_WIDTHS = {
    "printed": ("Rounding", "half a unit in the last printed place"),
    "published": ("Rounding", "half a unit in the last printed place"),
    "digitised": ("Reading", "half-width of what the eye could read"),
    "measured": ("Interval", "half of what its runs allow"),
}
"""What the half-width of a number is, by its origin."""

COUNTED = {"parameters": (1e6, "M"), "size": (1, "MB")}
"""The metrics that a shape counts too, with their units."""

NONE = 1e-9
"""Share of a number below which its half-width says only that all digits were printed."""

LIST = f"{addresses.CARDS_FOLDER}/index"
"""The page on cards."""


class Fact(NamedTuple):
    """One line of a card: what it is about, what it says, and where more is."""

    name: str
    text: str
    address: str = ""


def card(id: str) -> dict:
    """Return the card of one number; its charts are those of the site as built last, if any."""
    key = id.partition("/")[0]
    known = list(data.results(*[key] if key in sources.keys() else [])["id"])
    if id not in known:
        near = ", ".join(difflib.get_close_matches(id, known, n=3, cutoff=0)) or "results.csv"
        raise UsageError(f"number {id!r} is unknown; the nearest are {near}")
    path = paths.site() / "data" / "artifacts.json"
    listing = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
    return cards(key, listing=listing)[id]


def cards(*keys: str, listing: Iterable[dict] = ()) -> dict[str, dict]:
    """Return the cards of all numbers of some sources (of all, if none is named), by id.

    A card is the row of the tidy results, with ``what`` and ``amount``, the quantity and the value
    in words; ``half`` and ``examples`` of `smallbert.compare.uncertainty.intervals`; ``against``,
    None or what charts set it against, as in `smallbert.compare.scored_rows`; ``cell`` of the
    document; ``cites``, the works' keys; ``correction``, a dict or None; ``audit``, ``claims`` and
    ``charts``, lists of dicts, the last from the book's charts and tables as ``artifacts.json``
    lists them; and ``cite``, how to cite it.
    """
    lines = pd.concat([audit.audit_table(key) for key in keys]) if keys else audit.audit_table()
    lines = audit.described(lines).assign(number=lines["id"].str.rsplit("/", n=1).str[0])
    resting = claims.claim_table().reset_index().explode("evidence")
    charts = pd.DataFrame(listing, columns=["id", "title", "page", "numbers"]).explode("numbers")
    known = {
        "audit": _by(lines, "number"),
        "claims": _by(resting, "evidence"),
        "charts": _by(charts, "numbers"),
    }
    tidy, shares, by_id = data.results(*keys), _shares(), {}
    scored = tidy["metric"].isin(vocabulary.scores())
    tidy = tidy.join(compare.intervals(tidy[scored].assign(score=tidy["value"])))
    for (key, name), rows in tidy.groupby(["source", "table"], sort=False):
        works = sources.tables(key)[name].cites or sources.work(key).cites
        cells = sources.printed_cells(key, name)
        columns = sources.columns_of(key, name)
        mends = sources.corrections(key, name).set_index(["row", "column"]).to_dict("index")
        for row in rows.astype(object).to_dict("records"):
            column = columns[row["row"], row["id"].rsplit("/", 1)[1]]
            own = row | {"what": measured(row), "amount": amount_of(row)}
            own |= {kind: found[row["id"]] for kind, found in known.items()}
            own["against"] = shares.get(row["id"])
            own["cell"] = cells[row["row"]][column]
            own["cites"] = works.split(",")
            own["correction"] = mends.get((row["row"], column))
            by_id[row["id"]] = own | {"cite": citation.number(own)}
    return by_id


def _shares() -> dict[str, dict]:
    """Return by its id what charts set each score against: the baseline, and the share of it."""
    rows, printed = (
        compare.scored_rows().drop_duplicates("id"),
        data.results().set_index("id")["printed"],
    )
    rows = rows[rows["kept"].notna() & rows["baseline_id"].ne(rows["id"])].set_index("id")
    shown = rows["baseline_id"].map(printed).fillna("")
    pairs = zip(rows["baseline"], rows["baseline_score"], shown, strict=True)
    names = [f"{name} {amount(score, '%', digits)}".strip() for name, score, digits in pairs]
    return rows[["baseline_id", "baseline_note", "kept"]].assign(name=names).to_dict("index")


def _by(lines: pd.DataFrame, column: str) -> dict[str, list[dict]]:
    """Return some lines by the number's id in a column."""
    by_id = defaultdict(list)
    for line in lines.astype(object).to_dict("records"):
        by_id[line[column]].append(line)
    return by_id


def facts(card: dict) -> Iterator[Fact]:
    """Yield the lines of a card, those that say nothing left out."""
    yield Fact("Number", f"{card['what']}: {card['amount']}")
    key = sources.survey_models()["id"].get(card["model"])
    page = f"models/{key}.html" if key in compare.described_models() else ""
    yield Fact("Model", card["model"], page)
    name, meaning = HALF_WIDTHS[card["origin"]]
    unit = "points" if card["unit"] == "%" else card["unit"]
    if card["half_width"] > NONE * abs(card["value"]):
        yield Fact(name, f"± {amount(card['half_width'], unit)}: {meaning}")
    has_sd, has_n = pd.notna(card["sd"]), pd.notna(card["n"])
    if pd.notna(card["half"]):
        of = "other examples of the set" + " and other runs" * bool(has_sd and has_n)
        of += f" (± {card['examples']:.2g} by these alone) and other laboratories"
        yield Fact("Interval", f"± {card['half']:.2g} {unit}: half of its 95 % interval, {of}")
    if counted := _counted(card):
        yield Fact("Counted", f"{counted} by its shape, which pages across works have")
    yield Fact("Cell as printed", card["cell"] or "empty")
    if has_sd or has_n:
        spread = f"standard deviation {card['sd']:g}" if has_sd else "spread not printed"
        runs = "one run" if card["n"] == 1 else f"{card['n']:g} runs"
        yield Fact("Runs", f"{spread}, over {runs}" if has_n else spread)
    yield Fact("Place", card["locator"], card["address"])
    if card["protocol"]:
        protocol = vocabulary.entries("protocols").loc[card["protocol"]]
        borrowed = f"in the work that the number is borrowed from: {protocol['name']}"
        is_borrowed = card["measured_by"] == BORROWED
        yield Fact("Protocol", borrowed if is_borrowed else protocol["meaning"])
    if card["device"]:
        yield Fact("Device", card["device"])
    if card["measured_by"] not in ("", "authors"):
        yield Fact("Measured by", f"{card['measured_by']} {card['original']}".strip())
    origin = vocabulary.entries("origins").at[card["origin"], "meaning"]
    yield Fact("Origin", f"{card['origin']}: {origin}")
    for key in card["cites"]:
        yield Fact("Work", bibliography.short(key), addresses.reference(key))
    if mend := card["correction"]:
        yield Fact("Corrected", f"to {mend['corrected']}: {mend['reason']}; {mend['evidence']}")
    if card["unusable"]:
        yield Fact("Not used, because", card["unusable"])
    for line in card["audit"]:
        text = f"{audit.RULE_NAMES[line['rule']]}: {line['verdict']}. {line['words']}"
        yield Fact("Audit", text, f"notebooks/audit.html#audit-{line['id']}")
    if against := card["against"]:
        base = against["baseline_id"]
        share = f"the score is {against['kept']:.1f} % of it, which charts draw"
        words = [against["name"], share, against["baseline_note"]]
        yield Fact("Baseline", "; ".join(filter(None, words)), base and addresses.card(base))
    elif base := card["baseline"]:
        yield Fact("Baseline", base, addresses.card(base))
    for claim in card["claims"]:
        text = f"{claim['id']}, {claim['verdict']}: {claim['statement']}"
        yield Fact("Claim", text, f"notebooks/claims.html#claim-{claim['id']}")
    for chart in card["charts"]:
        yield Fact("Shown in", chart["title"], f"{chart['page']}#{chart['id']}")
    yield Fact("Cite as", card["cite"])
    yield Fact("Address", addresses.card(card["id"]), addresses.card(card["id"]))


def _counted(card: dict) -> str:
    """Return the size of a model by its shape, for the card of a printed one, if it counts."""
    if card["metric"] not in COUNTED or {"pruning", "quantization"} & {
        *card["technique"].split("+")
    }:
        return ""
    of, (unit, name) = (
        compare.model_costs().reindex([card["model"]]).iloc[0],
        COUNTED[card["metric"]],
    )
    known = pd.notna(of["megabytes_32"])
    return amount(of[card["metric"].replace("size", "megabytes")] / unit, name) if known else ""


def write(folder: Path, by_id: dict[str, dict]) -> None:
    """Write title and text of the page of each table, from its cards, as JSON for `frame`."""
    tables = groupby(by_id.values(), key=lambda card: (card["source"], card["table"]))
    for (key, name), own in tables:
        title = f"{sources.tables(key)[name].title} ({bibliography.label(key)}): its numbers"
        page = {"title": title, "text": _article(key, name, list(own))}
        path = (folder / addresses.cards_page(key, name)).with_suffix(".json")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(page, ensure_ascii=False), encoding="utf-8")


def frame(site: Path, folder: Path) -> None:
    """Write the pages of all tables into a site, from what `write` left in a folder."""
    whole = (site / f"{LIST}.html").read_text(encoding="utf-8")
    for path in folder.rglob("*.json"):
        title, text = json.loads(path.read_text(encoding="utf-8")).values()
        page = _put(whole, '<article class="bd-article">', text, "</article>")
        page = _put(page, "<title>", escape(title), "</title>")
        about = unescape(re.sub("<.*?>", "", text[text.index("<p>") : text.index("</p>")]))
        said = {'name="description"': about, 'property="og:description"': about}
        for name, words in (said | {'property="og:title"': title}).items():
            page = _put(page, f'<meta {name} content="', escape(words), '" />')
        place = path.relative_to(folder).with_suffix(".html").as_posix()
        if here := citation.address(f"{LIST}.html"):
            page = page.replace(here, citation.address(place))
        target = site / place
        target.write_text(page, encoding="utf-8")


def _put(page: str, before: str, text: str, after: str) -> str:
    """Return a page with a text in the place of what is between two marks."""
    start = page.index(before) + len(before)
    return page[:start] + text + page[page.index(after, start) :]


OF_ALL = ("Rounding", "Protocol", "Device", "Measured by", "Origin", "Work", "Not used, because")
"""The facts that are told once, at the top, where all numbers of a table share them."""

ABOVE = ("Number", "Model", "Address")
"""The facts that the card's summary and the heading above it tell, and the address of a card that
somebody opens."""

ALL = "all"
"""The anchor of what is told at the top; a number's has a slash."""


def _article(key: str, name: str, own: list[dict]) -> str:
    """Return the text of the page of a table."""
    table, work = sources.tables(key)[name], escape(bibliography.title(key))
    parts = [
        f"<section><h1>{escape(table.title)}</h1>"
        f"<p>{work}; {escape(sources.locator(table))}. {len(own)} numbers, each with its "
        'card; <a href="../book/works.html">other tables</a>. '
        f"{escape(sources.retraction(key))}</p>"
    ]
    every = {card["id"]: [*facts(card)] for card in own}
    common = set.intersection(*map(set, every.values())) if len(own) > 1 else set()
    common = {fact for fact in common if fact.name in OF_ALL}
    if common:
        told = [fact for fact in every[own[0]["id"]] if fact in common]
        parts.append(f'<details class="sb-card" id="{ALL}" open><summary>Of each of them</summary>')
        parts.append(f"<dl>{''.join(map(_line, told))}</dl></details>")
    above = f'<p><a href="#{ALL}">What holds for all numbers here</a></p>' * bool(common)
    by_row = defaultdict(list)
    for card in own:
        by_row[card["row"]].append(card)
    for model, rows in groupby(by_row, key=lambda row: by_row[row][0]["model"]):
        rows = [*rows]
        (head,) = [each for each in every[by_row[rows[0]][0]["id"]] if each.name == "Model"]
        parts.append(f"<h2>{_text(head) if model else escape(', '.join(rows))}</h2>{above}")
        for row in rows:
            own_row = f" <code>{escape(row)}</code>" if len(rows) > 1 else ""
            for card in by_row[row]:
                parts.append(_html(card, own_row, every[card["id"]], common))
    return "".join([*parts, "</section>"])


def _html(card: dict, row: str, told: list[Fact], common: set[Fact]) -> str:
    """Return a card and its facts as HTML, folded, with its row where several are of one model.

    What is `common` to its table stands at the top; the button's script reads the card.
    """
    anchor = card["id"].split("/", 2)[2]
    lines = "".join(_line(each) for each in told if each not in common and each.name not in ABOVE)
    return (
        f'<details class="sb-card" id="{anchor}"><summary>'
        f"<strong>{escape(card['amount'])}</strong> {escape(card['what'])}{row}</summary>"
        f'<dl>{lines}<dt>As a file</dt><dd><button class="sb-cite">Cite</button></dd></dl>'
        "</details>"
    )


def _line(fact: Fact) -> str:
    return f"<dt>{fact.name}</dt><dd>{_text(fact)}</dd>"


def _text(fact: Fact) -> str:
    text = escape(fact.text)
    to = fact.address if fact.address.startswith("https:") else f"../{fact.address}"
    return f'<a href="{to}">{text}</a>' if fact.address else text
