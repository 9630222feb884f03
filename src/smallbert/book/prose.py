"""What the prose around a table says: sentences above it, or else those that open the file."""

import re
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, partial

import yaml

from smallbert.book import guesses, prose_metrics
from smallbert.book.entries import ENTRY
from smallbert.book.prose_metrics import SCORED
from smallbert.data import vocabulary
from smallbert.data.device_words import kinds
from smallbert.data.grids import SIGN, unbracketed, unmarked
from smallbert.data.pasted_table import Table
from smallbert.data.unfilled import SAYS, TODO

RUNS = {
    "median-of-runs": r"\bmedians?\b",
    "mean-of-runs": r"\b(means?|average[ds]?)\b",
    "best-of-search": r"\bbest\b",
}
"""How a sentence names a protocol of several runs."""

WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
COUNT = (
    rf"\b(\d+|single|{'|'.join(WORDS)})\b(?:(?: [\w-]+){{0,3}} (?:runs?|seeds?|trials?)\b"
    r"| times\b(?! (?:faster|slower|smaller|larger|fewer|more|less|as)\b))"
)
"""How a sentence counts them."""

RECIPE = r"\b(one|same|single|fixed) (training )?(recipe|hyper-?parameters|settings?)\b"
"""How a sentence says that all rows were trained alike."""

TRAINING = r"\b(pre-?train|train|fine-?tun|distil)"
"""What a sentence on the device of a training says."""

CHOSEN = r"\bbest (dev|development|validation)?[ -]?(checkpoint|model|run|epoch|step)s?\b"
"""How a sentence says that one of several states of a model counts."""

TRAINED = r"\b(median|mean|averaged?|best|runs?|seeds?|trials|search|fine-?tun\w+)\b"
TIMES = r"\b(latency|speed-?ups?|throughput|measured|timed|times?|per second|milliseconds?|ms)\b"
"""What a sentence on times has words of, unlike one on the device of a training."""

END = re.compile(
    r"(?<=[.!?])(?<!\bvs\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bcf\.)(?<!\b[Ff]ig\.)(?<!\b[Tt]ab\.)"
    r"(?<!\bal\.)(?<!\b[Aa]vg\.)\s+"
)
"""Where a sentence ends; not at a semicolon, which may be within brackets."""

LENGTH = 300
"""Signs that are quoted at most, in whole sentences as far as there are several."""


def sentences(text: str, *words: str) -> list[str]:
    """Return the sentences of a text that have words of each of some patterns.

    Examples
    --------
    >>> sentences("Median of 5 runs. Timed on one V100.", TIMES)
    ['Timed on one V100.']
    """
    parts = END.split(text)
    return [each for each in parts if all(re.search(own, each, re.IGNORECASE) for own in words)]


def _said(table: Table, *words: str) -> list[str]:
    r"""Return the sentences above a table that have words of each of some patterns.

    Where nothing around the table has, they are those that open the file.

    Examples
    --------
    >>> _said(Table(above="On dev.", opening="On test."), "dev|test")
    ['On dev.']
    >>> _said(Table(above="Small.", opening="# On test\n\nOn\ntest. Small."), "dev|test")
    ['On test.']
    >>> _said(Table(around="Below: on dev.", opening="On test."), "dev|test")
    []
    """
    if own := sentences(table.above, *words):
        return own
    parts = () if _around(table, *words) else paragraphs(table.opening)
    return [each for part in parts for each in sentences(part, *words)]


def _around(table: Table, *words: str) -> list[str]:
    """Return the likewise sentences between the headings around a table.

    What ends with a colon is on what follows it, perhaps another table.
    """
    own = [each for part in paragraphs(table.around) for each in sentences(part, *words)]
    return [each for each in own if not each.endswith(":") or each in table.above]


def _on(table: Table, *words: str) -> list[str]:
    """Return what is said of a table, or else the sentences below it."""
    return _said(table, *words) or _around(table, *words)


def anywhere(table: Table, *words: str) -> list[str]:
    """Return what is said of a table, or else in a section without a table, such as on a setup."""
    parts = paragraphs(table.elsewhere)
    return _on(table, *words) or [each for part in parts for each in sentences(part, *words)]


def averaged(table: Table) -> list[str]:
    """Return what is said of averages over tasks, and not over runs."""
    quoted = anywhere(table, r"\b(avg|averages?|means?)\b")
    return [each for each in quoted if not re.search(f"{COUNT}|{TIMES}", each, re.IGNORECASE)]


