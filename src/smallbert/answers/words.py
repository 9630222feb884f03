"""An answer in sentences; ``choose.js`` fills the same ones in."""

from decimal import ROUND_HALF_UP, Context

from smallbert.answers import device_times
from smallbert.answers.parts_of_answers import Answer, Candidate, Choice, Judged, Source
from smallbert.answers.rule import STATUS
from smallbert.answers.snippets import loading_call
from smallbert.answers.tasks import TASKS
from smallbert.answers.wish import CAN, LIMITS
from smallbert.data import side_tables, vocabulary

SENTENCES = {
    "take": "Take {model}: {metric} {score} % ({set}), {size}, {time}; {where}{tied}.{load}",
    "load": " Load it: {code}",
    "eight": ' (32 bits; "load it" in the form has the commands for the file in 8 bits)',
    "size": "{value} MB",
    "time": "{value} ms",
    "no size": "size not known",
    "no time": "time there not known",
    "ready": "{place} ({license}), fine-tuned",
    "vectors": "{place} ({license})",
    "start": "{place} ({license}), then {needs}",
    "none": "{weights}: you would have to {needs}",
    "tied": "; tied with {names}",
    "more": " and {count} more",
    "mind": "Mind: {marks}.",
    "know": "To know: {words}.",
    "estimated": "Its score in 8 bits is an estimate: test it yourself.",
    "repeated": "Its score is only repeated here: test it yourself.",
    "device": "Times are of {words}; ≈: estimated.",
    "nothing": "Nothing is known to meet your choice.",
    "test": "Test {model} first: {why}.",
    "near": "{model} comes closest: {why}.",
    "count": "{meets} of {all} lines (a model in 32 or in 8 bits) meet your choice; of {unknown} "
    "something is not known.",
    "scaled": "Times are scaled to your machine, on which BERT-base takes {base} ms (here {own}); "
    "{carries}.",
    "alone": "All were scored in one work by one procedure; BERT-base is not among them, so no "
    "share of its score is asked.",
    "unscored": "no work in this book scores it on {task} by {metric}",
    "needs": "you would have to {needs}",
    "misses": "{says}; you ask for at {sense} {asked}",
    "unsure": "it meets your choice by its values, not by their whole intervals",
}
"""The sentences of an answer; names in braces are filled in."""

TIED_NAMED = 2
"""How many models a sentence names that are tied."""


def in_sentences(choice: Choice, answer: Answer, candidates: list[Candidate]) -> list[str]:
    """Return what to do in the first sentence; then what to mind, and how much there is."""
    first = answer.ranked[0]
    if first.status == "meets":
        sentences = [_take(choice, answer, candidates), *_catches(first, candidates[first.index])]
        return sentences + _counts(choice, answer)
    # what cannot be downloaded can be tested by nobody: then what comes closest is named
    test = first.status == "not known" and first.source.checkpoint
    near = first if test else min(answer.ranked, key=lambda one: (len(one.why), one.off))
    candidate = candidates[near.index]
    why = reason(choice, near, candidate)
    nearest = filled("test" if test else "near", model=candidate.model, why=why)
    return [SENTENCES["nothing"], nearest, *_counts(choice, answer)]


def _catches(first: Judged, candidate: Candidate) -> list[str]:
    """Return the sentences on what to mind of the candidate to take."""
    catches = [filled("mind", marks="; ".join(first.marks))] if first.marks else []
    if candidate.words:
        catches.append(filled("know", words="; ".join(candidate.words)))
    # of a score that is estimated or repeated, not of one that was measured
    return catches + ([SENTENCES[first.score.how]] if first.score.how in SENTENCES else [])


def _counts(choice: Choice, answer: Answer) -> list[str]:
    """Return the sentences on how many candidates meet the choice, and on what the answer rests."""
    count = {name: sum(one.status == name for one in answer.ranked) for name in STATUS}
    counts = {"meets": count["meets"], "unknown": count["not known"], "all": len(answer.ranked)}
    sentences = [filled("count", **counts)] + [SENTENCES["alone"]] * TASKS[choice.task].alone
    if choice.scale:
        base_here = plain_number(choice.base_ms / choice.scale)
        carries = device_times.devices()[choice.device]["carries"]
        base = plain_number(choice.base_ms)
        sentences.append(filled("scaled", base=base, own=base_here, carries=carries))
    return sentences


