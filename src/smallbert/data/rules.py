"""What no schema can say of the data: a rule is a function that yields the faults it finds.

Its docstring says what is true of sound data. ``TABLE``, ``ROWS`` and ``MENDS`` at the end
list rules in the order in which `smallbert.data.check` asks them: where those of one list find a
fault, those of the next are not asked.
"""

import csv
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from smallbert import paths
from smallbert.data import bibliography, cells, headings, sources, survey, vocabulary
from smallbert.data.addresses import slug
from smallbert.data.results import BORROWED, SAME_TASKS, numbers_of, original_of, results
from smallbert.data.sources import CORRECTIONS, DESCRIPTOR, IN_DOCUMENTS, resolve
from smallbert.errors import DataError, Fault

TODO = "TODO"
"""Stands where a person has to decide."""

MEASURED_BY = ("authors", "others", BORROWED)

PARTS = {"metric": "metrics", "task": "tasks", "split": "splits", "unit": "units"}
WORDS = PARTS | {"protocol": "protocols", "technique": "techniques"}
"""Settings, and the vocabulary of each; the first are parts of a quantity."""

LONGEST = 10_000
"""Characters of a line, at most; the longest of the data has some hundreds."""


class Table:
    """A table of a work, its cells as printed by row, and what its descriptor says of it."""

    def __init__(self, key: str, at: int, resource: dict):
        self.key, self.at, self.resource, self.name = key, at, resource, resource["name"]
        self.fields = resource["schema"]["fields"]
        self.columns = [each["name"] for each in self.fields]
        self.decides = "unusable" not in resource and resource.get("cells") != "text"
        """Whether its numbers may decide anything; running text is no table."""
        self.missing = sources.not_reported(resource)

    @cached_property
    def rows(self) -> dict[str, dict[str, str]]:
        """Its cells, read once it is known that they can be."""
        return sources.printed_cells(self.key, self.name)

    @cached_property
    def spreads(self) -> set[str]:
        """Rows of standard deviations, which are no models."""
        return {own.get("sd_row") for own in self.rows.values()}

    def quantities(self) -> Iterator[tuple[tuple, dict, dict]]:
        """Yield the place of each quantity in the descriptor, its column, and itself."""
        for index, field in enumerate(self.fields):
            for spot, quantity in enumerate(field.get("quantities", [])):
                yield ("schema", "fields", index, "quantities", spot), field, quantity

    def setting(self, *at: str | int, words: str, field: str = "") -> Fault:
        """Return a fault of a setting, which it names, or of another field."""
        path = sources.folder(self.key) / DESCRIPTOR
        return Fault.of_setting(path, ("resources", self.at, *at), f"{field or at[-1]}: {words}")

    def cell(self, number: int, column: str, words: str) -> Fault:
        """Return a fault of a cell, in a row counted from 1."""
        return Fault.of_cell(sources.path_of(self.key, self.name), number, column, words)


def tables(key: str) -> list[Table]:
    """Return the tables of a work, without its corrections."""
    every = enumerate(sources.work(key).resources)
    return [Table(key, at, each) for at, each in every if each["name"] != CORRECTIONS]


def unknown(name: str, word: str | None) -> str:
    """Return what is wrong with a word that a vocabulary should have, or nothing."""
    allowed = vocabulary.choices(name)
    if word in allowed:
        return ""
    if word == vocabulary.COMPOUND:
        return vocabulary.PARTS
    use = f"add it there or use one of {', '.join(allowed)}"
    return f"{word!r} is not in data/vocabulary/{name}.csv; {use}"


# of files


