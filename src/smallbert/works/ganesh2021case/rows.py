"""The poster's rows, wide, and what it takes to hold one against another.

A row beats another when it is no larger, embeddings counted, and no worse in the mean over
the tasks that both report. The poster's own averages are over different tasks a row, so
they do not serve here.
"""

from dataclasses import dataclass

import pandas as pd

from smallbert.claims.finding import Finding, LackingError, choose, independent, number
from smallbert.claims.material import Material

TABLE = "ganesh2021case/effectiveness"
SIZE = "size-with-embeddings"
AVERAGE = "poster-4-average-drop"
TASKS = ["mnli-accuracy", "qqp-score", "sst-2-accuracy", "squad-1.1-f1"]


@dataclass(frozen=True, eq=False)
class Rows:
    """The poster's compressed rows, wide: numbers, name, heading, technique; and the baseline."""

    frame: pd.DataFrame
    base: pd.Series
    ids: dict

    def evidence(self, rows, quantities=(SIZE, *TASKS)) -> tuple[str, ...]:
        """Return the ids of those quantities that the rows have."""
        wanted = [(row, quantity) for row in dict.fromkeys(rows) for quantity in quantities]
        return tuple(self.ids[each] for each in wanted if each in self.ids)

    def alone(self, technique: str) -> pd.DataFrame:
        """Return the rows that use this technique and no other."""
        return self.frame[self.frame["technique"] == technique]

    def lead(self, one: str, other: str) -> float:
        """Return by how many points `one` is ahead in the mean over shared tasks; NaN for none."""
        return (self.frame.loc[one, TASKS] - self.frame.loc[other, TASKS]).astype(float).mean()

    def near(self, one: str, other: str, factor: float) -> bool:
        """Tell whether the sizes of two rows are within a factor of each other."""
        sizes = self.frame.loc[[one, other], SIZE]
        return bool(sizes.max() <= factor * sizes.min())

    def beats(self, one: str, other: str, equal: float) -> bool:
        """Tell whether `one` is no larger and no worse than `other` by more than `equal`."""
        return self.frame[SIZE][one] <= self.frame[SIZE][other] and self.lead(one, other) >= -equal


def rows_of(material: Material) -> Rows:
    """Return the poster's rows."""
    wide, labels = material.wide(TABLE), material.labels(TABLE)
    heading = "heading" if material.corrected else "heading_printed"
    frame = wide.join(labels[["name", "technique"]].assign(heading=labels[heading]))
    tidy = material.tidy(TABLE)
    ids = dict(zip(zip(tidy["row"], tidy["quantity"], strict=True), tidy["id"], strict=True))
    if "bert-base" not in frame.index:
        raise LackingError(f"the baseline of {TABLE}")
    return Rows(frame=frame.drop(index="bert-base"), base=frame.loc["bert-base"], ids=ids)


def chains(rows: Rows) -> pd.Series:
    """Tell of each row whether it joins several techniques."""
    return rows.frame["technique"].str.contains("+", regex=False)


def beaten(rows: Rows, winners: pd.DataFrame, losers: pd.DataFrame, equal: float) -> dict:
    """Return the pairs of a winner that beats a loser, with the lead in points."""
    return {
        (one, other): rows.lead(one, other)
        for one in winners.index
        for other in losers.index
        if rows.beats(one, other, equal)
    }


def weigh(rows: Rows, won: dict, lost: dict, compared: list[tuple[str, str]]) -> Finding:
    """Return holds if some pair is won and none lost, fails if none is won."""
    if not compared:
        raise LackingError("rows of both kinds")
    pairs = won or lost
    best = max(pairs, key=pairs.get, default=None)
    words = f"{len(won)} of {len(compared)} pairs won and {len(lost)} lost"
    words += f"; {best[0]} leads {best[1]} by {number(pairs[best], '.2f')} points" if best else ""
    return Finding(
        verdict=choose(holds=bool(won) and not lost, fails=not won),
        evidence=rows.evidence([row for pair in (*won, *lost) for row in pair]),
        value=pairs[best] if best else None,
        decided_by=words,
        comparisons=independent(compared),
    )
