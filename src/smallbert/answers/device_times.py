"""How long a model takes on a device, and how that is known: measured or estimated."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from smallbert import data
from smallbert.compare import own_times
from smallbert.compare.row_costs import speedups_by_baseline
from smallbert.data import bibliography, side_tables, sources, vocabulary
from smallbert.memo import cached
from smallbert.works import stopwatch

BASELINE_MODEL = "BERT-base"
"""The model whose score is 100 %, whose size is 1, and that lists set their times against."""

BASELINE_SHAPE = "bert-base"

ESTIMATE_SIGN = "≈ "
"""What stands before an estimate."""

HOW_FAR_CARRIES = (
    "shares of it on one other CPU, in 32 bits, differ by a factor of {far} at most; in 8 bits "
    "more, by instruction set"
)
HOW_FAR_UNKNOWN = "how far shares of it carry from such a device to another is not known"
"""What is known of times that are scaled to another machine."""

OWN_DEVICE = "cpu"
"""The device on which this book timed the shapes."""


class DeviceRun(NamedTuple):
    """A time [ms] of one text that a work prints of a model, or this book measured of a shape."""

    bits: int
    model: str
    shape: str  # empty where it is not known
    ms: float


class DeviceTime(NamedTuple):
    """A time [ms] of a model on a device, whether it is measured or estimated, and how."""

    ms: float
    how: str
    words: str


@cached
def devices() -> dict[str, dict]:
    """Return the devices: label, kind, what was measured there, and the lengths in tokens.

    ``carries`` says how far its shares of BERT-base's time are those on another machine.
    """
    frame = side_tables.lines_of("devices", side_tables.FOLDER).set_index("device")
    printed = [
        sorted(tokens for device, tokens in _printed_runs() if device == name)
        for name in frame.index
    ]
    frame["tokens"] = [tokens or own_times.timed_lengths() for tokens in printed]
    far = f"{stopwatch.largest_spread(cpu=True):.2g}"
    carries = {True: HOW_FAR_CARRIES.format(far=far), False: HOW_FAR_UNKNOWN}
    frame["carries"] = frame["kind"].eq("cpu").map(carries)
    return frame[["label", "kind", "words", "tokens", "carries"]].to_dict("index")


@cached
def _printed_runs() -> dict[tuple[str, int], list[DeviceRun]]:
    """Return the times of one text that works print by device and tokens.

    The fastest comes first: of several runtimes the best, of several quantiles the median.
    """
    settings = {}
    for device in side_tables.lines_of("devices", side_tables.FOLDER).itertuples():
        if device.device != OWN_DEVICE:
            for tokens, run in _runs_on_device(device):
                settings.setdefault((device.device, tokens), []).append(run)
    for runs in settings.values():
        runs.sort(key=lambda run: run.ms)
    return settings


def _runs_on_device(device) -> Iterator[tuple[int, DeviceRun]]:
    """Yield the runs on one device with their tokens: those of its table with a batch of one."""
    key, name = device.table.split("/")
    cells, tidy = sources.cells_of(key, name), data.results(key)
    tidy = tidy[tidy["table"].eq(name) & tidy["device"].eq(device.of)]
    tidy = tidy[tidy["metric"].str.startswith("latency") & tidy["unit"].eq("ms")]
    for number in tidy.itertuples():
        row = cells[number.row]
        if row.get("batch", "1") != "1":
            continue
        bits = 8 if " in 8 bits" in number.model else 32
        model, shape = number.model.partition(" in ")[0], row.get("architecture", "")
        yield int(row.get("tokens") or device.tokens), DeviceRun(bits, model, shape, number.value)


@cached
def _kinds_of_devices() -> dict[str, str]:
    """Return the kind of each device, by its name."""
    return side_tables.lines_of("devices", side_tables.FOLDER).set_index("device")["kind"].to_dict()


def model_times(
    model: str, *, bits: int, shaped: bool = True, operations: float = np.nan
) -> dict[str, DeviceTime]:
    """Return the times of a model by "device/tokens".

    Where it is not `shaped`, it does not compute what its shape does; `operations` are a share of
    BERT-base's, by which a shape that was not timed is estimated in 32 bits.
    """
    kinds = _kinds_of_devices()
    shape, times = sources.shapes().get(model, "") if shaped else "", {}
    for tokens in own_times.timed_lengths():
        base_ms = own_times.shape_time(BASELINE_SHAPE, tokens=tokens).ms
        base = [DeviceRun(32, BASELINE_MODEL, BASELINE_SHAPE, base_ms)]
        times[f"{OWN_DEVICE}/{tokens}"] = _time_on_own_device(
            shape, bits, tokens, operations
        ) or _time_by_ratio(model, shape, bits, kinds[OWN_DEVICE], base)
    for (device, tokens), runs in _printed_runs().items():
        times[f"{device}/{tokens}"] = _time_of_runs(model, shape, bits, runs) or _time_by_ratio(
            model, shape, bits, kinds[device], runs
        )
    return {
        setting: time._replace(ms=float(f"{time.ms:.3g}"))
        for setting, time in times.items()
        if time
    }


def _time_on_own_device(shape: str, bits: int, tokens: int, operations: float) -> DeviceTime | None:
    """Return a time on this book's clock: of the shape, or by operations."""
    if time := own_times.shape_time(shape, bits=bits, tokens=tokens):
        name = vocabulary.names("architectures")[time.shape]
        words = f"{time.low:.3g} to {time.high:.3g} ms, {own_times.RUNTIMES[time.runtime]}"
        return DeviceTime(time.ms, "measured", f"of the shape {name}: {words}")
    if bits == 32 and (time := own_times.estimated_time(operations, tokens=tokens)):
        words = f"by its operations: {time.low:.3g} to {time.high:.3g} ms"
        return DeviceTime(time.ms, "estimated", words)
    return None


