"""Every technique on one encoder, under one protocol; ``make compress`` does it.

``make compress OPTIONS=equal`` gives every arm the same tries and steps.

PyTorch and the texts are in an environment of its own. ``hypotheses.yaml`` in the source's folder,
``data/sources/compress``, says what is measured and what was expected before anything was.
"""
