"""Claims on the slide deck meet planted counter-examples, each worked out by hand."""

import pandas as pd
import pytest

from smallbert import claims, compare
from smallbert.claims import FAILS, HOLDS, UNDECIDABLE
from smallbert.compare import ranking

from ..planting import add, cells, drop, every, put, row, times

ZHAO, TURC = "zhao2019extreme/table3", "turc2019wellread/table3"
README = "turc2019wellread/published_readme"
SUN, RPP, CAO = "sun2020mobilebert/table3", "guo2019rpp/table1a", "cao2020deformer"
GORDON = "gordon2020compressing/published_anchors"
ACCURACY, LOSS = f"{GORDON}/unpruned/glue-5-average", f"{GORDON}/unpruned/glue-5-training-loss"
RATIO = "gordon2020compressing/facts/free-pruning/prune-ratio-low"
TASK = {"task": "mnli-m", "metric": "accuracy"}
EIGHT = {"tiny": 64.4, "mini": 66.2, "small": 72.3, "medium": 74.9}
"""Means of the released models over eight tasks, worked out by hand from their list."""


def loss(series: str, value: float):
    """Return a plant that gives a series a training loss; the unpruned one has 0.16."""
    return add(LOSS, f"{GORDON}/{series}/glue-5-training-loss", value)


def accuracy(series: str, value: float):
    """Return a plant that gives a series an accuracy; the unpruned one has 87.2."""
    return add(ACCURACY, f"{GORDON}/{series}/glue-5-average", value)


PLANTS = {
    "severe-drop": (put(**{f"{ZHAO}/dualtrain-down-192/mnli-m-accuracy": 83}), FAILS),
    "glue-without-wnli": (cells(README, "glue-9-average", **EIGHT), HOLDS),
    "rpp-one-baseline": (drop(f"^{RPP}/.*/mrpc"), HOLDS),
    "deformer-faster": (put(**{f"{CAO}/table1/qqp/speedup": 0.9}), FAILS),
    "deformer-as-accurate": (cells(f"{CAO}/table1", "drop", squad=0.5, race=0.5, mnli=0.5), HOLDS),
    "deformer-nine-layers": (put(**{f"{CAO}/table1/boolq/speedup": 4.5}), FAILS),
    "deformer-gflops-are-a-rate": (times(f"^{CAO}/table2/.*/operations", 9), UNDECIDABLE),
    "pruning-30-40-free": (
        every(accuracy("pretraining", 87.1), add(RATIO, f"{GORDON}/pretraining/prune-ratio", 30)),
        HOLDS,
    ),
    "gordon-deletion-loss": (loss("information-deletion", 0.1), HOLDS),
    "gordon-deletion-accuracy": (accuracy("information-deletion", 86), HOLDS),
    "gordon-after-accuracy": (accuracy("after-fine-tuning", 88), FAILS),
    "gordon-after-loss": (loss("after-fine-tuning", 0.1), HOLDS),
    "gordon-unpruned-loss": (loss("random", 0.1), FAILS),
    "gordon-unpruned-accuracy": (accuracy("random", 80), HOLDS),
    "gordon-not-overfitting": (every(loss("random", 0.1), accuracy("random", 80)), FAILS),
    "gordon-tasks-alike": (
        every(
            add(ACCURACY, f"{GORDON}/unpruned/mnli-m-accuracy", 84, **TASK),
            add(ACCURACY, f"{GORDON}/random/mnli-m-accuracy", 80, **TASK),
            add(ACCURACY, f"{GORDON}/unpruned/cola-accuracy", 80, **TASK | {"task": "cola"}),
            add(ACCURACY, f"{GORDON}/random/cola-accuracy", 60, **TASK | {"task": "cola"}),
        ),
        FAILS,  # one task loses 4 points and the other 20
    ),
    "wellread-meta": (put(**{f"{TURC}/test-pd/glue-6-average": 83}), FAILS),
    "pretraining-beats-truncation": (put(**{f"{TURC}/test-pf/rte-accuracy": 50}), FAILS),
    "embeddings-alone-worse": (
        add(f"{TURC}/test-tf/rte-accuracy", f"{TURC}/test-embeddings/rte-accuracy", 50),
        HOLDS,
    ),
    "book-rpp-beats-nip": (put(**{f"{RPP}/nip-50/qqp-score": 95}), FAILS),
    "book-rpp-far-beats-nip": (times(f"^{RPP}/nip-50/", 0.5), FAILS),
    "book-rpp-far-ahead-in-mean": (times(f"^{RPP}/rpp-88.4/", 0.5), FAILS),
    "book-mobilebert-leads": (put(**{f"{TURC}/test-pd/mnli-m-accuracy": 85}), FAILS),
    "book-mobilebert-rests-on-rte": (
        row(f"{SUN}/mobilebert-without-opt", **{"cola-matthews": 60}),
        FAILS,
    ),
    "book-narrow-beats-shallow": (put(**{f"{ZHAO}/pkd-3/mnli-m-accuracy": 80}), FAILS),
    # 77.6 of PKD with 3 layers is 2.7 above the 74.9 without a teacher; no other gains 2 points
    "book-teacher-adds-little": (
        put(**{"sun2019pkd/results/pkd-3-mnli/mnli-accuracy": 76}),
        HOLDS,
    ),
    "book-zhao-teacher-below-a-point": (put(**{f"{ZHAO}/nokd-48/mnli-m-accuracy": 60}), FAILS),
    "book-pd-beats-pkd": (times(f"^{TURC}/test-sun/", 0.5), FAILS),
    "book-deformer-memory": (put(**{f"{CAO}/table2/deformer-large/memory": 2000}), FAILS),
}


