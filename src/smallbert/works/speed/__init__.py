"""What the page of measured speed shows: tables and drawings of the committed measurement."""

from smallbert.works.speed import cached, codes, parts, shapes, zeros

__all__ = ["cached", "codes", "parts", "shapes", "zeros"]
