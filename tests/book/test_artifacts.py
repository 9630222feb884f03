"""A table and a chart made by hand stand in for published ones."""

import nbformat
import pandas as pd
import pytest

from smallbert import paths
from smallbert.book import artifacts
from smallbert.charts.svg import standing_alone
from smallbert.data.exhibits import MIME

TABLE = {
    "id": "a-table",
    "kind": "table",
    "source": "a",
    "document": "a.txt",
    "title": "R & D",
    "status": "regenerated",
    "caption": "x < y",
    "credit": [{"key": "a2020", "name": "A & B (2020)", "place": "a.txt, Table <1>"}],
    "csv": "x\n1\n",
}
CHART = TABLE | {
    "id": "a-chart",
    "kind": "figure",
    "alt": 'a "bar" <tall>',
}
SHOWN = {"data": {"text/html": "<table></table>"}}
DRAWN = {"data": {"image/svg+xml": ["<svg>\n", "</svg>\n"]}}  # as nbformat keeps lines


def test_an_entry_leads_to_page_and_files_from_the_root_of_the_site():
    entry = artifacts.entry(CHART, "one")
    assert entry["notebook"] == "notebooks/one.ipynb"
    assert f"{entry['page']}#{entry['anchor']}" == "notebooks/one.html#a-chart"
    assert entry["image"] == "data/charts/a-chart.svg"
    assert entry["csv"] == "data/charts/a-chart.csv"
    assert set(entry) & {"alt", "caption"} == set()


def test_a_table_has_no_picture(tmp_path):
    assert artifacts.entry(TABLE, "one")["image"] is None
    artifacts.write(TABLE, SHOWN, tmp_path)
    assert [path.name for path in tmp_path.rglob("*.*")] == ["a-table.csv"]


def test_a_chart_is_written_with_its_data_and_its_drawing(tmp_path):
    artifacts.write(CHART, DRAWN, tmp_path)
    folder = tmp_path / "data" / "charts"
    assert (folder / "a-chart.csv").read_bytes() == b"x\n1\n"
    assert (folder / "a-chart.svg").read_text() == standing_alone("<svg>\n</svg>\n")


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("regenerated", "Redrawn from"),
        ("re-derived", "Derived by this book for"),
        ("caption-only", "Stated in the caption of"),
    ],
)
def test_the_credit_says_how_the_exhibit_came_about(status, words):
    page = artifacts.to_html(TABLE | {"status": status}, SHOWN)
    assert f'{words} <a href="../book/references.html#ref-a2020">A &amp; B (2020)</a>' in page


def test_a_credit_leads_to_the_anchor_that_sphinx_gives_its_work():
    credit = [{"key": "a_deck", "name": "A deck", "place": "slide 1"}]
    page = artifacts.to_html(TABLE | {"credit": credit}, SHOWN)
    assert 'href="../book/references.html#ref-a-deck"' in page


def test_every_status_has_its_words():
    assert set(artifacts.REDRAWN) == {"regenerated", "re-derived", "caption-only"}


def test_what_credits_nobody_is_compiled_by_the_book():
    assert "Compiled by this book." in artifacts.to_html(TABLE | {"credit": []}, SHOWN)


def test_what_the_numbers_of_a_table_are_follows_its_credit():
    page = artifacts.to_html(TABLE | {"grounds": "Scores: F1 & recall."}, SHOWN)
    assert page.index("a.txt") < page.index("Scores: F1 &amp; recall.") < page.index("Data (CSV)")


def test_a_table_on_a_page_has_its_id_its_data_and_escaped_words():
    page = artifacts.to_html(TABLE, SHOWN)
    assert page.startswith('<figure class="sb-artifact sb-table" id="a-table">')
    assert '<a href="../data/charts/a-table.csv" download>Data (CSV)</a>' in page
    assert "<strong>R &amp; D.</strong> x &lt; y</figcaption><table></table>" in page
    assert "a.txt, Table &lt;1&gt;." in page


def test_a_page_at_the_root_leads_nowhere_up():
    page = artifacts.to_html(CHART, DRAWN, up="")
    assert 'href="data/charts/a-chart.svg"' in page
    assert 'href="data/charts/a-chart.csv"' in page
    assert "../" not in page


