"""Expected numbers stand in the deck's tables and in the README of the small BERT models."""

import pytest

from smallbert import audit, data
from smallbert.errors import UserError

from .reading import drawn, near, points, texts

NAME = "glue_scores"


def test_nine_tasks_with_metrics_averaged_first_give_all_four_published_scores(published):
    # BERT-Small: CoLA 27.8, SST-2 89.7, MRPC 79.8, STS-B 77.9, QQP 77.55, MNLI 77.3, QNLI 86.4,
    # RTE 61.8, WNLI 62.3 have the mean 71.17; 71.2 is published
    frame, _ = published(NAME).tables["glue_scores-rule"]
    rows = frame.set_index("Definition")
    assert rows.loc["leaderboard", "BERT-Small (71.2)"] == "71.17"
    assert rows.loc["leaderboard", "Fits"] == "4 of 4"


def test_no_other_definition_gives_them(published):
    frame, _ = published(NAME).tables["glue_scores-rule"]
    others = frame[frame["Definition"] != "leaderboard"]
    assert len(others) == 6
    assert (others["Fits"] == "0 of 4").all()


def test_without_wnli_bert_small_is_a_point_better(published):
    # the sum of the eight others is 578.25, their mean 72.28
    frame, _ = published(NAME).tables["glue_scores-rule"]
    assert frame.set_index("Definition").loc["eight tasks", "BERT-Small (71.2)"] == "72.28"
    assert published(NAME).said["eight_move"] == "1.4"  # BERT-Medium: 74.91 for 73.5


def test_the_deck_s_scores_need_wnli_although_its_caption_leaves_it_out(published):
    frame, _ = published(NAME).tables["glue_scores-printed"]
    row = frame.set_index("Model").loc["BERT_BASE"]
    # line 53: 52.1 + 93.5 + 88.9 + 85.8 + 71.2 + 84.0 + 90.5 + 66.4 = 632.4, over 8 is 79.05
    assert row["Printed"] == 78.3
    assert row["Eight tasks, one metric each"] in (79.0, 79.1)
    assert float(row["Printed"]) < float(row["Eight tasks, least"])
    assert float(row["WNLI if nine, least"]) < 62.3 < float(row["WNLI if nine, most"])


def test_a_score_is_recomputed_where_its_parts_are_printed(published):
    frame, _ = published(NAME).tables["glue_scores-definitions"]
    rows = frame.set_index(["Work", "Table", "Called"])["Recomputed"]
    assert rows["turc2019wellread", "table3", "meta score"] == "7 of 7"
    assert rows["turc2019wellread", "published_readme", "GLUE score"] == "4 of 4"
    assert rows["sun2020mobilebert", "table3", "GLUE"] == ""
    assert rows["weller2025ettin", "encoders", "GLUE Avg"] == ""
    # EuroBERT is the nearest: 652.8 over 8 is 81.6, and 81.2 is printed
    assert rows["marone2025mmbert", "glue", "Avg"] == "0 of 8"
    # DistilRoBERTa: 658.8 without WNLI over 8 is 82.35, with its 52.1 over 9 it is 78.99
    assert rows["sanh2019distilbert", "table1", "Macro-score"] == "6 of 6"
    assert rows["sanh2019distilbert", "table1", "Macro-score without WNLI"] == "2 of 2"


def test_a_work_that_says_what_its_average_over_glue_is_says_it_of_each_table():
    tidy = data.results()
    over = tidy[tidy["task"].str.startswith("glue") & tidy["metric"].isin(["average", "score"])]
    known = audit.meanings()
    over = over[over["source"].isin(known["source"])]
    places = ["source", "table"]
    assert over.set_index(places).index.isin(known.set_index(places).index).all()


def test_bert_base_stands_at_78_3_and_at_82_and_at_79_6(published):
    figure = published(NAME).figures["glue_scores-moves"]
    (ax,) = figure.axes
    labels = [each.get_text() for each in ax.get_yticklabels()]
    at = labels.index("BERT_BASE")
    for value in (78.3, 82, 79.6, 79.05):  # deck, document 001, its paper, computed
        assert near(drawn(figure), value, at, rel=1e-6)
    assert "3.7" in texts(figure)


def test_a_row_is_one_model(published):
    """Line 52 of the deck is GPT with supplementary training, the figure's GPT-1 is not."""
    run = published(NAME)
    assert set(run.names["names"].values()) == {"ELMo", "BERT_BASE", "MobileBERT"}
    assert run.said["shared"] == "3"
    # MobileBERT: 77.7 in the deck, 79 in the figure; ELMo: its eight metrics' mean is 69.6, and 75
    assert run.said["narrowest_points"] == "1.3"
    assert run.said["widest"] == "ELMo"


def test_the_labels_of_a_row_stand_clear_of_its_points(published, overlaps):
    assert overlaps(published(NAME).figures["glue_scores-moves"]) == []


def test_the_chosen_definition_is_the_one_drawn(published):
    found = published(NAME, definition="leaderboard")
    (ax,) = found.figures["glue_scores-moves"].axes
    # the deck prints no second metric, so only the README's four have a leaderboard score
    scores = found.names["scores"]
    assert (scores["origin"] == "derived").sum() == 4
    assert len(points(ax)) == 3 + 3 + 2 + 4 + 4
    assert found.said["largest_shift"] == "0.1"


def test_an_unknown_definition_is_refused(published):
    with pytest.raises(UserError, match="definition"):
        published(NAME, definition="ten_tasks")
