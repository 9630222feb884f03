"""The device on which the times of a table were measured, as the prose above it says."""

import re
from collections.abc import Sequence
from functools import partial

from smallbert.book import prose
from smallbert.data.device_words import DEVICES, KINDS, device, kinds
from smallbert.data.pasted_table import Table
from smallbert.data.unfilled import TODO

NAMED = rf"\b({DEVICES})\b"
TIMED = rf"\b({DEVICES}|batch|latency|speed-?up|throughput|threads?|measured)\b"
"""What a sentence on training, or on the device of times, has words of."""

SOFTWARE = (
    r"ONNX(?: Runtime)?|TensorRT|PyTorch|TensorFlow(?: Lite)?|TFLite|OpenVINO|DeepSparse|Core ?ML"
    r"|(?:bf|fp)(?:16|32)|(?:half|mixed|full) precision"
)
"""What runs the models, and in which precision."""

ON = re.compile(
    r"\bon (?:(?:a single(?! core| thread)|an?|one(?! core| thread)|the) )?"
    rf"((?:[\w-]+ \(?){{0,8}}(?<![\w-])(?:{DEVICES})\b[^,;]*"
    rf"(?:,[^,;]*\b(?:batch|lengths?|tokens|threads?|cores?|{SOFTWARE})\b[^,;]*)*)",
    re.IGNORECASE,
)
"""How a sentence names a device, with the batch and the length that follow."""

EQUALS = r"(?: of| is|:| ?=)? ?"
WITH = re.compile(
    r"\b(one (sentence|sample|example|sequence|input)( of \d+ tokens)? at a time"
    rf"|batch(es)?([- ]sizes?)?{EQUALS}\d+|((sequence|input) )?lengths?{EQUALS}\d+|\d+ tokens"
    rf"|(single|\d+|{'|'.join(prose.WORDS)}) (threads?|cores?)|({SOFTWARE}))\b",
    re.IGNORECASE,
)
"""What a sentence says of times besides the device."""

SETTINGS = ("batch|at a time", "length|tokens", "thread|core")
"""What of it has one value."""

GOES_ON = re.compile(
    r"(?<=[\w)]) (relative|compared|averaged|against|gives?|yields?|takes?|this|is|was|we)\b"
    r"[^,;()]*"
)
"""How a sentence goes on behind the name of a device."""

CORES = re.compile(
    rf"((?:a single|\d+|one) (?:cores?|threads?) of an? (?:[\w-]+ ){{0,3}}(?:{DEVICES})\b[^,;:.]*)",
    re.IGNORECASE,
)
"""How a text names a device by its cores."""

LABELS = "GPU|CPU|device|hardware|machine"


def apart(headings: Sequence[str]) -> dict[str, str]:
    """Return the device, perhaps none, of each heading of times if they name several; else nothing.

    Examples
    --------
    >>> apart(["Xeon (ms)", "Speedup (Xeon)", "T4 (ms)"])
    {'Xeon (ms)': 'Xeon', 'Speedup (Xeon)': 'Xeon', 'T4 (ms)': 'T4'}
    >>> apart(["T4 (ms)", "Latency"]), apart(["T4 (ms)", "T4 (x)"])
    ({}, {})
    """
    named = {heading: device(heading) for heading in headings}
    return named if len({name.lower() for name in named.values()} - {""}) > 1 else {}


def asked_of(name: str, table: Table) -> str:
    """Return what is asked for of a column's device, of which its heading has the name or the kind.

    Examples
    --------
    >>> table = Table(above="Timed at batch size 1, on one core of a Xeon E5 and on a T4.")
    >>> asked_of("T4", table).split("?")[0], asked_of("CPU", table).split("?")[0]
    ("'TODO (T4, batch size 1", "'TODO (one core of a Xeon E5, batch size 1")
    >>> table = Table(above="Timed on a V100 with batch size 8 and a Xeon 8275 (CPU).")
    >>> asked_of("CPU", table).split("?")[0]
    "'TODO (Xeon 8275, CPU, batch size 8"
    """
    own = [KINDS[kind] for kind in kinds(name)]
    patterns = [rf"\b{re.escape(name)}\b", *own] if name else []
    quoted = _timed(table)
    for names in patterns:
        for sentence in quoted:
            if phrase := _labelled(names, sentence) or _one_of(names, sentence):
                return _asked(_with_bracket(phrase, sentence), sentence, table, quoted)
    proper = name.upper() not in ("", "GPU", "CPU")
    for sentence in quoted if proper else ():
        for clause in re.split("[,;] ", sentence):
            if re.search(patterns[0], clause, re.IGNORECASE):
                return _asked(_being(name, clause), sentence, table, quoted, clause)
    return prose.asked(TODO, [each for each in quoted if re.search("|".join(patterns), each, re.I)])


