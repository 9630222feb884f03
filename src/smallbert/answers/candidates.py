"""The candidates for an answer: a line for each model no larger than BERT-base and precision.

Every number and word of an answer is computed here; the rule compares and sorts.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from smallbert import compare
from smallbert.answers import device_times
from smallbert.answers.candidate_costs import (
    bits_of,
    cost_of,
    printed_shares,
    printed_weights,
    shares_of_base,
    size_in_words,
)
from smallbert.answers.candidate_scores import INT8, reported_scores, scores_on
from smallbert.answers.device_times import BASELINE_MODEL
from smallbert.answers.downloads import EIGHT_BITS, needs_in_order, sources_of
from smallbert.answers.parts_of_answers import Candidate, Source, Time
from smallbert.answers.tasks import TASKS
from smallbert.compare import uncertainty
from smallbert.data import sources, vocabulary
from smallbert.memo import cached

ALTERED = ("quantization", "pruning")
"""The techniques that leave a shape and change what is stored."""

USUAL_TIME = "cpu/128"
"""Whose times are said first: of one text of 128 tokens on this book's CPU."""

SLOW = 2.0
"""How many times its share of BERT-base's weights a model's share of the time is, if it is slow."""

POINT_COSTS = ("parameters", "megabytes", "operations", "milliseconds")
"""What a point of `scores_and_costs` costs."""


@cached
def all_candidates(
    *, level: float = uncertainty.LEVEL, rho: float = uncertainty.RHO
) -> list[Candidate]:
    """Return the candidates: models no larger than BERT-base with a score, as scored and in 8 bits.

    A model counts that has no more weights than BERT-base or computes no more, and one that was
    compressed and of which neither is known; on tasks that one work alone scores, all that
    `smallbert.answers.tasks.by_one_work` has. The intervals of scores are of a `level`, and of two
    scores on the same examples the errors correlate by `rho`. Shared, so do not change it.
    """
    several = _models_of_several_works()
    models = [*sorted(several), *sorted(printed_weights().keys() - several)]
    candidates = [candidate for model in models for candidate in _in_both_precisions(model)]
    places = {candidate.model: 1 << place for place, candidate in enumerate(candidates)}
    # the others are here for one work's task and may be larger than BERT-base
    comparable = [candidate for candidate in candidates if candidate.of in several]
    scores = {
        task: scores_on(
            task,
            candidates if TASKS[task].alone else comparable,
            places=places,
            level=level,
            rho=rho,
        )
        for task in TASKS
    }
    return [
        replace(
            candidate,
            scores={
                task: by_model[candidate.model]
                for task, by_model in scores.items()
                if candidate.model in by_model
            },
        )
        for candidate in candidates
    ]


@cached
def _models_of_several_works() -> set[str]:
    """Return the models of the tasks that several works score, none larger than BERT-base."""
    names = set().union(*(reported_scores(task).index for task in TASKS if not TASKS[task].alone))
    names = {name for name in names if not re.fullmatch(INT8, name)}  # the 8 bits of another line
    techniques = _techniques_and_keys()["technique"].to_dict()
    return {name for name in names if _fits(cost_of(name), techniques.get(name, "none"))}


def scores_and_costs(task: str, candidates: Sequence[Candidate]) -> pd.DataFrame:
    """Return the candidates with a score on a task, one row each, to be drawn against their costs.

    ``of`` is the model of a candidate in either precision, ``id`` of its first score in 32 bits;
    ``score`` and ``half_width`` [%], whether weights are ``released``, parameters [millions],
    megabytes [MiB], operations [1e9], and ``milliseconds`` of 128 tokens on this book's CPU.
    """
    ids, rows = reported_scores(task)["id"], []
    for candidate in [each for each in candidates if task in each.scores]:
        score = candidate.scores[task]
        time = candidate.times.get(f"{device_times.OWN_DEVICE}/128")
        rows.append(
            {
                "model": candidate.model,
                "of": candidate.of,
                "bits": candidate.bits,
                "id": ids.get(candidate.model, ""),
                "score": score.value,
                "half_width": round(score.value - score.low, 2),
                "score_is": score.how,
                "released": any(source.checkpoint for source in candidate.sources.values()),
                "parameters": candidate.parameters,
                "megabytes": candidate.size,
                "operations": candidate.operations,
                "milliseconds": time.ms if time else None,
            }
        )
    return pd.DataFrame(rows).astype({name: float for name in POINT_COSTS})


def _dense(technique: str) -> bool:
    """Tell whether a technique leaves all weights, in 32 bits."""
    return not {*ALTERED} & {*technique.split("+")}


