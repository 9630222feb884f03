"""On which test items compression loses most: slices by length of the text and by class."""

import numpy as np
import pandas as pd

from smallbert.memo import cached
from smallbert.works.compress.runs import (
    HOME_TEST,
    arm_losses,
    arms,
    bootstrap_interval,
    drawn_means,
    holm,
    intervals_of_draws,
    learned,
    mean_scores,
    p_values,
    read_table,
    right_answers,
    seeds,
)

MANY_CLASSES = ("sense",)
"""The tasks of the grid that have more than two classes."""

LEAST_LOST = 2
"""Points that an arm loses on all items, at least, to count in the mean of its technique."""


@cached
def described_items(task: str, test: str = HOME_TEST) -> pd.DataFrame:
    """Return ``class`` and word ``pieces`` of each item of a test, in their order.

    Pieces are those of the whole vocabulary that a model reads: with the two that frame a text, and
    64 at most.
    """
    row = read_table("items").loc[f"{task}-{test}"]
    columns = {"class": row["classes"], "pieces": row["pieces"]}
    return pd.DataFrame({name: [*bytes.fromhex(digits)] for name, digits in columns.items()})


def length_bounds(task: str, test: str = HOME_TEST) -> tuple[int, int]:
    """Return the most word pieces of the shortest third and of the middle one.

    Items as long as a bound are all below it, so that a third is larger by what is tied.
    """
    pieces = described_items(task, test)["pieces"]
    return tuple(map(int, np.quantile(pieces, [1 / 3, 2 / 3], method="inverted_cdf")))


def common_classes(task: str) -> list[int]:
    """Return the classes with most test items that make at least half of them, as few as do."""
    counts = described_items(task)["class"].value_counts().sort_index()
    counts = counts.sort_values(ascending=False, kind="stable")
    before = counts.cumsum() - counts
    return [*counts.index[before < counts.sum() / 2]]


def length_slices(task: str, test: str = HOME_TEST) -> dict[str, pd.Series]:
    """Return whether each item is in a third of a test by length."""
    pieces, (short, middle) = described_items(task, test)["pieces"], length_bounds(task, test)
    between = pieces.gt(short) & pieces.le(middle)
    return {"shortest": pieces.le(short), "middle": between, "longest": pieces.gt(middle)}


def class_slices(task: str, test: str = HOME_TEST) -> dict[str, pd.Series]:
    """Return whether each item of a test is of the `common_classes` or of the others."""
    common = described_items(task, test)["class"].isin(common_classes(task))
    return {"common": common, "rare": ~common}


SLICES = {"length": length_slices, "class": class_slices}
"""By what a test is sliced; the first slice and the last are compared."""


@cached
def drawn_by_slice(
    by: str, *, of: tuple[str, ...] = (), test: str = HOME_TEST
) -> dict[str, pd.DataFrame]:
    """Return the points that each arm loses in each slice: measured, then over samples.

    Lines and tasks are those of `arm_scores`, but that the items of a slice are drawn among
    themselves. One more frame, as ``rare_more``, is what the last slice loses above the first.
    """
    drawn, lost = {}, {}
    for task in of or learned():
        right = right_answers(task, test)
        for name, inside in SLICES[by](task, test).items():
            drawn.setdefault(name, []).append(drawn_means(right[inside]))
    for name, of_tasks in drawn.items():
        scores = mean_scores(of_tasks, [*arms().index], seeds())
        lost[name] = scores.rsub(scores["baseline"], axis=0)
    first, *_, last = lost
    return lost | {f"{last}_more": lost[last] - lost[first]}


@cached
def slice_losses(by: str, *, of: tuple[str, ...] = ()) -> pd.DataFrame:
    """Return the points that each arm loses in each slice, and in the last above the first.

    Each has its interval, as ``rare_low`` and ``rare_high``.
    """
    return intervals_of_draws(drawn_by_slice(by, of=of))


def drawn_by_technique(
    by: str, *, of: tuple[str, ...] = (), test: str = HOME_TEST
) -> dict[str, pd.DataFrame]:
    """Return the mean of `drawn_by_slice` by group of techniques.

    It is of the arms that lose `LEAST_LOST` on all items of the tasks `learned`.
    """
    group = groups_that_lose()
    return {
        name: points[group.index].T.groupby(group).mean().T
        for name, points in drawn_by_slice(by, of=of, test=test).items()
    }


@cached
def groups_that_lose() -> pd.Series:
    """Return the group of techniques of each arm that loses `LEAST_LOST` or more."""
    losers = arm_losses()["lost"].ge(LEAST_LOST) & arms()["group"].ne("full size")
    return arms()["group"][losers]


@cached
def technique_slice_losses(by: str, *, of: tuple[str, ...] = ()) -> pd.DataFrame:
    """Return `slice_losses` by group of techniques, with how many ``arms`` the mean is of.

    The p-value that the last slice loses as much as the first, as ``rare_p``, is after Holm's
    correction for all groups.
    """
    drawn = drawn_by_technique(by, of=of)
    *_, last, more = drawn
    table = intervals_of_draws(drawn).assign(arms=groups_that_lose().value_counts())
    return table.assign(**{f"{last}_p": holm(p_values(drawn[more]))})


@cached
def length_losses_away() -> pd.DataFrame:
    """Return what techniques lose more on the longest third of the tests of other domains [points].

    A line a test and group of techniques; ``p`` is after Holm's correction for all of them.
    """
    items = read_table("items")
    away = items[items["test"].ne(HOME_TEST)]
    drawn = {
        row.test: drawn_by_technique("length", of=(row.task,), test=row.test)["longest_more"]
        for row in away.itertuples()
    }
    every = pd.concat(drawn, axis=1)
    columns = ["longest_more", "low", "high"]
    table = pd.DataFrame({name: bootstrap_interval(every[name]) for name in every}, columns).T
    return table.assign(p=holm(p_values(every)))


def right_by_class(arm: str) -> pd.Series:
    """Return the share of an arm's answers that are right [%] by `class_slices`, over seeds."""
    (task,) = MANY_CLASSES
    right = right_answers(task, HOME_TEST)[arm][seeds()].mean(axis=1)
    slices = class_slices(task)
    return pd.Series({name: 100 * right[inside].mean() for name, inside in slices.items()})
