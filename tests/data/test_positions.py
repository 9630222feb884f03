"""Lines and columns are counted by hand in the texts below, from 1."""

import pytest

from smallbert.data import positions

CSV = 'row,note,x\na,"two, on\ntwo lines",1\nb,é,2\n'
YAML = "name: a\nresources:\n  - name: one\n    schema: {fields: [{name: x}]}\n"


@pytest.mark.parametrize(
    ("record", "field", "place"),
    [
        (0, 0, (1, 1)),
        (0, 2, (1, 10)),
        (1, 1, (2, 3)),
        (1, 2, (3, 12)),
        (2, 0, (4, 1)),
        (2, 2, (4, 5)),
    ],
)
def test_a_cell_is_found_past_a_quoted_one_over_two_lines(record, field, place):
    assert positions.of_cell(CSV, record, field) == place


def test_a_doubled_quote_does_not_end_a_cell():
    assert positions.of_cell('"say ""a,b""",2\n', 0, 1) == (1, 15)


def test_a_byte_is_counted_in_characters_as_an_editor_does():
    content = "é\nfür ".encode() + b"\xff,x"
    assert positions.of_byte(content, content.index(b"\xff")) == (2, 5)


def test_the_first_byte_is_at_the_first_place():
    assert positions.of_byte(b"\xff", 0) == (1, 1)


@pytest.mark.parametrize(
    ("path", "place"),
    [
        (("resources",), (2, 1)),
        (("resources", 0), (3, 5)),
        (("resources", 0, "schema"), (4, 5)),
        (("resources", 0, "schema", "fields", 0, "name"), (4, 24)),
    ],
)
def test_a_setting_is_found_by_its_path(path, place):
    assert positions.of_setting(YAML, *path) == place


def test_a_path_that_is_missing_falls_back_to_its_last_part_found():
    assert positions.of_setting(YAML, "resources", 0, "path", "x") == (3, 5)
    assert positions.of_setting(YAML, "resources", 7) == (2, 1)
    assert positions.of_setting(YAML, "licenses") == (1, 1)
