"""Scores with their costs, baselines and errors: printed in the documents or worked by hand."""

import math

import pytest

from smallbert import compare, data
from smallbert.compare import comparability, row_costs, sampling
from smallbert.data import side_tables, vocabulary


@pytest.fixture(scope="module")
def rows():
    return compare.scored_rows(without_baseline=True).set_index("id")


POSTER, DECK = "ganesh2021case/effectiveness", "sun2020mobilebert/table3"
MOBILE = f"{DECK}/mobilebert/mnli-m-accuracy"
POINT = "wu2022xtc/points/xtc-6-1bit/glue-8-average"
RPP = "guo2019rpp/table1a/{}/mnli-accuracy"
ZHAO = "zhao2019extreme/table3/{}/mnli-m-accuracy"
PD = "turc2019wellread/table3/test-pd/mnli-m-accuracy"
LARGE = "cao2020deformer/table2/deformer-large/squad-1.1-f1"
MOVEMENT = f"{POSTER}/movement-pruning/mnli-accuracy"
# by hand for BERT-large: (30522 + 512 + 2 + 2) * 1024 weights of embeddings, 24 layers of
# 12 * 1024 ** 2 + 13 * 1024, and the pooler
WORDS, REST = 31_782_912, 24 * (12 * 1024**2 + 13 * 1024) + 1024**2 + 1024
WHOLE, LAYER = 109_482_240, 7_087_872  # of BERT-base
VALUES = [
    # the deck, slide 1, line 21 in the block of 19.41x, and line 17 in that of 5.74x
    (ZHAO.format("dualtrain-96"), {"with_embeddings": 19.41, "score": 76.1, "baseline_score": 84}),
    # 4928 word pieces, 512 positions and 2 types; BERT-base has 85,646,592 outside its embeddings
    (
        ZHAO.format("dualtrain-192"),
        {"without_embeddings": 85_646_592 / (WHOLE / 5.74 - (4928 + 514) * 192)},
    ),
    # slide 2, lines 53 and 56: 109M, 22.5B and 84.6 for BERT-base, 25.3M, 5.7B and 83.3
    (MOBILE, {"with_embeddings": 109 / 25.3, "bytes": 109 / 25.3, "operations": 22.5 / 5.7}),
    (MOBILE, {"lost": 1.3, "kept": 100 * 83.3 / 84.6, "baseline_score": 84.6}),
    # slide 3, line 88: RPP prunes 59.3 %, so 40.7 % are left outside the embeddings; 86.1 (-0.0)
    (RPP.format("rpp-59.3"), {"without_embeddings": 100 / 40.7, "baseline_score": 86.1}),
    (RPP.format("rpp-59.3"), {"with_embeddings": (WORDS + REST) / (WORDS + 0.407 * REST)}),
    (RPP.format("nip-50"), {"baseline_score": 77.0 + 9.1}),
    # slide 6, line 132: six layers of BERT-base, 82.8; the table has no baseline
    (PD, {"with_embeddings": WHOLE / (WHOLE - 6 * LAYER), "score": 82.8, "lost": 84.6 - 82.8}),
    # slide 4: 1549.6 and 359.7 MB, 204.1 and 47.7 G, at 320 tokens; on SQuAD 70.3 % less memory
    (LARGE, {"memory": 1549.6 / 359.7, "operations": 204.1 / 47.7, "gigaoperations": math.nan}),
    ("cao2020deformer/table1/squad/deformer", {"memory": 100 / 29.7}),
    # the poster, line 56: 23.8 % with, 3 % without embeddings, 1x on a GPU
    (MOVEMENT, {"with_embeddings": 100 / 23.8, "without_embeddings": 100 / 3, "speedup": 1}),
    # line 52: 15 % of the size, in bits; 417.64 MiB of BERT-base
    (
        f"{POSTER}/q-bert/mnli-accuracy",
        {"bytes": 100 / 15, "with_embeddings": 1, "operations": 1, "megabytes": 0.15 * 417.6416},
    ),
    # 12 layers as in BERT-base with 1 bit a weight, not 32
    ("wu2022xtc/published_scores/xtc-12-1bit/mnli-m-accuracy", {"bytes_without_embeddings": 32}),
    # the figure's document, line 29: 8 MB and 81.8 by eye; half-widths 35 % and 0.4 points, and an
    # even spread has 1/sqrt(3) of it; no baseline has its average, but the model's scores in
    # another table are set against BERT-base
    (POINT, {"bytes": 417.6416 / 8, "kept": math.nan, "bytes_error": 0.35 / 3**0.5}),
    (POINT, {"digits": 0, "reading": 0.4}),
    # 9796 examples, 83.3 % right: 100 * sqrt(0.833 * 0.167 / 9796)
    (MOBILE, {"sampling": 0.37684, "error": (0.37684**2 + 0.05**2 / 3) ** 0.5}),
    # of SST-2's 872 and 1821 examples the fewer: 100 * sqrt(0.924 * 0.076 / 872)
    ("guo2019rpp/table1b/rpp-59.3/sst-2-accuracy", {"sampling": 0.89741}),
    # README of PoWER-BERT, line 21: CoLA 52.5 and 52.3, 4.5x
    ("goyal2020powerbert/table1/cola/power-bert", {"speedup": 4.5, "kept": 100 * 52.3 / 52.5}),
]
"""Ids of scores, and what is known of them."""


