"""The device on which the times of a table were measured, as the prose above it says."""

import re
from collections.abc import Sequence

from smallbert.book import prose
from smallbert.data.device_words import DEVICES, device
from smallbert.data.pasted_table import Table
from smallbert.data.unfilled import TODO

TIMED = rf"\b({DEVICES}|batch|latency|speed-?up|throughput|threads?|measured)\b"
"""What a sentence on training, or on the device of times, has words of."""

TRAINING = r"\b(pre-?train|train|fine-?tun|distil)"
"""What a sentence on the device of a training says."""

SOFTWARE = (
    r"ONNX(?: Runtime)?|TensorRT|PyTorch|TensorFlow(?: Lite)?|TFLite|OpenVINO|DeepSparse|Core ?ML"
    r"|(?:bf|fp)(?:16|32)|(?:half|mixed|full) precision"
)
"""What runs the models, and in which precision."""

ON = re.compile(
    r"\bon (?:(?:a single|an?|one(?! core| thread)|the) )?"
    rf"((?:[\w-]+ ){{0,6}}(?<![\w-])(?:{DEVICES})\b[^,;]*"
    rf"(?:,[^,;]*\b(?:batch|lengths?|tokens|threads?|cores?|{SOFTWARE})\b[^,;]*)*)",
    re.IGNORECASE,
)
"""How a sentence names a device, with the batch and the length that follow."""

WITH = re.compile(
    r"\b(one (sentence|sample|example|sequence|input)( of \d+ tokens)? at a time"
    r"|batch(es)?( sizes?)?( of)? \d+|lengths?( of)? \d+|\d+ tokens"
    rf"|(single|\d+|{'|'.join(prose.WORDS)}) (threads?|cores?)|({SOFTWARE}))\b",
    re.IGNORECASE,
)
"""What a sentence says of times before it names the device."""


def apart(headings: Sequence[str]) -> dict[str, str]:
    """Return the device that each heading of times names, if they name several; else nothing.

    Examples
    --------
    >>> apart(["Xeon (ms)", "Speedup (Xeon)", "T4 (ms)"])
    {'Xeon (ms)': 'Xeon', 'Speedup (Xeon)': 'Xeon', 'T4 (ms)': 'T4'}
    >>> apart(["T4 (ms)", "Latency"]), apart(["T4 (ms)", "T4 (x)"])
    ({}, {})
    """
    named = {heading: device(heading) for heading in headings}
    several = len({name.lower() for name in named.values()}) > 1
    return named if several and all(named.values()) else {}


def asked_of(name: str, table: Table) -> str:
    """Return what is asked for of a column's device, of which its heading has the name.

    Examples
    --------
    >>> table = Table(above="Timed at batch size 1, on one core of a Xeon E5 and on a T4.")
    >>> asked_of("T4", table).split("?")[0], asked_of("Xeon", table).split("?")[0]
    ("'TODO (T4, batch size 1", "'TODO (one core of a Xeon E5, batch size 1")
    """
    quoted = prose.sentences(table.above, rf"\b{re.escape(name)}\b")
    for sentence in quoted:
        if own := re.search(_part(re.escape(name)), sentence, re.IGNORECASE):
            rest = re.sub(_part(DEVICES), "", sentence, flags=re.IGNORECASE)
            with_it = [each[0] for each in WITH.finditer(rest)]
            return prose.asked(", ".join([own[1], *with_it]), quoted)
    return prose.asked(TODO, quoted)


def _part(names: str) -> str:
    """Return the pattern of one of several devices that a sentence names."""
    words = r"(?:(?!and |on )[\w-]+ ){0,6}"
    return rf"\b(?:on|and) (?:an? |the )?({words}(?:{names})\b.*?)(?=,|;|\.?$| and | with )"


def asked(table: Table) -> str:
    """Return what is asked for of a table's device, with the one that the prose names.

    Examples
    --------
    >>> asked(Table(above="Timed on one V100, batch size 1, as usual."))
    "'TODO (V100, batch size 1? the file says: Timed on one V100, batch size 1, as usual.)'"
    >>> asked(Table(above="Latency on one core of a Xeon Gold 6248."))
    "'TODO (one core of a Xeon Gold 6248? the file says: Latency on one core of a Xeon Gold 6248.)'"
    >>> asked(Table(above="ms of 128 tokens, batch size 1, one thread, on an A100.")).split("?")[0]
    "'TODO (A100, 128 tokens, batch size 1, one thread"
    """
    quoted = prose.sentences(table.above, TIMED)
    timed = [each for each in quoted if re.search(prose.TIMES, each, re.IGNORECASE)]
    timed += [each for each in quoted if not re.search(TRAINING, each, re.IGNORECASE)]
    named = next(filter(None, map(ON.search, timed)), None)
    if not named:
        return prose.asked(TODO, quoted)
    before = [each[0] for each in WITH.finditer(named.string[: named.start()])]
    return prose.asked(", ".join([named[1].rstrip(" .:)").replace(" (", ", "), *before]), quoted)
