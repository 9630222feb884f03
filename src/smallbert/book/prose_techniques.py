"""The technique that the prose of a file tells of models of one name."""

import re
from collections.abc import Sequence

from smallbert.book import prose
from smallbert.data.unfilled import TODO

TECHNIQUES = {
    "pruning": r"\bprun(e|ing)|\bremov(e|es|ing)\b[^.;]*\b(heads|layers|weights|neurons|rows)\b",
    "distillation": r"\bdistil(?!bert)|\bteach(es|ers?)?\b|\btaught\b|\bstudents?\b",
    "quantization": r"\bquanti[sz]",
    "parameter_sharing": r"\bshar(e|es|ed|ing)\b[^.;]*\b(weights|parameters|layers?)\b",
    "matrix_decomposition": r"\bfactori[sz]|\blow-rank\b",
    "dynamic_inference": r"\bearly[- ]exit|\bexits? early\b",
}
"""How a sentence names a technique."""


def family(model: str) -> str:
    """Return how the names of a work's models begin, such as Trim of Trim-6."""
    return "".join(re.findall(r"^[^\W\d_]{3,}", model))


def technique(text: str, models: Sequence[str], apart: str = "") -> tuple[str, str]:
    r"""Return the technique that a file tells of models of one name, and what is asked for.

    A technique that the names of other rows tell is `apart`, such as that of quantized forms.

    Examples
    --------
    >>> technique("We quantize.\n\nTrim distills.\nA thing prunes.", ["Trim-6", "Trim-4"])[0]
    'quantization+distillation'
    >>> technique("Trim prunes. Thin does not.", ["Trim-6", "Thin-6"])
    ('TODO', 'TODO')
    """
    families = set(map(family, models))
    if len(families) != 1 or not (own := families.pop()):
        return TODO, TODO
    words = "|".join(TECHNIQUES.values())
    ours = rf"{re.escape(own)}|\b[Ww]e\b"
    told = [each for part in prose.paragraphs(text) for each in prose.sentences(part, words)]
    quoted = [each for each in told if re.search(ours, each)]  # its capitals count
    said = " ".join(quoted)
    first = {kind: re.search(of, said, re.IGNORECASE) for kind, of in TECHNIQUES.items()}
    told = {kind: found.start() for kind, found in first.items() if found and kind != apart}
    guess = "+".join(sorted(told, key=told.get)) or TODO
    return guess, prose.asked(guess, quoted)
