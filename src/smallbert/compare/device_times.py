"""How long a model takes on a device, and how that is known: measured or estimated."""

from collections.abc import Iterator

import numpy as np

from smallbert import data
from smallbert.compare import clock, machines
from smallbert.compare.costs import speedups
from smallbert.data import bibliography, sources, survey, vocabulary
from smallbert.memo import cached

WHOLE = "BERT-base"
"""The model whose score is 100 %, whose size is 1, and that lists set their times against."""

WHOLE_SHAPE = "bert-base"

SIGN = "≈ "
"""What stands before an estimate."""

CARRIES = (
    "shares of it on one other CPU, in 32 bits, differ by a factor of {far} at most; in 8 bits "
    "more, by instruction set"
)
UNKNOWN = "how far shares of it carry from such a device to another is not known"
"""What is known of times that are scaled to another machine."""

OWN = "cpu"
"""The device on which this book timed the shapes."""


@cached
def devices() -> dict[str, dict]:
    """Return the devices: label, kind, what was measured there, and the lengths in tokens.

    ``carries`` says how far its shares of BERT-base's time are those on another machine.
    """
    frame = survey.lines_of("devices", survey.FOLDER).set_index("device")
    of_others = [sorted(own for at, own in _runs() if at == each) for each in frame.index]
    frame["tokens"] = [of or clock.lengths() for of in of_others]
    far = f"{machines.spread(cpu=True):.2g}"
    frame["carries"] = frame["kind"].eq("cpu").map({True: CARRIES.format(far=far), False: UNKNOWN})
    return frame[["label", "kind", "words", "tokens", "carries"]].to_dict("index")


@cached
def _runs() -> dict[tuple[str, int], list[dict]]:
    """Return the times of one text that works print by device and tokens: bits, model, key, ms.

    The fastest comes first: of several runtimes the best, of several quantiles the median.
    """
    settings = {}
    for device in survey.lines_of("devices", survey.FOLDER).itertuples():
        if device.device != OWN:
            for tokens, run in _of_device(device):
                settings.setdefault((device.device, tokens), []).append(run)
    for own in settings.values():
        own.sort(key=lambda run: run["ms"])
    return settings


def _of_device(device) -> Iterator[tuple[int, dict]]:
    """Yield the runs on one device with their tokens: those of its table with a batch of one."""
    key, name = device.table.split("/")
    cells, tidy = sources.cells_of(key, name), data.results(key)
    tidy = tidy[tidy["table"].eq(name) & tidy["device"].eq(device.of)]
    tidy = tidy[tidy["metric"].str.startswith("latency") & tidy["unit"].eq("ms")]
    for run in tidy.itertuples():
        cell = cells[run.row]
        if cell.get("batch", "1") != "1":
            continue
        eight, model = " in 8 bits" in run.model, run.model.partition(" in ")[0]
        line = {"bits": 8 if eight else 32, "model": model, "key": cell.get("architecture", "")}
        yield int(cell.get("tokens") or device.tokens), line | {"ms": run.value}


def of(
    model: str, *, bits: int, shaped: bool = True, operations: float = np.nan
) -> dict[str, tuple[float, str, str]]:
    """Return the times of a model by "device/tokens": ms, how it is known, and words.

    Where it is not `shaped`, it does not compute what its shape does; `operations` are a share of
    BERT-base's, by which a shape that was not timed is estimated in 32 bits.
    """
    kinds = survey.lines_of("devices", survey.FOLDER).set_index("device")["kind"]
    key, found = sources.shapes().get(model, "") if shaped else "", {}
    for tokens in clock.lengths():
        base = {"model": WHOLE, "key": WHOLE_SHAPE, "ms": clock.of(WHOLE_SHAPE, tokens=tokens).ms}
        known = _own_time(key, bits, tokens, operations)
        if known := known or _ratio(model, key, bits, kinds[OWN], [base | {"bits": 32}]):
            found[f"{OWN}/{tokens}"] = known
    for (device, tokens), own in _runs().items():
        if known := _time(model, key, bits, own) or _ratio(model, key, bits, kinds[device], own):
            found[f"{device}/{tokens}"] = known
    return {at: (float(f"{ms:.3g}"), how, words) for at, (ms, how, words) in found.items()}


