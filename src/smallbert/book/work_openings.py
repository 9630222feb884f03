"""How a work's page opens: the work itself, what its numbers stand on, its models among all."""

import json
import re
from itertools import accumulate
from typing import NamedTuple

import nbformat
import pandas as pd

from smallbert import answers, compare, data, paths
from smallbert.book import all_models_chart, citation, execute, model_openings
from smallbert.book.all_models_chart import LitMark
from smallbert.book.html_fragments import Link, fragment
from smallbert.compare import comparability
from smallbert.data import bibliography, side_tables, sources
from smallbert.data.amounts_in_words import listed
from smallbert.data.results import BORROWED, UNSTATED

PREPRINTS, DOIS = "https://arxiv.org/abs/", "https://doi.org/"

WEIGHTS_NAMED, MODELS_NAMED, DEVICES_NAMED = 3, 8, 3
"""How many checkpoints, models and devices a head names."""

LETTERS_OF_MODELS = 140
"""How many letters the names of models have in a head at most."""

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

TITLE_LINE = re.compile(r"^# .+$", re.MULTILINE)
SECTION_LINE = re.compile(r"^## ", re.MULTILINE)


class FirstLinks(NamedTuple):
    """The links that a page names, and how many others there are."""

    named: list[Link]
    others: int


def works() -> list[str]:
    """Return the keys of the works: all sources but what this book measured itself."""
    return [key for key in sources.keys() if sources.document_name(key)]


def headed(page: nbformat.NotebookNode, key: str, common: str) -> nbformat.NotebookNode:
    """Return the page of a notebook, if it is a work's with its head and the chart of its models.

    The head comes below the title, the chart after the first chart or table and what is said of it.
    `common` is as for `opening`.
    """
    if key not in works():
        return page
    made = opening(key, common)
    prose = [cell for cell in page.cells if cell.cell_type == "markdown"]
    titled = next(cell for cell in prose if TITLE_LINE.search(cell.source))
    titled.source = TITLE_LINE.sub(
        lambda title: f"{title[0]}\n\n{made.head}", titled.source, count=1
    )
    if made.chart:
        _put_after_exhibit(page.cells, f"## Among all models\n\n{made.chart}\n\n")
    return page


class Opening(NamedTuple):
    """What a work's page has besides its notebook: the head, and the chart of its models."""

    head: str
    chart: str


def opening(key: str, common: str) -> Opening:
    """Return the opening of a work's page; one made before, if `common`, what it rests on, is same.

    It takes the tables of all works, for which an edited sentence need not wait.
    """
    path = paths.build() / "openings" / f"{key}.json"
    if execute.is_current(path, common):
        return Opening(*json.loads(path.read_text(encoding="utf-8")))
    made = Opening(head(key), chart_of_work(key))
    paths.write_atomically(path, json.dumps(made))
    execute.leave_key(path, common)
    return made


def _put_after_exhibit(cells: list, section: str) -> None:
    """Put a section before the first one that begins after an exhibit."""
    shown = False
    for cell in cells:
        if cell.cell_type == "code":
            shown = shown or any(
                "sb-artifact" in text for text in map(_html_of_output, cell.outputs)
            )
        elif shown and (begins := SECTION_LINE.search(cell.source)):
            before, after = cell.source[: begins.start()], cell.source[begins.start() :]
            cell.source = before + section + after
            return
    cells.append(nbformat.v4.new_markdown_cell(section))


def _html_of_output(output: dict) -> str:
    return "".join(output.get("data", {}).get("text/html", ""))


def head(key: str) -> str:
    """Return where a work, its code and its weights are, its models here, and what to know of it.

    What is not known is left out.
    """
    return fragment(
        "work_head.html",
        papers=papers(key),
        code=repository_of_work(key),
        anchor=citation.anchor_of_work(sources.work(key).cites),
        weights=_released_weights(key),
        models=_models_with_pages(key),
        trust={name: text for name, text in trust(key).items() if text},
    )


