"""Which answers compression changes: what a loss of accuracy hides, item by item."""

from itertools import combinations

import numpy as np
import pandas as pd

from smallbert.errors import UserError
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
    right_answers,
    seeds,
)

OTHER_SEED = "other-seed"
"""The baseline of the next seed, that of the first after the last: what chance alone changes.

The pairs share runs, so its interval is approximate.
"""

DIRECTIONS = {"lost": 1, "gained": -1}
"""The baseline's answer less the model's, a right one being 1."""

NEAR = 1
"""Points between two losses, at most, that count as about the same."""


def changed_answers(task: str, direction: str) -> pd.DataFrame:
    """Return which right answers a model has lost or gained against the baseline of its seed.

    0 or 1, a line an item of the task's own test, a column an arm and seed; one more arm is
    `OTHER_SEED`. Stored answers are right or wrong: of two classes two wrong ones are the same, of
    more they may differ.

    Raises
    ------
    UserError
        where there is one seed and so no other.
    """
    common_seeds, right = seeds(), right_answers(task, HOME_TEST).astype(np.int8)
    if len(common_seeds) == 1:
        raise UserError("one seed cannot be compared with another; run more")
    of_next = dict(zip(common_seeds, [*common_seeds[1:], common_seeds[0]], strict=True))
    models = {(arm, seed): right[arm, seed] for arm in arms().index for seed in common_seeds}
    models |= {(OTHER_SEED, seed): right["baseline", of_next[seed]] for seed in common_seeds}
    apart = {model: right["baseline", model[1]] - answers for model, answers in models.items()}
    return pd.DataFrame(apart).eq(DIRECTIONS[direction]).astype(np.uint8)


@cached
def drawn_changes(direction: str, *, of: tuple[str, ...] = ()) -> pd.DataFrame:
    """Return the answers that each arm and `OTHER_SEED` lose or gain [per 100 items].

    Lines and tasks are those of `arm_scores`: the first is measured, the others are samples of the
    same seeds and items, so what is lost less what is gained is the loss, sample by sample.
    """
    drawn = [drawn_means(changed_answers(task, direction)) for task in of or learned()]
    return mean_scores(drawn, [*arms().index, OTHER_SEED], seeds())


@cached
def answer_changes(*, of: tuple[str, ...] = ()) -> pd.DataFrame:
    """Return what each arm and `OTHER_SEED` ``lost``, ``gained`` and ``changed`` [per 100 items].

    Each has its interval, as ``lost_low`` and ``lost_high``.
    """
    drawn = {direction: drawn_changes(direction, of=of) for direction in DIRECTIONS}
    drawn["changed"] = drawn["lost"] + drawn["gained"]
    return intervals_of_draws(drawn)


def beyond_other_seed(*, of: tuple[str, ...] = ()) -> pd.DataFrame:
    """Return how many more answers each arm changes than another seed does [per 100 items].

    Lines are those of `drawn_changes`.
    """
    drawn = drawn_changes("lost", of=of) + drawn_changes("gained", of=of)
    return drawn.drop(columns=OTHER_SEED).sub(drawn[OTHER_SEED], axis=0)


def arms_near(level: float, *, of: tuple[str, ...] = ()) -> list[str]:
    """Return of each group of techniques the arm whose loss is nearest to `level` [points].

    Those farther than `NEAR` do not count, nor those of full size; who loses least is first.
    """
    lost = arm_losses(of=of)["lost"][arms()["group"].ne("full size")]
    away = (lost - level).abs()
    away = away[away <= NEAR]
    nearest = away.groupby(arms()["group"].reindex(away.index)).idxmin()
    return [*lost[nearest].sort_values().index]


def differences_at_one_loss(names, *, of: tuple[str, ...] = ()) -> pd.DataFrame:
    """Return for all pairs of arms how many more answers one changes at the same loss [per 100].

    A line a pair, ``fewer`` and ``more``, with ``low`` and ``high`` of the interval and the
    p-value after Holm's correction for all pairs.

    Notes
    -----
    changed = lost + gained and loss = lost - gained, so changed = loss + 2 gained: at one loss, two
    arms differ in changed answers by twice what they differ in those gained.
    """
    gained = drawn_changes("gained", of=of)[[*names]]
    pairs = [*combinations(gained.iloc[0].sort_values(kind="stable").index, 2)]
    apart = pd.DataFrame({pair: 2 * (gained[pair[1]] - gained[pair[0]]) for pair in pairs})
    table = pd.DataFrame(pairs, columns=["fewer", "more"])
    table[["difference", "low", "high"]] = [bootstrap_interval(apart[pair]) for pair in pairs]
    return table.assign(p=holm(p_values(apart)).to_numpy())
