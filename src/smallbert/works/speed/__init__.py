"""Measured speed: what this book timed of the documents' shapes, a kind of claim, its drawings."""

from smallbert.works.speed.drawing import (
    component_shares,
    draw_shapes,
    draw_zeros,
    zeros_or_ranks,
)
from smallbert.works.speed.kind_of_claim import faster
from smallbert.works.speed.runs import (
    KEY,
    at_setting,
    compared_settings,
    components,
    latencies,
    measured_speedups,
    run_machine,
    run_operations,
    speedup_of_pair,
    timed_arms,
    whole_shape_arms,
)
