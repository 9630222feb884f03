"""What all works together say: contrasts, the fit of a law, and what it foretells."""

import numpy as np
import pandas as pd
import pytest

from smallbert.compare import laws


def balanced() -> pd.DataFrame:
    """Return five laboratories with means of 1 to 5, each with two models half a point apart."""
    lost = [mean + off for mean in range(1, 6) for off in (-0.5, 0.5)]
    return pd.DataFrame({"lost": lost, "laboratory": np.repeat([*"abcde"], 2)})


def test_a_law_of_balanced_laboratories_is_the_mean_of_their_means():
    """Within, 10 * 0.25 / (10 - 5) = 0.5; of a mean 0.25; between, 2.5 - 0.25 = 2.25.

    The error is sqrt(2.5 / 5) = 0.7071, and Student's t of 4 is 2.776; one more laboratory's mean
    of two models has 0.5 + 2.25 + 0.25, one more model 0.5 + 2.25 + 0.5.
    """
    table = balanced()
    law = laws.fit_law(table["lost"], table["laboratory"])
    assert (law.laboratories, law.checkpoints, law.simple) == (5, 10, 3)
    assert law.estimate == pytest.approx(3)
    assert [law.error, law.between, law.within] == pytest.approx([0.7071, 1.5, 0.7071], abs=1e-3)
    assert law.half() == pytest.approx(2.776 * 0.7071, abs=2e-3)
    assert law.half(laboratory=True) == pytest.approx(2.776 * np.sqrt(3.0), abs=5e-3)
    assert law.half(model=True) == pytest.approx(2.776 * np.sqrt(3.25), abs=5e-3)


def test_a_slope_is_of_lines_through_full_size():
    """Once halved 0.9 and 1.1 are lost and twice halved 2: (0.9 + 1.1 + 4) / 6 = 1.

    Two laboratories lose 0.1 for each halving more, two less; 5 * 0.02 / 10 is left over.
    """
    x = pd.Series([1.0, 1.0, 2.0] * 5)
    own = pd.Series(np.repeat([-0.1, -0.1, 0.0, 0.1, 0.1], 3))
    lost = pd.Series([0.9, 1.1, 2.0] * 5) + own * x
    law = laws.fit_law(lost, pd.Series(np.repeat([*"abcde"], 3)), x)
    assert law.estimate == pytest.approx(1)
    assert law.within == pytest.approx(0.1)


def test_four_laboratories_make_no_law():
    table = balanced().query("laboratory != 'e'")
    law = laws.fit_law(table["lost"], table["laboratory"])
    assert law.simple == 2.5
    assert np.isnan(law.estimate)


def test_contrasts_are_of_one_laboratory():
    """FasterTransformer prints 89.53 and, in 8 bits, 89.09; MobileBERT's baseline is of others."""
    found = laws.contrasts()
    static = found[
        found["id"].eq("nvidia2021fastertransformer/squad/pytorch-static-1/squad-1.1-f1")
    ]
    assert static[["law", "laboratory"]].to_numpy().tolist() == [[laws.EIGHT_BITS, "NVIDIA"]]
    assert static["lost"].item() == pytest.approx(0.44)
    elsewhere = {"sun2020mobilebert", "mukherjee2021xtremedistil", "liu2022bit"}
    assert not elsewhere & {*found.loc[found["law"].ne(laws.EIGHT_BITS), "source"]}
    assert not found["role"].eq("ablation").any()


@pytest.mark.parametrize("task", ["all", "mnli", "squad", "sst-2"])
def test_laws_agree_with_the_plain_mean_of_laboratories(task):
    known = laws.laws(task).dropna(subset="estimate")
    assert len(known)
    assert ((known["estimate"] - known["simple"]).abs() < known["half"]).all()
    assert (known["half"] < known["laboratory_half"]).all()
    assert (known["laboratory_half"] < known["model_half"]).all()


def test_without_law_there_is_no_interval():
    listed = laws.laws().query("laboratories < @laws.FEWEST_LABORATORIES")
    assert {"pruning", "pruning, with a teacher"} <= {*listed["law"]}
    assert listed[["estimate", "half", "model_half"]].isna().all(axis=None)


def test_a_laboratory_left_out_is_foretold_by_the_others():
    """At 95 %, of 17 predictions hardly three may miss (binomial: 5 %)."""
    left = laws.laws_left_out()
    assert (~left["foretold"].astype(bool)).sum() <= 2
    assert left["inside"].sum() / left["checkpoints"].sum() >= 0.95


def test_a_rank_has_the_interval_of_its_models():
    """Of 45 models r = 0.973: z = 2.140, 1.96 * sqrt((1 + 0.473) / 42) = 0.367."""
    ranks = laws.foretelling().set_index("task")
    r, n = ranks.loc["qnli", ["rank", "models"]]
    width = 1.96 * np.sqrt((1 + r**2 / 2) / (n - 3))
    ends = np.tanh([np.arctanh(r) - width, np.arctanh(r) + width])
    assert ranks.loc["qnli", ["low", "high"]].tolist() == pytest.approx([*ends], abs=1e-4)
    assert ranks["rank"].between(0, 1).all()


def test_a_law_is_told_with_the_ends_of_its_interval_and_a_mean_without(monkeypatch):
    """0.6 ± 0.4 are 0.2 to 1.0; of three laboratories there is the plain mean alone."""
    lines = [("a", "mean", 0.6, 0.4, 0.7, 9.0), ("b", "mean", np.nan, np.nan, -0.26, 3.0)]
    columns = ["law", "each", "estimate", "half", "simple", "laboratories"]
    monkeypatch.setattr(laws, "laws", lambda *_: pd.DataFrame(lines, columns=columns))
    assert laws.law_in_words("a", "mean") == "0.6 % of the score (0.2 to 1.0)"
    told = "−0.3 % of the score in the plain mean of 3 laboratories, too few for a law"
    assert laws.law_in_words("b", "mean") == told
    assert laws.law_in_words("c", "mean") == "what nobody measured"
