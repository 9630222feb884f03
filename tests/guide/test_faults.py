"""Names that nothing has, in the guide's files and in those about rows: each gets its place."""

import re

import pytest

from smallbert.guide import faults, page
from smallbert.guide.decision import answer
from smallbert.guide.export import data
from smallbert.guide.rules import WHEN
from smallbert.guide.wishes import complete

GUIDE = "data/survey/guide"


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        (
            "needs.csv",
            ",GOBO,",
            ",GOBOO,",
            r"3: model: 'GOBOO' is unknown; it should be a model",
        ),
        (
            "needs.csv",
            "shen2020qbert",
            "nobody",
            r"2: cites: 'nobody' is unknown; it should be",
        ),
        ("needs.csv", "pruning,,", "pruning,GOBO,", r"1: no line says what 'pruning' needs; add"),
        (
            "abilities.csv",
            "distil,",
            "distill,",
            r"needs: 'distil' is unknown; use one of finetune",
        ),
        ("releases.csv", "MobileBERT,", "MobilBERT,", r"2: model: 'MobilBERT' is unknown; it"),
    ],
)
def test_a_name_of_the_guide_that_nothing_has_is_named_with_its_place(
    edited, name, old, new, message
):
    edited(f"{GUIDE}/{name}", old, new)
    assert re.search(message, "\n".join(map(str, faults.faults())))


def test_a_document_that_no_source_has_is_named_with_its_place(edited):
    edited("data/survey/exhibits.csv", "004_24316d2e507e8064.txt", "004.txt")
    wanted = r"exhibits.csv:\d+: document: '004.txt' is unknown; it should be a document of a so"
    assert re.search(wanted, "\n".join(map(str, faults.faults())))


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("wu2022xtc/variants.csv", "XTC-BERT", "XTC-BRET", r"variants.csv:2: model: 'XTC-BRET"),
        (
            "ganesh2021case/aliases.csv",
            '"DeFormer, BERT',
            '"Former, BERT',
            r":\d+: known_as: 'Form",
        ),
        (
            "ganesh2021case/timed.csv",
            ",deformer,",
            ",deformr,",
            r"effectiveness has no row 'deformr'",
        ),
        (
            "cao2020deformer/ranked.csv",
            ",squad,",
            ",squat,",
            r"table1 has no row 'squat'; name one",
        ),
        (
            "lan2020albert/baselines.csv",
            "bert-base-uncased",
            "nosuch",
            r"baseline: 'sanh2019distilbert/table1/nosuch' is unknown; it should be a row of a tab",
        ),
        (
            "lan2020albert/baselines.csv",
            "lan2020albert/table1",
            "table1",
            r"table: 'table1' is unknown; it should be a table: source/table",
        ),
        ("cao2020deformer/grounds.csv", "/table1,", "/table9,", r"table9 has no row 'squad'; name"),
        (
            "ganesh2021case/guide_suggestions.csv",
            ",always,",
            ",ever,",
            r"when: 'ever' is unknown; us",
        ),
    ],
)
def test_a_row_or_a_model_that_no_table_has_is_named_with_its_place(
    edited, name, old, new, message
):
    edited(f"data/sources/{name}", old, new)
    assert re.search(message, "\n".join(map(str, faults.faults())))


def test_the_committed_names_are_all_known():
    assert faults.faults() == []


def test_each_condition_of_a_suggestion_is_counted():
    """One that nothing counts would end in a KeyError."""
    asked = data() | {"suggestions": [{"suggestion": "a", "says": "{n}", "when": w} for w in WHEN]}
    assert answer(asked, complete())["rules"]


def test_the_keys_of_a_form_are_text():
    asked = data() | {"abilities": {'a"><script>': {"name": "a", "meaning": "b"}}}
    assert "<script>" not in page._fields(asked)
