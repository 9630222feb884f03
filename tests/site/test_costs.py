"""The calculator in a browser: what Python counts, from fields that say what they want."""

import pytest

from tests.cost.test_calculator import TABLE

pytestmark = pytest.mark.site

PAGE = "notebooks/costs.html"


@pytest.mark.parametrize("row", TABLE.to_dict("records"), ids=TABLE["model"])
def test_the_page_counts_what_the_formulas_give(visit, row):
    found = visit(PAGE).evaluate("shape => costs(shape)", row)
    assert found == {
        "parameters": row["parameters"],
        "megabytes": pytest.approx(row["megabytes"], rel=1e-12),
        "operations": row["operations"],
    }


def test_fields_make_a_shape_and_an_empty_one_is_four_times_the_width(visit):
    """BERT-base and BERT-Tiny, rounded to four digits from `tests/cost/calculator.csv`."""
    form = visit(PAGE).locator(".sb-calculator")
    told = form.locator("output")
    assert told.inner_text() == "109,482,240 parameters, 417.6 MB, 22.35 GFLOPs for 128 tokens"
    form.get_by_label("Layers").fill("2")
    form.get_by_label("Width", exact=True).fill("128")
    assert told.inner_text() == "4,385,920 parameters, 16.73 MB, 0.1175 GFLOPs for 128 tokens"


def test_a_shape_that_cannot_be_is_refused_in_one_line(visit):
    form = visit(PAGE).locator(".sb-calculator")
    form.get_by_label("Layers").fill("1.5")
    assert form.locator("output").inner_text() == "Layers: give a whole number from 1"
    form.get_by_label("Layers").fill("1")
    form.get_by_label("Bits").fill("33")
    assert form.locator("output").inner_text() == "Bits of a weight: give a number from 0.1 to 32"
