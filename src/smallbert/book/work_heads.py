"""How a work's page opens: the work itself, what its numbers stand on, its models among all."""

import re
from collections.abc import Iterable
from html import escape
from itertools import accumulate

import nbformat
import pandas as pd

from smallbert import answers, compare, data
from smallbert.book import citation, model_heads
from smallbert.charts.phone_and_desk import WIDTH
from smallbert.compare import comparability
from smallbert.data import bibliography, sources, survey
from smallbert.data.results import BORROWED, UNSTATED
from smallbert.data.wording import listed

PREPRINTS, DOIS = "https://arxiv.org/abs/", "https://doi.org/"

WEIGHTS, MODELS, DEVICES = 3, 8, 3
"""How many checkpoints, models and devices a head names."""

LETTERS = 140
"""How many letters the names of models have in a head at most."""

NAMED = 6
"""How many of a work's models have their name in the chart."""

SPEEDS = ("latency", "speedup", "throughput")
"""How the names of metrics of speed begin."""

RUNS = {
    "mean-of-runs": "mean of {}",
    "median-of-runs": "median of {}",
    "best-of-search": "best of a search",
    "released": "models as released",
    "mteb": "models as released",
}
"""How a work's scores were chosen among its runs, by protocol; no other protocol says it."""

LETTER = model_heads.LETTER - 1
"""Height of the letters of the names, in points of the chart."""

TITLE = re.compile(r"^# .+$", re.MULTILINE)
SECTION = re.compile(r"^## ", re.MULTILINE)

Box = tuple[float, float, float, float]
"""Left, top, right and bottom of what is drawn."""


def works() -> list[str]:
    """Return the keys of the works: all sources but what this book measured itself."""
    return [key for key in sources.keys() if sources.document_name(key)]


def headed(page: nbformat.NotebookNode, key: str) -> nbformat.NotebookNode:
    """Return the page of a notebook, if it is a work's with its head and the chart of its models.

    The head comes below the title, the chart after the first chart or table and what is said of it.
    """
    if key not in works():
        return page
    prose = [cell for cell in page.cells if cell.cell_type == "markdown"]
    titled = next(cell for cell in prose if TITLE.search(cell.source))
    titled.source = TITLE.sub(lambda title: f"{title[0]}\n\n{head(key)}", titled.source, count=1)
    if drawn := chart(key):
        _put(page.cells, f"## Among all models\n\n{drawn}\n\n")
    return page


def _put(cells: list, section: str) -> None:
    """Put a section before the first one that begins after an exhibit."""
    shown = False
    for cell in cells:
        if cell.cell_type == "code":
            shown = shown or any("sb-artifact" in text for text in map(_html, cell.outputs))
        elif shown and (begins := SECTION.search(cell.source)):
            before, after = cell.source[: begins.start()], cell.source[begins.start() :]
            cell.source = before + section + after
            return
    cells.append(nbformat.v4.new_markdown_cell(section))


def _html(output: dict) -> str:
    return "".join(output.get("data", {}).get("text/html", ""))


def head(key: str) -> str:
    """Return where a work, its code and its weights are, its models here, and what to know of it.

    What is not known is left out.
    """
    anchor = citation.anchor(sources.work(key).cites)
    entry = f'<button type="button" class="sb-cite" data-work="{anchor}">BibTeX</button>'
    known = [f"{name}: {escape(text)}" for name, text in trust(key).items() if text]
    lines = [[_paper(key), _code(key), entry, _weights(key)], [_models(key)], known]
    shown = "<br>".join(" · ".join(filter(None, line)) for line in lines if any(line))
    return f'<div class="sb-head">{shown}</div>'


def papers(key: str) -> dict[str, str]:
    """Return where a work can be read: addresses, the publisher's first, each by its name.

    A work that is itself a repository, or no more than slides, has none.
    """
    fields = bibliography.bibliography().entries[sources.work(key).cites].fields
    found = {}
    if "doi" in fields:
        found["DOI"] = DOIS + fields["doi"]
    if "eprint" in fields:
        found["arXiv"] = PREPRINTS + fields["eprint"]
    url = fields.get("url", "")
    if url and not found and not url.startswith(sources.GITHUB):
        found[_host(url)] = url
    return found


def _paper(key: str) -> str:
    found = papers(key)
    return f"Paper: {', '.join(_link(*each) for each in found.items())}" if found else ""


