"""The poster's averages beside those that its cells give."""

import pandas as pd

from smallbert.audit.interval import Interval
from smallbert.audit.verdict import CUT, DIGITS, INPUTS, judge
from smallbert.charts import publish

BASELINES = {"common": "the table's BERT_BASE", "own": "each work's own BERT"}
"""What a change is against, in words."""


WORDS = {DIGITS: "yes", CUT: "if digits are cut off", INPUTS: "if scores hide digits", "": "no"}
"""What an agreement of the audit rests on, as the table says it."""


def agreement(
    values: pd.DataFrame, hidden: pd.DataFrame, printed: pd.Series, half_width: pd.Series
) -> pd.DataFrame:
    """Judge for each row and rule, as the audit does, whether a number gives the printed one.

    Parameters
    ----------
    values, hidden : pandas.DataFrame
        A column a rule: the number, and how far the digits that scores hide may move it.
    printed, half_width : pandas.Series
        The average, and half a unit in its last place.

    Returns
    -------
    pandas.DataFrame
        Values of `WORDS`, or ``-`` where there is no number.
    """
    words = {
        rule: [
            _word(*row) for row in zip(values[rule], hidden[rule], printed, half_width, strict=True)
        ]
        for rule in values
    }
    return pd.DataFrame(words, index=values.index)


def _word(value: float, hidden: float, printed: float, half: float) -> str:
    if pd.isna(value):
        return "-"
    own, given = Interval.around(printed, half), Interval.around(value, hidden)
    return WORDS[judge(own, given, unit=2 * half).rests_on]


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
        f"cent for the relative rule. The last column judges by the rule {averaging} whether the "
        "printed average follows, as the audit does.",
    )
