"""Data, checks and charts of the book *Small BERT: which one is best?*."""

__version__ = "0.1.0"
