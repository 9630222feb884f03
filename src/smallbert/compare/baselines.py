"""What a score is compared with: a row of its own table, one implied, or one from elsewhere."""

from dataclasses import dataclass

import pandas as pd

from smallbert.data import survey


@dataclass(frozen=True)
class Baseline:
    """The model that a score is compared with.

    Attributes
    ----------
    model : str
        Its name; a remark in brackets such as "(teacher)" is left out.
    id : str
        Of its result; empty where it is implied.
    score : float or None
        In per cent; None where no source gives it.
    note : str
        Where it comes from, unless it stands in the row's own table.
    words : str
        Its name and place as a table shows them.
    """

    model: str = ""
    id: str = ""
    score: float | None = None
    note: str = ""
    words: str = ""


def borrowed() -> pd.DataFrame:
    """Return the baselines that a table borrows from another: table, split, baseline, reason."""
    return survey.gather("baselines")[["table", "split", "baseline", "reason"]]


def of_score(score, known: dict, lent: list) -> Baseline:
    """Return the baseline of a score.

    Parameters
    ----------
    score : namedtuple
        A line of the tidy results.
    known : dict
        From ids to lines of the tidy results.
    lent : list
        Lines of `borrowed`.
    """
    if score.technique == "none":
        return Baseline(plain(score.model), score.id, score.value, words=score.model)
    if score.baseline:
        base = known[score.baseline]
        return Baseline(plain(base.model), base.id, base.value, words=base.model)
    return _implied(score, known) or _elsewhere(score, known, lent) or Baseline()


def _implied(score, known: dict) -> Baseline | None:
    """Take a printed change off the score, as RPP's tables print both."""
    change = known.get(score.id.rsplit("/", 1)[0] + f"/{score.task}-change")
    if change is None:
        return None
    note = f"implied by the change of {score.model}"
    return Baseline("", "", score.value - change.value, note, note)


def _elsewhere(score, known: dict, lent: list) -> Baseline | None:
    """Take the baseline that `borrowed` names for the table and split."""
    quantity = score.id.rsplit("/", 1)[1]
    for other in lent:
        there = known.get(f"{other.baseline}/{quantity}")
        if (other.table, other.split) == (f"{score.source}/{score.table}", score.split) and there:
            words = f"{there.model} ({other.baseline})"
            return Baseline(plain(there.model), there.id, there.value, other.reason, words)
    return None


def plain(model: str) -> str:
    """Return a model's name without the remark that it teaches.

    Examples
    --------
    >>> plain("BERT_BASE (teacher)")
    'BERT_BASE'
    """
    return model.removesuffix(" (teacher)")
