"""What a model's name and a column's heading let one guess; the rest is `TODO`."""

import re

from smallbert.compare.models import slug
from smallbert.data import vocabulary
from smallbert.data.unfilled import TODO

METRICS = {"cola": "matthews", "squad-1.1": "f1", "squad-2.0": "f1"}
METRICS |= dict.fromkeys(["mnli", "mnli-m", "mnli-mm", "sst-2", "qnli", "rte", "wnli"], "accuracy")
METRICS |= dict.fromkeys(["race", "boolq"], "accuracy")
"""The metric that a task has where nobody says; of the others several are usual."""

COSTS = {
    r"#?\s*params?\b|parameters": "{metric: parameters, derived: parameters_of_shape}",
    r"speed.?up": "{metric: speedup}",
    r"sparsity": "{metric: prune-ratio}",
    r"^size.*\bmb": "{metric: size}",
    r"\blayers\b": "{metric: layers}",
    r"hidden": "{metric: hidden-size}",
}
"""What a heading says of a cost, as a pattern."""

TECHNIQUES = {
    r"distil|tinybert|minilm|student|kd\b": "distillation",
    r"prun|spars": "pruning",
    r"int8|8.?bit|quant|q8": "quantization",
    r"albert": "parameter_sharing",
    r"^(google-)?bert[-_ ]?(base|large)|^roberta[-_ ]?(base|large)|teacher": "none",
}
"""What a model's name says of its technique, the first that fits."""


def technique(model: str) -> str:
    """Return the technique that a model's name tells, or `TODO`."""
    found = (kind for words, kind in TECHNIQUES.items() if re.search(words, model.lower()))
    return next(found, TODO)


def shape(model: str) -> str:
    """Return the shape of the vocabulary that a model is named as, or nothing."""
    shapes = vocabulary.table("architectures")["name"]
    names = {slug(name): shape for shape, name in shapes.items()} | {
        each: each for each in shapes.index
    }
    tried = [slug(model).removesuffix(end) for end in ("", "-uncased", "-base-uncased", "-base")]
    return next((names[each] for each in tried if each in names), "")


SCORES = r"\b(accuracy|acc|f1|em|exact match|matthews|mcc|pearson|spearman|score|average|avg)\b"
"""What a heading calls a score, whatever the task."""

UNITS = ("%", "x", "M", "G", "k", "s")
"""The units whose sign may follow a number, as far as nobody says which."""


def units(heading: str) -> tuple[str, ...]:
    """Return the units that a column may have if its heading is a known task or metric."""
    guessed, names = quantities(heading), vocabulary.names("metrics")
    if "task: " in guessed or re.search(SCORES, heading.lower()):
        return ("%",)
    metric = re.findall(r"metric: ([\w-]+)", guessed)[0]
    known = {*map(slug, names.values()), *names}
    units = vocabulary.units_of_metrics()
    return (units[metric],) if metric in units else UNITS if _short(heading) in known else ()


def _short(heading: str) -> str:
    """Return a heading without what it has in brackets, as an address has it."""
    return slug(re.sub(r"[(\[].*", "", heading))


SPLIT = re.compile(r"\W*\b(dev|test)(?: set)?\b\W*", re.IGNORECASE)
"""What a heading says of a split, with what parts it from the rest."""


def split(headings: list[str]) -> str:
    """Return the split that headings name, or `TODO` where they name none or several."""
    named = {found[1].lower() for each in headings if (found := SPLIT.search(each))}
    return named.pop() if len(named) == 1 else TODO


def quantities(heading: str) -> str:
    """Return what a column holds, as its heading lets one guess."""
    for words, quantity in COSTS.items():
        if re.search(words, heading.lower()):
            return quantity
    names = vocabulary.table("tasks")["name"]
    known = {slug(name): task for task, name in names.items()} | {
        task: task for task in names.index
    }
    known |= {task.replace("-", ""): task for task in names.index} | {"squad": "squad-1.1"}
    own = slug(SPLIT.sub(" ", heading))
    tried = (own, own.rpartition("-")[0], _short(heading))
    own = next((each for each in tried if each in known), "")
    if not own:
        return f"{{metric: {TODO}}}"
    task = known[own]
    kind = next((m for m in ("f1", "matthews", "pearson", "spearman") if m in slug(heading)), "")
    return f"{{metric: {kind or METRICS.get(task, TODO)}, task: {task}}}"
