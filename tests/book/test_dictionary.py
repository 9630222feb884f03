import pytest

from smallbert import audit, compare
from smallbert.book import dictionary, offered
from smallbert.data import sources, vocabulary
from smallbert.data.results import COLUMNS


def test_the_package_describes_every_column_of_the_results():
    schema = dictionary.data_package()["resources"][0]["schema"]
    assert [field["name"] for field in schema["fields"]] == list(offered.results())
    assert all(field["description"] for field in schema["fields"])


def test_the_package_states_the_types_that_the_results_have():
    kinds = {"str": "string", "float64": "number", "bool": "boolean"}
    fields = dictionary.data_package()["resources"][0]["schema"]["fields"]
    found = {name: kinds[str(kind)] for name, kind in offered.results().dtypes.items()}
    assert {field["name"]: field["type"] for field in fields} == found


TABLES = sorted(path.stem for path in vocabulary.folder().glob("*.csv"))
TITLES = {"task_sizes": "Sizes of the tasks' sets"}


@pytest.mark.parametrize("name", TABLES)
def test_the_dictionary_names_every_vocabulary_and_its_words(name):
    page = dictionary.page()
    title = TITLES.get(name, name.capitalize())
    section = page.split(f"\n## {title}\n")[1].split("\n## ")[0]
    for word in vocabulary.words(name):
        assert f"| {word} |" in section


def test_the_dictionary_explains_every_column():
    page = dictionary.page()
    assert [name for name in COLUMNS if f"| {name} |" not in page] == []


@pytest.mark.parametrize(
    "line",
    [
        "technique | key; several are joined by + | part of the key",
        "layers | transformer layers | a whole number; at least 1",
        "unit | key of the unit; empty for words and dates | of units.csv; may be empty",
        "type | Python type | bool or int or float or str",
    ],
)
def test_the_dictionary_says_what_a_column_means_and_what_a_cell_may_hold(line):
    assert f"| {line} |" in dictionary.page()


def test_the_dictionary_explains_every_column_of_the_files_of_a_work():
    page = dictionary.page().split("## Tables about the numbers")[1]
    for key in sources.keys():
        tables = {each["path"] for each in sources.describe(key)["resources"]}
        for path in sources.folder(key).glob("*.csv"):
            if path.name not in tables:
                section = page.split(f"`{path.name}`")[1].split("###")[0]
                columns = sources.read_csv(path).columns
                assert [each for each in columns if f"| {each} |" not in section] == [], path


def test_the_package_describes_every_column_of_the_audit():
    fields = dictionary.data_package()["resources"][1]["schema"]["fields"]
    frame = audit.both()
    assert [each["name"] for each in fields] == list(frame)
    numbers = {each["name"] for each in fields if each["type"] == "number"}
    assert numbers == set(frame.select_dtypes("number"))


def test_the_package_describes_every_column_of_the_models():
    fields = dictionary.data_package()["resources"][2]["schema"]["fields"]
    frame = compare.models()
    assert [each["name"] for each in fields] == list(frame)
    numbers = {each["name"] for each in fields if each["type"] in ("number", "integer")}
    assert numbers == set(frame.select_dtypes("number"))
