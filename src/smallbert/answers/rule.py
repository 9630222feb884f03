"""The rule: what meets a choice, in which order, and what to take first.

``rule.js`` is the same for the page; ``tests/answers/cases.json`` holds both to one set of cases.
"""

from collections.abc import Sequence
from dataclasses import astuple, replace

from smallbert.answers.records import Answer, Choice, Judged, Line

BAND = 0.5
"""Points of the lower end within which lines count as equal, so that place and size decide."""

STATUS = ("meets", "not known", "misses")

MOST = 3
"""Points that the first may score less than another of those tied with it, to have no mark."""

NEVER = 1e9
"""Larger than any number of a line."""


def judge(choice: Choice, line: Line, at: int) -> Judged:
    """Tell whether a line meets a choice by its values, and surely by its whole intervals.

    Weights to fine-tune count if the reader can, else those of the task; for embeddings, these.
    """
    plain, kind = line.sources[""], choice.task.partition("/")[0]
    ready = line.sources.get(kind, plain)
    able = plain.checkpoint and {*plain.needs} <= {*choice.can}
    source = plain if able and ready.kind != "embeddings" else ready
    score, time = line.scores.get(choice.task), line.times.get(f"{choice.device}/{choice.tokens}")
    if time and choice.scale:
        time = replace(time, ms=time.ms * choice.scale, how="estimated")
    known = {"time": (time.ms, NEVER if time.how == "estimated" else time.ms)} if time else {}
    if score:
        known |= {"score": (score.value, score.low), "kept": (score.kept, score.kept_low)}
    missed = [] if {*source.needs} <= {*choice.can} else ["can"]
    unknown = ["task"] * (not score) + ["released"] * (choice.released and not source.checkpoint)
    off, surely = NEVER if missed else 1, True
    for name, least, asked in map(astuple, choice.limits):
        ends = known.get(name) or [getattr(line, name, None)] * 2
        if ends[0] is None:
            unknown.append(name)
            continue
        over, most = (asked / max(end, 1 / NEVER) if least else end / asked for end in ends)
        missed += [name] * (over > 1)
        off, surely = max(off, over), surely and most <= 1
    status = 2 if missed else 1 if unknown else 0
    marks = [each for each in (line.mark, source.mark, score and score.caution) if each]
    group, low = 2 * status + (not source.checkpoint), score.low if score else 0
    why, surely = missed or unknown, surely and not status
    return Judged(at, group, low, STATUS[status], surely, why, off, marks, source, score, time)


def minded(one: Judged, best: float) -> tuple[bool, bool, bool]:
    """Tell what lets others of a tie go first: far below the best score, a mark, an estimate."""
    estimated = one.score.how == "estimated" and not one.marks
    return one.score.value < best - MOST, bool(one.marks), estimated


def answer(choice: Choice, lines: Sequence[Line]) -> Answer:
    """Return the lines of the choice's pool in their order, and what is tied with the first.

    What meets comes before what is not known, and this before what misses; then what can be
    downloaded; then the higher lower end. From the top each leader takes along all within `BAND`
    below it: those on the Hugging Face Hub first, then the smaller. Tied are those of the first
    group that none of it surely beats; the first is the first of these, without a mark and measured
    if any is that scores at most `MOST` less than the highest.
    """
    pool = {*choice.pool}
    listed = [at for at, line in enumerate(lines) if pool & {*line.scores}]
    judged = [judge(choice, lines[at], at) for at in listed]
    left, order = sorted(judged, key=lambda one: (one.group, -one.low)), []
    while left:
        group, low = left[0].group, left[0].low
        band = [one for one in left if one.group == group and one.low >= low - BAND]
        order += sorted(band, key=lambda one: (not one.source.hub, lines[one.at].size or NEVER))
        left = left[len(band) :]
    good = [one for one in order if one.group == order[0].group and one.score]
    mask = sum(1 << one.at for one in good)
    tied = [one for one in good if not int(one.score.beaten, 16) & mask]
    best = max((one.score.value for one in good), default=0)
    tied.sort(key=lambda one: minded(one, best))
    rest = [one for one in order if one not in tied[:1]]
    return Answer(tied[:1] + rest, [one.at for one in tied[1:]])
