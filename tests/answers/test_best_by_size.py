"""What to take first of each size, among lines made by hand (`handmade.LINES`)."""

import re
from dataclasses import replace

import pytest

from smallbert.answers import best_by_size

from .handmade import LINES, asked

CHOICE = asked({"asks": {}})

LARGE_IN_8_BITS = replace(LINES[0], precision="8 bits", bits=8, size=100.0, scores={})


@pytest.fixture(scope="module")
def rows():
    return best_by_size.by_budget(CHOICE, [*LINES, LARGE_IN_8_BITS]).set_index("budget")


@pytest.mark.parametrize(
    ("budget", "model", "tied"),
    [
        (15, "Repeated", ["Slow"]),  # which scores more, and is slow for its size
        (35, "Small", ["Elsewhere", "Repeated", "Slow"]),  # 0.3 points behind one outside the Hub
        (75, "Middle", ["Slow", "Repeated"]),
        (110, "Large", ["Middle", "Large in 8 bits", "Repeated"]),
    ],
)
def test_the_model_of_a_budget_is_the_rule_s_first_of_those_that_fit(rows, budget, model, tied):
    assert rows.at[budget, "model"] == model
    assert rows.at[budget, "tied"] == tied


def test_a_row_has_both_sizes_and_what_is_not_known_stays_empty(rows):
    assert (rows.at[110, "size"], rows.at[110, "size_8"]) == (400, 100)
    assert (rows.at[110, "time"], rows.at[15, "time"]) == ("40", "")
    assert rows["size_8"].isna().tolist() == [True, True, True, False]


def test_nothing_is_named_where_nothing_meets_the_choice():
    none = best_by_size.by_budget(replace(CHOICE, can=[]), LINES[:1])  # which must be fine-tuned
    assert none["model"].tolist() == [""] * 4
    page = best_by_size.budget_cards(CHOICE, none)
    assert page.count("<article>") == 4
    assert "all that fit" not in page


def test_a_card_says_score_costs_place_and_ties_and_leads_to_all_that_fit(rows):
    page = best_by_size.budget_cards(CHOICE, rows.reset_index())
    last = re.sub("<[^>]*>", "\n", page.rpartition("<article>")[2])
    assert [line for line in map(str.strip, last.splitlines()) if line] == [
        "Up to 110 M weights",
        "Large",
        "MNLI, accuracy:",
        "90 ± 1 %",
        "400 MB, 100 in 8 bits; 40 ms",
        "large (MIT), then fine-tune",
        "tied with Middle; Large in 8 bits and 1 more",
        "all that fit",
    ]
    assert 'href="#task=mnli&max_millions=110&can=finetune"' in page
