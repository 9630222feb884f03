"""What a candidate scores on each task, in 32 bits and in 8, with its interval."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from scipy import special

from smallbert import compare
from smallbert.answers.device_times import BASELINE_MODEL, ESTIMATE_SIGN
from smallbert.answers.parts_of_answers import Candidate, Score
from smallbert.answers.tasks import TASKS, by_one_work
from smallbert.compare import best, laboratory_spread, laws, uncertainty
from smallbert.data import anchors, bibliography, side_tables, sources
from smallbert.memo import cached

SEVERAL_METRICS = ("squad", "squad-2", "mrpc", "qqp", "sts-b")
"""The tasks with several metrics, on which a loss in no named metric tells nothing."""

INT8 = r"(.*) in 8 bits(?:, .*)?"
"""How the survey names a finished model that a library stores in 8 bits."""

REPEATED = np.sqrt(2)
"""By what a score that works only repeat is less sure: nobody says which laboratory ran it and how,
so that what laboratories and runs do to a score counts twice."""

CAUTIONED = 2.0
"""By what a caution makes a score less sure: a model that was distilled on the task itself has a
lead that it may lose on another, so that its interval counts twice."""


@cached
def reported_scores(task: str) -> pd.DataFrame:
    """Return each model's score on a task by its metric, of the set with most models that has it.

    After the sets come the scores there that works only repeat. With the parts of its error as
    `smallbert.compare.model_scores` has them, and ``base``, BERT-base's score on the same set.
    """
    if TASKS[task].alone:
        return by_one_work(task)
    reported = set(
        laboratory_spread.reports()[["task", "split"]].itertuples(index=False, name=None)
    )
    measured, repeated = [], []
    for name, split in [(name, split) for name in TASKS[task].sets for split in ("dev", "test")]:
        if (name, split) not in reported:
            continue
        rows = compare.model_scores(name, split, metric=TASKS[task].metric)
        base = rows["score"].get(BASELINE_MODEL, np.nan)
        measured.append(rows.assign(how="measured", base=base))
        rows = _repeated_scores(name, split, TASKS[task].metric)
        repeated.append(rows.assign(how="repeated", base=base, reports=0))
    # a model keeps its first row, so that most scores are of one set
    measured.sort(key=len, reverse=True)
    scores = pd.concat([*measured, *repeated])
    scores = scores[~scores.index.duplicated()].drop(columns="half_width")
    set_words = scores["stated_task"].map(compare.task_words) + ", " + scores["split"]
    card = scores["id"].map(anchors.card)
    return _with_cautions(scores).assign(words="", set=set_words, card=card)


def _with_cautions(scores: pd.DataFrame) -> pd.DataFrame:
    """Return scores with what the survey warns of, and the errors of those so much wider."""
    settings = zip(scores.index, scores["task"], strict=True)
    cautions = [side_tables.cautions().get(setting, "") for setting in settings]
    errors = ["sampling", "laboratory", "rest"]
    wider = np.where(np.array(cautions) == "", 1, CAUTIONED)
    widened = {name: scores[name] * wider for name in errors}
    return scores.assign(**widened, caution=cautions)


def _repeated_scores(task: str, split: str, metric: str) -> pd.DataFrame:
    """Return the scores that works only repeat, with an error wider by what is not said of them."""
    repeated = laboratory_spread.borrowed_scores(task, split, metric)
    as_printed = {"half_width": 0.0, "sd": np.nan, "n": np.nan, "origin": "printed"}
    errors = uncertainty.add_errors(repeated.assign(**as_printed, original="", measured_by=""))
    wider = {name: errors[name] * REPEATED for name in ("laboratory", "rest")}
    return repeated.assign(
        **wider,
        **errors[["sampling", "spread_df"]],
        measured_by_laboratory="",
        half_width=np.nan,
    )


def scores_on(
    task: str,
    candidates: Sequence[Candidate],
    *,
    places: dict[str, int],
    level: float,
    rho: float,
) -> dict[str, Score]:
    """Return the scores of candidates on a task by their names.

    `places` has the bit that stands for each candidate, `level` and `rho` are as for
    `smallbert.answers.all_candidates`.
    """
    reported, rows = reported_scores(task), {}
    for candidate in candidates:
        if candidate.of in reported.index:
            row = reported.loc[candidate.of]
            rows[candidate.model] = (
                _in_8_bits(candidate.of, task, row) if candidate.bits == 8 else row
            )
    scores = pd.DataFrame(rows.values(), index=list(rows))
    beaten = best.beaten(scores, level=level, rho=rho)
    masks = [sum(places[name] for name in row.index[row]) for _, row in beaten.iterrows()]
    half_widths = uncertainty.half_widths(scores, level=level)
    scores = scores.assign(half=half_widths, beaten=[f"{mask:x}" for mask in masks])
    return {row.Index: _score(row) for row in scores.itertuples()}


def _score(row) -> Score:
    """Return a score with its interval, from its line of `reported_scores`."""
    per_cent_of_base, low = 100 / row.base, row.score - row.half
    works, base_known = int(row.reports), row.base == row.base
    repeated = f"{bibliography.short(row.source)} only repeats its score"
    return Score(
        says=f"{ESTIMATE_SIGN * (row.how == 'estimated')}{row.score:.1f} ± {row.half:.1f}",
        value=round(float(row.score), 2),
        low=round(float(low), 2),
        kept=round(float(row.score * per_cent_of_base), 1) if base_known else None,
        kept_low=round(float(low * per_cent_of_base), 1) if base_known else None,
        beaten=row.beaten,
        how=row.how,
        set=row.set,
        works=works,
        card=row.card if works < 2 else "",  # a mean of several has no card of its own
        words="; ".join(filter(None, [row.words, "" if works else repeated])),
        caution=row.caution,
    )


@cached
def _losses_in_8_bits() -> pd.DataFrame:
    """Return what models lost in 8 bits themselves: of, task, metric, how, before, score, lost."""
    pairs = compare.quantized()
    pairs = pairs[pairs["bits"].eq(8)].sort_values(
        "ranges", key=lambda ranges: ranges.ne("dynamic"), kind="stable"
    )  # dynamic first: it needs neither training nor data
    how = (pairs["runtime"] + ", " + pairs["ranges"]).str.removeprefix(", ")
    of = pairs["model"].str.extract(f"^{INT8}$")[0]
    return pairs.assign(of=of, how=how, lost=pairs["before"] - pairs["score"])


@cached
def _losses_in_8_bits_by_model() -> dict[str, list[dict]]:
    """Return the lines of `_losses_in_8_bits` by the model in 32 bits."""
    losses = {}
    for pair in _losses_in_8_bits().to_dict("records"):
        losses.setdefault(pair["of"], []).append(pair)
    return losses


@cached
def _law_of_8_bits() -> laws.Law:
    """Return what 8 bits cost in per cent of the score, over all tasks and laboratories."""
    checkpoints = laws.checkpoint_losses().query("law == @laws.EIGHT_BITS")
    return laws.fit_law(checkpoints["lost"], checkpoints["laboratory"])


@cached
def _families_unmeasured() -> dict[str, str]:
    """Return the family of each model of the survey of whose family none was measured in 8 bits."""
    families = sources.survey_models()["family"]
    measured = families.reindex(_losses_in_8_bits()["of"].unique()).dropna()
    return families[~families.isin(measured)].to_dict()


def _in_8_bits(model: str, task: str, row: pd.Series) -> pd.Series:
    """Return the score of a model in 8 bits: less what it lost itself, or what others lost.

    What it lost itself counts if it is of the same metric, or of a task that has only one. An
    estimate has the error of the score in 32 bits and, by the law, one more model's.
    """
    metrics = [TASKS[task].metric, *["score"] * (task not in SEVERAL_METRICS)]
    losses = [
        pair
        for pair in _losses_in_8_bits_by_model().get(model, [])
        if pair["task"] in TASKS[task].sets and pair["metric"] in metrics
    ]
    eight = row.copy()
    if losses:
        pair, words = losses[0], "{score:g} after {before:g} in 32 bits: {how}"
        # the loss, not the score after it, whose baseline may be another than the score here
        eight["score"] -= pair["lost"]
        eight["words"], eight["card"] = words.format(**pair), anchors.card(pair["id"])
        return eight
    per_cent = row["score"] / 100
    law, families = _law_of_8_bits(), _families_unmeasured()
    sd = law.half(model=True) / special.ndtri((1 + uncertainty.LEVEL) / 2)
    eight["score"] -= law.estimate * per_cent
    eight["rest"] = np.hypot(row["rest"], sd * per_cent)
    eight["how"] = "estimated"
    eight["words"] = f"no {families[model]} was measured in 8 bits" if model in families else ""
    return eight


def recipe() -> str:
    """Return in words what a score in 8 bits is estimated to lose."""
    law = _law_of_8_bits()
    low, high = (law.estimate + sign * law.half(model=True) for sign in (-1, 1))
    return (
        f"{law.estimate:.1f} % of it, the mean of {law.laboratories} laboratories over "
        f"{law.checkpoints} networks (one more network: {low:.1f} to {high:.1f} %)"
    )
