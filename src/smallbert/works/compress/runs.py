"""What this book measured itself on one encoder: who loses least, paired over seeds and test items.

The tables are those of the source `KEY`; the code that measures lies in
``experiments/compress``, and the source's ``hypotheses.yaml`` has the protocol followed here.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from smallbert.compare.uncertainty import LEVEL
from smallbert.data import sources
from smallbert.errors import UserError
from smallbert.memo import cached

KEY = "compress"

DRAWS = 10_000
"""Bootstrap samples; the measured values themselves stand before them."""

AT_ONCE = 500
"""How many samples are drawn at once, which bounds the memory that they take."""

HOME_TEST = "test"
"""The test whose items are from where the training rows are."""

SIZE_CLASSES = {"encoder": (2, 4, 8, 16, 32), "file": (2, 4, 8)}
SIZE_CLASSES |= {"operations": (2, 3, 6), "milliseconds": (2, 3, 6)}
"""What is limited, and to which fractions of the baseline's; the last two came after the runs."""

TOLERANCE = 1.1
"""An arm is in a class that has at most so many times the bytes of the class."""


def read_table(name: str) -> pd.DataFrame:
    """Return a table of the source, every cell a string."""
    return sources.table_of(KEY, name)


@cached
def arms() -> pd.DataFrame:
    """Return every arm that the protocol has, measured or not, with the group of its technique."""
    frame = read_table("arms").rename(columns={"competes": "technique"})
    groups = read_table("techniques").set_index("competes")["group"]
    bits = frame["bits"].replace("", "32").astype(int)
    return frame.assign(bits=bits, group=frame["technique"].map(groups))


@cached
def tests() -> pd.DataFrame:
    """Return the tests, with what majority and n-grams reach [%] and the number of items."""
    frame = read_table("tasks")
    return frame.astype({"majority": float, "ngrams": float, "items": int, "classes": int})


def tasks() -> tuple[str, ...]:
    """Return the names of the tasks."""
    return tuple(tests()["task"].unique())


@cached
def runs() -> pd.DataFrame:
    """Return what is measured: a line an arm, task and seed."""
    frame = read_table("runs")
    numbers = ["dev", "encoder_bytes", "file_bytes", "parameters", "operations", "seconds"]
    frame["loss"] = pd.to_numeric(frame["loss"])  # missing where nothing was trained
    return frame.astype(dict.fromkeys(numbers, float) | {"seed": int})


@cached
def seeds() -> list[int]:
    """Return the seeds at which every arm has a run of every task; others do not count yet."""
    counts = runs().groupby("seed").size()
    if (complete := counts.index[counts.eq(len(arms()) * len(tasks()))]).empty:
        raise UserError("no seed has all arms; make compress goes on with what is missing")
    return sorted(complete)


@cached
def right_answers(task: str, test: str) -> pd.DataFrame:
    """Return whether each answer to a test is right: a line an item, a column an arm and seed."""
    all_runs, answers = runs(), read_table("answers")
    answers = answers[answers["test"].eq(test) & answers["run"].map(all_runs["task"]).eq(task)]
    return pd.DataFrame(
        {
            (all_runs.at[row.run, "arm"], all_runs.at[row.run, "seed"]): bits_of_answers(row)
            for row in answers.itertuples()
        }
    )


def bits_of_answers(row) -> np.ndarray:
    """Return whether each answer of a row of answers is right, out of its hexadecimal digits."""
    digits = row.right + "0" * (len(row.right) % 2)
    return np.unpackbits(np.frombuffer(bytes.fromhex(digits), np.uint8))[: int(row.items)]


