"""What the tables say of models whose weights can be had."""

import pytest

from smallbert import answers, compare, cost
from smallbert.data import side_tables, sources

CHECKPOINTS = side_tables.gather("checkpoints")
MODELS = sources.survey_models().reset_index().set_index("id")
RELEASED = MODELS.loc[MODELS.index.isin(CHECKPOINTS["model"])]


def test_each_model_has_a_shape_or_says_why_it_has_none():
    assert RELEASED["architecture"].ne("").eq(RELEASED["shapeless"].eq("")).all()
    assert MODELS.loc[MODELS["shapeless"].ne("")].index.isin(RELEASED.index).all()
    assert len(RELEASED) > 200
    reasons = RELEASED["shapeless"].value_counts()
    assert reasons.drop("").sum() < 40  # the rest of some 220


def test_a_shape_from_elsewhere_names_its_file_and_line():
    place = MODELS[["repository", "commit", "path"]].ne("")
    assert place["commit"].eq(place["repository"]).all()
    assert MODELS["line"].ne("").eq(place["repository"]).all()
    assert place["path"].sum() > 60


def test_each_shape_with_weights_has_a_longest_input():
    known = compare.longest_inputs()
    assert known.keys() >= {*RELEASED.index[RELEASED["architecture"].ne("")]}
    assert MODELS["longest"].ne("").eq(MODELS["longest_place"].ne("")).all()
    tokens = {"bert-base": 512, "roberta-base": 512, "modernbert-base": 8192, "ettin-17m": 7999}
    tokens |= {"all-minilm-l6-v2": 256, "snowflake-arctic-embed-m-long": 2048}
    assert {each: known[each] for each in tokens} == tokens
    stated = MODELS.loc[MODELS["longest"].ne("")]
    for id, key in stated.loc[stated["architecture"].ne(""), "architecture"].items():
        assert known[id] <= (cost.architecture(key).positions or known[id]), id


def test_a_dead_checkpoint_names_its_report_and_is_not_offered():
    dead = CHECKPOINTS[CHECKPOINTS["reported_dead"].ne("")]
    assert (
        dead["reported_dead"].str.fullmatch(r"https://github\.com/[\w.-]+/[\w.-]+/issues/\d+").all()
    )
    assert {*dead["model"]} >= {"tinybert-4-layers", "tinybert-6-layers", "autotinybert-s1"}
    offered = side_tables.checkpoints()
    assert not offered.isin(dead["checkpoint"]).any()
    assert offered["tinybert-4-layers"] == "huawei-noah/TinyBERT_General_4L_312D"
    gotten = {each.url for line in answers.all_candidates() for each in line.sources.values()}
    assert not gotten & {*dead["checkpoint"]}
    assert side_tables.checkpoint_url("huawei-noah/TinyBERT_General_4L_312D") in gotten


def test_a_license_is_stated_or_not_stated_or_nobody_looked():
    license, place = CHECKPOINTS["license"], CHECKPOINTS["license_path"].ne("")
    assert license.ne("").eq(place).all()  # who looked says where
    assert license.isin(["", "not stated"]).eq(CHECKPOINTS["license_of"].eq("")).all()
    assert license.eq("").sum() < 10 < license.eq("not stated").sum() < 20
    v2 = CHECKPOINTS[CHECKPOINTS["model"].str.contains("minilmv2")]
    bert = v2["model"].str.contains("from-bert")
    assert {*v2.loc[bert, "license"]} == {"Apache-2.0"}
    assert {*v2.loc[~bert, "license"]} == {"MIT"}
    assert {*v2["license_of"]} == {"teacher"}


def test_the_hub_comes_before_other_places():
    file = CHECKPOINTS["checkpoint"].str.contains("://")
    for (_, kind), own in file.groupby([CHECKPOINTS["model"], CHECKPOINTS["kind"]]):
        assert own.is_monotonic_increasing, kind
    bare = ~file & ~CHECKPOINTS["checkpoint"].str.contains("/")
    assert not bare.any()  # each is under its organisation


@pytest.mark.parametrize("name", MODELS["architecture"].loc[lambda each: each.ne("")].unique())
def test_each_shape_of_the_list_can_be_counted(name):
    assert cost.parameters(cost.architecture(name)).sum() > 1e6
