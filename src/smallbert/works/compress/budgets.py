"""Equal budgets: what the dial found, what tries and steps gain, and what each arm then loses.

The source's ``budgets.yaml`` has the protocol followed here. Fits are added as they are measured,
so that only seeds count that have all that is compared, and only on one machine.
"""

import pandas as pd

from smallbert.errors import UserError
from smallbert.memo import cached
from smallbert.works.compress.runs import (
    HOME_TEST,
    bits_of_answers,
    bootstrap_interval,
    drawn_means,
    mean_scores,
    read_table,
)

DIAL_RATES, DIAL_EPOCHS = (5e-5, 1e-4, 2e-4, 4e-4), (2, 4, 8)
DIAL_TASKS = ("sent", "sense", "order")
"""What the dial tries at each of its seeds, and on which tasks."""

BUDGET_TASKS = (*DIAL_TASKS, "pair")
"""The tasks on which arms have equal budgets."""

KEYS_OF_START = ["machine", "task", "seed", "rate", "epochs"]
"""What an arm has in common with the arm that it starts from."""

KEYS_OF_TRIES = ["machine", "arm", "task"]
"""For what a rate is chosen."""


@cached
def fits() -> pd.DataFrame:
    """Return the fits measured so far; ``steps`` are an arm's own, ``dev`` and rates as numbers."""
    numbers = {"seed": int, "rate": float, "epochs": int, "steps": int, "dev": float}
    if (table := read_table("fits")).empty:
        raise UserError("no fit is published yet; run experiments.compress dial, then --publish")
    return table.astype(numbers)


@cached
def dial_scores() -> pd.DataFrame:
    """Return the baseline's mean dev score [%]: a line a machine and length, a column a rate.

    It is over the tasks and over the seeds that have every rate and length on every task, of which
    ``seeds`` has the number.
    """
    dial = fits()[fits()["stage"].eq("dial") & fits()["task"].isin(DIAL_TASKS)]
    whole = len(DIAL_RATES) * len(DIAL_EPOCHS) * len(DIAL_TASKS)
    dial = dial[dial.groupby(["machine", "seed"])["dev"].transform("size").eq(whole)]
    lengths = dial.groupby(["machine", "epochs"])
    table = dial.groupby(["machine", "epochs", "rate"])["dev"].mean().unstack()
    return table.reindex(columns=[*DIAL_RATES]).assign(seeds=lengths["seed"].nunique())


@cached
def budget_arms() -> pd.DataFrame:
    """Return each arm's ``start``, and the ``share`` of a budget [%] that it and its start take."""
    table = pd.concat([read_table("arms"), read_table("budget_arms")])
    own = pd.to_numeric(table["steps"]).fillna(100).where(table["trained"].eq("yes"), 0)

    def share(name: str) -> float:
        """Add up the shares from the encoder to an arm."""
        start = table.at[name, "start"]
        return own[name] + (share(start) if start in table.index else 0)

    return pd.DataFrame(
        {"start": table["start"], "share": {name: share(name) for name in own.index}}
    )


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


@cached
def best_so_far() -> pd.DataFrame:
    """Return the best dev score [%] after so many tries, each of so many steps: a line each.

    ``tries`` counts an arm's rates from the lowest, ``step`` the steps of one try, those of its
    start included. Before an arm begins there is none; the last score is of its file as it is read
    back.
    """
    tries = on_whole_budget(fits()[fits()["stage"].eq("try")])
    tries = tries.assign(tries=tries.groupby(KEYS_OF_TRIES)["rate"].rank().astype(int))
    points = read_table("curves").astype({"step": int, "dev": float})
    points = points[points["run"].isin(tries.index)]
    within = points[points["step"] < points["run"].map(tries["steps"])]
    last = pd.DataFrame({"run": tries.index, "step": tries["steps"], "dev": tries["dev"]})
    points = pd.concat([within[["run", "step", "dev"]], last])
    points["step"] += points["run"].map(steps_before())
    points = points.join(tries[[*KEYS_OF_TRIES, "tries"]], on="run")
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
def drawn_of_fits(task: str, test: str) -> pd.DataFrame:
    """Return the `drawn_means` of a test: a column an arm and pair."""
    answers, equal = read_table("fit_answers"), equal_fits()
    answers = answers[answers["test"].eq(test) & answers["run"].map(equal["task"]).eq(task)]
    right = {
        tuple(equal.loc[row.run, ["arm", "pair"]]): bits_of_answers(row)
        for row in answers.itertuples()
    }
    return drawn_means(pd.DataFrame(right))


@cached
def budget_losses(*, test: str = HOME_TEST, of: tuple[str, ...] = BUDGET_TASKS) -> pd.DataFrame:
    """Return the mean points that each arm has ``lost`` over tasks `of`, with interval and score.

    Against the baseline of the same machine, task and seed; ``seeds`` counts those that have both
    on each task, and an arm without one is left out.
    """
    equal = equal_fits()
    counts = equal[equal["task"].isin(of)].groupby(["arm", "pair"]).size()
    whole = counts[counts.eq(len(of))].reset_index().groupby("arm", sort=False)["pair"].agg(set)
    lines = {}
    for arm in equal["arm"].unique():
        pairs = sorted(whole.get(arm, set()) & whole.get("baseline", set()))
        if arm != "baseline" and pairs:
            drawn = mean_scores(
                [drawn_of_fits(task, test) for task in of], ["baseline", arm], pairs
            )
            lost = bootstrap_interval(drawn["baseline"] - drawn[arm])
            lines[arm] = (*lost, drawn[arm].iloc[0], len(pairs))
    return pd.DataFrame.from_dict(lines, "index", columns=["lost", "low", "high", "score", "seeds"])
