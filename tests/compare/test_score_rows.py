"""Expected numbers are printed in the documents or worked by hand from them, as each test says."""

import math

import pandas as pd
import pytest

from smallbert import compare, data
from smallbert.compare import score_rows
from smallbert.data import survey, vocabulary


@pytest.fixture(scope="module")
def rows():
    return compare.rows(without_baseline=True).set_index("id")


MOBILE = "sun2020mobilebert/table3/mobilebert/mnli-m-accuracy"
POINT = "wu2022xtc/points/xtc-6-1bit/glue-8-average"


def test_each_cost_axis_is_the_baseline_over_the_row(rows):
    """The deck, slide 2, Table 3: 109M and 22.5B for BERT_BASE, 25.3M and 5.7B for MobileBERT."""
    row = rows.loc[MOBILE]
    assert row["with_embeddings"] == row["bytes"] == pytest.approx(109 / 25.3)
    assert row["operations"] == pytest.approx(22.5 / 5.7)
    assert (row["with_embeddings_origin"], row["operations_origin"]) == ("printed", "printed")
    assert (row["gigaoperations"], row["gigaoperations_origin"]) == (5.7, "printed")


def test_a_score_is_set_against_its_own_baseline(rows):
    """The deck, slide 2, lines 53 and 56: 84.6 and 83.3 on MNLI matched."""
    row = rows.loc[MOBILE]
    assert (row["baseline"], row["baseline_score"]) == ("BERT_BASE", 84.6)
    assert row["lost"] == pytest.approx(1.3)
    assert row["kept"] == pytest.approx(100 * 83.3 / 84.6)


def test_memory_and_its_saving_give_the_same_axis(rows):
    """The deck, slide 4: 1549.6 and 359.7 MB; on SQuAD with BERT_BASE 70.3 % less."""
    large = rows.loc["cao2020deformer/table2/deformer-large/squad-1.1-f1"]
    base = rows.loc["cao2020deformer/table1/squad/deformer"]
    assert large["memory"] == pytest.approx(1549.6 / 359.7)
    assert base["memory"] == pytest.approx(100 / 29.7)


def test_quantization_saves_bytes_and_no_weight(rows):
    """The poster, line 52: 15 % of the size, in bits; 417.64 MiB of BERT_BASE are 4 * 109.48 M."""
    row = rows.loc["ganesh2021case/effectiveness/q-bert/mnli-accuracy"]
    assert row["bytes"] == pytest.approx(100 / 15)
    assert row["with_embeddings"] == row["operations"] == 1
    assert row["megabytes"] == pytest.approx(0.15 * 417.64, abs=0.01)


def test_operations_of_another_length_are_no_size(rows):
    """DeFormer's 47.7 G are counted at 320 tokens; the ratio to 204.1 G stands."""
    row = rows.loc["cao2020deformer/table2/deformer-large/squad-1.1-f1"]
    assert row["operations"] == pytest.approx(204.1 / 47.7)
    assert math.isnan(row["gigaoperations"])


def test_a_baseline_is_its_own(rows):
    row = rows.loc["sun2020mobilebert/table3/bert-base/mnli-m-accuracy"]
    assert (row["technique"], row["lost"], row["kept"]) == ("none", 0, 100)
    assert [row[axis] for axis in compare.COSTS] == [1] * len(compare.COSTS)


def test_a_model_that_is_nobodys_baseline_is_left_out(rows):
    """The deck, slide 2, line 51 has ELMo, which no row is compared with."""
    assert not rows["model"].str.contains("ELMo").any()


def test_a_reading_is_returned_only_on_request(rows):
    """The figure's document, line 29: 8 MB and 81.8 by eye; no baseline has its average."""
    assert POINT not in set(compare.rows()["id"])
    assert rows.loc[POINT, "bytes"] == pytest.approx(417.64 / 8, abs=0.01)
    assert math.isnan(rows.loc[POINT, "kept"])


def test_a_reading_has_the_errors_of_both_axes(rows):
    """Half-widths 0.4 points and 35 % of 8 MB; an even spread has 1/sqrt(3) of it."""
    row = rows.loc[POINT]
    assert (row["digits"], row["reading"]) == (0, 0.4)
    assert row["bytes_error"] == pytest.approx(0.35 / math.sqrt(3))


