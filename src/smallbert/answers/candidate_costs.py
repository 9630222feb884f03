"""What a candidate costs: its weights, bytes and times, and where its size comes from."""

import numpy as np
import pandas as pd

from smallbert import compare
from smallbert.answers import device_times
from smallbert.answers.device_times import BASELINE_MODEL
from smallbert.answers.tasks import TASKS, by_one_work
from smallbert.cost import MIB
from smallbert.memo import cached

SIZE_ORIGINS = {
    "": "is counted from its shape and bits",
    "parameters": "is derived from printed weights",
    "compression-factor": "is derived from a printed compression",
    "size-with-embeddings": "is derived from a printed compression",
}
"""What a size that no work prints is derived from: the metric of the number behind it."""


@cached
def printed_weights() -> dict[str, float]:
    """Return the weights [millions] of the models of tasks that one work alone scores, by name."""
    weights = [by_one_work(task)["parameters"] for task in TASKS if TASKS[task].alone]
    return pd.concat(weights).groupby(level=0).first().to_dict()


@cached
def cost_of(model: str) -> pd.Series:
    """Return what is known of a model's costs, as `smallbert.compare.model_costs` has it.

    Where no shape tells the bytes, they are those of its printed weights.
    """
    costs = compare.model_costs()
    unknown = pd.Series(np.nan, costs.columns, name=model)
    cost = costs.loc[model].copy() if model in costs.index else unknown
    if np.isnan(cost["parameters"]) and model in printed_weights():
        cost["parameters"] = 1e6 * printed_weights()[model]
    if np.isnan(cost["megabytes"]) and model in printed_weights():
        for column, bytes_of_weight in (("megabytes", 4), ("megabytes_8", 1)):
            cost[column] = cost["parameters"] * bytes_of_weight / MIB
    return cost


def bits_of(cost: pd.Series) -> float:
    """Return the bits of a stored weight."""
    return 8 * cost.get("megabytes", np.nan) * MIB / cost.get("parameters", np.nan)


def shares_of_base(timed: dict[str, tuple[float, str, str]]) -> list[float]:
    """Return times by "device/tokens" as shares of BERT-base's, where that was timed there."""
    base = _times_of_base()
    return [timed[setting][0] / base[setting][0] for setting in timed if setting in base]


@cached
def _times_of_base() -> dict[str, device_times.DeviceTime]:
    """Return BERT-base's own times by "device/tokens"."""
    return device_times.model_times(BASELINE_MODEL, bits=32)


@cached
def printed_shares() -> dict[str, list[float]]:
    """Return the time of models as shares of BERT-base's, by the speedups over it of any device."""
    models, shares = compare.models_of_works(), {}
    for device in ("_gpu", "_cpu", "_phone", ""):
        speedup, baseline = f"speedup{device}", f"speedup{device}_baseline"
        over_base = models[models[baseline].eq(BASELINE_MODEL) & models[speedup].notna()]
        for model, times in zip(over_base["model"], over_base[speedup], strict=True):
            shares.setdefault(model, []).append(1 / times)
    return shares


def size_in_words(model: str, techniques: list[str]) -> str:
    """Return in words where a size comes from that is not counted from the shape alone."""
    origins = _origins_of_sizes().get(model, [])
    sentences = [*dict.fromkeys(_size_origin(*origin) for origin in origins)]
    # no work has a size: it is that of the weights, which `cost_of` took from one that prints them
    sentences = sentences or [SIZE_ORIGINS["parameters"]]
    several = f"is the median of several: it {'; it '.join(sentences)}"
    # what is derived from the weights that pruning left has no place for the zeros
    without_zeros = "pruning" in techniques and any(of == "derived" for of, _ in origins)
    origin = sentences[0] if len(sentences) == 1 else several
    return f"its size {origin}" + ", without zeros" * without_zeros


@cached
def _origins_of_sizes() -> dict[str, list[tuple[str, str]]]:
    """Return the origin and id of the sizes that works have of a model, by its name."""
    sizes = compare.models_of_works().dropna(subset="megabytes")
    origins = {}
    for row in sizes[["model", "megabytes_origin", "megabytes_id"]].itertuples():
        origins.setdefault(row.model, []).append((row.megabytes_origin, row.megabytes_id))
    return origins


def _size_origin(origin: str, id: str) -> str:
    """Return in words where one printed or derived size comes from."""
    if origin == "derived":
        return SIZE_ORIGINS[id.rpartition("/")[2]]
    return "is read from a figure" if origin == "digitised" else "is as works print it"
