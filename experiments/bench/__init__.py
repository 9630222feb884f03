"""How fast the build is, beside others and beside what the cells themselves need.

``make bench`` runs this; it prints a table and writes ``_build/bench.json``. Arms are
interleaved, and each figure is a median. Ratios are what is claimed; seconds are this machine's.
"""
