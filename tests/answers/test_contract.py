"""Python's records, and what the script makes of them, have the same fields by the same names."""

from dataclasses import asdict, fields

from smallbert.answers import page
from smallbert.answers.parts_of_answers import Answer, Candidate, Judged, Score, Source, Time

from .handmade import CASES, LINES, asked
from .javascript import run


def names(record):
    return {field.name for field in fields(record)}


def test_what_the_script_answers_has_the_fields_of_the_records():
    given = {"candidates": [asdict(each) for each in LINES]}
    given["choice"] = asdict(asked(CASES["cases"][0]))
    answer = run("smallbertRule(given.choice, given.candidates)", given)
    assert {*answer} == names(Answer)
    first = answer["ranked"][0]
    assert {*first} == names(Judged)
    for name, record in (("source", Source), ("score", Score), ("time", Time)):
        assert {*first[name]} == names(record), name


def test_the_page_loads_candidates_with_all_their_fields():
    assert {frozenset(each) for each in page.page_data()["candidates"]} == {
        frozenset(names(Candidate))
    }
