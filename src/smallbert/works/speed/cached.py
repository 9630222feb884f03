"""DeFormer with its lower layers cached: measured beside printed."""

import pandas as pd

TASKS = {
    "deformer-base-q20-b1-n320": ["squad", "boolq"],
    "deformer-base-q20-b1-n512": ["race"],
    "deformer-base-2048-q20-b1-n2048": ["race"],
    "deformer-base-q20-b1-n120": ["mnli"],
    "deformer-base-q60-b1-n120": ["mnli"],
    "deformer-base-q20-b1-n100": ["qqp"],
    "deformer-base-q50-b1-n100": ["qqp"],
    "deformer-large-q20-b1-n320": [],
}
"""The runs, and the rows of DeFormer's table of tasks beside which they are set."""


def runs(every: pd.DataFrame) -> pd.DataFrame:
    """Return the runs with cached layers, with the length of the question [tokens]."""
    found = every.loc[list(TASKS)]
    return found.assign(question=[int(arm.rpartition("-q")[2]) for arm in found["arm"]])


def table(cached: pd.DataFrame, tasks: pd.DataFrame) -> pd.DataFrame:
    """Return `runs` as the page shows them, beside the printed table of `tasks`."""
    rows = list(TASKS.values())
    return pd.DataFrame(
        {
            "Task": [", ".join(tasks.loc[each, "label"]) or "SQuAD, BERT_LARGE" for each in rows],
            "Tokens": cached["tokens"],
            "Not cached": cached["question"],
            "Operations fall by [x]": cached["fewer"].map("{:.2f}".format),
            "Measured [x]": cached["speedup"].map("{:.2f}".format),
            "95 % interval": [
                f"{run.speedup_low:.2f} to {run.speedup_high:.2f}" for run in cached.itertuples()
            ],
            "Printed [x]": [
                " and ".join(f"{v:g}" for v in tasks.loc[each, "speedup"]) for each in rows
            ],
        }
    )


def notes(*, large: float) -> dict:
    """Return the notes; `large` is how many times the printed operations of BERT_LARGE fall."""
    return {
        ("deformer-large-q20-b1-n320", "Task"): "20 of 24 layers cached, which the slide does not "
        f"say; its operations fall {large:.2f} times, which takes at least 19 layers",
        ("deformer-base-2048-q20-b1-n2048", "Task"): "a network with 2048 positions",
    }
