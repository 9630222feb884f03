"""Ways to break a file of the data: the grammar of `experiments.fuzz`.

A change takes a file's text, a random generator and the file's path, and returns how it broke the
text and the broken text; nothing where it does not fit the file.
"""

import csv
import io
import os
import random
import re
from functools import cache
from pathlib import Path

import yaml

WORDS = ("", "null", "[]", "{}", "-1", "1e999", "nan", "true", "2020-01-01", "$x", "a/b", "../..")
PIECES = (
    *("\x00", "\ufeff", "\u00ad", "\u202e", "о", "١", "\r", "\t", "\n", '"', "'", ",", ":", "- "),
    *("&a ", "*a ", "? ", "!!python/name:os.system ", "---\n", "[", "{", "%", "<b>", "|", "#"),
    *("a: &a [x, x]\nb: &b [*a, *a]\n", "[" * 2000, "9" * 5000),
)
ALIKE = dict(zip("aceopxyABCEHKMOPTX0123", "асеорхуАВСЕНКМОРТХ٠١٢٣", strict=True))
"""Letters and digits, and those of other alphabets that look like them."""

BEYOND = ("99999999999", "-99999999999")
"""More and less than any score can be."""

NAMED = {"needs": ("technique", "model", "needs", "cites"), "releases": ("model", "needs")}
NAMED |= {"devices": ("cites",), "abilities": ("ability",), "numbers": ("id", "task", "metric")}
"""Columns of the guide's tables and of the released numbers whose cells name what there is."""


def mutate(path: Path, draw: random.Random) -> tuple[str, bool]:
    """Change a file.

    Returns
    -------
    tuple
        How; and whether that is surely a fault, so that it does harm if nobody says so.
    """
    if draw.random() < 0.06:
        return _exchanged(path, draw)
    text, found = path.read_text(encoding="utf-8"), None
    while found is None:
        change = draw.choice((*ANYWHERE, *OF_FORM.get(path.suffix, ())))
        found = change(text, draw, path) if text else ("filled", "x")
    how, new = found
    path.write_bytes(new if isinstance(new, bytes) else new.encode("utf-8", "surrogatepass"))
    return how, change in FAULTS if text else False


def _exchanged(path: Path, draw: random.Random) -> tuple[str, bool]:
    """Put something else in the place of a file."""
    content = path.read_bytes()
    path.unlink()
    how = draw.choice(["deleted", *THINGS])
    if how != "deleted":
        THINGS[how](path, content)
    return how, how != "deleted"


