"""Measuring, apart from the book: how fast the models' shapes run, how fast the build is."""
