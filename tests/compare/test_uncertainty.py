"""How far scores may be off, by hand and by simulation, and what a difference of two tells."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy.stats import spearmanr

from smallbert import compare, data
from smallbert.compare import laboratory_spread, sampling, uncertainty


def score(value, *, work="one", laboratory="", runs=math.nan, sampling=0.4, **other):
    """Return a score with errors as in the sums below: 0.05 for digits, 16 degrees of freedom."""
    known = {"task": "mnli-m", "metric": "accuracy", "set": "dev", "source": work, "n": 10}
    known |= {"definition": "", "measured_by_laboratory": laboratory or f"laboratory of {work}"}
    errors = {"digits": 0.05, "reading": 0.0, "sampling": sampling, "runs": runs}
    errors |= {"laboratory": 0.3, "rest": 0.4, "spread_df": 16, "measured_at": work}
    based = {"id": f"{work}/{value}", "baseline_id": "b", "baseline_score": 80.0}
    based |= {"baseline_sampling": 0.4, "kept": 100 * value / 80}
    return pd.Series(known | errors | based | {"score": value} | other)


def told(a, b, **how):
    """Return what is told of the difference of two scores."""
    return compare.differences(pd.DataFrame([a]), pd.DataFrame([b]), **how).iloc[0]


def test_scores_of_two_laboratories_differ_by_these_by_their_runs_and_by_what_examples_leave():
    """2 (0.3^2 + 0.4^2) + 0.4^2 + 0.4^2 - 2 * 0.5 * 0.4 * 0.4 + 2 * 0.05^2 / 3 = 0.6617.

    Degrees of freedom: 0.6617^2 / (0.5^2 / 16) = 28.0, for which t is 2.048: a margin of 1.67.
    """
    found = told(score(82.0), score(80.4, work="two"))
    assert found.error == pytest.approx(math.sqrt(0.66167), abs=1e-4)
    assert found.df == pytest.approx(28.0, abs=0.1)
    assert found.margin == pytest.approx(1.666, abs=2e-3)
    assert (found.verdict, round(found.difference, 6)) == ("cannot tell", 1.6)
    assert told(score(82.1), score(80.4, work="two")).verdict == "higher"
    assert told(score(80.4), score(82.1, work="two")).verdict == "lower"


def test_two_works_of_one_laboratory_share_its_luck():
    """2 * 0.4^2 + 0.16 + 0.00167 = 0.48167; with 0.48167^2 / (0.32^2 / 16) = 36.3 df t is 2.03."""
    found = told(score(82.0, laboratory="lab"), score(80.4, work="two", laboratory="lab"))
    assert found.error == pytest.approx(math.sqrt(0.48167), abs=1e-4)
    assert found.margin == pytest.approx(2.028 * math.sqrt(0.48167), abs=2e-3)


def test_two_rows_of_one_work_answer_more_alike():
    """2 * 0.4^2 + (2 - 2 * 0.6) * 0.4^2 + 0.00167 = 0.44967."""
    assert told(score(82.0), score(80.4)).error == pytest.approx(math.sqrt(0.44967), abs=1e-4)
    f1 = told(score(82.0, metric="f1"), score(80.4, metric="f1"))
    assert f1.error == pytest.approx(math.sqrt(0.48167), abs=1e-4), "measured for accuracy alone"


def test_scores_of_one_work_differ_by_their_seeds_where_these_are_printed():
    """2 * 0.1^2 + 0.8 * 0.16 + 0.00167 = 0.14967, nearly normal: 1.963 * 0.3869 = 0.7594."""
    a, b = score(81.0, runs=0.1), score(80.1, runs=0.1)
    found = told(a, b)
    assert found.margin == pytest.approx(0.7594, abs=2e-3)
    assert found.verdict == "higher"
    without = told(a, score(80.1))  # of one nothing is printed
    assert without.error == pytest.approx(math.sqrt(0.44967), abs=1e-4)


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
    """Against one baseline it cancels; against two each share has two runs of one laboratory in it.

    82 of 80 is 1.025. Examples: 0.4^2 + 0.41^2 - 0.4 * 0.41 + 0.4^2 = 0.3241; runs:
    0.4^2 * (1 + 1.025^2 + 2) = 0.6481; digits: 0.05^2 / 3 * (1 + 1.025^2 + 2) = 0.0034.
    """
    a, b = score(82.0), score(80.0, work="two")
    one = told(a, b, measure="kept")
    assert one.difference == 2.5
    assert one.error == pytest.approx(told(a, b).error * 100 / 80)
    two = told(a, b.replace("b", "c"), measure="kept")
    assert two.error == pytest.approx(math.sqrt(0.3241 + 0.6481 + 0.00338) * 100 / 80, abs=1e-4)


def test_what_the_examples_share_makes_a_difference_surer_and_so_does_one_laboratory():
    margins = [compare.mnli_margin(rho=rho) for rho in (0, 0.3, 0.5, 0.7, 0.9)]
    assert margins == sorted(margins, reverse=True)
    assert compare.mnli_margin(within=True) < compare.mnli_margin()


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
    """Two models: 80, 81, 82 (squares 2) and 70, 71 (squares 0.5), so 2.5 over 3 is 0.833.

    A second run of the first laboratory, 79.8 and 80.2 in place of 80, changes nothing.
    """
    lines = [("a", 79.8, 1), ("a", 80.2, 1), ("a", 81, 2), ("a", 82, 3)]
    lines += [("b", 70, 1), ("b", 71, 2), ("alone", 99, 1)]
    made = pd.DataFrame(lines, columns=["model", "score", "measured_by_laboratory"])
    made = made.assign(task="rte", stated_task="rte", metric="accuracy", split="dev")
    made = made.assign(definition="", measured_by="")
    monkeypatch.setattr(laboratory_spread, "reports", lambda **_: made)
    (line,) = compare.laboratory_spreads.__wrapped__().itertuples()
    assert (line.df, line.models, line.reports) == (3, 2, 5)
    assert line.sd == pytest.approx(math.sqrt(2.5 / 3))
    # chi-square of 3 degrees of freedom: 0.2158 and 9.3484
    assert (line.low, line.high) == pytest.approx((0.5171, 3.4037), abs=1e-3)


def test_a_metric_without_a_name_tells_no_spread(monkeypatch):
    """MRPC's "score" is accuracy in one work and F1 in another."""
    made = pd.DataFrame({"model": "a", "score": [86.0, 90.0], "measured_by_laboratory": [1, 2]})
    made = made.assign(
        task="mrpc", stated_task="mrpc", metric="score", split="dev", definition="", measured_by=""
    )
    monkeypatch.setattr(laboratory_spread, "reports", lambda **_: made)
    assert compare.laboratory_spreads.__wrapped__().empty


