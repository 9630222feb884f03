"""The rule: what meets a choice, in which order, and what to take first.

``rule.js`` is the same for the page, function by function; ``tests/answers/cases.json`` holds both
to one set of cases.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from smallbert.answers.parts_of_answers import (
    Answer,
    Candidate,
    Choice,
    Judged,
    Score,
    Source,
    Time,
)

BAND = 0.5
"""Points of the lower end within which candidates count as equal: place and size decide."""

STATUS = ("meets", "not known", "misses")

FAR_BELOW = 3
"""Points below the best from which on one of those tied with it is not to be taken first."""

NEVER = 1e9
"""Larger than any number of a candidate."""


class Limits(NamedTuple):
    """How a candidate stands to limits: what it misses, and what of its numbers is not known.

    ``off`` is the largest factor by which it misses, ``surely`` tells that whole intervals meet.
    """

    missed: list[str]
    unknown: list[str]
    off: float
    surely: bool


def weights_for(choice: Choice, candidate: Candidate) -> Source:
    """Return the weights to take: to fine-tune if the reader can, else those of the task."""
    plain, kind = candidate.sources[""], choice.task.partition("/")[0]
    ready = candidate.sources.get(kind, plain)
    able = plain.checkpoint and {*plain.needs} <= {*choice.can}
    # vectors are compared as they were released; fine-tuning would make others
    return plain if able and ready.kind != "embeddings" else ready


def time_of(choice: Choice, candidate: Candidate) -> Time | None:
    """Return a candidate's time on the device of a choice, scaled to the reader's own machine."""
    time = candidate.times.get(f"{choice.device}/{choice.tokens}")
    if time and choice.scale:
        return replace(time, ms=time.ms * choice.scale, how="estimated")
    return time


def value_and_worst(
    name: str, candidate: Candidate, score: Score | None, time: Time | None
) -> tuple[float | None, float | None]:
    """Return a limited number, and the end of its interval that is worst for the limit."""
    if name == "time":
        # nobody says how far an estimated time is off, so it never surely meets a limit
        return (time.ms, NEVER if time.how == "estimated" else time.ms) if time else (None, None)
    if name == "score":
        return (score.value, score.low) if score else (None, None)
    if name == "kept":
        return (score.kept, score.kept_low) if score else (None, None)
    return getattr(candidate, name), getattr(candidate, name)


def check_limits(
    choice: Choice, candidate: Candidate, score: Score | None, time: Time | None
) -> Limits:
    """Tell how a candidate stands to the limits of a choice."""
    missed, unknown, off, surely = [], [], 1.0, True
    for limit in choice.limits:
        value, worst = value_and_worst(limit.name, candidate, score, time)
        if value is None:
            unknown.append(limit.name)
            continue
        over, worst_over = (
            # a score may be 0, and its interval reach below: that misses by a factor without end
            limit.asked / max(number, 1 / NEVER) if limit.least else number / limit.asked
            for number in (value, worst)
        )
        if over > 1:
            missed.append(limit.name)
        off, surely = max(off, over), surely and worst_over <= 1
    return Limits(missed, unknown, off, surely)


def judge_candidate(choice: Choice, candidate: Candidate, index: int) -> Judged:
    """Tell whether a candidate meets a choice by its values, and surely by its whole intervals."""
    source, time = weights_for(choice, candidate), time_of(choice, candidate)
    score = candidate.scores.get(choice.task)
    limits = check_limits(choice, candidate, score, time)
    unable = [] if {*source.needs} <= {*choice.can} else ["can"]
    unscored = [] if score else ["task"]
    unreleased = ["released"] if choice.released and not source.checkpoint else []
    missed = unable + limits.missed
    unknown = unscored + unreleased + limits.unknown
    status = 2 if missed else 1 if unknown else 0
    marks = [candidate.mark, source.mark, score.caution if score else ""]
    return Judged(
        index=index,
        group=2 * status + (not source.checkpoint),
        low=score.low if score else 0,
        status=STATUS[status],
        surely=limits.surely and not status,
        why=missed or unknown,
        off=max(NEVER if unable else 1, limits.off),
        marks=[mark for mark in marks if mark],
        source=source,
        score=score,
        time=time,
    )


def ranked(judged: Sequence[Judged], candidates: Sequence[Candidate]) -> list[Judged]:
    """Return what is judged in its order.

    What meets comes before what is not known, and this before what misses; then what can be
    downloaded; then the higher lower end. From the top each leader takes along all within `BAND`
    below it: those on the Hugging Face Hub first, then the smaller.
    """

    def place_and_size(one: Judged) -> tuple[bool, float]:
        return not one.source.hub, candidates[one.index].size or NEVER

    left, order = sorted(judged, key=lambda one: (one.group, -one.low)), []
    while left:
        leader = left[0]
        band = [one for one in left if one.group == leader.group and one.low >= leader.low - BAND]
        order += sorted(band, key=place_and_size)
        left = left[len(band) :]
    return order


def reservation(judged: Judged, best: float) -> int:
    """Return what lets others of a tie go first: far below the best, a mark, an estimate."""
    far_below, estimated = judged.score.value < best - FAR_BELOW, judged.score.how == "estimated"
    # an estimate that has a mark, too, is no worse than any other with one
    return 4 * far_below + (2 if judged.marks else estimated)


def answer_by_rule(choice: Choice, candidates: Sequence[Candidate]) -> Answer:
    """Return the candidates of the choice's pool in their order, and what is tied with the first.

    Tied are those of the first group that none of it surely beats; the first is the one of these
    that has the least `reservation`.
    """
    judged = [
        judge_candidate(choice, candidate, index)
        for index, candidate in enumerate(candidates)
        if {*choice.pool} & {*candidate.scores}
    ]
    order = ranked(judged, candidates)
    leaders = [one for one in order if one.group == order[0].group and one.score]
    mask = sum(1 << one.index for one in leaders)
    best = max((one.score.value for one in leaders), default=0)
    tied = [one for one in leaders if not int(one.score.beaten, 16) & mask]
    tied.sort(key=lambda one: reservation(one, best))
    others = [one for one in order if one not in tied[:1]]
    return Answer(tied[:1] + others, [one.index for one in tied[1:]])
