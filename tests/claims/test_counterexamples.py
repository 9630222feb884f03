"""Every kind of claim turns with the numbers or words that it rests on.

``counterexamples.csv`` says for each claim which numbers become what, and the verdict then; a
number that is a file has a text replaced. Each is worked out by hand.
"""

import csv
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from smallbert import claims, compare
from smallbert.claims import FAILS, HOLDS, UNDECIDABLE
from smallbert.compare.costs import COSTS
from smallbert.data import sources

from .planting import cells, change, curve, every

with Path(__file__).with_name("counterexamples.csv").open(encoding="utf-8", newline="") as stream:
    LINES = list(csv.DictReader(stream))

LISTED = {line["claim"]: line["verdict"] for line in LINES}

COMPUTE, MODELS = "desislavov2021compute/points", "desislavov2021compute/published_models"
SCALE = "yang2024memory3/points"
B, FEW = "parameters-without-embeddings", "few-shot-7-average"
POSTER = "ganesh2021case/effectiveness"


def line(x: float) -> float:
    """Return a score on a straight line over the logarithm."""
    return 50 + 5 * np.log2(x)


def by_date(table: str, column: str):
    """Return a plant that gives the newest model the highest score."""
    order = pd.to_datetime(sources.table(*table.split("/"))[column])
    values = (60 + order.rank()).drop("transformer", errors="ignore")
    return cells(COMPUTE, "glue-score", **values)


ON_A_LINE = curve(COMPUTE, "operations", "glue-score", line)
ALSO_ON_A_LINE = curve(SCALE, B, FEW, line)
FALLING = curve(SCALE, B, FEW, lambda x: 80 - line(x) / 2)

DRAWN = {
    "compute-trend": (ON_A_LINE, HOLDS),
    "compute-scatter": (ON_A_LINE, FAILS),
    "newer-better-published-dates": (
        by_date("desislavov2021compute/published_dates", "date"),
        HOLDS,
    ),
    "elmo-and-gpt-1-outliers": (
        every(ON_A_LINE, cells(COMPUTE, "glue-score", **{"elmo": 40, "gpt-1": 40})),
        UNDECIDABLE,
    ),
    "size-trend": (ALSO_ON_A_LINE, HOLDS),
    "size-not-all": (ALSO_ON_A_LINE, FAILS),
    "same-size-differ": (ALSO_ON_A_LINE, FAILS),
    "size-plateau": (
        every(
            cells(SCALE, B, **{"vicuna-13b-v1.5": 16, "llama2-13b-chat": 24}),
            curve(SCALE, B, FEW, lambda x: 60),
        ),
        HOLDS,
    ),
    "sweet-spot-7-billion": (curve(SCALE, B, FEW, lambda x: line(min(x, 7))), HOLDS),
    # results whose last printed digit is worth ten points
    "book-sampling-outweighs-digits": (lambda frame: frame.assign(half_width=5.0), FAILS),
    # the poster alone, and the smaller, the better
    "book-mostly-open": (
        every(
            curve(POSTER, "size-with-embeddings", "mnli-accuracy", lambda x: 99 - x),
            change(f"(?!{POSTER}/).*", "gone"),
        ),
        FAILS,
    ),
}
"""Claims on the shape of a chart or on all results, a change of them, and the verdict then."""


@pytest.mark.parametrize("claim", LISTED)
def test_a_claim_turns_with_what_it_rests_on(claim, results, planted, edited):
    assert LISTED[claim] != claims.stated().loc[claim, "verdict"]
    own = [each for each in LINES if each["claim"] == claim]
    if own[0]["number"].endswith(".csv"):
        for each in own:
            edited(each["number"], each["was"], each["becomes"])
        assert claims.verdicts(claim) == {claim: LISTED[claim]}
    else:
        plants = [change(each["number"], each["becomes"], each["was"]) for each in own]
        assert planted(claim, every(*plants)(results)).verdict == LISTED[claim]


@pytest.mark.parametrize("claim", DRAWN)
def test_a_claim_turns_with_the_shape_of_a_chart(claim, results, planted):
    plant, expected = DRAWN[claim]
    assert expected != claims.stated().loc[claim, "verdict"]
    assert planted(claim, plant(results)).verdict == expected


TURNS = {"size-trend": FALLING, "sweet-spot-7-billion": ALSO_ON_A_LINE}
TURNS["compute-trend"] = curve(COMPUTE, "operations", "glue-score", lambda x: 80 - line(x) / 2)