def readable(folder: Path) -> Iterator[Fault]:
    """Whatever has the name of a file of the data is a file, and no folder, pipe or broken link."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".csv", ".yaml", ".bib") and not path.is_file():
            yield Fault(path, 1, "no file that can be read; put the file there, or remove it")


def legible(path: Path) -> Iterator[Fault]:
    """A text is there, in UTF-8, not empty, its lines not endless, no sign in it unseen.

    Letters of other alphabets may stand alone, as Greek ones do, but not in a word with Latin ones.
    """
    try:
        text = sources.read_text(path)
    except FileNotFoundError:
        yield Fault(path, 1, "missing; bring it back: tables rest on it")
        return
    except DataError as error:
        yield from error.faults
        return
    if not text.strip():
        yield Fault(path, 1, "an empty file; fill it, or remove it")
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST:
            words = f"a line of {len(line)} characters; {LONGEST} are the most, shorten it"
            yield Fault(path, number, words)
        for match in re.finditer(r"[^\x00-\x7f]", line[:LONGEST]):
            near = line[max(match.start() - 1, 0) : match.end() + 1]
            kind, name = unicodedata.category(match[0]), unicodedata.name(match[0], "a sign")
            other = kind[0] == "L" and not name.startswith("LATIN")
            if kind in ("Cf", "Co", "Cn", "Nd", "Zs", "Zl", "Zp") or (
                other and re.search("[A-Za-z0-9]", near)
            ):
                words = f"{name} stands here; type the usual sign, or leave it out"
                yield Fault(path, number, words)


def plain_csv(path: Path) -> tuple[list[list[str]], list[Fault]]:
    """Each quote of a CSV is closed, and no column's name has blanks around it, which pandas keeps.

    Returns its rows, the header first, as far as they can be read, and what is wrong.
    """
    rows, wrong, line = [], [], 1
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file, strict=True)
        try:
            for row in reader:
                rows.append(row)
                line = reader.line_num + 1
        except csv.Error as error:
            wrong = [Fault(path, line, f"not CSV: {error}; mend the quotes of this row")]
    blank = [name for row in rows[:1] for name in row if name != name.strip()]
    words = "a column is called {!r}; take the blanks away"
    return rows, [*wrong, *(Fault(path, 1, words.format(name)) for name in blank)]


# of what all works share


def entries() -> Iterator[Fault]:
    """The bibliography is BibTeX; its entries have a title, a year of four digits, whole urls."""
    path = paths.data() / "sources.bib"
    try:
        known = bibliography.bibliography().entries
    except DataError as error:
        yield from error.faults
        return
    for key, entry in known.items():
        title, year, url = (entry.fields.get(name, "") for name in ("title", "year", "url"))
        line = bibliography.line_of(key)
        if not title.strip("{} "):
            yield Fault(path, line, f"title: {key} has none; add it")
        if (year or entry.persons.get("author")) and not re.fullmatch("[0-9]{4}", year):
            yield Fault(path, line, f"year: {key} has {year!r}; give it in four digits")
        if url and not re.match("https?://", url):
            words = f"url: {key} has {url!r}; give an address that begins with https://"
            yield Fault(path, line, words)


def names_across() -> Iterator[Fault]:
    """What a table across works names is there, and each technique says what it needs.

    Asked once the tables of all works are known to be sound.
    """
    tidy, folder = results(), paths.data() / survey.FOLDER
    every = [(key, name) for key in sources.keys() for name in sources.tables(key)]
    tables, ours = {f"{key}/{name}" for key, name in every}, {*tidy["model"]}
    rows = {f"{key}/{name}/{row}" for key, name in every for row in sources.cells_of(key, name)}
    documents = {*map(sources.document_name, sources.keys()), "-", ""}
    had = set(sources.read_csv(folder / "checkpoints.csv")["model"])
    released = {name for name, id in sources.survey_models()["id"].items() if id in had}
    table, row = (tables, "table: source/table"), (rows, "row of a table: source/table/row")
    model = {*ours, ""}, "model of the results"
    asked = [
        (folder, "models", "name", ours | released, "model of a row of a work, or of a checkpoint"),
        (folder, "models", "released_by", {*sources.keys(), ""}, "work of data/sources"),
        (folder, "exhibits", "document", documents, "document of a source"),
        (folder, "errata", "document", documents, "document of a source"),
        (folder, "devices", "table", *table),
    ]
    for place in (folder, *map(sources.folder, sources.keys())):
        own = set(tidy.loc[tidy["source"].eq(place.name), "model"])
        asked += [
            (place, "errata", "source", {*sources.keys(), ""}, "work of data/sources"),
            (place, "needs", "model", *model),
            (place, "needs", "cites", {*bibliography.bibliography().entries}, "key of sources.bib"),
            (place, "aliases", "model", own, "model of the work"),
            (place, "aliases", "known_as", *model),
            (place, "cautions", "model", *model),
            (place, "baselines", "table", *table),
            (place, "baselines", "baseline", *row),
            (place, "grounds", "table/row", rows | {f"{each}/" for each in tables}, row[1]),
            (place, "ranked", "table/row", *row),
        ]
    for place, name, columns, known, what in asked:
        path = place / f"{name}.csv"
        frame = sources.read_csv(path).to_dict("records") if path.is_file() else ()
        for number, line in enumerate(frame, start=1):
            cell = "/".join(line.get(column, "") for column in columns.split("/"))
            if cell not in known and {*columns.split("/")} <= {*line}:
                words = f"{cell!r} is unknown; it should be a {what}"
                yield Fault.of_cell(path, number, columns.rpartition("/")[2], words)
    read = {*sources.read_csv(folder / "candidates.csv")["key"]}
    for key in sources.keys():
        if "repository" in sources.document(key) and key not in read:
            words = f"no line for {key}; add its key, name, repository, commit, path, and table"
            yield Fault(folder / "candidates.csv", 1, f"key: {words} under prints")
    needs = sources.read_csv(folder / "needs.csv").query("model == ''")["technique"]
    used = {part for each in tidy["technique"].unique() for part in each.split("+")}
    for each in sorted(used - {*needs, "none"}):
        yield Fault(folder / "needs.csv", 1, f"no line says what {each!r} needs; add one")


# of a descriptor

KINDS = {
    "text": lambda value: isinstance(value, str),
    "texts": lambda value: isinstance(value, list) and all(isinstance(each, str) for each in value),
    "number": lambda value: type(value) in (int, float),
    "whole number": lambda value: type(value) is int and value > 0,
    "true": lambda value: value is True,
    "map": lambda value: isinstance(value, dict) and all(isinstance(each, str) for each in value),
    "list": lambda value: isinstance(value, list),
    "anything": lambda value: True,
}
INSIDE = {
    ("work", "document"): "document",
    ("work", "resources"): "table",
    ("table", "document"): "document",
    ("table", "schema"): "schema",
    ("table", "shown"): "shown",
    ("schema", "fields"): "column",
    ("column", "quantities"): "quantity",
    ("quantity", "derived"): "rule",
    ("shown", "notes"): "note",
}
"""The types of ``data/vocabulary/settings.csv``, and the parts that a setting holds."""


def descriptor(folder: Path) -> Iterator[Fault]:
    """A descriptor is YAML, with the tables under ``resources``."""
    try:
        described = sources.described(folder)
    except DataError as error:
        yield from error.faults
        return
    if not isinstance(described, dict) or not described.get("resources"):
        words = "no resources; list the source's tables under 'resources:'"
        yield Fault(folder / DESCRIPTOR, 1, words)


def settings(folder: Path) -> Iterator[Fault]:
    """Each setting is one of ``settings.csv`` and of its type; those needed are there."""
    for part, owner, at in _parts(sources.described(folder)):
        known = vocabulary.settings(part)
        for name, value in owner.items():
            says = known.get(_plain(name))
            if not says:
                words = f"a {part} has no such setting; use one of {', '.join(known)}"
                yield _setting(folder, (*at, name), words)
            elif not any(KINDS[kind](value) for kind in says["type"].split(" or ")):
                words = f"{str(value)[:60]!r} should be {says['type']}: {says['meaning']}"
                yield _setting(folder, (*at, name), words)
        for name, says in known.items():
            of_work = folder.parent.name == "sources" and owner.get("name") != CORRECTIONS
            if says["needed"] in ("yes", "work" if of_work else "yes") and not owner.get(name):
                words = f"a {part} without it; {says['meaning']}"
                yield _setting(folder, (*at, name), words)


def words_of_settings(folder: Path) -> Iterator[Fault]:
    """The words of a setting are of its vocabulary, name columns of the table, or have its form."""
    columns = []
    for part, owner, at in _parts(sources.described(folder)):
        if part == "table":
            columns = [each["name"] for each in owner["schema"]["fields"]]
        known = vocabulary.settings(part)
        for name, value in owner.items():
            says = known[_plain(name)]
            for word in [value] if isinstance(value, str) else value if says["allowed"] else ():
                if words := _wrong(word, says, columns):
                    yield _setting(folder, (*at, name), words)


def _wrong(word: str, says: dict, columns: list[str]) -> str:
    """Return what is wrong with a word of a setting, or nothing."""
    allowed = says["allowed"]
    if allowed == "column" or word[:1] == "$":
        column = word.removeprefix("$")
        use = f"no column of the table; use one of {', '.join(columns)}"
        return "" if column in columns else f"{column!r} is {use}"
    if allowed == "cites":
        entries = bibliography.bibliography().entries
        lost = [each for each in word.split(",") if each not in entries]
        return f"{lost[0]!r} is not in sources.bib; add it there" if lost else ""
    if allowed in WORDS.values() or allowed == "origins":
        parts = word.split("+") if allowed == "techniques" else [word]
        return "".join(filter(None, (unknown(allowed, part) for part in parts[:9])))
    return "" if re.fullmatch(allowed or ".*", word, re.DOTALL) else f"{word!r}; {says['meaning']}"


def _parts(described: dict) -> Iterator[tuple[str, dict, tuple]]:
    """Yield the parts of a descriptor that are maps: what each is, itself and its place."""
    held = [("work", described, ())]
    while held:
        part, owner, at = held.pop()
        yield part, owner, at
        for name, value in owner.items():
            inner = INSIDE.get((part, _plain(name)))
            many = isinstance(value, list)
            places = [((*at, name, n), each) for n, each in enumerate(value)] if many else []
            for place, each in places or [((*at, name), value)]:
                if inner and isinstance(each, dict):
                    held.append((inner, each, place))


def _plain(name: str) -> str:
    """Return the name of a setting in ``settings.csv``: a table may be shown in several ways."""
    return "shown" if str(name).startswith("shown") else name


def _setting(folder: Path, at: tuple, words: str) -> Fault:
    return Fault.of_setting(folder / DESCRIPTOR, at, f"{at[-1]}: {words}")


def files(folder: Path) -> Iterator[Fault]:
    """The CSV of each table is there; one of the survey may lie with the works alone."""
    places = [folder, *(paths.data().glob("sources/*") if folder.name == "survey" else ())]
    for at, resource in enumerate(sources.described(folder)["resources"]):
        if not any((place / resource["path"]).is_file() for place in places):
            words = f"{resource['path']} is missing; add the file or the right path"
            yield _setting(folder, ("resources", at, "path"), words)


def document(subject: Subject) -> Iterator[Fault]:
    """A printed table names its document, and each row its line; of a text, what parts cells."""
    if table.resource["origin"] not in IN_DOCUMENTS:
        return
    named = sources.document(subject.table.source, table.resource)
    repository = "repository" in named
    if not set(named) >= ({"commit", "path"} if repository else {"file", "sha256"}):
        words = "in no document; give 'document: {file, sha256}' or {repository, commit, path}"
        yield subject.fault_of_setting("origin", words=f"{subject.table.name} is {words}")
    if "line" not in subject.table.column_names:
        words = f"{subject.table.name} has no column 'line'; say on which line each row is printed"
        yield subject.fault_of_setting("schema", words=words)
    if not repository and "cells" not in table.resource:
        yield subject.fault_of_setting("cells", words=f"{subject.table.name} does not say; use one of tabs, text")


def devices(subject: Subject) -> Iterator[Fault]:
    """A device is named only where a number depends on one."""
    timed, held = vocabulary.metrics_of_devices(), list(subject.quantities())
    told = [((), table.resource, [each["metric"] for _, _, each in held])]
    told += [(at, quantity, [quantity.metric]) for at, _, quantity in held]
    for at, owner, metrics in told:
        device = owner.get("device", "")
        if device and not any(each in timed or each[:1] == "$" for each in metrics):
            words = f"{device!r}, but no number here depends on one, by metrics.csv; leave it out"
            yield subject.fault_of_setting(*at, "device", words=words)


def distinct_headings(subject: Subject) -> Iterator[Fault]:
    """No two printed columns have one heading: nobody could tell them apart on the page."""
    told: dict[str, str] = {}
    for index, field in enumerate(table.fields):
        if field.get("ours"):
            continue
        rows = field.get("header", [field["name"]])
        first = told.setdefault("\n".join(rows or [field.get("title", "")]).strip(), field["name"])
        if first != field["name"]:
            words = f"{field['name']} has {list(rows)}, as {first} has; "
            words += "add a row to both, such as [MNLI, m]" if any(rows) else UNHEADED
            yield subject.fault_of_setting("schema", "fields", index, "header", words=words)


UNHEADED = "write 'header: []' in one, and as its title what it holds, which its page then shows"


def splits(subject: Subject) -> Iterator[Fault]:
    """The split of a score is the one that its heading says, if it says one."""
    for at, column, quantity in subject.quantities():
        told = headings.said(field.get("header", []))[0].get("split", ())
        split = quantity.get("split", table.resource.get("split", "") if "task" in quantity else "")
        if len(told) == 1 and split and split[0] != "$" and split not in (TODO, "mixed", *told):
            heading = " ".join(field["header"])
            words = f"the heading {heading!r} says {told[0]} and the split is {split}; "
            words += f"add 'split: {told[0]}' to the quantity"
            yield subject.fault_of_setting(*at, "metric", words=words, field="split")


def baseline(subject: Subject) -> Iterator[Fault]:
    """The baseline of a table is one of its rows."""
    base = table.resource.get("baseline", TODO)
    if base not in (TODO, *subject.rows):
        words = f"{base!r} is no row; use one of {', '.join(subject.rows)}, or leave it out"
        yield subject.fault_of_setting("baseline", words=words)


def milliseconds(subject: Subject) -> Iterator[Fault]:
    """A column whose heading says ms has numbers in ms."""
    for at, column, quantity in subject.quantities():
        said = " ".join([field.get("title", ""), *field.get("header", [])]).lower()
        seconds = vocabulary.units_of_metrics().get(quantity.metric) == "s"
        stated = quantity.keys() & {"unit", "scale"}
        if seconds and not stated and re.search(r"\b(ms|msecs?|milliseconds?)\b", said):
            words = "the heading says ms; add 'unit: ms'"
            yield subject.fault_of_setting(*at, "metric", words=words, field=column.name)


# of rows


def techniques(subject: Subject) -> Iterator[Fault]:
    """A row's techniques are joined by ``+``, each named once, a compound one by its parts."""
    for number, (row, own) in enumerate(subject.rows.items(), start=1):
        cell = own.get("technique")
        if cell is None or row in subject.deviations:
            continue
        wrong = []
        if not cell and "technique" not in table.resource:
            wrong = ["empty; say which, or none for a model that nobody compressed"]
        for part, count in Counter(filter(None, cell.split("+"))).items():
            if count > 1:
                wrong.append(f"{cell!r} has {part} twice; name it once")
            if part == vocabulary.COMPOUND and not sources.quantified(table.resource):
                continue
            wrong.append(unknown("techniques", part))
        yield from (subject.fault_of_cell(number, "technique", words) for words in wrong if words)


