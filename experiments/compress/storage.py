"""A model as a packed file: each matrix in the fewest bytes that give it back exactly."""

import json
from pathlib import Path

import numpy as np
import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file

from experiments.compress.encoder import Encoder, Matrix, quantized
from smallbert import cost, paths
from smallbert.errors import UserError

SHAPE = ("layers", "hidden", "feed_forward", "heads", "vocabulary", "positions")
SHAPE += ("token_types", "layer_sets", "head_width", "rank", "pooler")
"""Fields of the shape that a file says."""


def write(path: Path, model: Encoder, kept: list[int] | None = None) -> None:
    """Write a model; of the word vectors those of the pieces `kept` alone, if any are named.

    What is neither a matrix of a layer nor a word vector is stored at 32 bits, or at 16 where
    any matrix is below 16.
    """
    matrices = {name: each for name, each in model.named_modules() if isinstance(each, Matrix)}
    small = min(each.bits for each in matrices.values()) < 32
    stored, bits = {}, {}
    for name, matrix in matrices.items():
        weight = matrix.weight.detach().cpu()
        weight = weight if matrix.kept is None else weight * matrix.kept.cpu()
        if kept is not None and name == "words":
            weight = weight[kept]
        bits[name] = [matrix.bits, *weight.shape]
        for part, tensor in packed(weight, matrix.bits).items():
            stored[f"{name}.{part}"] = tensor
    for name, tensor in model.state_dict().items():
        if name.rpartition(".")[0] not in matrices:
            stored[name] = tensor.detach().cpu().to(torch.float16 if small else torch.float32)
    if kept is not None:
        stored["pieces"] = torch.tensor(kept, dtype=torch.int32)
    shape = {name: getattr(model.shape, name) for name in SHAPE}
    about = {"shape": json.dumps(shape), "bits": json.dumps(bits)}
    begun = paths.staged(path)  # whoever is stopped leaves no half of a model
    try:
        save_file({name: each.contiguous() for name, each in stored.items()}, begun, about)
    except SafetensorError as error:
        raise UserError(f"{path} could not be written: {error}; free some space") from None
    begun.replace(path)


def read(path: Path) -> tuple[Encoder, dict[str, int]]:
    """Return the model of a file, every weight as stored, and the bytes of its parts.

    The parts are ``encoder``, all of the layers, and ``file``.
    """
    with safe_open(path, "pt") as file:
        about = file.metadata()
        stored = {name: file.get_tensor(name) for name in file.keys()}  # no dictionary
    shape = cost.Architecture(**json.loads(about["shape"]))
    model = Encoder(shape, stored["head.weight"].shape[0])
    own = {name: each.float() for name, each in stored.items() if name in model.state_dict()}
    for name, (bits, *sides) in json.loads(about["bits"]).items():
        parts = {each.rpartition(".")[2]: stored[each] for each in stored if _of(each, name)}
        own[f"{name}.weight"] = unpacked(parts, bits, sides)
    if "pieces" in stored:
        whole = torch.zeros(shape.vocabulary, shape.hidden)
        whole[stored["pieces"]] = own["words.weight"]
        own["words.weight"] = whole
    model.load_state_dict(own)
    layers = [each.nbytes for name, each in stored.items() if name.startswith("layers.")]
    return model, {"encoder": sum(layers), "file": path.stat().st_size}


def _of(name: str, matrix: str) -> bool:
    return name.rpartition(".")[0] == matrix


def packed(weight: torch.Tensor, bits: int) -> dict[str, torch.Tensor]:
    """Return what is stored of a matrix: its values, their scales, and a map of the zeros.

    The map has a bit for each weight; it is there where that is smaller. Column numbers in its
    place (CSR) would need more bytes below 94 per cent of zeros, and no arm has more.
    """
    parts, values = {}, weight
    if bits < 16:
        values, scale = quantized(weight, bits)
        parts["scale"] = scale.half()
    rows = values.numpy().ravel()
    zero = rows == 0
    if bits > 2 and zero.mean() > 1 / bits:  # the codes of 1 and 2 bits are no larger than a map
        parts["map"] = torch.from_numpy(np.packbits(~zero))
        rows = rows[~zero]
    if bits >= 16:
        parts["values"] = torch.from_numpy(rows.astype(np.float32 if bits == 32 else np.float16))
        return parts
    codes = (rows > 0) if bits == 1 else rows + 2 ** (bits - 1)
    planes = np.unpackbits(codes.astype(np.uint8)[:, None], axis=1)[:, -bits:]
    parts["codes"] = torch.from_numpy(np.packbits(planes))
    return parts


def unpacked(parts: dict[str, torch.Tensor], bits: int, sides: list[int]) -> torch.Tensor:
    """Return the matrix of which `packed` made the parts."""
    count = sides[0] * sides[1]
    there = np.ones(count, bool)
    if "map" in parts:
        there = np.unpackbits(parts["map"].numpy(), count=count).astype(bool)
    if bits >= 16:
        values = parts["values"].float().numpy()
    else:
        planes = np.unpackbits(parts["codes"].numpy(), count=int(there.sum()) * bits)
        codes = np.packbits(planes.reshape(-1, bits), axis=1, bitorder="big")[:, 0] >> (8 - bits)
        values = codes * 2.0 - 1 if bits == 1 else codes - 2.0 ** (bits - 1)
    whole = np.zeros(count, np.float32)
    whole[there] = values
    made = torch.from_numpy(whole.reshape(sides))
    return made * parts["scale"].float() if bits < 16 else made
