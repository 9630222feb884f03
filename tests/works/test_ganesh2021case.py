"""The chart of sizes over the years: numbers as their documents print them."""

import pytest

from smallbert.works import ganesh2021case


def test_a_size_is_that_of_its_document_or_of_its_shape():
    """In millions; BERT-large's table has 335, GPT-3's paper 175 billion, MobileBERT's deck 25.3.

    DistilBERT has the 109,482,240 weights of BERT-base but 6 layers of 7,087,872, pooler and types;
    Memory³'s paper has 6.5 billion for Llama2-7B without embeddings.
    """
    distilbert = (109_482_240 - 6 * 7_087_872 - 769 * 768 - 2 * 768) / 1e6
    printed = {
        ("BERT-large", "2018-10-11"): (335, "published"),
        ("GPT-3", "2020-05-28"): (175_000, "published"),
        ("MobileBERT", "2020-04-01"): (25.3, "printed"),
        ("DistilBERT", "2019-10-01"): (distilbert, "derived"),
        ("Llama2-7B-Chat", "2023-07-01"): (6500, "later"),
    }
    models = ganesh2021case.sizes().set_index(["name", "date"])
    for model, (millions, kind) in printed.items():
        assert models.at[model, "parameters"] == pytest.approx(millions)
        assert models.at[model, "kind"] == kind
