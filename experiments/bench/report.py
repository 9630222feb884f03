"""What the measurements say: medians, the goals, and where the time goes."""

import os
import platform
import re
import shutil
import statistics
from pathlib import Path

LIMIT = "cells in one process / cores"
ENVIRONMENT = "environment, packages in the cache"


def medians(rounds: dict[str, list[dict[str, float]]]) -> dict[str, dict[str, float]]:
    """Return the median over the rounds of each figure of each arm."""
    return {
        name: {key: statistics.median(each[key] for each in found) for key in found[0]}
        for name, found in rounds.items()
    }


def machine() -> dict[str, str]:
    """Describe where the measurement was made."""
    names = {}
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = dict(re.findall(r"^([^\t]+)\t*: (.*)$", cpuinfo.read_text(), re.MULTILINE))
    return {
        "processor": names.get("model name", platform.processor()),
        "cores": str(os.cpu_count()),
        "system": platform.system(),
        "python": platform.python_version(),
        "installer": "uv" if shutil.which("uv") else "pip",
    }


def goals(median: dict[str, dict[str, float]]) -> list[dict]:
    """Return each goal with the ratio or figure reached."""
    us, force = median["smallbert build"], median["jupyter-book force"]
    rows, few, many = (
        median[name] for name in ("rows x 100", "12 small notebooks", "120 small notebooks")
    )
    growth = many["execution"] / few["execution"]
    number, sentence = (f"one {each} changed" for each in ("number", "sentence"))
    found = [
        (f"execution against {name}", median[name]["execution"] / us["execution"], ">=", 4)
        for name in ("papermill in turn", "jupyter-book force")
    ]
    found += [
        ("whole build against jupyter-book force", force["whole"] / us["whole"], ">=", 4.5),
        ("execution against the limit", us["execution"] / median[LIMIT]["execution"], "<=", 1.5),
        ("whole build [s]", us["whole"], "<=", 60),
        ("environment, packages in the cache [s]", median[ENVIRONMENT]["whole"], "<=", 40),
        ("nothing changed [s]", median["nothing changed"]["whole"], "<=", 1),
        (f"{number} [s]", median[number]["whole"], "<=", 8),
        (f"{sentence} [s]", median[sentence]["whole"], "<=", 4),
        (f"{number}, page in view [s]", median[f"{number}, served"]["page in view"], "<=", 5),
        (f"{sentence}, page in view [s]", median[f"{sentence}, served"]["page in view"], "<=", 1.5),
        ("ten times the notebooks, times the time", growth, "<=", 10),
        (
            "100,000 results loaded and checked [s]",
            rows["seconds"] * 100_000 / rows["results"],
            "<=",
            5,
        ),
    ]
    return [
        {
            "goal": name,
            "reached": round(value, 2),
            "wanted": f"{sign} {wanted:g}",
            "met": value >= wanted if sign == ">=" else value <= wanted,
        }
        for name, value, sign, wanted in found
    ]


def profile(median: dict[str, dict[str, float]]) -> list[dict]:
    """Return where the time of a clean execution and of one change goes, in seconds.

    The processors' seconds of an execution are its time multiplied by the cores. Of these the
    cells need what they take in one process; kernels and papermill take the rest of the busy
    ones, and the others pass while nothing can run.
    """
    cores, us = os.cpu_count() or 1, median["smallbert build"]
    cells, busy = median[LIMIT]["execution"] * cores, us["busy"]
    shares = {
        "cells": cells,
        "kernels, messages, papermill": busy - cells,
        "idle": us["execution"] * cores - busy,
    }
    found = [("clean execution, on all cores", *each) for each in shares.items()]
    for change in ("one number changed", "one sentence changed"):
        one = median[change]
        phases = [key for key in one if key not in ("whole", "pages run")]
        found += [(f"{change}, {one['pages run']:g} pages run", key, one[key]) for key in phases]
    return [{"of": of, "part": part, "seconds": round(value, 2)} for of, part, value in found]
