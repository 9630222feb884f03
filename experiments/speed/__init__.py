"""How fast the documents' shapes run, measured anew; ``make speed`` does it, PyTorch is optional.

Speed does not depend on what the weights are, so every shape runs at full size with random ones.
"""
