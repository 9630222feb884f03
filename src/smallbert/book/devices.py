"""The device on which the times of a table were measured, as the prose above it says."""

import re

from smallbert.book import prose
from smallbert.data.pasted_table import Table
from smallbert.data.unfilled import TODO

DEVICES = (
    r"[VAPTHL]\d{1,3}|RTX|GTX|TPU|GPU|CPU|Xeon|Ryzen|Snapdragon|Pixel|iPhone|phone|Jetson|Raspberry"
)
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
    r"\b(batch(es)?( sizes?)?( of)? \d+|lengths?( of)? \d+|\d+ tokens"
    rf"|(single|\d+|{'|'.join(prose.WORDS)}) (threads?|cores?)|({SOFTWARE}))\b",
    re.IGNORECASE,
)
"""What a sentence says of times before it names the device."""


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