def bits(subject: Subject) -> Iterator[Fault]:
    """A quantized row of a known shape says its bits: without, its computed size would be wrong.

    One without scores is not compared, and a size that is printed needs no bits.
    """
    held = sources.quantities(table.resource)
    stored = any(
        each["metric"] in ("size", "size-with-embeddings", "compression-factor") for each in held
    )
    if stored or not any("task" in each for each in held):
        return
    for number, own in enumerate(subject.rows.values(), start=1):
        kind = own.get("technique") or table.resource.get("technique", "")
        if "quantization" in kind.split("+") and own.get("architecture") and not own.get("bits"):
            words = "a quantized row of a known shape without its bits; add them in a column 'bits'"
            yield subject.fault_of_cell(number, "technique" if own.get("technique") else "row", words)
            return  # the others of the table lack them, too


def shapes(subject: Subject) -> Iterator[Fault]:
    """A row of a model of the survey states a shape only where it is another than the model's.

    What this book ran itself says what it ran.
    """
    if "architecture" not in subject.table.column_names or table.resource["origin"] == "measured":
        return
    known = sources.shapes()
    with sources.path_of(subject.table.source, subject.table.name).open(encoding="utf-8", newline="") as file:
        stated = list(csv.DictReader(file))
    for number, own in enumerate(stated, start=1):
        model = sources.readable(own.get("name", ""))
        if own["architecture"] and own["architecture"] == known.get(model):
            words = f"{own['architecture']} is the shape of {own['name']} in data/survey/models.csv"
            yield subject.fault_of_cell(number, "architecture", f"{words}; leave the cell empty")


