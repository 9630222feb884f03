"""How fast the models run here, measured anew; ``make speed`` does it, in its own environment.

Speed does not depend on what the weights are, so every shape runs at full size with random ones.
`models` to `tables` time each architecture of the book in its released implementation; `arms` to
`zeros` time our own encoder with products that no released one has (``make speed-zeros``).
"""
