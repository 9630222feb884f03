"""The readings as tables: written below ``_build/speed``, kept in ``data/sources/stopwatch``."""

import os
import platform
import re
from datetime import date
from decimal import Decimal
from importlib import metadata
from pathlib import Path

import pandas as pd

from experiments.speed import models, readings
from smallbert import data, paths
from smallbert.compare.time_medians import median_interval
from smallbert.data import sources, vocabulary

MODELS = (
    *("row", "name", "architecture", "kind", "parameters", "published", "published_by"),
    *("difference", "megabytes_32", "megabytes_8", "memory_32", "memory_8", "deviation_8"),
    *("longest", "timed_as"),
)
TIMES = (
    *("row", "name", "architecture", "runtime", "bits", "threads", "batch", "tokens", "clock"),
    *("milliseconds", "half_width", "low", "high", "ratio", "ratio_low", "ratio_high"),
    *("technique", "baseline", "rounds", "times"),
)
LEAST = 6
"""Rounds from which on a median has an interval of 95 per cent."""

FLAGS = {
    "avx2": "avx2",
    "avx512": "avx512f",
    "avx512-vnni": "avx512_vnni",
    "avx-vnni": "avx_vnni",
    "amx-int8": "amx_int8",
}
"""Instruction sets that products of 8-bit codes may use, and their flags in ``/proc/cpuinfo``."""

PACKAGES = ("torch", "transformers", "onnx", "onnxruntime", "openvino")

EXPLAINED = {
    "albert-base": "counted with the head that fills in masked words",
    "bert-large": "of a copy for 384 tokens: no pooler, 128 positions fewer",
    "electra-small": "counted with the head of the discriminator",
    "bert-base-6": "counted without positions and token types",
    "bert-base-3": "counted without positions and token types",
    "rbt-6": "not explained; 20,000 more than the shape has",
    "minirbt-256": "rounded up",
    "minilm-6-384": "of a model with a last product from 384 to 1,024 in place of the pooler",
    "mobilebert-tiny": "not explained; the shape is the paper's",
    "mobilebert-edgetpu-xs": "not explained; 93,000 more than the shape has",
}
"""Published counts that no rounding explains."""

UNEXPLAINED = "not explained"


def published() -> dict[str, tuple[float, str]]:
    """Return the count [M] printed for an architecture, and the id of that result.

    Of several the one that says most: the smallest unit, then the nearest to the book's own count.
    """
    frame, found = data.results(), {}
    frame = frame[frame["metric"].eq("parameters") & frame["unusable"].fillna("").eq("")]
    for (source, table), group in frame.groupby(["source", "table"]):
        cells = sources.cells_of(source, table)
        for each in group.itertuples():
            key = cells.get(each.row, {}).get("architecture", "")
            found.setdefault(key, []).append((each.value, each.id))

    def coarse(key: str, value: float) -> tuple[float, float]:
        return step(value), abs(value - models.Model(key, "").weights / 1e6)

    del found[""]
    return {key: min(every, key=lambda one: coarse(key, one[0])) for key, every in found.items()}


def step(value: float) -> float:
    """Return the unit of a number's last digit that is not zero."""
    return 10.0 ** Decimal(f"{value:.6g}").normalize().as_tuple().exponent


def difference(key: str, millions: float, printed: float) -> str:
    """Say why a published count [M] is not the implementation's; empty where it is, rounded."""
    away = millions - printed
    if abs(away) <= step(printed) / 2:
        return ""
    if 0 < away < step(printed):
        return "printed with its last places cut off"
    return EXPLAINED.get(key, UNEXPLAINED)


def of_models(built: list[dict]) -> pd.DataFrame:
    """Return a line an architecture: weights, files, memory, and what is timed in its place."""
    about = {row["row"]: row for row in built}
    names, timed = vocabulary.names("architectures"), models.timed_as()
    counts, rows = published(), []
    for key, model in models.every().items():
        row = {"row": key, "architecture": key, "name": names[key], "kind": model.kind}
        row |= {"longest": model.longest, "timed_as": timed[key]}
        if own := about.get(key):
            row |= {name: own[name] for name in MODELS if name in own}
            if key in counts:
                value, where = counts[key]
                count = int(own["parameters"]) / 1e6
                row |= {"published": f"{value:g}", "published_by": where}
                row["difference"] = difference(key, count, value)
        rows.append(row)
    for key, other in models.STANDS_FOR.items():
        of_other = {"kind": models.kind(other), "longest": models.every()[other].longest}
        row = {"row": key, "architecture": key, "name": names[key], "timed_as": timed[key]}
        rows.append(row | of_other)
    return pd.DataFrame(rows, columns=MODELS).fillna("")


