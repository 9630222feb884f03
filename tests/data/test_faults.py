from pathlib import Path

from smallbert import paths
from smallbert.errors import DataError, Fault, UsageError, UserError


def test_a_fault_is_one_line_with_a_path_from_the_checkout_if_it_is_there():
    fault = Fault(paths.data() / "vocabulary" / "tasks.csv", 3, "mend\n  the\tcell")
    assert str(fault) == "data/vocabulary/tasks.csv:3: mend the cell"
    assert str(Fault(Path("/else/a.csv"), 1, "wrong")) == "/else/a.csv:1: wrong"


def test_faults_are_sorted_and_unique():
    places = [("b.csv", 1), ("a.csv", 10), ("a.csv", 2), ("a.csv", 10)]
    error = DataError([Fault(Path(name), line, "x") for name, line in places])
    assert str(error).splitlines() == ["a.csv:2: x", "a.csv:10: x", "b.csv:1: x"]


def test_a_wrong_input_exits_with_1_and_a_wrong_call_with_2():
    assert (UserError.status, DataError([]).status, UsageError.status) == (1, 1, 2)
