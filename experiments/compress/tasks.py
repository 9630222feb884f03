"""The tasks: their items, the same on each machine, as texts and as word pieces."""

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise

from experiments.compress import packages
from smallbert.errors import UserError

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")

LONGEST = 64
"""Word pieces of an input, at most; what is longer loses its end."""

ROWS = {"train": 4000, "dev": 600, "test": 2000}
AWAY = 1000
"""Items of each test, at most, from a domain that no training row is from."""

CLEAR = 0.5
"""Least distance of a mean rating from 0 at which a sentence counts as rated."""


@dataclass
class Task:
    """Texts and their classes, by part: train, dev, and the tests, each by its name."""

    name: str
    meaning: str
    package: str
    parts: dict[str, list[tuple[str, int]]] = field(default_factory=dict)

    @property
    def classes(self) -> int:
        """Number of classes."""
        return 1 + max(label for _, label in self.parts["train"])

    @property
    def tests(self) -> list[str]:
        """Names of the tests, that of the task's own domain first."""
        return [name for name in self.parts if name not in ("train", "dev")]

    @property
    def sha256(self) -> str:
        """SHA-256 of all items in their order."""
        lines = [f"{part}\t{label}\t{text}" for part in self.parts for text, label in self[part]]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()

    def __getitem__(self, part: str) -> list[tuple[str, int]]:
        return self.parts[part]


def number(text: str) -> int:
    """Return a number that a text alone decides."""
    return int(hashlib.md5(text.lower().encode(), usedforsecurity=False).hexdigest()[:12], 16)


def divided(rows: list[tuple[str, int]]) -> dict[str, list[tuple[str, int]]]:
    """Return the parts of a task; no text is in two, and which one it is in its hash says."""
    rows = sorted({text.lower(): (text, label) for text, label in rows}.values(), key=_order)
    found = {part: [] for part in ROWS}
    for row in rows:
        found[part_of(row[0])].append(row)
    return {part: found[part][:most] for part, most in ROWS.items()}


def part_of(text: str) -> str:
    """Return the part of a task that a text is in."""
    share = number(text) % 100
    return "train" if share < 70 else "dev" if share < 80 else "test"


def _order(row: tuple[str, int]) -> int:
    return number(f"order {row[0]}")


def _rated(name: str) -> list[tuple[str, int]]:
    return [(text, int(mean > 0)) for text, mean in packages.rated(name) if abs(mean) >= CLEAR]


def sentiment() -> Task:
    """Return SENT: is a sentence of a film review positive; with tests from three other places."""
    what = "is the mean rating of a sentence by 15 to 20 people above 0"
    task = Task("sent", what, packages.SENTENCES, divided(_rated("movieReviewSnippets")))
    away = {"amazon": "amazonReviewSnippets", "nyt": "nytEditorialSnippets", "tweets": "tweets"}
    for name, file in away.items():
        task.parts[name] = sorted(_rated(file), key=_order)[:AWAY]
    return task


def sense() -> Task:
    """Return SENSE: in which of WordNet's files of nouns does a definition stand."""
    rows = [(text, file) for _, text, file in packages.nouns() if 4 <= len(text.split()) <= 30]
    files = sorted({file for _, file in rows})
    parts = divided([(text, files.index(file)) for text, file in rows])
    what = f"in which of {len(files)} lexicographer files does a noun with this definition stand"
    return Task("sense", what, packages.WORDNET, parts)


def order() -> Task:
    """Return ORDER: are two neighbouring words of a sentence swapped."""
    both = packages.rated("movieReviewSnippets") + packages.rated("nytEditorialSnippets")
    rows = []
    for text, _ in both:
        words, draw = text.split(), number(f"swap {text}")
        if not 8 <= len(words) <= 30:
            continue
        at = 1 + draw // 2 % (len(words) - 3)  # neither the first word nor the last
        if words[at].lower() != words[at + 1].lower():
            if draw % 2:
                words[at], words[at + 1] = words[at + 1], words[at]
            rows.append((" ".join(words), draw % 2))
    what = "are two neighbouring words of a sentence swapped"
    return Task("order", what, packages.SENTENCES, divided(rows))


