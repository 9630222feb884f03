"""What the tables say of models whose weights can be had."""

import pytest

from smallbert import cost
from smallbert.data import sources, survey

MODELS = sources.models().reset_index().set_index("id")
RELEASED = MODELS.loc[MODELS.index.isin(survey.gather("checkpoints")["model"])]


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


@pytest.mark.parametrize("name", MODELS["architecture"].loc[lambda each: each.ne("")].unique())
def test_each_shape_of_the_list_can_be_counted(name):
    assert cost.parameters(cost.architecture(name)).sum() > 1e6
