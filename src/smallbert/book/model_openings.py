"""How a model's page opens: its numbers, what is smaller and may be as good, a chart of all."""

from collections.abc import Iterable, Sequence
from html import escape

from smallbert import answers, compare
from smallbert.answers import device_times, words
from smallbert.answers.candidates import USUAL_TIME
from smallbert.answers.parts_of_answers import Candidate, Score
from smallbert.book import all_models_chart
from smallbert.book.all_models_chart import LitMark
from smallbert.data.amounts_in_words import listed

SMALLER = 0.9
"""Share of a model's size that one called smaller has at most."""

ALTERNATIVES_NAMED = 2
"""How many of those that are smaller and may be as good a page names."""

ESTIMATE = device_times.ESTIMATE_SIGN.strip()
BEWARE = "beware of that score"

SPACE = "\N{NO-BREAK SPACE}"
"""Between a number and its unit."""


def opening_paragraph(name: str) -> str:
    """Return a paragraph with a model's score, weights, size and time, and what may be as good.

    They are those of the table of answers, on its first task on which the model has a score. Of a
    model that it does not have, such as one larger than BERT-base or one of embeddings, weights,
    size and time alone are there, as far as they are known; where none is, there is no paragraph.
    """
    lines = {(each.of, each.bits): each for each in answers.all_candidates()}
    if (name, 32) in lines:
        text, about = _answered(lines[name, 32], lines.get((name, 8)))
    else:
        text, about = _strong(_costs(name)), []
    if not text:
        return ""
    about += ["one text of 128 tokens on this book's CPU"] if f"{SPACE}ms" in text else []
    about += [f"{ESTIMATE} is an estimate"] if ESTIMATE in text else []
    about = escape("; ".join(filter(None, about)), quote=False)
    below = f'<br><span class="sb-credit">{about[0].upper()}{about[1:]}.</span>' if about else ""
    return f"<p>{text}{below}</p>"


def _answered(candidate: Candidate, eight: Candidate | None) -> tuple[str, list[str]]:
    """Return the numbers of a line, in 8 bits too, what may be as good, and what they are of."""
    task = next(task for task in answers.TASKS if task in candidate.scores)
    score, weights = candidate.scores[task], _number_with_unit(candidate.parameters, "M weights")
    first = f"{answers.TASKS[task].name} {_score_in_words(score)}"
    text = _strong([first, weights, *_spent(candidate), BEWARE * bool(score.caution)])
    text = text.removesuffix(".") + f"; in 8 bits {in_words(eight, task)}." if eight else text
    about = [f"{words.metric_name(task)} on {score.set}", score.words]
    return f"{text} {_alternatives(candidate, task)}".strip(), about


def _strong(numbers: Iterable[str]) -> str:
    """Return what is known as the beginning of a paragraph."""
    known = ", ".join(filter(None, numbers))
    return f"<strong>{known}</strong>." if known else ""


def _costs(name: str) -> list[str]:
    """Return what is known of weights, size and time of a model that has no answer.

    The clock timed shapes in 32 bits, so a model of which less is stored has no time here.
    """
    costs = compare.model_costs().reindex([name]).iloc[0]
    is_uncompressed = costs["megabytes"] == costs["megabytes_32"]
    return [
        _number_with_unit(costs["parameters"] / 1e6, "M weights"),
        _number_with_unit(costs["megabytes"], "MB"),
        _number_with_unit(costs["milliseconds"], "ms") if is_uncompressed else "",
    ]


def _number_with_unit(value: float | None, unit: str) -> str:
    """Return a number with three digits, as the table of answers has it; none that is not known."""
    if value is None or not value > 0:  # nor is one that is not a number
        return ""
    return f"{words.plain_number(float(f'{value:.3g}'))} {unit}".replace(" ", SPACE)


def _score_in_words(score: Score) -> str:
    return f"{score.says} %".replace(" ", SPACE)