def pair() -> Task:
    """Return PAIR: is a definition that of the noun before it.

    A wrong one is of the same lexicographer file and the same part; no definition stands twice.
    """
    what = "is a definition that of the noun before it, or another noun's of the same file"
    task, senses = Task("pair", what, packages.WORDNET), {}
    for each in packages.nouns():
        if 4 <= len(each.definition.split()) <= 30:
            senses[each.definition.lower()] = each
    parts = {part: [] for part in ROWS}
    for each in sorted(senses.values(), key=lambda each: number(f"order {each.definition}")):
        parts[part_of(each.definition)].append(each)
    for part, most in ROWS.items():
        rows, wrong = [], {}
        for each in parts[part]:
            if number(f"pair {each.definition}") % 2:
                rows.append((f"{each.word} {SPECIAL[3]} {each.definition}", 1))
            else:
                wrong.setdefault(each.file, []).append(each)
        for file in wrong.values():
            for each, other in pairwise(file):
                if each.word.lower() != other.word.lower():
                    rows.append((f"{each.word} {SPECIAL[3]} {other.definition}", 0))
        task.parts[part] = sorted(rows, key=_order)[:most]
    return task


def unlabelled(most: int) -> list[str]:
    """Return definitions without their classes, none of which is a dev or a test item."""
    rows = [(text, 0) for _, text, _ in packages.nouns() if part_of(text) == "train"]
    return [text for text, _ in sorted(set(rows), key=_order)[:most]]


MAKERS = {"sent": sentiment, "sense": sense, "order": order}
"""What makes the tasks of the grid."""


def sense_of_second() -> Task:
    """Return SENSE under the name that it has where the second encoder learns it."""
    return replace(sense(), name="sense-e5")


FURTHER = {"pair": pair, "sense-e5": sense_of_second}
"""What makes the tasks that are there on equal budgets alone."""

OF_SECOND = {"sense-e5": "sense"}
"""The tasks that the second encoder learns, and those of the first encoder with the same items."""


@cache
def task(name: str) -> Task:
    """Return a task by its name; refuse an unknown one."""
    makers = MAKERS | FURTHER
    if name not in makers:
        raise UserError(f"task {name!r} is unknown; use one of {', '.join(makers)}")
    return makers[name]()


def ngrams(task: Task) -> dict[str, tuple[float, float]]:
    """Return for each test the share of right answers [%] of the majority and of n-grams."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression

    texts, labels = zip(*task["train"], strict=True)
    words = TfidfVectorizer(ngram_range=(1, 2), min_df=2, sublinear_tf=True)
    model = LogisticRegression(C=4, max_iter=300).fit(words.fit_transform(texts), labels)
    most = Counter(labels).most_common(1)[0][0]
    found = {}
    for name in task.tests:
        texts, truth = zip(*task[name], strict=True)
        majority = sum(each == most for each in truth) / len(truth)
        found[name] = 100 * majority, 100 * model.score(words.transform(texts), truth)
    return found


@cache
def kept(most: int) -> dict[str, int]:
    """Return the numbers of so many word pieces.

    They are special pieces, single characters of ASCII, so that every English word can still be
    written, and those that the training rows of all tasks use most.
    """
    words = _settings()["model"]["vocab"]
    order = sorted(words, key=lambda piece: (-_uses(words[piece], piece), words[piece]))
    return {piece: words[piece] for piece in order[:most]}


def numbers(most: int) -> list[int] | None:
    """Return the numbers of so many word pieces in their order; None for all, where it is 0."""
    return sorted(kept(most).values()) if most else None


@cache
def tokenizer(most: int = 0):
    """Return the encoder's tokenizer; with `most`, of so many word pieces, as they are numbered."""
    settings = _settings()
    settings["model"]["vocab"] = kept(most) if most else settings["model"]["vocab"]
    from tokenizers import Tokenizer

    made = Tokenizer.from_str(json.dumps(settings))
    made.no_padding()
    made.enable_truncation(LONGEST)
    return made


def _settings() -> dict:
    return json.loads(packages.of_encoder("tokenizer.json"))


def _uses(number: int, piece: str) -> float:
    letter = len(piece.removeprefix("##")) == 1 and piece.isascii()
    return float("inf") if letter or piece in SPECIAL else _counted()[number]


@cache
def _counted() -> Counter:
    """Return how often the training rows of all tasks use each word piece."""
    texts = [text for name in MAKERS for text, _ in task(name)["train"]]
    return Counter(each for one in tokenizer().encode_batch(texts) for each in one.ids)


def encoded(texts: list[str], most: int = 0) -> list[list[int]]:
    """Return the word pieces of texts."""
    return [each.ids for each in tokenizer(most).encode_batch(texts)]
