"""Equal budgets: the dial's means, the best so far, losses within one machine."""

import shutil
from itertools import product

import pandas as pd
import pytest

from smallbert import paths
from smallbert.errors import UserError
from smallbert.works import compress
from smallbert.works.compress import budget_expectations, budgets

SOURCE = paths.data() / "sources" / "compress"
FITS = "row,stage,arm,task,seed,rate,epochs,steps,machine,dev"


@pytest.fixture
def put(tmp_path, monkeypatch):
    """Return what writes fits, curves and answers in place of those measured.

    A fit is stage, arm, task, seed, rate, epochs, own steps, machine and dev; a curve's point and
    answers are a fit's place among them with step and dev, or with test and digits of eight items.
    """
    folder = tmp_path / "data" / "sources" / "compress"
    shutil.copytree(SOURCE, folder)
    monkeypatch.setenv("SMALLBERT_ROOT", str(tmp_path))

    def write(fits, curves=(), answers=()):
        tables = {"fits": [FITS], "curves": ["row,run,step,loss,dev"]}
        tables["fit_answers"] = ["row,run,test,items,accuracy,right,confidence"]
        tables["fits"] += [f"f{n},{','.join(map(str, fit))}" for n, fit in enumerate(fits)]
        for fit, step, dev in curves:
            tables["curves"].append(f"f{fit}-{step},f{fit},{step},,{dev}")
        for fit, test, digits in answers:
            tables["fit_answers"].append(f"f{fit}-{test},f{fit},{test},8,0,{digits}")
        for name, lines in tables.items():
            (folder / f"{name}.csv").write_text("\n".join(lines) + "\n")

    return write


def test_the_dial_has_a_line_a_task_length_and_machine(put):
    rows = ((5e-05, 2, 70), (1e-04, 2, 80), (5e-05, 4, 75))
    put(
        [
            ("dial", "baseline", "sense", 101, rate, epochs, 1, "m", dev)
            for rate, epochs, dev in rows
        ]
    )
    table = compress.dial_scores()
    assert table.loc[("sense", 2, "m")].tolist() == [70, 80]
    assert table.loc[("sense", 4, "m"), 5e-05] == 75


def test_without_fits_one_line_says_how_to_measure_them(put):
    put([])
    with pytest.raises(UserError, match="no fit is published yet; run experiments.compress equal"):
        compress.dial_scores()


TRIES = [
    *(("try", "baseline", "sent", 0, rate, 2, 200, "m", dev) for rate, dev in ((1, 70), (2, 80))),
    *(("try", "half", "sent", 0, rate, 2, 100, "m", dev) for rate, dev in ((1, 60), (2, 65))),
    *(("try", "after-50", "sent", 0, rate, 2, 100, "m", dev) for rate, dev in ((1, 72), (2, 71))),
    *(("try", "post-8", "sent", 0, rate, 2, 0, "m", dev) for rate, dev in ((1, 69), (2, 79))),
]
"""Fits 0 and 1 of the baseline, 2 and 3 of half of it, 4 and 5 after it, 6 and 7 in 8 bits."""


def test_best_so_far_counts_tries_and_all_steps_since_the_encoder(put):
    curves = [(0, 100, 75), (0, 200, 70), (1, 100, 60), (1, 200, 81), (4, 50, 73), (4, 100, 72)]
    put(TRIES, [*curves, (2, 100, 60), (3, 100, 65), (5, 50, 70), (5, 100, 71)])
    table = compress.best_so_far().set_index(["arm", "tries", "step"])["dev"]
    assert table["baseline"].to_dict() == {
        (1, 100): 75,
        (2, 100): 75,
        (1, 200): 75,  # it fell to 70 afterwards
        (2, 200): 80,  # the file's, not the 81 of the curve
    }
    # half of the steps, in which the arm was not there yet, come before its own
    assert table["after-50"].to_dict() == {(1, 150): 73, (2, 150): 73, (1, 200): 73, (2, 200): 73}
    assert table["post-8"].to_dict() == {(1, 200): 69, (2, 200): 79}  # trained as the baseline
    assert "half" not in table.index  # which has half a budget


def test_of_two_rates_alike_the_lower_is_chosen(put):
    put([("try", "baseline", "sent", 0, rate, 2, 200, "m", 80) for rate in (2, 0.5, 1)])
    assert compress.best_tried_rates().to_dict() == {("m", "baseline", "sent"): 0.5}


def equal(arm, rate, seed, machine="m", task="sent"):
    return ("equal", arm, task, seed, rate, 2, 200, machine, 80)


def test_a_loss_is_against_the_baseline_at_its_best_rate_of_the_same_seed(put):
    """Of eight items the baseline has 4 right, and 8 at the rate at which another arm is best."""
    tries = [*TRIES, ("try", "post-8", "sent", 0, 4, 2, 0, "m", 90)]
    fits = [*tries, equal("baseline", 2, 1), equal("baseline", 4, 1), equal("post-8", 4, 1)]
    put(fits, answers=[(9, "test", "f0"), (10, "test", "ff"), (11, "test", "e0")])
    losses = compress.budget_losses(of=("sent",))
    # as in test_compress: one of eight items, in no sample or up to three times
    assert losses.loc["post-8"].tolist() == pytest.approx([12.5, 0, 37.5, 37.5, 1])
    assert losses.index.tolist() == ["post-8"]


