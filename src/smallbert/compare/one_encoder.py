"""What this book measured itself on one encoder: who loses least, paired over seeds and test items.

The tables are those of the source that `source` finds; the code that measures lies in
``experiments/compress``, whose ``hypotheses.yaml`` has the protocol that is followed here.
"""

import numpy as np
import pandas as pd

from smallbert.compare.uncertainty import LEVEL
from smallbert.data import sources
from smallbert.errors import UserError
from smallbert.paths import cached

DRAWS = 10_000
"""Bootstrap samples; the measured values themselves stand before them."""

SEEDS = 3
"""From how many seeds on the protocol answers; with one no interval covers seeds."""

HOME = "test"
"""The test whose items are from where the training rows are."""

CLASSES = {"encoder": (2, 4, 8, 16, 32), "file": (2, 4, 8), "operations": (2, 3, 6)}
"""What is limited, and to which fractions of the baseline's; operations came after the protocol."""

TOLERANCE = 1.1
"""An arm is in a class that has at most so many times the bytes of the class."""


@cached
def source() -> str:
    """Return the key of the source with the arms that this book trained itself."""
    for key in sources.keys():
        if {"runs", "answers", "arms"} <= {*sources.tables(key)}:
            return key
    raise UserError("no source has tables runs, answers and arms; bring its folder back")


def table(name: str) -> pd.DataFrame:
    """Return a table of the source, every cell a string; an empty one has its columns, too."""
    known = sources.tables(source())[name]["schema"]["fields"]
    return sources.table_of(source(), name).reindex(columns=[each["name"] for each in known[1:]])


@cached
def arms() -> pd.DataFrame:
    """Return every arm that the protocol has, measured or not, with the group of its technique."""
    frame = table("arms").rename(columns={"competes": "technique"})
    groups = table("techniques").set_index("competes")["group"]
    bits = frame["bits"].replace("", "32").astype(int)
    return frame.assign(bits=bits, group=frame["technique"].map(groups))


@cached
def tests() -> pd.DataFrame:
    """Return the tests, with what majority and n-grams reach [%] and the number of items."""
    frame = table("tasks")
    return frame.astype({"majority": float, "ngrams": float, "items": int, "classes": int})


def tasks() -> tuple[str, ...]:
    """Return the names of the tasks."""
    return tuple(tests()["task"].unique())


@cached
def runs() -> pd.DataFrame:
    """Return what is measured: a line an arm, task and seed."""
    frame = table("runs")
    numbers = ["dev", "encoder_bytes", "file_bytes", "parameters", "operations", "seconds"]
    frame["loss"] = pd.to_numeric(frame["loss"])  # missing where nothing was trained
    return frame.astype(dict.fromkeys(numbers, float) | {"seed": int})


@cached
def whole() -> pd.Series:
    """Return at which seeds each arm has a run of every task; arms with none are left out."""
    pairs = runs().groupby(["arm", "seed"]).size()
    done = pairs[pairs.eq(len(tasks()))].reset_index()
    return done.groupby("arm")["seed"].agg(frozenset)


def seeds(names) -> list[int]:
    """Return the seeds at which all these arms were measured; refuse an arm that never was."""
    if missing := [name for name in names if name not in whole()]:
        named = ", ".join(missing[:3]) + (f" and {len(missing) - 3} others" if missing[3:] else "")
        raise UserError(f"not measured yet: {named}; make compress goes on with them")
    return sorted(frozenset.intersection(*whole()[[*names]]))


@cached
def right(task: str, test: str) -> pd.DataFrame:
    """Return whether each answer to a test is right: a line an item, a column an arm and seed."""
    known, made = runs(), {}
    answers = table("answers")
    answers = answers[answers["test"].eq(test) & answers["run"].map(known["task"]).eq(task)]
    for row in answers.itertuples():
        digits = row.right + "0" * (len(row.right) % 2)
        bits = np.unpackbits(np.frombuffer(bytes.fromhex(digits), np.uint8))
        made[known.at[row.run, "arm"], known.at[row.run, "seed"]] = bits[: int(row.items)]
    return pd.DataFrame(made)


