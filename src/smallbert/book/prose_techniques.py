"""The technique that the prose of a file tells of models of one name."""

import re
from collections.abc import Collection, Sequence
from itertools import takewhile

from smallbert.book import model_guesses, prose
from smallbert.data.pasted_table import Table
from smallbert.data.unfilled import TODO

TECHNIQUES = {
    "pruning": r"\bprun(e|ing)|\bremov(e|es|ing)\b[^.;]*\b(heads|layers|weights|neurons|rows)\b",
    "distillation": r"\bdistil(?!bert)|\bteach(es|ers?)?\b|\btaught\b|\bstudents?\b",
    "quantization": r"\bquanti[sz]",
    "parameter_sharing": r"\bshar(e|es|ed|ing)\b[^.;]*\b(weights|parameters|layers?)\b"
    r"|\b(weights|parameters|layers|blocks)\b[^.;]*\bshar(e|es|ed|ing)\b",
    "matrix_decomposition": r"\bfactori[sz]|\blow-rank\b",
    "dynamic_inference": r"\bearly[- ]exit|\bexits? early\b|\badaptive (\w+ )?inference\b"
    r"|\b(drop|prun|eliminat|skip)\w*[^.;]*\btokens?\b|\btokens?\b[^.;]*\b(drop|eliminat)",
}
"""How a sentence names a technique."""


PARTS = r"(heads|layers|neurons|(?<!\dx\d )(?<!weight )blocks|rows|columns|filters)"
OUT = r"\b(prun|remov|dropp?|discard|delet)(e|es|ed|ing|s)?\b"
REMOVED = rf"{OUT}[^.;]*\b{PARTS}\b|\b{PARTS}\b[^.;]*{OUT}|(?<!un)(?<!un-)(?<!non-)\bstructured\b"
"""How a sentence says that pruning takes whole parts out."""

ZEROED = r"\b(un|non)-?structured\b|\bmagnitude\b|\bzero(s|ed)?\b"
"""How a sentence says that it sets weights to zero."""

SPARSE = r"\bsparse\b|\bsparsity\b"
"""How a sentence says so that says nothing else."""


def removed(table: Table) -> str:
    """Return what is asked of a table whose rows may be pruned: whether whole parts are taken out.

    Examples
    --------
    >>> removed(Table(above="Trim removes heads, without retraining."))
    "'TODO (yes? the file says: Trim removes heads, without retraining.)'"
    >>> removed(Table(above="Unstructured pruning to 60%.")).split("?")[0], removed(Table())
    ("'TODO (no", 'TODO')
    >>> removed(Table(above="Unstructured pruning of all layers.")).split(": ")[0]
    "'TODO (the file says"
    >>> removed(Table(above="We prune in 4-weight blocks."))
    'TODO'
    >>> removed(Table(above="Layers are dropped at 60% sparsity.")).split("?")[0]
    "'TODO (yes"
    """
    quoted = prose.anywhere(table, f"{REMOVED}|{ZEROED}") or prose.anywhere(table, SPARSE)
    told = {"yes": REMOVED, "no": f"{ZEROED}|^(?!.*({REMOVED})).*({SPARSE})"}
    kinds = [kind for kind, words in told.items() if re.search(words, " ".join(quoted), re.I)]
    return prose.asked(kinds[0] if len(kinds) == 1 else TODO, quoted)


def may_prune(table: Table, kinds: Collection[str]) -> bool:
    """Tell whether rows may be pruned: their techniques say so, or are open and sentences do."""
    words = " ".join(kinds)
    return "pruning" in words or (TODO in words and removed(table) != TODO)


def family(model: str) -> str:
    """Return how the names of a work's models begin, such as Trim of Trim-6."""
    return "".join(re.findall(r"^[^\W\d_]{3,}", model))


ELSEWHERE = r"\b(unlike|others?|prior|previous|existing|than|without|instead|however)\b"
"""What a sentence says that is not on the models that were named before."""

UNUSED = r"\bno (numbers?|results?|scores?)\b|\bnot (yet|tuned|tried|tested|evaluated|used)\b"
"""What a sentence says that is on no model of a table."""

GOES_ON = r"(its?|they|their|this|these|the|then|during|after|finally|later|both|all|each)\b"
"""How a sentence begins that is."""


INSTEAD = r"instead of [^.;]*, (it|they)\b"
"""How a sentence begins that is, but on what they do not do first."""