def _spent(candidate: Candidate) -> list[str]:
    """Return size and time of a line, each empty if not known."""
    time = candidate.times.get(USUAL_TIME)
    sign = f"{ESTIMATE}{SPACE}" * (time is not None and time.how == "estimated")
    return [
        _number_with_unit(candidate.size, "MB"),
        sign + _number_with_unit(time.ms, "ms") if time else "",
    ]


def in_words(candidate: Candidate, task: str) -> str:
    """Return score, size and time of a line, as far as they are known."""
    score = _score_in_words(candidate.scores[task]) if task in candidate.scores else ""
    return ", ".join(filter(None, [score, *_spent(candidate)]))


def _alternatives(candidate: Candidate, task: str) -> str:
    """Return what is smaller and may be as good; nothing without a size and a time."""
    if not (candidate.size and USUAL_TIME in candidate.times):
        return ""
    smaller = as_good(candidate, task, answers.all_candidates())
    names = [_in_words_with_link(each, task) for each in smaller[:ALTERNATIVES_NAMED]]
    names += [f"{len(smaller) - ALTERNATIVES_NAMED} more"] * (len(smaller) > ALTERNATIVES_NAMED)
    named, name = listed(names) if names else "none known", answers.TASKS[task].name
    return (
        f"At least a tenth smaller, no slower, and as good or better on {name}, as far as scores "
        f"tell: {named}."
    )


def as_good(compared: Candidate, task: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates that are smaller and no slower, and may be as good on a task as `own`.

    Each can be downloaded and was itself scored, in the precision in which it is used. It may be
    as good if it does not surely score less, as the rule of answers has it, and if the intervals
    meet. The first has the highest lower end; scores with a caution come last. What is not known
    of a line counts against it.
    """
    smaller = []
    own_index = next(index for index, candidate in enumerate(candidates) if candidate is compared)
    for candidate in candidates:
        score, time = candidate.scores.get(task), candidate.times.get(USUAL_TIME)
        sources = [candidate.sources[of] for of in ("", task) if of in candidate.sources]
        is_usable = candidate.bits == 32 and any(source.checkpoint for source in sources)
        if not (is_usable and score and score.how == "measured" and candidate.size and time):
            continue
        # `beaten` has a bit for each candidate that surely scores more
        is_beaten = int(score.beaten, 16) >> own_index & 1
        high = 2 * score.value - score.low  # an interval is as wide above as below
        is_good = not is_beaten and high >= compared.scores[task].low
        is_smaller = candidate.size <= SMALLER * compared.size
        if is_good and is_smaller and time.ms <= compared.times[USUAL_TIME].ms:
            smaller.append(candidate)

    def order(candidate: Candidate) -> tuple[bool, float]:
        score = candidate.scores[task]
        return bool(score.caution), -score.low

    return sorted(smaller, key=order)


def _in_words_with_link(candidate: Candidate, task: str) -> str:
    """Return a model with its numbers, and a link to its page or, without one, to its weights."""
    source = candidate.sources.get(task, candidate.sources[""])
    address = f"../{candidate.page}" if candidate.page else source.url or candidate.sources[""].url
    told = in_words(candidate, task) + f", {BEWARE}" * bool(candidate.scores[task].caution)
    return f'<a href="{escape(address)}">{escape(candidate.model)}</a> ({told})'


def chart_of_model(name: str) -> str:
    """Return the chart of all models by MNLI score and size with this one lit, as HTML.

    A model without that score or a size has none.
    """
    places = all_models_chart.chart_of_all_models().places
    if (name, 32) not in places:
        return ""
    lines, eight = {(line.of, line.bits): line for line in answers.all_candidates()}, (name, 8)
    marks = [LitMark(*places[name, 32], radius=4.5)]
    numbers = in_words(lines[name, 32], "mnli")
    if eight in places:
        numbers += f"; in 8 bits {in_words(lines[eight], 'mnli')}"
        marks.append(LitMark(*places[eight], radius=3.7, is_ring=True))
    return all_models_chart.lit_chart(
        marks,
        [all_models_chart.name_above(name, *places[name, 32])],
        label=f"{name} among all models by MNLI score and size: {numbers}",
        what_is_lit="in violet, this model",
    )