def test_the_size_of_a_test_set_gives_a_standard_deviation(rows):
    """9796 examples, 83.3 % right: 100 * sqrt(0.833 * 0.167 / 9796) is 0.377."""
    row = rows.loc[MOBILE]
    assert row["sampling"] == pytest.approx(0.3768, abs=1e-4)
    assert row["error"] == pytest.approx(math.sqrt(0.3768**2 + 0.05**2 / 3), abs=1e-4)


def test_where_the_split_is_unknown_the_smaller_set_counts(rows):
    """SST-2 has 872 and 1821 examples; 100 * sqrt(0.924 * 0.076 / 872) is 0.897."""
    row = rows.loc["guo2019rpp/table1b/rpp-59.3/sst-2-accuracy"]
    assert row["sampling"] == pytest.approx(0.8974, abs=1e-4)


def test_a_correlation_has_the_error_of_a_correlation():
    """1063 examples: 100 * (1 - 0.505 ** 2) / sqrt(1062) is 2.286."""
    found = compare.sampling_error(50.5, task="cola", metric="matthews", split="test")
    assert found == pytest.approx(2.286, abs=1e-3)


def test_an_average_errs_less_than_its_smallest_task():
    """At 50 %: 100 * sqrt(0.25 * (1/872 + 1/408 + 1/40430 + 1/9815 + 1/5463 + 1/277)) / 6."""
    found = compare.sampling_error(50, task="glue-6", metric="average", split="dev")
    assert found == pytest.approx(0.7225, abs=1e-4)


def test_a_task_without_a_known_size_has_no_sampling_error():
    found = compare.sampling_error(50, task="poster-4", metric="average", split="mixed")
    assert math.isnan(found)


def test_every_task_of_the_guide_and_of_glue_has_a_size(rows):
    """Averages over other benchmarks, and retrieval, have none: their errors are not binomial."""
    asked = [task for tasks in compare.SCORES.values() for task in tasks]
    glue = vocabulary.table("tasks")["suite"].isin(["GLUE", "SQuAD"])
    rows = rows[rows["task"].isin(asked) | rows["task"].map(glue)]
    averages = rows["task"].str.startswith("glue")
    known = compare.task_sizes().index.get_level_values("task")
    assert set(rows.loc[~averages, "task"]) <= set(known)
    assert rows["sampling"].notna().all()


def test_what_is_known_of_a_teacher_and_a_split_names_rows_that_exist():
    """Each fact stands for at least one score; a planted one for none is found by the same rule."""
    found = compare.rows(without_baseline=True)
    there = found["source"] + "/" + found["table"]

    def stands(table, row, task):
        hit = there.eq(table) & found["row"].isin([row] if row else found["row"])
        return (hit & found["task"].isin([task] if task else found["task"])).any()

    for fact in survey.gather("grounds").itertuples():
        assert stands(fact.table, fact.row, fact.task), f"{fact.table}/{fact.row}: no such score"
    assert not stands("sun2020mobilebert/table3", "mobilbert", "")


def test_the_teacher_is_known_or_has_the_baselines_size(rows):
    """The poster names BERT_LARGE for MTL distillation, line 60; RPP's deck tables prune it."""
    poster = "ganesh2021case/effectiveness"
    assert rows.loc[f"{poster}/mtl-distillation/mnli-accuracy", "teacher"] == "large"
    assert rows.loc[f"{poster}/adabert/mnli-accuracy", "teacher"] == "base"
    assert rows.loc["guo2019rpp/table1a/rpp-59.3/mnli-accuracy", "teacher"] == "large"


@pytest.mark.parametrize(
    ("a", "b", "why"),
    [
        ("table3/test-pd/mnli-m-accuracy", "table3/test-sun/mnli-m-accuracy", ""),
        (
            "table3/test-pd/mnli-m-accuracy",
            "table3/test-pd/mnli-mm-accuracy",
            "the task differs: mnli-m and mnli-mm",
        ),
        (
            "table3/test-pd/qqp-f1",
            "table3/test-pd/qqp-accuracy",
            "the metric differs: f1 and accuracy",
        ),
        (
            "table3/test-pd/mnli-m-accuracy",
            "table3/dev-pd/mnli-m-accuracy",
            "the split differs: test and dev",
        ),
    ],
)
def test_rows_of_one_key_may_be_compared_and_others_not(rows, a, b, why):
    first, second = (rows.loc[f"turc2019wellread/{each}"] for each in (a, b))
    assert compare.may_compare(first, second) == why


