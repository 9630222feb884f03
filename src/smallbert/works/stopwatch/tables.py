"""How fast each model is: the table and the chart of the times that this book measured."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from smallbert import charts, cost
from smallbert.compare import own_times
from smallbert.data import sources, vocabulary
from smallbert.errors import UserError
from smallbert.works.stopwatch.ratios_elsewhere import ratios_elsewhere

INSTRUCTION_SETS = {
    "avx2": "AVX2",
    "avx512": "AVX-512",
    "avx512-vnni": "AVX-512 VNNI",
    "avx-vnni": "AVX-VNNI",
    "amx-int8": "AMX",
}
"""Instruction sets that products of codes may use, by the names of the machine's table."""

BATCH_TOGETHER = 16
TOGETHER_TITLE = f"Texts a second, {BATCH_TOGETHER} at once on all cores"

FASTEST = "fastest"
"""The fastest runtime of each model, as a notebook's parameter says it."""

SHAPES_NAMED = 14
"""Shapes that the chart names, the farthest from the rule first."""


def timed_models() -> pd.DataFrame:
    """Return the timed shapes: what was built, its weights, files and memory."""
    frame = sources.table_of(own_times.times_source(), "models")
    numbers = ["parameters", "megabytes_32", "megabytes_8", "memory_32", "memory_8"]
    return frame.assign(**{name: pd.to_numeric(frame[name]) for name in numbers})


def times_table(threads: int, runtime: str, base_ms: float) -> pd.DataFrame:
    """Return a line a shape, the fastest first: times, texts a second, files and memory.

    Times are of one text on so many `threads`; `runtime` is one, or "fastest"; with `base_ms`,
    BERT-base's time for 128 tokens in 32 bits on another machine, all times are as they would be
    there, if ratios were the same.
    """
    how = {"runtime": "" if runtime == FASTEST else runtime, "threads": threads}
    if not own_times.shape_time(own_times.BASE_SHAPE, **how):
        timed = (
            own_times.shape_times().query("threads == @threads and batch == 1")["runtime"].unique()
        )
        timed_runtimes = ", ".join(timed) or "none"
        raise UserError(
            f"runtime is {runtime}; on {threads} threads we timed {timed_runtimes}: take another"
        )
    scale = base_ms / own_times.shape_time(own_times.BASE_SHAPE, **how).ms if base_ms else 1
    built, rows = timed_models(), []
    for name, model in built.iterrows():
        times = {
            (bits, tokens): own_times.shape_time(name, bits=bits, tokens=tokens, **how)
            for bits in (32, 8)
            for tokens in own_times.timed_lengths()
        }
        if not times[32, 128]:
            continue
        row = {
            ("", "Shape"): model["name"],
            ("", "Weights [M]"): f"{_weights_of_model(name) / 1e6:.3g}",
        }
        row |= {
            (f"{bits} bits [ms], tokens", str(tokens)): _in_three_digits(scale * time.ms)
            if time
            else ""
            for (bits, tokens), time in times.items()
        }
        for bits in (32, 8):
            if time := own_times.shape_time(name, bits=bits, threads=cores(), batch=BATCH_TOGETHER):
                row[TOGETHER_TITLE, f"{bits} bits"] = _in_three_digits(
                    1000 * BATCH_TOGETHER / time.ms / scale
                )
        for quantity, title in (("megabytes", "File [MB]"), ("memory", "Memory [MB]")):
            for bits in (32, 8):
                value = model[f"{quantity}_{bits}"] * 1e6 / cost.MIB
                row[title, f"{bits} bits"] = "" if pd.isna(value) else _in_three_digits(value)
        rows.append((times[32, 128].ms, row))
    table = pd.DataFrame([row for _, row in sorted(rows, key=lambda each: each[0])])
    return table.fillna("").set_axis(pd.MultiIndex.from_tuples(table.columns), axis=1)


def _weights_of_model(name: str) -> int:
    """Return the weights of a shape by the book's count, which is that of what was built."""
    return int(cost.parameters(cost.architecture(name)).sum())


def _in_three_digits(value: float) -> str:
    """Return a number in three digits, large ones in full."""
    return f"{float(f'{value:.3g}'):,g}"


