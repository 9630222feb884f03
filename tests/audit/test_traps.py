"""Traps of the field on made-up tables, each with the numbers that it must leave alone."""

import pytest

from smallbert import audit
from smallbert.audit import traps

KEY = "roe2033traps"
HEAD = f"""name: {KEY}
document: {{repository: a/b, commit: abcdef0, path: README.md}}
resources:
  - name: table1
    path: table1.csv
    place: Table 1
    origin: printed
    split: dev
    measured_by: authors
    device: a CPU
    schema:
      fields:
        - {{name: row, ours: true}}
        - {{name: model}}
"""
EM = "squad-1.1, metric: exact-match|squad-1.1, metric: f1"
HALVES = "mnli-m, metric: accuracy|mnli-mm, metric: accuracy"
NINE = ["cola", "mnli-m", "mrpc", "qnli", "qqp", "rte", "sst-2", "sts-b", "wnli"]
GLUE = "|".join(f"{task}, metric: score" for task in NINE) + "|glue-8, metric: average"
EIGHT = "50,80,88,90,90,60,90,85"


@pytest.fixture
def caught(root):
    """Return a function that gives the traps in a table: quantities by |, and rows."""

    def caught(quantities, *rows, heading="Some"):
        folder = root / "data" / "sources" / KEY
        folder.mkdir()
        parts = [
            part if part.startswith("metric") else f"task: {part}" for part in quantities.split("|")
        ]
        names = [f"c{n}" for n in range(len(parts))]
        text = HEAD + "".join(
            f"        - {{name: {name}, title: {heading}, quantities: [{{{part}}}]}}\n"
            for name, part in zip(names, parts, strict=True)
        )
        ours = ["baseline", "architecture", "technique"]
        text += "".join(f"        - {{name: {each}, ours: true}}\n" for each in ours)
        (folder / "datapackage.yaml").write_text(text, encoding="utf-8")
        lines = [",".join(["row", "model", *names, *ours]), *rows]
        (folder / "table1.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        found = traps.trap_table(KEY)
        return [tuple(line.split("/")[2::2]) for line in found["line"]]

    return caught


CASES = [
    ("exact-match-above-f1", EM, ["a,A,89.1,82.3,a,,none"], ["a,A,82.3,89.1,a,,none"]),
    (
        "halves-of-mnli",
        HALVES,
        ["b,B,84.6,83.4,b,,none", "a,A,82.1,83.3,b,,distillation"],
        ["b,B,84.6,83.4,b,,none", "a,A,82.1,82.3,b,,distillation"],  # within chance
    ),
    (
        "average-over-other-tasks",
        GLUE,  # over eight 79.125, over nine with WNLI 76.56 and 76.11
        [
            f"b,B,{EIGHT},56,79.1,b,,none",
            f"c,C,{EIGHT},56,79.1,b,,none",
            f"a,A,{EIGHT},52,76.1,b,,none",
        ],
        [f"b,B,{EIGHT},56,79.1,b,,none", f"a,A,{EIGHT},52,79.1,b,,none"],
    ),
    (
        "parameters-without-embeddings",
        "metric: parameters, unit: M",
        ["a,A,85.7,a,bert-base,none"],
        ["a,A,109.5,a,bert-base,none"],
    ),
    (
        "multiply-adds",
        "metric: operations, unit: G",
        ["a,A,11.2,a,bert-base,none"],
        ["a,A,22.3,a,bert-base,none"],
    ),
    (
        "speedup-of-another-base",
        "metric: latency-cpu, unit: ms|metric: speedup-cpu",
        ["b,B,100,3.3,b,,none", "c,C,50,6.6,b,,distillation", "a,A,34,8.8,b,,distillation"],
        ["b,B,100,3.3,b,,none", "c,C,50,6.6,b,,distillation", "a,A,34,9.7,b,,distillation"],
    ),
]


@pytest.mark.parametrize(("trap", "quantities", "wrong", "right"), CASES)
def test_a_trap_is_caught_at_its_row(caught, trap, quantities, wrong, right):
    assert caught(quantities, *wrong) == [("a", trap)]


@pytest.mark.parametrize(("trap", "quantities", "wrong", "right"), CASES)
def test_what_a_rule_or_chance_explains_is_no_trap(caught, trap, quantities, wrong, right):
    assert caught(quantities, *right) == []


def test_a_heading_that_names_parameters_and_megabytes_is_asked_about(caught):
    rows = ["a,A,110,a,,none"]
    assert caught("metric: parameters, unit: M", *rows, heading='"Params (MB)"') == [
        ("a", "megabytes-of-parameters")
    ]
    (fault,) = audit.unexplained(KEY)
    assert "'Params (MB)' names parameters and megabytes: say which it counts" in str(fault)
    assert f"the line {KEY}/table1/a/parameters/megabytes-of-parameters why not" in str(fault)


def test_no_work_of_the_book_has_a_trap_that_nobody_explains():
    assert audit.unexplained() == []