@pytest.mark.parametrize(
    ("a", "b", "why"),
    [
        (
            MOBILE,
            "turc2019wellread/table3/test-pd/mnli-m-accuracy",
            "the teacher's size differs: large and base",
        ),
        (
            "guo2019rpp/table1a/rpp-59.3/mnli-accuracy",
            "cao2020deformer/table1/mnli/deformer",
            "the split differs: unstated in guo2019rpp and unstated in cao2020deformer",
        ),
        (
            "guo2019rpp/table1a/rpp-59.3/squad-1.1-f1",
            "cao2020deformer/table2/deformer-large/squad-1.1-f1",
            "the baseline differs: BERT_LARGE and BERT_LARGE (whole-word masking)",
        ),
        (
            "zhao2019extreme/table3/dualtrain-192/mnli-m-accuracy",
            "turc2019wellread/table3/test-pd/mnli-m-accuracy",
            "",
        ),
    ],
)
def test_works_of_the_ranking_seldom_may_be_compared(rows, a, b, why):
    assert compare.may_compare(rows.loc[a], rows.loc[b]) == why


def test_which_cost_is_part_of_the_key(rows):
    """The poster and the deck's slide 4 both time DeFormer on SQuAD, on devices of their own."""
    a = rows.loc["cao2020deformer/table1/squad/deformer"]
    b = rows.loc["ganesh2021case/effectiveness/deformer/squad-1.1-f1"]
    assert compare.may_compare(a, b) == ""
    assert "different sources or devices" in compare.may_compare(a, b, axis="speedup")
    assert compare.may_compare(a, b, axis="memory") == "DeFormer of ganesh2021case has no memory"


def test_two_speeds_on_different_devices_may_not_be_compared(rows):
    """Both are the poster's, on a GPU; only the names are made up."""
    place = "ganesh2021case/effectiveness/{}/mnli-accuracy"
    a, b = (rows.loc[place.format(each)].copy() for each in ("dynabert", "tinybert-4"))
    assert compare.may_compare(a, b, axis="speedup") == ""
    a["speedup_device"], b["speedup_device"] = "GPU, V100", "GPU, K80"
    assert "different sources or devices" in compare.may_compare(a, b, axis="speedup")


def test_a_speed_has_the_device_that_its_work_names(rows):
    """PoWER-BERT's README says K80, CoFi's V100 with 32 GB; the poster names none."""
    named = rows.groupby("source")["speedup_device"].agg(set)
    assert named["goyal2020powerbert"] - {""} == {"GPU, K80"}
    assert named["xia2022cofi"] - {""} == {"GPU, V100 32 GB"}
    assert named["ganesh2021case"] - {""} == {"GPU, not stated"}


def test_rows_come_from_sources_that_speak_of_a_technique(monkeypatch):
    """Memory3's figure has sizes and scores of models that nobody compressed."""
    every = compare.of_tidy(data.results(), without_baseline=True)
    assert "yang2024memory3" in set(data.results()["source"])
    read, results = [], data.results

    def listed(*keys, **options):
        read.extend(keys)
        return results(*keys, **options)

    monkeypatch.setattr(data, "results", listed)
    pd.testing.assert_frame_equal(compare.rows.__wrapped__(without_baseline=True), every)
    assert "yang2024memory3" not in read
    assert set(every["source"]) <= set(read)


def test_a_source_that_lends_a_baseline_is_read(monkeypatch):
    """``baselines.csv``: tables take BERT_BASE from the deck's Table 3 and DistilBERT's README."""
    monkeypatch.setattr(score_rows, "_names_technique", lambda resource: False)
    read = compare.compressing()
    assert {"sanh2019distilbert", "sun2020mobilebert"} <= set(read)
    assert "turc2019wellread" not in read  # lends none


def test_models_borrowed_from_one_work_are_told_apart():
    """XtremeDistil borrows three students from the paper on MiniLM, by its address alone."""
    rows = compare.rows("mukherjee2021xtremedistil").query("task == 'mnli-m'")
    assert {"DistilBERT", "TinyBERT, 6 layers", "MiniLM"} <= set(rows["model"])
