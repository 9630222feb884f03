"""Whether what was expected holds: a small language of conditions on scores, and their answers."""

import re
from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd
from scipy import stats

from smallbert.compare.uncertainty import LEVEL
from smallbert.errors import UserError
from smallbert.memo import cached
from smallbert.works.compress.runs import (
    HOME_TEST,
    TOLERANCE,
    arm_scores,
    arm_sizes,
    arms,
    bootstrap_interval,
    epochs,
    holm,
    learned,
    p_values,
    read_table,
    right_answers,
    runs,
    seeds,
    size_class,
    tasks,
    tests,
    written_before,
)
from smallbert.works.compress.words import value_in_words

TERM = re.compile(r"([+-] )?(?:(\d*\.\d+) )?([a-z][\w-]*)")
"""A term of a combination of arms: its sign, its factor and the arm."""


ANSWERS_IN_ORDER = ("fails", "cannot tell", "holds")
"""What conditions do to their statement: the first of these that any does."""


Triple = tuple[float, float, float]


def expected_statements() -> dict[str, str]:
    """Return what was expected before anything was measured, by its id."""
    return {each["id"]: each["says"].strip() for each in written_before()["hypotheses"]}


@cached
def condition_answers() -> pd.DataFrame:
    """Return ``what`` each condition measures, what was found, and its statement's ``answer``.

    ``announced`` is found on all tasks, ``found`` on those learned. The answer is holds, fails or
    cannot tell, as announced; where it differs on the tasks learned, it says that, too.
    """
    table, of_statements = read_table("conditions"), {}
    for way, of in (("announced", tasks()), ("found", learned())):
        values = [measured_value(combination, of=of) for combination in table["combination"]]
        table[way] = [value_in_words(*value) for value in values]
        conditions = zip(table.itertuples(), values, strict=True)
        ranks = [ANSWERS_IN_ORDER.index(condition_answer(*each)) for each in conditions]
        worst = pd.Series(ranks, table.index).groupby(table["statement"]).min()
        of_statements[way] = worst.map(ANSWERS_IN_ORDER.__getitem__)
    announced, found = of_statements["announced"], of_statements["found"]
    answer = announced.where(announced == found, announced + "; without word order: " + found)
    return table.assign(answer=table["statement"].map(answer))


def captions_on_encoder(work: str) -> pd.DataFrame:
    """Return ``what`` was measured like a work's captions on each task learned: no verdict on them.

    ``epochs`` has those of the arms compared: where they are not the same, nothing is decided.
    """
    table, long = read_table("captions"), epochs()
    captions = table[table["work"].eq(work)].copy()
    for task in learned():
        parts = [measured_value(each, of=(task,)) for each in captions["combination"]]
        digits = 1 + captions["combination"].str.startswith("loss_above")  # of nats one more
        captions[task] = [
            value_in_words(*part, digits=n) for part, n in zip(parts, digits, strict=True)
        ]
    named = [TERM.findall(each) for each in captions["combination"]]
    durations = [long.reindex([arm for *_, arm in terms]).dropna() for terms in named]
    captions["epochs"] = [" and ".join(map("{:.0f}".format, each.unique())) for each in durations]
    return captions


def condition_answer(condition, interval: Triple) -> str:
    """Tell whether all of an interval keeps a condition, or none of it does."""
    _, low, high = interval
    least, most = (
        float(each or end) for each, end in ((condition.least, "-inf"), (condition.most, "inf"))
    )
    within, beyond = least <= low and high <= most, high < least or low > most
    if condition.outside:
        within, beyond = beyond, within
    return "holds" if within else "fails" if beyond else "cannot tell"


def measured_value(combination: str, *, of: tuple[str, ...] = ()) -> Triple:
    """Return what a condition is about, with its interval: a sum of scores, or another measure.

    `of` names the tasks, else it is those learned.
    """
    name, *arguments = combination.split()
    if name in MEASURES:
        return MEASURES[name](*arguments, of=of or learned())
    return combined_value(combination, partial(arm_scores, of=of))


def arms_combined(combination: str) -> list[str]:
    """Return the arms of a sum of scores, each once."""
    return list(dict.fromkeys(arm for *_, arm in TERM.findall(combination)))


def combined_value(combination: str, scores: Callable[[list[str]], pd.DataFrame]) -> Triple:
    """Return a sum of scores with its interval; `scores` returns samples of the arms named."""
    drawn, total = scores(arms_combined(combination)), 0
    for sign, factor, arm in TERM.findall(combination):
        total += (-1 if sign == "- " else 1) * float(factor or 1) * drawn[arm]
    return bootstrap_interval(total)


def better_than_bits(factor: str, *, of: tuple[str, ...]) -> Triple:
    """Return how many techniques without fewer bits beat the best quantization in a class."""
    table = size_class("encoder", int(factor), of=of)
    with_bits = table.index[table["technique"].str.contains("quantization")]
    without_bits = [
        name for name in table.index.difference(with_bits) if arms().at[name, "bits"] >= 16
    ]
    drawn = arm_scores([table.loc[with_bits, "score"].idxmax(), *without_bits], of=of)
    ahead = drawn[without_bits].sub(drawn.iloc[:, 0], axis=0)
    better = (holm(p_values(ahead)) < 1 - LEVEL) & (ahead.iloc[0] > 0)
    return (float(better.sum()),) * 3


