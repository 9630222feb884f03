"""What the book calls the models of a table that begins."""

import re
from collections import Counter
from collections.abc import Sequence

from smallbert.book import known_models, model_guesses
from smallbert.data import vocabulary

OURS = re.compile(r"\s*\((ours?|our \w+|this work)\)", re.IGNORECASE)
"""What a table says behind the name of its authors' own model."""

WITHOUT = re.compile(r"\s*(w/o|without|minus|no|[-−–])\s+(?P<part>.+)", re.IGNORECASE)
"""The name of a row that says no more than what the model above it lacks there."""


def names(
    models: Sequence[str], printed: Sequence[str], own: Sequence[bool], bits: Sequence[str]
) -> list[str]:
    """Return what the book calls each model, or nothing where that is as printed.

    Parameters
    ----------
    models : sequence of str
        The models, without the signs of footnotes.
    printed : sequence of str
        The same as printed.
    own : sequence of bool
        Whether a row is one of its authors' compressed models; an ablation is called after the one
        above it.
    bits : sequence of str
        The bits of weights that the table prints, which tell rows of one name apart.

    Examples
    --------
    >>> models = ["BERT-base", "Fold (ours)", "- folding", "Fold (ours)"]
    >>> names(models, models, [False, True, True, True], ["32", "8", "8", "4"])
    ['BERT_BASE', 'Fold, 8 bits', 'Fold without folding', 'Fold, 4 bits']
    >>> names(["Thin-6", "w/o teacher"], ["Thin-6", "w/o teacher"], [True, True], ["", ""])
    ['', 'Thin-6 without teacher']
    """
    called, above = [], ""
    for model, ours in zip(models, own, strict=True):
        part = WITHOUT.fullmatch(model)
        bare = OURS.sub("", model)
        called.append(f"{above} without {part['part']}" if above and part else _name(bare) or bare)
        above = called[-1] if ours and not model_guesses.lacks(model) else above
    forms = {*zip(called, bits, strict=True)}
    counts = Counter(name for name, many in forms if many)
    told = [
        f", {many} bits" if many and counts[name] > 1 else ""
        for name, many in zip(called, bits, strict=True)
    ]
    called = [f"{name}{apart}" for name, apart in zip(called, told, strict=True)]
    return ["" if name == same else name for name, same in zip(called, printed, strict=True)]


def _name(model: str) -> str:
    """Return what the book calls a model that is only named as a shape, or else its bare name."""
    if model_guesses.lacks(model):
        return ""
    shapes = vocabulary.table("architectures")["name"]
    return shapes.get(model_guesses.shape(model)) or known_models.name(model)
