"""The claims as a whole: the file, what is refused, and a turned verdict that stops the build."""

import re

import pytest
from click.testing import CliRunner

from smallbert import claims
from smallbert.book import soundness
from smallbert.claims.finding import Finding
from smallbert.cli import main
from smallbert.data import paths, sources
from smallbert.data.faults import DataError, UserError

from . import test_claims_book, test_claims_deck, test_claims_figures, test_claims_poster

TABLE3 = "data/sources/zhao2019extreme/table3.csv"
CLAIMS = "data/survey/claims.csv"


@pytest.fixture(scope="module")
def found():
    return claims.table()


def test_the_committed_verdicts_are_what_the_data_say(found):
    assert claims.faults() == []
    assert (found["verdict"] == found["accepted"]).all()


def test_every_claim_meets_a_counter_example():
    planted = {*test_claims_figures.PLANTS, *test_claims_poster.PLANTS}
    planted |= {*test_claims_deck.PLANTS, *test_claims_deck.EDITS, *test_claims_deck.RANKING}
    planted |= {*test_claims_book.PLANTS, *test_claims_deck.COMPARABLE}
    assert planted == set(claims.stated().index)


def test_every_remark_of_the_deck_is_a_claim(found):
    assert found.index.str.startswith("remark-").sum() == 12  # lines 33 to 141 of document 004


def test_every_finding_and_suggestion_of_the_poster_is_a_claim(found):
    lines = "+".join(found.loc[found["document"].str.startswith("003"), "line"]).split("+")
    assert {*range(78, 84), *range(87, 95)} <= {int(line) for line in lines}


def test_evidence_is_ids_of_results(found):
    known = set(sources.results()["id"])
    assert {each for row in found["evidence"] for each in row} <= known


def test_what_is_decided_has_evidence_and_a_number(found):
    decided = found[found["verdict"] != claims.UNDECIDABLE]
    assert (decided["evidence"].map(len) > 0).all()
    assert decided["value"].notna().all()


def test_what_has_no_evidence_names_what_is_missing(found):
    without = found[found["evidence"].map(len) == 0]
    assert without["decided_by"].str.startswith("missing: ").all()
    assert (without["comparisons"] == 0).all()


def test_trends_have_the_correlations_worked_out_by_hand(found):
    # 11 points as read, lines 20 to 30 of document 001; ranks worked out in a spreadsheet
    assert found.loc["compute-trend", "value"] == pytest.approx(0.5219, abs=5e-4)
    assert "n = 11" in found.loc["compute-trend", "decided_by"]


def test_a_verdict_is_one_of_three_words():
    with pytest.raises(ValueError, match="verdict is 'true'; use one of holds"):
        Finding(verdict="true", evidence=(), value=None, decided_by="", comparisons=0)


def test_an_unknown_claim_is_refused():
    with pytest.raises(UserError, match="claim 'nothing' is unknown"):
        claims.verdict("nothing")


@pytest.mark.parametrize("name", ["trends.nothing", "nothing.trend", "deck._judged", "deck.pd"])
def test_an_unknown_predicate_is_refused(name):
    with pytest.raises(UserError, match="is unknown; name a function of smallbert.claims"):
        claims.predicate(name)


def test_entries_have_the_fields_of_the_interface():
    first = claims.entries()[0]
    wanted = ["id", "source", "statement", "verdict", "evidence", "value"]
    assert list(first)[:6] == wanted
    assert first["id"] == "xtc-rises"
    assert first["value"] == 0.6  # 84.1 less 83.5, lines 30 and 31 of document 000


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "xtc-rises,wu2022xtc",
            "xtc-rises,wu2021xtc",
            r"claims.csv:2:11: 'wu2021xtc' is no source",
        ),
        ("margins=0,holds", "margins=0,true", r"claims.csv:2:\d+: verdict is 'true'; use one of"),
        ("order.rises", "order.falls", r"claims.csv:2:\d+: predicate 'order.falls' is unknown"),
        ("margins=0,holds", "margin=0,holds", r"claims.csv:2:\d+: order.rises: .*margin"),
        ("txt,27,", "txt,,", r"claims.csv:2:\d+: a place needs a document and a line"),
        (
            "margins=0,holds",
            "margins=0,fails",
            r'claims.csv:2:\d+: xtc-rises: "Along .* now is holds',
        ),
    ],
)
def test_a_fault_in_the_claims_is_named_with_its_place(edited, old, new, message):
    edited(CLAIMS, old, new)
    (fault,) = claims.faults()
    assert re.search(message, str(fault)), fault


def test_a_row_that_turns_a_verdict_stops_the_check_by_naming_the_sentence(edited):
    edited(TABLE3, "83.6/76.9,78.2,", "83.6/76.9,83.2,")  # a loss of 0.8 points is not severe
    run = CliRunner().invoke(main, ["check"])
    assert run.exit_code == 1
    lines = [line for line in run.output.splitlines() if "severe-drop" in line]
    assert len(lines) == 1
    assert lines[0].startswith(f"{CLAIMS}:{_line('severe-drop')}:")
    assert '"The scores of Zhao et al. drop severely." was accepted as holds' in lines[0]


def test_an_accepted_new_verdict_lets_the_check_pass(edited):
    edited(TABLE3, "83.6/76.9,78.2,", "83.6/76.9,83.2,")
    for fault in claims.faults():
        row = fault.message.partition(":")[0]
        was, now = claims.stated().loc[row, "verdict"], claims.verdict(row)
        line = next(line for line in _text().splitlines() if line.startswith(f"{row},"))
        edited(CLAIMS, line, line.replace(f",{was},", f",{now},"))
    soundness.require_sound()


def test_a_check_of_one_source_tests_the_claims_on_all(edited):
    edited(TABLE3, "83.6/76.9,78.2,", "83.6/76.9,83.2,")
    with pytest.raises(DataError, match="severe-drop"):
        soundness.require_sound("yang2024memory3")


def _text() -> str:
    return (paths.data() / "survey" / "claims.csv").read_text(encoding="utf-8")


def _line(claim: str) -> int:
    lines = _text().splitlines()
    return 1 + next(at for at, line in enumerate(lines) if line.startswith(f"{claim},"))


def test_say_gives_prose_the_verdict_under_the_id_of_the_claim(monkeypatch):
    said = {}
    monkeypatch.setattr("smallbert.charts.publish.say", said.update)
    claims.say("severe-drop", "electra-tiny")
    assert said == {"severe-drop": "holds", "electra-tiny": "fails"}
