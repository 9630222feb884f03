"""What an answer is made of: a choice, candidates, and what the rule says of each.

The page's scripts read the same records as JSON, by the same names;
``tests/answers/test_contract.py`` holds what they answer to these fields.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Score:
    """A score on a task, with its interval [%]: of a candidate, by one metric, on one set.

    ``says`` has value and interval in words. ``kept`` is its share of BERT-base's on the same set
    [%] and ``kept_low`` that one's lower end. ``beaten`` has a bit for each candidate that
    surely scores more, by its place among all, the first the lowest, as a hexadecimal number.
    ``how`` is measured, repeated (works only repeat it) or estimated (in 8 bits).
    """

    says: str
    value: float
    low: float
    kept: float | None
    kept_low: float | None
    beaten: str
    how: str
    set: str
    works: int
    card: str = ""
    words: str = ""
    caution: str = ""


@dataclass(frozen=True)
class Time:
    """A time on a device [ms], ``how`` it is known (measured or estimated), and words on it."""

    ms: float
    how: str
    words: str = ""


@dataclass(frozen=True)
class Source:
    """Where a candidate's weights are, what a reader must be able to do with them, and their catch.

    Without known weights ``checkpoint`` is empty and the reader does all that ``needs`` says.
    """

    checkpoint: str
    url: str
    place: str
    hub: bool
    license: str
    kind: str
    needs: list[str]
    mark: str = ""
    note: str = ""


@dataclass(frozen=True)
class Candidate:
    """A model in a precision: what it costs, what it scores, and where it is.

    ``size`` [MiB], ``parameters`` [millions], ``operations`` [1e9 in a pass of 128 tokens] and
    ``factor``, how many times smaller than BERT-base it is stored, are None where not known.
    ``scores`` are by task, ``times`` by "device/tokens", ``sources`` by task or by what stands
    before its ``/``, or for any ("").
    ``of`` is the model in either precision, ``precision`` empty where the name says it; ``mark``
    tells that it is slow for its size.
    """

    model: str
    of: str
    precision: str
    bits: int
    page: str
    technique: str
    size: float | None
    parameters: float | None
    operations: float | None
    factor: float | None
    mark: str
    words: list[str]
    times: dict[str, Time]
    scores: dict[str, Score]
    sources: dict[str, Source]


@dataclass(frozen=True)
class Limit:
    """A limited number of a candidate, whether the limit is the least, and the limit."""

    name: str
    least: bool
    asked: float


@dataclass(frozen=True)
class Choice:
    """What a reader asks for: what the model must do, and what the reader can do.

    Listed are the candidates that have a score on a task of the ``pool``. ``scale`` is
    by what the times of the device are multiplied, because BERT-base takes ``base_ms`` on the
    reader's own; none if they count as they are.
    """

    task: str
    pool: list[str]
    can: list[str]
    device: str
    tokens: int
    released: bool
    base_ms: float | None
    scale: float | None
    limits: list[Limit]


@dataclass(frozen=True)
class Judged:
    """What the rule says of a candidate, by its ``index`` among all.

    ``group`` orders by ``status`` (meets, not known, misses) and by whether it can be downloaded,
    ``low`` is the lower end of its score; ``surely`` tells that whole intervals meet the limits;
    ``why`` names what it misses, else what is not known, and ``off`` is the largest factor by which
    it misses. ``marks`` say what to mind. With it go source, score and time under the choice.
    """

    index: int
    group: int
    low: float
    status: str
    surely: bool
    why: list[str]
    off: float
    marks: list[str]
    source: Source
    score: Score | None
    time: Time | None


@dataclass(frozen=True)
class Answer:
    """All candidates in their order, and, by ``index``, those tied with the first of them."""

    ranked: list[Judged]
    tied: list[int]
