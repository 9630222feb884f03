"""A spreadsheet computes no text of the data; what is a number stays one."""

import pytest

from smallbert.book import artifacts, sheets


@pytest.mark.parametrize(
    "cell", ["=1+1", "@SUM(A1)", "+1+cmd|' /C calc'!A0", "-2+3", "-x", "\t=1", "\r=1"]
)
def test_a_text_that_a_spreadsheet_would_run_gets_an_apostrophe(cell):
    assert sheets.harmless(f'a\n"{cell}"\n').endswith(("'" + cell + "\n", '"' + "'" + cell + '"\n'))


@pytest.mark.parametrize("cell", ["-1.5", "+2", "-0.5e-3", "-.5", "-", "–", "1 = 1", "a@b", ""])
def test_numbers_and_other_texts_stay_as_they_are(cell):
    assert sheets.harmless(f"a,b\n{cell},x\n") == f"a,b\n{cell},x\n"


def test_lines_and_quotes_inside_a_cell_stay():
    text = 'a,b\n"two\nlines","say ""x"", or y"\n'
    assert sheets.harmless(text) == text


def test_the_csv_of_a_chart_is_harmless(tmp_path):
    artifacts.write({"id": "x", "csv": "a\n=1\n"}, {}, tmp_path)
    assert (tmp_path / "data" / "charts" / "x.csv").read_text() == "a\n'=1\n"