def originals(subject: Subject) -> Iterator[Fault]:
    """What is borrowed leads to its original: a row of the survey, or an address."""
    give = "give source/table/row, several with spaces between, or one address, https:"
    for number, column, row, owner in _measured(table):
        who, original = owner.get("measured_by", ""), owner.get("original", "")
        places = [] if re.fullmatch(r"https://\S+\s*", original) else original.split()
        lost = [each for each in places if not sources.is_row(each)]
        if who and who not in MEASURED_BY:
            words = f"measured_by is {who!r}; use one of {', '.join(MEASURED_BY)}"
        elif who == BORROWED and not original.strip():
            words = f"measured_by is 'borrowed' and original is empty; {give}"
        elif original and who != BORROWED:
            words = f"original is {original!r} and measured_by is {who!r}; write 'borrowed' there, "
            words += "or leave the original out"
        elif lost:
            words = f"original is {lost[0]!r}, no row of the survey; {give}"
        else:
            continue
        yield subject.fault_of_cell(number, column, f"{row}: {words}")


def _measured(subject: Subject) -> Iterator[tuple[int, str, str, dict]]:
    """Yield who measured each row, and its quantities that say so themselves, with their column."""
    own_column = next((each for each in ("original", "measured_by") if each in subject.table.column_names), "")
    for number, (row, own) in enumerate(subject.rows.items(), start=1):
        if own_column:
            yield number, own_column, row, own
        for _, column, quantity in subject.quantities():
            if quantity.keys() & {"measured_by", "original"}:
                read = str(quantity.get("original", ""))
                column = read[1:] if read[:1] == "$" else field["name"]
                yield number, column, row, quantity.in_row(own)


