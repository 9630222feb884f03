"""What the page of equal budgets shows: arms, tries and predictions in words."""

import pandas as pd

from smallbert.works.compress.budget_expectations import expected_of_budgets
from smallbert.works.compress.words import (
    budget_setting,
    in_cells,
    lost_in_words,
    value_in_words,
)

FATES = {"holds": "confirmed", "fails": "refuted", "cannot tell": "open"}
"""What the page calls the answers to predictions."""

TIMES_SMALLER = {
    "encoder": "Layers",
    "file": "File",
    "operations": "Operations",
    "milliseconds": "Time",
}
"""The columns that say how many times less an arm takes."""


def budget_arms_shown(results: pd.DataFrame, sure: pd.DataFrame) -> pd.DataFrame:
    """Return `budget_results` and `overconfidence` in words, a line an arm."""
    table = pd.DataFrame({"Technique": results["setting"], "Id": results.index})
    table["Points lost"] = in_cells(lost_in_words, results[["lost", "low", "high"]])
    table[[*TIMES_SMALLER.values()]] = 1 / results[[*TIMES_SMALLER]].to_numpy()
    table["Too sure"] = in_cells(value_in_words, sure[["oversure", "low", "high"]])
    return table.assign(Seeds=results["seeds"])


def encoders_shown(losses: pd.DataFrame) -> pd.DataFrame:
    """Return `losses_of_encoders` in words, a line a technique, best on the first encoder first."""
    settings = losses.index.map(budget_setting).str.replace("3 layers", "half the layers")
    table = pd.DataFrame({"Technique": settings})
    for encoder, prefix in {"MiniLM": "", "multilingual-E5": "second_"}.items():
        columns = [f"{prefix}{name}" for name in ("lost", "low", "high")]
        table[encoder] = in_cells(lost_in_words, losses[columns])
    return table.assign(Seeds=losses["second_seeds"].astype(int).to_numpy())


def tries_shown(scores: pd.DataFrame, settings: pd.Series) -> pd.DataFrame:
    """Return dev scores at each rate tried and after each epoch, under what columns are called."""
    names = {at: f"{at} epoch{'s' * (at > 1)}" for at in scores if isinstance(at, int)}
    names |= {rate: f"{rate:g}" for rate in scores if rate not in names}
    table = scores.rename(columns=names, index=settings).rename_axis("Technique")
    return table.rename(index={"nothing": "not compressed"}).reset_index()


def budget_answers_shown(answers: pd.DataFrame) -> pd.DataFrame:
    """Return `budget_answers` with each prediction in its words, and its fate."""
    columns = {
        "Expected": answers["statement"].map(expected_of_budgets()),
        "Answer": answers["answer"].map(FATES),
        "Measured": answers["what"],
        "Found": answers["found"],
        "On": answers["tasks"],
    }
    return pd.DataFrame(columns)
