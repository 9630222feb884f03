"""What a transformer costs, from its shape: parameters, bytes, operations, memory, time.

Shapes and the products that they are made of come first; all else is counted from these. What is
counted says so in its Notes, with the formula, its source and what it leaves out.
"""

from smallbert.cost.effects import (
    decomposed,
    early_exit,
    even_lengths,
    even_rank,
    expected_depth,
    factored,
    layer_operations,
    narrowed,
    reworded,
    shared,
    shortened,
)
from smallbert.cost.memory import activations, latency, moved
from smallbert.cost.passes import CONVENTIONS, breakdown, operations
from smallbert.cost.products import HEADS
from smallbert.cost.shapes import COMPONENTS, Architecture, architecture
from smallbert.cost.storage import (
    MIB,
    STORAGES,
    by_part,
    megabytes,
    pays_from,
    pruned_megabytes,
    sparse,
    stored,
)
from smallbert.cost.weights import matrices, parameters, without_embeddings

__all__ = [
    "COMPONENTS",
    "CONVENTIONS",
    "HEADS",
    "MIB",
    "STORAGES",
    "Architecture",
    "activations",
    "architecture",
    "breakdown",
    "by_part",
    "decomposed",
    "early_exit",
    "even_lengths",
    "even_rank",
    "expected_depth",
    "factored",
    "latency",
    "layer_operations",
    "matrices",
    "megabytes",
    "moved",
    "narrowed",
    "operations",
    "parameters",
    "pays_from",
    "pruned_megabytes",
    "reworded",
    "shared",
    "shortened",
    "sparse",
    "stored",
    "without_embeddings",
]
