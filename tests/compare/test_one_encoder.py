"""What the book measured on one encoder: pairs, intervals, who may be best, what was expected."""

import shutil

import numpy as np
import pandas as pd
import pytest

from smallbert import paths
from smallbert.compare import one_encoder
from smallbert.errors import UserError
from smallbert.works import compress

SOURCE = paths.data() / "sources" / "compress"
RIGHT = {"baseline": "f0", "post-8": "e0", "post-4": "c0", "post-2": "0f"}
"""Of eight items: 4, 3, 2 and 4 are right, the last four the others."""

RUNS = "row,arm,task,seed,machine,loss,dev,encoder_bytes,file_bytes,parameters,tokens,operations"
BYTES = {"baseline": 800, "post-8": 200, "post-4": 100, "post-2": 50}
DEV = {"baseline": 60, "post-8": 49, "post-4": 51, "post-2": 50}


@pytest.fixture
def lab(tmp_path, monkeypatch):
    """One task of eight items; three arms at two seeds, post-4 at the first alone."""
    folder = tmp_path / "data" / "sources" / "compress"
    shutil.copytree(SOURCE, folder)
    tasks = (SOURCE / "tasks.csv").read_text().splitlines()[:2]
    (folder / "tasks.csv").write_text("\n".join(tasks) + "\n")
    runs, answers = [f"{RUNS},seconds"], ["row,run,test,items,accuracy,right"]
    for arm, digits in RIGHT.items():
        for seed in (1, 2)[: 1 if arm == "post-4" else 2]:
            run = f"sent-{seed}-{arm}"
            runs.append(f"{run},{arm},sent,{seed},m,,{DEV[arm]},{BYTES[arm]},900,1,32,7,1")
            answers.append(f"{run}-test,{run},test,8,50,{digits}")
    (folder / "runs.csv").write_text("\n".join(runs) + "\n")
    (folder / "answers.csv").write_text("\n".join(answers) + "\n")
    (folder / "times.csv").write_text(
        "row,kind,milliseconds,low,high,processor\nbaseline,fp32,8,,,x\npost-8,int8,2,,,x\n"
    )
    monkeypatch.setenv("SMALLBERT_ROOT", str(tmp_path))


def test_answers_come_out_of_their_digits(lab):
    right = one_encoder.right("sent", "test")
    assert right["post-8", 1].tolist() == [1, 1, 1, 0, 0, 0, 0, 0]  # e0
    assert right["post-2", 2].tolist() == [0, 0, 0, 0, 1, 1, 1, 1]  # 0f


def test_an_arm_is_compared_at_the_seeds_that_both_have(lab):
    assert one_encoder.seeds(["baseline", "post-8"]) == [1, 2]
    assert one_encoder.seeds(["baseline", "post-4"]) == [1]
    with pytest.raises(UserError, match="not measured yet: layers-3"):
        one_encoder.seeds(["baseline", "layers-3"])


def test_a_difference_is_paired_by_item(lab):
    """baseline and post-8 differ in one item of eight; the baseline and post-2 in all."""
    drawn = one_encoder.scores(["baseline", "post-8", "post-2"])
    assert drawn.iloc[0].tolist() == [50, 37.5, 50]
    lost, low, high = one_encoder.interval(drawn["baseline"] - drawn["post-8"])
    assert (lost, low) == (12.5, 0)  # the one item is in no sample, or up to three times
    assert high == pytest.approx(37.5)
    middle, low, high = one_encoder.interval(drawn["baseline"] - drawn["post-2"])
    assert (middle, low, high) == (0, -75, 75)  # 9 of 256 samples have 7 or 8 items of one half


def test_what_is_surely_behind_may_not_be_best():
    chance = np.random.default_rng(0)
    common, noise = chance.normal(size=2001), chance.normal(size=(3, 2001))
    noise[:, 0] = common[0] = 0
    draws = pd.DataFrame(
        {"a": 80 + common, "b": 80 + common + noise[0], "c": 70 + common + noise[1]}
    )
    assert one_encoder.confidence_set(draws) == ["a", "b"]
    assert one_encoder.confidence_set(draws[["c"]]) == ["c"]


def test_a_size_class_has_each_technique_once_and_nothing_larger(lab):
    assert one_encoder.size_class("encoder", 4).index.tolist() == ["post-4"]  # by dev, of three
    assert one_encoder.size_class("encoder", 32).empty
    assert one_encoder.sizes()["milliseconds"]["post-8"] == 2 / 8
    assert one_encoder.sizes()["encoder"].to_dict() == {
        "baseline": 1,
        "post-8": 1 / 4,
        "post-4": 1 / 8,
        "post-2": 1 / 16,
    }


def test_a_sum_of_scores_has_signs_and_factors(lab):
    assert compress.value("baseline - post-8")[0] == 12.5
    assert compress.value("post-2 + 0.5 baseline - 0.5 post-8")[0] == 56.25


@pytest.mark.parametrize(
    ("low", "high", "outside", "found"),
    [(-0.5, 0.9, "", True), (1.1, 2, "", False), (0.5, 1.5, "", None), (1.1, 2, "yes", True)],
)
def test_a_condition_is_kept_or_broken_by_all_of_an_interval(low, high, outside, found):
    condition = pd.Series({"least": "-1", "most": "1", "outside": outside})
    assert compress.holds(condition, 0, low, high) is found


def test_what_is_missing_decides_nothing(lab):
    answers = compress.answers()
    assert answers.at["half-is-half", "answer"] == "not measured yet"
    assert "layers-3" in answers.at["half-is-half", "found"]
    assert "aware-2" in answers.at["two-bits-after-training-are-a-lottery", "found"]


def test_each_hypothesis_has_conditions_and_each_condition_arms_of_the_plan():
    conditions = pd.read_csv(SOURCE / "conditions.csv", dtype=str, keep_default_na=False)
    assert {*compress.expected()} <= {*conditions["statement"]}
    plan = {*one_encoder.arms().index}
    for combination in conditions["combination"]:
        name, *asked = combination.split()
        named = (
            asked
            if name in compress.MEASURES
            else [t[2] for t in compress.TERM.findall(combination)]
        )
        assert {each for each in named if not each.isdigit()} <= plan, combination
    assert not one_encoder.arms()["group"].isna().any()
