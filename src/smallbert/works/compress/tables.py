"""What the page of the encoder shows: its arms in words, size classes, levels and sums."""

import numpy as np
import pandas as pd
from scipy import stats

from smallbert import charts
from smallbert.compare.uncertainty import LEVEL
from smallbert.memo import cached
from smallbert.works.compress.agreement import OTHER_SEED, answer_changes, arms_near
from smallbert.works.compress.runs import (
    HOME_TEST,
    SIZE_CLASSES,
    arm_losses,
    arm_scores,
    arm_sizes,
    arms,
    bootstrap_interval,
    epochs,
    learned,
    read_table,
    right_answers,
    size_class,
    tasks,
    tests,
)
from smallbert.works.compress.slices import (
    LEAST_LOST,
    MANY_CLASSES,
    class_slices,
    common_classes,
    length_bounds,
    slice_losses,
    technique_slice_losses,
)
from smallbert.works.compress.words import (
    TASK_TITLES,
    arm_in_words,
    arm_setting,
    lost_in_words,
    value_in_words,
)


def learning_rates() -> pd.DataFrame:
    """Return for each learning rate tried the baseline's score on development rows [%] and loss."""
    table = read_table("rates").astype({"rate": float, "dev": float, "loss": float})
    return table.pivot(index="rate", columns="task", values=["dev", "loss"])


@cached
def measured_arms(*, of: tuple[str, ...] = ()) -> pd.DataFrame:
    """Return every arm: score [%], points ``lost`` with interval, sizes, technique, setting.

    ``loss`` is that on the tasks learned and ``with_order`` that on all, in words; `of` names the
    tasks of the other numbers, else it is those learned.
    """
    table = arm_losses(of=of).join(arm_sizes())
    table = table.assign(group=arms()["group"], epochs=epochs())
    for task in tasks():
        table[task] = arm_scores([*table.index], of=(task,)).iloc[0]
    table["setting"] = [arm_setting(name) for name in table.index]
    return table.assign(loss=losses_in_words(), with_order=losses_in_words(of=tasks()))


def losses_in_words(*, of: tuple[str, ...] = ()) -> pd.Series:
    """Return in words what each arm loses."""
    return arm_losses(of=of)[["lost", "low", "high"]].apply(
        lambda each: lost_in_words(*each), axis=1
    )


def timed_shapes() -> pd.DataFrame:
    """Return how long each shape takes by runtime and numbers, slowest first."""
    times = read_table("times").astype({"milliseconds": float})
    runtime = times["runtime"].str.replace(r" [\d.]+$", "", regex=True)
    kind = times["kind"].map({"fp32": "32 bits [ms]", "int8": "8 bits [ms]"})
    wide = times.pivot_table("milliseconds", "arm", [runtime, kind])[["PyTorch", "ONNX Runtime"]]
    wide = wide.sort_values(("PyTorch", "32 bits [ms]"), ascending=False)
    named = ["not compressed" if name == "baseline" else arm_setting(name) for name in wide.index]
    wide.insert(0, ("Shape", ""), named)
    return wide


def size_classes(*, of: tuple[str, ...] = ()) -> pd.DataFrame:
    """Return each size class that has an arm: who leads, by how much it loses, who may be best.

    Tasks and the losses in words are those of `measured_arms`.
    """
    lines, in_words = [], measured_arms()
    for size, factors in SIZE_CLASSES.items():
        for factor in factors:
            table = size_class(size, factor, of=of)
            others = "; ".join(map(arm_in_words, table.index[table["may_be_best"]][1:]))
            others = others or ("no other" if len(table) > 1 else "nothing else is this small")
            best = table.iloc[0]
            line = {"of": size, "factor": factor, "competing": len(table), "arm": best.name}
            line |= {"first": arm_in_words(best.name), "others": others}
            line |= dict(in_words.loc[best.name, ["loss", "with_order"]])
            lines.append(line | dict(best[["lost", "low", "high"]]))
    return pd.DataFrame(lines)


def size_classes_shown(*, of: tuple[str, ...] = ()) -> pd.DataFrame:
    """Return the `size_classes` as the page shows them."""
    classes = size_classes(of=of)
    names = {"encoder": "layers' bytes", "milliseconds": "time"}
    return pd.DataFrame(
        {
            "Of the": classes["of"].replace(names),
            "At most": "1/" + classes["factor"].astype(str),
            "Best": classes["first"],
            "Points lost": classes["loss"],
            "With word order": classes["with_order"],
            "Tied": classes["others"],
            "Techniques": classes["competing"],
        }
    )


def test_levels() -> pd.DataFrame:
    """Return each test with what majority, n-grams and the ``baseline`` reach [%]."""
    table = tests()
    drawn = [arm_scores(["baseline"], test=one.test, of=(one.task,)) for one in table.itertuples()]
    return table.assign(
        baseline=[value_in_words(*bootstrap_interval(each["baseline"])) for each in drawn]
    )


