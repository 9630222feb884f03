"""How far scores may be off, by hand and by simulation, and what a difference of two tells."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy.stats import spearmanr

from smallbert import compare, data
from smallbert.compare import uncertainty
from smallbert.compare.uncertainty import FACTOR


def score(value, *, work="one", runs=math.nan, sampling=0.4, laboratory=0.5, **other):
    """Return a score with errors as in the sums below: 0.05 for digits, 16 degrees of freedom."""
    known = {"task": "mnli-m", "metric": "accuracy", "set": "dev", "source": work, "n": 10}
    known |= {"definition": ""}
    errors = {"digits": 0.05, "reading": 0.0, "sampling": sampling, "runs": runs}
    errors |= {"laboratory": laboratory, "laboratory_df": 16, "measured_at": work}
    based = {"id": f"{work}/{value}", "baseline_id": "b", "baseline_score": 80.0}
    based |= {"baseline_sampling": 0.4, "kept": 100 * value / 80}
    return pd.Series(known | errors | based | {"score": value} | other)


def told(a, b, **how):
    """Return what is told of the difference of two scores."""
    return compare.differences(pd.DataFrame([a]), pd.DataFrame([b]), **how).iloc[0]


def test_scores_of_two_works_differ_by_laboratories_and_by_what_the_examples_leave():
    """2 * 0.5^2 + 0.4^2 + 0.4^2 - 2 * 0.5 * 0.4 * 0.4 + 2 * 0.05^2 / 3 = 0.6617.

    Degrees of freedom: 0.6617^2 / (0.5^2 / 16) = 28.0, for which t is 2.048: a margin of 1.67.
    """
    found = told(score(82.0), score(80.4, work="two"))
    assert found.error == pytest.approx(math.sqrt(0.66167), abs=1e-4)
    assert found.df == pytest.approx(28.0, abs=0.1)
    assert found.margin == pytest.approx(1.666, abs=2e-3)
    assert (found.verdict, round(found.difference, 6)) == ("cannot tell", 1.6)
    assert told(score(82.1), score(80.4, work="two")).verdict == "higher"
    assert told(score(80.4), score(82.1, work="two")).verdict == "lower"


def test_scores_of_one_work_differ_by_their_seeds_where_these_are_printed():
    """2 * 0.1^2 + 0.16 + 0.00167 = 0.18167, nearly normal: 1.962 * 0.4262 = 0.836."""
    a, b = score(81.0, runs=0.1), score(80.1, runs=0.1)
    found = told(a, b)
    assert found.margin == pytest.approx(0.836, abs=2e-3)
    assert found.verdict == "higher"
    without = told(a, score(80.1))  # of one nothing is printed
    assert without.margin == pytest.approx(1.666, abs=2e-3)


def test_with_too_few_reports_a_gap_must_exceed_three_times_mnlis_margin():
    a = score(84.9, laboratory=math.nan, task="rte")
    found = told(a, score(80.3, work="two", task="rte", laboratory=math.nan))
    assert (found.verdict, FACTOR) == ("cannot tell", 3)
    assert found.margin == pytest.approx(3 * compare.mnli_margin(), rel=1e-3)
    assert math.isnan(found.error)
    b = score(80.1, work="two", task="rte", laboratory=math.nan)
    assert told(a, b).verdict == "higher"


def test_an_unknown_size_of_the_set_never_counts_as_no_error():
    a, b = score(90.0, sampling=math.nan), score(10.0, sampling=math.nan)
    found = told(a, b)
    assert (found.verdict, math.isnan(found.margin)) == ("cannot tell", True)


def test_scores_on_other_examples_are_not_compared():
    found = told(score(90.0), score(10.0, set="test"))
    assert (found.verdict, math.isnan(found.margin)) == ("cannot tell", True)
    assert told(score(90.0), score(10.0, task="mnli")).verdict == "higher"
    found = told(score(90.0), score(10.0, definition="9 tasks with WNLI"))
    assert (found.verdict, math.isnan(found.margin)) == ("cannot tell", True)


def test_errors_of_baselines_count_where_they_differ():
    """Against one baseline it cancels; against two each share has two laboratories in it.

    82 of 80 is 1.025. Examples: 0.4^2 + 0.41^2 - 0.4 * 0.41 + 0.4^2 = 0.3241; laboratories:
    0.5^2 * (1 + 1.025^2 + 2) = 1.0127; digits: 0.05^2 / 3 * (1 + 1.025^2 + 2) = 0.0034.
    """
    a, b = score(82.0), score(80.0, work="two")
    one = told(a, b, measure="kept")
    assert one.difference == 2.5
    assert one.error == pytest.approx(told(a, b).error * 100 / 80)
    two = told(a, b.replace("b", "c"), measure="kept")
    assert two.error == pytest.approx(math.sqrt(0.3241 + 1.01266 + 0.00338) * 100 / 80, abs=1e-4)


def test_what_the_examples_share_makes_a_difference_surer():
    margins = [compare.mnli_margin(rho=rho) for rho in (0, 0.3, 0.5, 0.7, 0.9)]
    assert margins == sorted(margins, reverse=True)
    # t of 27 degrees of freedom, 2.05, and 100 * sqrt(0.85 * 0.15 / 9815) = 0.3604
    sd = compare.laboratories().set_index(["task", "split"])["sd"]["mnli-m", "dev"]
    assert compare.mnli_margin() == pytest.approx(2.05 * math.sqrt(2 * sd**2 + 0.3604**2), abs=0.01)


def test_tidy_results_are_compared_like_rows():
    """DistilBERT's repository: 84.7 for BERT-base uncased and 82.1 for DistilBERT."""
    tidy = data.results("sanh2019distilbert").set_index("id", drop=False)
    a, b = (
        tidy.loc[f"sanh2019distilbert/table1/{row}/mnli-accuracy"]
        for row in ("bert-base-uncased", "distilbert-base-uncased")
    )
    found = told(a, b)
    assert (round(found.difference, 6), found.verdict) == (2.6, "higher")