def _sparse(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    os.truncate(path, 2 * 10**8)


THINGS = {
    "a folder": lambda path, _: path.mkdir(),
    "a link to nothing": lambda path, _: path.symlink_to("nowhere"),
    "a link to itself": lambda path, _: path.symlink_to(path.name),
    "a pipe": lambda path, _: os.mkfifo(path),
    "two hundred megabytes": _sparse,
}


def _inserted(text, draw, _):
    at, piece = draw.randrange(len(text) + 1), draw.choice(PIECES)
    return f"{piece[:12]!r} inserted at {at}", text[:at] + piece + text[at:]


def _deleted(text, draw, _):
    at, much = draw.randrange(len(text)), draw.choice([1, 1, 2, 8])
    return f"{text[at : at + much]!r} deleted at {at}", text[:at] + text[at + much :]


def _word(text, draw, _):
    found = draw.choice(list(re.finditer(r"[\w.%+-]+", text)) or [None])
    if found is None:
        return None
    word = draw.choice([*WORDS, *draw.sample(re.findall(r"[\w.%+-]+", text), 1)])
    return _put(text, found.start(), found.end(), word)


def _lines(text, draw, _):
    lines = text.splitlines(keepends=True)
    one, other = (draw.randrange(len(lines)) for _ in range(2))
    how = draw.choice(["dropped", "doubled", "swapped", "indented"])
    if how == "dropped":
        del lines[one]
    elif how == "doubled":
        lines.insert(other, lines[one])
    elif how == "swapped":
        lines[one], lines[other] = lines[other], lines[one]
    else:
        lines[one] = f"  {lines[one]}"
    return f"line {one + 1} {how}", "".join(lines)


def _cut(text, draw, _):
    at = draw.choice([0, draw.randrange(len(text))])
    return f"cut at {at}", text[:at]


def _byte(text, draw, _):
    content, at = bytearray(text.encode()), draw.randrange(len(text))
    content[at] = draw.randrange(256)
    return f"byte {at} is {content[at]:#x}", bytes(content)


def _latin1(text, draw, _):
    """Save a file as Latin-1, with a letter that differs there."""
    at = draw.randrange(len(text) + 1)
    return f"in Latin-1, é at {at}", f"{text[:at]}é{text[at:]}".encode("latin-1", "replace")


def _alike(text, draw, _):
    """Put a look-alike into a word."""
    letters = "".join(ALIKE)
    places = list(re.finditer(rf"(?<=[A-Za-z])[{letters}]|[{letters}](?=[A-Za-z])", text))
    if not places:
        return None
    at = draw.choice(places).start()
    return _put(text, at, at + 1, ALIKE[text[at]])


def _headless(text, draw, _):
    """Drop the header of a table."""
    return "the header dropped", text.partition("\n")[2]


def _columns(text, draw, _):
    """Swap the cells of two columns in one row."""
    rows = list(csv.reader(io.StringIO(text)))
    record = draw.randrange(len(rows))
    if len(rows[record]) < 2:
        return None
    one, other = draw.sample(range(len(rows[record])), 2)
    rows[record][one], rows[record][other] = rows[record][other], rows[record][one]
    return f"cells {one + 1} and {other + 1} of row {record + 1} swapped", _written(rows)


def _long(text, draw, _):
    """Let a cell or a setting have megabytes."""
    at = draw.choice(list(re.finditer(r"\w+", text)) or [None])
    return at and (f"two megabytes at {at.end()}", _put(text, at.end(), at.end(), "x" * 2**21)[1])


def _unnamed(text, draw, path):
    """Let a cell of the guide, or of the released numbers, name what nothing has."""
    rows = list(csv.DictReader(io.StringIO(text)))
    columns = NAMED.get(path.stem, ()) if path.parent.name in ("guide", "released") else ()
    filled = [(at, name) for at, row in enumerate(rows) for name in columns if row[name]]
    return _in_cell(rows, draw.choice(filled), draw.choice(["nobody", "0"])) if filled else None


def _beyond(text, draw, path):
    """Let a score be beyond the range of its metric."""
    scores, rows = _scores(path), list(csv.DictReader(io.StringIO(text)))
    filled = [(at, each) for at, row in enumerate(rows) for each in scores if row.get(each)]
    return _in_cell(rows, draw.choice(filled), draw.choice(BEYOND)) if filled else None


def _scores(path: Path) -> list[str]:
    """Return the columns of a work's table that hold one score each, by its descriptor."""
    descriptor, words = path.with_name("datapackage.yaml"), path.parents[2] / "vocabulary"
    if path.parent.parent.name != "sources" or not descriptor.is_file():
        return []
    with (words / "metrics.csv").open(encoding="utf-8", newline="") as file:
        ranged = {row["metric"] for row in csv.DictReader(file) if row["least"] and row["most"]}
    described = yaml.load(descriptor.read_text(encoding="utf-8"), yaml.CSafeLoader)
    fields = [
        field
        for resource in described["resources"]
        if resource["path"] == path.name
        for field in resource["schema"]["fields"]
    ]
    return [
        field["name"]
        for field in fields
        if [each["metric"] in ranged for each in field.get("quantities", [])] == [True]
    ]


def _in_cell(rows, place, word):
    record, column = place
    how = f"{column} of row {record + 2} {rows[record][column]!r} is {word!r}"
    rows[record][column] = word
    return how, _written([[*rows[0]], *(row.values() for row in rows)])


def _written(rows) -> str:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(rows)
    return stream.getvalue()


def _twice(text, draw, _):
    """Name a setting twice."""
    names = [(name, node.flow_style) for node in _mappings(text) for name, _ in node.value]
    if not names:
        return None
    name, inline = draw.choice(names)
    more = f"{name.value}: 1, " if inline else f"{name.value}: 1\n{' ' * name.start_mark.column}"
    return _put(text, name.start_mark.index, name.start_mark.index, more)


def _alias(text, draw, _):
    """Let a setting be another one by an alias."""
    settings = _settings(text)
    if len(settings) < 2:
        return None
    (_, one), (_, other) = (settings[at] for at in sorted(draw.sample(range(len(settings)), 2)))
    how, new = _put(text, other.start_mark.index, other.end_mark.index, "*a ")
    return how, _put(new, one.start_mark.index, one.start_mark.index, "&a ")[1]


def _nested(text, draw, _):
    """Let a setting be a list in a list, and so on."""
    return _set(text, draw, *("[" * depth + "]" * depth for depth in (60, 2000)))


def _setting(text, draw, _):
    """Let a setting, such as a claim's threshold, say something else, also of another type."""
    values = [node.value for _, node in _settings(text)]
    return _set(text, draw, *WORDS, *draw.sample(values, min(len(values), 6)), "[1, x]", "{a: 1}")


def _set(text, draw, *values):
    settings = _settings(text)
    if not settings:
        return None
    name, node = draw.choice(settings)
    how, new = _put(text, node.start_mark.index, node.end_mark.index, f"{draw.choice(values)} ")
    return f"{name}: {how}", new


def _mappings(text: str) -> list[yaml.MappingNode]:
    found, nodes = [], [yaml.compose(text, Loader=yaml.CSafeLoader)]
    while nodes:
        node = nodes.pop(0)
        if isinstance(node, yaml.MappingNode):
            found.append(node)
            nodes += [value for _, value in node.value]
        elif isinstance(node, yaml.SequenceNode):
            nodes += node.value
    return found


@cache
def _settings(text: str) -> list[tuple[str, yaml.ScalarNode]]:
    """Return the settings of a YAML text that stand on one line: names and nodes, in order."""
    pairs = [(name.value, node) for each in _mappings(text) for name, node in each.value]
    plain = [(name, node) for name, node in pairs if isinstance(node, yaml.ScalarNode)]
    plain = [each for each in plain if each[1].start_mark.line == each[1].end_mark.line]
    return sorted(plain, key=lambda each: each[1].start_mark.index)


def _entry(text, draw, _):
    """Take the title from an entry of the bibliography, or let it be empty."""
    found = draw.choice(list(re.finditer(r"\n  title = .*(?=\n)", text)))
    return _put(text, found.start(), found.end(), draw.choice(["", "\n  title = {{}},"]))


def _put(text: str, start: int, end: int, new: str) -> tuple[str, str]:
    how = f"{text[start:end]!r} at {start} is {new[:40]!r}"
    return how, text[:start] + new + text[end:]


ANYWHERE = (_inserted, _inserted, _deleted, _word, _word, _word, _lines, _lines, _cut, _byte)
ANYWHERE += (_latin1, _alike, _long)
OF_FORM = {
    ".csv": (_headless, _columns, _unnamed, _unnamed, _beyond, _beyond),
    ".yaml": (_twice, _alias, _nested, _setting, _setting, _setting),
    ".bib": (_entry, _entry, _entry),
}
"""Changes that fit files of one form; one that is there more often is drawn more often."""

FAULTS = (_latin1, _alike, _headless, _long, _unnamed, _beyond, _twice, _alias, _nested, _entry)
"""Changes that are faults wherever they are."""
