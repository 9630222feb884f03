"""All models as a table: what is known of a model's input and license, and what is not."""

import re
from html import unescape

import pandas as pd
import pytest

from smallbert import charts, compare
from smallbert.charts import leaderboard
from smallbert.data import anchors


@pytest.fixture(scope="module")
def page():
    return charts.leaderboard_html(compare.models_of_works())


@pytest.fixture(scope="module")
def rows(page):
    """Return the rows by the model's name, each as its cells by their headings."""
    heads = re.findall("<th [^>]*>(.*?)</th>", page.partition("</thead>")[0])
    found = {}
    for row in re.findall("<tr.*?</tr>", page.partition("<tbody>")[2]):
        cells = [
            unescape(re.sub("<[^>]*>", "", each)) for each in re.findall("<t[dh].*?</t[dh]>", row)
        ]
        found[cells[0]] = dict(zip(heads, cells, strict=True))
    return found


def test_the_table_comes_before_the_chart(page):
    assert page.index("<table") < page.index("sb-board")


@pytest.mark.parametrize(
    ("name", "license"),
    [
        ("DistilBERT", "Apache-2.0"),
        ("MiniLM, 12 layers of 384", "MIT"),
        ("TinyBERT, 4 layers", "no license stated"),
        ("MobileBERT-tiny", ""),  # not released
    ],
)
def test_the_license_is_that_of_the_weights(rows, name, license):
    """As ``checkpoints.csv`` has them, each with the line of a repository that says so."""
    assert rows[name]["License"] == license


def test_the_license_of_code_is_marked_as_such(rows):
    """ALBERT's is of its checkpoints; ModernBERT-large's was found beside its code alone."""
    assert rows["ALBERT-base v2"]["License"] == "Apache-2.0"
    assert rows["ModernBERT-large"]["License"] == "Apache-2.0 (code)"


def test_the_longest_input_is_that_of_the_makers(rows):
    """RoBERTa stores 514 positions for 512 tokens; ModernBERT's card says 8,192."""
    longest = {name: rows[name]["Longest input [tokens]"] for name in rows}
    assert longest["RoBERTa-base"] == "512"
    assert longest["ModernBERT-base"] == "8192"


def test_a_family_is_with_a_row_whose_name_does_not_say_it(page):
    assert re.search('<tr data-also="DistilBERT"><th[^>]*><a[^>]*>DistilRoBERTa<', page)
    assert not re.search("<tr data-also[^>]*><th[^>]*><a[^>]*>DistilBERT<", page)


def test_costs_are_in_the_units_of_their_headings(rows):
    """Twice 12 (128 (4 768² + 2 768 3072) + 2 128² 768) + 768², and 109,482,240 weights."""
    assert rows["BERT-base"]["Operations [G]"] == "22.3"
    assert rows["BERT-base"]["Weights [M]"] == "109"


SCORE = {"task": "mnli-m", "split": "dev", "source": "devlin2018bert", "stated_task": "mnli-m"}
SCORE |= {"id": "k/t/a/mnli", "score": 84.25, "half_width": 0.75, "place": 2, "ceiling": 85.5}


def board_score(**changed):
    """Return what a cell says of a score on MNLI."""
    (row,) = pd.DataFrame([SCORE | {"reports": 1} | changed]).itertuples()
    return leaderboard._board_score(row, "MNLI")


def test_a_score_has_one_digit_its_interval_and_its_set_and_is_sorted_by_all_its_digits():
    said = board_score()
    assert (said["shown"], said["interval"], said["set"]) == ("84.2", " ± 0.8", "dev")
    assert (said["value"], said["place"], said["ceiling"]) == ("84.25", "2", "85.5")
    assert board_score(score=84.5)["value"] == "", "the cell shows all of it"


def test_a_score_of_one_work_leads_to_its_card_and_a_mean_says_of_how_many_it_is():
    assert board_score()["card"] == f"../{anchors.card('k/t/a/mnli')}"
    mean = board_score(reports=9)
    assert (mean["card"], mean["works"]) == ("", "9")


def test_a_score_that_is_only_repeated_has_no_interval_and_no_place():
    repeated = board_score(half_width=float("nan"), place=float("nan"))
    assert "±" not in repeated["interval"]
    assert repeated["place"] == ""


def test_a_score_of_an_unstated_half_of_mnli_says_so_and_one_of_a_stated_half_does_not():
    assert board_score(stated_task="mnli")["half_unsaid"]
    assert not board_score()["half_unsaid"]


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (109_482_240, 1e-6, "109"),
        (4_385_920, 1e-6, "4.39"),
        (1_234.5, 1, "1234"),  # three digits would be 1.23e+03
        (float("nan"), 1, ""),
        (None, 1, ""),
    ],
)
def test_a_cost_has_three_digits_or_all_before_the_point_and_an_unknown_one_none(
    value, unit, shown
):
    assert leaderboard._number_in_unit(value, unit) == shown
