"""An arm of the encoder and its loss, as the page and the form call them."""

import re
from collections.abc import Callable

import pandas as pd

from smallbert.works.compress.runs import arms, epochs

SETTING_WORDS = {"heads": "{} of 12 heads", "neurons": "{:,} of 1,536 neurons", "rank": "rank {}"}
SETTING_WORDS |= {"sets": "{} sets of weights", "width": "width {}", "pieces": "{:,} word pieces"}
SETTING_WORDS |= {"pruned": "{} % zeros"}


WHERE_WORDS = {"": "", "embeddings": " in word vectors", "both": " everywhere"}
"""What `arm_setting` says of the columns of an arm."""


TASK_TITLES = {"sent": "Reviews", "sense": "Nouns", "order": "Word order"}
BUDGET_TITLES = TASK_TITLES | {"pair": "Definitions", "sense-e5": "Nouns, second encoder"}
"""What tables call the tasks, those of the grid and those of equal budgets."""


def value_in_words(middle: float, low: float, high: float, *, digits: int = 1) -> str:
    """Return a value with its interval.

    Examples
    --------
    >>> value_in_words(1.25, -0.5, 3), value_in_words(0, 0, 0)
    ('1.2 (−0.5 to 3.0)', '0')
    """
    if low == high:
        return f"{middle:.3g}".replace("-", "−")
    middle, low, high = (f"{each:.{digits}f}" for each in (middle, low, high))
    return f"{middle} ({low} to {high})".replace("-", "−")


def lost_in_words(middle: float, low: float, high: float) -> str:
    """Return points lost with their interval; a loss that chance may be is none that is seen.

    Examples
    --------
    >>> lost_in_words(-0.1, -0.3, 0.1), lost_in_words(-2, -3, -1)
    ('none seen (−0.3 to 0.1)', 'gains 2.0 (1.0 to 3.0)')
    """
    if low <= 0 <= high:
        return f"none seen ({low:.1f} to {high:.1f})".replace("-", "−")
    return (
        value_in_words(middle, low, high)
        if low > 0
        else f"gains {value_in_words(-middle, -high, -low)}"
    )


def in_cells(in_words: Callable[..., str], intervals: pd.DataFrame) -> list[str]:
    """Return a value and its ends, three columns, in words: a cell a line."""
    return [in_words(*line) for line in intervals.to_numpy()]


def arm_setting(name: str) -> str:
    """Return what an arm makes smaller, in words; what it starts from comes first."""
    arm, named = arms().loc[name], arms().index.drop("baseline")
    start = "small-random" if arm["start"] == "general" else arm["start"]
    parts = [arm_setting(start)] if start in named else []
    if arm["layers_kept"]:
        parts.append(f"{len(arm['layers_kept'].split())} layers")
    parts += [form.format(int(arm[of])) for of, form in SETTING_WORDS.items() if arm[of]]
    if arm["pruned"] and arm["start"] in arms().index:
        parts[-1] += " after training"
    if arm["bits"] < 32:
        trained = " trained" if arm["trained"] else ""
        parts.append(f"{arm['bits']}{trained} bits{WHERE_WORDS[arm['where']]}")
    return re.sub(r"\b1 ((?:trained )?\w+)s\b", r"1 \1", ", ".join(parts)) or "nothing"


def arm_in_words(name: str) -> str:
    """Return an arm's technique, setting and id, and its epochs if they are not the baseline's.

    Examples
    --------
    >>> arm_in_words("aware-2-on")
    'quantization-aware training: 2 trained bits (aware-2-on, 4 epochs)'
    """
    return f"{arms().at[name, 'technique']}: {arm_setting(name)} ({name}{epochs_in_words(name)})"


def epochs_in_words(name: str) -> str:
    """Return an arm's epochs after a comma, and nothing if they are the baseline's."""
    known = epochs()
    return f", {known[name]} epochs" if known[name] != known["baseline"] else ""


OF_BUDGETS = {
    "post": "{} bits",
    "aware": "{} bits, trained",
    "prune": "{} % zeros, set before fine-tuning",
    "after": "{} % zeros, set halfway",
    "movement": "{} % zeros by movement",
    "blocks": "{} % zeros in blocks",
    "layers": "{} layers",
    "exits": "a classifier after each layer",
    "exit": "early exit at {} % of the operations",
}
"""What a setting of equal budgets is called, by the name of the arm before its number."""


def budget_setting(name: str) -> str:
    """Return what an arm of equal budgets makes smaller, in words.

    Examples
    --------
    >>> budget_setting("after-50"), budget_setting("layers-3-logits"), budget_setting("aware-1")
    ('50 % zeros, set halfway', '3 layers, with a teacher', '1 bit, trained')
    """
    alone = name.removesuffix("-logits")
    kind, _, number = alone.partition("-")
    taught = ", with a teacher" if alone != name else ""
    if kind in OF_BUDGETS:
        return OF_BUDGETS[kind].format(number).replace("1 bits", "1 bit") + taught
    return arm_setting(alone) + taught