def beside(table: Table, sentence: str) -> list[str]:
    """Return the other sentences of the paragraph that has one, or of all above the table."""
    texts = (table.around, table.opening, table.elsewhere)
    parts = map(END.split, (table.above, *(part for each in texts for part in paragraphs(each))))
    whole = next((each for each in parts if sentence in each), [])
    return [each for each in whole if each != sentence]


def split(table: Table) -> str:
    """Return the split that a table's headings name; else what is asked for, with a guess.

    Examples
    --------
    >>> split(Table(place="Test server", above="The best dev checkpoint counts.")).split("?")[0]
    "'TODO (test"
    >>> told = "Scores are from the test server. The best dev run counts."
    >>> split(Table(above=told)).split("?")[0]
    "'TODO (test"
    """
    if (named := guesses.split(table.columns)) != TODO:
        return named
    words = guesses.SPLIT.pattern
    own = [table.place, *sentences(table.above, words)]
    quoted = [each for each in own if guesses.SPLIT.search(each)] or _said(table, words)
    opens = any(sentences(part, words) for part in paragraphs(table.opening))
    quoted = quoted or ([] if opens else _around(table, words))
    numbers = sentences(
        " ".join(quoted), r"\b(numbers|results|scores) (are|is|were) (from|on|for)\b"
    )
    told = (guesses.split(each) for each in ([table.place], numbers, quoted))
    return asked(next((each for each in told if each != TODO), TODO), quoted)


def runs(table: Table) -> dict[str, str]:
    """Return what is asked for of a table's protocol, and how many runs if the prose tells.

    Examples
    --------
    >>> runs(Table(above="We give the median over five runs."))["n"]
    "'TODO (5? the file says: We give the median over five runs.)'"
    >>> runs(Table(above="Ours is the mean of 3 runs; theirs is a single run."))["n"].split("?")[0]
    "'TODO (3"
    >>> runs(Table(above="All scores are of single runs."))["n"]
    "'TODO (1? the file says: All scores are of single runs.)'"
    >>> runs(Table(above="We fine-tune five times and report the mean."))["n"].split("?")[0]
    "'TODO (5"
    >>> runs(Table(above="Best of 3 seeds. Latency is the mean of ten passes."))
    {'protocol': "'TODO (best-of-search? the file says: Best of 3 seeds.)'"}
    >>> runs(Table(above="Scores are of single runs."))["protocol"].split("?")[0]
    "'TODO (own-recipe"
    >>> runs(Table(above="We submit the best dev checkpoint."))["protocol"].split("?")[0]
    "'TODO (best-of-search"
    """
    quoted, counted = sentences(table.above, TRAINED), _counted(table)
    several = [each for each in counted if not _timed(each)] or counted
    timed = [each for each in quoted if each not in several and re.search(TIMES, each, re.I)]
    quoted = [each for each in quoted if each not in timed]
    quoted = [*several, *(each for each in quoted if each not in several)]
    if not several:
        quoted = quoted or anywhere(table, TRAINED, RECIPE)
        told = {"one-recipe": RECIPE, "best-of-search": CHOSEN}
        kinds = [kind for kind, words in told.items() if sentences(" ".join(quoted), words)]
        return {"protocol": asked(kinds[0] if kinds else TODO, quoted)}
    kind = _one(_kind(each) for each in several)
    clauses = [part for each in several for part in each.split("; ")]
    counting = [each for each in clauses if _kind(each)] or clauses
    count = _one(_count(word) for each in counting for word in re.findall(COUNT, each, re.I))
    kind = "own-recipe" if (kind, count) == (TODO, "1") else kind
    told = {} if kind == "best-of-search" else {"n": asked(count, several)}
    return {"protocol": asked(kind, quoted)} | told


ONCE = r"\b(single|one) (runs?|seeds?)\b"
"""How a sentence says that a model ran once."""


DAGGERS = re.compile("[†‡§¶]+$")
"""A footnote's sign that sentences name, too."""