def tasks_of_originals(subject: Subject) -> Iterator[Fault]:
    """The original of a borrowed score is the row of its model that has the task."""
    for _, column, quantity in subject.quantities():
        for number, (row, own) in enumerate(subject.rows.items(), start=1):
            full = quantity.in_row(own)
            task, told = full.get("task", ""), full.get("original", "")
            if own[column.name] in subject.table.not_reported or not (task and told):
                continue
            original = original_of(told, task, full.metric)
            if not sources.is_row(original):
                continue
            key, name, place = original.split("/")
            try:
                tidy = results(key).query("table == @name")
            except DataError:
                continue  # what is wrong there is named with that work
            held = tidy[tidy["row"] == place]
            same = tidy[tidy["model"].isin(held["model"]) & tidy["task"].eq(task)]
            if task not in set(held["task"]) and len(same):
                other = f"{key}/{name}/{same['row'].iloc[0]}"
                words = f"{row}: {original} has no score of {task}, and {other} has; name that "
                words += "row, too, with a space between the two"
                yield subject.fault_of_cell(number, field["name"], words)


# of numbers

LACKING = {
    "task": "scores without their task; add 'task:' to the quantities",
    "split": "scores without their split; add 'split:' to the table or quantities",
    "measured_by": "scores without who measured them; add 'measured_by:' to the table",
    "device": "depends on a device and none is named; add 'device:' to the table",
    "against": "speedups without their baseline; name a row in a column 'baseline', or add "
    "'against:' to the table",
}
"""What some numbers need, and the fault of a column of them that does not say it."""
OF_ROWS = {"measured_by": "measured_by", "device": "device", "against": "baseline"}
"""Those that a column of ours may say, and the column."""


