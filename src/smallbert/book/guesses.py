"""What a column's heading lets one guess; the rest is `TODO`."""

import re
from collections.abc import Iterable, Sequence
from functools import cache

from smallbert.compare.models import slug
from smallbert.data import vocabulary
from smallbert.data.cells import NOT_REPORTED
from smallbert.data.descriptor_words import MILLISECONDS
from smallbert.data.unfilled import TODO

METRICS = {"cola": "matthews"}
METRICS |= dict.fromkeys(["mnli", "mnli-m", "mnli-mm", "sst-2", "qnli", "rte", "wnli"], "accuracy")
METRICS |= dict.fromkeys(["race", "boolq"], "accuracy")
"""The one metric that is customary for a task; of the others several are."""

HALVES = "mnli-m, mnli-mm, or mnli where nobody says which half"
"""What the bare name of MNLI leaves open."""

HALF = f"task: {TODO}"
"""How the quantity of such a column ends."""

NAMED = {"mnli-m": r"\bmnli-m\b(?!/)|\bmatched", "mnli-mm": r"\bmnli-mm\b|\bmismatched"}
"""How a sentence says which half it is."""

INNER = r"encoder|backbone|transformer|non-?\s?embed|(w/o|without|excl\w*\.?|no|minus)\s(\w+\s)?emb"
"""How a heading says that parameters leave the embeddings out."""

GIGABYTES = r"\bgi?b\b"
MEGABYTES = rf"(\bmi?b\b|{GIGABYTES})"

COSTS = {
    r"\[compression\]": "metric: compression-factor",
    r"\[speedup\]": "metric: speedup",
    rf"({INNER}).*param|param.*({INNER})": "metric: parameters-without-embeddings",
    r"#?\s*params?\b|parameters": "metric: parameters, derived: parameters_of_shape",
    r"speed.?up": "metric: speedup",
    r"^#?\s*([gm]flops?\b|flops?\s*[(\[]\s*[bgm])(?!.*(reduc|sav|ratio))": "metric: operations",
    r"sparsity": "metric: prune-ratio",
    r"^remaining weights?\b|^weights? (left|remaining|kept)\b": "metric: remaining-weights",
    rf"^((model|fp\d+) )?(size|download|disk|storage|file|checkpoint).*{MEGABYTES}": "metric: size",
    rf"memory.*{MEGABYTES}": "metric: memory",
    r"\blayers\b": "metric: layers",
    r"hidden": "metric: hidden-size",
    r"^(attention )?heads?\b": "metric: attention-heads",
    r"^(ffn|feed-?forward|intermediate)\b": "metric: feed-forward-size",
    rf"latency|(inference|run) ?time|{MILLISECONDS}": "metric: latency",
    r"throughput|(items|samples|sentences|queries|inputs) ?(/|per) ?s": "metric: throughput",
}
"""What a heading says of a cost, as a pattern."""

UNITS_TOLD = {
    "parameters": {
        r"[(\[,] ?(b|billions?)\b": "scale: 1000",
        r"[(\[,] ?(k|thousands?)\b": "scale: 0.001",
    },
    "parameters-without-embeddings": {
        r"[(\[,] ?(m|millions?)\b": "scale: 0.001",
        r"[(\[,] ?(b|billions?)\b": "",
        r"[(\[,] ?(k|thousands?)\b": "scale: 0.000001",
    },
    "operations": {r"[(\[,] ?m\b|mflop": "scale: 0.001"},
    "size": {GIGABYTES: "scale: 1024"},
    "memory": {GIGABYTES: "scale: 1024"},
    "latency": {MILLISECONDS: "unit: ms", r"[(\[,] ?(s|secs?|seconds?)\b": ""},
}
"""What a heading says of its unit, as a pattern, and how a quantity says the same."""

NEEDED_UNIT = {"latency": "unit", "parameters-without-embeddings": "scale"}
"""What is asked of a metric where nothing tells the unit: no bare number shows it."""

SIGNED = re.compile(r"\d\s?([MB]|[KMG]i?B|m?s)\b")
"""A number that says its unit."""

SCORES = r"\b(accuracy|acc|f1|em|exact match|matthews|mcc|pearson|spearman|score|average|avg)\b"
"""What a heading calls a score, whatever the task."""

UNITS = ("%", "x", "M", "G", "k", "ms", "MB")
"""The units whose sign may follow a number, as far as nobody says which."""


def units(heading: str) -> tuple[str, ...]:
    """Return the units that a column may have if its heading is a known task or metric.

    Examples
    --------
    >>> units("Latency (ms)"), units("Latency"), units("MNLI-m")
    (('ms',), ('s',), ('%',))
    """
    guessed, names = held([heading]), vocabulary.names("metrics")
    if "task: " in guessed or re.search(SCORES, heading.lower()):
        return ("%",)
    if told := re.search(rf"unit: (?!{TODO})(\w+)", guessed):
        return (told[1],)
    metric = metric_of(guessed)
    known = {*map(slug, names.values()), *names}
    units = vocabulary.units_of_metrics()
    return (units[metric],) if metric in units else UNITS if _short(heading) in known else ()


