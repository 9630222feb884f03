"""Every kind of claim turns with the numbers or words that it rests on.

``counterexamples.csv`` says for each claim which numbers become what, and the verdict then; a
number that is a file has a text replaced. Each is worked out by hand.
"""

import csv
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from smallbert import claims
from smallbert.claims import FAILS, HOLDS, UNDECIDABLE, tests_by_kind
from smallbert.compare import laws
from smallbert.data import sources

from .planting import cells, change, curve, every

with Path(__file__).with_name("counterexamples.csv").open(encoding="utf-8", newline="") as stream:
    LINES = list(csv.DictReader(stream))

LISTED = {line["claim"]: line["verdict"] for line in LINES}

COMPUTE, SCALE = "desislavov2021compute/points", "yang2024memory3/points"
B, FEW = "parameters-without-embeddings", "few-shot-7-average"


def line(x: float) -> float:
    """Return a score on a straight line over the logarithm."""
    return 50 + 5 * np.log2(x)


def by_date():
    """Return a plant that gives the newest model the highest score."""
    dates = pd.to_datetime(sources.table_of("desislavov2021compute", "published_dates")["date"])
    return cells(COMPUTE, "glue-score", **(60 + dates.rank()))


ON_A_LINE = curve(COMPUTE, "operations", "glue-score", line)
ALSO_ON_A_LINE = curve(SCALE, B, FEW, line)
LOW = cells(COMPUTE, "glue-score", **{"elmo": 40, "gpt-1": 40})

DRAWN = {
    "compute-trend": (ON_A_LINE, HOLDS),
    "newer-better-published-dates": (by_date(), HOLDS),
    "elmo-and-gpt-1-outliers": (every(ON_A_LINE, LOW), UNDECIDABLE),
    "size-trend": (ALSO_ON_A_LINE, HOLDS),
}
"""Claims on the shape of a chart, a change of it, and the verdict then."""


@pytest.mark.parametrize("claim", LISTED)
def test_a_claim_turns_with_what_it_rests_on(claim, results, planted, edited):
    assert LISTED[claim] != claims.all_claims()[claim].verdict
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
    assert expected != claims.all_claims()[claim].verdict
    assert planted(claim, plant(results)).verdict == expected


@pytest.mark.parametrize(
    ("claim", "table", "x", "y"),
    [("size-trend", SCALE, B, FEW), ("compute-trend", COMPUTE, "operations", "glue-score")],
)
def test_a_trend_fails_where_its_whole_interval_lies_beyond_the_threshold(
    claim, table, x, y, results, planted
):
    falling = curve(table, x, y, lambda size: 80 - line(size) / 2)
    assert planted(claim, falling(results)).verdict == FAILS


GONE = {
    "book-sharing-no-faster": ("speed/latency/albert.*", "times of albert-base"),
    "compute-trend": (f"{COMPUTE}/[b-s].*", "6 points"),
    "elmo-low": (f"{COMPUTE}/elmo/.*", "desislavov2021compute/points/elmo/glue-score"),
    "book-pd-beats-pkd": ("turc2019wellread/table3/test-sun/.*", "a score of both test-pd and"),
}


@pytest.mark.parametrize("claim", GONE)
def test_a_claim_without_its_rows_is_open_and_names_them(claim, results, planted):
    pattern, words = GONE[claim]
    finding = planted(claim, change(pattern, "gone")(results))
    assert finding.verdict == UNDECIDABLE
    assert finding.decided_by.startswith("missing: ")
    assert words in finding.decided_by


def test_every_kind_of_claim_meets_a_counter_example():
    kind_of = {claim.id: claim.kind for claim in claims.all_claims().values()}
    aside = ["beyond_results", "without_numbers", "loses_least"]  # the last below, of all works
    met = {kind_of[id] for id in [*LISTED, *DRAWN]}
    assert met == {*kind_of.values()} - {*aside}


@pytest.mark.parametrize(
    ("others", "verdict"),
    [([2.0, 2.1, 2.2], HOLDS), ([0.3, 2.0, 0.1], UNDECIDABLE), ([-1.9, -2.0, -2.1], FAILS)],
)
def test_what_loses_least_follows_what_laboratories_lost(others, verdict, monkeypatch):
    made = {"8 bits": pd.Series([0.2, 0.3, 0.4]), "distillation": pd.Series(others)}
    monkeypatch.setattr(laws, "slopes_of_laboratories", lambda task: made)
    found = tests_by_kind.loses_least(claims.Material(), law="8 bits", than=["distillation"])
    assert found.verdict == verdict
