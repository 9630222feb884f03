"""Rules on what each number says of itself, in pairs: the data keep them, a broken copy does not.

That the committed data keep them, `test_check` says.
"""

import pytest

from smallbert.data import check

COFI = "data/sources/xia2022cofi/datapackage.yaml"
BLOCK = "data/sources/lagunas2021block"
MOVEMENT = "data/sources/sanh2020movement/table1.csv"


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        (
            COFI,
            "{metric: $metric, task: $task}",
            "{metric: $metric}",
            "score: scores without their task; add 'task:' to the quantities, a word of data/",
        ),
        (
            COFI,
            "    split: dev\n",
            "",
            "score: scores without their split; add 'split:' to the table or quantities, one of te",
        ),
        (
            COFI,
            "    measured_by: authors\n",
            "",
            "score: scores without who measured them; add 'measured_by:' to the table, authors or",
        ),
        (
            COFI,
            "measured_by: authors",
            "measured_by: borrowed",
            "measured_by of a table is 'borrowed'; use one of authors, others",
        ),
        (
            COFI,
            "    device: V100 32 GB\n",
            "",
            "speedup: depends on a device and none is named; add 'device:' to the table, what",
        ),
        (
            f"{BLOCK}/mnli.csv",
            "pruning+distillation,1,bert-base",
            "pruning+distillation,,bert-base",
            "speedup: speedups without their baseline; name a row of the table in a column 'base",
        ),
        (
            f"{BLOCK}/datapackage.yaml",
            "quantities: [{metric: accuracy, task: mnli-m}]",
            "quantities: [{metric: accuracy, task: mnli-m, scale: 0.01}]",
            "score: no score is above 1, and accuracy counts in per cent; add 'scale: 100' to the",
        ),
        (
            MOVEMENT,
            '"L0 regularization, 10 % left"',
            "BERT_BASE",
            "'BERT_BASE' is also the name of table1/bert-base, which differs in technique; give",
        ),
        (
            MOVEMENT,
            '"L0 regularization, 10 % left"',
            "Magnitude pruning: 10 % left",
            "'Magnitude pruning: 10 % left' has the address of 'Magnitude pruning, 10 % left' in",
        ),
    ],
)
def test_what_a_number_does_not_say_is_one_fault(edited, name, old, new, message):
    edited(name, old, new)
    faults = [str(fault) for fault in check.faults(name.split("/")[2])]
    assert [message in fault for fault in faults] == [True], faults


def test_two_rows_that_are_printed_under_one_name_are_named_by_us(edited):
    edited(MOVEMENT, '"Magnitude pruning, 10 % left"', "")
    edited(MOVEMENT, '"Magnitude pruning, 3 % left"', "")
    (fault,) = map(str, check.faults("sanh2020movement"))
    assert "'Magnitude Pruning' is also the name of table1/magnitude-10, which has other" in fault
