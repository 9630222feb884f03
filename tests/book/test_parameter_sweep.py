"""A notebook run under many sets of parameters, and the table of what it says."""

import nbformat
import pandas as pd
import pytest

from smallbert.book import execute, notebooks, parameter_sweep
from smallbert.errors import UserError

from .test_execute import write

SAY = (
    "from smallbert import charts, data; data.require_all(globals()); "
    "charts.say(double=str(2 * sequence_length))"
)
LENGTH = "sequence_length: int = 128  # tokens of one input"


@pytest.fixture
def notebook(tmp_path):
    execute.preload(*execute.IMPORTS)
    return write(tmp_path / "a.ipynb", SAY, parameters=LENGTH)


def lengths(notebook, *values):
    return parameter_sweep.parameter_sets(notebook, {"sequence_length": ",".join(map(str, values))})


def test_every_combination_is_a_set_and_an_impossible_value_is_refused(notebook):
    assert lengths(notebook, 1, 2) == [{"sequence_length": 1}, {"sequence_length": 2}]
    with pytest.raises(UserError, match="sequence_length is 0; give a whole number from 1 to 512"):
        lengths(notebook, 1, 0)


def test_a_sweep_goes_on_where_it_stopped_and_adds_to_its_table(notebook, tmp_path):
    out = tmp_path / "out"
    assert parameter_sweep.sweep(notebook, lengths(notebook, 10), out) == [], (
        "one run differs from none"
    )
    before = (out / "sequence_length=10.ipynb").stat().st_mtime_ns
    parameter_sweep.sweep(notebook, lengths(notebook, 10, 9), out)
    assert (out / "sequence_length=10.ipynb").stat().st_mtime_ns == before
    kept = pd.read_csv(out / "results.csv")[["sequence_length", "name", "value"]]
    assert kept.to_numpy().tolist() == [[9, "double", 18], [10, "double", 20]]
    other = write(tmp_path / "b.ipynb", "1 + 1", SAY, parameters=LENGTH)
    with pytest.raises(UserError, match="out has runs of another notebook or code; name another"):
        parameter_sweep.sweep(other, lengths(other, 4), out)
    assert notebooks.run_name({"can": "../../evil", "keep": 97.5}) == "can=.._.._evil-keep=97.5"


def test_a_failing_set_is_named_and_the_others_are_kept(notebook, tmp_path):
    broken = write(tmp_path / "a.ipynb", "1 / (sequence_length - 4)", SAY, parameters=LENGTH)
    with pytest.raises(UserError, match="with sequence_length=4: cell 2: ZeroDiv"):
        parameter_sweep.sweep(broken, lengths(broken, 3, 4), tmp_path / "out")
    assert list(pd.read_csv(tmp_path / "out" / "results.csv")["value"]) == [6]


def test_a_sweep_says_what_differs_in_its_sentence_with_the_unit_apart(tmp_path):
    say = f"{SAY}; charts.say(size=f'{{sequence_length}} MiB', same='never', extra=sequence_length)"
    execute.preload(*execute.IMPORTS)
    notebook = write(tmp_path / "a.ipynb", say, parameters=LENGTH)
    whole = notebooks.read(notebook)
    prose = (
        "# A\n\nIt is so. Twice is {glue:text}`double`: {glue:text}`same`\n{glue:text}`size`. No."
    )
    whole.cells.append(nbformat.v4.new_markdown_cell(prose))
    nbformat.write(whole, notebook)
    lines = parameter_sweep.sweep(notebook, lengths(notebook, 3, 4), tmp_path / "out")
    assert lines == [
        "2 runs: [sequence_length=3 | sequence_length=4]; 3 of 4 values of the prose differ",
        "Twice is [6 | 8]: never [3 MiB | 4 MiB].",
        "extra: [3 | 4]",
    ]
    table = pd.read_csv(tmp_path / "out" / "results.csv", keep_default_na=False)
    assert list(table.columns) == ["sequence_length", "name", "value", "unit", "sentence"]
    assert table.loc[table["name"] == "size"].to_numpy().tolist() == [
        [3, "size", 3, "MiB", "Twice is 6: never 3 MiB."],
        [4, "size", 4, "MiB", "Twice is 8: never 4 MiB."],
    ]
    assert "same" not in set(table["name"])
    assert "Twice is 6: never" in (tmp_path / "out" / "sequence_length=3.html").read_text()


def test_of_more_than_eight_runs_the_first_and_the_last_are_said():
    assert parameter_sweep._values_of_runs("abcdefgh") == "a | b | c | d | e | f | g | h"
    assert parameter_sweep._values_of_runs("abcdefghi") == "a | … | i"
