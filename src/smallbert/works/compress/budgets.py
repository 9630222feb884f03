"""Equal budgets: what the dial found, what tries and steps gain, and what each arm then loses.

The source's ``budgets.yaml`` has the protocol followed here. Fits are added as they are measured,
so that only seeds count that have all that is compared, and only on one machine.
"""

from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd
from scipy import stats

from smallbert.compare.uncertainty import LEVEL
from smallbert.data import sources
from smallbert.errors import UserError
from smallbert.memo import cached
from smallbert.works.compress.runs import (
    HOME_TEST,
    KEY,
    arm_sizes,
    arms,
    bits_of_answers,
    bootstrap_interval,
    drawn_means,
    holm,
    mean_scores,
    read_table,
)
from smallbert.works.compress.words import budget_setting

KEYS_OF_START = ["machine", "task", "seed", "rate", "epochs"]
"""What an arm has in common with the arm that it starts from."""

KEYS_OF_TRIES = ["machine", "arm", "task"]
"""For what a rate is chosen."""

OF_SECOND = {"sense-e5": "sense"}
"""The tasks of the second encoder, and those of the first one that have the same items."""

ALIKE = {name: name for name in ("post-8", "post-4", "aware-2", "heads-6-neurons-768")}
ALIKE |= {"rank-128": "rank-128", "prune-50": "prune-50", "layers-3": "layers-6"}
"""The arms of the first encoder that the second one has, and what they are called there."""


def budget_protocol() -> dict:
    """Return the protocol, and what was expected before what it is about was fitted."""
    return sources.read_yaml(sources.folder(KEY) / "budgets.yaml")


@cached
def fits() -> pd.DataFrame:
    """Return the fits measured so far; ``steps`` are an arm's own, ``dev`` and rates as numbers."""
    numbers = {"seed": int, "rate": float, "epochs": int, "steps": int, "dev": float}
    if (table := read_table("fits")).empty:
        raise UserError("no fit is published yet; run experiments.compress equal, then --publish")
    return table.astype(numbers)


@cached
def dial_scores() -> pd.DataFrame:
    """Return the baseline's dev score [%]: a line a task, epochs and machine, a column a rate."""
    dial = fits()[fits()["stage"].eq("dial")]
    return dial.pivot(index=["task", "epochs", "machine"], columns="rate", values="dev")


@cached
def budget_arms() -> pd.DataFrame:
    """Return each arm's ``start``, ``group`` of techniques, and ``share`` of a budget [%].

    The share is with that of its start.
    """
    table = pd.concat([read_table("arms"), read_table("budget_arms")])
    alone = pd.to_numeric(table["steps"]).fillna(100).where(table["trained"].eq("yes"), 0)

    def share_with_start(name: str) -> float:
        """Add up the shares from the encoder to an arm."""
        start = table.at[name, "start"]
        return alone[name] + (share_with_start(start) if start in table.index else 0)

    shares = {name: share_with_start(name) for name in table.index}
    groups = read_table("techniques").set_index("competes")["group"]
    return table[["start"]].assign(group=table["competes"].map(groups), share=pd.Series(shares))


def on_whole_budget(table: pd.DataFrame) -> pd.DataFrame:
    """Return the fits of arms that take all steps of their budget; others are starts of these."""
    return table[table["arm"].map(budget_arms()["share"]).eq(100)]


@cached
def best_tried_rates() -> pd.Series:
    """Return by machine, arm and task the rate with the best dev score; of two alike the lower."""
    tries = fits()[fits()["stage"].eq("try")].sort_values("rate")
    tries = tries.sort_values("dev", ascending=False, kind="stable")
    return tries.groupby(KEYS_OF_TRIES)["rate"].first()


@cached
def tried_scores() -> pd.DataFrame:
    """Return each arm's dev score at each rate tried [%]: a line a task, arm and machine."""
    tries = on_whole_budget(fits()[fits()["stage"].eq("try")])
    return tries.pivot(index=["task", "arm", "machine"], columns="rate", values="dev")


@cached
def steps_before() -> pd.Series:
    """Return for each fit the steps in which what it starts from was trained."""
    steps = fits().set_index([*KEYS_OF_START, "arm"])["steps"]
    start = budget_arms()["start"]

    def before(made: tuple, arm: str) -> int:
        """Add up the steps from the encoder to the start of an arm."""
        if (earlier := start[arm]) not in start.index:
            return 0
        return steps[(*made, earlier)] + before(made, earlier)

    rows = fits()[[*KEYS_OF_START, "arm"]].itertuples(name=None)
    return pd.Series({row: before(tuple(made), arm) for row, *made, arm in rows}, dtype=int)