def metric_of(quantity: str) -> str:
    """Return the metric of a quantity, perhaps `TODO`; nothing of one that is asked with a hint."""
    found = re.search(r"metric: ([\w-]+)", quantity)
    return found[1] if found else ""


def with_task(heading: str, place: str) -> str:
    """Return the heading of a score, with the task that the heading above its table names.

    Examples
    --------
    >>> with_task("EM", "SQuAD v1.1 (dev)"), with_task("F1", "Results"), with_task("QQP", "SQuAD")
    ('squad-1.1 EM', 'F1', 'QQP')
    """
    task = _task(place) if re.fullmatch(f"({CALLED})\\W*", heading.lower()) else ""
    return f"{task} {heading}" if task else heading


def _short(heading: str) -> str:
    """Return a heading without what it has in brackets, as an address has it."""
    return slug(re.sub(r"[(\[].*", "", heading))


SPLIT = re.compile(r"\W*\b(dev|test|validation)(?:elopment)?(?: sets?)?\b\W*", re.IGNORECASE)
"""What a heading says of a split, with what parts it from the rest."""


def split(headings: Sequence[str]) -> str:
    """Return the split that headings name, or `TODO` where they name none or several.

    Examples
    --------
    >>> split(["SST-2 (test)"]), split(["F1 on the validation set"]), split(["dev, test"])
    ('test', 'dev', 'TODO')
    """
    named = {found[1].lower() for each in headings for found in SPLIT.finditer(each)}
    named = {"dev" if each == "validation" else each for each in named}
    return named.pop() if len(named) == 1 else TODO


BITS = r"#? ?(w(eight)?[- ])?bits?\b|w[-/ ](e[-/ ])?a\b"
"""How a heading begins of the bits of weights, perhaps among others."""

SHAPE = re.compile(r"#?(l|layers?) ?/ ?#?(h|hidden)( ?(size|dim))?")
"""A heading of two numbers of a shape."""

HALVED = re.compile(r"\bmnli[-\s(]*m\s*/\s*(mnli-)?mm\b")
"""A heading of both halves of MNLI."""

SCORED = {
    "accuracy": "accuracy|accuracies|acc",
    "f1": "f1",
    "exact-match": "exact match|em",
    "matthews": "matthews|mcc",
    "pearson": "pearson",
    "spearman": "spearman",
}
"""How headings and sentences call the metric of a score, as a pattern."""

LETTERS = {"p": "pearson", "s": "spearman"}
"""How a heading of two metrics may call them besides."""

CALLED = "|".join([*SCORED.values(), *LETTERS])
BOTH = re.compile(rf"\(?\b({CALLED})\.?\s*/\s*({CALLED})\b\.?\)?")
"""A heading of two metrics."""

MEAN = re.compile(r"(glue\W*)?(average|avg|mean)\.?(\W*(glue|score))?|glue(\W*score)?")
"""A heading of a mean over tasks."""

MEANT = "{metric: average"
"""How its quantity begins."""


LEFT = r"\b(heads|neurons|blocks)\b.*\b(left|kept|remain(s|ing)?|removed|pruned)\b"
LEFT += r"|\b(remaining|removed|pruned|kept)\b.*\b(heads|neurons|blocks)\b"
"""A heading of what pruning leaves of a network or takes out."""

FEWER = r"\[times fewer\]$"
"""The end of a heading of factors by which operations are fewer."""


def held(headings: Iterable[str]) -> str:
    """Return `quantities` of all columns in one text."""
    return " ".join(each for heading in headings for each in quantities(heading))