def _needs(quantity: dict) -> Iterator[str]:
    if quantity.metric in vocabulary.scores():
        yield from ("task", "split", "measured_by")
    if quantity.metric in vocabulary.metrics_of_devices():
        yield "device"
    by_rule = isinstance(quantity.get("derived"), dict)  # which names what is divided by what
    if quantity.metric.startswith("speedup") and not by_rule:
        yield "against"


def said(subject: Subject) -> Iterator[Fault]:
    """Each number says its task, split, measurer, device and baseline, as far as it needs them."""
    failing: dict[str, dict[str, tuple]] = {each: {} for each in LACKING}
    for at, column, quantity in subject.quantities() if subject.decides else ():
        if TODO in map(str, quantity.values()):
            continue
        for own in subject.rows.values():
            if own[column.name] in subject.table.not_reported:
                continue
            full = quantity.in_row(own)
            for need in _needs(full):
                told = full.get(need) or table.resource.get(need)
                if not (told or own.get(OF_ROWS.get(need))):
                    failing[need].setdefault(field["name"], at)
    for need, columns in failing.items():
        if columns:
            at, words = next(iter(columns.values())), f"{LACKING[need]}, {allowed(need)}"
            yield subject.fault_of_setting(*at, "metric", words=words, field=", ".join(columns))


def shares(subject: Subject) -> Iterator[Fault]:
    """Scores that count in per cent are not all at most 1."""
    if not subject.decides or TODO in str(table.resource):
        return
    scored = {(metric, "%") for metric in vocabulary.scores()}
    numbers = [
        each
        for each in numbers_of(subject.table.source, subject.table.name)
        if not isinstance(each, Fault) and (each["metric"], each["unit"]) in scored
    ]
    for at, column, quantity in subject.quantities():
        own = (quantity.metric, quantity.get("task", ""))
        scores = [abs(each["value"]) for each in numbers if (each["metric"], each["task"]) == own]
        if any(scores) and max(scores) <= 1:
            words = f"no score is above 1, and {own[0]} counts in per cent; "
            words += "add 'scale: 100' to the quantity if these are shares of 1"
            yield subject.fault_of_setting(*at, "metric", words=words, field=column.name)


def names(key: str) -> Iterator[Fault]:
    """A name stands for one model: its rows agree in kind and in the score of a task.

    Two rows may be one model, measured twice: then the column ``name`` says so of both.
    """
    known: dict[str, tuple] = {}
    for table in tables(key):
        if not subject.decides or table.resource["origin"] != "printed":
            continue
        first = subject.table.printed_columns[0].name
        for number, (row, own) in enumerate(subject.rows.items(), start=1):
            scores = _scores(subject, own)
            if row in subject.deviations or not scores:
                continue
            name = own.get("name") or own[first]
            here = (f"{subject.table.name}/{row}", name, own, scores)
            at, like, other, those = known.setdefault(slug(name), here)
            if at == here[0]:
                continue
            again = at.startswith(f"{subject.table.name}/")
            kinds = [each for each in ("technique", "architecture", "bits") if each in other]
            pairs = {each: (own.get(each), other[each]) for each in kinds}
            unlike = [each for each, (a, b) in pairs.items() if a != b and TODO not in (a, b)]
            shared = scores.keys() & those.keys()
            apart = shared if again else [each for each in shared if scores[each] != those[each]]
            if name != like:
                words = f"{name!r} has the address of {like!r} in {at}"
            elif unlike and again:
                words = f"{name!r} is also the name of {at}, which differs in {', '.join(unlike)}"
            elif apart and not (own.get("name") and other.get("name")):
                words = f"{name!r} is also the name of {at}, which has other scores"
            else:
                continue
            words += "; give each a name of its own in a column 'name'"
            yield subject.fault_of_cell(number, "name" if "name" in own else first, words)