def papers(key: str) -> list[Link]:
    """Return where a work can be read, the publisher's address first.

    A work that is itself a repository, or no more than slides, has none.
    """
    fields = bibliography.bibliography().entries[sources.work(key).cites].fields
    links = []
    if "doi" in fields:
        links.append(Link("DOI", DOIS + fields["doi"]))
    if "eprint" in fields:
        links.append(Link("arXiv", PREPRINTS + fields["eprint"]))
    url = fields.get("url", "")
    if url and not links and not url.startswith(sources.GITHUB):
        links.append(Link(_host(url), url))
    return links


def repository_of_work(key: str) -> Link | None:
    """Return name and address of a work's repository, at the commit read, if any is known.

    Of a work that was read in a document, it is the one that its entry names.
    """
    document = sources.work(key).document
    if document.repository:
        name, commit = document.repository, document.commit
        return Link(f"{name} at {commit[:7]}", f"{sources.GITHUB}/{name}/tree/{commit}")
    fields = bibliography.bibliography().entries[sources.work(key).cites].fields
    url = fields.get("url", "")
    if not url.startswith(f"{sources.GITHUB}/"):
        return None
    return Link("/".join(url.split("/")[3:5]), url)


def _released_weights(key: str) -> FirstLinks:
    """Return links to the first checkpoints of the models that the authors released."""
    downloads = side_tables.downloads()
    downloads = downloads[downloads["model"].isin(_models_released_by(key)["id"])]
    downloads = downloads.drop_duplicates("checkpoint")
    tuned = downloads["kind"].eq("fine-tuned")
    checkpoints = downloads.assign(tuned=tuned).sort_values("tuned", kind="stable")["checkpoint"]
    # an address is no name of the hub; a page names one only where nothing is on the hub
    names = [name for name in checkpoints if "://" not in name][:WEIGHTS_NAMED]
    links = [Link(name.rpartition("/")[2], side_tables.checkpoint_url(name)) for name in names]
    links = links or [Link(f"a file at {_host(url)}", url) for url in checkpoints[:1]]
    return FirstLinks(links, len(checkpoints) - len(links))


def _models_released_by(key: str) -> pd.DataFrame:
    """Return the models that a work's authors released, with id and name."""
    survey_models = sources.survey_models().reset_index()
    return survey_models[survey_models["released_by"].eq(key)]


def models(key: str) -> dict[str, str]:
    """Return the ids of the models that a work reports, by name.

    Those that its authors released come first, then all others that are compressed.
    """
    lines = compare.models_of_works()
    lines = lines[lines["source"].eq(key) & lines["model_key"].notna()]
    lines = lines.assign(others=~lines["model_key"].isin(_models_released_by(key)["id"]))
    lines = lines.assign(whole=lines["technique"].eq("none"))
    lines = lines.sort_values(["others", "whole"])
    return dict(zip(lines["model"], lines["model_key"], strict=True))


def _models_with_pages(key: str) -> FirstLinks:
    """Return links to the pages of the first models that a work reports."""
    paged = {name: id for name, id in models(key).items() if id in compare.described_models()}
    ends = accumulate(len(name) for name in paged)  # long names leave room for fewer
    names = [name for name, end in zip(paged, ends, strict=True) if end <= LETTERS_OF_MODELS]
    links = [Link(name, f"../models/{paged[name]}.html") for name in names[:MODELS_NAMED]]
    return FirstLinks(links, len(paged) - len(links))


def _host(address: str) -> str:
    return address.split("/")[2].removeprefix("www.")


