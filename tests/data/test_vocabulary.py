import pytest

from smallbert.data import vocabulary
from smallbert.errors import UserError


def test_a_word_that_is_unknown_is_refused_with_what_is_allowed():
    assert vocabulary.require("tasks", "mnli-m") == "mnli-m"
    allowed = "use one of test, dev, mixed, unstated, train"
    with pytest.raises(UserError, match=f"^splits: 'training' is unknown; {allowed}$"):
        vocabulary.require("splits", "training")


def test_a_table_that_is_changed_by_its_reader_stays_whole_for_others():
    mine = vocabulary.entries("tasks")
    mine.loc["mnli", "name"] = "changed"
    assert vocabulary.entries("tasks").loc["mnli", "name"] == "MNLI"


def test_an_empty_cell_is_an_empty_string(tmp_path, monkeypatch):
    (tmp_path / "data" / "vocabulary").mkdir(parents=True)
    (tmp_path / "data" / "vocabulary" / "tasks.csv").write_text("task,name\nNA,\n")
    monkeypatch.setenv("SMALLBERT_ROOT", str(tmp_path))
    assert vocabulary.entries("tasks")["name"].to_dict() == {"NA": ""}