def quantities(heading: str, cells: Sequence[str] = ()) -> list[str]:
    """Return what the numbers of a cell are, as the column's heading lets one guess.

    They are none for bits, for what pruning leaves of heads, as other metrics are of one layer, and
    for factors of operations.

    A unit is not asked for where `cells` say theirs.

    Examples
    --------
    >>> quantities("MNLI-m/mm")
    ['{metric: accuracy, task: mnli-m}', '{metric: accuracy, task: mnli-mm}']
    >>> quantities("MNLI", ["84.6/83.4", "-"]) == quantities("MNLI-m/mm")
    True
    >>> quantities("SQuAD 1.1 EM/F1")
    ['{metric: exact-match, task: squad-1.1}', '{metric: f1, task: squad-1.1}']
    >>> quantities("SQuAD v1.1", ["80.5 / 88.0"]) == quantities("SQuAD 1.1 EM/F1")
    True
    >>> quantities("SST-2 (emb. only)")
    ['{metric: accuracy, task: sst-2}']
    >>> quantities("FLOPs (G)"), quantities("MFLOPs")
    (['{metric: operations}'], ['{metric: operations, scale: 0.001}'])
    >>> quantities("Remaining weights", ["10%"])
    ['{metric: remaining-weights}']
    >>> quantities("L/H"), quantities("SQuAD2 (F1)")
    (['{metric: layers}', '{metric: hidden-size}'], ['{metric: f1, task: squad-2.0}'])
    >>> quantities("W-bits", ["4"]), quantities("Bits (W/A)", ["8/8"])
    ([], [])
    """
    if re.match(BITS, heading.lower()) or re.search(f"{LEFT}|{FEWER}", heading.lower()):
        return []
    if SHAPE.fullmatch(heading.lower()):
        return ["{metric: layers}", "{metric: hidden-size}"]
    if _task(heading).startswith("squad") and _ascend(cells):  # F1 is never below exact match
        return [f"{{metric: {each}, task: {_task(heading)}}}" for each in ("exact-match", "f1")]
    if HALVED.search(heading.lower()) or (_task(heading) == "mnli" and _pairs(cells)):
        return [f"{{metric: accuracy, task: {half}}}" for half in NAMED]
    if pair := BOTH.search(heading.lower()):
        task = _task(heading[: pair.start()] + heading[pair.end() :]) or TODO
        return [f"{{metric: {_scored(each)}, task: {task}}}" for each in pair.groups()]
    return [_quantity(heading, cells)]


def _pairs(cells: Sequence[str]) -> bool:
    """Tell whether each cell that reports something has two scores."""
    own = [cell for cell in cells if cell not in NOT_REPORTED]
    one = r"(\d+(\.\d+)?|[-–—])"
    return bool(own) and all(re.fullmatch(rf"{one}\s*/\s*{one}", cell) for cell in own)


def _ascend(cells: Sequence[str]) -> bool:
    """Tell whether each cell that reports something has two scores, the lower one first."""
    pairs = [re.findall(r"\d+(?:\.\d+)?", cell) for cell in cells if cell not in NOT_REPORTED]
    return _pairs(cells) and all(
        len(pair) < 2 or float(pair[0]) <= float(pair[1]) for pair in pairs
    )


def _scored(name: str) -> str:
    kinds = (kind for kind, words in SCORED.items() if re.fullmatch(words, name))
    return LETTERS.get(name) or next(kinds)


def _quantity(heading: str, cells: Sequence[str]) -> str:
    """Return what the one number of a cell is; a unit may be in the heading, or in all cells."""
    signs = {_sign(cell) for cell in cells if cell not in NOT_REPORTED}
    sign = signs.pop() if len(signs) == 1 else ""
    if MEAN.fullmatch(heading.lower().strip()):
        return f"{MEANT}, task: {TODO}}}"
    for words, quantity in COSTS.items():
        if re.search(words, f"{heading} ({sign})".lower()):
            parts = filter(None, [quantity, *_unit(quantity, heading.lower(), cells)])
            return f"{{{', '.join(parts)}}}"
    if not (task := _task(heading)):
        return f"{{metric: {TODO}}}"
    exact = re.search(rf"\b({SCORED['exact-match']})\b", heading.lower())
    kind = next((m for m in ("f1", "matthews", "pearson", "spearman") if m in slug(heading)), "")
    kind = kind or ("exact-match" if exact else "")
    asked = f"{{metric: {kind or METRICS.get(task, TODO)}, task: "
    return f"{asked}{TODO}}}" if task == "mnli" else f"{asked}{task}}}"


def _sign(cell: str) -> str:
    """Return the kind of unit that a cell says: MB for 0.2 GB, too, and s for 12 ms."""
    found = SIGNED.search(cell)
    return re.sub("[KG]i?B|MiB", "MB", found[1]).removeprefix("m") if found else ""


def _task(heading: str) -> str:
    """Return the task that a heading names, or nothing."""
    known = _called(tuple(vocabulary.names("tasks").items()))
    own = re.sub(r"\bv(?=\d)", "", SPLIT.sub(" ", heading))
    tried = (slug(own), slug(re.sub(SCORES, "", own.lower())), _short(heading))
    return next((known[each] for each in tried if each in known), "")


@cache
def _called(names: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Return the tasks by all that they are called in headings, given each with its name."""
    known = {slug(name): task for task, name in names} | {task: task for task, _ in names}
    known |= {task.removesuffix(".0"): task for task, _ in names}
    return known | {each.replace("-", ""): known[each] for each in known} | {"squad": "squad-1.1"}


def _unit(quantity: str, heading: str, cells: Sequence[str]) -> list[str]:
    """Return what a quantity has to say of its unit: a heading tells another one, or none."""
    metric = metric_of(quantity)
    if metric in NEEDED_UNIT and any(map(SIGNED.search, cells)):
        return []
    told = [said for words, said in UNITS_TOLD.get(metric, {}).items() if re.search(words, heading)]
    return told[:1] if told or metric not in NEEDED_UNIT else [f"{NEEDED_UNIT[metric]}: {TODO}"]
