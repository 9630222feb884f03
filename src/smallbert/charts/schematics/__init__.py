"""What a technique does to BERT_BASE, drawn to scale: a module for each technique.

The poster behind these pages has headings without figures, so the drawings are this book's.
Weights that a drawing shows are made up; shapes, counts and sizes come from the caller.
"""

from smallbert.charts.schematics import (
    compound,
    distillation,
    dynamic_inference,
    matrix_decomposition,
    parameter_sharing,
    pruning,
    quantization,
)

__all__ = [
    "compound",
    "distillation",
    "dynamic_inference",
    "matrix_decomposition",
    "parameter_sharing",
    "pruning",
    "quantization",
]
