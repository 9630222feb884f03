"""Every technique on one encoder, under one protocol; ``make compress`` does it.

PyTorch and the texts are in an environment of its own. ``hypotheses.yaml`` in the source's folder,
``data/sources/compress``, says what is measured and what was expected before anything was.
"""
