"""A model's page: sizes by hand, scores as its README prints them, and how to get it."""

import re
from html import unescape

import pytest

from smallbert import compare
from smallbert.book import model_pages
from smallbert.charts.tables import FIGURE_SPACE, POINT_SPACE
from smallbert.data import sources


@pytest.fixture(scope="module")
def pages():
    return model_pages.files()


def rows(page: str, heading: str) -> list[list[str]]:
    """Return the cells of the tables of a section, each row as a reader sees it."""
    section = page.split(f"## {heading}\n")[1].split("\n## ")[0]
    found = []
    for row in re.findall(r"<tr.*?</tr>", section):
        cells = [re.sub("<[^>]*>", "", cell) for cell in re.findall(r"<t[dh].*?</t[dh]>", row)]
        found.append([unescape(cell).strip(FIGURE_SPACE + POINT_SPACE) for cell in cells])
    return found


def test_tinybert_has_its_own_sizes(pages):
    """14,350,248 weights: vectors 31,036 x 312 + 624, four layers of 1,142,184, pooler 97,656.

    Four bytes each are 54.74 MB of 2^20 bytes, one byte 13.69.
    """
    page = pages["models/tinybert-4-layers.md"]
    assert rows(page, "Size")[1][:3] == ["14.35", "54.74", "13.69"]
    assert "TinyBERT family: 4 layers of width 312 and 30,522 word pieces" in page
    assert "made by knowledge distillation" in page


def test_minilm_has_the_scores_of_its_readme_and_of_others(pages):
    """Line 128 of its README: 85.7, 93.0, 91.5 and 58.5; Ettin's table has 85.6 for MNLI."""
    page = pages["models/minilm-12-layers-of-384.md"]
    scores = {tuple(each[:1] + each[3:4]) for each in rows(page, "Scores") if len(each) == 7}
    assert scores >= {("MNLI matched", "85.7"), ("SST-2", "93.0"), ("CoLA", "58.5")}
    assert "numbers/weller2025ettin-encoders.html#minilm-l12/mnli-accuracy" in page
    assert "https://huggingface.co/microsoft/MiniLM-L12-H384-uncased" in page
    assert 'from_pretrained("microsoft/MiniLM-L12-H384-uncased")' in page
    assert "SET=--avx2  # other x86; ARM: --arm64" in page


def test_embeddings_are_loaded_otherwise_and_what_is_not_released_is_said(pages):
    embeddings = pages["models/all-minilm-l6-v2.md"]
    assert 'SentenceTransformer("sentence-transformers/all-MiniLM-L6-v2")' in embeddings
    assert "knows of no released weights" in pages["models/mobilebert-tiny.md"]
    assert "```python" not in pages["models/mobilebert-tiny.md"]


def test_mobilebert_has_the_time_of_its_shape_on_this_books_processor(pages):
    """In 32 and in 8 bits, one text of 128 tokens: the least median of the table's runtimes."""
    measured = rows(pages["models/mobilebert.md"], "Speed")
    table = sources.table_of("stopwatch", "times")
    table = table[table["architecture"].eq("mobilebert-released") & table["threads"].eq("1")]
    for bits in ("8", "32"):
        own = table[table["bits"].eq(bits) & table["tokens"].eq("128") & table["batch"].eq("1")]
        least = f"{own['milliseconds'].astype(float).min():.4g}"
        assert len([row for row in measured if row[-5:-3] == ["128", least]]) == 1
    assert "62 ms" in pages["models/mobilebert.md"]  # its paper, on a Pixel 4


def test_every_described_model_has_a_page_that_the_index_names(pages):
    assert {name.split("/")[1][:-3] for name in pages} - {"index"} == compare.described_models()
    for key in compare.described_models():
        assert f"(model-{key})=\n# " in pages[f"models/{key}.md"]
        assert f'href="{key}.html"' in pages["models/index.md"]


def test_a_family_has_its_sizes_and_scores_those_to_download_first(pages):
    """TinyBERT's sizes are those counted by hand above; MiniLM has 13 models."""
    index = pages["models/index.md"]
    tinybert = {each[0]: each[1:4] for each in rows(index, "TinyBERT")}
    assert tinybert["TinyBERT, 4 layers"] == ["14.35", "54.74", "13.69"]
    header, *models = rows(index, "MiniLM")
    known = sources.survey_models()
    assert {each[0] for each in models} == {*known.index[known["family"].eq("MiniLM")]}
    assert len(models) == 13
    [whole] = [each for each in models if each[0] == "MiniLM, 12 layers of 384"]
    assert whole[header.index("Download")] == "MiniLM-L12-H384-uncased"  # as its README says
    released = [each[header.index("Download")] != "–" for each in models]
    assert released == sorted(released, reverse=True)
    scores = [each[header.index("MNLI [%]")] for each in models]
    first = [
        float(score) for score, got in zip(scores, released, strict=True) if got and score != "–"
    ]
    assert len(first) > 5
    assert first == sorted(first, reverse=True)
    assert "(family-minilm)=\n## MiniLM\n" in index
    assert "{ref}`MiniLM <family-minilm>` (13)" in index


def test_a_size_that_follows_from_nothing_is_not_known(pages):
    """ALBETO's table has 59 M for xlarge; no work has the shape that bytes would follow from."""
    assert rows(pages["models/albeto-xlarge.md"], "Size")[1] == ["59", *["not known"] * 3]


def test_a_model_is_said_to_be_compared_with_the_baseline_of_its_tables(pages):
    """All tables of ALBETO have BETO cased as the baseline, its own row among them."""
    assert (
        "made by parameter sharing, compared with BETO cased;" in pages["models/albeto-xlarge.md"]
    )
