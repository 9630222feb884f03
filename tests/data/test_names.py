"""Names that nothing has, in the tables across works, are named with their place."""

import pytest

from smallbert.data import rules_across_works

WORKS = "data/sources"
UNKNOWN = [
    ("data/survey/needs.csv", "shen2020qbert", "nobody", "2: cites: 'nobody' is unknown; it"),
    ("data/survey/models.csv", '"PKD, 3 layers"', '"PKD, 4 layers"', "name: 'PKD, 4 layers' is u"),
    ("data/survey/models.csv", ",sun2019pkd", ",sun2019", "released_by: 'sun2019' is unknown; it"),
    ("data/survey/needs.csv", "pruning,,", "pruning,GOBO,", "1: no line says what 'pruning' needs"),
    (
        "data/survey/devices.csv",
        "stopwatch/times",
        "stopwatch/time",
        "2: table: 'stopwatch/time' is un",
    ),
    ("data/survey/exhibits.csv", "003_4a888fd5f37a0a5a", "003", "document: '003.txt' is un"),
    (
        "data/survey/candidates.csv",
        "canete2022albeto,",
        "canete2022,",
        "key: no line for canete2022a",
    ),
    (f"{WORKS}/ganesh2021case/needs.csv", "TinyBERT, 4", "TinyBRET, 4", "2: model: 'TinyBRET"),
    (f"{WORKS}/ganesh2021case/aliases.csv", '"DeFormer, BERT', '"Former, BERT', "as: 'Former,"),
    (
        f"{WORKS}/cao2020deformer/ranked.csv",
        ",squad,",
        ",squat,",
        "table1/squat' is unknown",
    ),
    (
        f"{WORKS}/cao2020deformer/grounds.csv",
        "/table1,",
        "/table9,",
        "table9/squad' is unknown",
    ),
    (f"{WORKS}/lan2020albert/baselines.csv", "lan2020albert/table1", "table1", "'table1' is"),
    (f"{WORKS}/lan2020albert/baselines.csv", "bert-base-uncased", "nosuch", "table1/nosuch' is"),
]


@pytest.mark.parametrize(("name", "old", "new", "message"), UNKNOWN)
def test_a_name_that_nothing_has_is_named_with_its_place(edited, name, old, new, message):
    edited(name, old, new)
    assert message in "\n".join(map(str, [*rules_across_works.names_across()]))
