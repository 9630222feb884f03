"""The product of a batch of vectors with a weight matrix, made in different ways.

Each function returns a callable that takes a tensor ``(batch, tokens, inputs)`` and returns
``(batch, tokens, outputs)``. Weights are random.
"""

import warnings
from collections.abc import Callable
from functools import partial

import torch

from experiments.speed.arms import Arm
from smallbert.errors import UserError

SPREAD = 0.02
"""Standard deviation of BERT's first weights."""


def maker(arm: Arm) -> Callable:
    """Return the function of ``(inputs, outputs)`` that makes an arm's products."""
    made = {
        "dense": dense,
        "int8": int8,
        "stored-int8": stored_int8,
        "zeros": partial(zeros, share=arm.share),
        "csr": partial(csr, share=arm.share),
        "factors": partial(factors, rank=arm.rank),
    }
    return made[arm.product]


def dense(inputs: int, outputs: int, *, bias: bool = True) -> Callable:
    """Return a product of floats."""
    made = torch.nn.Linear(inputs, outputs, bias=bias)
    torch.nn.init.normal_(made.weight, std=SPREAD)
    return made


def int8(inputs: int, outputs: int) -> Callable:
    """Return a product of 8-bit codes; inputs are quantized anew at each call."""
    model = torch.nn.Sequential(dense(inputs, outputs))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            warnings.simplefilter("ignore", UserWarning)  # both say that the function is old
            kinds = {torch.nn.Linear}
            return torch.ao.quantization.quantize_dynamic(model, kinds, dtype=torch.qint8)
    except AttributeError:
        what = f"PyTorch {torch.__version__} has no quantize_dynamic"
        raise UserError(f"{what}; measure with 2.13, or without the arms int8") from None


def stored_int8(inputs: int, outputs: int) -> Callable:
    """Return a product of floats whose weights are kept as 8-bit codes, one scale a row."""
    made = dense(inputs, outputs)
    scale = made.weight.abs().amax(1, keepdim=True) / 127
    codes = (made.weight / scale).round().to(torch.int8)
    return lambda x: torch.nn.functional.linear(x, codes * scale, made.bias)


def zeros(inputs: int, outputs: int, *, share: float) -> Callable:
    """Return a product of floats, `share` per cent of the weights being zero."""
    made = dense(inputs, outputs)
    made.weight[torch.rand_like(made.weight) < share / 100] = 0
    return made


def csr(inputs: int, outputs: int, *, share: float) -> Callable:
    """Return `zeros` with the zeros left out: compressed sparse rows, indices of 32 bits.

    The sparse matrix stands on the left, so vectors are columns: several times faster than
    ``torch.nn.functional.linear`` with the same matrix.
    """
    made = zeros(inputs, outputs, share=share)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # says that the format is in beta
        found = made.weight.to_sparse_csr()
        rows, columns = found.crow_indices().int(), found.col_indices().int()
        weight = torch.sparse_csr_tensor(rows, columns, found.values(), found.shape)
    bias = made.bias[:, None]

    def product(x):
        columns = x.reshape(-1, inputs).t()
        start = bias.expand(outputs, columns.shape[1])
        return torch.addmm(start, weight, columns).t().reshape(*x.shape[:-1], outputs)

    return product


def factors(inputs: int, outputs: int, *, rank: int) -> Callable:
    """Return two thinner products in place of one."""
    return torch.nn.Sequential(dense(inputs, rank, bias=False), dense(rank, outputs))
