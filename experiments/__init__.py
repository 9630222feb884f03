"""Measuring, apart from the book: how fast the models' shapes run."""
