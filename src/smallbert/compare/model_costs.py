"""What each model costs by itself, a line a model, whatever work reports it."""

import pandas as pd

from smallbert import cost
from smallbert.compare import own_times
from smallbert.compare.models import compared_models
from smallbert.compare.row_costs import WHOLE_SIZES
from smallbert.data import sources
from smallbert.memo import cached

PRINTED_COSTS = {
    "parameters": ("millions", 1e6),
    "megabytes": ("megabytes", 1.0),
    "operations": ("gigaoperations", 1e9),
}
"""Costs that works print or imply: the column of `smallbert.compare.models_of_works`, its unit."""


@cached
def model_costs() -> pd.DataFrame:
    """Return parameters, megabytes, operations (at 128 tokens) and time of each model, by its name.

    Parameters and megabytes are counted from the shape where it is known and no weight is pruned or
    stored in fewer bits; else the median of what works print or imply counts. ``megabytes_32`` and
    ``megabytes_8`` are of its whole shape with as many bits for every weight. ``milliseconds`` is
    the time that the model's shape takes in 32 bits, zeros included, for one text of 128 tokens on
    the processor of `smallbert.compare.own_times`; missing for other shapes, and where the shape
    does not tell the operations either.
    """
    by_name = compared_models().groupby("model")
    table = {name: by_name[of].median() * unit for name, (of, unit) in PRINTED_COSTS.items()}
    table |= {name: by_name[name].median() for name in WHOLE_SIZES}
    counted = table["megabytes_32"]
    # What is pruned or has fewer bits stores less than its shape: what works print counts.
    counted = counted[~by_name["technique"].first().str.contains("pruning|quantization")]
    table["megabytes"] = counted.combine_first(table["megabytes"])
    table["parameters"] = (counted * cost.MIB / 4).combine_first(table["parameters"])
    times = {name: own_times.shape_time(name) for name in set(sources.shapes().values())}
    measured = {name: time.ms for name, time in times.items() if time}
    table = pd.DataFrame(table).assign(milliseconds=pd.Series(sources.shapes()).map(measured))
    return table.assign(milliseconds=table["milliseconds"].where(table["operations"].notna()))