def of_times(read: list[dict]) -> pd.DataFrame:
    """Return a line a model and setting: its time, and its ratio to BERT-base's, by rounds.

    An interval is the median's over rounds, widened to hold the median of each process: a process
    has a bias of its own, and may be of another day. What has fewer rounds than an interval needs,
    `LEAST`, is left out.
    """
    frame, names = pd.DataFrame(read), vocabulary.names("architectures")
    numbers = ["process", "bits", "threads", "batch", "tokens", "round"]
    frame = frame.astype(dict.fromkeys(numbers, int) | {"wall": float, "processor": float})
    rows = []
    for where, group in frame.groupby(["runtime", "bits", "threads", "batch", "tokens"]):
        runtime, bits, threads, batch, tokens = where
        clock = "processor" if threads == 1 else "wall"
        table = group.pivot_table(
            index=["process", "round"], columns="row", values=clock, aggfunc="last"
        )
        setting = f"{runtime}-{bits}-t{threads}-b{batch}-n{tokens}"
        for key in (each for each in models.every() if each in table):
            times = table[key].dropna()
            if len(times) < LEAST:
                continue
            both = table.loc[times.index, models.BASE]
            low, high = _write("low high", *_interval(times)[1:]).values()
            middle = float(f"{times.median():.4g}")
            half = f"{50 * (float(high) - float(low)) / middle:.2f}%"
            rows.append(
                {"row": f"{key}-{setting}", "name": names[key], "architecture": key}
                | {"runtime": runtime, "bits": bits, "threads": threads, "batch": batch}
                | {"tokens": tokens, "clock": clock, "milliseconds": f"{middle:.4g}"}
                | {"half_width": half, "low": low, "high": high}
                | _write("ratio ratio_low ratio_high", *_interval(times / both))
                | {"technique": "none" if bits == 32 else "quantization"}
                | {"baseline": f"{models.BASE}-{setting}", "rounds": len(times)}
                | {"times": " ".join(f"{each:.4g}" for each in times)}
            )
    return pd.DataFrame(rows, columns=TIMES)


def _interval(values: pd.Series) -> tuple[float, float, float]:
    """Return median and interval of values by process and round."""
    middle, low, high = median_interval(values)
    medians = values.groupby("process").median()
    return middle, min(low, medians.min()), max(high, medians.max())


def _write(names: str, *values: float) -> dict[str, str]:
    """Return numbers in four digits, by name."""
    return dict(zip(names.split(), (f"{each:.4g}" for each in values), strict=True))


def machine() -> pd.DataFrame:
    """Return what the times depend on."""
    cpu, memory = Path("/proc/cpuinfo"), Path("/proc/meminfo")
    about = machine_of(cpu.read_text() if cpu.exists() else "")
    about["cores"] = str(len(os.sched_getaffinity(0)))
    if memory.exists():
        kibibytes = _fields(memory.read_text())["MemTotal"].split()[0]
        about["memory"] = f"{int(kibibytes) * 1024 / 1e9:.0f} GB"
    about |= {"system": platform.system(), "python": platform.python_version()}
    about |= {name: metadata.version(name) for name in PACKAGES}
    about["date"] = date.today().isoformat()
    return pd.DataFrame(about.items(), columns=["row", "value"])


def machine_of(cpuinfo: str) -> dict[str, str]:
    """Return the processor and which instruction sets it has, by ``/proc/cpuinfo``."""
    names = _fields(cpuinfo)
    flags = names.get("flags", "").split()
    about = {
        "processor": names.get("model name", platform.processor()),
        "family": names.get("cpu family", ""),
        "model": names.get("model", ""),
    }
    has = {
        name: ("yes" if flag in flags else "no") if flags else "" for name, flag in FLAGS.items()
    }
    return about | has


def _fields(text: str) -> dict[str, str]:
    """Return names and values of a text of ``/proc``; of several cores the last one's."""
    return dict(re.findall(r"^([^\t:\n]+)\s*:[ \t]*(.*)$", text, re.MULTILINE))


def write(folder: Path) -> None:
    """Write the three tables from the readings; each file is replaced whole or not at all."""
    tables = {"models": of_models(readings.read(folder / "built.csv")), "machine": machine()}
    if read := readings.read(folder / "readings.csv"):
        tables["times"] = of_times(read)
    for name, table in tables.items():
        text = table.to_csv(index=False, lineterminator="\n")
        paths.write_atomically(folder / f"{name}.csv", text)


def load(path: Path) -> pd.DataFrame:
    """Return a table as it is written."""
    return pd.read_csv(path, dtype=str, keep_default_na=False)


def compare(new: pd.DataFrame, old: pd.DataFrame) -> list[str]:
    """Return a line a row of `new`: its ratio to BERT-base, and how far it is from the book's."""
    lines = []
    for row in new[new["architecture"].ne(models.BASE)].itertuples():
        here = f"{row.row:50}{float(row.ratio):8.3f} of BERT-base"
        setting = ["architecture", "runtime", "bits", "batch", "tokens"]
        same = (old[setting].astype(str) == [str(getattr(row, each)) for each in setting]).all(
            axis=1
        )
        same &= old["threads"].astype(int).eq(1) == (int(row.threads) == 1)
        for book in old.loc[same, "ratio"].astype(float):
            here += f", {book:.3f} in the book: {100 * (float(row.ratio) / book - 1):+.0f} %"
        lines.append(here)
    return lines