def development_points(of: pd.DataFrame) -> pd.DataFrame:
    """Return the dev scores of fits [%] by ``run`` and ``step``, steps of their start included.

    The last score of a fit is of its file as it is read back.
    """
    points = read_table("curves").astype({"step": int, "dev": float})
    points = points[points["run"].isin(of.index)]
    within = points[points["step"] < points["run"].map(of["steps"])]
    last = pd.DataFrame({"run": of.index, "step": of["steps"], "dev": of["dev"]})
    points = pd.concat([within[["run", "step", "dev"]], last])
    points["step"] += points["run"].map(steps_before())
    return points


@cached
def best_so_far() -> pd.DataFrame:
    """Return the best dev score [%] after so many tries, each of so many steps: a line each.

    ``tries`` counts an arm's rates from the lowest, ``step`` the steps of one try. Before an arm
    begins there is none.
    """
    tries = on_whole_budget(fits()[fits()["stage"].eq("try")])
    tries = tries.assign(tries=tries.groupby(KEYS_OF_TRIES)["rate"].rank().astype(int))
    points = development_points(tries).join(tries[[*KEYS_OF_TRIES, "tries"]], on="run")
    lines = []
    for tried, of_arm in points.groupby(KEYS_OF_TRIES, sort=False):
        table = of_arm.pivot(index="step", columns="tries", values="dev")
        best = table.cummax().ffill().cummax(axis="columns").stack().rename("dev").reset_index()
        lines.append(best.assign(**dict(zip(KEYS_OF_TRIES, tried, strict=True))))
    columns = [*KEYS_OF_TRIES, "tries", "step", "dev"]
    return pd.concat(lines)[columns] if lines else pd.DataFrame(columns=columns)


@cached
def equal_fits() -> pd.DataFrame:
    """Return the fits at the best rate tried, with ``pair``: the machine and seed they share."""
    equal = on_whole_budget(fits()[fits()["stage"].eq("equal")])
    # the baseline is fitted at other rates, too, for arms that start from it
    equal = equal.join(best_tried_rates().rename("best"), on=KEYS_OF_TRIES)
    equal = equal[equal["rate"].eq(equal["best"])]
    return equal.assign(pair=equal["machine"] + "-" + equal["seed"].astype(str))


@cached
def scores_by_epoch() -> pd.DataFrame:
    """Return each arm's dev score at its best rate [%], the mean over seeds.

    A line a task and arm, a column an epoch; there is none before an arm begins.
    """
    equal = equal_fits()
    points = development_points(equal).join(equal[["task", "arm", "epochs"]], on="run")
    share = points["step"] / points.groupby("run")["step"].transform("max")
    points = points.assign(epoch=(share * points["epochs"]).round().astype(int))
    return points.pivot_table("dev", ["task", "arm"], "epoch")


def budget_tasks() -> list[str]:
    """Return the first encoder's tasks on which an arm besides the baseline has fits."""
    compressed = equal_fits()[equal_fits()["arm"].ne("baseline")]
    return [task for task in compressed["task"].unique() if task not in OF_SECOND]


def common_pairs(names: Sequence[str], of: Sequence[str]) -> list[str]:
    """Return the machines and seeds at which all arms have a fit of each task."""
    equal = equal_fits()
    equal = equal[equal["arm"].isin([*names]) & equal["task"].isin([*of])]
    counts = equal.groupby("pair").size()
    return sorted(counts.index[counts.eq(len({*names}) * len(of))])


def answers_of_fits(task: str) -> dict[tuple[str, str], NamedTuple]:
    """Return the row of ``fit_answers`` of each arm and pair, of the task's own test."""
    equal, answers = equal_fits(), read_table("fit_answers")
    answers = answers[answers["test"].eq(HOME_TEST) & answers["run"].map(equal["task"]).eq(task)]
    return {tuple(equal.loc[row.run, ["arm", "pair"]]): row for row in answers.itertuples()}


@cached
def drawn_of_fits(task: str) -> pd.DataFrame:
    """Return the `drawn_means` of a task's own test: a column an arm and pair."""
    rows = answers_of_fits(task)
    return drawn_means(pd.DataFrame({fit: bits_of_answers(row) for fit, row in rows.items()}))


