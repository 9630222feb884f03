"""What `smallbert new` makes of tables like those of the field: taken, asked, or refused.

``tests/cases/outcomes.csv`` has a line for each printed column of a case, with what its cells hold:
metric, task, split and unit of each number, ``?`` where a person is asked. A line without a column
is about the whole table: what is asked once, what stands for numbers that are not there, or why
the file is refused.
"""

import csv
from pathlib import Path

import pytest

from smallbert import memo
from smallbert.book import new
from smallbert.data import sources
from smallbert.data.results import numbers_of
from smallbert.errors import Fault, UserError

from .. import added

CASES = Path(__file__).parents[1] / "cases"
OUTCOMES_FILE = CASES / "outcomes.csv"
SETTINGS = ("split", "protocol", "measured_by", "device", "baseline")


def told(path: Path, root: Path) -> list[tuple[str, str]]:
    """Return what a case becomes, a column a line; of several tables the last is taken."""
    key = f"case2031{''.join(filter(str.isalnum, path.stem.lower()))}"
    try:
        last = len(new.document_tables.read_tables(path))
        new.begin(key, path, (last,))
    except UserError as error:
        return [("", str(error).partition(": ")[2])]
    (table,) = sources.read_yaml(root / "data" / "sources" / key / sources.DESCRIPTOR)["resources"]
    rows = sources.read_csv(root / "data" / "sources" / key / table["path"])
    columns = [each for each in table["schema"]["fields"] if not each.get("ours")]
    words = [name for name in SETTINGS if table.get(name) == "TODO"]
    missing = table["schema"].get("missingValues", [])
    words += [f"{each!r} for none" for each in missing]
    words += ["decimal commas"] if table.get("decimal") else []
    pairs = zip(rows["line"], rows[columns[0]["name"]], strict=True)
    lines = ", ".join(f"{line}: {cell}" for line, cell in pairs)
    found = [("", f"{lines}; {', '.join(words)}")]
    for each in columns[1:]:
        heading = " / ".join(each["header"]) or each["title"]
        numbers = (" ".join(map(str, one.values())) for one in each.get("quantities", []))
        holds = " | ".join(numbers).replace("TODO", "?").replace("True", "optional")
        found.append((heading, holds or ", ".join(filter(None, rows[each["name"]]))))
    return found


OUTCOMES: dict[str, list[tuple[str, str]]] = {}
with OUTCOMES_FILE.open(encoding="utf-8", newline="") as file:
    for line in csv.DictReader(file):
        OUTCOMES.setdefault(line["case"], []).append((line["column"], line["holds"]))


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """Return a copy of the book that these works may stay in."""
    with added.book(tmp_path_factory.mktemp("cases")) as own:
        yield own


def test_each_case_has_its_outcome():
    assert {*OUTCOMES} == {path.name for path in CASES.iterdir()} - {OUTCOMES_FILE.name}


@pytest.mark.parametrize("case", sorted(OUTCOMES))
def test_a_table_of_the_field_is_entered_as_it_is_printed(case, copy):
    assert told(CASES / case, copy) == OUTCOMES[case]


SPREAD = {
    f"task: {name}}}": f"task: {name}, sd: {column}}}"
    for name, column in [
        ("sst-2", "sst_2"),
        ("rte", "rte"),
        ("qnli", "qnli"),
    ]
}


@pytest.mark.parametrize(
    ("case", "answers", "numbers"),
    [
        (
            "08_words_for_missing.md",
            {},
            {"bert-base/memory": (1320, "1,320"), "fold-4/memory": (610, "610")},
        ),
        (
            "19_excel_german.csv",
            {"{metric: TODO, unit: MB}": "{metric: size}"},
            {"bert-base/sst-2-accuracy": (92.9, "92,9"), "fold-6/size": (255.5, "255,5")},
        ),
        (
            "28_mean_and_parts_in_a_cell.md",
            {"table1_2 TODO": "table1_2 f1", "table1_1 TODO": "table1_1 score"},
            {"fold-6/mrpc-f1": (88.9, "88.9"), "fold-6/mrpc-score": (86.05, "86.05")},
        ),
        ("22_spread_as_subscript.md", SPREAD, {"bert-base/qnli-accuracy": (90.5, "90.5")}),
        ("f13_minus_sign_and_comma.md", {}, "'91,5' does not parse: ',' is no part of a number"),
    ],
)
def test_its_cells_are_read_once_somebody_says_what_they_hold(case, answers, numbers, root):
    new.begin("case2031x", CASES / case, ())
    path = root / "data" / "sources" / "case2031x" / sources.DESCRIPTOR
    text = path.read_text(encoding="utf-8")
    for old, word in (answers | {"TODO": "accuracy"}).items():
        text = text.replace(old, word)
    path.write_text(text, encoding="utf-8")
    memo.kept.clear()
    found = numbers_of("case2031x", "table1")
    if isinstance(numbers, str):
        assert numbers in "".join(map(str, found))
        return
    assert not [each for each in found if isinstance(each, Fault)]
    own = {each.id.split("/", 2)[2]: each for each in found}
    assert {id: (own[id].value, own[id].printed) for id in numbers} == numbers
    if answers is SPREAD:
        deviations = {own[f"bert-base/{task}-accuracy"].sd for task in ("sst-2", "rte", "qnli")}
        assert deviations == {0.2, 0.5, 0.3}