def gains_in_8_bits() -> pd.Series:
    """Return what 8 bits gain, by shape: the time in 32 bits over that in 8, at 128 tokens."""
    timed = {
        name: (own_times.shape_time(name), own_times.shape_time(name, bits=8))
        for name in timed_models()["timed_as"]
        if name
    }
    return pd.Series({name: whole.ms / eight.ms for name, (whole, eight) in timed.items()})


def draw_times(promised: pd.DataFrame, rule: own_times.OperationsRule) -> Figure:
    """Draw time against operations, both as shares of BERT-base's, with the band of the rule."""
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 6.2))
    ticks = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]
    for axis in ("x", "y"):
        charts.log_axis(ax, axis, ticks)
    drawn = promised[promised["operations"] > 0]
    ends = [0.7 * drawn["operations"].min(), 1.5 * drawn["operations"].max()]
    edge = plt.rcParams["axes.edgecolor"]
    ax.plot(ends, ends, color=edge, linestyle="--", linewidth=1.2)
    low, high = ([end * factor for end in ends] for factor in (rule.low, rule.high))
    band = ax.fill_between(ends, low, high, color=edge, alpha=0.15, linewidth=0)
    look = {"color": charts.ACCENT, "origin": "measured"}
    crosses = charts.points(ax, drawn["operations"], drawn["time"], **look)
    ax.set(
        xlim=ends,
        ylim=(0.6 * drawn["time"].min(), 1.6 * drawn["time"].max()),
        xlabel="Operations, share of BERT-base's",
        ylabel="Time, share of BERT-base's",
    )
    along = {"rotation": 45, "transform_rotates_text": True, "rotation_mode": "anchor"}
    ax.text(3.8, 3.5, "as the operations promise", fontstyle="italic", va="top", **along)
    told = f"{rule.low:.2f} to {rule.high:.2f} times that, the rule"
    charts.legend_below(fig, [crosses, band], ["measured", told])
    names = vocabulary.names("architectures")
    away = (drawn["off"] / rule.factor - 1).abs().sort_values(ascending=False)
    named = drawn.loc[away.index[:SHAPES_NAMED]]
    texts = [names[each] for each in named.index]
    charts.place_labels(ax, named["operations"], named["time"], texts)
    return fig


def carried_table() -> pd.DataFrame:
    """Return a line a shape and kind of machine: its share of BERT-base's time there and here."""
    ratios = ratios_elsewhere()
    names = ratios["architecture"].map(vocabulary.names("architectures"))
    kinds = np.where(ratios["cpu"], "another CPU", "other devices")
    by = ratios.assign(Machines=kinds, Shape=names).groupby(["Machines", "Shape"], sort=True)
    shown = by.agg(
        Devices=("device", "nunique"),
        There=("there", "median"),
        Least=("there", "min"),
        Most=("there", "max"),
        Here=("here", "median"),
        Off=("off", "median"),
    )
    return shown.rename(columns={"Off": "There / here"}).map("{:.3g}".format).reset_index()


def cores() -> int:
    """Return how many cores the machine has."""
    return int(own_times.machine()["cores"])


def least_rounds() -> int:
    """Return in how many rounds a shape was timed at least, in any setting."""
    return int(own_times.shape_times()["rounds"].min())


def most_weights() -> float:
    """Return the weights of the largest shape that was timed at every length."""
    built, timed = timed_models(), own_times.shape_times()
    lengths = timed[timed["batch"] == 1].groupby("architecture")["tokens"].nunique()
    return built["parameters"].reindex(lengths.index[lengths == lengths.max()]).max()


def instruction_sets() -> dict[str, str]:
    """Return the instruction sets that the machine has (yes) and that it lacks (no), in words."""
    about = own_times.machine()
    return {
        word: ", ".join(name for flag, name in INSTRUCTION_SETS.items() if about[flag] == word)
        for word in ("yes", "no")
    }


def machine_in_words() -> str:
    """Return the machine, the versions and the day in words."""
    machine = own_times.machine()
    versions = ", ".join(
        f"{name} {machine[key]}"
        for key, name in (
            ("onnxruntime", "ONNX Runtime"),
            ("openvino", "OpenVINO"),
            ("torch", "PyTorch"),
            ("transformers", "transformers"),
        )
    )
    model = f"family {machine['family']}, model {machine['model']}"
    cpu = f"{machine['processor']} ({model}), {machine['cores']} cores"
    return f"The machine: {cpu}; {versions}; {machine['date']}."
