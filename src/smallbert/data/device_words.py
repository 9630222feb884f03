"""The words by which headings and sentences name what times were measured on."""

import re

KINDS = {
    "gpu": r"\b([VAPTHL]\d{1,3}(?!\.\d)|RTX|GTX|GPUs?|Jetson)\b",
    "cpu": r"\b(CPUs?|Xeon|Core i[3579]|Ryzen|EPYC|Raspberry|Cortex)\b",
    "phone": r"\b(Snapdragon|Pixel|iPhone|phone)\b",
}
"""How a kind of device is named, which some metrics of times have in their name."""

DEVICES = (
    r"[VAPTHL]\d{1,3}(?!\.\d)|RTX|GTX|TPU|GPU|CPU|Xeon|Core i[3579]|Ryzen|EPYC|Snapdragon"
    r"|Pixel|iPhone|phone|Jetson|Raspberry(?: Pi(?: \d)?)?|Cortex"
)
"""How any device is named."""


def kinds(text: str) -> set[str]:
    """Return the kinds of devices that a text names.

    Examples
    --------
    >>> kinds("T4 (ms)"), kinds("Time")
    ({'gpu'}, set())
    >>> kinds("SQuAD v1.1")
    set()
    """
    return {kind for kind, words in KINDS.items() if re.search(words, text, re.IGNORECASE)}


def device(heading: str) -> str:
    """Return the device that a heading names, in its words, or nothing."""
    named = re.search(rf"\b({DEVICES})\b", heading, re.IGNORECASE)
    return named[0] if named else ""


def told_apart(headings: list[str]) -> list[str]:
    """Return headings of which each that stands twice has the device named to its left, if any.

    Examples
    --------
    >>> told_apart(["Model", "GPU (ms)", "Speedup", "CPU (ms)", "Speedup"])
    ['Model', 'GPU (ms)', 'Speedup [GPU]', 'CPU (ms)', 'Speedup [CPU]']
    >>> told_apart(["Model", "MNLI", "MNLI"])
    ['Model', 'MNLI', 'MNLI']
    """
    names, near = [], ""
    for heading in headings:
        near = device(heading) or near
        apart = near and not device(heading) and headings.count(heading) > 1
        names.append(f"{heading} [{near}]" if apart else heading)
    return names
