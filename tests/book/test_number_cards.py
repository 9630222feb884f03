"""Cards of numbers read by hand in the documents: one printed, corrected, digitised, derived."""

import pytest

from smallbert import data
from smallbert.book import citation, number_card_pages, number_cards
from smallbert.errors import UsageError

PRINTED = "zhao2019extreme/table3/dualtrain-192/mrpc-f1"
CORRECTED = "zhao2019extreme/table3/pkd-3/hidden-size"
DIGITISED = "wu2022xtc/points/xtc-6/glue-8-average"
ALBERT = "lan2020albert/table1/large-v2/mnli-accuracy"
PKD = "sun2019pkd/results/bert-12-sst-2/sst-2-accuracy"
CHART = {"id": "a-chart", "title": "A & B", "page": "notebooks/a.html", "numbers": [PRINTED]}


@pytest.fixture(scope="module")
def every(shared_copy):
    return number_cards.cards(listing=[CHART])


@pytest.fixture
def lines(every):
    """Return a function that returns the lines of a number's card, by what they are about."""

    def of(id):
        found = {}
        for fact in number_cards.facts(every[id]):
            found.setdefault(fact.name, []).append(fact.text)
        return found

    return of


def test_every_number_has_a_card(every):
    assert list(every) == list(data.results()["id"])


def test_a_printed_number_has_its_cell_its_line_and_the_charts_that_show_it(lines):
    """The deck, line 17: DualTrain 192, MRPC 82.5/76.6."""
    found = lines(PRINTED)
    assert found["Number"] == ["MRPC F1, test: 82.5 %"]
    assert found["Rounding"] == ["± 0.05 points: half a unit in the last printed place"]
    assert found["Cell as printed"] == ["82.5/76.6"]
    assert found["Place"] == ["Slides of a talk, slide 1, Table 3, line 17"]
    words = "BERT-base 88.5 %; the score is 93.2 % of it, which charts draw"  # line 13
    assert found["Baseline"] == [words]
    assert found["Shown in"] == ["A & B"]
    assert "Corrected" not in found


def test_a_number_has_the_digits_that_are_printed_and_no_rounding_if_all_are(lines):
    """results of PKD, line 3: 0.9258409785932722; line 18: 0.875."""
    assert lines(PKD)["Number"] == ["SST-2 accuracy, dev: 92.58409785932722 %"]
    assert "Rounding" not in lines(PKD)
    other = lines("sun2019pkd/results/ft-3-sst-2/sst-2-accuracy")["Number"]
    assert other == ["SST-2 accuracy, dev: 87.5 %"]


@pytest.mark.parametrize(
    ("id", "name", "text"),
    [
        # the deck's Table 3 of slide 4 names a V100
        ("cao2020deformer/table3/bert-base/latency-gpu", "Device", "V100"),
        # the deck, line 15: PKD with 3 layers has 708 where the rows above have 768
        (CORRECTED, "Corrected", "to 768: misread digit; "),
        (CORRECTED, "Cite as", ", line 15, corrected by the book; Small BERT "),
        # the chart of score against size, line 41: XTC-BERT with 6 layers reads about 83.5
        (DIGITISED, "Reading", "± 0.4 points: half-width of what the eye could read"),
        # ALBERT's README, 86.5 of 9,815 examples: 1.96 times the root of 0.865 * 0.135 / 9815
        (ALBERT, "Interval", "examples of the set (± 0.68 by these alone) and other laboratories"),
        # DistilBERT's README has BERT-base at 84.7
        (
            ALBERT,
            "Baseline",
            "BERT-base 84.7 %; the score is 102.1 % of it, which charts draw; the",
        ),
        (DIGITISED, "Claim", "larger-not-better, undecidable: "),
        (DIGITISED, "Cite as", ", line 41, read by eye; "),
        # DeBERTa's README repeats RoBERTa's score and does not say how it was made
        (
            "he2021debertav3/dev/roberta-large/rte-accuracy",
            "Protocol",
            "in the work that the number is borrowed from: not stated",
        ),
        # ALBERT's SST-2 and SQuAD in the survey's table are of version 1, its MNLI is not
        (
            "ganesh2021case/effectiveness/albert/mnli-accuracy",
            "Not used, because",
            "the scores are of two versions: ",
        ),
        # the replication of ELECTRA, lines 14 and 55: 58.72, and 1.30 in the row of deviations
        (
            "clark2020electra/replicated_dev/my-owt/cola-matthews",
            "Runs",
            "standard deviation 1.3, over 10 runs",
        ),
        # 12 layers of 384 and 30,522 words: 21.3 M in the layers, 11.9 M in embeddings, pooler out
        ("mteb2026small/models/all-minilm-l6-v2/parameters", "Counted", "22.71 M by its shape"),
        ("cao2020deformer/claims/one-quarter/mnli-before", "Measured by", "not stated"),
        # the deck, line 101: BoolQ 77.8 and 76.8, drop 1.0
        (
            "cao2020deformer/table1/boolq/drop",
            "Audit",
            "loss in points: agrees. The source has 1.0 points; recomputed it is 1.0 points.",
        ),
    ],
)
def test_a_card_says(lines, id, name, text):
    assert any(text in line for line in lines(id)[name])


def test_an_unknown_number_is_answered_with_the_nearest_ids():
    with pytest.raises(UsageError, match=f"'zhao2019extreme/table3/pkd-3/hiden' .* {CORRECTED}, "):
        number_cards.card_of_number("zhao2019extreme/table3/pkd-3/hiden")


def test_a_table_s_page_is_the_page_on_cards_with_its_cards_instead(every, tmp_path, monkeypatch):
    monkeypatch.setattr(citation, "site_address", lambda place="": f"https://a.org/{place}")
    said = ('name="description"', 'property="og:description"', 'property="og:title"')
    whole = "<title>List</title>" + "".join(f'<meta {name} content="List" />' for name in said)
    whole += '<link rel="canonical" href="https://a.org/numbers/index.html" />'
    whole += '<article class="bd-article">old</article>foot'
    (tmp_path / "numbers").mkdir()
    (tmp_path / "numbers" / "index.html").write_text(whole)
    number_card_pages.write_articles(
        tmp_path / "cards", {id: every[id] for id in (PRINTED, CORRECTED, DIGITISED)}
    )
    number_card_pages.write_pages(tmp_path, tmp_path / "cards")
    pages = sorted(path.name for path in tmp_path.glob("numbers/*"))
    assert pages == ["index.html", "wu2022xtc-points.html", "zhao2019extreme-table3.html"]
    page = (tmp_path / "numbers" / "zhao2019extreme-table3.html").read_text()
    assert page.startswith("<title>Distilled models, teacher and baselines on GLUE (Zhao et al.): ")
    assert page.endswith("</article>foot")
    assert page.count(": its numbers") == 2
    assert page.count('content="Extreme ') == 2
    assert page.count("<details") == 3  # with what holds for both
    assert 'id="dualtrain-192/mrpc-f1"' in page
    assert '<a href="../notebooks/a.html#a-chart">A &amp; B</a>' in page
    assert 'rel="canonical" href="https://a.org/numbers/zhao2019extreme-table3.html"' in page
    assert ">old<" not in page
    assert "List" not in page
