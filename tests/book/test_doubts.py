"""What of a table cannot be understood is listed, cell by cell."""

import pytest

from smallbert.book import doubts
from smallbert.data import pasted


@pytest.fixture
def places(tmp_path):
    """Return the line and column of each doubt about a table of Markdown."""

    def read(*rows):
        path = tmp_path / "README.md"
        lines = [f"| {' | '.join(row)} |" for row in rows]
        path.write_text("\n".join([lines[0], "|---" * len(rows[0]) + "|", *lines[1:]]))
        (table,) = pasted.read(path).tables
        return [(each.line, each.column) for each in sorted(doubts.faults(path, table))]

    return read


@pytest.mark.parametrize(
    "cell", ["80.1*", "80.1^1", "80.1<sup>a</sup>", "80.1†", "80.1 ‡", "80.1²"]
)
def test_a_footnote_of_a_number_is_listed(places, cell):
    assert places(["Model", "Mine"], ["A", cell], ["B", "91.0"]) == [(3, 2)]


@pytest.mark.parametrize("name", ["Foo*", "Foo^1", "Foo†", "Foo<sup>1</sup>", "**Foo***"])
def test_a_footnote_of_a_name_is_listed(places, name):
    assert places(["Model", "MNLI"], [name, "91.0"]) == [(3, 1)]


def test_a_footnote_of_a_heading_is_listed(places):
    assert places(["Model", "MNLI†"], ["A", "91.0"]) == [(1, 2)]


def test_emphasis_is_no_footnote(places):
    assert places(["*Model*", "**MNLI**"], ["**A**", "*91.0*"], ["*B*", "**9**"]) == []


@pytest.mark.parametrize("heading", ["Size", "Mine", "Latency", "#Params"])
@pytest.mark.parametrize("unit", ["MB", "kW"])
def test_units_in_every_cell_are_listed_unless_they_are_known_and_of_its_metric(
    places, heading, unit
):
    known = unit == "MB" and heading in ("Size", "Mine")  # the second may be a size
    found = places(["Model", heading], ["A", f"110 {unit}"], ["B", f"14 {unit}"])
    assert found == ([] if known else [(3, 2), (4, 2)])


@pytest.mark.parametrize(
    "heading", ["MNLI-m", "SST-2", "MNLI-m (acc)", "F1", "Avg.", "QQP (F1/Acc)"]
)
def test_under_a_known_task_or_metric_each_cell_is_a_number(places, heading):
    cells = ["80.1a", "n/a", "91,0", "9l.0", "80.1M", "-", "", "80.1"]
    found = places(["Model", heading, "Year"], *(["A", cell, "2020"] for cell in cells))
    assert found == [(line, 2) for line in range(3, 8)]


def test_a_known_cost_takes_no_words_among_its_numbers(places):
    assert places(["Model", "Latency"], ["A", "n/a"], ["B", "slow"], ["C", "2.1"]) == [
        (3, 2),
        (4, 2),
    ]


@pytest.mark.parametrize(
    ("heading", "cells"),
    [
        ("#Params", ["110M", "0.3B", "66"]),
        ("Size", ["1x", "4x", "2.1 ×"]),
        ("Size", ["base", "tiny"]),
        ("MNLI-m/mm", ["84.6/83.4", "-"]),
        ("Remark", ["fine", "6 layers", "less so"]),
    ],
)
def test_what_is_understood_is_not_listed(places, heading, cells):
    assert places(["Model", heading], *(["A", cell] for cell in cells)) == []


def test_a_second_number_in_brackets_is_listed_unless_the_heading_has_two(places):
    assert places(["Model", "MNLI", "F1 (Acc)"], ["A", "84.9 (0.1)", "88.9 (84.3)"]) == [(3, 2)]


@pytest.mark.parametrize(
    "heading", ["QQP (F1)", "MNLI (acc)", "SST-2 (dev)", "Score (%)", "Latency (ms)", "MNLI-m (mm)"]
)
def test_a_second_number_is_listed_where_the_brackets_of_the_heading_name_none(places, heading):
    assert places(["Model", heading], ["A", "88.1 (0.1)"], ["B", "87.0"]) == [(3, 2)]


def test_a_row_without_a_name_is_listed(places):
    assert places(["Model", "MNLI"], ["A", "91.0"], ["", "90.0"]) == [(4, 1)]