def aware_leads(factor: str, *, of: tuple[str, ...]) -> Triple:
    """Return by how much quantization-aware training with a teacher leads in a class [points]."""
    table = size_class("encoder", int(factor), of=of)
    aware = table["technique"].eq("quantization-aware training with teacher")
    return measured_value(f"{table.index[aware][0]} - {table.index[~aware][0]}", of=of)


def ratio_of_spreads(arm: str, baseline_arm: str, *, of: tuple[str, ...]) -> Triple:
    """Return by how many times one arm's standard deviation over seeds is another's.

    Variances within tasks are pooled; the interval is of F, as if scores were normal.
    """
    free, squares = 0, np.zeros(2)
    common = seeds()
    for task in of:
        shares = right_answers(task, HOME_TEST).mean().unstack().loc[[arm, baseline_arm], common]
        free += len(common) - 1
        squares += (len(common) - 1) * shares.var(axis=1, ddof=1).to_numpy()
    if not free:
        raise UserError("one seed has no standard deviation; run more")
    ratio = np.sqrt(squares[0] / squares[1])
    width = np.sqrt(stats.f.ppf((1 + LEVEL) / 2, free, free))
    return float(ratio), float(ratio / width), float(ratio * width)


def saved_operations(*, of: tuple[str, ...]) -> Triple:  # the same for all tasks
    """Return the most operations that an arm of bits or of zeros saves [%]."""
    names = arms().index[arms()["group"].isin(["fewer bits", "zeros"])]
    return (100 * (1 - arm_sizes().loc[names, "operations"].min()),) * 3


def won_back(*, of: tuple[str, ...]) -> Triple:
    """Return the share of what 70 % zeros lose that comes back where weights may grow again [%]."""
    drawn = arm_scores(["baseline", "prune-70", "deleted-70"], of=of)
    gone = drawn["baseline"] - drawn["prune-70"]
    return bootstrap_interval(100 * (drawn["deleted-70"] - drawn["prune-70"]) / gone)


def loss_above(arm: str, other_arm: str, *, of: tuple[str, ...]) -> Triple:
    """Return how much higher one arm's training loss is, with the least and most of all runs."""
    losses = runs()[runs()["task"].isin(of)]
    losses = losses.pivot(index=["task", "seed"], columns="arm", values="loss")
    apart = losses[arm] - losses[other_arm]
    return float(apart.mean()), float(apart.min()), float(apart.max())


def losses_away(names: list[str]) -> dict[str, pd.DataFrame]:
    """Return what arms lose against the baseline [points], at home and on each unseen domain."""
    all_tests, by_test = tests(), {}
    task = all_tests.loc[all_tests["test"].ne(HOME_TEST), "task"].iloc[0]
    for test in all_tests.loc[all_tests["task"].eq(task), "test"]:
        drawn = arm_scores(["baseline", *names], test=test, of=(task,))
        by_test[test] = drawn[names].rsub(drawn["baseline"], axis=0)
    return by_test


def more_away(*, of: tuple[str, ...]) -> Triple:  # of the one task that has tests away
    """Return how much more arms that lose 2 to 10 points at home lose away, in the mean."""
    lost = losses_away([*arms().index.drop("baseline")])
    home = lost.pop(HOME_TEST)
    some = home.columns[home.iloc[0].between(2, 10)]
    return bootstrap_interval((sum(lost.values()) / len(lost) - home)[some].mean(axis=1))


def order_above_others(*, of: tuple[str, ...]) -> Triple:  # order against the others, always
    """Return by how much order loses a larger share of its distance than the next task [%]."""
    known = arm_sizes().loc[arms().index.drop("baseline")]
    names = known.index[known[["encoder", "file"]].min(axis=1) <= TOLERANCE / 2]
    floor = tests().query("test == @HOME_TEST").set_index("task")["majority"]
    shares = {}
    for task in tasks():
        drawn = arm_scores(["baseline", *names], of=(task,))
        lost = drawn[names].rsub(drawn["baseline"], axis=0).mean(axis=1)
        shares[task] = 100 * lost / (drawn["baseline"] - floor[task])
    own = shares.pop("order")
    return bootstrap_interval(own - max(shares.values(), key=lambda each: each[0]))


MEASURES: dict[str, Callable[..., Triple]] = {
    "better_than_bits": better_than_bits,
    "aware_leads": aware_leads,
    "spread": ratio_of_spreads,
    "saved_operations": saved_operations,
    "won_back": won_back,
    "loss_above": loss_above,
    "more_away": more_away,
    "order_above_others": order_above_others,
}
"""The measures that ``conditions.csv`` and ``captions.csv`` name, which are no sums of scores."""