def _on(paragraph: str, ours: str, words: str) -> list[str]:
    """Return the sentences with some words on models: those that name them, and what goes on so.

    Examples
    --------
    >>> text = "Trim cuts. It is distilled. Others are distilled. Later we prune."
    >>> _on(text, "Trim|we", "distil|prun")
    ['It is distilled.', 'Later we prune.']
    >>> _on("Trim cuts. Instead of distilling, it waits. It is pruned.", "Trim", "distil|prun")
    ['It is pruned.']
    """
    own, goes_on = [], False
    for sentence in prose.END.split(paragraph):
        named = bool(re.search(ours, sentence))  # its capitals count
        same = re.match(GOES_ON, sentence, re.IGNORECASE)
        apart = re.search(ELSEWHERE, sentence, re.IGNORECASE)
        instead = re.match(INSTEAD, sentence, re.IGNORECASE)
        goes_on = named or (goes_on and (instead or (same and not apart)))
        on = goes_on and (named or not instead) and not re.search(UNUSED, sentence, re.IGNORECASE)
        own += [sentence] if on and re.search(words, sentence, re.IGNORECASE) else []
    return own


def shared(models: Collection[str]) -> str:
    """Return how the names of all models begin, if that may be the name of a method; else nothing.

    Examples
    --------
    >>> shared(["Trim-6", "Trim-4"]), shared(["QuillBERT-8", "QuillMiniLM-4"]), shared(["Ab", "Ac"])
    ('Trim', 'Quill', '')
    """
    families = {family(model) for model in models}
    same = takewhile(lambda letters: len({*letters}) == 1, zip(*families, strict=False))
    begins = "".join(letters[0] for letters in same)
    return begins if len(families) == 1 or len(begins) >= SHORTEST else ""


SHORTEST = 4
"""Letters that names of several families share at least."""


def tells_more(text: str, model: str) -> bool:
    r"""Tell whether a text on a model tells more of its techniques than the name.

    Examples
    --------
    >>> text = "# Prunet\n\nPrunet prunes and distills. Distiller prunes."
    >>> [tells_more(text, model) for model in ("Prunet-6", "Distiller-6", "Prunet-6-int8")]
    [True, False, False]
    >>> tells_more("# Quantum\n\nWe distill Quantum and quantize it.", "Quantum-4")
    True
    """
    named = {*model_guesses.techniques([model])[0].split("+")}
    apart = "" if re.search("quant", family(model), re.IGNORECASE) else "quantization"
    if named & {TODO, "none", apart} or not in_title(text, model):
        return False
    return named < {*technique(text, [model], apart)[0].split("+")}


TITLE = re.compile(r"^# *(.+)$", re.MULTILINE)


def in_title(text: str, model: str) -> bool:
    """Tell whether the title of a text names a model, or has a word with which its name begins.

    Examples
    --------
    >>> [in_title("# Quill: Learned Clipping", each) for each in ("QuillBERT-4", "Q8BERT")]
    [True, False]
    >>> in_title("# Quill: Pruned BERT", "BERT-PKD")
    False
    """
    words = re.findall(r"\w+", "".join(TITLE.findall(text)[:1]))
    own = "" if (own := family(model)) in ("BERT", "RoBERTa") else own  # as any paper's title
    return any(word == own or (len(word) >= SHORTEST and own.startswith(word)) for word in words)


def technique(
    text: str, models: Sequence[str], apart: str = "", lacking: Sequence[str] = ()
) -> tuple[str, str]:
    r"""Return the technique that a file tells of models of one name, and what is asked for.

    A technique that the names of other rows tell is `apart`, such as that of quantized forms. What
    rows that are `lacking` something lack by their names, the models have.

    Examples
    --------
    >>> technique("We quantize.\n\nTrim distills.\nA thing prunes.", ["Trim-6", "Trim-4"])[0]
    'quantization+distillation'
    >>> technique("Trim prunes.", ["Trim-6"], lacking=["w/o distillation"])[0]
    'pruning+distillation'
    >>> technique("# Trim: Distillation\n\nTrim prunes.", ["Trim-6"])[0]
    'distillation+pruning'
    >>> technique("Trim prunes. Thin does not.", ["Trim-6", "Thin-6"])
    ('TODO', 'TODO')
    """
    if not (own := shared(models)):
        return TODO, TODO
    words = "|".join(TECHNIQUES.values())
    ours = rf"(?i:{own})" if own.islower() else re.escape(own)  # a checkpoint's has no capitals
    ours = rf"{ours}|\b[Ww]e\b"
    parts = (*(f"{title}." for title in TITLE.findall(text)[:1]), *prose.paragraphs(text))
    quoted = [each for part in parts for each in _on(part, ours, words)]
    quotation = " ".join(quoted)
    first = {kind: re.search(of, quotation, re.IGNORECASE) for kind, of in TECHNIQUES.items()}
    told = {kind: found.start() for kind, found in first.items() if found and kind != apart}
    for name in lacking:
        kinds = [kind for kind, of in TECHNIQUES.items() if re.search(of, name, re.IGNORECASE)]
        new = {*kinds} - {*told, apart}
        told |= dict.fromkeys(new, len(quotation))
        quoted += [f"{name}."] * bool(new)
    guess = "+".join(sorted(told, key=told.get)) or TODO
    return guess, prose.asked(guess, quoted)
