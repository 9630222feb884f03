"""How a model's page opens: its numbers, what is smaller and may be as good, a chart of all."""

from collections.abc import Iterable, Sequence
from html import escape

from smallbert import answers, compare
from smallbert.answers import device_times, words
from smallbert.answers.candidates import USUAL_TIME
from smallbert.answers.records import Candidate, Score
from smallbert.book import score_chart
from smallbert.book.score_chart import LitMark
from smallbert.data.wording import listed

SMALLER = 0.9
"""Share of a model's size that one called smaller has at most."""

NAMED = 2
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
    known = {(each.of, each.bits): each for each in answers.all_candidates()}
    if (name, 32) in known:
        text, about = _answered(known[name, 32], known.get((name, 8)))
    else:
        text, about = _strong(_costs(name)), []
    if not text:
        return ""
    about += ["one text of 128 tokens on this book's CPU"] if f"{SPACE}ms" in text else []
    about += [f"{ESTIMATE} is an estimate"] if ESTIMATE in text else []
    about = escape("; ".join(filter(None, about)), quote=False)
    below = f'<br><span class="sb-credit">{about[0].upper()}{about[1:]}.</span>' if about else ""
    return f"<p>{text}{below}</p>"


def _answered(own: Candidate, eight: Candidate | None) -> tuple[str, list[str]]:
    """Return the numbers of a line, in 8 bits too, what may be as good, and what they are of."""
    task = next(task for task in answers.TASKS if task in own.scores)
    score, weights = own.scores[task], _amount(own.parameters, "M weights")
    first = f"{answers.TASKS[task].name} {_score(score)}"
    text = _strong([first, weights, *_spent(own), BEWARE * bool(score.caution)])
    text = text.removesuffix(".") + f"; in 8 bits {in_words(eight, task)}." if eight else text
    about = [f"{words.metric_name(task)} on {score.set}", score.words]
    return f"{text} {_alternatives(own, task)}".strip(), about


def _strong(said: Iterable[str]) -> str:
    """Return what is known as the beginning of a paragraph."""
    known = ", ".join(filter(None, said))
    return f"<strong>{known}</strong>." if known else ""


def _costs(name: str) -> list[str]:
    """Return what is known of weights, size and time of a model that has no answer.

    The clock timed shapes in 32 bits, so a model of which less is stored has no time here.
    """
    costs = compare.model_costs().reindex([name]).iloc[0]
    whole = costs["megabytes"] == costs["megabytes_32"]
    return [
        _amount(costs["parameters"] / 1e6, "M weights"),
        _amount(costs["megabytes"], "MB"),
        _amount(costs["milliseconds"], "ms") if whole else "",
    ]


def _amount(value: float | None, unit: str) -> str:
    """Return a number with three digits, as the table of answers has it; none that is not known."""
    if value is None or not value > 0:  # nor is one that is not a number
        return ""
    return f"{words.plain_number(float(f'{value:.3g}'))} {unit}".replace(" ", SPACE)


def _score(score: Score) -> str:
    return f"{score.says} %".replace(" ", SPACE)


def _spent(line: Candidate) -> list[str]:
    """Return size and time of a line, each empty if not known."""
    time = line.times.get(USUAL_TIME)
    sign = f"{ESTIMATE}{SPACE}" * (time is not None and time.how == "estimated")
    return [_amount(line.size, "MB"), sign + _amount(time.ms, "ms") if time else ""]


def in_words(line: Candidate, task: str) -> str:
    """Return score, size and time of a line, as far as they are known."""
    score = _score(line.scores[task]) if task in line.scores else ""
    return ", ".join(filter(None, [score, *_spent(line)]))


def _alternatives(own: Candidate, task: str) -> str:
    """Return what is smaller and may be as good; nothing without a size and a time."""
    if not (own.size and USUAL_TIME in own.times):
        return ""
    found = as_good(own, task, answers.all_candidates())
    names = [_named(each, task) for each in found[:NAMED]]
    names += [f"{len(found) - NAMED} more"] * (len(found) > NAMED)
    known, name = listed(names) if names else "none known", answers.TASKS[task].name
    return (
        f"At least a tenth smaller, no slower, and as good or better on {name}, as far as scores "
        f"tell: {known}."
    )


def as_good(own: Candidate, task: str, lines: Sequence[Candidate]) -> list[Candidate]:
    """Return the lines that are smaller and no slower, and may be as good on a task as one's `own`.

    Each can be downloaded and was itself scored, in the precision in which it is used. It may be
    as good if it does not surely score less, as the rule of answers has it, and if the intervals
    meet. The first has the highest lower end; scores with a caution come last. What is not known
    of a line counts against it.
    """
    most, least, found = SMALLER * own.size, own.scores[task], []
    at = next(at for at, each in enumerate(lines) if each is own)
    for each in lines:
        score, time = each.scores.get(task), each.times.get(USUAL_TIME)
        sources = [each.sources[of] for of in ("", task) if of in each.sources]
        usable = each.bits == 32 and any(source.checkpoint for source in sources)
        if not (usable and score and score.how == "measured" and each.size and time):
            continue
        high = 2 * score.value - score.low
        good = not int(score.beaten, 16) >> at & 1 and high >= least.low
        if good and each.size <= most and time.ms <= own.times[USUAL_TIME].ms:
            found.append(each)
    return sorted(found, key=lambda each: (bool(each.scores[task].caution), -each.scores[task].low))


def _named(line: Candidate, task: str) -> str:
    """Return a model with its numbers, and a link to its page or, without one, to its weights."""
    source = line.sources.get(task, line.sources[""])
    address = f"../{line.page}" if line.page else source.url or line.sources[""].url
    told = in_words(line, task) + f", {BEWARE}" * bool(line.scores[task].caution)
    return f'<a href="{escape(address)}">{escape(line.model)}</a> ({told})'


def chart_of_model(name: str) -> str:
    """Return the chart of all models by MNLI score and size with this one lit, as HTML.

    A model without that score or a size has none.
    """
    places = score_chart.chart_of_all_models().places
    if (name, 32) not in places:
        return ""
    lines, eight = {(line.of, line.bits): line for line in answers.all_candidates()}, (name, 8)
    marks = [LitMark(*places[name, 32], radius=4.5)]
    numbers = in_words(lines[name, 32], "mnli")
    if eight in places:
        numbers += f"; in 8 bits {in_words(lines[eight], 'mnli')}"
        marks.append(LitMark(*places[eight], radius=3.7, is_ring=True))
    return score_chart.lit_chart(
        marks,
        [score_chart.name_above(name, *places[name, 32])],
        label=f"{name} among all models by MNLI score and size: {numbers}",
        what_is_lit="in violet, this model",
    )
