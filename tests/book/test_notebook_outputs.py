"""A table and a chart made by hand stand in for published ones."""

import json
import math

import pytest

from smallbert.book import notebook_outputs, number_cards
from smallbert.errors import UserError

TABLE = {
    "id": "a-table",
    "kind": "table",
    "source": "a",
    "document": "a.txt",
    "title": "R & D",
    "status": "regenerated",
    "caption": "x < y",
    "credit": [{"key": "a2020", "name": "A & B (2020)", "place": "a.txt, Table <1>"}],
    "grounds": "Scores: F1 & recall.",
    "csv": "x\n1\n",
}
CHART = TABLE | {"id": "a-chart", "kind": "figure", "alt": 'a "bar" <tall>'}
SHOWN = {"data": {"text/html": "<table></table>"}}
DRAWN = {"data": {"image/svg+xml": ["<svg>\n", "</svg>\n"]}}  # as nbformat keeps lines
ID = "zhao2019extreme/table3/teacher/mnli-m-accuracy"
CARD = "numbers/zhao2019extreme-table3.html#teacher/mnli-m-accuracy"


def test_a_table_on_a_page_has_its_id_its_data_its_credit_and_escaped_words():
    page = notebook_outputs.to_html(TABLE, SHOWN)
    assert page.startswith('<figure class="sb-artifact sb-table" id="a-table">')
    assert "<strong>R &amp; D.</strong> x &lt; y</figcaption><table></table>" in page
    credit = 'Redrawn from <a href="../book/references.html#ref-a2020">A &amp; B (2020)</a>'
    assert f"{credit}, a.txt, Table &lt;1&gt;. Scores: F1 &amp; recall." in page
    assert '<a href="../data/charts/a-table.csv" download>Data (CSV)</a>' in page
    assert "sb-png" not in page


def test_another_page_shows_an_exhibit_of_a_notebook(tmp_path):
    cell = {"cell_type": "code", "source": "", "metadata": {}, "execution_count": 1}
    shown = {"output_type": "display_data", "metadata": {}}
    shown["data"] = {"text/html": notebook_outputs.to_html(CHART, DRAWN)}
    notebook = {"cells": [cell | {"outputs": [shown]}], "metadata": {}}
    text = json.dumps(notebook | {"nbformat": 4, "nbformat_minor": 5})
    (tmp_path / "page.ipynb").write_text(text)
    html = notebook_outputs.html_of_exhibit(tmp_path, "a-chart")
    assert '<div class="sb-picture"><svg>\n</svg>\n</div>' in html
    assert '<a href="../data/charts/a-chart.svg" download>SVG</a>' in html
    assert '<button type="button" class="sb-png">PNG</button>' in html
    with pytest.raises(UserError, match="publishes no 'b-chart'; name another exhibit of it"):
        notebook_outputs.html_of_exhibit(tmp_path, "b-chart")


def test_marks_and_cells_lead_to_cards_from_page_and_file_and_say_model_score_and_work(tmp_path):
    mark = f'<svg><a class="sb-mark" href="number:{ID}"><use /></a></svg>'
    drawn = {"data": {"image/svg+xml": mark}}
    page = notebook_outputs.to_html(CHART, drawn)
    told = page.partition("<title>")[2].partition("</title>")[0]
    assert f'<a class="sb-mark" href="../{CARD}"><title>{told}</title><use />' in page
    model, score, work = told.split("\n")
    assert (model, work) == ("BERT-base", "Zhao et al.")
    half = number_cards.card_of_number(ID).half_interval  # of the deck's line 13
    assert score == f"84.0 ± {half:.1f} %, MNLI matched accuracy, test"
    notebook_outputs.write_downloads(CHART, drawn, tmp_path)
    assert f'href="../../{CARD}"' in (tmp_path / "data/charts/a-chart.svg").read_text()
    cell = {"data": {"text/html": f'<td><a class="sb-cell" href="number:{ID}">84.6</a></td>'}}
    assert f'href="../{CARD}" title="{told}">84.6</a>' in notebook_outputs.to_html(TABLE, cell)


def test_a_mark_says_its_places_but_not_the_number_once_more():
    places = "Size: 418 MB; MNLI: 84 %"
    mark = f'<svg><a class="sb-mark" data-at="{places}" href="number:{ID}"><use /></a></svg>'
    page = notebook_outputs.to_html(CHART, {"data": {"image/svg+xml": mark}})
    told = page.partition("<title>")[2].partition("</title>")[0].split("\n")
    assert told[2:] == ["Size: 418 MB", "Zhao et al."]
    assert "data-at" not in page


@pytest.mark.parametrize(
    ("printed", "shown"), [("83.50144336899303", "83.5"), ("0.8350", "83.50"), ("83.501", "83.501")]
)
def test_digits_that_a_program_printed_are_not_said(printed, shown):
    row = {"value": float(printed) * (100 if printed[0] == "0" else 1), "printed": printed}
    row |= {"unit": "%", "half": math.nan, "task": "", "metric": "accuracy", "split": ""}
    assert notebook_outputs._amount_with_interval(row) == f"{shown} %, accuracy"


def test_a_page_has_a_chart_s_drawings_for_both_screens_and_a_file_the_desk_s(tmp_path):
    drawings = {
        screen: f'<svg class="sb-{screen}"><a class="sb-mark" href="number:{ID}"><use /></a></svg>'
        for screen in ("desk", "phone")
    }
    drawn, chart = (
        {"data": {"image/svg+xml": drawings["desk"]}},
        CHART | {"phone": drawings["phone"]},
    )
    picture = notebook_outputs.to_html(chart, drawn).partition('<div class="sb-picture">')[2]
    assert picture.index('class="sb-desk"') < picture.index('class="sb-phone"')
    assert picture.count(f'href="../{CARD}"') == 2
    notebook_outputs.write_downloads(chart, drawn, tmp_path)
    assert "sb-phone" not in (tmp_path / "data/charts/a-chart.svg").read_text()


def test_an_entry_leads_to_page_and_files_and_names_the_numbers_that_are_linked_or_listed():
    other = "zhao2019extreme/table3/pkd-3/hidden-size"
    chart = CHART | {"numbers": [ID], "csv": f"row,id_lower\na,{other}\n"}
    entry = notebook_outputs.listing_line(chart, "one")
    assert f"{entry['page']}#{entry['anchor']}" == "notebooks/one.html#a-chart"
    assert entry["image"] == "data/charts/a-chart.svg"
    assert entry["csv"] == "data/charts/a-chart.csv"
    assert set(entry["numbers"]) == {ID, other}
    assert notebook_outputs.listing_line(TABLE, "one")["image"] is None
