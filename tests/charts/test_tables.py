import pandas as pd

from smallbert import charts, compare
from smallbert.book import number_card_pages
from smallbert.charts import printed_tables
from smallbert.charts.tables import table_html as html
from smallbert.charts.tables import working
from smallbert.data import check


def test_the_name_of_a_column_of_numbers_stands_where_they_do():
    two = pd.MultiIndex.from_tuples([("", "Model"), ("GLUE", "MNLI"), ("GLUE", "kind")])
    page = html(pd.DataFrame([["7", "84.0", "base"]], columns=two))
    assert '<th class="sb-number" scope="col">MNLI</th><th scope="col">kind</th>' in page
    assert page.count("sb-number") == 2  # neither the name above nor that of the rows


def test_a_spanning_cell_ends_with_its_group():
    frame = pd.DataFrame({"Factor": ["5x", "5x", "9x", "9x"], "Vocab": ["4928"] * 4})
    page = html(frame, span=["Factor", "Vocab"], groups="Factor")
    assert page.count('rowspan="2">4928') == 2
    assert page.count("4928") == 2
    told = {(1, "Vocab"): "misread", (2, "Factor"): "rerun", (3, "Vocab"): "misread"}
    page = html(frame, span=["Factor", "Vocab"], groups="Factor", notes=told)
    assert [page.count(f"4928<sup>{sign}</sup>") for sign in "ab"] == [2, 0]
    assert "9x<sup>b</sup>" in page  # letters follow the reading order


def test_each_group_but_the_first_begins_under_a_rule():
    frame = pd.DataFrame({"Model": list("abcd"), "Factor": ["5x", "5x", "9x", "9x"]})
    page = html(frame, groups="Factor", anchors="row-")
    assert page.count('class="sb-group"') == 1
    assert '<tr id="row-2" class="sb-group">' in page


def test_works_of_two_columns_lead_to_their_pages():
    frame = pd.DataFrame({"Work": ["guo2019rpp"], "work": ["turc2019wellread"]})
    page = working(frame)
    assert 'href="guo2019rpp.html"' in page
    assert 'href="turc2019wellread.html"' in page


def test_cells_of_which_the_same_is_said_have_one_note():
    frame = pd.DataFrame({"Model": ["A", "B"], "QQP": ["88.1", "88.0"]})
    told = {(0, "QQP"): "F1", (1, "Model"): "rerun", (1, "QQP"): "F1"}
    page = html(frame, notes=told)
    assert [
        page.count(f"{cell}<sup>{sign}</sup>")
        for cell, sign in (("88.1", "a"), ("B", "b"), ("88.0", "a"))
    ] == [1, 1, 1]
    assert '<summary>2 notes</summary><ol type="a"><li>F1</li><li>rerun</li></ol>' in page


def test_the_best_value_is_bold_and_the_baseline_is_not():
    frame = pd.DataFrame({"m": list("abc"), "x": ["84.0", "82.8", "81.0"]}, index=list("abc"))
    page = html(frame, highest=["x"], exclude=["a"])
    assert "<strong>82.8</strong>" in page
    assert "<strong>84.0</strong>" not in page


def test_decimals_stand_in_line():
    page = html(pd.DataFrame({"m": list("ab"), "x": ["73.81", "77.0"]}))
    assert "77.0\u2007</td>" in page


def test_folded_rows_stand_in_a_table_below_that_the_reader_opens():
    page = html(pd.DataFrame({"Model": list("abc")}), folded=[1, 2], fold="2 more")
    shown, folded = page.split('<details class="sb-fold"><summary>2 more</summary>')
    assert ("a</th>" in shown, "b</th>" in shown) == (True, False)
    assert "b</th>" in folded
    assert "c</th>" in folded
    assert "<details" not in html(pd.DataFrame({"Model": list("abc")}))


def test_each_number_of_a_cell_leads_to_its_card():
    frame = pd.DataFrame({"Model": ["A"], "MRPC": ["88.5/84.3"]}, index=["a"])
    numbers = [("88.5", "k/t/a/mrpc-f1"), ("84.3", "k/t/a/mrpc-accuracy")]
    page = html(frame, numbers={("a", "MRPC"): numbers})
    first, second = page.split("<td>")[1].split("</td>")[0].split("/a>/<a")
    assert 'href="number:k/t/a/mrpc-f1">88.5<' in first
    assert 'href="number:k/t/a/mrpc-accuracy">84.3<' in second


def test_text_is_escaped_and_a_missing_cell_is_not_reported():
    frame = pd.DataFrame({"Model": ["<b>", "B", "C"], "x": ["-", "", None]})
    # a cell that is corrected to nothing has a number all the same
    page = html(frame, numbers={(1, "x"): [("8", "k/t/b/x")]})
    assert page.count('aria-label="not reported"') == 3
    assert "&lt;b&gt;" in page


def test_equal_scores_differ_by_nothing_and_not_by_less_than_nothing():
    """XtremeDistil's README: 91.3 on QQP for BERT and for the student of 12 layers."""
    table = charts.loss_table(compare.losses("mukherjee2021xtremedistil", "qqp")).set_index("Model")
    difference = table.at["XtremeDistil, 12 layers of 384", "Difference [points]"]
    assert difference.startswith("0.0\xa0±")


def test_tables_of_a_retracted_work_say_so(edited, monkeypatch):
    path = "data/sources/xu2020theseus/datapackage.yaml"
    edited(path, "laboratory:", "retracted: by its authors in 2031, wrong split\nlaboratory:")
    shown = []
    monkeypatch.setattr(printed_tables, "table", lambda *_, grounds, **__: shown.append(grounds))
    printed_tables.printed_table("xu2020theseus", "table1")
    assert shown[0].startswith("Retracted: by its authors in 2031, wrong split. Scores: ")
    article = number_card_pages.article_of_table("xu2020theseus", "table1", [])
    assert "Retracted: by its authors in 2031, wrong split.</p>" in article
    assert check.faults("xu2020theseus") == []
