"""An answer in sentences; ``choose.js`` fills the same ones in."""

from decimal import ROUND_HALF_UP, Context

from smallbert.answers import device_times, table
from smallbert.answers.choose import CAN, LIMITS
from smallbert.answers.records import Answer, Choice, Judged, Line
from smallbert.answers.rule import STATUS
from smallbert.answers.tasks import TASKS
from smallbert.data import survey, vocabulary

WORDS = {
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

SENSE = {True: "least", False: "most"}

NAMED = 2
"""How many models a sentence names that are tied."""


def summary(choice: Choice, answer: Answer, lines: list[Line]) -> list[str]:
    """Return what to do in the first sentence; then what to mind, and how much there is."""
    first = answer.lines[0]
    count = {name: sum(one.status == name for one in answer.lines) for name in STATUS}
    counts = {"meets": count["meets"], "unknown": count["not known"], "all": len(answer.lines)}
    said = [fill("count", **counts)] + [WORDS["alone"]] * TASKS[choice.task].alone
    if choice.scale:
        own = plain(choice.base_ms / choice.scale)
        carries = device_times.devices()[choice.device]["carries"]
        said.append(fill("scaled", base=plain(choice.base_ms), own=own, carries=carries))
    if first.status == "meets":
        catch = [fill("mind", marks="; ".join(first.marks))] if first.marks else []
        known = lines[first.at].words
        catch += [fill("know", words="; ".join(known))] if known else []
        catch += [WORDS[first.score.how]] if first.score.how in WORDS else []
        return [_take(choice, answer, lines), *catch, *said]
    test = first.status == "not known" and first.source.checkpoint
    near = first if test else min(answer.lines, key=lambda one: (len(one.why), one.off))
    why = reason(choice, near, lines[near.at])
    words = fill("test" if test else "near", model=lines[near.at].model, why=why)
    return [WORDS["nothing"], words, *said]


def _take(choice: Choice, answer: Answer, lines: list[Line]) -> str:
    """Return the sentence that says what to take."""
    first, line = answer.lines[0], lines[answer.lines[0].at]
    names = [*dict.fromkeys(lines[at].of for at in answer.tied if lines[at].of != line.of)]
    load = fill("load", code=table.call(first.source, choice.task)) if first.source.hub else ""
    load += WORDS["eight"] if load and line.bits == 8 else ""
    return fill(
        "take",
        model=f"{line.model} {line.precision}".strip(),
        metric=metric(choice.task),
        score=first.score.says,
        set=first.score.set,
        size=fill("size", value=plain(line.size)) if line.size else WORDS["no size"],
        time=fill("time", value=about(first)) if first.time else WORDS["no time"],
        where=where(first),
        tied=fill("tied", names=named(names)) if names else "",
        load=load,
    )


def named(names: list[str]) -> str:
    """Return the first of models in words, and how many more there are."""
    more = fill("more", count=len(names) - NAMED) if len(names) > NAMED else ""
    return ("; " if more else " and ").join(names[:NAMED]) + more


def metric(task: str) -> str:
    """Return the name of the metric that counts on a task."""
    return vocabulary.names("metrics")[TASKS[task].metric]


def where(one: Judged) -> str:
    """Return where the weights are and what is left to do, or what one would have to do."""
    source = one.source
    ready = "vectors" if source.kind == "embeddings" else "ready"
    kind = "none" if not source.checkpoint else "start" if source.needs else ready
    needs = ", ".join(CAN[each][0] for each in source.needs)
    place = {"place": source.place, "license": source.license}
    return fill(kind, needs=needs, weights=survey.NO_WEIGHTS, **place)


def reason(choice: Choice, one: Judged, line: Line) -> str:
    """Return what a line misses first, or what is not known of it, or that it may miss."""
    task, wishes = TASKS[choice.task], {each.name: each for each in LIMITS}
    if one.status == "meets":
        return "" if one.surely else WORDS["unsure"]
    if one.why[0] == "can":
        needs = ", ".join(CAN[each][0] for each in one.source.needs)
        return fill("needs", needs=needs) if one.source.checkpoint else where(one)
    if one.status == "misses":
        wish, [asked] = wishes[one.why[0]], [x.asked for x in choice.limits if x.name == one.why[0]]
        says = wish.says.replace("{value}", _value(one, line, wish.name))
        return fill("misses", says=says, sense=SENSE[wish.least], asked=plain(asked))
    words = {name: each.missing for name, each in wishes.items()}
    words["task"] = fill("unscored", task=task.name, metric=metric(choice.task))
    words["released"] = survey.NO_WEIGHTS
    implied = ("kept", "score") if "task" in one.why else ()
    return "; ".join(words[name] for name in one.why if name not in implied)


def _value(one: Judged, line: Line, name: str) -> str:
    """Return a limited number of a line in words."""
    if name == "time":
        return about(one)
    own = {"kept": one.score.kept, "score": one.score.value} if one.score else {}
    return plain(own[name] if name in own else getattr(line, name))


def about(one: Judged) -> str:
    """Return a time with at most three digits [ms]; ≈ stands before one that was not measured."""
    number = Context(prec=3, rounding=ROUND_HALF_UP).create_decimal(one.time.ms)
    return device_times.ESTIMATE_SIGN * (one.time.how == "estimated") + plain(float(number))


def plain(number: float) -> str:
    """Return a number as a reader writes it; JavaScript's ``plain`` gives the same."""
    return f"{number:.10g}"


def fill(name: str, /, **values) -> str:
    """Put values in the place of their names in braces."""
    text = WORDS[name]
    for key, value in values.items():
        text = text.replace("{" + key + "}", str(value))
    return text
