from pathlib import Path

from smallbert import paths
from smallbert.errors import DataError, Fault, UsageError, UserError


def test_a_path_is_said_from_the_checkout():
    fault = Fault(paths.data() / "vocabulary" / "tasks.csv", 3, "mend the cell")
    assert str(fault) == "data/vocabulary/tasks.csv:3: mend the cell"


def test_a_path_from_elsewhere_is_said_whole():
    assert str(Fault(Path("/else/a.csv"), 1, "wrong")) == "/else/a.csv:1: wrong"


def test_a_fault_is_one_line():
    assert str(Fault(Path("a.csv"), 1, "one\n  two\tthree")) == "a.csv:1: one two three"


def test_faults_are_sorted_and_unique():
    first, second, third = (
        Fault(Path("a.csv"), 2, "x"),
        Fault(Path("a.csv"), 10, "x"),
        Fault(Path("b.csv"), 1, "x"),
    )
    error = DataError([third, second, first, second])
    assert error.faults == [first, second, third]
    assert str(error).splitlines() == ["a.csv:2: x", "a.csv:10: x", "b.csv:1: x"]


def test_a_wrong_input_exits_with_1_and_a_wrong_call_with_2():
    assert (UserError.status, DataError([]).status, UsageError.status) == (1, 1, 2)