@pytest.mark.parametrize("claim", PLANTS)
def test_a_claim_on_the_deck_turns_with_its_numbers(claim, results, planted):
    plant, expected = PLANTS[claim]
    assert expected != claims.stated().loc[claim, "verdict"]
    assert planted(claim, plant(results)).verdict == expected


EDITS = {
    "remark-zhao-one-sixth": ("zhao2019extreme/remarks", ",1/6,84,78,", ",1/6,84,75,", FAILS),
    "remark-zhao-one-twentieth": ("zhao2019extreme/remarks", ",84,76,", ",84,70,", FAILS),
    "remark-zhao-one-sixtieth": ("zhao2019extreme/remarks", ",84,71,", ",84,75,", FAILS),
    # BERT_BASE's 84.6 is the 84 of the remark with its digit cut off, and 85.4 is not
    "remark-mobilebert-one-quarter": ("sun2020mobilebert/table3", "84.6/83.4", "85.4/83.4", FAILS),
    "remark-mobilebert-one-tenth": ("sun2020mobilebert/remarks", ",87,84,", ",87,80,", FAILS),
    "remark-rpp-one-half": ("guo2019rpp/remarks", "86 (?),86,", "86 (?),80,", FAILS),
    # 88.4 % of the encoder's weights at zero leave a fifth of all, and 81.4 rounds to 81
    "remark-rpp-one-tenth": (
        "guo2019rpp/remarks",
        "1/10: 86 (?) => 82,1/10,86 (?),82",
        "1/5: 86 (?) => 81,1/5,86 (?),81",
        HOLDS,
    ),
    # all of the weights are left, and 82.6 rounds to 83
    "remark-deformer-one-quarter": (
        "cao2020deformer/remarks",
        "1/4: 84 => 82,1/4,84,82",
        "1/1: 84 => 83,1/1,84,83",
        HOLDS,
    ),
    "remark-wellread-half": ("turc2019wellread/remarks", ",84,82.5,", ",84,80.5,", FAILS),
    "remark-wellread-two-sevenths": (
        "turc2019wellread/remarks",
        "3.5 the size,",
        "3.5 the size,dev-pf",
        FAILS,
    ),
    "remark-wellread-one-tenth": (
        "turc2019wellread/remarks",
        "10 the size,",
        "10 the size,dev-pf",
        FAILS,
    ),
    "remark-wellread-one-twenty-fifth": (
        "turc2019wellread/remarks",
        "25 the size,",
        "25 the size,dev-pf",
        FAILS,
    ),
    "xtc-on-both-sides": (
        "wu2022xtc/points",
        "distillation,6,32,layer reduction,nominal,bert-base-6,\nxtc-5",
        "distillation,6,32,quantization,nominal,bert-base-6,\nxtc-5",
        HOLDS,
    ),
    "book-caption-clashes": (
        "gordon2020compressing/facts",
        "training loss,lowest",
        "training loss,lower",
        FAILS,
    ),
}
"""Claims on labels and remarks: a file, a text in it, what it becomes, and the verdict then."""