@cached
def _drawn(task: str, test: str) -> pd.DataFrame:
    """Return `right`'s shares [%]: first as measured, then over `DRAWS` samples of the items."""
    answers = right(task, test)
    chance, count = np.random.default_rng(0), len(answers)
    shares = [answers.mean().to_numpy()[None]]
    for _ in range(DRAWS // 500):
        weights = chance.multinomial(count, np.full(count, 1 / count), size=500) / count
        shares.append(weights.astype(np.float32) @ answers.to_numpy(np.float32))
    return pd.DataFrame(100 * np.concatenate(shares), columns=answers.columns)


def scores(names, *, test: str = HOME, of: tuple[str, ...] = ()) -> pd.DataFrame:
    """Return the mean score [%] of arms over tasks and over the seeds that all of them have.

    A column an arm; the first line is measured, the others are over seeds and, within tasks, over
    test items drawn with replacement, the same for all arms. `of` names fewer tasks.
    """
    common, chance = seeds(names), np.random.default_rng(1)
    count = len(common)
    weights = chance.multinomial(count, np.full(count, 1 / count), size=DRAWS) / count
    weights = np.concatenate([np.full((1, count), 1 / count), weights])
    made = {}
    for name in names:
        drawn = [_drawn(task, test)[[(name, seed) for seed in common]] for task in of or tasks()]
        made[name] = (weights * (sum(each.to_numpy() for each in drawn) / len(drawn))).sum(axis=1)
    return pd.DataFrame(made)


def interval(draws: pd.Series | np.ndarray) -> tuple[float, float, float]:
    """Return what was measured and the interval of 95 per cent of its samples."""
    draws = np.asarray(draws)
    low, high = np.quantile(draws[1:], [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(draws[0]), float(low), float(high)


def chance(draws: pd.DataFrame) -> pd.Series:
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
    """Return the columns of `scores` that may be best: the model confidence set.

    Hansen, Lunde and Nason (2011), by the largest studentized distance below the mean: as long as
    it is larger than chance explains, the column that has it goes.
    """
    left = draws
    while left.shape[1] > 1:
        below = left.rsub(left.mean(axis=1), axis=0)
        error = below.iloc[1:].std().clip(lower=1e-9)
        found = below.iloc[0] / error
        largest = ((below.iloc[1:] - below.iloc[0]) / error).max(axis=1)
        if (largest >= found.max()).mean() > 1 - level:
            break
        left = left.drop(columns=found.idxmax())
    return [*left.columns]


@cached
def sizes() -> pd.DataFrame:
    """Return bytes of layers and file, operations and time of each arm as shares of the baseline's.

    The time is that of one input on the processor that measured; missing where none was timed.
    """
    names = {"encoder_bytes": "encoder", "file_bytes": "file", "operations": "operations"}
    frame = runs()[runs()["arm"].isin(whole().index)].set_index(["task", "seed", "arm"])[[*names]]
    base = frame[frame.index.get_level_values("arm") == "baseline"].droplevel("arm")
    shares = frame / base.reindex(frame.index.droplevel("arm")).to_numpy()
    shares = shares.dropna().groupby("arm").mean().rename(columns=names)
    times = table("times")["milliseconds"].astype(float)
    return shares.assign(milliseconds=times / times.get("baseline", np.nan))


def inside(of: str, factor: int) -> list[str]:
    """Return the arms of a size class: each technique's with the best mean dev score in it."""
    small = sizes()[of]
    small = small[small <= TOLERANCE / factor].index
    known = runs()[runs()["arm"].isin(small)]
    common = seeds(small) if len(small) else []
    dev = known[known["seed"].isin(common)].groupby("arm")["dev"].mean()
    return dev.groupby(arms()["technique"].reindex(dev.index)).idxmax().tolist()


@cached
def size_class(of: str, factor: int) -> pd.DataFrame:
    """Return who may be best at a fraction of the baseline's bytes or operations, best first.

    By arm: technique, score [%], ``lost`` against the baseline with its interval, ``behind`` the
    highest score and the p-value of that after Holm's correction, ``may_be_best`` by
    `confidence_set`, and the shares of `sizes`.
    """
    names = inside(of, factor)
    if not names:
        return pd.DataFrame()
    draws = scores(["baseline", *names])
    base, draws = draws["baseline"], draws[names]
    lost = [interval(base - draws[name]) for name in names]
    table = pd.DataFrame(lost, names, ["lost", "low", "high"]).assign(score=draws.iloc[0])
    table["technique"] = arms()["technique"].reindex(names)
    table["may_be_best"] = table.index.isin(confidence_set(draws))
    first = table["score"].idxmax()
    apart = draws.drop(columns=first).rsub(draws[first], axis=0)
    table = table.assign(behind=table["score"].max() - table["score"], p=holm(chance(apart)))
    return table.join(sizes()).sort_values("behind")
