import pytest

from smallbert.book import notebooks
from smallbert.data import notebook_parameters, vocabulary
from smallbert.errors import UsageError

NOTEBOOKS = [path.stem for path in notebooks.every()]
PARAMETERS = vocabulary.entries("parameters")
LISTED = PARAMETERS.index[PARAMETERS["allowed"] == notebook_parameters.LISTED]
"""Parameters whose words each notebook lists in the comment."""


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_parameter_has_the_meaning_of_the_dictionary_and_a_default_that_it_allows(name):
    meanings, path = PARAMETERS["meaning"], notebooks.find(name)
    found = notebook_parameters.declared(path)
    told = {key: each["help"] for key, each in found.items()}
    told |= {key: told[key].partition(": ")[0] for key in found if key in LISTED}
    assert told == meanings[[*found]].to_dict()
    words = {key: str(eval(each["default"])) for key, each in found.items()}
    notebook_parameters.convert(path, words)


def test_words_become_values_of_the_dictionarys_type():
    path = notebooks.find("zhao2019extreme")
    assert notebook_parameters.convert(path, {"corrected": "false"}) == {"corrected": False}


def test_a_notebook_that_papermill_gives_an_unknown_name_refuses_it():
    names = {"__annotations__": {"corrected": bool}, "corrected": True, "nosuch": 1}
    names["In"] = ["", "corrected: bool = True", "# Parameters\nnosuch = 1\n"]
    with pytest.raises(UsageError, match="no parameter 'nosuch'; use one of corrected"):
        notebook_parameters.require_all(names)
    notebook_parameters.require_all(names | {"In": ["", "# Parameters\ncorrected = True\n"]})


@pytest.mark.parametrize(("word", "value"), [("false", False), ("true", True), ("False", False)])
def test_the_word_that_papermill_makes_of_a_bool_is_understood(word, value):
    """`papermill -p corrected false` puts the text 'false' into the notebook."""
    names = {"__annotations__": {"corrected": bool}, "corrected": word}
    notebook_parameters.require_all(names)
    assert names["corrected"] is value
    with pytest.raises(UsageError, match="corrected is 'no'; use true or false"):
        notebook_parameters.require_all(names | {"corrected": "no"})


def test_a_name_that_is_a_parameter_elsewhere_may_be_anything():
    names = {"__annotations__": {"corrected": bool}, "corrected": True, "sizes": ["small"]}
    notebook_parameters.require_all(names)
    with pytest.raises(UsageError, match="corrected is 1; use true or false"):
        notebook_parameters.require_all(names | {"corrected": 1})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"correct": "true"}, "no parameter 'correct'; it takes corrected"),
        ({"corrected": "maybe"}, "corrected is 'maybe'; use true or false"),
    ],
)
def test_a_word_that_fits_no_parameter_is_refused_with_what_does(given, message):
    with pytest.raises(UsageError, match=message):
        notebook_parameters.convert(notebooks.find("zhao2019extreme"), given)


def test_a_word_that_the_notebook_does_not_list_is_refused_with_those_that_it_does():
    names = {"__annotations__": {"task": str}, "task": "mrpc"}
    names["In"] = ["", 'task: str = "mnli"  # score that the page shows first: mnli | sst-2']
    with pytest.raises(UsageError, match="task is 'mrpc'; use one of mnli, sst-2"):
        notebook_parameters.require_all(names)
    notebook_parameters.require_all(names | {"task": "sst-2"})


@pytest.mark.parametrize("length", [0, 513, 12.5, True, "12"])
def test_a_number_out_of_range_or_of_another_type_is_refused(length):
    with pytest.raises(UsageError, match="give a whole number from 1 to 512"):
        notebook_parameters.require(sequence_length=length)


def test_a_truthy_word_is_not_taken_for_a_bool():
    with pytest.raises(UsageError, match="corrected is 'False'; use true or false"):
        notebook_parameters.require(corrected="False")


@pytest.mark.parametrize(
    ("name", "default", "other"),
    [
        ("corrected", True, False),
        ("size_axis", "with_embeddings", "without_embeddings"),
        ("size_axis", "speedup", "with_embeddings"),
        ("sequence_length", 128, 64),
        ("prune_ratio", 50, 25.0),
        ("batch", 1, 64),  # half of one is no input
        ("prune_ratio", 0, 99.0),
        ("can", "all", None),  # any text
    ],
)
def test_another_value_is_allowed_and_not_the_default(name, default, other):
    assert notebook_parameters.another(notebook_parameters.entry(name), default) == other
    assert type(notebook_parameters.another(notebook_parameters.entry(name), default)) is type(
        other
    )
    if other is not None:
        notebook_parameters.require(**{name: other})