def summed_losses(*, of: tuple[str, ...] = ()) -> pd.DataFrame:
    """Return what two techniques lose together, and what the losses of each add up to [points]."""
    lines = []
    for row in read_table("sums").itertuples():
        drawn = arm_scores(["baseline", row.one, row.other, row.Index], of=of)
        first, second, both = drawn.rsub(drawn["baseline"], axis=0).to_numpy().T[1:]
        more = bootstrap_interval(both - first - second)
        line = (
            arm_setting(row.one),
            arm_setting(row.other),
            first[0],
            second[0],
            first[0] + second[0],
            both[0],
        )
        lines.append((row.Index, *line, *more))
    columns = ["arm", "first", "second", "first_lost", "second_lost", "sum", "together"]
    return pd.DataFrame(lines, columns=[*columns, "more", "low", "high"])


def above_majority(task: str) -> pd.DataFrame:
    """Return whether an arm, at a seed, is surely better than who always says the same class.

    By the binomial error of its share of the test items at 95 per cent.
    """
    right = right_answers(task, HOME_TEST)
    share = right.mean().unstack()
    error = stats.norm.ppf((1 + LEVEL) / 2) * np.sqrt(share * (1 - share) / len(right))
    floor = tests().query("test == @HOME_TEST").set_index("task")["majority"][task]
    return 100 * (share - error) > floor


def changes_near(level: float, *, of: tuple[str, ...] = ()) -> tuple[pd.DataFrame, int]:
    """Return what every model changes, as the page shows it, and how many lines come first.

    First come another seed and the `arms_near` a level of loss [points], then all others by loss;
    answers are per 100 items.
    """
    changes, losses = answer_changes(of=of), arm_losses(of=of)["lost"].sort_values(kind="stable")
    first = [OTHER_SEED, *arms_near(level, of=of)]
    changes = changes.loc[
        first + [name for name in losses.drop("baseline").index if name not in first]
    ]
    techniques = arms()["technique"].reindex(changes.index)
    named = [arm_setting(name) for name in changes.index.drop(OTHER_SEED)]
    table = pd.DataFrame(
        {
            "Technique": techniques.fillna("baseline of another seed"),
            "Smaller by": ["nothing", *named],
            "Id": changes.index,
            "Points lost": changes["lost"] - changes["gained"],
            "Answers lost": changes["lost"],
            "Gained": changes["gained"],
        }
    )
    intervals = changes[["changed", "changed_low", "changed_high"]].to_numpy()
    return table.assign(Changed=[value_in_words(*each) for each in intervals]), len(first)


@cached
def losses_by_slice(*, of: tuple[str, ...] = ()) -> pd.DataFrame:
    """Return what techniques and arms lose by length, on tasks `of`, and by class.

    Columns are those of `technique_slice_losses`, which come first, those that lose most on rare
    classes before others; arms follow by loss, without what techniques alone have.
    """
    sliced = []
    for by, of_slices in (("length", of), ("class", MANY_CLASSES)):
        techniques = technique_slice_losses(by, of=of_slices)
        sliced.append(pd.concat([techniques, slice_losses(by, of=of_slices)]))
    table = sliced[0].join(sliced[1].drop(columns="arms"))
    techniques = table[table["arms"].notna()].sort_values("rare_more", ascending=False)
    by_loss = arm_losses(of=of)["lost"].sort_values(kind="stable").drop("baseline")
    return table.loc[[*techniques.index, *by_loss.index]]


SLICE_TITLES = {
    "shortest": "Shortest texts",
    "middle": "Middle",
    "longest": "Longest",
    "longest_more": "Longest less shortest",
    "common": "Common classes",
    "rare": "Rare",
    "rare_more": "Rare less common",
}
"""What the page calls the columns of `losses_by_slice`."""


def slices_shown(*, of: tuple[str, ...] = ()) -> tuple[pd.DataFrame, int]:
    """Return `losses_by_slice` as the page shows them, and how many lines are of techniques."""
    losses = losses_by_slice(of=of)
    count, names = losses["arms"].dropna().astype(int), losses.index.to_series()
    table = pd.DataFrame({"Technique": arms()["technique"].reindex(names).fillna(names)})
    table["Models"] = names.mask(losses["arms"].notna(), "mean\xa0of\xa0" + count.astype(str))
    for column, title in SLICE_TITLES.items():
        table[title] = losses[column]
        if column.endswith("_more"):
            values = losses[[column, f"{column}_low", f"{column}_high"]].to_numpy()
            table[title] = [value_in_words(*each) for each in values]
    return table, len(count)


def slices_in_words(*, of: tuple[str, ...] = ()) -> dict[str, str]:
    """Return what a caption of `slices_shown` says of its slices, and of a technique's mean."""
    bounds = [
        "{} up to {}, up to {}, more".format(TASK_TITLES[task].lower(), *length_bounds(task))
        for task in of or learned()
    ]
    (task,) = MANY_CLASSES
    classes = read_table("classes")["name"]
    common = [classes[f"{task}-{number}"] for number in common_classes(task)]
    share = 100 * class_slices(task)["common"].mean()
    return {
        "bounds": "; ".join(bounds),
        "common": f"{charts.listed(common)} ({share:.0f} % of the items)",
        "least": str(LEAST_LOST),
    }