@pytest.mark.parametrize("claim", EDITS)
def test_a_claim_on_words_turns_with_a_copy_of_the_data(claim, edited):
    name, old, new, expected = EDITS[claim]
    assert expected != claims.stated().loc[claim, "verdict"]
    edited(f"data/sources/{name}.csv", old, new)
    assert claims.verdict(claim) == expected


PAPERS = {
    "guo2019rpp": ("table1a", "rpp-59.3", 85.0, 50.0),
    "sun2020mobilebert": ("table3", "mobilebert", 84.0, 40.0),
    "cao2020deformer": ("table1", "mnli", 83.0, 30.0),
    "turc2019wellread": ("table3", "test-pd", 82.0, 20.0),
    "zhao2019extreme": ("table3", "dualtrain-192", 79.0, 10.0),
}
ALIKE = {
    "protocol": "",
    "task": "mnli-m",
    "metric": "accuracy",
    "set": "test",
    "baseline": "BERT_BASE",
}
ALIKE |= {"teacher": "base", "origin": "printed", "technique": "distillation", "error": 0.1}
ALIKE |= {"baseline_score": 90.0, "model": "a model"}


@pytest.fixture
def in_order(monkeypatch):
    """Let the deck's papers have one row each, all comparable, in the order of the deck."""
    rows = [
        {"id": key, "source": key, "table": table, "row": row, "score": score}
        | dict.fromkeys(ranking.AXES, factor)
        | ALIKE
        for key, (table, row, score, factor) in PAPERS.items()
    ]
    frame = pd.DataFrame(rows).set_index("source", drop=False)
    monkeypatch.setattr(compare, "of_tidy", lambda tidy, **choice: frame)
    return frame


RANKING = [name for name in claims.stated().index if name.startswith("ranking-")]


@pytest.mark.parametrize("claim", RANKING)
def test_the_order_would_hold_if_each_paper_scored_more(claim, in_order, results, planted):
    assert planted(claim, results).verdict == HOLDS


COMPARABLE = ["book-pairs-share-no-key", "book-rpp-never-ahead", "book-budget-turns-last"]


@pytest.mark.parametrize("claim", COMPARABLE)
def test_what_the_book_says_of_the_order_fails_if_it_held(claim, in_order, results, planted):
    # five papers on the same ground, RPP ahead of all, Well-Read Students ahead under every budget
    assert claims.stated().loc[claim, "verdict"] == HOLDS
    assert planted(claim, results).verdict == FAILS


def test_the_budget_turns_the_last_pair_because_embeddings_count(results, planted):
    """On MNLI at 20 times BERT-Mini has 74.8 against 71.3 where embeddings are left out.

    A tenth less leaves it 67.3 there, behind on both axes.
    """
    claim = "book-budget-turns-last"
    assert planted(claim, results).verdict == HOLDS
    worse = times("^turc2019wellread/published_readme/mini/", 0.9)(results)
    assert planted(claim, worse).verdict == FAILS


def test_a_place_fails_where_the_upper_paper_is_never_ahead(in_order, results, planted):
    in_order.loc["zhao2019extreme", "score"] = 83
    assert planted("ranking-wellread-over-extreme", results).verdict == FAILS


def test_a_lead_of_one_point_is_not_much_better_and_decides_nothing(in_order, results, planted):
    in_order.loc["zhao2019extreme", "score"] = 81  # the double sign asks for two points
    assert planted("ranking-wellread-over-extreme", results).verdict == UNDECIDABLE


def test_papers_of_other_baselines_cannot_be_put_in_order(in_order, results, planted):
    in_order.loc["guo2019rpp", "baseline"] = "BERT_LARGE"
    finding = planted("ranking-rpp-wins", results)
    assert finding.verdict == UNDECIDABLE
    assert finding.decided_by.startswith("missing: rows of guo2019rpp and sun2020mobilebert")


def test_remarks_are_judged_as_on_the_page_of_the_deck(runs):
    remarks = claims.table().filter(like="remark-", axis=0)["verdict"].value_counts()
    said = runs["small_bert"].about["said"]
    words = {HOLDS: said["hold"], FAILS: said["fail"], UNDECIDABLE: said["open"]}
    assert {word: str(number) for word, number in remarks.items()} == words