def asked(table: Table) -> str:
    """Return what is asked for of a table's device, with the one that the prose names.

    Examples
    --------
    >>> asked(Table(above="Timed on one V100, batch size 1, as usual."))
    "'TODO (V100, batch size 1? the file says: Timed on one V100, batch size 1, as usual.)'"
    >>> asked(Table(above="Latency on one core of a Xeon Gold 6248."))
    "'TODO (one core of a Xeon Gold 6248? the file says: Latency on one core of a Xeon Gold 6248.)'"
    >>> asked(Table(above="Timed on a single core of a Xiaomi 11 (Snapdragon 888).")).split("?")[0]
    "'TODO (single core of a Xiaomi 11, Snapdragon 888"
    >>> asked(Table(above="Latency on a V100 (batch size 1, fp32) relative to BERT.")).split("?")[0]
    "'TODO (V100, batch size 1, fp32"
    >>> asked(Table(above="Latency on a single core of a Xeon.")).split("?")[0]
    "'TODO (single core of a Xeon"
    >>> asked(Table(above="ms of 128 tokens, batch size 1, one thread, on an A100.")).split("?")[0]
    "'TODO (A100, 128 tokens, batch size 1, one thread"
    >>> asked(Table(above="Length 128. GPU: one V100 (16GB), batch size 8, fp32.")).split("?")[0]
    "'TODO (V100, 16GB, batch size 8, fp32, Length 128"
    >>> asked(Table(above="Same settings, 4 cores of an Intel Core i7-1165G7:")).split("?")[0]
    "'TODO (4 cores of an Intel Core i7-1165G7"
    """
    quoted = _timed(table)
    named = [lambda text, of=of: (of.search(text) or ("", ""))[1] for of in (ON, CORES)]
    for find in (*named, partial(_labelled, LABELS)):
        for sentence in quoted:
            if phrase := find(sentence):
                return _asked(phrase, sentence, table, quoted)
    return prose.asked(TODO, quoted)


def _timed(table: Table) -> list[str]:
    """Return the sentences that may be on the device of times, those on times first.

    Away from the table they are those alone that name both a device and times or a batch.
    """
    away = NAMED, rf"{prose.TIMES}|\bbatch\b"
    quoted = prose.sentences(table.above, TIMED) or prose.anywhere(table, *away)
    timed = [each for each in quoted if re.search(prose.TIMES, each, re.IGNORECASE)]
    others = [each for each in quoted if each not in timed]
    return timed + [each for each in others if not re.search(prose.TRAINING, each, re.IGNORECASE)]


def _asked(
    phrase: str, sentence: str, table: Table, quoted: Sequence[str], clause: str = ""
) -> str:
    """Return what is asked for where a sentence, or a clause, names a device, with its settings."""
    said = (clause or sentence).replace(phrase, "")
    rest = re.sub(_part(DEVICES), "", said, flags=re.IGNORECASE)
    words = [GOES_ON.sub("", phrase).rstrip(" .:)"), *_settings(rest, phrase)]
    used = [sentence]
    for near in prose.beside(table, sentence):
        if not re.search(rf"{NAMED}|{prose.TRAINING}", near, re.IGNORECASE):
            more = _settings(near, " ".join(words))
            words, used = words + more, used + [near] * bool(more)
    guess = re.sub(r"\s*\(([^()]*)\)?", r", \1", ", ".join(words))
    return prose.asked(guess, [*used, *(each for each in quoted if each not in used)])


def _with_bracket(phrase: str, sentence: str) -> str:
    """Return the device that a phrase ends with, and all of the brackets that it begins.

    Examples
    --------
    >>> text = "CPU times on a Xeon (8 threads, batch size 1), GPU times on a T4 (FP16)."
    >>> _with_bracket("Xeon (8 threads", text), _with_bracket("GPU times on a T4 (FP16", text)
    ('Xeon (8 threads, batch size 1)', 'T4 (FP16)')
    """
    device = re.sub(r"^.*\bon (?:an? |the |one )?(?=[A-Z])", "", phrase)
    whole = re.search(rf"{re.escape(device)}[^()]*\)", sentence)
    return whole[0] if whole and device.count("(") > device.count(")") else device


def _settings(text: str, told: str) -> list[str]:
    """Return what a text says besides devices, if it is not told and has one value."""
    words = (re.sub(" is |: ?| ?= ?", " ", match[0]) for match in WITH.finditer(text))
    own = list(dict.fromkeys(words))
    kinds = [next((of for of in SETTINGS if re.search(of, each, re.I)), each) for each in own]
    pairs = zip(own, kinds, strict=True)
    return [
        each for each, kind in pairs if kinds.count(kind) == 1 and not re.search(kind, told, re.I)
    ]


def _labelled(names: str, sentence: str) -> str:
    """Return what a sentence says behind the name of a device and a colon."""
    called = r"(?:(?-i:[A-Z])|(?:one|\d+) (?:cores?|threads?)\b)[^,;]*?(?=,|;|\.?$| and )"
    label = rf"(?:{names})s?\s*[:=]\s*(?:(?:one(?! core| thread)|an?|the) )?({called})"
    match = re.search(label, sentence, re.IGNORECASE)
    return match[1] if match else ""


def _being(name: str, sentence: str) -> str:
    """Return the name of a device with what a sentence says that it is.

    Examples
    --------
    >>> _being("Xeon", "The Xeon is a Gold 6338 with four threads, the Pi 5 has 8 GB.")
    'Xeon Gold 6338 with four threads'
    >>> _being("Pi 5", "The Xeon is a Gold 6338 with four threads, the Pi 5 has 8 GB.")
    'Pi 5'
    """
    is_a = rf"\b{re.escape(name)} (?i:is|was) (?:an? )?((?:Intel |AMD )?[A-Z][^,;.]*)"
    told = re.search(is_a, sentence)
    return f"{name} {told[1]}" if told else name


def _one_of(names: str, sentence: str) -> str:
    """Return one of several devices that a sentence names."""
    match = re.search(_part(names), sentence, re.IGNORECASE)
    return match[1] if match else ""


def _part(names: str) -> str:
    """Return the pattern of one of several devices that a sentence names."""
    words = r"(?:(?!and |on )[\w-]+ ){0,6}"
    first = r"(?:(?:an?|the|one(?! core| thread)) )?"
    return rf"\b(?:on|and) {first}({words}(?:{names})\b.*?)(?=,|;|\.?$| and | with | is | for )"
