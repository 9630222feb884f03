"""Claims on the poster meet planted counter-examples, each worked out by hand from its rows."""

import pytest

from smallbert import claims
from smallbert.claims import FAILS, HOLDS

from ..planting import cells, curve, drop, every, row, times

TABLE = "ganesh2021case/effectiveness"
SIZE, GPU, CHANGE = "size-with-embeddings", "speedup-gpu", "poster-4-average-drop"
MODELS = "desislavov2021compute/published_models"
SEVERAL = ["distilbert", "mobilebert", "tinybert-4", "extreme-48"]
GUIDED = ["dynabert", "ladabert", "mobilebert-8-bit", "gobo-distilbert"]


def poster(name: str, **quantities: float):
    """Return a plant that sets cells of a row of the poster; ``_`` stands for a hyphen."""
    named = {key.replace("_", "-"): value for key, value in quantities.items()}
    return row(f"{TABLE}/{name}", **named)


PLANTS = {
    "models-grow": (drop(f"^{MODELS}/(?:megatron|gpt-2|bert-large|albert-xxl)/"), FAILS),
    "near-a-trillion": (
        cells("yang2024memory3/points", "parameters-without-embeddings", **{"falcon-40b": 400}),
        HOLDS,
    ),
    "needs-a-cloud": (drop("^cao2020deformer/table3/bert-base/"), HOLDS),
    # TinyBERT is smaller than Q-BERT and shares MNLI and SST-2 with it
    "quantization-best": (poster("tinybert-4", mnli_accuracy=90), FAILS),
    "pruning-is-free": (poster("rpp", **{CHANGE: -0.5}), FAILS),
    "pruning-breaks-down": (poster("movement-pruning", **{CHANGE: -0.2}), FAILS),
    "agnostic-students-fast": (poster("adabert", speedup_gpu=5), FAILS),
    "several-losses-help": (cells(TABLE, SIZE, **dict.fromkeys(SEVERAL, 99)), FAILS),
    # MiniLM becomes as small as MTL distillation, 24.1 %, and scores more on all three tasks
    "attention-loss-helps": (
        every(poster("minilm", size_with_embeddings=24), drop(f"^{TABLE}/lightpaff/")),
        HOLDS,
    ),
    "guided-is-better": (cells(TABLE, SIZE, **dict.fromkeys(GUIDED, 99)), FAILS),
    "compound-is-extreme": (poster("edgebert", **{CHANGE: -4}), FAILS),
    # the two scores whose sign turns, far below both baselines
    "baseline-decides": (
        every(poster("minilm", qqp_score=80), poster("deformer", qqp_score=80)),
        FAILS,
    ),
    "special-hardware-pays": (times("^speed/latency/bert-base-(?:csr|int8)", 99), FAILS),
    "device-decides": (curve(TABLE, GPU, "speedup-cpu", lambda x: 2 * x), FAILS),
    "student-shape-decides": (curve(TABLE, SIZE, GPU, lambda x: 100 / x), FAILS),
    "compound-beats-single": (poster("edgebert", mnli_accuracy=60, sst_2_accuracy=60), FAILS),
    "longest-chain-smallest": (poster("adabert", size_with_embeddings=1), FAILS),
    "book-embeddings-hide": (poster("lightpaff", size_without_embeddings=20), FAILS),
    "book-quantization-no-faster": (poster("q-bert", speedup_gpu=1.5), FAILS),
    "book-pruning-no-faster": (poster("rpp", speedup_gpu=1.5), FAILS),
    "book-decomposition-slower": (poster("matrix-decomposition", speedup_gpu=1.1), FAILS),
    "book-dynamic-keeps-size": (poster("deebert", size_with_embeddings=60), FAILS),
    "book-sharing-hardly-faster": (poster("albert", speedup_gpu=4), FAILS),
    "book-narrow-faster": (poster("adabert", speedup_gpu=30), FAILS),
}


@pytest.mark.parametrize("claim", PLANTS)
def test_a_claim_on_the_poster_turns_with_its_numbers(claim, results, planted):
    plant, expected = PLANTS[claim]
    assert expected != claims.stated().loc[claim, "verdict"]
    assert planted(claim, plant(results)).verdict == expected


def test_headings_as_printed_change_what_a_finding_rests_on(results):
    stated = claims.stated().loc["several-losses-help"]
    found = [
        claims.find(stated, claims.Material(corrected=corrected, instead=results))
        for corrected in (True, False)
    ]
    # printed, DistilBERT stands under attention and LightPAFF under structured pruning
    assert [each.comparisons for each in found] == [4 * 4, 3 * 4]


def test_quantization_is_compared_over_shared_tasks(results, planted):
    # Q-BERT and TinyBERT share MNLI and SST-2 (lines 52 and 65): -1.4, 0.0
    assert planted("quantization-best", results).value == pytest.approx(-1.4 / 2)
