"""What the book calls the models of a table that begins."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from smallbert.book import known_models, model_guesses
from smallbert.data import vocabulary
from smallbert.data.grids import unbracketed

OURS = re.compile(r"\s*\((ours?|our \w+|this work)\)", re.IGNORECASE)
"""What a table says behind the name of its authors' own model."""

ADDED = re.compile(r"\s*\+\s+(?P<part>.+)")
"""The name of a row that says no more than what is added to the model above it."""

WITHOUT = re.compile(r"\s*(w/o|without|minus|no|[-−–])\s+(?P<part>.+)", re.IGNORECASE)
"""The name of a row that says no more than what the model above it lacks there."""


def adds(model: str) -> bool:
    """Tell whether a name says no more than what is added to the model above it."""
    return bool(ADDED.fullmatch(model))


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
    >>> names(["Thin (p=0.9)", "w/o teacher (p=0.8)"], ["", ""], [True, True])[1]
    'Thin without teacher (p=0.8)'
    >>> names(["ALBERT-base (12M)", "+ Thin (p=0.9)"], ["", ""], [True, True])[1]
    'ALBERT-base + Thin (p=0.9)'
    """
    called, above, whole = [], "", ""
    for model, ours in zip(models, own, strict=True):
        bare = OURS.sub("", model)
        if above and (part := WITHOUT.fullmatch(model)):
            of = unbracketed(above) if "(" in part["part"] else above
            called.append(f"{of} without {part['part']}")
        elif whole and (part := ADDED.fullmatch(bare)):
            called.append(f"{unbracketed(whole)} + {part['part']}")
        else:
            called.append(_name(bare) or bare)
            whole = called[-1]
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
    >>> printed = [["Fold (r=8)", "Fold (r=4)", "Q (r=8)"], ["r=8", "r=4"]]
    >>> shared([["", "", ""], ["", ""]], printed)[1]
    ['Fold (r=8)', 'Fold (r=4)']
    """
    first: dict[str, str] = {}
    tables = []
    for names, own in zip(called, printed, strict=True):
        whole = [name or same for name, same in zip(names, own, strict=True)]
        whole = _of_family(whole, [*first.values()])
        told = [first.setdefault(known_models.letters(name), name) for name in whole]
        tables.append(["" if name == same else name for name, same in zip(told, own, strict=True)])
    return tables


SETTING = re.compile(r"[\w.]+ ?= ?[\w.%]+")
"""A name that is nothing but a setting, such as a rank."""


def _of_family(names: Sequence[str], known: Sequence[str]) -> list[str]:
    """Return names of which settings alone are those of the one family that is known in all."""
    settings = {name for name in names if SETTING.fullmatch(name)}
    families: dict[str, set[str]] = {}
    for name in known:
        families.setdefault(unbracketed(name), set()).update(re.findall(r"\((.*?)\)", name))
    whole = [family for family, own in families.items() if settings and settings <= own]
    if len(whole) != 1:
        return list(names)
    return [f"{whole[0]} ({name})" if name in settings else name for name in names]


def _name(model: str) -> str:
    """Return what the book calls a model that is only named as a shape, or else its bare name."""
    if model_guesses.lacks(model):
        return ""
    shapes = vocabulary.table("architectures")["name"]
    return shapes.get(model_guesses.shape(model)) or known_models.name(model)
