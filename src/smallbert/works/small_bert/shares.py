"""Of what each remark gives a size: everything of its row that can be counted, next to k."""

import pandas as pd

from smallbert import cost
from smallbert.audit import figures
from smallbert.claims import remarks
from smallbert.data import sources

READ = {
    "half": "bert-base-6",
    "one-tenth": "bert-mini",
    "one-twenty-fifth": "bert-tiny",
    "two-sevenths": "bert-small",
}
"""Shapes next to remarks that name no model: 6 layers, and the released ones nearest in size."""


def times_smaller(shape: str, than: str = "bert-base", *, embeddings: bool = True) -> float:
    """Return how many times fewer weights a shape has, embeddings counted or left out."""
    small, large = (cost.parameters(cost.architecture(name)) for name in (shape, than))
    if embeddings:
        return large.sum() / small.sum()
    return cost.without_embeddings(large) / cost.without_embeddings(small)


def counted(matched: pd.DataFrame, *, less: pd.Series, left: pd.Series) -> list[dict[str, float]]:
    """Return for each remark, by name, how many times smaller each thing of its row is.

    Parameters
    ----------
    matched : pandas.DataFrame
        The remarks with the rows that they speak of.
    less : pandas.Series
        How many times less DeFormer takes of BERT_LARGE's operations and memory.
    left : pandas.Series
        By row of RPP, how many times fewer of the weights that it prunes are left.
    """
    ways = {
        "guo2019rpp": lambda remark: _pruned(left[remark.row]),
        "sun2020mobilebert": lambda remark: {"weights": shares[remark.claim]},
        "cao2020deformer": lambda remark: _decomposed(less),
        "turc2019wellread": lambda remark: _students(READ[remark.claim]),
        "zhao2019extreme": lambda remark: {"weights": factors[remark.row]},
    }
    shares = _mobile()
    factors = sources.values("zhao2019extreme", "table3")["compression_factor"]
    return [ways[remark.source](remark) for remark in matched.itertuples()]


def _mobile() -> pd.Series:
    """Return MobileBERT's factor by remark, each against the model that the remark names."""
    key = "sun2020mobilebert"
    counts = figures.beside(key, published=False).set_index("id")["counted"]
    rows = sources.table(key, remarks.TABLE).index
    ids = {row: f"{key}/{remarks.TABLE}/{row}/size-fraction" for row in rows}
    return pd.Series({row: 1 / counts[name] for row, name in ids.items() if name in counts})


def _students(shape: str) -> dict[str, float]:
    inside = times_smaller(shape, embeddings=False)
    return {"weights": times_smaller(shape), "weights without embeddings": inside}


def _pruned(left: float) -> dict[str, float]:
    """Return the factor of the pruned weights alone, and of all weights of BERT_LARGE."""
    shape = cost.architecture("bert-large")
    everything, (in_layers, _) = cost.parameters(shape).sum(), cost.matrices(shape)
    kept = everything - in_layers * (1 - 1 / left)
    return {"pruned weights": left, "all weights": everything / kept}


def _decomposed(less: pd.Series) -> dict[str, float]:
    """Return what DeFormer saves, of which weights are no part."""
    own = sources.values("cao2020deformer", "table1").loc["mnli"]
    saved = {"weights": 1.0, "time on MNLI": own["speedup"]}
    saved["memory on MNLI"] = 100 / (100 - own["memory_reduction"])
    return saved | {f"{name} of BERT_LARGE on SQuAD": times for name, times in less.items()}


def table(
    matched: pd.DataFrame, counted: list[dict[str, float]], papers: pd.Series
) -> pd.DataFrame:
    """Return the remarks with what was counted, and which of it rounds to k."""
    fits = [
        [name for name, times in things.items() if remarks.same_factor(times, k) == "yes"]
        for things, k in zip(counted, matched["written"], strict=True)
    ]
    words = ["; ".join(f"{name} {x:.2f}" for name, x in things.items()) for things in counted]
    return pd.DataFrame(
        {
            "Paper": matched["source"].map(papers),
            "Remark": matched["remark"],
            "Times smaller": words,
            "k is": [" and ".join(names) or "none of these" for names in fits],
        }
    )
