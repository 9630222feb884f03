"""The second encoder's file, on a small one that is made by hand."""

import struct

import numpy as np
import pytest

torch = pytest.importorskip("torch")
torch.set_num_threads(1)  # several wait for each other where cores are shared
for name in ("safetensors", "onnxruntime", "tokenizers"):
    pytest.importorskip(name)

from experiments.compress import budgets, second_encoder, tasks  # noqa: E402
from smallbert.works.compress import budgets as committed  # noqa: E402

PIECES = ["<s>", "<pad>", "</s>", "<unk>", "▁a", "▁cat", "s"]


def packed_file() -> bytes:
    """Return a file with seven pieces, one letter written as another, and two tensors."""
    text = "".join(PIECES).encode()
    begins = np.cumsum([0, *(len(piece.encode()) for piece in PIECES)])
    head = struct.pack("<4sI7ifi", b"E5S1", 1, 32, 2, 2, 64, len(PIECES), 8, 2, 1e-12, 32)
    head += struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, len(text))
    head += struct.pack(f"<{len(begins)}I", *begins) + struct.pack("<7f", *[-1.0] * 7) + text
    head += struct.pack("<iIIBI", 1, 9, ord("É"), 1, ord("a"))
    # 32 codes: 0 to 15 in the lower halves of the bytes, 15 to 0 in the upper ones; scale 1/2
    block = struct.pack("<e", 0.5) + bytes((15 - code) << 4 | code for code in range(16))
    floats = struct.pack("<2f", 1.5, -2.0)
    size = len(head) + 4 + 2 * (2 + 1 + 21)  # of the directory: names of one letter
    entries = struct.pack("<H1sBIQQ", 1, b"w", 1, 32, size, len(block))
    entries += struct.pack("<H1sBIQQ", 1, b"b", 0, 2, size + len(block), len(floats))
    return head + struct.pack("<i", 2) + entries + block + floats


def test_the_file_is_read_as_it_is_written():
    found = second_encoder.read(packed_file())
    assert [piece for piece, _ in found.pieces] == PIECES
    assert (found.layers, found.pad, found.ends, found.unknown) == (2, 1, (0, 2), 3)
    assert found.letters == {ord("É"): "a"}
    assert found.tensors["b"].tolist() == [1.5, -2.0]
    # a code is its weight and 8, in halves: the first 16 rise from -4, the others fall to it
    rising = [(code - 8) / 2 for code in range(16)]
    assert found.tensors["w"].tolist() == [*rising, *reversed(rising)]


def test_padding_is_the_first_piece_as_the_items_want_it(monkeypatch):
    monkeypatch.setattr(second_encoder, "packed", lambda: second_encoder.read(packed_file()))
    second_encoder.order.cache_clear()
    second_encoder.tokenizer.cache_clear()
    try:
        # the ends are pieces 0 and 2, padding is 1: it changes places with the first
        assert second_encoder.encoded(["É  cats", "a dog"])[0] == [1, 4, 5, 6, 2]
        assert second_encoder.encoded(["a dog"])[0][:2] == [1, 4]
        assert 3 in second_encoder.encoded(["a dog"])[0]  # no piece has its letters
        assert second_encoder.encoded(["a " * 100])[0] == [1, *[4] * (tasks.LONGEST - 2), 2]
    finally:
        second_encoder.order.cache_clear()
        second_encoder.tokenizer.cache_clear()


def test_each_tensor_is_where_the_encoder_computes_with_it(monkeypatch):
    """Every tensor has one number of its own throughout, but for vectors of pieces and places."""
    width, inner, tensors = 384, 1536, {}
    for number, short in enumerate([*second_encoder.PARTS, *second_encoder.NORMS]):
        rows = {"fi": inner}.get(short, width)
        columns = {"fo": inner, "aln": 1, "oln": 1}.get(short, width)
        tensors[f"l0.{short}.w"] = np.full(rows * columns, number, np.float32)
        tensors[f"l0.{short}.b"] = np.full(rows, number + 0.5, np.float32)
    tensors["emb.word"] = np.repeat(np.arange(7, dtype=np.float32), width)
    tensors["emb.pos"] = np.repeat(np.arange(512, dtype=np.float32), width)
    tensors["emb.type"] = np.repeat(np.float32([0.25, 9]), width)
    tensors |= {
        "emb.ln.w": np.full(width, 70, np.float32),
        "emb.ln.b": np.full(width, 71, np.float32),
    }
    file = second_encoder.read(packed_file())._replace(layers=1, tensors=tensors)
    monkeypatch.setattr(second_encoder, "packed", lambda: file)
    second_encoder.order.cache_clear()
    try:
        made = second_encoder.pretrained(2)
    finally:
        second_encoder.order.cache_clear()
    (layer,) = made.layers
    products = [layer.query, layer.key, layer.value, layer.output, layer.up, layer.down]
    found = [(each.second.weight.unique().item(), each.bias.unique().item()) for each in products]
    assert found == [(number, number + 0.5) for number in range(6)]
    norms = [layer.norm, layer.last, made.norm]
    found = [(each.weight.unique().item(), each.bias.unique().item()) for each in norms]
    assert found == [(6, 6.5), (7, 7.5), (70, 71)]
    assert made.words.weight[:, 0].tolist() == [1, 0, 2, 3, 4, 5, 6]  # padding is first
    assert made.places[:3, 0].tolist() == [0.25, 1.25, 2.25]  # with the type of a single text


def test_the_book_compares_the_tasks_and_arms_that_are_run():
    assert committed.OF_SECOND == tasks.OF_SECOND
    assert {"baseline", *committed.ALIKE.values()} == {*budgets.SECOND_ARMS}
