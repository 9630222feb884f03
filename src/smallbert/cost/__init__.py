"""What a transformer costs, from its shape: weights, bytes, operations, memory, time.

Letters are those of `smallbert.cost.shapes`. FLOPs are two operations a multiply-add, MACs one.
"""

from smallbert.cost.effects import (
    CHANGED_FIELDS,
    decomposed,
    even_lengths,
    even_rank,
    factored,
    layer_operations,
    narrowed,
    reworded,
    shared,
    shortened,
)
from smallbert.cost.memory import activations, latency
from smallbert.cost.operations import CONVENTIONS, operations
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
from smallbert.cost.weights import matrices, of_layers, parameters, without_embeddings
