"""Expected numbers stand in document 004, lines 131 to 146 (slide 6), or are worked by hand."""

import pytest
from matplotlib.collections import PathCollection

from smallbert.errors import UserError

NAME = "turc2019wellread"
TABLE, FIGURE3 = "turc2019wellread-table3", "turc2019wellread-figure3"
MINIS, CLAIMS, META = (f"turc2019wellread-{each}" for each in ("minis", "claims", "meta"))
# line 132, in the order of the columns; F1 before accuracy, matched before mismatched
PD_TEST = [91.8, 86.8, 81.7, 70.4, 88.9, 82.8, 82.2, 88.9, 65.3, 82.1]
SUN_TEST = [92.0, 85.0, 79.9, 70.7, 88.9, 81.5, 81.0, 89.0, 65.5, 81.7]
PD_DEV = [91.1, 89.4, 84.9, 87.4, 90.7, 82.5, 83.4, 89.4, 66.7, 84.4]  # line 133
SANH_DEV = [92.7, 88.3, 82.4, 87.7, 90.6, 81.6, 81.1, 85.5, 60.0, 82.3]


def marks(ax):
    return [drawn for drawn in ax.collections if isinstance(drawn, PathCollection)]


def drawn(ax):
    return [list(each.get_offsets()[:, 0]) for each in marks(ax)]


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_table3_tells_four_test_and_three_dev_rows_apart(published):
    frame, layout = published(NAME).tables[TABLE]
    assert list(frame["Split"]) == ["test"] * 4 + ["dev"] * 3
    assert layout["groups"] == "Split"
    assert list(frame["Meta Score"]) == ["80.5", "81.6", "82.1", "81.7", "82.8", "84.4", "82.3"]
    assert list(frame["SST-2 (acc)"]) == ["90.7", "92.5", "91.8", "92.0", "91.1", "91.1", "92.7"]


def test_the_merged_cells_are_kept_as_printed(published):
    frame, layout = published(NAME).tables[TABLE]
    cells = frame["Models, one cell as printed"]
    assert cells["test-tf"] == "TF (baseline) PF (baseline) PD (our work) Sun et al. (2019a)"
    assert cells["dev-sanh"] == "PF (baseline) PD (our work) Sanh (2019)"
    assert "Models, one cell as printed" in layout["span"]


def test_names_are_resolved_in_the_printed_order(published):
    frame, _ = published(NAME).tables[TABLE]
    names = frame["Model, resolved"]
    assert names["test-sun"] == "PKD, 6 layers"
    assert names["dev-sanh"] == "DistilBERT"
    assert frame.loc["test-pd", "MNLI (acc m/mm)"] == "82.8/82.2"
    assert frame.loc["dev-pd", "QQP (f1/acc)"] == "87.4/90.7"  # printed '87.4/ 90.7'


def test_the_meta_score_is_the_mean_of_task_means(published):
    frame, _ = published(NAME).tables[META]
    # by hand, PKD: (92.0 + 82.45 + 79.8 + 81.25 + 89.0 + 65.5) / 6
    assert frame.loc["test-sun", "Recomputed"] == "81.67"
    assert list(frame["Within half a unit"]) == ["yes"] * 7
    assert published(NAME).said["agreeing"] == "7 of 7"


def test_the_other_averaging_rule_misses_the_meta_scores(published):
    run = published(NAME, meta="mean_of_metrics")
    frame, _ = run.tables[META]
    # by hand, PKD: (92.0 + 85.0 + 79.9 + 70.7 + 88.9 + 81.5 + 81.0 + 89.0 + 65.5) / 9
    assert frame.loc["test-sun", "Recomputed"] == "81.50"
    assert frame.loc["test-sun", "Within half a unit"] == "no"
    assert run.said["agreeing"] == "3 of 7"


def test_every_order_of_the_models_is_tried(published):
    said = published(NAME).said
    assert said["tried"] == "30"  # 4! + 3!
    assert said["single"] == "168"  # 6 tasks, (4! - 1) + (3! - 1) orders


def test_figure3_draws_test_and_dev_in_separate_panels(published):
    left, right = published(NAME).figures[FIGURE3].axes
    assert drawn(left) == [SUN_TEST, PD_TEST]
    assert drawn(right) == [SANH_DEV, PD_DEV]
    assert left.get_title(loc="left") == "Test (GLUE server)"
    assert right.get_title(loc="left") == "Dev (PD: mean of 5 runs)"