def test_a_seed_counts_where_baseline_and_arm_have_all_tasks_on_one_machine(put):
    names = product(("baseline", "post-8"), ("sent", "order"), "mn")
    fits = [("try", arm, task, 0, 1, 2, 200, machine, 80) for arm, task, machine in names]
    answers = []

    def add(arm, task, seed, machine, digits):
        answers.append((len(fits), "test", digits))
        fits.append(equal(arm, 1, seed, machine, task))

    for task in ("sent", "order"):
        add("baseline", task, 1, "m", "f0")
        add("post-8", task, 1, "m", "e0" if task == "sent" else "80")
    add("baseline", "sent", 2, "m", "f0")
    add("post-8", "sent", 2, "m", "00")  # of order, this seed has nothing
    add("baseline", "sent", 3, "n", "f0")
    add("post-8", "sent", 3, "m", "00")  # its baseline is of another machine
    put(fits, answers=answers)
    both = compress.budget_losses(of=("sent", "order")).loc["post-8"]
    assert both[["lost", "score", "seeds"]].tolist() == pytest.approx([25, 25, 1])  # 12.5 and 37.5
    sent = compress.budget_losses(of=("sent",)).loc["post-8"]
    # at seed 1 one of four right is lost, at seed 2 all four
    assert sent[["lost", "score", "seeds"]].tolist() == pytest.approx([31.25, 18.75, 2])
    by_seed = budgets.losses_by_seed(of=("sent",)).loc["post-8"].dropna()
    assert by_seed.to_dict() == {"m-1": 12.5, "m-2": 50}
    assert compress.budget_losses(of=("sent", "sense")).empty  # sense is missing
    assert budgets.budget_tasks() == ["sent", "order"]


def test_scores_by_epoch_are_the_mean_over_seeds_at_the_best_rate(put):
    """Two epochs of 100 steps; what is set halfway has its own second epoch alone."""
    fits = [*TRIES, equal("baseline", 2, 1), equal("baseline", 2, 2), equal("baseline", 1, 3)]
    halves = [("equal", arm, "sent", 1, 1, 2, 100, "m", 78) for arm in ("half", "after-50")]
    put([*fits, *halves], curves=[(8, 100, 70), (9, 100, 72), (10, 100, 10)])
    table = compress.scores_by_epoch().loc["sent"]
    assert table.loc["baseline"].to_dict() == {1: 71, 2: 80}
    assert table.loc["after-50"].dropna().to_dict() == {2: 78}


def test_a_condition_is_answered_on_the_tasks_that_its_arms_have(put):
    """3 layers have 6 of 8 right, rank 128 has 4, half the heads 5 and with a teacher 8 on sense.

    The lead of 3 layers over rank 128 is 25 points; of eight items resampled, its interval has 0.
    """
    arms = {"baseline": "ff", "layers-3": "fc", "rank-128": "f0", "layers-3-logits": "ff"}
    tries = product(arms, (1, 2, 4))
    fits = [("try", arm, "sense", 0, rate, 2, 200, "m", 80) for arm, rate in tries]
    answers = []
    for arm, digits in arms.items():
        answers.append((len(fits), "test", digits))
        fits.append(equal(arm, 1, 1, task="sense"))
    put(fits, curves=[(0, 100, 60)], answers=answers)
    found = compress.budget_answers()
    assert found.at["equal-layers-rank", "found"].startswith("25.0 (0.0 to ")
    assert found.at["equal-layers-rank", "tasks"] == "nouns"
    assert found.at["equal-layers-heads", "found"] == "not run"
    assert found.at["equal-layers-rank", "answer"] == "cannot tell"
    assert found.at["equal-ranks", "found"] == "not run"  # it is about three tasks


def test_three_tries_gain_what_the_best_has_over_the_first(put):
    """Rank 64 gains 3 points by its second rate and loses 4 of 8 items; rank 192 neither."""
    devs = {"baseline": (80, 80, 80), "rank-64": (70, 73, 72), "rank-192": (80, 79, 78)}
    devs |= {"layers-3": (60, 61, 65), "layers-1": (80, 79, 81)}
    fits = [
        ("try", arm, "sense", 0, rate, 2, 200, "m", dev)
        for arm, of_rates in devs.items()
        for rate, dev in zip((1, 2, 4), of_rates, strict=True)
    ]
    best = {"baseline": 1, "rank-64": 2, "rank-192": 1, "layers-3": 4, "layers-1": 4}
    right = {"rank-64": "f0", "layers-3": "f0"}
    answers = []
    for arm, rate in best.items():
        answers.append((len(fits), "test", right.get(arm, "ff")))
        fits.append(equal(arm, rate, 1, task="sense"))
    put(fits, curves=[(0, 100, 60)], answers=answers)
    gains = budget_expectations.gains_of_tries().set_index("arm")["gained"]
    assert gains.to_dict() == {
        "baseline": 0,
        "rank-64": 3,
        "rank-192": 0,
        "layers-3": 5,
        "layers-1": 1,
    }
    # (3 + 5) / 2 against (0 + 1) / 2
    assert budget_expectations.gain_of_damaged(of=("sense",))[0] == pytest.approx(3.5)


