"""How long a model takes on a device, and how that is known: measured, bounded or estimated."""

from collections.abc import Iterator
from dataclasses import replace

from smallbert import cost, data
from smallbert.compare import timings
from smallbert.compare.costs import speedups
from smallbert.cost.shapes import Architecture
from smallbert.data import bibliography, sources, survey
from smallbert.data.results import readable
from smallbert.paths import cached

WHOLE = "BERT_BASE"
"""The model whose score is 100 %, whose size is 1, and that lists set their times against."""

HOW = ("measured", "at most", "estimated")
"""How a time is known, the surest first: of the model or its shape; of a shape that is nowhere
smaller; from BERT_BASE's time and the ratio of two rows of one list."""

SIGNS = {"at most": "≤ ", "estimated": "≈ "}
"""What stands before a time that was not measured."""

DIMS = ("layers", "hidden", "feed_forward")


@cached
def devices() -> dict[str, dict]:
    """Return the devices: label, what was measured there, and the lengths in tokens."""
    frame = survey.own("devices", survey.FOLDER).set_index("device")
    frame["tokens"] = [sorted(own for at, own in _runs() if at == each) for each in frame.index]
    return frame[["label", "words", "tokens"]].to_dict("index")


@cached
def _runs() -> dict[tuple[str, int], list[dict]]:
    """Return the times of one text by device and tokens: bits, model, key, shape, ms."""
    settings = {}
    for device in survey.own("devices", survey.FOLDER).itertuples():
        for tokens, run in _of_device(device):
            settings.setdefault((device.device, tokens), []).append(run)
    return settings


def _of_device(device) -> Iterator[tuple[int, dict]]:
    """Yield the runs on one device with their tokens: those of its table with a batch of one."""
    key, name = device.table.split("/")
    cells, tidy = sources.cells_of(key, name), data.results(key)
    own = key == timings.source()
    tidy = tidy[tidy["table"].eq(name) & tidy["device"].eq(device.of)]
    tidy = tidy[tidy["metric"].str.startswith("latency") & tidy["unit"].eq("ms")]
    for run in tidy.itertuples():
        cell = cells[run.row]
        arm = timings.arms().loc[cell["arm"]] if own else {}
        alone = cell.get("batch", "1") == "1"
        if own:
            alone = (1, int(cell["tokens"])) in timings.settings() and alone
        if not alone or (own and arm["product"] not in ("dense", "int8")):
            continue
        shape, key_of = cell.get("architecture", ""), cell.get("architecture", "")
        if shape:
            changes = {c: int(arm[c]) for c in timings.CHANGES if own and arm[c]}
            shape, key_of = replace(cost.architecture(shape), **changes), "" if changes else shape
        eight = arm["product"] == "int8" if own else " in 8 bits" in run.model
        name = arm["name"] if own else run.model.partition(" in ")[0]
        line = {"bits": 8 if eight else 32, "model": name, "key": key_of, "shape": shape}
        yield int(cell.get("tokens") or device.tokens), line | {"ms": run.value}


def of(model: str, *, bits: int, shaped: bool = True) -> dict[str, tuple[float, str, str]]:
    """Return the times of a model by "device/tokens": ms, how it is known, and words.

    Where it is not `shaped`, it does not compute what its shape does.
    """
    kinds = survey.own("devices", survey.FOLDER).set_index("device")["kind"]
    found = {}
    for (device, tokens), own in _runs().items():
        known = _time(model, bits, own, shaped) or _ratio(model, bits, kinds[device], own)
        if known:
            ms, how, words = known
            found[f"{device}/{tokens}"] = (float(f"{ms:.3g}"), how, words)
    return found


def _time(
    model: str, bits: int, own: list[dict], shaped: bool = True
) -> tuple[float, str, str] | None:
    """Return a time that was measured of the model, its shape, or a shape that is not smaller."""
    key = sources.shapes().get(model, "") if shaped else ""
    own = [run for run in own if run["bits"] == bits]
    named = [run for run in own if run["model"] == model]
    same = named or [run for run in own if key and run["key"] == key]
    if same:
        words = (
            HOW[0] if named else f"measured of {readable(same[0]['model'])}, which has its shape"
        )
        return same[0]["ms"], HOW[0], words
    shape = cost.architecture(key) if key else None
    if not _plain(shape):
        return None
    larger = [run for run in own if _plain(run["shape"]) and _covers(run["shape"], shape)]
    if not larger:
        return None
    least = min(larger, key=lambda run: run["ms"])
    return least["ms"], HOW[1], f"at most what {readable(least['model'])} takes, which is larger"


def _covers(larger: Architecture, shape: Architecture) -> bool:
    return all(getattr(larger, each) >= getattr(shape, each) for each in DIMS)


def _plain(shape: Architecture | None) -> bool:
    """Tell whether the layers are BERT's own, so that a smaller network does nowhere more work."""
    if not isinstance(shape, Architecture):
        return False
    usual = replace(shape, bottleneck=None, relative=0, gated=False, groups=1, rank=None, stack=1)
    return shape == usual and shape.word_width == shape.hidden


def _ratio(model: str, bits: int, kind: str, own: list[dict]) -> tuple[float, str, str] | None:
    """Return an estimate: a time on the device times the ratio of two rows of one list."""
    base = _time(WHOLE, 32, own)
    if not base:
        return None
    if bits == 8:
        whole, eight = _time(model, 32, own), _time(WHOLE, 8, own)
        if not (whole and eight and whole[1] == HOW[0]):
            return None
        saved = f"{base[0] / eight[0]:.1f}x in 8"
        words = f"estimated: its own time in 32 bits over BERT-base's {saved}"
        return whole[0] * eight[0] / base[0], HOW[2], words
    times, credit = _speedups().get((kind, model), (None, ""))
    if times is None:
        return None
    return base[0] / times, HOW[2], f"estimated: BERT-base's time over {times:.3g}x, {credit}"


@cached
def _speedups() -> dict[tuple[str, str], tuple[float, str]]:
    """Return the least speedup over BERT_BASE of each model by kind of device, from times alone.

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
    """Return in words how many inputs a model answers in a second, and BERT_BASE beside it."""
    words, tidy = [], _throughputs()
    for (source, _table, _task), own in tidy.items():
        start = f"{model} in 8 bits, "
        names = [name for name in own if (name.startswith(start) if bits == 8 else name == model)]
        if not names:
            continue
        device, value = own[names[-1]]
        beside = f", BERT-base {own[WHOLE][1]:,.0f}" if WHOLE in own and model != WHOLE else ""
        words.append(f"{value:,.0f} inputs a second on a {device}{beside} ({_credit(source)})")
    return words[:1]


@cached
def _throughputs() -> dict[tuple, dict[str, tuple[str, float]]]:
    """Return device and throughput of each model, the best of a list on a task."""
    tidy, found = data.usable(data.results()), {}
    for row in tidy[tidy["metric"].eq("throughput")].sort_values("value").itertuples():
        found.setdefault((row.source, row.table, row.task), {})[row.model] = row.device, row.value
    return found


def _credit(source: str) -> str:
    return bibliography.short(sources.describe(source)["cites"])
