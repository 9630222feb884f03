"""What a technique does to BERT_BASE, drawn to scale: a module for each technique.

The poster behind these pages has headings without figures, so the drawings are this book's.
Weights that a drawing shows are made up; shapes, counts and sizes come from the caller.
"""

from smallbert.charts.schematics import quantization

__all__ = ["quantization"]