# Laboratories


def test_the_spread_between_laboratories_is_pooled_over_models(monkeypatch):
    """Two models: 80, 81, 82 (squares 2) and 70, 71 (squares 0.5), so 2.5 over 3 is 0.833."""
    lines = [("a", 80), ("a", 81), ("a", 82), ("b", 70), ("b", 71), ("alone", 99)]
    made = pd.DataFrame(lines, columns=["model", "score"])
    made = made.assign(task="rte", stated_task="rte", metric="accuracy", split="dev", definition="")
    monkeypatch.setattr(compare.uncertainty, "reports", lambda **_: made)
    (line,) = compare.laboratories.__wrapped__().itertuples()
    assert (line.df, line.models, line.reports) == (3, 2, 5)
    assert line.sd == pytest.approx(math.sqrt(2.5 / 3))
    # chi-square of 3 degrees of freedom: 0.2158 and 9.3484
    assert (line.low, line.high) == pytest.approx((0.5171, 3.4037), abs=1e-3)


def test_distilbert_on_the_development_set_has_these_reports():
    """Its repository 82.1, Ettin's image 82.7; what the poster and the slides print is borrowed."""
    rows = compare.reports().query("model == 'DistilBERT' and task == 'mnli-m' and split == 'dev'")
    found = rows.set_index("source")["score"].to_dict()
    assert found == {"sanh2019distilbert": 82.1, "weller2025ettin": 82.7}


def test_an_average_has_the_spread_of_its_tasks_or_three_times_mnlis():
    """GLUE's 8: MNLI, SST-2 and QNLI known, five not."""
    sd = compare.laboratories().set_index(["task", "split"])["sd"]
    known = [sd[task, "dev"] for task in ("mnli-m", "sst-2", "qnli")]
    by_hand = math.sqrt(sum(each**2 for each in known) + 5 * (3 * known[0]) ** 2) / 8
    tidy = data.results("weller2025ettin").query("task.str.startswith('glue')").iloc[:1]
    row = compare.uncertainty.add(tidy.assign(score=tidy["value"]))
    assert row["laboratory"].item() == pytest.approx(by_hand)


