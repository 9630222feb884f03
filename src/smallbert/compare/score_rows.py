"""Every score of every source as one row: what it cost, what it lost, how sure it is."""

import pandas as pd

from smallbert import data
from smallbert.compare import baselines, comparable, cost_axes, errors, row_costs, scores
from smallbert.data import sources
from smallbert.paths import cached

FIRST = ["id", "source", "table", "row", "model", "technique", "task", "metric", "split"]
FIRST += ["origin", "score", "baseline", "baseline_id", "baseline_score", "baseline_note"]
FIRST += ["baseline_words", "lost", "kept", "teacher", "locator"]


@cached
def rows(*wanted: str, corrected: bool = True, without_baseline: bool = False) -> pd.DataFrame:
    """Return one row for each score of a compressed model and of each baseline.

    Parameters
    ----------
    *wanted : str
        Keys of sources; if none is named, all that speak of a technique.
    corrected : bool
        Whether corrections apply.
    without_baseline : bool
        Whether to return also scores of compressed models for whose baseline no source has a
        score; `lost` and `kept` are missing there.

    Returns
    -------
    pandas.DataFrame
        Columns:

        - id (of the score's result), source, table, row, model, technique (``none`` for a
          baseline), task, metric, split, origin, score [%];
        - baseline (model), baseline_id, baseline_score [%], baseline_note (where it comes from,
          if not from the same table), baseline_words (name and place), lost [points], kept [%
          of the baseline's score];
        - teacher: size of the network that the model is made from or taught by, base or large;
          where a source names none it is the baseline's size;
        - locator;
        - the axes `COSTS` [times]; each with ``_origin`` (printed, digitised, published, derived,
          or empty), ``_error`` (one standard deviation of its logarithm) and ``_id`` (of the
          result behind it, empty where it follows from the shape alone); speedup_device, its kind
          and then its name, as far as they are known;
        - the sizes of `smallbert.compare.cost_axes.SIZES`, each with ``_origin`` and ``_id``;
          layers and hidden of the shape that its table states;
        - the errors `ERRORS` [points];
        - set: the split as far as it is known; key: see `smallbert.compare.KEY`.
    """
    tidy = data.results(*wanted or compressing(), corrected=corrected)
    return of_tidy(tidy, without_baseline=without_baseline)


def compressing() -> list[str]:
    """Return the sources that speak of a technique or lend a baseline: no other has `rows`."""
    lenders = set(baselines.borrowed()["baseline"].str.partition("/")[0])
    return [
        key
        for key in sources.keys()
        if key in lenders or any(map(_names_technique, sources.tables(key).values()))
    ]


def _names_technique(resource: dict) -> bool:
    columns = [each["name"] for each in resource["schema"]["fields"]]
    stated = "technique" in (*resource, *columns)
    return stated or any("technique" in each for each in sources.quantities(resource))


def of_tidy(
    tidy: pd.DataFrame,
    *,
    tasks: tuple[str, ...] = (),
    without_baseline: bool = False,
    every: bool = False,
) -> pd.DataFrame:
    """Return `rows` of the tidy results given, of the tasks given or of all.

    Results that are unusable take no part. With `every` the scores of models that are neither
    compressed nor a baseline are there, too.
    """
    tidy = data.usable(tidy)
    known = {each.id: each for each in tidy.astype(object).itertuples(index=False)}
    rows = scores.of_models(tidy)
    rows = _with_baselines(rows[rows["task"].isin(tasks)] if tasks else rows, known)
    rows = rows if every else _wanted(rows, without_baseline=without_baseline)
    rows = scores.once(rows).reset_index(drop=True)
    rows = comparable.ground(with_costs(rows, tidy, known))
    rows = errors.add(rows).rename(columns={"half_width": "printed_half_width"})
    return rows[[*FIRST, *[name for name in rows if name not in FIRST]]]


DROPPED = ["unit", "printed", "corrected", "baseline", "unusable", "device"]


def _with_baselines(scores: pd.DataFrame, known: dict) -> pd.DataFrame:
    """Add the baseline's name, id, score and place, and what is lost against it."""
    lent = list(baselines.borrowed().itertuples(index=False))
    each_score = scores.astype(object).itertuples(index=False)
    based = [baselines.of_score(each, known, lent) for each in each_score]
    scores = scores.drop(columns=DROPPED).rename(columns={"value": "score"})
    scores = scores.assign(
        baseline=[each.model for each in based],
        baseline_id=[each.id for each in based],
        baseline_score=pd.Series([each.score for each in based], scores.index, dtype=float),
        baseline_note=[each.note for each in based],
        baseline_words=[each.words for each in based],
    )
    score, base = scores["score"], scores["baseline_score"]
    return scores.assign(lost=base - score, kept=100 * (score / base))


def _wanted(scores: pd.DataFrame, *, without_baseline: bool) -> pd.DataFrame:
    """Return the compressed models, and the baselines that one of them has."""
    compressed = scores["technique"].ne("none")
    base = scores["id"].isin(scores.loc[compressed, "baseline_id"])
    return scores[compressed & (scores["baseline_score"].notna() | without_baseline) | base]


def with_costs(rows: pd.DataFrame, tidy: pd.DataFrame, known: dict) -> pd.DataFrame:
    """Add axes and sizes to rows; a baseline that no source names is the one of its shape.

    Parameters
    ----------
    rows : pandas.DataFrame
        With source, table, row, model, technique and baseline.
    tidy : pandas.DataFrame
        The tidy results that may hold their costs.
    known : dict
        From ids to lines of the tidy results.
    """
    costs = row_costs.gather(tidy, rows, known)
    places = list(rows[["source", "table", "row", "model"]].itertuples(index=False, name=None))
    once = {place: cost_axes.of_row(costs[place]) for place in costs}
    names = rows["baseline"].mask(rows["baseline"].eq(""), [costs[at].base for at in places])
    columns = [*cost_axes.of_row(cost_axes.NOTHING_KNOWN)]  # also where there are no rows
    frame = pd.DataFrame([once[place] for place in places], index=rows.index, columns=columns)
    return pd.concat([rows.assign(baseline=names), frame], axis=1)
