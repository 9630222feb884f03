"""Which numbers a CSV shows; the numbers are made by hand."""

import pandas as pd

from smallbert.book import shown

TIDY = pd.DataFrame(
    [
        ("a/t/one/mnli-m-accuracy", "a", "t", "one", "mnli-m", "accuracy", "test", 84.0),
        ("a/t/one/size", "a", "t", "one", "", "size", "", 10.0),
        ("a/u/one/size", "a", "u", "one", "", "size", "", 10.0),
        ("b/t/one/size", "b", "t", "one", "", "size", "", 10.0),
    ],
    columns=["id", "source", "table", "row", "task", "metric", "split", "value"],
)
find = shown.finder(TIDY)


def test_a_line_shows_a_number_by_row_quantity_and_value():
    csv = "row,label,size,mnli_m_accuracy\none,One,10.0,83.0\n"
    assert find({"source": "a", "csv": csv}) == ["a/t/one/size"]


def test_a_chart_of_all_works_names_source_and_metric():
    csv = "source,table,row,task,metric,split,score\na,t,one,mnli-m,accuracy,test,84\n"
    assert find({"source": "", "csv": csv}) == ["a/t/one/mnli-m-accuracy"]


def test_a_column_of_ids_shows_its_numbers_and_one_of_evidence_does_not():
    csv = "id_upper,evidence\nb/t/one/size,a/t/one/size\n"
    assert find({"source": "a", "csv": csv}) == ["b/t/one/size"]


def test_a_linked_cell_shows_its_number():
    assert find({"source": "a", "csv": "x\n1\n", "numbers": ["a/u/one/size"]}) == ["a/u/one/size"]