def _time_of_runs(model: str, shape: str, bits: int, runs: list[DeviceRun]) -> DeviceTime | None:
    """Return a time that was measured of the model, or of its shape."""
    runs = [run for run in runs if run.bits == bits]
    named = [run for run in runs if run.model == model]
    same = named or [run for run in runs if shape and run.shape == shape]
    if not same:
        return None
    words = "measured" if named else f"measured of {same[0].model}, which has its shape"
    return DeviceTime(same[0].ms, "measured", words)


def _time_by_ratio(
    model: str, shape: str, bits: int, kind: str, runs: list[DeviceRun]
) -> DeviceTime | None:
    """Return an estimate: a time on the device times the ratio of two rows of one list."""
    base = _time_of_runs(BASELINE_MODEL, BASELINE_SHAPE, 32, runs)
    if not base:
        return None
    if bits == 8:  # speedups in 32 bits say nothing of 8, but BERT-base's gain on the device does
        in_32_bits = _time_of_runs(model, shape, 32, runs)
        base_in_8_bits = _time_of_runs(BASELINE_MODEL, BASELINE_SHAPE, 8, runs)
        if not (in_32_bits and base_in_8_bits):
            return None
        saved = f"{base.ms / base_in_8_bits.ms:.1f}x in 8"
        words = f"estimated: its own time in 32 bits over BERT-base's {saved}"
        return DeviceTime(in_32_bits.ms * base_in_8_bits.ms / base.ms, "estimated", words)
    times, credit = _least_speedups().get((kind, model), (None, ""))
    if times is None:
        return None
    words = f"estimated: BERT-base's time over {times:.3g}x, {credit}"
    return DeviceTime(base.ms / times, "estimated", words)


@cached
def _least_speedups() -> dict[tuple[str, str], tuple[float, str]]:
    """Return the least speedup over BERT-base of each model by kind of device, from times alone.

    Throughput is no time; a list that names no device, or is set against another model, none.
    """
    tidy = data.usable(data.results())
    of_throughput = tidy.loc[tidy["metric"].eq("throughput"), ["source", "table"]]
    counted = set(of_throughput.itertuples(index=False, name=None))
    rows = speedups_by_baseline(tidy[tidy["origin"].ne("measured")]).dropna(subset="times")
    rows = rows[
        rows["baseline"].eq(BASELINE_MODEL) & rows["on"].ne("") & rows["device"].ne("not stated")
    ]
    by_model = {}
    for row in rows.sort_values("times", ascending=False).itertuples():
        if (row.source, row.table) not in counted:
            credit = f"as on a {row.device} ({_work_in_short(row.source)})"
            by_model[row.on, row.model] = row.times, credit
    return by_model


def throughput_in_words(model: str, *, bits: int) -> list[str]:
    """Return in words how many inputs a model answers in a second, next to BERT-base, if known."""
    tasks = vocabulary.names("tasks")
    in_8_bits = f"{model} in 8 bits, "
    for (source, _table, task), by_model in _best_throughputs().items():
        names = [
            name
            for name in by_model
            if (name.startswith(in_8_bits) if bits == 8 else name == model)
        ]
        if not names:
            continue
        device, inputs = by_model[names[-1]]
        beside = ""
        if BASELINE_MODEL in by_model and model != BASELINE_MODEL:
            beside = f", BERT-base {by_model[BASELINE_MODEL][1]:,.0f}"
        of_task = f" of {tasks[task]}" if task in tasks else ""
        where = f"a second on a {device}{beside} ({_work_in_short(source)})"
        return [f"{inputs:,.0f} inputs{of_task} {where}"]
    return []


@cached
def _best_throughputs() -> dict[tuple, dict[str, tuple[str, float]]]:
    """Return device and throughput of each model, the best of a list on a task."""
    tidy, by_list = data.usable(data.results()), {}
    for row in tidy[tidy["metric"].eq("throughput")].sort_values("value").itertuples():
        by_list.setdefault((row.source, row.table, row.task), {})[row.model] = row.device, row.value
    return by_list


def _work_in_short(source: str) -> str:
    return bibliography.short(sources.work(source).cites)
