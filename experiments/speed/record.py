"""The measured values as files: written below ``_build/speed``, committed among the sources."""

import ast
import csv
import hashlib
import io
import json
import tokenize
from collections.abc import Iterable
from pathlib import Path

from experiments.speed import measure, plan
from experiments.speed.arms import Arm, Run
from smallbert import cost, paths
from smallbert.compare import timings
from smallbert.errors import UserError

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
ARMS = (
    *("row", "name", "architecture", *timings.CHANGES),
    *("product", "share", "rank", "cached_layers", "question"),
)


def code_hash() -> str:
    """Return the SHA-256 of the code that decides what is timed, and of the shapes."""
    digest = hashlib.sha256()
    for name in TIMED:
        digest.update(substance((HERE / name).read_text(encoding="utf-8")).encode())
    for run in plan.runs():
        digest.update(" ".join([run.name, *_sizes(run)]).encode())
    return digest.hexdigest()


def substance(code: str) -> str:
    """Return code without imports, docstrings and comments: what it does, wherever it lies."""
    lines = code.splitlines()
    for node in ast.walk(ast.parse(code)):
        words = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if words or isinstance(node, (ast.Import, ast.ImportFrom)):
            for number in range(node.lineno - 1, node.end_lineno):
                lines[number] = ""
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT:
            number, start = token.start
            lines[number - 1] = lines[number - 1][:start]
    return "\n".join(line.rstrip() for line in lines if line.strip())


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


def arm_rows(runs: list[Run]) -> list[dict]:
    """Return a line of the table of arms for each arm of the runs; 0 is left empty."""
    arms = dict.fromkeys(run.arm for run in runs)
    return [_described(arm) | dict(arm.changes) for arm in arms]


def _described(arm: Arm) -> dict:
    numbers = {name: getattr(arm, name) or "" for name in ARMS[-4:]}
    words = {"architecture": arm.architecture, "product": arm.product}
    return {"row": arm.name, "name": arm.label} | words | numbers


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
    middle, low, high = timings.interval(map(float, shown))
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
    """Write the four tables; each file is replaced whole or not at all.

    Raises
    ------
    UserError
        There are fewer rounds than a record needs.
    """
    fewest = min(map(len, times.values()))
    if fewest < measure.LEAST:
        raise UserError(f"{fewest} rounds are no record; measure {measure.LEAST} at least")
    about = [{"row": name, "value": value} for name, value in machine.items()]
    tables = {
        "arms.csv": _csv(ARMS, arm_rows(runs)),
        "components.csv": _csv(COMPONENTS, component_rows(runs, parts)),
        "latency.csv": _csv(LATENCY, latency_rows(runs, times)),
        "machine.csv": _csv(("row", "value"), about),
    }
    for name, text in tables.items():
        paths.write_atomically(folder / name, text)


def _csv(columns: Iterable[str], rows: list[dict]) -> str:
    stream = io.StringIO()
    writer = csv.DictWriter(stream, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def keep(path: Path, state: dict) -> None:
    """Keep an unfinished measurement, so that a stopped one can go on."""
    paths.write_atomically(path, json.dumps(state))


def unfinished(path: Path, machine: dict[str, str], names: list[str]) -> dict | None:
    """Return what `keep` kept, if it is of the same code, machine and runs; else None."""
    if not path.exists():
        return None
    state = json.loads(path.read_text(encoding="utf-8"))
    same = {name: state["machine"].get(name) for name in machine} == machine
    return state if same and list(state["times"]) == names else None
