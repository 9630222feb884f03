"""How many weights a model has, by component."""

from dataclasses import replace
from functools import lru_cache

import pandas as pd

from smallbert.cost.products import head_norms, head_products, norms, products
from smallbert.cost.shapes import COMPONENTS, Architecture

KEPT = 1024
"""Counts that are kept: a page, the audit and the claims ask for the same shapes many times."""


def parameters(shape: Architecture, *, head: str = "", labels: int = 2) -> pd.Series:
    """Return the number of parameters of each component.

    Parameters
    ----------
    shape : Architecture
    head : {"", "classifier", "span", "words", "pretraining"}
        Head for a task, if it counts: classes of an input, start and end of an answer, masked
        words, or masked words and next sentence.
    labels : int
        Classes of the classifier.

    Returns
    -------
    pandas.Series
        Indexed by `COMPONENTS`, in numbers of weights. The sum is the size of the encoder with
        embeddings, pooler and head.

    Raises
    ------
    UserError
        The head is unknown.

    Notes
    -----
    A product from a to b has ``a·b`` weights and b biases; a norm of width a has ``2·a``.
    Per layer of BERT: query, key, value ``3(H² + H)``, output ``H² + H``, feed-forward
    ``2HF + F + H``, two norms ``4H`` (Vaswani et al. 2017, section 3; Devlin et al. 2019).
    A set of weights that several layers share counts once. Two factors of rank r have
    ``r(a + b)`` weights and b biases.
    """
    return _counted(shape, head, labels).copy(deep=False)  # which is copied once it is written to


@lru_cache(maxsize=KEPT, typed=True)
def _counted(shape: Architecture, head: str, labels: int) -> pd.Series:
    count = dict.fromkeys(COMPONENTS, 0)
    count["word embeddings"] = shape.vocabulary * shape.word_width
    looked_up = (shape.positions + shape.token_types) * shape.looked_up_width
    count["position and type embeddings"] = looked_up
    for each in products(shape) + head_products(shape, head, labels):
        count[each.component] += each.parameters
    for component, width, _, stored in norms(shape) + head_norms(shape, head):
        count[component] += (1 + shape.biases) * width * stored
    return pd.Series(count)


def without_embeddings(count: pd.Series) -> float:
    """Return the total of a count by component, embeddings and their projection left out."""
    return float(count[[COMPONENTS[name] != "embeddings" for name in count.index]].sum())


def of_layers(shape: Architecture) -> float:
    """Return the number of weights of the layers alone: embeddings, their norm and pooler left out.

    Of BERT_BASE these are ``12 (4(H² + H) + 2HF + F + H + 4H)``, or 85,054,464.
    """
    one, two = (parameters(replace(shape, layers=each, layer_sets=None)).sum() for each in (1, 2))
    return float(shape.sets * (two - one))


def matrices(shape: Architecture) -> tuple[int, int]:
    """Return how many weights the matrices of the layers have, and how many rows.

    The rows are those of a sparse format, one for each output of a matrix; biases, norms,
    embeddings and pooler are no part of it. BERT has ``L(4H² + 2HF)`` weights in ``L(5H + F)``
    rows.
    """
    inside = [each for each in products(shape) if each.times >= shape.layers]
    weights = sum(each.stored * each.weights for each in inside)
    return weights, sum(each.stored * each.outputs for each in inside)
