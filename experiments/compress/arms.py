"""The arms of ``arms.csv``, by priority: where each starts, how it is trained, what is cut.

An arm is made in this order: what it starts from, layers, heads, neurons, factors, sharing, word
pieces; the zeros; training at the bits that it is stored with. Those of ``budget_arms.csv`` are run
on equal budgets alone. Arms with an ``exit`` are made and scored by `exits`.
"""

from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path

import pandas as pd

from smallbert import cost
from smallbert.errors import UserError

STARTS = ("pretrained", "random", "general")
"""From what an arm may start, besides the stored model of another arm of the same task and seed.

The pre-trained encoder; random weights; the small student that learned the pre-trained encoder's
vectors on texts without classes.
"""

LOSSES = ("logits", "hidden", "attention")
"""What a student may learn from its teacher, besides the true classes."""

WORDS = {
    # the smallest go; any; by fine-tuned ones; those that training moves towards zero
    "selection": ("", "magnitude", "random", "lottery", "movement"),
    "where": ("encoder", "embeddings", "both"),
    "trained": ("", "yes"),
    "free": ("", "yes"),
    "scaled": ("", "yes"),
    "bits": (1, 2, 3, 4, 8, 16, 32),
    "steps": (50, 100),
    "pruned": range(94),  # above, column numbers are smaller than a map of the zeros
    "exit": (0, 33, 50, 75, 100),
}
"""What an arm may say."""


def base() -> cost.Architecture:
    """Return the shape of the encoder: MiniLM's six layers of 384, without a pooler."""
    return replace(cost.architecture("minilm-6-384"), pooler=False, token_types=0)


@dataclass(frozen=True, kw_only=True)
class Arm:
    """One technique at one setting; an impossible one is refused."""

    row: str  # lower-kebab and stable
    technique: str  # who competes in the size classes
    start: str  # one of `STARTS`, or the arm whose stored model is taken
    trained: str = ""  # yes, where it is fine-tuned
    steps: int = 100  # of those of the recipe [%]; its start has the others
    teacher: str = ""  # what it learns from the baseline of its seed, of `LOSSES`, joined by +
    layers: str = ""  # numbers of those kept, joined by space
    heads: int = 0  # kept in each layer
    neurons: int = 0  # kept in each layer
    rank: int = 0  # of the factors of each matrix of the layers
    sets: int = 0  # of weights, shared by the layers
    width: int = 0  # of the vectors of a small student
    pieces: int = 0  # word pieces kept
    pruned: int = 0  # weights of the layers that are set to zero [%]
    selection: str = ""  # which
    scaled: str = ""  # yes, where AdamW scales the movement that selects
    block: int = 1  # rows and columns of the squares of weights that go together
    free: str = ""  # yes, where zeros may grow again in training
    bits: int = 32  # of a weight, in training and in the file
    where: str = "encoder"  # what has so few bits
    # most operations [%] of a mean development item, which may leave after each layer; at 100 none
    # leaves early, and the classifiers after the layers are trained
    exit: int = 0

    def __post_init__(self):
        said = [(name, getattr(self, name), allowed) for name, allowed in WORDS.items()]
        said += [("teacher", each, LOSSES) for each in self.losses]
        for name, value, allowed in said:
            if value not in allowed:
                known = ", ".join(str(each) for each in allowed if each)
                raise UserError(f"{self.row}: {name} is {value!r}; use one of {known}")
        if self.teacher and not self.trained:
            raise UserError(f"{self.row}: a teacher and no training; set trained to yes")
        if bool(self.pruned) != bool(self.selection):
            raise UserError(f"{self.row}: set both pruned and selection, or neither")
        if self.selection == "movement" and not self.trained:
            raise UserError(f"{self.row}: movement and no training; set trained to yes")
        if self.scaled and self.selection != "movement":
            raise UserError(f"{self.row}: scaled and no movement; leave scaled out")
        if self.exit:
            self.require_exit_alone()

    def require_exit_alone(self) -> None:
        """Refuse exits of a smaller encoder, which `exits` would not make, or at a wrong share."""
        usual = {each.name: each.default for each in fields(self)}
        cells = {name for name, default in usual.items() if getattr(self, name) != default}
        if more := cells - {"row", "technique", "start", "trained", "exit"}:
            raise UserError(f"{self.row}: exit and {', '.join(sorted(more))}; leave all but exit")
        if bool(self.trained) != (self.exit == 100):
            raise UserError(f"{self.row}: exit is {self.exit}; train at 100, and at 100 alone")

    @property
    def losses(self) -> tuple[str, ...]:
        """What is learned from the teacher."""
        return tuple(filter(None, self.teacher.split("+")))

    @property
    def words_learn(self) -> bool:
        """Whether word vectors are trained: in arms that are about them, and random ones."""
        return bool(self.pieces) or self.start in ("random", "general") or self.where != "encoder"

    @property
    def scored_in(self) -> str:
        """Numbers in which it is scored: those of the runtime that is timed, where they differ."""
        return "int8" if self.bits == 8 and self.where != "embeddings" else "floats"

    def shape(self, start: cost.Architecture) -> cost.Architecture:
        """Return the shape that the arm makes of the one that it starts from."""
        if self.width:
            sides = {"hidden": self.width, "feed_forward": 4 * self.width}
            start = replace(base(), **sides, heads=self.width * start.heads // start.hidden)
        sides = {"heads": self.heads or None, "feed_forward": self.neurons or None}
        shape = cost.narrowed(start, layers=len(self.layers.split()) or None, **sides)
        shape = cost.factored(shape, rank=self.rank) if self.rank else shape
        return cost.shared(shape, sets=self.sets) if self.sets else shape


@cache
def plan() -> dict[str, Arm]:
    """Return the arms of the grid by name, in the order of priority."""
    return read_arms("arms", {})


@cache
def every() -> dict[str, Arm]:
    """Return the arms of the grid, and after them those that are run on equal budgets alone."""
    return plan() | read_arms("budget_arms", plan())


def read_arms(table: str, known: dict[str, Arm]) -> dict[str, Arm]:
    """Return the arms of a table; the start of each stands above it, or is known."""
    path, found = Path(__file__).with_name(f"{table}.csv"), {}
    kinds = {each.name: each.type for each in fields(Arm)}
    for row in pd.read_csv(path, dtype=str, keep_default_na=False).to_dict("records"):
        arm = Arm(**{name: kinds[name](cell) for name, cell in row.items() if cell})
        possible = (*STARTS, *known, *found)
        cost.shapes.require_one_of(f"{arm.row}: start", arm.start, possible)
        found[arm.row] = arm
    return found


def needed(arm: Arm) -> set[str]:
    """Return the arms whose stored models an arm takes: its start, and its teacher or lottery."""
    names = {arm.start} - {*STARTS}
    return names | ({"baseline"} if arm.teacher or arm.selection == "lottery" else set())


@cache
def starts() -> set[str]:
    """Return the arms whose stored models others need."""
    return set().union(*map(needed, every().values()))


def find(name: str) -> Arm:
    """Return an arm by its name; refuse an unknown one."""
    cost.shapes.require_one_of("arm", name, tuple(every()))
    return every()[name]