def _own_time(key: str, bits: int, tokens: int, operations: float) -> tuple[float, str, str] | None:
    """Return a time on this book's clock: of the shape, or by operations."""
    if time := clock.of(key, bits=bits, tokens=tokens):
        name = vocabulary.names("architectures")[time.shape]
        words = f"{time.low:.3g} to {time.high:.3g} ms, {clock.RUNTIMES[time.runtime]}"
        return time.ms, "measured", f"of the shape {name}: {words}"
    if bits == 32 and (time := clock.estimate(operations, tokens=tokens)):
        return time.ms, "estimated", f"by its operations: {time.low:.3g} to {time.high:.3g} ms"
    return None


def _time(model: str, key: str, bits: int, own: list[dict]) -> tuple[float, str, str] | None:
    """Return a time that was measured of the model, or of its shape."""
    own = [run for run in own if run["bits"] == bits]
    named = [run for run in own if run["model"] == model]
    same = named or [run for run in own if key and run["key"] == key]
    if not same:
        return None
    words = "measured" if named else f"measured of {same[0]['model']}, which has its shape"
    return same[0]["ms"], "measured", words


def _ratio(
    model: str, key: str, bits: int, kind: str, own: list[dict]
) -> tuple[float, str, str] | None:
    """Return an estimate: a time on the device times the ratio of two rows of one list."""
    base = _time(WHOLE, WHOLE_SHAPE, 32, own)
    if not base:
        return None
    if bits == 8:
        whole, eight = _time(model, key, 32, own), _time(WHOLE, WHOLE_SHAPE, 8, own)
        if not (whole and eight):
            return None
        saved = f"{base[0] / eight[0]:.1f}x in 8"
        words = f"estimated: its own time in 32 bits over BERT-base's {saved}"
        return whole[0] * eight[0] / base[0], "estimated", words
    times, credit = _speedups().get((kind, model), (None, ""))
    if times is None:
        return None
    return base[0] / times, "estimated", f"estimated: BERT-base's time over {times:.3g}x, {credit}"


@cached
def _speedups() -> dict[tuple[str, str], tuple[float, str]]:
    """Return the least speedup over BERT-base of each model by kind of device, from times alone.

    Throughput is no time; a list that names no device, or is set against another model, none.
    """
    tidy = data.usable(data.results())
    counted = tidy[tidy["metric"].eq("throughput")][["source", "table"]].drop_duplicates()
    counted = set(counted.itertuples(index=False, name=None))
    rows = speedups(tidy[tidy["origin"].ne("measured")]).dropna(subset="times")
    rows = rows[rows["baseline"].eq(WHOLE) & rows["on"].ne("") & rows["device"].ne("not stated")]
    found = {}
    for row in rows.sort_values("times", ascending=False).itertuples():
        if (row.source, row.table) not in counted:
            credit = f"as on a {row.device} ({_credit(row.source)})"
            found[row.on, row.model] = row.times, credit
    return found


def throughput(model: str, *, bits: int) -> list[str]:
    """Return in words how many inputs a model answers in a second, and BERT-base beside it."""
    words, tidy = [], _throughputs()
    tasks = vocabulary.names("tasks")
    for (source, _table, task), own in tidy.items():
        start = f"{model} in 8 bits, "
        names = [name for name in own if (name.startswith(start) if bits == 8 else name == model)]
        if not names:
            continue
        device, value = own[names[-1]]
        beside = f", BERT-base {own[WHOLE][1]:,.0f}" if WHOLE in own and model != WHOLE else ""
        of = f" of {tasks[task]}" if task in tasks else ""
        words.append(f"{value:,.0f} inputs{of} a second on a {device}{beside} ({_credit(source)})")
    return words[:1]


@cached
def _throughputs() -> dict[tuple, dict[str, tuple[str, float]]]:
    """Return device and throughput of each model, the best of a list on a task."""
    tidy, found = data.usable(data.results()), {}
    for row in tidy[tidy["metric"].eq("throughput")].sort_values("value").itertuples():
        found.setdefault((row.source, row.table, row.task), {})[row.model] = row.device, row.value
    return found


def _credit(source: str) -> str:
    return bibliography.short(sources.work(source).cites)