NO_NAME = re.compile(r"[+&(\[–−*-]|(?:w/|with |without )", re.IGNORECASE)
"""How a name begins that says what was done to a model, and not to which."""


def whole_names(subject: Subject) -> Iterator[Fault]:
    """A row with scores names its model in words: "+PABEE" or "(6, 1536)" is none elsewhere."""
    if not subject.decides or table.resource["origin"] != "printed":
        return
    first = subject.table.printed_columns[0].name
    for number, (row, own) in enumerate(subject.rows.items(), start=1):
        name = own.get("name") or own[first]
        lettered = re.search(r"[^\W\d_]{2}", name) and not NO_NAME.match(name)
        if name and not lettered and row not in subject.deviations and _scores(subject, own):
            words = f"{name!r} says no model; write its whole name in a column 'name', such as "
            yield subject.fault_of_cell(
                number, "name" if own.get("name") else first, words + "BERT-base+PABEE"
            )


def shapes_used(subject: Subject) -> Iterator[Fault]:
    """A table that prints layers or a hidden size names the shapes, or its work says why not."""
    if not subject.decides or "uncounted" in sources.describe(subject.table.source):
        return
    if any(own.get("architecture") for own in subject.rows.values()):
        return
    for at, column, quantity in subject.quantities():
        if quantity.metric in ("layers", "hidden-size"):
            words = (
                "a shape is printed here and none is used: write in a column 'architecture' of "
                "each row its word of data/vocabulary/architectures.csv (new shapes: lines there), "
                "or beside 'cites' here 'uncounted: why nothing is computed from its shapes'"
            )
            yield subject.fault_of_setting(*at, "metric", words=words, field=column.name)
            return


def _scores(subject: Subject, own: dict) -> dict[tuple, str]:
    """Return the cell of each score of a row, by metric, task and split."""
    found = {}
    for _, column, quantity in subject.quantities():
        full = quantity.in_row(own)
        if full.metric in vocabulary.scores() and own[column.name] not in subject.table.not_reported:
            split = full.get("split", table.resource.get("split", ""))
            found[full.metric, full.get("task"), split] = own[column.name]
    return found


# of what mends and bars


def unusable(key: str) -> Iterator[Fault]:
    """A line of ``unusable.csv`` names a table, one of its rows and columns of it."""
    for number, line in enumerate(sources.lines(key, "unusable").itertuples(), start=1):
        if wrong := _unplaced(key, line.table, line.row, "columns", line.columns):
            yield Fault.of_cell(sources.folder(key) / "unusable.csv", number, *wrong)


def corrections(key: str) -> Iterator[Fault]:
    """A correction names a cell, and that holds what it says is printed."""
    for number, mend in enumerate(sources.corrections(key).itertuples(), start=1):
        wrong = _unplaced(key, mend.table, mend.row, "column", mend.column)
        cells = {} if wrong else sources.printed_cells(key, mend.table)[mend.row]
        if not wrong and (cell := cells[mend.column]) != mend.printed:
            words = f"{mend.printed!r}, but the cell holds {cell!r}; drop or renew the line"
            wrong = "printed", words
        if wrong:
            yield Fault.of_cell(sources.folder(key) / f"{CORRECTIONS}.csv", number, *wrong)


def grounds(key: str) -> Iterator[Fault]:
    """A line of ``grounds.csv`` says a split where the table says none, or the same as the table.

    One of several numbers of a row may have its own.
    """
    named = survey.lines_of("grounds", key)
    for number, line in enumerate(named.itertuples(), start=1):
        told = {
            full.get("split") or table.resource.get("split", "")
            for table in tables(key)
            if f"{key}/{subject.table.name}" == line.table and getattr(line, "split", "")
            for _, column, quantity in subject.quantities()
            for row, own in subject.rows.items()
            if line.row in ("", row)
            and own[column.name] not in sources.not_reported(table.resource)
            for full in [quantity.in_row(own)]
            if full.metric in vocabulary.scores()
            if line.task in ("", SAME_TASKS.get(task := full.get("task", ""), task))
        }
        if told and line.split not in told and told <= KNOWN_SPLITS:
            words = f"{line.split}, but the table says {' and '.join(sorted(told))}; "
            words += "say it in the table's descriptor, as 'split: $split' with a column of ours"
            yield Fault.of_cell(
                paths.root() / survey.file_of("grounds", key), number, "split", words
            )


KNOWN_SPLITS = {"test", "dev", "train"}


