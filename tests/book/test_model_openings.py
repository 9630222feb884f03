"""How a model's page opens: lines worked by hand, and the numbers of the other pages."""

import math
import re
from dataclasses import replace

import pytest

from smallbert import answers, compare
from smallbert.book import all_models_chart, model_openings
from smallbert.data import vocabulary

from ..answers import handmade
from .test_all_models_chart import circles, marks

OWN = {"size": 400, "ms": 100, "score": 84, "half": 1, "ceiling": 85}


def line(model: str, **other):
    """Return a line that differs from `OWN` as said; it has a page."""
    return replace(handmade.line(model, **(OWN | other)), page=f"models/{model.lower()}.html")


SMALL = {"size": 200, "ms": 50}
LINES = handmade.placed(
    [
        line("Own", millions=104.9),
        replace(line("Own in 8 bits", size=100, ms=60, time="estimated"), of="Own", bits=8),
        line("Good", **SMALL, score=83.5, ceiling=84),
        line("Better", **SMALL, score=86, ceiling=86),
        line("Careful", **SMALL, score=88, ceiling=88, caution="it saw the labels"),
        line("Surely worse", **SMALL, score=82.5, ceiling=83.9),
        line("Far off", **SMALL, score=81.9, ceiling=85),  # at most 82.9, and Own is at least 83
        line("Hardly smaller", ms=50, size=361),  # 90 % are 360
        line("Slow", size=200, ms=101),
        line("Repeated", **SMALL, how="repeated"),
        line("Withheld", **SMALL, place=""),
        handmade.line("Untimed", size=200, score=84, half=1, ceiling=85),
        handmade.line("Unsized", ms=50, score=84, half=1, ceiling=85),
        handmade.line("Unscored", **SMALL),
        replace(line("Estimated in 8 bits", **SMALL, how="estimated"), bits=8),
    ]
)

TEXT = "one text of 128 tokens on this book's CPU"


def plain(html: str) -> str:
    text = re.sub("<[^>]*>", "", html.replace("<br>", "\n"))
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.fixture
def by_hand(monkeypatch):
    monkeypatch.setattr(answers, "all_candidates", lambda: LINES)


def test_what_may_be_as_good_is_smaller_no_slower_and_within_the_error():
    found = model_openings.as_good(LINES[0], "mnli", LINES)
    assert [each.model for each in found] == ["Better", "Good", "Careful"]


def test_a_page_opens_with_the_numbers_of_the_model(by_hand):
    told = plain(model_openings.opening_paragraph("Own")).splitlines()
    assert told == [
        "MNLI 84 ± 1 %, 105 M weights, 400 MB, 100 ms; in 8 bits 84 ± 1 %, 100 MB, ≈ 60 ms. "
        "At least a tenth smaller, no slower, and as good or better on MNLI, as far as scores "
        "tell: "
        "Better (86 ± 1 %, 200 MB, 50 ms), Good (83.5 ± 1 %, 200 MB, 50 ms) and 1 more.",
        f"Accuracy on made up; {TEXT}; ≈ is an estimate.",
    ]
    assert '<a href="../models/better.html">Better</a>' in model_openings.opening_paragraph("Own")


def test_a_score_that_may_not_carry_over_is_said_to_be_so(by_hand):
    told = plain(model_openings.opening_paragraph("Careful"))
    assert told.startswith("MNLI 88 ± 1 %, 200 MB, 50 ms, beware of that score. At least ")
    assert "as good or better on MNLI, as far as scores tell: none known." in told


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Untimed", "MNLI 84 ± 1 %, 200 MB.\nAccuracy on made up."),
        ("Unsized", f"MNLI 84 ± 1 %, 50 ms.\nAccuracy on made up; {TEXT}."),
        ("Nobody", ""),
    ],
)
def test_what_is_not_known_is_left_out_and_nothing_is_called_as_good(by_hand, name, told):
    assert plain(model_openings.opening_paragraph(name)) == told


def test_a_model_that_is_no_answer_has_its_costs_alone():
    """BERT-large has 335,141,888 weights of 4 bytes: 1278 MiB."""
    told = plain(model_openings.opening_paragraph("BERT-large"))
    assert re.match(r"335 M weights, 1280 MB, \d+ ms\.\nOne text", told)
    assert model_openings.chart_of_model("BERT-large") == ""


@pytest.fixture(scope="module")
def paged():
    """Return the names of the models that have a page."""
    names = vocabulary.entries("models")["name"]
    return [*names[names.index.isin(compare.described_models())]]


def test_score_and_size_are_those_of_all_models(paged):
    ranked, costs, seen = (
        compare.leaderboard().query("board == 'MNLI'"),
        compare.model_costs(),
        0,
    )
    for name in paged:
        said = plain(model_openings.opening_paragraph(name))
        if size := re.search(r"([\d.]+) MB", said):
            stored = 4 * costs.at[name, "parameters"] / 2**20  # where no shape is known
            known = (
                stored if math.isnan(costs.at[name, "megabytes"]) else costs.at[name, "megabytes"]
            )
            assert float(size[1]) == pytest.approx(known, rel=0.005), name
        if score := re.match(r"MNLI ([\d.]+) ± ", said):
            shown = ranked.loc[ranked["model"].eq(name), "score"].map("{:.1f}".format)
            assert score[1] in set(shown), name
            seen += 1
    assert seen > 40


def test_a_models_marks_lie_on_its_dot_and_its_ring():
    """In 32 bits MiniLM has 127 MB, between the ticks of 100 and 200 MB; in 8 bits a quarter."""
    drawing = all_models_chart.chart_of_all_models().drawing
    lit = circles(model_openings.chart_of_model("MiniLM, 12 layers of 384"))
    assert len(lit) == 2
    for x, y in lit:
        assert min(math.dist((x, y), each) for each in marks(drawing)) < 0.1
    bottom = max(y for _, y in marks(drawing))
    _, *ticks = sorted(x for x, y in marks(drawing) if y == bottom)  # the first is of the scores
    at = dict(zip(all_models_chart.SIZE_TICKS, ticks, strict=True))
    share = math.log(127 / 100) / math.log(2)
    assert lit[0][0] == pytest.approx(at[100] + share * (at[200] - at[100]), abs=0.2)
    assert lit[1][0] == pytest.approx(lit[0][0] - 2 * (at[200] - at[100]), abs=0.2)


def test_a_page_grows_by_less_than_3_kilobytes_and_its_chart_says_what_it_shows(paged):
    shown = {name: model_openings.chart_of_model(name) for name in paged}
    known = {each.model: each for each in answers.all_candidates()}
    for name, html in shown.items():
        assert len(html.encode()) < 1500, name
        assert len((html + model_openings.opening_paragraph(name)).encode()) < 3000, name
        scored = name in known and "mnli" in known[name].scores and known[name].size is not None
        assert bool(html) == scored, name
        if scored:
            said = re.search('aria-label="([^"]*)"', html)[1].replace("\N{NO-BREAK SPACE}", " ")
            assert f": {known[name].scores['mnli'].says} %, " in said
    assert sum(map(bool, shown.values())) > 40
