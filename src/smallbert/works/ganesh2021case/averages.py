"""The poster's averages beside those that its cells give."""

import numpy as np
import pandas as pd

from smallbert.charts import publish

BASELINES = {"common": "the table's BERT_BASE", "own": "each work's own BERT"}
"""What a change is against, in words."""


def agreement(values: pd.Series, printed: pd.Series, half_width: pd.Series) -> pd.Series:
    """Say of each row whether a number gives the printed one.

    Parameters
    ----------
    values, printed : pandas.Series
        In one unit.
    half_width : pandas.Series
        Half a unit in the printed number's last place.

    Returns
    -------
    pandas.Series
        ``yes``, ``if digits are cut off``, ``no``, or ``-`` where there is no value.
    """
    rounded = (values - printed).abs() <= half_width + 1e-9
    shorter = np.trunc((values / half_width / 2).round(6)) * 2 * half_width
    cut = (shorter - printed).abs() < 1e-9
    words = np.select([rounded, cut], ["yes", "if digits are cut off"], "no")
    return pd.Series(words, index=values.index).where(values.notna(), "-")


def show(
    rules: pd.DataFrame,
    *,
    names: pd.Series,
    tasks: pd.Series,
    printed: pd.Series,
    agrees: pd.Series,
    averaging: str,
    baseline: str,
) -> None:
    """Publish the table of averages by four rules.

    Parameters
    ----------
    rules : pandas.DataFrame
        A column a rule.
    names, tasks, printed, agrees : pandas.Series
        The rows' models, their numbers of tasks, the cells of the poster, and `agreement`.
    averaging, baseline : str
        The rule and the baseline chosen.
    """
    parts = [names, tasks, printed.str.replace("-", "−"), rules, agrees]
    header = [("Model", ""), ("Tasks", ""), ("Printed", "")]
    header += [("Recomputed", rule) for rule in rules] + [(f"Agrees ({averaging})", "")]
    frame = pd.concat(parts, axis=1)
    plain = ["model", "tasks", "printed", *rules, "agrees"]
    publish.table(
        "ganesh2021case-averages",
        frame.set_axis(pd.MultiIndex.from_tuples(header), axis=1),
        digits=3,
        data=frame.set_axis(plain, axis=1),
        caption=f"The average drop by four rules, against {BASELINES[baseline]}; points, but per "
        f"cent for the relative rule. The last column sets the rule {averaging} against the "
        "printed average, with half a unit in its last place as tolerance.",
    )