def budget_scores(names: Sequence[str], *, of: Sequence[str]) -> pd.DataFrame | None:
    """Return the mean scores [%] of arms, as `arm_scores` does; None if no seed has all of them."""
    if not (pairs := common_pairs(names, of)):
        return None
    return mean_scores([drawn_of_fits(task) for task in of], names, pairs)


@cached
def budget_losses(*, of: tuple[str, ...]) -> pd.DataFrame:
    """Return the mean points that each arm has ``lost`` over tasks `of`, with interval and score.

    Against the baseline of the same machine, task and seed; ``seeds`` counts those that have both
    on each task, and an arm without one is left out.
    """
    lines = {}
    for arm in equal_fits()["arm"].drop_duplicates():
        compared = ["baseline", arm]
        if arm != "baseline" and (drawn := budget_scores(compared, of=of)) is not None:
            lost = bootstrap_interval(drawn["baseline"] - drawn[arm])
            lines[arm] = (*lost, drawn[arm].iloc[0], len(common_pairs(compared, of)))
    return pd.DataFrame.from_dict(lines, "index", columns=["lost", "low", "high", "score", "seeds"])


def losses_by_seed(*, of: tuple[str, ...]) -> pd.DataFrame:
    """Return the points that each arm has lost, the mean over tasks `of`.

    A line is an arm, a column a machine and seed; an arm that lacks a task has empty cells.
    """
    scores = sum(drawn_of_fits(task).iloc[0].unstack() for task in of)  # as measured, not drawn
    return (scores.loc["baseline"] - scores.drop(index="baseline")) / len(of)


def losses_beyond_seeds(*, of: tuple[str, ...]) -> set[str]:
    """Return the arms whose loss a t test over seeds alone finds, after Holm's correction."""
    losses = losses_by_seed(of=of)
    losses = losses[losses.std(axis=1) > 0].T  # who answers as the baseline does has no variance
    p_values = stats.ttest_1samp(losses, 0, nan_policy="omit").pvalue
    significant = holm(pd.Series(p_values, losses.columns)) < 1 - LEVEL
    return {*significant.index[significant]}


@cached
def budget_sizes(*, of: tuple[str, ...]) -> pd.DataFrame:
    """Return bytes of layers and file, operations and time of each arm as shares of the baseline's.

    Bytes and operations are of the tasks `of`; time is that of the same shape in `arm_sizes`. An
    arm of these budgets alone has the baseline's shape, and zeros are timed as if they were none.
    """
    names = {"encoder_bytes": "encoder", "file_bytes": "file", "operations": "operations"}
    costs = equal_fits().query("task in @of")
    costs = costs.set_index(["pair", "task", "arm"])[[*names]].astype(float)
    base = costs.xs("baseline", level="arm")
    shares = costs / base.reindex(costs.index.droplevel("arm")).to_numpy()
    shares = shares.dropna().groupby("arm").mean().rename(columns=names)
    times = arm_sizes()["milliseconds"].reindex(shares.index)
    only_here = ~shares.index.isin(arms().index) & shares["operations"].eq(1)
    return shares.assign(milliseconds=times.mask(only_here, 1.0))


@cached
def budget_results(*, of: tuple[str, ...]) -> pd.DataFrame:
    """Return `budget_losses`, `budget_sizes`, ``group`` and ``setting`` of every arm.

    Who loses least is first; the baseline, last, has lost nothing.
    """
    losses = budget_losses(of=of).sort_values("lost", kind="stable")
    score = budget_scores(["baseline"], of=of)["baseline"].iloc[0]
    losses.loc["baseline"] = (0, 0, 0, score, len(common_pairs(["baseline"], of)))
    table = losses.join(budget_sizes(of=of)).join(budget_arms()["group"])
    return table.assign(setting=table.index.map(budget_setting))


@cached
def losses_of_encoders(task: str) -> pd.DataFrame:
    """Return what the arms that two encoders have lose on a task of the second one.

    A line an arm, named as of the first encoder, best there first; columns are those of
    `budget_losses`, those of the second encoder as ``second_lost`` and so on.
    """
    first = budget_losses(of=(OF_SECOND[task],)).reindex([*ALIKE]).sort_values("lost")
    second = budget_losses(of=(task,)).reindex([ALIKE[name] for name in first.index])
    return first.join(second.set_index(first.index).add_prefix("second_")).dropna()
