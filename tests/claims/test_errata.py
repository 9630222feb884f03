"""Findings gathered from the data: the committed ones keep the rules, planted ones are caught."""

from smallbert.claims import errata

ALBERT = "ganesh2021case/effectiveness/albert/poster-4-average-drop/average-drop"


def test_the_findings_by_hand_name_what_is_there():
    assert errata.faults() == []


def test_evidence_that_is_not_there_is_named_with_its_line(edited):
    edited(
        "data/sources/yang2024memory3/errata.csv",
        "points/falcon-40b/parameters",
        "points/falcon-41b/parameters",
    )
    first, second = errata.faults()
    assert "no result, row, correction, audit line or claim" in first.message
    assert "slot {0} has no number" in second.message or "slot {0} has no number" in first.message


def test_an_unknown_action_is_named(edited):
    edited("data/survey/errata.csv", ",unused\n", ",forgotten\n")
    (fault,) = errata.faults()
    assert fault.message.startswith("action is 'forgotten'; use one of corrected")


def test_a_slot_without_a_number_is_named(edited):
    edited(
        "data/sources/gordon2020compressing/errata.csv",
        "The caption breaks off",
        "The {0}th caption breaks off",
    )
    (fault,) = errata.faults()
    assert "slot {0} has no number" in fault.message


def test_a_changed_digit_becomes_a_finding(edited):
    # line 71: (-0.3 + 0.4 - 3.2 + 0.8) / 4 is -0.575, printed -0.58
    assert ALBERT not in set(errata.table()["id"])
    edited("data/sources/ganesh2021case/effectiveness.csv", "89.3,-0.58", "89.3,-0.85")
    found = errata.table().set_index("id")
    assert found.loc[ALBERT, "kind"] == "error"
    assert "The print has −0.85, the rule gives −0.575" in found.loc[ALBERT, "statement"]


def test_a_new_correction_becomes_a_finding(edited):
    edited(
        "data/sources/guo2019rpp/corrections.csv",
        "table1a,nip-80,method",
        "table1a,nip-50,mrpc,83.5 (-5.5),83.4 (-5.5),planted digit,planted evidence\n"
        "table1a,nip-80,method",
    )
    found = errata.table().set_index("id").loc["guo2019rpp/table1a/nip-50/mrpc"]
    assert (found["kind"], found["action"], found["line"]) == ("error", "corrected", "86")
    assert "'83.5 (-5.5)' stands for '83.4 (-5.5)' (planted digit)" in found["statement"]
