"""Expected facts stand in document 004, line 127 (slide 5); sizes are worked by hand."""

import pytest

from smallbert.errors import UserError

NAME = "gordon2020compressing"
FACTS, SIZE = "gordon2020compressing-figure1", "gordon2020compressing-size"


def facts(run):
    return run.tables[FACTS][0]


def lines(ax):
    """Return the curves by their style."""
    return {line.get_linestyle(): line for line in ax.lines if len(line.get_xdata()) > 2}


def test_the_figure_is_listed_as_a_caption_only(published):
    artifact = published(NAME).artifacts[FACTS]
    assert (artifact["kind"], artifact["status"]) == ("figure", "caption-only")
    assert FACTS not in published(NAME).figures


def test_the_caption_names_four_series_by_colour(published):
    frame = facts(published(NAME))
    named = frame[frame["Group"] == "series in the caption"]
    assert list(named["Colour"]) == ["blue", "orange", "green", "red"]


def test_the_captions_numbers_stand_apart_from_its_statements(published):
    frame = facts(published(NAME))
    numbers = frame[frame["Group"] == "number in the caption"]
    assert list(numbers["Value"]) == ["30 to 40 %", "5"]
    assert set(frame.loc[frame["Group"] == "stated in the caption", "Value"]) == {""}


def test_published_anchors_are_a_group_of_their_own(published):
    frame = facts(published(NAME))
    outside = frame[frame["Group"] == "published, not in the document"]
    assert list(outside["Value"]) == ["0 to 90 %", "65 %", "87.2 %", "0.16"]  # the paper's figure
    assert list(frame["Group"]).index("published, not in the document") == len(frame) - 4


def test_without_published_values_only_the_caption_speaks(published):
    frame = facts(published(NAME, published=False, corrected=False))
    assert "published, not in the document" not in set(frame["Group"])
    assert "87.2 %" not in set(frame["Value"])


def test_the_captions_conflict_on_the_training_loss_is_shown(published):
    frame, layout = published(NAME).tables[FACTS]
    notes = layout["notes"]
    assert set(notes) == {("deletion-loss", "What is said"), ("unpruned-loss", "What is said")}
    assert frame.loc["unpruned-loss", "What is said"] in notes["deletion-loss", "What is said"]
    assert frame.loc["deletion-loss", "What is said"] in notes["unpruned-loss", "What is said"]


def test_thirty_to_forty_per_cent_are_33_to_43_million_weights(published):
    said = published(NAME).said
    # 12 * (4 * 768^2 + 2 * 768 * 3072) + 30522 * 768 = 108,375,552
    assert (said["prunable_all"], said["least"], said["most"]) == ("108", "33", "43")
    inner = published(NAME, pruned="encoder").said  # 84,934,656
    assert (inner["prunable_all"], inner["least"], inner["most"]) == ("85", "25", "34")


def test_a_dense_model_keeps_its_417_6_mib(published):
    ax = published(NAME).figures[SIZE].axes[0]
    dense = lines(ax)["-"].get_ydata()  # 109,482,240 weights of 4 bytes
    assert min(dense) == max(dense) == pytest.approx(109_482_240 * 4 / 2**20)


def test_a_bitmap_at_half_is_worked_by_hand(published):
    run = published(NAME, prune_ratio=50.0, storage="bitmap")
    kept, places = 108_375_552 / 2 * 4, 108_375_552 / 8
    expected = ((109_482_240 - 108_375_552) * 4 + kept + places) / 2**20
    (line,) = [each[0] for each in run.figures[SIZE].axes[0].containers]
    assert line.get_data()[0][0] == 50
    assert line.get_data()[1][0] == pytest.approx(expected)
    assert f"{expected:.0f} MiB" in [text.get_text() for text in run.figures[SIZE].axes[0].texts]


def test_an_index_pays_only_beyond_a_half(published):
    said = published(NAME, storage="csr", pruned="encoder").said
    assert (said["even_csr"], said["even_bitmap"]) == ("51 %", "4 %")  # 4 of 8 bytes; 1 of 32 bits


def test_the_band_is_that_of_the_caption(published):
    ax = published(NAME).figures[SIZE].axes[0]
    band = ax.patches[0]
    assert (band.get_x(), band.get_x() + band.get_width()) == (30, 40)
    assert ax.get_xlabel() == "Weights removed of 108 M prunable ones [%]"
    assert ax.get_ylabel() == "BERT_BASE in float32 [MiB]"


def test_no_label_covers_another(published, overlaps):
    assert not overlaps(published(NAME).figures[SIZE])


@pytest.mark.parametrize("wrong", [{"prune_ratio": 120.0}, {"storage": "zip"}, {"published": 1}])
def test_an_impossible_value_is_refused(published, wrong):
    with pytest.raises(UserError, match="is"):
        published(NAME, **wrong)