def repository(key: str) -> tuple[str, str]:
    """Return name and address of a work's repository, at the commit read; none known is empty.

    Of a work that was read in a document, it is the one that its entry names.
    """
    document = sources.work(key).document
    if document.repository:
        place, commit = document.repository, document.commit
        return f"{place} at {commit[:7]}", f"{sources.GITHUB}/{place}/tree/{commit}"
    fields = bibliography.bibliography().entries[sources.work(key).cites].fields
    url = fields.get("url", "")
    if not url.startswith(f"{sources.GITHUB}/"):
        return "", ""
    return "/".join(url.split("/")[3:5]), url


def _code(key: str) -> str:
    """Return the link to the code of a paper, or to the repository that is the work."""
    name, address = repository(key)
    kind = "Code" if papers(key) else "Repository"
    return f"{kind}: {_link(name, address)}" if name else ""


def _weights(key: str) -> str:
    """Return links to the first checkpoints of the models that the authors released."""
    own = _released(key)
    known = survey.downloads()
    known = known[known["model"].isin(own["id"])].drop_duplicates("checkpoint")
    tuned = known["kind"].eq("fine-tuned")
    known = known.assign(tuned=tuned).sort_values("tuned", kind="stable")["checkpoint"]
    hub = [each for each in known if "://" not in each]
    links = [_link(each.rpartition("/")[2], survey.checkpoint_url(each)) for each in hub[:WEIGHTS]]
    links = links or [_link(f"a file at {_host(each)}", each) for each in known[:1]]
    return f"Weights: {_some(links, len(known))}" if links else ""


def _released(key: str) -> pd.DataFrame:
    """Return the models that a work's authors released, with id and name."""
    known = sources.survey_models().reset_index()
    return known[known["released_by"].eq(key)]


def models(key: str) -> dict[str, str]:
    """Return the ids of the models that a work reports, by name.

    Those that its authors released come first, then all others that are compressed.
    """
    lines = compare.models_of_works().query("source == @key and model_key.notna()")
    lines = lines.assign(others=~lines["model_key"].isin(_released(key)["id"]))
    lines = lines.assign(whole=lines["technique"].eq("none"))
    lines = lines.sort_values(["others", "whole"], kind="stable")
    return dict(zip(lines["model"], lines["model_key"], strict=True))


def _models(key: str) -> str:
    own = {name: id for name, id in models(key).items() if id in compare.described_models()}
    ends = accumulate(len(name) for name in own)  # long names leave room for fewer
    first = [name for name, end in zip(own, ends, strict=True) if end <= LETTERS][:MODELS]
    links = [_link(name, f"../models/{own[name]}.html") for name in first]
    return f"Models in this book: {_some(links, len(own))}" if links else ""


def _host(address: str) -> str:
    return address.split("/")[2].removeprefix("www.")


def _link(text: str, address: str) -> str:
    return f'<a href="{escape(address)}">{escape(text)}</a>'


def _some(links: list[str], count: int) -> str:
    """Return links, and how many more of a count there are; names of models have commas."""
    return "; ".join(links) + f" and {count - len(links)} more" * (count > len(links))


def trust(key: str) -> dict[str, str]:
    """Return whose baseline a work's scores have, on which sets, of which runs, on which devices.

    A work without scores, or without times, has no words on them.
    """
    tidy = data.results(key)
    tidy = tidy[tidy["origin"].isin(sources.IN_DOCUMENTS)]
    scores = comparability.scores_among(tidy)
    own = scores[scores["measured_by"].ne(BORROWED)]
    timed = tidy[tidy["metric"].str.startswith(SPEEDS) & tidy["measured_by"].ne(BORROWED)]
    known = [each.partition(" in ")[0] for each in comparability.sets_of_scores(scores)]
    sets = pd.Series(known, dtype=str).map(comparability.SPLIT_WORDS).value_counts().index
    unstated = ["device not stated"] if timed["device"].eq(UNSTATED).any() else []
    devices = [*timed["device"].unique()]
    devices = [each for each in devices if each != UNSTATED]
    devices = (devices if len(devices) <= DEVICES else [f"{len(devices)} devices"]) + unstated
    return {
        "Baseline": _baselines(key),
        "Scores": listed(sets) if len(sets) else "",
        "Runs": _runs(own),
        "Times": listed(devices) if devices else "",
    }