def test_few_reports_of_a_task_are_shrunk_towards_what_tasks_have_in_common():
    usual, known = laboratory_spread.spreads()
    table = compare.laboratory_spreads().dropna(subset="multiple")
    for (task, metric), own in table.groupby(["task", "metric"]):
        squares, df = (own["multiple"] ** 2 * own["df"]).sum(), own["df"].sum()
        by_hand = (usual.df * usual.ratio**2 + squares) / (usual.df + df)
        assert known[task, metric].ratio == pytest.approx(math.sqrt(by_hand))
        assert known[task, metric].df == usual.df + df
    assert ("race", "accuracy") not in known, "nobody else reports it"


def test_the_parts_of_a_balanced_design_are_those_of_the_analysis_of_variance():
    """4 models in 6 laboratories: rest is the mean square of residuals, m L^2 what remains."""
    chance = np.random.default_rng(5)
    off = 0.5 * chance.standard_normal((6, 1)) + 0.3 * chance.standard_normal((6, 4))
    lines = [(row, cell, off[row, cell]) for row in range(6) for cell in range(4)]
    made = pd.DataFrame(lines, columns=["measured_by_laboratory", "cell", "score"])
    centered = off - off.mean(axis=0)
    means = centered.mean(axis=1, keepdims=True)
    rest = ((centered - means) ** 2).sum() / 15
    common = 4 * (means**2).sum() / 5
    found = laboratory_spread._variance_components(made)
    assert found["rest"] == pytest.approx(math.sqrt(rest), rel=0.01)
    assert found["laboratory"] == pytest.approx(math.sqrt((common - rest) / 4), rel=0.01)


def test_the_rest_is_the_larger_of_the_two_fits():
    parts = laboratory_spread.spread_parts().loc[:, ["laboratory", "rest"]].astype(float) ** 2
    shares = parts["rest"] / parts.sum(axis=1)
    assert laboratory_spread.rest_share() == shares.max()
    assert laboratory_spread.spread_parts().at["without", "left_out"] != ""


def test_distilbert_on_the_development_set_has_these_reports():
    """Its repository 82.1, Ettin's image 82.7; what the poster and the slides print is borrowed."""
    rows = compare.reports().query("model == 'DistilBERT' and task == 'mnli-m' and split == 'dev'")
    found = rows.set_index("source")["score"].to_dict()
    assert found == {"sanh2019distilbert": 82.1, "weller2025ettin": 82.7}


def test_a_laboratory_s_luck_is_that_of_all_tasks_of_an_average_and_the_rest_is_not():
    """GLUE's 8: the mean of the laboratory's parts; of the rest the root of the squares over 8."""
    each = [
        laboratory_spread.spread_of_score(80, task, "accuracy")
        for task in sampling.TASKS_OF_AVERAGE["glue-8"]
    ]
    common, rest, df = zip(*each, strict=True)
    found = laboratory_spread.spread_of_score(80, "glue-8", "average")
    by_hand = (np.mean(common), math.sqrt(sum(one**2 for one in rest)) / 8, min(df))
    assert found == pytest.approx(by_hand)