@pytest.mark.parametrize(("id", "known"), VALUES)
def test_a_score_has_costs_baseline_and_error(rows, id, known):
    found = rows.loc[id, [*known]].astype(float).to_dict()
    assert found == pytest.approx(known, rel=1e-4, nan_ok=True)


WORDS_OF = [
    (MOBILE, {"with_embeddings_origin": "derived", "gigaoperations_origin": "printed"}),
    (ZHAO.format("dualtrain-96"), {"with_embeddings_origin": "printed"}),  # 19.41x
    (MOBILE, {"baseline": "BERT-base", "teacher": "large"}),
    (RPP.format("rpp-59.3"), {"without_embeddings_origin": "derived", "teacher": ""}),
    (RPP.format("rpp-59.3"), {"with_embeddings_origin": "derived"}),
    (PD, {"with_embeddings_origin": "derived"}),
    (f"{POSTER}/mtl-distillation/mnli-accuracy", {"teacher": "large"}),  # line 60
    (f"{POSTER}/adabert/mnli-accuracy", {"teacher": ""}),  # stated nowhere
    # PoWER-BERT's README says K80, CoFi's V100 with 32 GB; the poster names none
    ("goyal2020powerbert/table1/cola/power-bert", {"speedup_device": "GPU, K80"}),
    (MOVEMENT, {"speedup_device": "GPU, not stated"}),
]


@pytest.mark.parametrize(("id", "known"), WORDS_OF)
def test_a_score_says_where_its_costs_come_from(rows, id, known):
    assert rows.loc[id, [*known]].to_dict() == known


def test_a_baseline_is_its_own_and_what_is_nobodys_is_left_out(rows):
    row = rows.loc[f"{DECK}/bert-base/mnli-m-accuracy"]
    assert (row["technique"], row["lost"], row["kept"]) == ("none", 0, 100)
    assert [row[axis] for axis in row_costs.COST_AXES] == [1] * len(row_costs.COST_AXES)
    assert not rows["model"].str.contains("ELMo").any()  # slide 2, line 51
    assert POINT not in set(compare.scored_rows()["id"])  # a reading, without a baseline


def test_the_smallest_student_has_the_posters_share_outside_the_embeddings(rows):
    """The poster prints 1.8 % for the student of width 48, line 65."""
    assert round(100 / rows.loc[ZHAO.format("dualtrain-48"), "without_embeddings"], 1) == 1.8


def test_what_pruning_leaves_is_counted_like_what_it_removes():
    """3 % left of BERT-base's 85.1 million weights in layers (85.6 with the pooler), of 109.5."""
    rows = compare.scored_rows("sanh2020movement").query("task == 'mnli-m'").set_index("row")
    row = rows.loc["soft-movement-3"]
    assert row["without_embeddings"] == pytest.approx(100 / 3)
    assert 109.5 / (109.5 - 0.97 * 85.1) < row["with_embeddings"] < 109.5 / (109.5 - 0.97 * 85.7)


@pytest.mark.parametrize(
    ("score", "task", "metric", "split", "error"),
    [
        # 1500 pairs: 100 * (1 - 0.88 ** 2) * sqrt((1 + 0.88 ** 2 / 2) / 1497)
        (88, "sts-b", "spearman", "dev", 0.6867),
        # 100 * sqrt(0.25 * (1/872 + 1/408 + 1/40430 + 1/9815 + 1/5463 + 1/277)) / 6
        (50, "glue-6", "average", "dev", 0.7225),
        (50, "poster-4", "average", "mixed", math.nan),  # nothing says its size
    ],
)
def test_a_sampling_error_follows_from_metric_and_set(score, task, metric, split, error):
    found = sampling.sampling_error(score, task=task, metric=metric, split=split)
    assert found == pytest.approx(error, abs=1e-3, nan_ok=True)


