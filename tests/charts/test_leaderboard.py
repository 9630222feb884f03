"""All models as a table: what is known of a model's input and license, and what is not."""

import re
from html import unescape

import pytest

from smallbert import charts, compare


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
