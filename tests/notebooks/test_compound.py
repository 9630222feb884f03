"""Expected numbers stand in the poster (lines 61 to 76) and XTC's table, or are worked by hand."""

import pytest

from smallbert.errors import UserError

from .reading import drawn_of_documents, near, texts, works

NAME = "compound"
MATRICES, WORDS, REST = 6 * 7_077_888, 23_440_896, 1_046_784
"""Weights of a student with 6 layers, by part; together 66,955,008."""


def bars(figure, step):
    """MiB of the parts of a step, from left to right."""
    return [each.patches[step].get_width() for each in figure.axes[0].containers]


def test_chain_ends_at_these_bytes(published, overlaps):
    figure = published(NAME).figures["compound-chain"]
    pruned = [MATRICES * (0.5 + 1 / 8), WORDS, 4 * REST]  # half the weights, a bit for each place
    assert bars(figure, 3) == pytest.approx([each / 2**20 for each in pruned])
    assert bars(figure, 1) == pytest.approx([4 * n / 2**20 for n in (MATRICES, WORDS, REST)])
    assert "51.7 MiB   announced 2.00x, in bytes 1.29x" in texts(figure)
    assert overlaps(figure) == []


def test_announced_factors_are_not_reached(published):
    said = published(NAME).said
    assert said["promised"] == "16.0x"  # 12 / 6 * 32 / 8 * 100 / 50
    assert said["reached"] == "8.1x"  # 417.64 / 51.66


def test_zeros_stored_densely_save_nothing(published):
    shown = texts(published(NAME, storage="dense", prune_ratio=99.0).figures["compound-chain"])
    assert "66.8 MiB   announced 100.00x, in bytes 1.00x" in shown


def test_index_costs_two_bytes_a_weight_and_four_a_row(published):
    figure = published(NAME, storage="csr", corrected=False).figures["compound-chain"]
    matrices = MATRICES / 2 * 3 + 4 * 6 * (5 * 768 + 3072)
    assert bars(figure, 3)[0] == pytest.approx(matrices / 2**20)


def test_sizes_of_mobilebert_multiply_and_of_gobo_do_not(published):
    frame, _ = published(NAME).tables["compound-products"]
    assert list(frame["", "Parts"])[1] == "DistilBERT × GOBO"
    # 23.1 / 4 and 60.7 * 10.2 % and 10.7 / 4 against lines 75, 74 and 76
    assert list(frame["with embeddings [%]", "product"]) == ["5.78", "6.19", "2.67"]
    assert list(frame["with embeddings [%]", "printed"]) == ["5.7", "7.6", "1.3"]
    assert list(frame["without embeddings [%]", "ratio"]) == ["0.98", "1.42", "0.41"]


def test_edgebert_is_divided_between_layers_and_embeddings(published):
    said = published(NAME).said
    assert said["edge_all"] == "5.4 MiB"  # 1.3 % of 417.6
    assert said["edge_inner"] == "2.9 MiB"  # 0.9 % of 326.7
    assert said["bits_inner"] == "3.2"  # 2.94 * 8,388,608 / 7,678,720


def test_poster_rows_are_lines_72_to_76(published):
    frame, _ = published(NAME).tables["compound-poster"]
    assert list(frame["Model size", "w/ emb"]) == ["40.0%", "31.2%", "7.6%", "5.7%", "1.3%"]
    assert list(frame["", "Heading"]) == [
        *["Pruning with KD"] * 2,
        *["Quantization with KD"] * 2,
        "Compound",
    ]


def test_evidence_draws_the_poster_and_xtc_apart(published, overlaps):
    found = published(NAME)
    figure = found.figures["compound-evidence"]
    points = drawn_of_documents(figure, found.names["rows"])
    assert len(points) == 11
    assert near(points, 100 / 1.3, 8440 / 84.6)
    assert near(points, 100 / 40.0, 8350 / 84.6)
    assert any(y == pytest.approx(8470 / 84.9) for _, y in points)  # XTC, 12 layers, 2 bits
    titles = [ax.get_title(loc="left") for ax in figure.axes]
    assert {"development set", "test and dev mixed"} <= set(titles)
    assert overlaps(figure) == []


def test_without_published_values_the_poster_is_left(published):
    found = published(NAME, published=False, splits="together", size_axis="without_embeddings")
    points = drawn_of_documents(found.figures["compound-evidence"], found.names["rows"])
    assert sorted(x for x, _ in points) == pytest.approx(
        sorted(100 / size for size in (37.3, 12.4, 3.9, 6.1, 0.9))
    )


def test_dev_alone_is_xtc_alone_of_the_documents(published):
    frame, _ = published(NAME, splits="dev").tables["compound-table"]
    assert set(frame["Split"]) == {"dev"}
    assert set(frame["Source"]) & works() == {"wu2022xtc"}


@pytest.mark.parametrize("wrong", [{"bits": 33}, {"storage": "zip"}, {"prune_ratio": 100.0}])
def test_impossible_chains_are_refused(published, wrong):
    with pytest.raises(UserError, match=f"{next(iter(wrong))} is"):
        published(NAME, **wrong)