@pytest.mark.parametrize("claim", TURNS)
def test_a_trend_fails_where_its_whole_interval_lies_beyond_the_threshold(claim, results, planted):
    assert planted(claim, TURNS[claim](results)).verdict == FAILS


GONE = {
    "book-sharing-no-faster": ("speed/latency/albert.*", "times of albert-base"),
    "book-half-cached-too-slow": ("speed/latency/deformer-base-q60.*", "the run deformer-base-q60"),
    "book-feed-forward-takes-time": ("speed/components/.*feed-for.*", "times of feed-forward"),
    "book-columns-show-width": (f"{POSTER}/albert/.*", "albert in ganesh2021case/effectiveness"),
    "book-adabert-average-off": (f"{POSTER}/adabert/poster.*", "ganesh2021case/effectiveness/ada"),
    "book-nine-tasks-give-scores": (
        "turc2019wellread/published_readme/.*/glue-9.*",
        "numbers of turc2019wellread",
    ),
    "book-wnli-moves-scores": ("turc2019wellread/published_readme/.*/rte.*", "rte-accuracy"),
    "compute-trend": (f"{COMPUTE}/[b-s].*", "6 points"),
    "elmo-low": (f"{COMPUTE}/elmo/.*", "elmo in desislavov2021compute/points"),
}


@pytest.mark.parametrize("claim", GONE)
def test_a_claim_without_its_rows_is_open_and_names_them(claim, results, planted):
    pattern, words = GONE[claim]
    finding = planted(claim, change(pattern, "gone")(results))
    assert finding.verdict == UNDECIDABLE
    assert finding.decided_by.startswith("missing: ")
    assert words in finding.decided_by


def test_every_kind_of_claim_meets_a_counter_example():
    met = {*LISTED, *DRAWN, *RANKING, "book-budget-turns-last", "book-one-model-two-scores"}
    stated = claims.stated()
    tested = stated[~stated["kind"].isin(["beyond_results", "without_numbers"])]
    assert met <= set(tested.index)
    assert set(tested["kind"]) == set(tested.loc[list(met), "kind"])


# The deck's order: its papers with one row each, all comparable, in the order of the deck

PAPERS = {
    "guo2019rpp": ("table1a", "rpp-59.3", 85.0, 50.0),
    "sun2020mobilebert": ("table3", "mobilebert", 84.0, 40.0),
    "cao2020deformer": ("table1", "mnli", 83.0, 30.0),
    "turc2019wellread": ("table3", "test-pd", 82.0, 20.0),
    "zhao2019extreme": ("table3", "dualtrain-192", 79.0, 10.0),
}
ALIKE = {"protocol": "", "task": "mnli-m", "metric": "accuracy", "set": "test", "error": 0.1}
ALIKE |= {"teacher": "base", "origin": "printed", "technique": "distillation"}
ALIKE |= {"baseline": "BERT_BASE", "baseline_score": 90.0, "model": "a model"}
RANKING = [name for name in claims.stated().index if name.startswith("ranking-")]


@pytest.fixture
def in_order(monkeypatch):
    rows = [
        {"id": key, "source": key, "table": table, "row": row, "score": score}
        | dict.fromkeys(COSTS, factor)
        | ALIKE
        for key, (table, row, score, factor) in PAPERS.items()
    ]
    frame = pd.DataFrame(rows).set_index("source", drop=False)
    monkeypatch.setattr(compare, "of_tidy", lambda tidy, **choice: frame)
    return frame


@pytest.mark.parametrize("claim", RANKING)
def test_the_order_would_hold_if_each_paper_scored_more(claim, in_order, results, planted):
    assert planted(claim, results).verdict == HOLDS


def test_no_budget_turns_the_order_where_the_upper_paper_leads_throughout(
    in_order, results, planted
):
    assert planted("book-budget-turns-last", results).verdict == FAILS


@pytest.mark.parametrize(("score", "verdict"), [(83, FAILS), (81, UNDECIDABLE)])
def test_much_better_is_two_points_and_a_place_fails_where_it_is_never_ahead(
    score, verdict, in_order, results, planted
):
    in_order.loc["zhao2019extreme", "score"] = score  # below 82, of Well-Read Students
    assert planted("ranking-wellread-over-extreme", results).verdict == verdict


def test_papers_of_other_baselines_cannot_be_put_in_order(in_order, results, planted):
    in_order.loc["guo2019rpp", "baseline"] = "BERT_LARGE"
    finding = planted("ranking-rpp-wins", results)
    assert finding.verdict == UNDECIDABLE
    assert finding.decided_by.startswith("missing: rows of guo2019rpp and sun2020mobilebert")