def _runs(scores: pd.DataFrame) -> str:
    """Return of which runs scores are, the most frequent first, as far as their tables say it."""
    counted = scores["n"].notna().map({True: "{}", False: "not stated"})
    kinds, told = scores["protocol"].map(RUNS).fillna(counted), []
    for kind in kinds.value_counts().index:
        counts = sorted({f"{n:g}" for n in scores.loc[kinds.eq(kind), "n"].dropna()}, key=float)
        runs = " to ".join(dict.fromkeys([*counts[:1], *counts[-1:]]))
        told.append(kind.format(f"{runs} run{'s' * (runs != '1')}".strip()))
    return "; ".join(told)


def _baselines(key: str) -> str:
    """Return who scored what a work's compressed models are compared with."""
    rows = compare.scored_rows().query(
        "source == @key and technique != 'none' and baseline_id != ''"
    )
    if rows.empty:
        return ""
    bases = data.results().query("id in @rows.baseline_id").set_index("id")
    elsewhere = bases["source"].ne(key)
    lent = bases["measured_by"].eq(BORROWED) | elsewhere
    owners = bases["source"].where(
        elsewhere, bases["original"].map(lambda of: of.partition("/")[0])
    )
    owners = [*dict.fromkeys(each for each in owners[lent] if each in {*sources.keys()} - {key})]
    names = [bibliography.label(each) for each in owners]
    of = f" from {listed(names)}" if 0 < len(names) <= DEVICES else ""
    if elsewhere.all():
        return f"none of its own; this book takes that of {listed(names)}"
    if lent.all():
        return f"borrowed{of}"
    stated = bases.loc[~lent, "measured_by"]
    words = "scored by the authors" if stated.eq("authors").all() else "scored in the same tables"
    return f"{words}; some borrowed{of}" if lent.any() else words


def chart(key: str) -> str:
    """Return the chart of all models by MNLI score and size with a work's own lit, as HTML.

    A work without a model in it has none. The names of the first few are there, the others' are
    shown by a pointer.
    """
    _, places = model_heads.drawn()
    lines = {each.of: each for each in answers.all_candidates() if each.bits == 32}
    lit = {name: places[name, 32] for name in models(key) if (name, 32) in places}
    if not lit:
        return ""
    short = {bibliography.shorter(name, key): place for name, place in lit.items()}
    width, height = 72 * WIDTH, 72 * model_heads.HEIGHT
    marks = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5"><title>{escape(name)}: '
        f"{model_heads.in_words(lines[name], 'mnli')}</title></circle>"
        for name, (x, y) in lit.items()
    )
    names = "".join(
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{LETTER}">{escape(name)}</text>'
        for name, (x, y) in _named(short, width).items()
    )
    label = escape(bibliography.label(key))
    return (
        f'<div class="sb-picture"><svg class="sb-lit" viewBox="0 0 {width:g} {height:g}" '
        f'role="img" aria-label="Models of {label} among all by MNLI score and size: '
        f'{escape(", ".join([*lit][:NAMED]))}"><image href="../{model_heads.CHART}" '
        f'width="{width:g}" height="{height:g}"/>{marks}{names}</svg></div>'
        '<p class="sb-credit">Models by MNLI score and size: dots as scored, rings in 8 bits, '
        f"mostly estimated; in color, those that {label} reports.</p>"
    )


def _named(lit: dict[str, tuple[float, float]], width: float) -> dict[str, tuple[float, float]]:
    """Return the middle of each name's base line, of the first few that have room by their mark."""
    taken, found = [(x - 4, y - 4, x + 4, y + 4) for x, y in lit.values()], {}
    for name, (x, y) in lit.items():
        half = 0.31 * LETTER * len(name)  # a letter is at most so wide, on the mean
        sides = [(x, y - 6), (x, y + 6 + LETTER), (x + half + 6, y + 3), (x - half - 6, y + 3)]
        for middle, base in sides:
            box = (middle - half, base - LETTER, middle + half, base + 1)
            inside = box[0] >= 30 and box[2] <= width and box[1] >= 0  # right of the axis
            if inside and not _meets(box, taken) and len(found) < NAMED:
                found[name] = (middle, base)
                taken.append(box)
                break
    return found


def _meets(box: Box, taken: Iterable[Box]) -> bool:
    """Tell whether a box covers a part of another one."""
    left, top, right, bottom = box
    return any(a < right and c > left and b < bottom and d > top for a, b, c, d in taken)
