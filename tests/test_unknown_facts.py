"""A made-up work full of unknowns: what nobody says of a model is *not known* wherever it is told.

BERT-base has 109,482,240 weights of 4 bytes, 417.64 MiB.
"""

import shutil
from pathlib import Path

import nbformat
import pandas as pd
import pytest

from smallbert import answers, compare
from smallbert.answers import candidate_costs, rule, words
from smallbert.book import model_pages
from smallbert.compare import row_costs
from smallbert.data import check

from . import added

WORK = Path(__file__).parent / "roe2032unknown"
KEY = WORK.name


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """Return a copy of the book with the work."""
    entry = f"\n@misc{{{KEY}, title = {{Unknown}}, author = {{Roe, Sam}}, year = {{2032}}}}\n"
    page = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(f"({KEY})=\n# Unknown")])
    with added.book(tmp_path_factory.mktemp("unknown")) as copy:
        shutil.copytree(WORK, copy / "data" / "sources" / KEY)
        with (copy / "data" / "sources.bib").open("a", encoding="utf-8") as bibliography:
            bibliography.write(entry)
        nbformat.write(page, copy / "notebooks" / f"{KEY}.ipynb")
        contents = copy / "_toc.yml"
        own = added.LAST_WORK.replace("turc2019wellread", KEY)
        contents.write_text(contents.read_text().replace(added.LAST_WORK, added.LAST_WORK + own))
        yield copy


@pytest.fixture(scope="module")
def models(book):
    """Return the lines of its models as `smallbert.compare.models_of_works` has them."""
    lines = compare.models_of_works()
    return lines[lines["source"].eq(KEY)].set_index("model")


@pytest.fixture(scope="module")
def lines(book):
    """Return the lines of its models that one can choose from."""
    return {line.model: line for line in answers.all_candidates()}


def test_the_data_are_sound(book):
    assert check.faults(KEY) == []


@pytest.mark.parametrize(
    ("model", "factor", "origin", "behind", "baseline"),
    [
        ("Counted", 2, "derived", "weights/parameters", "BERT-base"),  # 109 / 54.5
        ("Weighed", 417.64 / 104.5, "derived", "size/size", "BERT-base"),
        ("Divided", 4, "printed", "times/compression-factor", "BERT-base"),
        ("Shared", 4, "derived", "share/size-with-embeddings", "BERT-base"),  # 100 / 25
        ("Lone but divided", 8, "printed", "lone-times/compression-factor", ""),
    ],
)
def test_only_a_factor_that_is_printed_is_called_so(
    models, model, factor, origin, behind, baseline
):
    line = models.loc[model]
    assert line["compression"] == pytest.approx(factor, rel=1e-4)
    assert line["compression_origin"] == origin
    assert line["compression_id"] == f"{KEY}/table1/{behind}"
    assert line["compression_baseline"] == baseline


@pytest.mark.parametrize("model", ["Lone", "Lone but shaped", "Unsized"])
def test_without_a_baseline_or_a_size_there_is_no_factor_and_no_baseline(models, model):
    assert pd.isna(models.loc[model, "compression"])
    assert pd.isna(models.loc[model, "compression_baseline"])


def test_a_size_needs_no_baseline(models):
    """Six layers of BERT-base: 66,955,008 weights of 4 bytes, 255.4 MiB."""
    shaped, lone = models.loc["Lone but shaped"], models.loc["Lone"]
    assert (shaped["megabytes"], shaped["millions"]) == pytest.approx((255.4, 66.96), abs=0.05)
    assert (lone["megabytes"], lone["millions"]) == (90, 30)


def test_a_half_of_mnli_that_nobody_states_is_stated_nowhere(models, lines, book):
    line = models.loc["Counted"]
    assert line["ground"] == "MNLI, half not stated (dev); BERT-base"
    assert line["mnli_ground"].startswith("mnli (half not stated) accuracy, dev, ")
    assert models.loc["Lone", "ground"] == "MNLI, half not stated (dev); baseline not stated"
    assert lines["Counted"].scores["mnli"].set == "MNLI, half not stated, dev"
    assert lines["Counted"].scores["qnli"].set == "QNLI, dev"
    assert set(compare.tradeoffs_by_task(KEY).query("task == 'mnli-m'")["model"].str[:21]) == {
        "MNLI, half not stated"
    }
    shown = model_pages._table_of_scores(model_pages._reported()[1].query("model == 'Counted'"))
    assert "MNLI, half not stated" in shown
    assert "MNLI matched" not in shown
    both = compare.model_scores("mnli-m", "dev")["stated_task"]["BERT-base"]
    assert compare.task_words(both) == "MNLI matched, half not stated by some works"


@pytest.mark.parametrize(
    ("model", "words"),
    [
        ("Counted", "its size is derived from printed weights"),
        ("Weighed", "its size is as works print it"),
        ("Divided", "its size is derived from a printed compression"),
        ("Shared", "its size is derived from a printed compression"),
        ("Lone", "its size is as works print it"),
    ],
)
def test_a_size_says_what_it_comes_from(lines, model, words):
    assert [each for each in lines[model].words if "size" in each] == [words]


def test_every_way_to_derive_a_size_has_words():
    assert {"", row_costs.SHARED_METRICS["bytes"], *row_costs.PRINTED_FACTORS["bytes"]} <= {
        *candidate_costs.SIZE_ORIGINS
    }


@pytest.mark.parametrize("model", ["Counted", "Unsized", "Lone but divided"])
def test_a_speed_that_nobody_knows_is_not_known(lines, model):
    line, asked = lines[model], answers.complete(task="qnli")
    said = answers.in_sentences(asked, rule.answer_by_rule(asked, [line]), [line])
    assert line.mark == ""
    assert any("whether it is faster than BERT-base is not known here" in each for each in said)


def test_a_speed_that_the_shape_tells_is_known(lines):
    assert not [each for each in lines["Lone but shaped"].words if "faster" in each]


def test_of_what_has_no_size_the_answer_says_so(lines):
    line = lines["Unsized"]
    assert (line.size, line.parameters, line.factor) == (None, None, None)
    assert "whether it is smaller than BERT-base is not known here" in line.words
    for wish in ("max_mb", "max_millions", "max_gops", "max_ms"):
        (judged,) = rule.answer_by_rule(answers.complete(**{wish: 1e6}), [line]).ranked
        assert judged.status == "not known"


def test_bits_that_nobody_states_are_not_said_to_be_few(lines):
    mark = lines["Few bits"].sources[""].mark
    assert "its bits are not known: perhaps it needs kernels that compute in fewer than 8" in mark


def test_of_what_is_linked_nowhere_the_answer_does_not_say_that_it_was_not_released(lines):
    (judged,) = rule.answer_by_rule(answers.complete(can="all"), [lines["Counted"]]).ranked
    assert words.where_to_get(judged).startswith("no weights known here: you would have to ")