def test_a_spread_over_runs_adds_to_the_error_of_a_set():
    """ELECTRA-Small's replication, the mean of ten fine-tunings: RTE differs by 1.93 points."""
    tidy = data.results()
    errors = compare.standard_errors(tidy).set_axis(tidy["id"])
    (each,) = tidy[tidy["sd"].notna() & tidy["task"].eq("rte")].itertuples()
    p = each.value / 100
    sampling, runs = 100**2 * p * (1 - p) / compare.task_sizes()["rte", "dev"], 1.93**2 / 10
    assert errors[each.id] == pytest.approx((sampling + runs) ** 0.5, rel=0.01)
    assert math.isnan(errors["zhao2019extreme/table3/teacher/hidden-size"])


def test_every_task_to_choose_from_and_of_glue_has_a_size(rows):
    """Averages over other benchmarks, and retrieval, have none: their errors are not binomial."""
    asked = [task for tasks in compare.SCORES.values() for task in tasks]
    glue = vocabulary.entries("tasks")["suite"].isin(["GLUE", "SQuAD"])
    rows = rows[rows["task"].isin(asked) | rows["task"].map(glue)]
    rows = rows[rows["task"].ne("ax")]  # whose share of positives nobody prints
    averages = rows["task"].str.startswith("glue")
    known = compare.task_sizes().index.get_level_values("task")
    assert set(rows.loc[~averages, "task"]) <= set(known)
    assert rows["sampling"].notna().all()


def test_what_is_known_of_a_teacher_and_a_split_names_rows_that_exist(rows):
    there = rows["source"] + "/" + rows["table"]
    for fact in side_tables.gather("grounds").itertuples():
        hit = there.eq(fact.table) & rows["row"].isin([fact.row] if fact.row else rows["row"])
        assert (hit & rows["task"].isin([fact.task] if fact.task else rows["task"])).any(), fact


ROLES = [
    (MOBILE, "proposed"),
    (ZHAO.format("dualtrain-192"), "ablation"),
    (ZHAO.format("nokd-192"), "comparison"),
    (ZHAO.format("teacher"), ""),
    ("reimers2021layers/layers/layers-6/sts-b-score", "ablation"),
    ("reimers2021layers/layers/layers-4/sts-b-score", "proposed"),
    ("reimers2021layers/layers/layers-12/sts-b-score", ""),
]


@pytest.mark.parametrize(("score", "role"), ROLES)
def test_a_row_has_the_role_that_its_line_or_else_its_table_says(rows, score, role):
    assert rows.at[score, "role"] == role


SAME = "turc2019wellread/table3"
PAIRS = [
    (PD, f"{SAME}/test-sun/mnli-m-accuracy", ""),
    (PD, f"{SAME}/test-pd/mnli-mm-accuracy", "task"),
    (f"{SAME}/test-pd/qqp-f1", f"{SAME}/test-pd/qqp-accuracy", "metric"),
    (PD, f"{SAME}/dev-pd/mnli-m-accuracy", "set"),
    (MOBILE, PD, "teacher"),
    (RPP.format("rpp-59.3"), "cao2020deformer/table1/mnli/deformer", "set"),
    ("guo2019rpp/table1a/rpp-59.3/squad-1.1-f1", LARGE, "baseline"),
    (ZHAO.format("dualtrain-192"), PD, ""),
]


@pytest.mark.parametrize(("a", "b", "why"), PAIRS)
def test_rows_of_one_key_may_be_compared_and_others_not(rows, a, b, why):
    differs = [name for name in comparability.GROUND_KEY if rows.at[a, name] != rows.at[b, name]]
    assert differs[:1] == [why] * bool(why)
    assert (rows.at[a, "key"] == rows.at[b, "key"]) == (not why)


def test_models_borrowed_from_one_work_are_told_apart():
    """XtremeDistil borrows three students from the paper on MiniLM, by its address alone."""
    rows = compare.scored_rows("mukherjee2021xtremedistil").query("task == 'mnli-m'")
    assert {"DistilBERT", "TinyBERT, 6 layers", "MiniLM"} <= set(rows["model"])


def test_a_work_without_scores_has_no_rows_and_all_columns():
    rows = compare.scored_rows("speed")
    assert rows.empty
    assert list(rows) == list(compare.scored_rows("zhao2019extreme"))