def test_figure3_writes_the_lead_at_each_score(published):
    left, right = published(NAME).figures[FIGURE3].axes
    assert texts(left)[:4] == ["−0.2", "+1.8", "+1.8", "−0.3"]
    assert texts(right)[-2:] == ["+6.7", "+2.1"]
    labels = [each.get_text() for each in left.get_yticklabels()]
    assert labels[0] == "SST-2"
    assert labels[-1] == "Meta score"


def test_figure3_is_re_derived_and_says_so(published):
    artifact = published(NAME).artifacts[FIGURE3]
    assert artifact["status"] == "re-derived"
    assert "the original is not in the document" in artifact["caption"]


@pytest.mark.parametrize(
    ("splits", "series"),
    [
        ("dev", [SANH_DEV, PD_DEV]),
        ("test", [SUN_TEST, PD_TEST]),
        ("together", [SUN_TEST, PD_TEST, SANH_DEV, PD_DEV]),
    ],
)
def test_splits_choose_what_one_panel_shows(published, splits, series):
    (ax,) = published(NAME, splits=splits).figures[FIGURE3].axes
    assert drawn(ax) == series


def test_figure5_is_a_caption_with_three_series(published):
    run = published(NAME)
    frame, _ = run.tables["turc2019wellread-figure5"]
    assert run.artifacts["turc2019wellread-figure5"]["status"] == "caption-only"
    assert list(frame["Colour"])[:3] == ["green", "gray", "red"]  # line 146
    assert frame.loc["figure5-truncation", "What Table 3 says"].endswith("9 of 9 test scores")


def test_minis_are_published_and_drawn_hollow(published):
    left, right = published(NAME).figures[MINIS].axes
    (models,) = marks(left)
    hollow = models.get_offsets()[models.get_facecolor()[:, 3] == 0]
    assert sorted(hollow[:, 1]) == [70.2, 74.8, 77.6, 80.0]  # MNLI-m, authors' README
    # by hand, 2 layers of 128: 30522*128 + 514*128 + 256 + 2*(12*128^2 + 13*128) + 128^2 + 128
    assert min(hollow[:, 0]) == pytest.approx(4.38592)
    assert "BERT-Medium" in texts(left)
    assert right.get_ylabel() == "GLUE over 9 tasks [%]"


def test_without_published_values_only_the_six_layer_rows_remain(published):
    (ax,) = published(NAME, published=False).figures[MINIS].axes
    assert sorted(texts(ax)) == ["BERT_BASE", "PD", "PF", "PKD", "TF"]
    heights = sorted(y for each in marks(ax) for y in each.get_offsets()[:, 1])
    assert heights == [80.4, 81.5, 81.8, 82.8, 84.6]


def test_the_remarks_are_those_of_lines_139_and_141(published):
    frame, _ = published(NAME).tables[CLAIMS]
    assert list(dict.fromkeys(frame["Remark"])) == [
        "1/2: 84 => 82.5",
        "1/3.5: 84 => 80",
        "1/10: 84 => 78",
        "1/25: 84=> 72",
    ]
    assert list(frame["Its MNLI-m"])[:2] == ["82.5", "82.5"]  # line 133, PD
    assert set(frame["Where"][:2]) == {"Table 3, dev, PD"}


def test_each_remark_has_its_nearest_shape(published):
    frame, _ = published(NAME).tables[CLAIMS]
    counted = frame[frame["Embeddings"] == "counted"]
    assert list(counted["Nearest shape"]) == ["6/768", "4/512", "4/256", "2/128"]
    assert list(counted["Its factor"]) == ["1.64x", "3.81x", "9.80x", "24.96x"]
    inner = frame[frame["Embeddings"] == "left out"]
    assert list(inner["Nearest shape"]) == ["6/768", "8/512", "4/512", "4/256"]
    assert list(inner["Claim minus score"]) == ["+0.0", "+0.0", "+0.4", "−2.8"]


def test_without_published_values_three_remarks_have_no_score(published):
    frame, _ = published(NAME, published=False, corrected=False).tables[CLAIMS]
    assert frame["Its MNLI-m"].notna().sum() == 2


@pytest.mark.parametrize("splits", ["apart", "together", "dev"])
def test_labels_of_figure3_are_apart(published, overlaps, splits):
    found = overlaps(published(NAME, splits=splits).figures[FIGURE3])
    assert not found


def test_labels_of_the_minis_are_apart(published, overlaps):
    assert not overlaps(published(NAME).figures[MINIS])


@pytest.mark.parametrize("wrong", [{"splits": "both"}, {"meta": "median"}, {"corrected": "yes"}])
def test_an_impossible_value_is_refused(published, wrong):
    with pytest.raises(UserError, match="use"):
        published(NAME, **wrong)