def trust(key: str) -> dict[str, str]:
    """Return whose baseline a work's scores have, on which sets, of which runs, on which devices.

    A work without scores, or without times, has no words on them.
    """
    tidy = data.results(key)
    tidy = tidy[tidy["origin"].isin(sources.IN_DOCUMENTS)]
    scores = comparability.scores_among(tidy)
    measured = scores[scores["measured_by"].ne(BORROWED)]
    timed = tidy[tidy["metric"].str.startswith(SPEEDS) & tidy["measured_by"].ne(BORROWED)]
    known = [each.partition(" in ")[0] for each in comparability.sets_of_scores(scores)]
    sets = pd.Series(known, dtype=str).map(comparability.SPLIT_WORDS).value_counts().index
    unstated = ["device not stated"] if timed["device"].eq(UNSTATED).any() else []
    devices = [*timed["device"].unique()]
    devices = [each for each in devices if each != UNSTATED]
    devices = (devices if len(devices) <= DEVICES_NAMED else [f"{len(devices)} devices"]) + unstated
    return {
        "Baseline": _baselines(key),
        "Scores": listed(sets) if len(sets) else "",
        "Runs": _runs(measured),
        "Times": listed(devices) if devices else "",
    }


def _runs(scores: pd.DataFrame) -> str:
    """Return of which runs scores are, the most frequent first, as far as their tables say it."""
    counted = scores["n"].notna().map({True: "{}", False: "not stated"})
    kinds, descriptions = scores["protocol"].map(RUNS).fillna(counted), []
    for kind in kinds.value_counts().index:
        counts = sorted({f"{n:g}" for n in scores.loc[kinds.eq(kind), "n"].dropna()}, key=float)
        runs = " to ".join(dict.fromkeys([*counts[:1], *counts[-1:]]))
        descriptions.append(kind.format(f"{runs} run{'s' * (runs != '1')}".strip()))
    return "; ".join(descriptions)


def _baselines(key: str) -> str:
    """Return who scored what a work's compressed models are compared with."""
    rows, every = compare.scored_rows(), data.results()
    rows = rows[rows["source"].eq(key) & rows["technique"].ne("none") & rows["baseline_id"].ne("")]
    if rows.empty:
        return ""
    bases = every[every["id"].isin(rows["baseline_id"])].set_index("id")
    elsewhere = bases["source"].ne(key)
    # a baseline of another work's table is borrowed by this book, whoever scored it there
    lent = bases["measured_by"].eq(BORROWED) | elsewhere
    owners = bases["source"].where(
        elsewhere, bases["original"].map(lambda of: of.partition("/")[0])
    )
    owners = [*dict.fromkeys(each for each in owners[lent] if each in {*sources.keys()} - {key})]
    names = [bibliography.label(each) for each in owners]
    of = f" from {listed(names)}" if 0 < len(names) <= DEVICES_NAMED else ""
    if elsewhere.all():
        return f"none of its own; this book takes that of {listed(names)}"
    if lent.all():
        return f"borrowed{of}"
    stated = bases.loc[~lent, "measured_by"]
    words = "scored by the authors" if stated.eq("authors").all() else "scored in the same tables"
    return f"{words}; some borrowed{of}" if lent.any() else words


def chart_of_work(key: str) -> str:
    """Return the chart of all models by MNLI score and size with a work's own lit, as HTML.

    A work without a model in it has none. The names of the first few are there, the others' are
    shown by a pointer.
    """
    places = all_models_chart.chart_of_all_models().places
    lines = {line.of: line for line in answers.all_candidates() if line.bits == 32}
    lit = {name: places[name, 32] for name in models(key) if (name, 32) in places}
    if not lit:
        return ""
    marks = [
        LitMark(x, y, 3.5, title=f"{name}: {model_openings.in_words(lines[name], 'mnli')}")
        for name, (x, y) in lit.items()
    ]
    short_names = {bibliography.shorter(name, key): place for name, place in lit.items()}
    label, names = bibliography.label(key), ", ".join([*lit][: all_models_chart.MOST_NAMES])
    return all_models_chart.lit_chart(
        marks,
        all_models_chart.names_with_room(short_names),
        label=f"Models of {label} among all by MNLI score and size: {names}",
        what_is_lit=f"in color, those that {label} reports",
    )