def test_a_model_is_surer_than_right_by_its_mean_probability(put):
    """Sure of 8 answers by 204/255 = 0.8 each, with 4 right: 30 points too sure."""
    tries = [("try", "baseline", "sense", 0, rate, 2, 200, "m", 80) for rate in (1, 2, 4)]
    fits = [*tries, equal("baseline", 1, 1, task="sense")]
    put(fits, answers=[(3, "test", f"f0,{8 * 'cc'}")])
    table = compress.overconfidence(of=("sense",))
    assert table.at["baseline", "oversure"] == pytest.approx(30)
    assert table.at["baseline", "error"] == pytest.approx(30)


def test_the_prediction_about_word_order_counts_its_fits_alone(put):
    """The baseline has 61 and 70 % on development rows; of eight items rank 128 has four right."""
    fits, answers = [], []
    for arm in ("baseline", "rank-128"):
        fits += [("try", arm, "order", 0, rate, 2, 200, "m", 80) for rate in (1, 2, 4)]
    for seed, dev in ((1, 61), (2, 70)):
        for arm, digits in (("baseline", "fc"), ("rank-128", "f0")):
            answers.append((len(fits), "test", digits))
            fits.append(("equal", arm, "order", seed, 1, 4, 200, "m", dev))
    put(fits, curves=[(0, 100, 60)], answers=answers)
    found = compress.budget_answers()
    assert found.at["equal-order-dev", "found"] == "61"
    assert found.at["equal-order-arms", "found"] == "1"
    assert found.at["equal-order-arms", "answer"] == "holds"
    assert found.at["equal-tries", "found"] == "too few"  # arms that lose little


def test_two_encoders_are_compared_by_the_arms_that_are_alike(put):
    """Of eight items the first encoder loses 1 to 3 by three arms, the second 2, 1 and 4."""
    right = {"post-4": ("fe", "fc"), "layers-3": ("fc", "fe"), "rank-128": ("f8", "f0")}
    right = {"baseline": ("ff", "ff")} | right
    fits, answers = [], []
    for (arm, digits), second in product(right.items(), (False, True)):
        task = "sense-e5" if second else "sense"
        name = "layers-6" if second and arm == "layers-3" else arm
        fits.append(("try", name, task, 0, 1, 2, 200, "m", 80))
        answers.append((len(fits), "test", digits[second]))
        fits.append(equal(name, 1, 1, task=task))
    put(fits, answers=answers)
    table = compress.losses_of_encoders("sense-e5")
    assert table["lost"].to_dict() == {"post-4": 12.5, "layers-3": 25, "rank-128": 37.5}
    assert table["second_lost"].to_list() == [25, 12.5, 50]


@pytest.mark.parametrize("lacking", [0, 1])
def test_two_encoders_agree_once_they_have_all_arms_that_are_alike(put, lacking):
    """Of eight items, arms in one order lose 1 to 7 by both encoders, so their ranks are alike."""
    names = {"baseline": "baseline"} | budgets.ALIKE
    fits, answers = [], []
    for lost, (first, second) in enumerate(names.items()):
        for task, name in (("sense", first), ("sense-e5", second)):
            fits.append(("try", name, task, 0, 1, 2, 200, "m", 80))
            answers.append((len(fits), "test", f"{0xFF << lost & 0xFF:02x}"))
            fits.append(equal(name, 1, 1, task=task))
    put(fits[: len(fits) - 2 * lacking], answers=answers[: len(answers) - lacking])
    assert budgets.budget_tasks() == ["sense"]
    of = budget_expectations.tasks_of_condition("encoder_agreement sense-e5")
    assert of == (() if lacking else ("sense-e5",))
    if of:
        assert budget_expectations.encoder_agreement(of=of)[0] == pytest.approx(1)


def test_ranks_of_two_frames_agree_by_the_losses_behind_them():
    """Losses 1, 2, 3 and 2, 1, 3: one less the six-fold squares 1 + 1 + 0 over 3 · 8."""
    first = pd.DataFrame([[9, 8, 7, 6]] * 3, columns=["baseline", "a", "b", "c"])
    second = pd.DataFrame([[9, 7, 8, 6]] * 3, columns=["baseline", "a", "b", "c"])
    middle, low, high = budget_expectations.rank_agreement(first, second)
    assert middle == pytest.approx(0.5)
    assert low <= middle <= high  # whatever the samples are
