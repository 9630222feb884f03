"""What single claims find, worked out by hand from the rows and times that they rest on."""

from statistics import median

import pytest

from smallbert import claims
from smallbert.claims import FAILS, HOLDS, UNDECIDABLE
from smallbert.works import speed

from .planting import change, put


def paired(slow: str, fast: str) -> float:
    """Return the median ratio of two runs over the rounds, in which each ran once."""
    rounds = speed.latencies()["times"]
    return median(a / b for a, b in zip(rounds[slow], rounds[fast], strict=True))


def test_a_bound_within_the_interval_of_a_speedup_is_open(results, planted):
    # 1.13 times as fast, and up to 1.22 by the ratios of the rounds; three tenths more pass 1.5
    claim = "book-simple-parts-little-gain"
    slower = change("speed/latency/mobilebert-b1-n32/.*", f"*{1 / 1.3}")
    assert planted(claim, results).verdict == HOLDS
    assert planted(claim, slower(results)).verdict == UNDECIDABLE


def test_half_the_layers_reach_what_half_the_operations_promise(results, planted):
    # 12 layers over 3, the pooler being next to nothing
    found = planted("book-fewer-layers-keep-promise", results)
    ratio = paired("bert-base-b1-n128", "bert-base-3-b1-n128")
    assert found.value == pytest.approx(ratio / 4, 1e-3)
    assert found.comparisons == 2  # both depths, at four settings each


@pytest.mark.parametrize(
    ("claim", "slow", "fast"),
    [
        ("book-multiplied-codes-faster", "bert-base-b1-n256", "bert-base-int8-b1-n256"),
        ("book-stored-codes-no-faster", "bert-base-b1-n256", "bert-base-stored-int8-b1-n256"),
        ("book-codes-slow-the-smallest", "bert-tiny-b1-n32", "bert-tiny-int8-b1-n32"),
    ],
)
def test_a_speedup_of_a_claim_is_that_of_the_page(claim, slow, fast, results, planted):
    assert planted(claim, results).value == pytest.approx(paired(slow, fast))


def test_a_weak_correlation_of_few_points_refutes_no_trend(results, planted):
    found = planted("size-trend", results)
    assert found.value < claims.thresholds_of(claims.all_claims()["size-trend"])["weak"]
    assert found.verdict == UNDECIDABLE  # 0.11, from -0.41 to 0.58


@pytest.mark.parametrize(("lead", "verdict"), [(3, HOLDS), (1, UNDECIDABLE), (-3, FAILS)])
def test_a_lead_counts_beyond_what_chance_explains(lead, verdict, results, planted):
    """On MNLI one run each of two models of a work tells them apart from about 1.6 points on."""
    students = "wang2020minilm/english_v2/minilmv2-6-{}-{}/mnli-m-accuracy"
    small = {students.format(384, "bert-large"): 83 + lead, students.format(384, "bert-base"): 83}
    wide = {students.format(768, "bert-large"): 88, students.format(768, "bert-base"): 83}
    found = planted("book-minilmv2-larger-teacher", put(**small, **wide)(results))
    assert (found.verdict, found.value) == (verdict, lead)


def test_a_mean_over_tasks_is_surer_than_a_task_and_needs_all_errors(results, planted):
    """MoQ leads plain training by 12.41 points over nine tasks, each within its own chance."""
    found = planted("book-moq-beats-basic", results)
    assert found.value == pytest.approx(12.41 / 9, abs=0.001)
    ahead = change("deepspeed2021moq/table1/basic/.*", "*0.95")
    assert planted("book-moq-beats-basic", ahead(results)).verdict == HOLDS
    unknown = results.assign(task=results["task"].mask(results["task"].eq("rte"), "unheard-of"))
    assert planted("book-moq-beats-basic", ahead(unknown)).verdict == UNDECIDABLE


def test_one_lower_score_of_five_refutes_at_a_surer_level(results, planted):
    """On MNLI 84.4 and 83.2 are further apart than 1.14, and not than 1.54 for five tasks."""
    claim, squad = "deformer-as-accurate", {"cao2020deformer/table1/squad/deformer": 88.0}
    mnli = "cao2020deformer/table1/mnli/deformer"
    found = planted(claim, put(**squad, **{mnli: 83.2})(results))
    assert (found.verdict, found.comparisons) == (UNDECIDABLE, 5)
    assert planted(claim, put(**squad)(results)).verdict == FAILS  # 82.6