def _take(choice: Choice, answer: Answer, candidates: list[Candidate]) -> str:
    """Return the sentence that says what to take."""
    first, candidate = answer.ranked[0], candidates[answer.ranked[0].index]
    size, models = candidate.size, [candidates[index].of for index in answer.tied]
    # a model that is tied with itself in the other precision is no other model
    tied = [*dict.fromkeys(model for model in models if model != candidate.of)]
    load = ""
    if first.source.hub:
        load = filled("load", code=loading_call(first.source, choice.task))
        load += SENTENCES["eight"] if candidate.bits == 8 else ""
    return filled(
        "take",
        model=f"{candidate.model} {candidate.precision}".strip(),
        metric=metric_name(choice.task),
        score=first.score.says,
        set=first.score.set,
        size=filled("size", value=plain_number(size)) if size else SENTENCES["no size"],
        time=filled("time", value=rounded_time(first)) if first.time else SENTENCES["no time"],
        where=where_to_get(first),
        tied=filled("tied", names=tied_models(tied)) if tied else "",
        load=load,
    )


def tied_models(models: list[str]) -> str:
    """Return the first of models in words, and how many more there are."""
    more = filled("more", count=len(models) - TIED_NAMED) if len(models) > TIED_NAMED else ""
    return ("; " if more else " and ").join(models[:TIED_NAMED]) + more


def metric_name(task: str) -> str:
    """Return the name of the metric that counts on a task."""
    return vocabulary.names("metrics")[TASKS[task].metric]


def where_to_get(judged: Judged) -> str:
    """Return where the weights are and what is left to do, or what one would have to do."""
    source = judged.source
    ready = "vectors" if source.kind == "embeddings" else "ready"
    kind = "none" if not source.checkpoint else "start" if source.needs else ready
    place = {"place": source.place, "license": source.license}
    return filled(kind, needs=_needs_in_words(source), weights=side_tables.NO_WEIGHTS, **place)


def _needs_in_words(source: Source) -> str:
    return ", ".join(CAN[need][0] for need in source.needs)


def reason(choice: Choice, judged: Judged, candidate: Candidate) -> str:
    """Return what a candidate misses first, or what is not known of it, or that it may miss."""
    if judged.status == "meets":
        return "" if judged.surely else SENTENCES["unsure"]
    if judged.why[0] == "can":
        needs = filled("needs", needs=_needs_in_words(judged.source))
        return needs if judged.source.checkpoint else where_to_get(judged)
    task, wishes = TASKS[choice.task], {wish.name: wish for wish in LIMITS}
    if judged.status == "misses":
        wish = wishes[judged.why[0]]
        limit = next(limit for limit in choice.limits if limit.name == wish.name)
        says = wish.says.replace("{value}", _limited_number(judged, candidate, wish.name))
        sense, asked = "least" if wish.least else "most", plain_number(limit.asked)
        return filled("misses", says=says, sense=sense, asked=asked)
    missing = {name: wish.missing for name, wish in wishes.items()}
    missing["task"] = filled("unscored", task=task.name, metric=metric_name(choice.task))
    missing["released"] = side_tables.NO_WEIGHTS
    # who has no score on the task has no share of BERT-base's either: that is said once
    implied = ("kept", "score") if "task" in judged.why else ()
    return "; ".join(missing[name] for name in judged.why if name not in implied)


def _limited_number(judged: Judged, candidate: Candidate, name: str) -> str:
    """Return a limited number of a candidate in words."""
    if name == "time":
        return rounded_time(judged)
    if name in ("kept", "score"):
        return plain_number(judged.score.kept if name == "kept" else judged.score.value)
    return plain_number(getattr(candidate, name))


def rounded_time(judged: Judged) -> str:
    """Return a time with at most three digits [ms]; ≈ stands before one that was not measured."""
    # half goes up, as in JavaScript's toPrecision; Python's format goes to the even digit
    rounded = Context(prec=3, rounding=ROUND_HALF_UP).create_decimal(judged.time.ms)
    return device_times.ESTIMATE_SIGN * (judged.time.how == "estimated") + plain_number(
        float(rounded)
    )


def plain_number(number: float) -> str:
    """Return a number as a reader writes it; JavaScript's ``plainNumber`` gives the same."""
    return f"{number:.10g}"


def filled(name: str, /, **values) -> str:
    """Return a sentence with values in the place of their names in braces."""
    sentence = SENTENCES[name]
    for key, value in values.items():
        sentence = sentence.replace("{" + key + "}", str(value))
    return sentence
