"""What the page on all models shows of hand-read numbers."""

import re

from smallbert.charts.tables import Layout, to_html

from .reading import in_a_line

NAME = "models"


def test_the_table_has_a_line_for_each_model_with_an_anchor(published):
    frame, layout = published(NAME).tables["models-table"]
    assert str(len(frame)) == published(NAME).said["lines"]
    assert frame.at["zhao2019extreme/dualtrain-192", "MNLI [%]"] == "78.1"  # the deck, line 17
    assert 'id="model-zhao2019extreme/dualtrain-192"' in to_html(frame, Layout(**layout))


def test_derived_numbers_are_set_apart_from_reported_ones(published):
    frame, layout = published(NAME).tables["models-table"]
    row = "sun2020mobilebert/mobilebert"
    assert (row, "Size [MB]") in layout["derived"]
    assert (row, "Weights [M]") not in layout["derived"]
    line = re.sub("</?a[^>]*>", "", to_html(frame.loc[[row]], Layout(**layout)))
    assert "<em>96.9</em>" in line
    assert "<em>25.3" not in line


def test_a_score_of_another_work_is_marked_behind_the_name_of_its_model(published, results):
    frame, _ = published(NAME).tables["models-table"]
    lines = published(NAME).names["models"].set_index("id")
    lent = results.set_index("id").query("measured_by == 'borrowed'")["original"]
    elsewhere = {id for id, original in lent.items() if not original.startswith(id.split("/")[0])}
    own = lines[["mnli_id", "glue_id", "squad_id"]].isin(elsewhere).any(axis=1)
    assert own.any()
    assert list(frame["Model"].str.endswith("‡")) == list(own)


def test_the_csv_has_the_id_of_each_number(published):
    assert "mnli_id" in published(NAME).artifacts["models-table"]["csv"].splitlines()[0]


def test_reports_of_one_model_are_set_side_by_side(published):
    page = published(NAME)
    figure, rows = page.figures["models-reports"], page.names["reports"]
    names = [in_a_line(text.get_text()) for text in figure.axes[0].get_yticklabels()]
    assert names == list(dict.fromkeys(rows["what"]))
    assert "BERT_BASE, development set" in names
    widest = (rows.groupby("what")["score"].max() - rows.groupby("what")["score"].min()).max()
    assert page.said["report_range"] == f"{widest:.1f}"
    reported = rows[rows["what"] == page.said["widest_report"]]
    assert page.said["most_works"] == str(reported["source"].nunique())
    # the name in seven works, from Theseus' quotation of 79.0 to Ettin's own 82.7; two measured it
    said = [page.said[name] for name in ("named_works", "named_low", "named_high", "own_works")]
    assert said == ["7", "79.0", "82.7", "2"]