def is_single(model: str, table: Table, printed: str = "") -> bool:
    """Tell whether a sentence says of a model, or of the sign at its name's end, that it ran once.

    Examples
    --------
    >>> words = "Ours is the mean of 3 runs; CoFi is a single run."
    >>> is_single("CoFi", Table(above=words)), is_single("Ours", Table(above=words))
    (True, False)
    >>> is_single("BERT (teacher)", Table(above="Ours: 3 runs. The teacher is a single run."))
    True
    >>> is_single("CoFi", Table(above="Rows marked ‡ are single runs."), "CoFi ‡")
    True
    """
    called = [model, unbracketed(model), *re.findall(r"\(([a-z]{4,})\)", model)]
    called += DAGGERS.findall(printed)
    name = rf"(?<![\w-])({'|'.join(map(re.escape, called))})(?![\w-])"
    return any(
        sentences(part, name, ONCE) for s in _on(table, name, ONCE) for part in s.split("; ")
    )


def _counted(table: Table) -> list[str]:
    """Return what is said of a number of runs, if need be below the table or far from it.

    What opens the file and what is below the table may be of other tables, and decide nothing if
    both say something.
    """
    own = _said(table, TRAINED, COUNT)
    opening = [each for part in paragraphs(table.opening) for each in sentences(part, COUNT)]
    away = [] if own or opening else anywhere(table, TRAINED, COUNT)
    return own or [each for each in away if not _timed(each)]


def _timed(sentence: str) -> bool:
    """Tell whether a sentence is on times, not only on how many times something was done."""
    return bool(re.search(TIMES, re.sub(COUNT, "", sentence, flags=re.I), re.I))


def _kind(sentence: str) -> str:
    """Return the protocol of several runs that a sentence names, or nothing."""
    return next((kind for kind, words in RUNS.items() if re.search(words, sentence, re.I)), "")


def _count(word: str) -> str:
    """Return a number of runs, as `COUNT` finds it, in digits."""
    word = "one" if word.lower() == "single" else word.lower()
    return str(WORDS.index(word) + 1) if word in WORDS else word


def _one(told: Iterable[str]) -> str:
    """Return the one word that sentences tell, or `TODO` where they tell none or several."""
    words = {*told} - {""}
    return words.pop() if len(words) == 1 else TODO


ASIDE = re.compile(
    rf"^(```|~~~).*?^\1|^#.*?$|^ {{4}}.*?$|^[^\n]*[|&].*?$|{ENTRY.pattern}", re.M | re.S
)
"""What of a file is no prose: code, headings, tables, entries of BibTeX."""


@cache
def paragraphs(text: str) -> tuple[str, ...]:
    """Return the paragraphs of a file's prose, each on one line."""
    parts = ASIDE.sub("\n\n", text).split("\n\n")
    return tuple(unmarked(" ".join(each.split())) for each in parts)


def _of_kind(metric: str, table: Table, heading: str = "") -> str:
    """Return a metric of times as it is called on the one kind of device that is named.

    The heading names it, or else the prose.

    Examples
    --------
    >>> _of_kind("latency", Table(above="We measured on one Xeon."))
    'latency-cpu'
    >>> _of_kind("speedup", Table(above="Timed on a CPU and a GPU."))
    'speedup'
    >>> _of_kind("latency", Table(above="Timed on a Xeon and a T4."), "T4 (ms)")
    'latency-gpu'
    >>> _of_kind("latency", Table(above="The same on a Xeon. Trained on a T4."))
    'latency-cpu'
    """
    timed = kinds(" ".join(sentences(table.above, TIMES)))
    untrained = [each for each in END.split(table.above) if not re.search(TRAINING, each, re.I)]
    own = kinds(heading) or timed or kinds(" ".join(untrained))
    named = f"{metric}-{own.pop()}" if len(own) == 1 else metric
    return named if named in vocabulary.choices("metrics") else metric


def _unscored(table: Table) -> bool:
    """Tell whether no sentence that may be on a table names the metric of any score."""
    texts = (table.above, *paragraphs(table.around), *paragraphs(table.opening))
    return not any(sentences(each, SCORED) for each in texts)


def _metric(table: Table, name: str, near: list[str]) -> str:
    """Return the metric of a task's scores that sentences tell, or what is asked for.

    At least what is near is quoted, and no footnote, which is on a row.
    """
    for find in (partial(sentences, table.above), partial(anywhere, table)):
        for named in (name, prose_metrics.OTHERS):
            quoted = [each for each in find(named, SCORED) if not re.match(SIGN, each)]
            if quoted:
                told = prose_metrics.scored(named, quoted)
                return asked(TODO, quoted) if told == TODO else told
    return asked("score" if _unscored(table) else TODO, near)


