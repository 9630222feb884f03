"""Lines and questions worked by hand: `CASES`, for the rule in Python and in JavaScript."""

import json
from dataclasses import replace
from pathlib import Path

from smallbert.answers import tasks
from smallbert.answers.parts_of_answers import Candidate, Choice, Limit, Score, Source, Time

CASES = json.loads(Path(__file__).with_name("cases.json").read_text(encoding="utf-8"))

BASE = 80.0
"""The score of BERT-base, and its 400 MB."""

LEAST = ("factor", "kept", "score")

OTHER = ("cola", "rte", "embeddings/retrieval")


def line(model: str, **known) -> Candidate:
    """Return a line of which what is not said is not known; its weights are on the Hub."""
    size, how = known.get("size"), known.get("time", "measured")
    needs, place = known.get("needs", ["finetune"]), known.get("place", model.lower())
    source = Source(place, "", place, place == model.lower(), "MIT", "to fine-tune", needs)
    kinds = {"embeddings": "embeddings"}
    ready = {
        task: Source("ready", "", "ready", True, "MIT", kinds.get(task, "fine-tuned"), [])
        for task in known.get("ready", [])
    }
    return Candidate(
        **{"model": model, "of": model, "precision": "", "bits": 32, "page": ""},
        **{"technique": "", "operations": None, "words": known.get("words", [])},
        size=size,
        parameters=known.get("millions"),
        factor=400 / size if size else None,
        mark=known.get("mark", ""),
        times={"cpu/128": Time(known["ms"], how)} if "ms" in known else {},
        scores=({"mnli": score(**known)} if "score" in known else {})
        | {task: _other(*known[task]) for task in OTHER if task in known},
        sources={"": source} | ready,
    )


def _other(value: float, half: float) -> Score:
    """Return a score on another task, by its value and half of its interval."""
    return score(score=value, half=half, ceiling=value)


def score(*, score: float, half: float, ceiling: float, how: str = "measured", **known) -> Score:
    """Return a score on a set on which BERT-base has `BASE`; `placed` makes use of the ceiling."""
    low, share = score - half, 100 / BASE
    return Score(
        f"{score} ± {half}",
        **{"value": score, "low": low, "kept": score * share},
        **{
            "kept_low": low * share,
            "beaten": str(ceiling),
            "how": how,
            "set": "made up",
            "works": 1,
        },
        caution=known.get("caution", ""),
    )


def placed(lines: list[Candidate]) -> list[Candidate]:
    """Return lines as a table has them: each is surely beaten by what scores above its ceiling."""
    return [
        replace(each, scores={of: _beaten(each, of, lines) for of in each.scores}) for each in lines
    ]


def _beaten(own: Candidate, task: str, lines: list[Candidate]) -> Score:
    score = own.scores[task]
    above = [
        1 << at
        for at, line in enumerate(lines)
        if task in line.scores and line.scores[task].value > float(score.beaten)
    ]
    return replace(score, beaten=f"{sum(above):x}")


def asked(case: dict) -> Choice:
    """Return the choice of a case: on a CPU, by somebody who can fine-tune."""
    scale = case.get("scale")
    return Choice(
        pool=tasks.pool(case.get("task", "mnli")),
        **{"task": case.get("task", "mnli"), "can": case.get("can", ["finetune"])},
        **{"device": "cpu", "tokens": 128, "released": case.get("released", False)},
        base_ms=scale and 100 * scale,
        scale=scale,
        limits=[Limit(name, name in LEAST, value) for name, value in case["asks"].items()],
    )


LINES = placed([line(**each) for each in CASES["lines"]])
