"""The table of all models in a browser: sorted, filtered, shared by its address, read aloud."""

import pytest

from smallbert import compare

pytestmark = pytest.mark.site

PAGE = "notebooks/models.html"


def cells(page, title: str) -> list[str]:
    """Return the texts of a column as shown, from top to bottom."""
    heads = page.locator("#models-table thead th").all_inner_texts()
    at = next(at for at, head in enumerate(heads, start=1) if head.startswith(title))
    column = f"#models-table tbody tr:not([hidden]) > :nth-child({at})"
    return page.locator(column).all_inner_texts()


def test_numbers_sort_as_numbers_and_missing_ones_come_last_either_way(visit):
    page = visit(PAGE)
    for step in (1, -1):
        page.get_by_role("button", name="MNLI [%]").click()
        found = cells(page, "MNLI")
        known = [float(each) for each in found if each != "–"]
        assert len(known) > 50
        assert known == sorted(known)[::step]
        assert found[: len(known)] == [each for each in found if each != "–"]


def test_words_and_technique_filter_and_say_how_many_are_left(visit):
    page = visit(PAGE)
    page.get_by_label("Technique").select_option("Quantization")
    assert page.get_by_role("status").inner_text().endswith(f"of {len(compare.models())} rows")
    shown = cells(page, "Technique")
    assert shown
    assert all("Quantization" in each for each in shown)
    page.get_by_label("Find").fill("q-bert poster")
    assert page.get_by_role("status").inner_text() == f"0 of {len(compare.models())} rows"
    page.get_by_label("Find").fill("q-bert")
    assert cells(page, "Model") == ["Q-BERT‡"]  # as the poster repeats it


def test_the_address_keeps_the_choice(visit):
    page = visit(PAGE)
    page.get_by_label("Technique").select_option("Pruning")
    page.get_by_role("button", name="Size [MB]").focus()
    page.keyboard.press("Enter")
    shared = page.evaluate("location.search")
    other = visit(PAGE + shared)
    assert cells(other, "Model") == cells(page, "Model") != []
    assert other.locator("th[aria-sort=ascending]").inner_text().startswith("Size")


def test_without_a_script_all_models_are_there(visit):
    page = visit(PAGE, script=False)
    assert len(cells(page, "Model")) == len(compare.models())
    assert page.locator(".sb-filter").count() == 0
