"""Names that nothing has, in the guide's files and in those about rows: each gets its place."""

import pytest

from smallbert.guide import answer, choices, complete, data, page

GUIDE, SOURCES = "data/survey/guide", "data/sources"
UNKNOWN = [
    (f"{GUIDE}/needs.csv", ",GOBO,", ",GOBOO,", "3: model: 'GOBOO' is unknown; it should be a mod"),
    (f"{GUIDE}/needs.csv", "shen2020qbert", "nobody", "2: cites: 'nobody' is unknown; it should"),
    (f"{GUIDE}/needs.csv", "pruning,,", "pruning,GOBO,", "1: no line says what 'pruning' needs"),
    (f"{GUIDE}/abilities.csv", "distil,", "distill,", "needs: 'distil' is unknown; use one of fin"),
    (f"{GUIDE}/releases.csv", "MobileBERT,", "MobilBERT,", "2: model: 'MobilBERT' is unknown; it"),
    (
        "data/survey/exhibits.csv",
        "004_24316d2e507e8064.txt",
        "004.txt",
        "document: '004.txt' is un",
    ),
    (f"{SOURCES}/wu2022xtc/variants.csv", "XTC-BERT", "XTC-BRET", "2: model: 'XTC-BRET"),
    (f"{SOURCES}/ganesh2021case/aliases.csv", '"DeFormer, BERT', '"Former, BERT', "as: 'Former,"),
    (f"{SOURCES}/ganesh2021case/timed.csv", ",deformer,", ",deformr,", "has no row 'deformr'"),
    (
        f"{SOURCES}/cao2020deformer/ranked.csv",
        ",squad,",
        ",squat,",
        "table1 has no row 'squat'; na",
    ),
    (
        f"{SOURCES}/lan2020albert/baselines.csv",
        "bert-base-uncased",
        "nosuch",
        "distilbert/table1/no",
    ),
    (
        f"{SOURCES}/lan2020albert/baselines.csv",
        "lan2020albert/table1",
        "table1",
        "table: 'table1' is",
    ),
    (f"{SOURCES}/cao2020deformer/grounds.csv", "/table1,", "/table9,", "table9 has no row 'squad'"),
    (
        f"{SOURCES}/ganesh2021case/guide_suggestions.csv",
        ",always,",
        ",ever,",
        "when: 'ever' is unkn",
    ),
]


@pytest.mark.parametrize(("name", "old", "new", "message"), UNKNOWN)
def test_a_name_that_nothing_has_is_named_with_its_place(edited, name, old, new, message):
    edited(name, old, new)
    told = "\n".join(map(str, choices.faults()))
    assert message in told


def test_the_committed_names_are_all_known():
    assert choices.faults() == []


def test_each_condition_of_a_suggestion_is_counted():
    """One that nothing counts would end in a KeyError."""
    asked = data() | {
        "suggestions": [{"suggestion": "a", "says": "{n}", "when": w} for w in choices.WHEN]
    }
    assert answer(asked, complete())["rules"]


def test_the_keys_of_a_form_are_text():
    asked = data() | {"abilities": {'a"><script>': {"name": "a", "meaning": "b"}}}
    assert "<script>" not in page._fields(asked)
