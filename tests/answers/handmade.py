"""Lines as `smallbert.answers.lines` has them, by hand: what is known of a model, or is not."""

from smallbert import answers

GOT = {"needs": [], "checkpoint": "made/up", "license": "MIT", "note": "", "kind": "to fine-tune"}
GOT |= {"url": "https://huggingface.co/made/up", "hub": True, "last": ""}
NOT_GOT = {"needs": [], "checkpoint": "", "license": "", "note": ""}
NOT_GOT |= {"url": "", "hub": False, "last": "no weights known here"}


def score(value: float, **changes) -> dict:
    """Return a score of one work on MNLI, 0.5 points of its error and BERT-base at 80 %."""
    own = {"score": value, "kept": round(value / 0.8, 1)}
    more = {"half": 0.5, "set": "MNLI matched, dev", "examples": "mnli-m, dev", "estimated": False}
    more |= {"works": 1, "metric": "accuracy", "card": "", "caution": ""}
    return own | more | changes


def line(model: str, value: float | None = 76.0, **changes) -> dict:
    """Return a line of which all is known: half of BERT-base's size, and faster."""
    known = {"id": model.lower(), "model": model, "page": "", "technique": "", "bits": 32}
    known |= {"size": 200.0, "parameters": 52.0, "operations": 11.0, "factor": 2.0, "slow": False}
    known |= {"times": {"cpu/128": [50.0, "measured", "measured"]}, "words": [], "get": {"": GOT}}
    return known | {"scores": {"mnli": score(value)} if value else {}} | changes


NOTHING = {"size": None, "parameters": None, "operations": None, "factor": None}
NOTHING |= {"slow": None, "times": {}, "get": {"": NOT_GOT}}
"""What a line has of which nothing is known but its score."""

WISHES = {
    "max_mb": 500,
    "max_millions": 500,
    "max_gops": 500,
    "min_factor": 0.01,
    "max_ms": 500,
    "keep": 1,
    "score": 1,
    "released": True,
}
"""What any model meets of which it is known."""

FAST, HARD, SLOW = line("Fast", 75), line("Untold", 76, slow=None), line("Slow", 77, slow=True)
LINES = [
    *(SLOW, HARD, FAST, line("Bare", 78, **NOTHING), line("Unscored", None)),
    line("Sole", scores={"mnli": score(70, kept=None)}),
    line("Halfless", scores={"mnli": score(76, set="MNLI, half not stated, dev", half=0.4)}),
    line("Errorless", scores={"mnli": score(76, half=None)}),
]


def asked() -> list[dict]:
    """Return wishes of which each tries an unknown: none, one of `WISHES`, or all."""
    each = [{}, *({name: value} for name, value in WISHES.items()), WISHES]
    return [answers.complete(**wishes) for wishes in each]
