"""Cards of numbers read by hand in the documents: one printed, corrected, digitised, derived."""

import pytest

from smallbert import data
from smallbert.book import cards, sphinx
from smallbert.errors import UsageError

PRINTED = "zhao2019extreme/table3/dualtrain-192/mrpc-f1"
CORRECTED = "zhao2019extreme/table3/pkd-3/hidden-size"
DIGITISED = "wu2022xtc/points/xtc-6/glue-8-average"
DERIVED = "cao2020deformer/table1/boolq/drop"
CHART = {"id": "a-chart", "title": "A & B", "page": "notebooks/a.html", "numbers": [PRINTED]}


@pytest.fixture(scope="module")
def every():
    return cards.cards(listing=[CHART])


def lines(card):
    found = {}
    for fact in cards.facts(card):
        found.setdefault(fact.name, []).append(fact.text)
    return found


def test_every_number_has_a_card(every):
    assert list(every) == list(data.results()["id"])


def test_a_printed_number_has_its_cell_its_line_and_the_charts_that_show_it(every):
    """The deck, line 17: DualTrain 192, MRPC 82.5/76.6."""
    found = lines(every[PRINTED])
    assert found["Number"] == ["MRPC F1, test: 82.5 %"]
    assert found["Uncertainty"] == ["± 0.05 %, half a unit in the last printed place"]
    assert found["Cell as printed"] == ["82.5/76.6"]
    assert found["Place"] == ["004_24316d2e507e8064.txt, slide 1, Table 3, line 17"]
    assert found["Baseline"] == ["zhao2019extreme/table3/teacher/mrpc-f1"]
    assert found["Shown in"] == ["A & B (a-chart)"]
    assert "Corrected" not in found


def test_a_speedup_has_its_device_or_says_that_none_is_stated(every):
    """The deck's Table 1 of slide 4 names none, its Table 3 a V100; a score depends on none."""
    device = {id: lines(card).get("Device") for id, card in every.items()}
    assert device["cao2020deformer/table1/squad/speedup"] == ["not stated"]
    assert device["cao2020deformer/table3/bert-base/latency-gpu"] == ["V100"]
    assert device[PRINTED] is None


def test_a_corrected_number_says_what_is_printed_and_why_it_is_wrong(every):
    """The deck, line 15: PKD with 3 layers has 708 where the rows above have 768."""
    found = lines(every[CORRECTED])
    assert found["Number"] == ["hidden size: 768"]
    assert found["Cell as printed"] == ["708"]
    assert found["Corrected"][0].startswith("to 768: misread digit; ")
    assert ", line 15, corrected by the book; Small BERT " in found["Cite as"][0]


def test_a_digitised_number_has_the_width_of_its_reading_and_the_claims_that_rest_on_it(every):
    """The chart of score against size, line 41: XTC-BERT with 6 layers reads about 83.5."""
    found = lines(every[DIGITISED])
    assert found["Uncertainty"] == ["± 0.4 %, half-width of the reading"]
    assert any(text.startswith("quantization-keeps, undecidable: ") for text in found["Claim"])
    assert ", line 41, read by eye; " in found["Cite as"][0]


def test_the_protocol_of_a_borrowed_number_is_that_of_the_work_that_it_is_from(every):
    """DeBERTa's README repeats RoBERTa's score and does not say how it was made."""
    found = lines(every["he2021debertav3/dev/roberta-large/rte-accuracy"])
    assert found["Protocol"] == ["in the work that the number is borrowed from: not stated"]


def test_a_derived_number_has_its_recomputation(every):
    """The deck, line 101: BoolQ 77.8 and 76.8, drop 1.0."""
    found = lines(every[DERIVED])
    assert found["Number"][0].endswith(": 1.0 points")
    assert found["Audit"] == ["drop: agrees. The source has 1; the rule gives 1."]


def test_an_unknown_number_is_answered_with_the_nearest_ids():
    with pytest.raises(UsageError, match=f"'zhao2019extreme/table3/pkd-3/hiden' .* {CORRECTED}, "):
        cards.card("zhao2019extreme/table3/pkd-3/hiden")


def test_a_table_is_the_list_with_its_cards_instead(every, tmp_path):
    tags = sphinx.tags("List")
    frame = f'<title>List</title>{tags}menu<article class="bd-article">old</article>foot'
    (tmp_path / "numbers").mkdir()
    (tmp_path / "numbers" / "index.html").write_text(frame)
    known = {id: every[id] for id in (PRINTED, CORRECTED, DIGITISED)}
    cards.write(tmp_path / "cards", known)
    cards.frame(tmp_path, tmp_path / "cards")
    pages = sorted(path.name for path in tmp_path.glob("numbers/*"))
    assert pages == ["index.html", "wu2022xtc-points.html", "zhao2019extreme-table3.html"]
    page = (tmp_path / "numbers" / "zhao2019extreme-table3.html").read_text()
    assert page.startswith("<title>Distilled models, teacher and baselines on GLUE: its numbers<")
    assert page.endswith("</article>foot")
    assert page.count("<details") == 2
    assert 'id="dualtrain-192/mrpc-f1"' in page
    assert '<a href="../notebooks/a.html#a-chart">A &amp; B (a-chart)</a>' in page
    assert ">old<" not in page
    assert "List" not in page
