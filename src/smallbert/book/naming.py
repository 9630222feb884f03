"""What the book calls the models of a table that begins."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from smallbert.book import known_models, model_guesses
from smallbert.data import vocabulary

OURS = re.compile(r"\s*\((ours?|our \w+|this work)\)", re.IGNORECASE)
"""What a table says behind the name of its authors' own model."""

WITHOUT = re.compile(r"\s*(w/o|without|minus|no|[-−–])\s+(?P<part>.+)", re.IGNORECASE)
"""The name of a row that says no more than what the model above it lacks there."""


def names(
    models: Sequence[str],
    printed: Sequence[str],
    own: Sequence[bool],
    forms: Iterable[Sequence[str]] = (),
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
    forms : iterable of sequence of str
        What tells rows of one name apart, such as their bits, in words.

    Examples
    --------
    >>> models = ["BERT-base", "Fold (ours)", "- folding", "Fold (ours)"]
    >>> names(models, models, [False, True, True, True], [["", "8 bits", "8 bits", "4 bits"]])
    ['BERT_BASE', 'Fold, 8 bits', 'Fold without folding', 'Fold, 4 bits']
    >>> names(["Thin-6", "w/o teacher"], ["Thin-6", "w/o teacher"], [True, True])
    ['', 'Thin-6 without teacher']
    """
    called, above = [], ""
    for model, ours in zip(models, own, strict=True):
        part = WITHOUT.fullmatch(model)
        bare = OURS.sub("", model)
        called.append(f"{above} without {part['part']}" if above and part else _name(bare) or bare)
        above = called[-1] if ours and not model_guesses.lacks(model) else above
    for words in forms:
        apart = Counter(name for name, form in {*zip(called, words, strict=True)} if form)
        called = [
            f"{name}, {form}" if form and apart[name] > 1 else name
            for name, form in zip(called, words, strict=True)
        ]
    return ["" if name == same else name for name, same in zip(called, printed, strict=True)]


def shared(called: Sequence[Sequence[str]], printed: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the names of several tables' models, each as the first of them calls it.

    Examples
    --------
    >>> shared([["Fold, 80 %"], [""]], [["Fold"], ["Fold 80%"]])
    [['Fold, 80 %'], ['Fold, 80 %']]
    """
    first: dict[str, str] = {}
    tables = []
    for names, own in zip(called, printed, strict=True):
        whole = [name or same for name, same in zip(names, own, strict=True)]
        told = [first.setdefault(known_models.letters(name), name) for name in whole]
        tables.append(["" if name == same else name for name, same in zip(told, own, strict=True)])
    return tables


def _name(model: str) -> str:
    """Return what the book calls a model that is only named as a shape, or else its bare name."""
    if model_guesses.lacks(model):
        return ""
    shapes = vocabulary.table("architectures")["name"]
    return shapes.get(model_guesses.shape(model)) or known_models.name(model)
