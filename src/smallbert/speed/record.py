"""The measured values as files: written below ``_build/speed``, committed among the sources."""

import csv
import hashlib
import io
import json
from collections.abc import Iterable
from pathlib import Path

from smallbert import cost
from smallbert.book import cache
from smallbert.data.faults import UserError
from smallbert.speed import measure, plan
from smallbert.speed.arms import Run

HERE = Path(__file__).parent
TIMED = ("arms.py", "encoder.py", "measure.py", "plan.py", "products.py", "session.py")
"""Files of this package that decide what is timed and how."""

LATENCY = (
    *("row", "arm", "name", "milliseconds", "half_width", "low", "high", "batch", "tokens"),
    *("technique", "architecture", "baseline", "times"),
)
COMPONENTS = (
    *("row", "arm", "name", "component", "milliseconds", "half_width", "low", "high"),
    *("batch", "tokens", "architecture", "times"),
)


def code_hash() -> str:
    """Return the SHA-256 of the code that decides what is timed, and of the shapes."""
    digest = hashlib.sha256()
    for name in TIMED:
        digest.update((HERE / name).read_bytes())
    for run in plan.runs():
        digest.update(" ".join([run.name, *_sizes(run)]).encode())
    return digest.hexdigest()


def _sizes(run: Run) -> list[str]:
    names = ("layers", "sets", "hidden", "feed_forward", "heads", "word_width", "vocabulary")
    more = ("bottleneck", "attention_reads", "stack", "rank", "pooler")
    return [str(getattr(run.arm.shape, name)) for name in (*names, *more)]


def latency_rows(runs: list[Run], times: measure.Times) -> list[dict]:
    """Return a line of the table of latencies for each run; times are in seconds."""
    return [
        _shared(run)
        | _numbers(times[run.name])
        | {
            "row": run.name,
            "technique": run.arm.technique,
            "architecture": _known(run),
            "baseline": run.baseline,
        }
        for run in runs
    ]


def component_rows(runs: list[Run], parts: dict[str, measure.Times]) -> list[dict]:
    """Return a line of the table of components for each run and component in `parts`."""
    return [
        _shared(run)
        | _numbers(seconds)
        | {
            "row": f"{run.name}-{'-'.join(component.replace(',', '').split())}",
            "component": component,
            "architecture": run.arm.architecture,
        }
        for run in runs
        for component, seconds in parts.get(run.name, {}).items()
    ]


def _known(run: Run) -> str:
    """Return the architecture's key if the run's shape is just that, and else nothing."""
    key = run.arm.architecture
    return key if run.arm.shape == cost.architecture(key) else ""


def _shared(run: Run) -> dict:
    arm = run.arm
    return {"arm": arm.name, "name": arm.label, "batch": run.batch, "tokens": run.tokens}


def _numbers(seconds: list[float]) -> dict:
    """Return median, interval and times in milliseconds, to four digits."""
    shown = [f"{1000 * each:.4g}" for each in seconds]
    middle, low, high = measure.interval(map(float, shown))
    return {
        "milliseconds": f"{middle:.4g}",
        "half_width": f"{100 * (high - low) / 2 / middle:.2f}%",
        "low": f"{low:.4g}",
        "high": f"{high:.4g}",
        "times": " ".join(shown),
    }


def write(
    folder: Path,
    runs: list[Run],
    *,
    times: measure.Times,
    parts: dict[str, measure.Times],
    machine: dict[str, str],
) -> None:
    """Write the three tables; each file is replaced whole or not at all.

    Raises
    ------
    UserError
        There are fewer rounds than a record needs.
    """
    fewest = min(map(len, times.values()))
    if fewest < measure.LEAST:
        raise UserError(f"{fewest} rounds are no record; measure {measure.LEAST} at least")
    about = [{"row": name, "value": value} for name, value in machine.items()]
    files = {
        "components.csv": _csv(COMPONENTS, component_rows(runs, parts)),
        "latency.csv": _csv(LATENCY, latency_rows(runs, times)),
        "machine.csv": _csv(("row", "value"), about),
    }
    for name, text in files.items():
        cache.write_atomically(folder / name, text)


def _csv(columns: Iterable[str], rows: list[dict]) -> str:
    stream = io.StringIO()
    writer = csv.DictWriter(stream, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def keep(path: Path, state: dict) -> None:
    """Keep an unfinished measurement, so that a stopped one can go on."""
    cache.write_atomically(path, json.dumps(state))


def unfinished(path: Path, machine: dict[str, str], names: list[str]) -> dict | None:
    """Return what `keep` kept, if it is of the same code, machine and runs; else None."""
    if not path.exists():
        return None
    state = json.loads(path.read_text(encoding="utf-8"))
    same = {name: state["machine"].get(name) for name in machine} == machine
    return state if same and list(state["times"]) == names else None
