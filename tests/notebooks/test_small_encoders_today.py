import pytest

from .reading import drawn

NAME = "small_encoders_today"


def test_the_best_of_each_size_on_mnli(published):
    """The image of Ettin's repository: TinyBERT 80.9, MiniLM L12 85.6, Ettin-Enc-68m 87.0."""
    said = published(NAME).said
    assert [said[f"best_{size}"] for size in (20, 50, 100)] == [
        "TinyBERT, 4 layers",
        "MiniLM, 12 layers of 384",
        "Ettin 68M",
    ]
    assert [said[f"score_{size}"] for size in (20, 50, 100)] == ["80.9 %", "85.6 %", "87.0 %"]
    assert said["above_base"] == "1.6 points"  # 87.0 less 85.4
    assert said["share"] == "62 %"  # 68 of 109.5 million


def test_without_embeddings_other_models_lead(published):
    page = published(NAME, size_axis="without_embeddings")
    table, _ = page.tables[f"{NAME}-best"]
    assert table["MNLI"].str.startswith("Ettin").any()


@pytest.mark.parametrize("given", [{}, {"benchmark": "glue"}, {"size_axis": "without_embeddings"}])
def test_every_encoder_is_drawn_and_no_label_covers_another(published, overlaps, given):
    page = published(NAME, **given)
    figure, rows = page.figures[f"{NAME}-chart"], page.names["rows"]
    places = sorted(zip(rows["millions"], rows["score"], strict=True))
    assert drawn(figure) == [pytest.approx(place) for place in places]
    assert overlaps(figure) == []