@cached
def _techniques_and_keys() -> pd.DataFrame:
    """Return technique and key of each model, by its name."""
    models = compare.models_of_works().drop_duplicates("model").set_index("model")
    return models[["technique", "model_key"]].astype(object).fillna("")


def _fits(cost: pd.Series, technique: str) -> bool:
    """Tell whether a model is no larger than BERT-base, as far as somebody says."""
    sizes, base = cost[["parameters", "operations"]], cost_of(BASELINE_MODEL)
    if sizes.isna().all():
        return technique != "none"
    # 109.5 million, as works print BERT-base's 109,482,240 weights, are no more
    return any(sizes[name] <= 1.001 * base[name] for name in sizes.index)


def _in_both_precisions(model: str) -> list[Candidate]:
    """Return a model as it was scored and, if its dense weights are released, in 8 bits."""
    cost, models = cost_of(model), _techniques_and_keys()
    technique, key = models.loc[model] if model in models.index else ("none", "")
    by_task = sources_of(model, key, technique, cost)
    as_scored = _candidate(model, technique, cost, 32, by_task)
    released = any(source.checkpoint for source in by_task.values())
    if not (released and _dense(technique) and pd.notna(cost["megabytes_8"])):
        return [as_scored]
    cost = cost.copy()
    cost["megabytes"] = cost["megabytes_8"]
    spoiled = [
        line.condition for line in needs_in_order() if (line.model, line.start) == (model, "8 bits")
    ]
    marked = {
        task: replace(source, mark="; ".join(filter(None, [source.mark, *spoiled])))
        for task, source in by_task.items()
    }
    return [as_scored, _candidate(model, technique, cost, 8, marked)]


def _candidate(
    model: str, technique: str, cost: pd.Series, bits: int, by_task: dict[str, Source]
) -> Candidate:
    """Return a candidate without its scores; `cost` is of its precision."""
    key, base = (
        sources.survey_models()["id"].get(model, ""),
        cost_of(BASELINE_MODEL),
    )
    size, techniques = cost.get("megabytes"), technique.split("+")
    weights, operations = cost.get("parameters", np.nan), cost.get("operations", np.nan)
    eight = bits == 8 or "quantization" in techniques
    # the times of shapes are of 32 and of 8 bits: fewer bits need a program that nobody timed
    shaped = pd.notna(operations) and (not eight or bits == 8 or bits_of(cost) >= EIGHT_BITS)
    share = operations / base["operations"]
    timed = device_times.model_times(
        model, bits=8 if eight else 32, shaped=shaped, operations=share
    )
    shares = shares_of_base(timed) + (printed_shares().get(model, []) if bits == 32 else [])
    share = min(shares, default=share)
    slow = share > SLOW * weights / base["parameters"]
    usual = shares_of_base({name: time for name, time in timed.items() if name == USUAL_TIME})
    time_words = f"{[*usual, share][0]:.0%} of BERT-base's time".replace("%", " %")
    return Candidate(
        model=model + (" in 8 bits" if bits == 8 else ""),
        of=model,
        precision="" if eight else "in 32 bits",
        bits=bits,
        page=f"models/{key}.html" if key in compare.described_models() else "",
        technique=" + ".join(vocabulary.names("techniques")[each] for each in techniques),
        size=_three_digits(size),
        parameters=_three_digits(weights, 1e6),
        operations=_three_digits(operations, 1e9),
        factor=_three_digits(base["megabytes"] / size if size else None),
        mark=f"slow for its size: {time_words}" if slow else "",
        words=_to_know(model, techniques, cost, bits, share),
        times={setting: Time(*time) for setting, time in timed.items()},
        scores={},
        sources=by_task,
    )


def _to_know(
    model: str, techniques: list[str], cost: pd.Series, bits: int, share: float
) -> list[str]:
    """Return what a reader should know of a candidate's costs; `share` is of BERT-base's time."""
    words = []
    if np.isnan(share):
        words.append("whether it is faster than BERT-base is not known here")
    dense = bits == 8 or _dense("+".join(techniques))
    counted = pd.notna(cost.get("megabytes_32")) and dense
    if not counted and pd.notna(cost.get("megabytes")):
        words.append(size_in_words(model, techniques))
    if pd.isna([cost.get("operations", np.nan), cost.get("parameters", np.nan)]).all():
        words.append("whether it is smaller than BERT-base is not known here")
    return words + device_times.throughput_in_words(model, bits=bits)


def _three_digits(value: float | None, unit: float = 1.0) -> float | None:
    return None if value is None or pd.isna(value) else float(f"{value / unit:.3g}")