def _unplaced(key: str, table: str, row: str, named: str, columns: str) -> tuple[str, str] | None:
    """Return the first part of a place that is not there, and words; ``+`` joins columns."""
    if table not in sources.tables(key):
        return "table", f"{key} has no table {table!r}; name one"
    frame = sources.table_of(key, table, corrected=False)
    if row not in frame.index:
        return "row", f"{table} has no row {row!r}; name one"
    lost = [column for column in columns.split("+") if column and column not in frame]
    return (named, f"{table} has no column {lost[0]!r}; name one") if lost else None


def numbers(key: str) -> Iterator[Fault]:
    """Each cell parses into values that its metrics can have; no two numbers have one id.

    Of a quantity that does not tell its numbers apart the first is named.
    """
    for name in sources.tables(key):
        seen, told = set(), set()
        for each in numbers_of(key, name):
            if isinstance(each, Fault):
                yield each
                continue
            quantity = each["id"].rpartition("/")[2]
            if each["id"] in seen and quantity not in told:
                words = f"the result {each['id']} appears twice; give its quantity a name"
                yield Fault(sources.path_of(key, name), 1, words)
                told.add(quantity)
            seen.add(each["id"])


# of a work that is not yet entered whole

FEW = 16
"""So many words are named in full."""


def allowed(setting: str, part: str = "", unit: str = "") -> str:
    """Return what may be written for a setting of a part, or a column; a metric has some unit."""
    if setting == "author":
        return "as BibTeX has it: Doe, Jane and Roe, Richard"
    named = vocabulary.entries("settings").query("setting == @setting")["meaning"]
    meaning = named.get(part, next(iter(named), "say it in your own words"))
    if setting not in WORDS:
        return meaning
    known = vocabulary.choices(WORDS[setting])
    if len(known) <= FEW:
        return f"one of {', '.join(known)}; {meaning}"
    file = f"word of data/vocabulary/{WORDS[setting]}.csv"
    if setting != "metric":
        return f"a {file}; {meaning}"
    units = vocabulary.units_of_metrics().items()
    some = [each for each, own in units if unit and own and cells.alike(unit, own)]
    return f"{', '.join(some or vocabulary.scores())} or another {file}; {meaning}"


def unfilled(folder: Path) -> Iterator[Fault]:
    """Nothing of a work is still `TODO`: descriptor, entry of the bibliography, tables, page."""
    for path in (folder / DESCRIPTOR, paths.data() / "sources.bib"):
        heading, own = "", path.name == DESCRIPTOR
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            own = f"{{{folder.name}," in line if line[:1] == "@" else own
            heading = titled[1] if (titled := re.search(r'title: "([^"]+)"', line)) else heading
            for match in re.finditer(rf"\b{TODO}\b", line) if own else ():
                name = ["here", *re.findall(r"(\w+)\s*[:=]", line[: match.start()])][-1]
                of = f" of {heading!r}" if name in ("metric", "task", "unit") else ""
                part = "column" if line.startswith(10 * " ") else "work"
                unit = "".join(re.findall(r"unit: (\w+)", line))
                yield Fault(path, number, f"{name}{of}: {TODO}; {allowed(name, part, unit)}")
    for path in sorted(folder.glob("*.csv")):
        asked, known = {}, []
        with path.open(encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file)
            for own in rows:
                known.append(own.get("row", ""))
                for name in [name for name, cell in own.items() if cell == TODO]:
                    asked.setdefault(name, []).append(rows.line_num)
        for name, at in asked.items():
            whole = at == list(range(at[0], at[-1] + 1))
            lines = f"{at[0]}-{at[-1]}" if whole else ", ".join(map(str, at))
            where = f" on lines {lines}" if at[1:] else ""
            some = f"a row of the table, {', '.join(known[:FEW])}; or nothing"
            words = some if name == "baseline" else allowed(name)
            yield Fault(path, at[0], f"{name}: {TODO}{where}; {words}")
    page = paths.root() / "notebooks" / f"{folder.name}.ipynb"
    text = page.read_text(encoding="utf-8") if page.is_file() else ""
    for number, line in enumerate(text.splitlines(), start=1):
        if TODO in line:
            yield Fault(page, number, line[line.index(TODO) :].rstrip('",').removesuffix("\\n"))


TABLE = (document, devices, distinct_headings, splits, milliseconds, baseline)
"""Asked of each table of a work, once the words of its descriptor are known."""

ROWS = (techniques, bits, shapes, shapes_used, originals, tasks_of_originals, said, shares)
ROWS += (whole_names,)
"""Asked of each table of a work next."""

MENDS = (corrections, unusable, grounds, names)
"""Asked of a work, and at last whether its `numbers` are sound."""
