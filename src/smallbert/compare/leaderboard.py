"""Who is ranked where: the scores of all models by benchmark, and whom none surely beats."""

import pandas as pd

from smallbert.compare import laboratory_spread
from smallbert.compare.best import beaten
from smallbert.compare.model_scores import model_scores
from smallbert.memo import cached

BOARDS = {
    "MNLI": (("mnli-m",), "accuracy"),
    "SST-2": (("sst-2",), "accuracy"),
    "GLUE": (("glue-9", "glue-8", "glue-6", "glue"), "average"),
    "SQuAD 1.1, F1": (("squad-1.1",), "f1"),
    "SQuAD 1.1, exact match": (("squad-1.1",), "exact-match"),
}
"""What models are ranked by: its task, or the definitions of an average, and metric."""


SETS_OF_BOARDS = {"MNLI": ("dev", "test"), "SST-2": ("dev", "test"), "GLUE": ("test",)}
"""The sets of a board, where it is not the development set alone."""


@cached
def leaderboard() -> pd.DataFrame:
    """Return the scores of all models that may be ranked, the best of each ranking first.

    Returns
    -------
    pandas.DataFrame
        One line a board, task, split and model: what `model_scores` has; ``place`` and ``ceiling``
        as `places` has them. A model of which works only repeat another's score has that, the first
        of them, without half width, place and ceiling. Each ranking has one definition of an
        average.
    """
    parts = []
    for board, (tasks, metric) in BOARDS.items():
        for split in SETS_OF_BOARDS.get(board, ("dev",)):
            for task in tasks:
                scores = model_scores(task, split, metric=metric)
                scores = scores.join(places(scores))
                borrowed = laboratory_spread.borrowed_scores(task, split, metric)
                borrowed = borrowed[~borrowed.index.isin(scores.index)]
                ranking = pd.concat([scores, borrowed]).sort_values("score", ascending=False)
                parts.append(ranking.assign(board=board).reset_index(names="model"))
    return pd.concat(parts, ignore_index=True)


def places(table: pd.DataFrame) -> pd.DataFrame:
    """Return in which place each model of `model_scores` is, whatever a reader filters.

    ``place`` 1 may be best; a model of a later one is surely behind the highest of every one
    before. ``ceiling`` is the highest score of a model that does not surely beat it, so of any
    models with no higher score it may be the best.
    """
    table = table.sort_values("score", ascending=False, kind="stable")
    better = beaten(table)
    ranks, unplaced = pd.Series(0, table.index), table.index
    while len(unplaced):
        behind = better.loc[unplaced, unplaced[0]]
        ranks[unplaced[~behind]], unplaced = ranks.max() + 1, unplaced[behind]
    return pd.DataFrame(
        {"place": ranks, "ceiling": (~better).mul(table["score"], axis=1).max(axis=1)}
    )