def test_a_chart_stands_in_its_page_with_its_downloads():
    page = artifacts.to_html(CHART, DRAWN)
    assert '<div class="sb-picture"><svg>\n</svg>\n</div>' in page
    assert '<a href="../data/charts/a-chart.svg" download>SVG</a>' in page
    assert '<button type="button" class="sb-png">PNG</button>' in page
    assert "sb-png" not in artifacts.to_html(TABLE, SHOWN)


def test_a_notebook_yields_its_artifacts_with_their_outputs():
    cells = [nbformat.v4.new_markdown_cell("words"), nbformat.v4.new_code_cell("x")]
    cells[1]["outputs"] = [
        nbformat.v4.new_output("stream", text="said"),
        nbformat.v4.new_output("display_data", data={"text/plain": "no artifact"}),
        nbformat.v4.new_output("display_data", data=SHOWN["data"] | {MIME: TABLE}),
    ]
    found = list(artifacts.of_notebook(nbformat.v4.new_notebook(cells=cells)))
    assert found == [(TABLE, cells[1]["outputs"][2])]


def test_marks_and_cells_lead_to_cards_from_page_and_file_with_value_and_place(tmp_path):
    id = "zhao2019extreme/table3/teacher/mnli-m-accuracy"
    mark = f'<svg><a class="sb-mark" href="number:{id}"><use /></a></svg>'
    drawn = {"data": {"image/svg+xml": mark}}
    page = artifacts.to_html(CHART, drawn)
    card = "numbers/zhao2019extreme-table3.html#teacher/mnli-m-accuracy"
    told = page.partition("<title>")[2].partition("</title>")[0]
    assert (
        f'<a class="sb-mark" href="../{card}" aria-label="{told}"><title>{told}</title><use />'
        in page
    )
    assert told.startswith("84.0 %, MNLI matched accuracy, test, BERT_BASE (teacher); 004_")
    assert told.endswith("slide 1, Table 3, line 13")
    artifacts.write(CHART, drawn, tmp_path)
    assert f'href="../../{card}"' in (tmp_path / "data/charts/a-chart.svg").read_text()
    cell = {"data": {"text/html": f'<td><a class="sb-cell" href="number:{id}">84.6</a></td>'}}
    assert f'href="../{card}" title="{told}">84.6</a>' in artifacts.to_html(TABLE, cell)


TIDY = pd.DataFrame(
    [
        ("a/t/one/mnli-m-accuracy", "a", "t", "one", "mnli-m", "accuracy", "test", 84.0),
        ("a/t/one/size", "a", "t", "one", "", "size", "", 10.0),
        ("a/u/one/size", "a", "u", "one", "", "size", "", 10.0),
        ("b/t/one/size", "b", "t", "one", "", "size", "", 10.0),
    ],
    columns=["id", "source", "table", "row", "task", "metric", "split", "value"],
)


@pytest.mark.parametrize(
    ("source", "csv", "shown"),
    [
        ("a", "row,label,size,mnli_m_accuracy\none,One,10.0,83.0\n", "a/t/one/size"),
        (
            "",
            "source,table,row,task,metric,split,score\na,t,one,mnli-m,accuracy,test,84\n",
            "a/t/one/mnli-m-accuracy",
        ),
        ("a", "id_upper,evidence\nb/t/one/size,a/t/one/size\n", "b/t/one/size"),
    ],
)
def test_a_line_of_data_shows_a_number_by_row_quantity_and_value_or_by_id(
    monkeypatch, source, csv, shown
):
    monkeypatch.setattr(artifacts.data, "results", lambda: TIDY)
    monkeypatch.setattr(artifacts, "_lines", lambda: dict.fromkeys(TIDY["id"]))
    before = paths.made.copy()
    paths.made.clear()
    assert artifacts._numbers({"source": source, "csv": csv}) == [shown]
    paths.made.clear()
    paths.made.update(before)


def test_a_linked_cell_shows_its_number():
    id = "zhao2019extreme/table3/pkd-3/hidden-size"
    assert artifacts._numbers({"source": "a", "csv": "x\n1\n", "numbers": [id]}) == [id]