def drawn_means(items: pd.DataFrame) -> pd.DataFrame:
    """Return the mean of each column [%]: as measured, then over `DRAWS` samples of test items.

    `items` has 0 or 1, a line an item; the same items are drawn for all frames as long.
    """
    shares = [items.mean().to_numpy()[None]]
    for counts in np.split(_drawn_counts(len(items)), DRAWS // AT_ONCE):
        weights = counts.astype(float) / len(items)
        shares.append(weights.astype(np.float32) @ items.to_numpy(np.float32))
    return pd.DataFrame(100 * np.concatenate(shares), columns=items.columns)


@cached
def _drawn_shares(task: str, test: str) -> pd.DataFrame:
    """Return the shares of right answers [%]: as measured, then over samples of items."""
    return drawn_means(right_answers(task, test))


def mean_scores(drawn: Sequence[pd.DataFrame], names, common_seeds) -> pd.DataFrame:
    """Return the mean score [%] of arms over tasks, of `drawn_means` each, and over seeds.

    A column an arm; seeds are drawn with replacement, the same for all arms and tasks.
    """
    total, count = np.zeros((DRAWS + 1, len(names))), len(common_seeds)
    chance = np.random.default_rng(1)
    weights = chance.multinomial(count, np.full(count, 1 / count), size=DRAWS) / count
    weights = np.concatenate([np.full((1, count), 1 / count), weights])
    for shares in drawn:
        for seed, weight in zip(common_seeds, weights.T, strict=True):
            total += weight[:, None] * shares[[(name, seed) for name in names]].to_numpy()
    return pd.DataFrame(total / len(drawn), columns=[*names])


@cached
def _drawn_counts(items: int) -> np.ndarray:
    """Return how often each of `DRAWS` samples has each item; tests of one length share them."""
    chance, counts = np.random.default_rng(0), []
    # items are drawn, then counted: a multinomial draws a binomial an item, five times slower
    for _ in range(DRAWS // AT_ONCE):
        drawn = chance.integers(items, size=(AT_ONCE, items)) + items * np.arange(AT_ONCE)[:, None]
        counts.append(np.bincount(drawn.ravel(), minlength=drawn.size).astype(np.int16))
    return np.concatenate(counts).reshape(DRAWS, items)


@cached
def failed_baselines() -> set[tuple[str, int]]:
    """Return tasks and seeds whose baseline learned nothing: its dev score is at most majority."""
    base = runs()[runs()["arm"].eq("baseline")]
    majority = tests().query("test == @HOME_TEST").set_index("task")["majority"]
    fallen = base[base["dev"] <= base["task"].map(majority)]
    return {*zip(fallen["task"], fallen["seed"], strict=True)}


@cached
def learned() -> tuple[str, ...]:
    """Return the tasks that the baseline learns at every seed; on these, arms are compared.

    A rule made after the runs: where the baseline itself fails, a loss says little of a technique.
    The announced protocol counts all `tasks`.
    """
    fallen = {task for task, _ in failed_baselines()}
    return tuple(task for task in tasks() if task not in fallen)


def arm_scores(names, *, test: str = HOME_TEST, of: tuple[str, ...] = ()) -> pd.DataFrame:
    """Return the mean score [%] of arms over tasks and over seeds.

    A column an arm; the first line is measured, the others are over seeds and, within tasks, over
    test items drawn with replacement, the same for all arms. `of` names the tasks, else it is
    those `learned`.
    """
    return _scores_of_all_arms(test, of or learned())[[*names]]


@cached
def _scores_of_all_arms(test: str, of: tuple[str, ...]) -> pd.DataFrame:
    """Return `arm_scores` of all arms on some tasks."""
    drawn = [_drawn_shares(task, test) for task in of]
    return mean_scores(drawn, [*arms().index], seeds())


def bootstrap_interval(draws: pd.Series | np.ndarray) -> tuple[float, float, float]:
    """Return what was measured and the interval of 95 per cent of its samples."""
    draws = np.asarray(draws)
    low, high = np.quantile(draws[1:], [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(draws[0]), float(low), float(high)


def intervals_of_draws(drawn: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """Return what was measured and its interval, of each column of samples: a line a column.

    Columns are named by the keys, as ``lost``, ``lost_low`` and ``lost_high``.
    """
    table = {}
    for name, draws in drawn.items():
        lines = {column: bootstrap_interval(draws[column]) for column in draws}
        table[name] = pd.DataFrame(lines, [name, f"{name}_low", f"{name}_high"]).T
    return pd.concat([*table.values()], axis=1)


def p_values(draws: pd.DataFrame) -> pd.Series:
    """Return for each column of samples the two-sided p-value that it is 0."""
    low, high = (draws.iloc[1:] <= 0).sum(), (draws.iloc[1:] >= 0).sum()
    return (2 * (np.minimum(low, high) + 1) / (len(draws))).clip(upper=1)


def holm(p: pd.Series) -> pd.Series:
    """Return p-values after Holm's correction for as many comparisons.

    Examples
    --------
    >>> holm(pd.Series({"a": 0.01, "b": 0.04, "c": 0.03})).tolist()
    [0.03, 0.06, 0.06]
    """
    ordered = p.sort_values()
    whole = (ordered * np.arange(len(p), 0, -1)).cummax().clip(upper=1)
    return whole.reindex(p.index)


def confidence_set(draws: pd.DataFrame, level: float = LEVEL) -> list[str]:
    """Return the columns of `arm_scores` that may be best: the model confidence set.

    Hansen, Lunde and Nason (2011), by the largest studentized distance below the mean: as long as
    it is larger than chance explains, the column that has it goes.
    """
    left = draws
    while left.shape[1] > 1:
        below = left.rsub(left.mean(axis=1), axis=0)
        error = below.iloc[1:].std().clip(lower=1e-9)
        distances = below.iloc[0] / error
        largest = ((below.iloc[1:] - below.iloc[0]) / error).max(axis=1)
        if (largest >= distances.max()).mean() > 1 - level:
            break
        left = left.drop(columns=distances.idxmax())
    return [*left.columns]


@cached
def arm_sizes() -> pd.DataFrame:
    """Return bytes of layers and file, operations and time of each arm as shares of the baseline's.

    The time is that of one input on the processor that measured; missing where none was timed.
    """
    names = {"encoder_bytes": "encoder", "file_bytes": "file", "operations": "operations"}
    frame = runs().set_index(["task", "seed", "arm"])[[*names]]
    base = frame[frame.index.get_level_values("arm") == "baseline"].droplevel("arm")
    shares = frame / base.reindex(frame.index.droplevel("arm")).to_numpy()
    shares = shares.dropna().groupby("arm").mean().rename(columns=names)
    times = read_table("timed")["time"].map(read_table("times")["milliseconds"].astype(float))
    return shares.assign(milliseconds=times / times.get("baseline", np.nan))


@cached
def arm_losses(*, of: tuple[str, ...] = ()) -> pd.DataFrame:
    """Return every arm's technique, score [%], and points ``lost`` with interval."""
    drawn = arm_scores([*arms().index], of=of)
    lost = {name: bootstrap_interval(drawn["baseline"] - drawn[name]) for name in drawn}
    table = pd.DataFrame(lost, ["lost", "low", "high"]).T.assign(score=drawn.iloc[0])
    return table.assign(technique=arms()["technique"])


def arms_inside(size: str, factor: int, *, of: tuple[str, ...] = ()) -> list[str]:
    """Return the arms of a size class: each technique's with the best mean dev score in it."""
    small = arm_sizes()[size]
    dev = runs()[runs()["arm"].isin(small.index[small <= TOLERANCE / factor])]
    dev = dev[dev["seed"].isin(seeds()) & dev["task"].isin(of or learned())]
    dev = dev.groupby(["arm", "task"])["dev"].mean().groupby("arm").mean()
    return dev.groupby(arms()["technique"].reindex(dev.index)).idxmax().tolist()


@cached
def size_class(size: str, factor: int, *, of: tuple[str, ...] = ()) -> pd.DataFrame:
    """Return the `arm_losses` at a fraction of the baseline's size or time, best first.

    ``may_be_best`` is by `confidence_set`.
    """
    names = arms_inside(size, factor, of=of)
    best = confidence_set(arm_scores(names, of=of))
    table = arm_losses(of=of).loc[names]
    return table.assign(may_be_best=table.index.isin(best)).sort_values("score", ascending=False)


def written_before() -> dict:
    """Return the protocol and the hypotheses that were written before anything was measured."""
    return sources.read_yaml(sources.folder(KEY) / "hypotheses.yaml")


@cached
def epochs() -> pd.Series:
    """Return in how many epochs of its task each arm was trained, with those of its start."""
    all_arms, once = arms(), written_before()["protocol"]["epochs"]

    def trained(name: str) -> int:
        """Add up the epochs from the encoder to an arm."""
        start = all_arms.at[name, "start"]
        earlier = trained(start) if start in all_arms.index else 0
        return earlier + once * (all_arms.at[name, "trained"] == "yes")

    return pd.Series({name: trained(name) for name in all_arms.index})