COUNTED = r"#|\bcount|\bnumbers?\b|\bsizes?\b|\breport|\bparam\w* (is|are) (those|that)\b"
INNER = (r"\bparam", COUNTED, r"\bembedding")
LEFT_OUT = r"\b(exclu\w+|without|w/o|not (count|includ)\w*|le(ft|av\w+) out|non-embedding)\b"
"""What a sentence that leaves the embeddings out of a count of parameters has words of."""


def meant(heading: str, table: Table) -> str:
    """Return a column's heading, with the task above it, or with what of weights is not counted.

    Sentences say whether embeddings are.

    Examples
    --------
    >>> meant("#Params", Table(above="#Params counts the encoder, embeddings are excluded."))
    '#Params without embeddings'
    >>> meant("Params", Table(above="Params do not count embeddings."))
    'Params without embeddings'
    >>> meant("EM", Table(place="SQuAD and latency", above="EM is on SQuAD v1.1."))
    'squad-1.1 EM'
    >>> meant("#Params", Table(above="All parameters are quantized, embeddings excluded."))
    '#Params'
    """
    weights = guesses.metric_of(guesses.held([heading])) == "parameters"
    inner = weights and anywhere(table, *INNER, LEFT_OUT)
    if inner:
        return f"{heading} without embeddings"
    answers = {each.lower() for each in re.findall(SQUAD, f"{table.place} {table.above}")}
    named = {each for each in answers if not any(other.startswith(f"{each} ") for other in answers)}
    place = named.pop() if len(named) == 1 and "squad" in table.place.lower() else table.place
    return guesses.with_task(heading, place)


SQUAD = r"\bSQuAD(?: v?[12](?:\.\d)?)?\b"
"""How a text names a task of questions, of which a heading may say the metric alone."""


def quantity(held: str, heading: str, table: Table) -> str:
    """Return a quantity with what the prose says of its device, and of what is asked for.

    Examples
    --------
    >>> quantity("{metric: TODO, task: mrpc}", "MRPC", Table(above="MRPC is F1. RTE is not."))
    '{metric: f1, task: mrpc}'
    """
    for metric in ("latency", "speedup"):
        held = re.sub(rf"metric: {metric}\b", f"metric: {_of_kind(metric, table, heading)}", held)
    words = (re.match(r"[\w-]*", heading)[0] or heading).split("-")
    told = re.search(r"task: ([\w.-]+)", held)
    called = vocabulary.names("tasks").get(told[1], "") if told else ""
    names = {"[- ]?".join(map(re.escape, words)), *filter(None, [re.escape(called)])}
    name = rf"(?<![\w-])(?:{'|'.join(sorted(names))})(?![\w])"
    if held == f"{{metric: {TODO}}}":
        return held.replace(TODO, asked(TODO, _around(table, name)))
    if "task: " not in held or held.startswith(guesses.MEANT):
        return held
    near = sentences(table.above, name)
    held = held.replace(f"metric: {TODO}", f"metric: {_metric(table, name, near)}")
    quoted = _on(table, name, "|".join(guesses.NAMED.values())) or near
    named = [half for half, words in guesses.NAMED.items() if sentences(" ".join(quoted), words)]
    half = named[0] if len(named) == 1 else asked(guesses.HALVES, quoted)
    return held.replace(f"task: {TODO}", f"task: {half}")


def asked(guess: str, quoted: Sequence[str]) -> str:
    """Return a `TODO` as YAML, with a guess and what the file says, which go when it is filled.

    Examples
    --------
    >>> asked("dev", ["Results (dev set)"]), asked(TODO, [])
    ("'TODO (dev? the file says: Results (dev set))'", 'TODO')
    """
    hints = [f"{guess}?"] if guess != TODO else []
    counts = range(len(quoted), 1, -1)
    whole = next((n for n in counts if len(" ".join(quoted[:n])) <= LENGTH), 1)
    words = textwrap.shorten(" ".join(quoted[:whole]), LENGTH)
    hints += [f"{SAYS}{words}"] if quoted else []
    plain = unicodedata.normalize("NFKD", " ".join(hints).translate(QUOTES))
    words = plain.encode("ascii", "ignore").decode()  # the data refuse signs that are misread
    hinted = f"{TODO} ({' '.join(words.split())})"
    return yaml.safe_dump(hinted, default_style="'", width=10_000).strip() if hints else TODO


QUOTES = str.maketrans("‘’“”–—", "''\"\"--")
