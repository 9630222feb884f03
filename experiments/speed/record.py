"""The measured values as files: written below ``_build/speed``, committed among the sources."""

import ast
import hashlib
import io
import os
import platform
import re
import tokenize
from datetime import date
from pathlib import Path

import pandas as pd

from experiments.speed import measure, plan, session
from experiments.speed.arms import Run
from smallbert import cost, paths
from smallbert.compare.time_medians import median_interval

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
    *("row", "name", "architecture", *cost.CHANGED_FIELDS),
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


def machine(threads: int) -> dict[str, str]:
    """Describe what the times depend on."""
    torch, names, cpuinfo = session.require_torch(), {}, Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = dict(re.findall(r"^([^\t]+)\t*: (.*)$", cpuinfo.read_text(), re.MULTILINE))
    return {
        "processor": names.get("model name", platform.processor()),
        "cores": str(os.cpu_count()),
        "system": platform.system(),
        "python": platform.python_version(),
        "threads": str(threads),
        "torch": torch.__version__,
        "instructions": torch.backends.cpu.get_cpu_capability(),
        "code": code_hash(),
        "date": date.today().isoformat(),
    }


def arms(runs: list[Run]) -> pd.DataFrame:
    """Return the table of arms; 0 is left empty."""
    rows = [
        {name: getattr(arm, name, None) or "" for name in ARMS}
        | {"row": arm.name, "name": arm.label}
        | dict(arm.changes)
        for arm in dict.fromkeys(run.arm for run in runs)
    ]
    return pd.DataFrame(rows, columns=ARMS).fillna("")


def _latency(runs: list[Run], times: measure.Times) -> pd.DataFrame:
    rows = [
        _of_run(run, times[run.name])
        | {
            "row": run.name,
            "technique": run.arm.technique,
            "architecture": _known(run),
            "baseline": run.baseline,
        }
        for run in runs
    ]
    return pd.DataFrame(rows, columns=LATENCY)


def _components(runs: list[Run], parts: dict[str, measure.Times]) -> pd.DataFrame:
    rows = [
        _of_run(run, seconds)
        | {
            "row": f"{run.name}-{'-'.join(component.replace(',', '').split())}",
            "component": component,
            "architecture": run.arm.architecture,
        }
        for run in runs
        for component, seconds in parts.get(run.name, {}).items()
    ]
    return pd.DataFrame(rows, columns=COMPONENTS)


def _known(run: Run) -> str:
    """Return the architecture's key if the run's shape is just that, and else nothing."""
    key = run.arm.architecture
    return key if run.arm.shape == cost.architecture(key) else ""


def _of_run(run: Run, seconds: list[float]) -> dict:
    """Return what both tables say, with median, interval and times in ms, to four digits."""
    shown = [f"{1000 * each:.4g}" for each in seconds]
    middle, low, high = median_interval(map(float, shown))
    return {
        "arm": run.arm.name,
        "name": run.arm.label,
        "milliseconds": f"{middle:.4g}",
        "half_width": f"{100 * (high - low) / 2 / middle:.2f}%",
        "low": f"{low:.4g}",
        "high": f"{high:.4g}",
        "batch": run.batch,
        "tokens": run.tokens,
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
    """Write the four tables; each file is replaced whole or not at all."""
    tables = {
        "arms.csv": arms(runs),
        "components.csv": _components(runs, parts),
        "latency.csv": _latency(runs, times),
        "machine.csv": pd.DataFrame(machine.items(), columns=["row", "value"]),
    }
    for name, table in tables.items():
        text = table.to_csv(index=False, lineterminator="\n")
        paths.write_atomically(folder / name, text)
