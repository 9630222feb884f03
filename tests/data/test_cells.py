"""Cells are printed in the documents as quoted here."""

import pytest

from smallbert.data import cells


@pytest.mark.parametrize(
    ("cell", "units", "values"),
    [
        ("88.5/84.3", ["%", "%"], [88.5, 84.3]),
        ("84.3/ 83.4", ["%", "%"], [84.3, 83.4]),
        ("86.8 /81.7", ["%", "%"], [86.8, 81.7]),
        ("90.23 (-0.67)", ["%", "points"], [90.23, -0.67]),
        ("82.8 (+1.3)", ["%", "points"], [82.8, 1.3]),
        ("61.94X", ["x"], [61.94]),
        ("12.5%", ["%"], [12.5]),
        ("1.4 1.6", ["points", "%"], [1.4, 1.6]),
        ("22.5B", ["G"], [22.5]),
        ("109M", ["M"], [109]),
        ("10.20*", ["s"], [10.2]),
        ("84(?)", ["%"], [84]),
        ("57.552", ["%"], [57.552]),
        ("12.1×", ["x"], [12.1]),
        ("1.5 × 10^{8}", ["M"], [150]),
    ],
)
def test_a_printed_cell_gives_its_numbers(cell, units, values):
    assert [number.value for number in cells.parse(cell, units)] == values


@pytest.mark.parametrize(
    ("cell", "unit", "value", "half_width"),
    [
        ("418 MB", "MB", 418, 0.5),
        ("1.5GiB", "MB", 1536, 51.2),
        ("512 KB", "MB", 0.5, 0.5 / 1024),
        ("12 ms", "s", 0.012, 0.0005),
        ("1.2 s", "ms", 1200, 50),
        ("1,420", "ms", 1420, 0.5),
        ("1,420 ms", "s", 1.42, 0.0005),
        ("1,234,567", "1", 1234567, 0.5),
        ("1.2k", "1/s", 1200, 50),
        ("240K", "1", 240_000, 500),
        ("503B", "tokens", 503e9, 0.5e9),
        ("1.5T", "B", 1500, 50),
        ("178 million", "M", 178, 0.5),
        ("2.2e10", "G", 22, 0.5),
        ("1.1x10^8", "M", 110, 5),
        ("2e-4", "1", 0.0002, 0.00005),
        ("85M", "B", 0.085, 0.0005),  # MiniLM's README, line 66: weights outside the embeddings
    ],
)
def test_a_unit_may_follow_a_number_and_commas_part_thousands(cell, unit, value, half_width):
    (number,) = cells.parse(cell, [unit])
    assert (number.value, number.half_width) == pytest.approx((value, half_width))
    assert number.printed == cell


def test_a_fraction_is_divided_out():
    (number,) = cells.parse("1/3.5", ["1"])
    assert number.value == pytest.approx(0.285714, abs=1e-6)
    assert number.printed == "1/3.5"


@pytest.mark.parametrize("cell", ["", "-", " - ", "--", "—", "?", "N/A"])
def test_not_reported_is_no_number(cell):
    assert cells.parse(cell, ["%"]) == []


def test_one_of_two_numbers_may_be_unreported():
    first, second = cells.parse("83.3/-", ["%", "%"])
    assert (first.value, first.half_width, second) == (83.3, 0.05, None)
    assert cells.parse("- / 82", ["%", "%"])[0] is None


def test_the_last_number_may_be_absent_where_that_is_said():
    first, second = cells.parse("89.4(88.4)", ["%", "%"], optional=[False, True])
    assert (first.value, second.value) == (89.4, 88.4)
    assert [each.value for each in cells.parse("88.7", ["%", "%"], optional=[False, True])] == [
        88.7
    ]


def test_an_optional_number_before_another_one_is_told_by_its_brackets():
    units, optional = ["%"] * 4, [False, True, False, True]

    def read(cell):
        return [each and each.value for each in cells.parse(cell, units, optional=optional)]

    assert read("65.5 (64.4) / 84.5 (84.0)") == [65.5, 64.4, 84.5, 84.0]
    assert read("57.0 / 79.0") == [57.0, None, 79.0, None]
    assert read("57.0 / 79.0 (78.5)") == [57.0, None, 79.0, 78.5]
    for cell in ("57.0", "57.0 / 79.0 / 78.5", "57.0 (56.0)"):
        with pytest.raises(ValueError, match=r"numbers where 4 are expected"):
            read(cell)


def test_a_comma_is_a_decimal_sign_where_that_is_said():
    (number,) = cells.parse("1.084,50", ["MB"], decimal=",")
    assert (number.value, number.half_width) == (1084.5, 0.005)
    assert number.printed == "1.084,50"


def test_half_width_is_half_a_unit_in_the_last_printed_place():
    whole, tenth, hundredth = (cells.parse(text, ["%"])[0] for text in ("84", "84.0", "73.81"))
    assert (whole.half_width, tenth.half_width, hundredth.half_width) == (0.5, 0.05, 0.005)


@pytest.mark.parametrize(
    ("cell", "units", "message"),
    [
        ("84,500", ["%"], "',' is no part of a number"),  # it may be a decimal comma
        ("1,420", ["s"], "',' is no part of a number"),
        ("8O.5", ["%"], "'8O.5' does not parse: 'O.' is no part of a number"),
        ("88.5", ["%", "%"], "holds 1 numbers where 2 are expected"),
        ("1.1e2", ["M"], "'1.1e2' is less than one M; give the quantity the unit '1'"),
        ("88.5x", ["%"], "the sign 'x' does not belong to the unit '%'"),
    ],
)
def test_what_is_no_such_number_is_refused(cell, units, message):
    with pytest.raises(ValueError, match=message):
        cells.parse(cell, units)
