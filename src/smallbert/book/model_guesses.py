"""What a model's name lets one guess; the rest is `TODO`."""

import re
from collections.abc import Collection, Sequence

from smallbert.compare.models import slug
from smallbert.data import vocabulary
from smallbert.data.grids import unbracketed
from smallbert.data.unfilled import TODO

QUANTIZED = r"[-_ ]*(?<![a-z])(?:int|q|w)-?(\d+)(?:a\d+)?|[-_ ]*(?<!\d)(\d+)[- ]?bits?\b"
"""What a model's name says of its bits, with what parts it from the rest."""

TECHNIQUES = {
    rf"{QUANTIZED}|quant|\b(ptq|qat)\b": "quantization",
    r"distil|(?<![a-z])(tinybert|minilm)|student|kd\b": "distillation",
    r"prun|spars": "pruning",
    r"albert": "parameter_sharing",
    r"\bsvd\b|low-?rank": "matrix_decomposition",
}
"""What a model's name says of its technique."""

WHOLE = r"^(google-)?bert[-_ ]?(base|large)|^roberta[-_ ]?(base|large)|teacher"
"""The name of a model that nobody compressed."""


WITHOUT = r"(\b(w/o|without|minus|no|non)\b|\bun(?=prun|quanti|distil)|^\s*[-−–])[^,;+()]*"
"""What a row's name says that its model lacks."""


def lacks(model: str) -> bool:
    """Tell whether a row's name says that its model lacks something that others have.

    Examples
    --------
    >>> lacks("Small, w/o distill."), lacks("Small-6")
    (True, False)
    """
    return bool(re.search(WITHOUT, model.lower()))


def techniques(models: Sequence[str], left: Collection[str] = ()) -> list[str]:
    """Return the technique that each model's name tells, several joined by ``+``, or `TODO`.

    A quantized or pruned model that begins with the name of another row has that row's, too; of
    models that are `left` nothing is told.

    Examples
    --------
    >>> techniques(["BERT-base", "Small-6", "Small-6-int8", "TinyBERT-4 8bit"])
    ['none', 'TODO', 'quantization+TODO', 'quantization+distillation']
    >>> techniques(["BERT-base + PTQ"])
    ['quantization']
    >>> techniques(["Small int8, w/o distill.", "- teacher", "No pruning", "Unpruned student"])
    ['quantization', 'TODO', 'TODO', 'TODO']
    >>> techniques(["w/o latency (sparsity only)"])
    ['TODO']
    """
    return [_technique(model, models, left) for model in models]


def _technique(model: str, others: Sequence[str], left: Collection[str]) -> str:
    if model in left:
        return TODO
    named = re.sub(rf"{WITHOUT}|\([\w ]+ only\)", "", model.lower())
    kinds = [kind for words, kind in TECHNIQUES.items() if re.search(words, named)]
    before = [each for each in others if slug(model).startswith(f"{slug(each)}-")]
    if before and {"quantization", "pruning"} & {*kinds}:
        larger = max(before, key=len)
        own = _technique(larger, others, left)
        kinds = [kind for kind in kinds if larger not in left or kind == "quantization"]
        kinds += [part for part in own.split("+") if part not in (*kinds, "none")]
    usual = "none" if re.search(WHOLE, named) else TODO
    return "+".join(kinds) or usual


def bare(model: str) -> str:
    """Return a model's name without its bits and its version, which change no shape.

    Examples
    --------
    >>> bare("BERT-base-int8"), bare("ALBERT-base v2")
    ('BERT-base', 'ALBERT-base')
    """
    return re.sub(rf"{QUANTIZED}|[-_ ]*\bv\d$", "", model, flags=re.IGNORECASE)


def bits(name: str) -> str:
    """Return the bits of weights that the name of a quantized model or a table tells, or `TODO`.

    Examples
    --------
    >>> bits("BERT-base-int8"), bits("TernaryBERT W2A8"), bits("Small 4-bit"), bits("Q-BERT")
    ('8', '2', '4', 'TODO')
    >>> bits("Ablation (2-4-8)")
    '2'
    """
    found = re.search(rf"{QUANTIZED}|\((\d+)-\d+-\d+\)", name, re.IGNORECASE)
    return next(filter(None, found.groups())) if found else TODO


def shape(model: str) -> str:
    """Return the shape of the vocabulary that a model is named as, or nothing.

    What stands in brackets, as in "BERT-base (teacher)", is no part of the name, and neither is the
    number of layers that the shape has anyway.

    Examples
    --------
    >>> shape("BERT-base (teacher)"), shape("DistilBERT-6"), shape("DistilBERT-4")
    ('bert-base', 'distilbert', '')
    """
    model = unbracketed(model)
    shapes = vocabulary.table("architectures")
    names = {slug(name): shape for shape, name in shapes["name"].items()} | {
        each: each for each in shapes.index
    }
    layers = shapes["layers"].astype(str)
    tried = [slug(model).removesuffix(end) for end in ("", "-uncased", "-base-uncased", "-base")]
    counted = re.fullmatch(r"(.*[a-z])-?(\d+)l?", slug(model))
    if counted and layers.get(names.get(counted[1], ""), "") == counted[2]:
        tried.append(counted[1])
    return next((names[each] for each in tried if each in names), "")