def test_the_committed_reports_have_no_borrowed_score_and_a_work_once():
    reports = compare.reports()
    assert not reports.duplicated(["source", "model", "task", "metric", "split"]).any()
    assert reports["original"].eq("").all()
    mnli = compare.laboratories().set_index(["task", "metric", "split"])
    found = mnli.loc[("mnli-m", "accuracy", "dev")]
    assert 0.35 < found["low"] < found["sd"] < found["high"] < 0.75
    assert found["df"] >= 16


# Standard errors against simulation, 4000 draws: a standard deviation within 1.1 % of chance


def spread(draw, count=4000):
    chance = np.random.default_rng(7)
    return 100 * np.std([draw(chance) for _ in range(count)])


def outcomes(chance, n, table):
    return chance.multinomial(n, table) / n


@pytest.mark.parametrize("phi", [0.49, 0.61, 0.69])
def test_the_error_of_matthews_is_that_of_simulated_tables(phi):
    share = 0.691
    both = phi * share * (1 - share)
    table = [share**2 + both, share * (1 - share) - both, share * (1 - share) - both]

    def matthews(chance):
        a, b, c, d = outcomes(chance, 1043, [*table, 1 - sum(table)])
        return (a * d - b * c) / math.sqrt((a + b) * (a + c) * (d + b) * (d + c))

    found = uncertainty.sampling_error(100 * phi, task="cola", metric="matthews", split="dev")
    assert found == pytest.approx(spread(matthews), rel=0.04)


@pytest.mark.parametrize(("task", "share", "n"), [("mrpc", 0.68, 408), ("qqp", 0.37, 40430)])
def test_the_error_of_f1_is_that_of_simulated_tables(task, share, n):
    def f1(chance):
        hit, missed, alarm, _ = outcomes(chance, n, [0.88 * share, *[0.12 * share] * 2, rest])
        return 2 * hit / (2 * hit + missed + alarm)

    rest = 1 - 1.12 * share
    found = uncertainty.sampling_error(88, task=task, metric="f1", split="dev")
    assert found == pytest.approx(spread(f1), rel=0.04)


def test_the_error_of_spearman_is_that_of_simulated_pairs():
    """Normal pairs whose rank correlation is 0.88: Pearson's is 2 sin(0.88 pi / 6)."""
    r = 2 * math.sin(0.88 * math.pi / 6)

    def spearman(chance):
        x, y = chance.standard_normal((2, 1500))
        return spearmanr(x, r * x + math.sqrt(1 - r**2) * y)[0]

    found = uncertainty.sampling_error(88, task="sts-b", metric="spearman", split="dev")
    assert found == pytest.approx(spread(spearman, 2000), rel=0.06)


def test_the_error_of_a_difference_is_that_of_simulated_works():
    """Two works on the same 9815 examples; how alike their answers are is counted in them."""
    chance, n, laboratory = np.random.default_rng(7), 9815, 0.474
    gaps, alike = [], []
    for _ in range(2000):
        hard, *own = chance.standard_normal((3, n))
        right = [hard + each < 1.4657 for each in own]  # 85 %: 1.0364 standard deviations
        alike.append(np.corrcoef(*right)[0, 1])
        gaps.append(np.subtract(*(100 * each.mean() for each in right)))
    gaps = np.add(gaps, math.sqrt(2) * laboratory * chance.standard_normal(2000))
    a, b = (score(85.0, work=work, sampling=0.3604, laboratory=laboratory) for work in "ab")
    found = told(a, b, rho=np.mean(alike))
    assert found.error == pytest.approx(np.std(gaps), rel=0.05)  # chance: 1.6 %