def test_every_score_has_the_laboratory_s_part_and_the_rest_of_what_its_task_spreads():
    """On 9,815 pairs of MNLI 84.7 has an error of 0.363 points; the parts are a multiple of it."""
    tidy = data.results("sanh2019distilbert").set_index("id", drop=False)
    scores = uncertainty.add_errors(tidy.assign(score=tidy["value"]))
    found = scores.loc["sanh2019distilbert/table1/bert-base-uncased/mnli-accuracy"]
    usual, known = laboratory_spread.spreads()
    multiple, df = known.get(("mnli-m", "accuracy"), usual)
    whole = multiple * math.sqrt(84.7 * 15.3 / 9815)
    assert found.laboratory**2 + found.rest**2 == pytest.approx(whole**2, rel=1e-3)
    assert found.rest**2 / whole**2 == pytest.approx(laboratory_spread.rest_share(), rel=1e-3)
    assert found.spread_df == df


def test_the_committed_reports_have_no_borrowed_score_and_a_work_once():
    reports = compare.reports()
    assert not reports.duplicated(["source", "model", "task", "metric", "split"]).any()
    assert reports["original"].eq("").all()
    own = reports[reports["measured_by"].ne("others")]
    theirs = reports[reports["measured_by"].eq("others")]
    of_a_set = ["model", "task", "metric", "split"]
    assert theirs.merge(own, on=of_a_set).empty, "who ran a model himself is believed"


def test_a_whole_word_masked_model_is_no_report_of_bert_large():
    """Lagunas' README links bert-large-uncased-whole-word-masking-finetuned-squad on line 71."""
    rows = compare.reports().query("task == 'squad-1.1' and metric == 'f1' and split == 'dev'")
    assert rows.query("model == 'BERT-large'")["score"].max() < 92


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

    found = sampling.sampling_error(100 * phi, task="cola", metric="matthews", split="dev")
    assert found == pytest.approx(spread(matthews), rel=0.04)


@pytest.mark.parametrize(("task", "share", "n"), [("mrpc", 0.68, 408), ("qqp", 0.37, 40430)])
def test_the_error_of_f1_is_that_of_simulated_tables(task, share, n):
    def f1(chance):
        hit, missed, alarm, _ = outcomes(chance, n, [0.88 * share, *[0.12 * share] * 2, rest])
        return 2 * hit / (2 * hit + missed + alarm)

    rest = 1 - 1.12 * share
    found = sampling.sampling_error(88, task=task, metric="f1", split="dev")
    assert found == pytest.approx(spread(f1), rel=0.04)


def test_the_error_of_spearman_is_that_of_simulated_pairs():
    """Normal pairs whose rank correlation is 0.88: Pearson's is 2 sin(0.88 pi / 6)."""
    r = 2 * math.sin(0.88 * math.pi / 6)

    def spearman(chance):
        x, y = chance.standard_normal((2, 1500))
        return spearmanr(x, r * x + math.sqrt(1 - r**2) * y)[0]

    found = sampling.sampling_error(88, task="sts-b", metric="spearman", split="dev")
    assert found == pytest.approx(spread(spearman, 2000), rel=0.06)


def test_the_error_of_a_difference_is_that_of_simulated_works():
    """Two works on the same 9815 examples; how alike their answers are is counted in them."""
    chance, n, common, rest = np.random.default_rng(7), 9815, 0.3, 0.4
    gaps, alike = [], []
    for _ in range(2000):
        hard, *own = chance.standard_normal((3, n))
        right = [hard + each < 1.4657 for each in own]  # 85 %: 1.0364 standard deviations
        alike.append(np.corrcoef(*right)[0, 1])
        gaps.append(np.subtract(*(100 * each.mean() for each in right)))
    gaps = np.add(gaps, math.sqrt(2) * math.hypot(common, rest) * chance.standard_normal(2000))
    a, b = (score(85.0, work=work, sampling=0.3604) for work in "ab")
    found = told(a, b, rho=np.mean(alike))
    assert found.error == pytest.approx(np.std(gaps), rel=0.05)  # chance: 1.6 %


@pytest.mark.parametrize("share", [0.25, 0.5])
def test_more_inside_a_work_errs_in_at_most_six_of_a_hundred(share):
    """4,000 pairs of equal models of one work; the laboratory has a share of the variance.

    Spread and its split are the book's own, the spread as uncertain as its degrees of freedom say.
    Of 4,000 draws the rate has a standard deviation of 0.35 %.
    """
    chance, count = np.random.default_rng(11), 4000
    error = sampling.sampling_error(85, task="mnli-m", metric="accuracy", split="dev")
    common, rest, df = laboratory_spread.spread_of_score(85, "mnli-m", "accuracy")
    runs = np.hypot(common, rest) * np.sqrt(1 - share) * chance.standard_normal((2, count))
    shared, own = chance.standard_normal(count), chance.standard_normal((2, count))
    examples = error * (np.sqrt(0.6) * shared + np.sqrt(0.4) * own)
    known = np.sqrt(chance.chisquare(df, count) / df)
    pairs = [
        pd.DataFrame([score(85.0, sampling=error, spread_df=df, digits=0.0)] * count).assign(
            score=85 + runs[at] + examples[at], rest=rest * known, laboratory=common * known
        )
        for at in range(2)
    ]
    told = compare.differences(*pairs)
    assert told["verdict"].ne("cannot tell").mean() <= 0.06
