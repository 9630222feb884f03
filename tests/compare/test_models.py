"""Every model of the book in one line; single values are lines of tests/expected.csv."""

import pandas as pd
import pytest

from smallbert import compare, data
from smallbert.compare.row_costs import ROW_SIZES
from smallbert.data import vocabulary
from smallbert.data.results import REMARKS


@pytest.fixture(scope="module")
def models():
    return compare.models_of_works().set_index("id")


def test_no_part_of_a_model_is_larger_than_the_whole(models):
    """Nor does a weight take more than four bytes: printed counts are up to 7 % below a shape's."""
    parts = models["millions_without_embeddings"] / models["millions"]
    assert parts.max() <= 1
    assert (models["megabytes"] * 2**20 / 1e6 / models["millions"]).max() < 4 * 1.07


def test_every_id_is_a_result_and_every_reported_number_has_one(models, results):
    known = dict(zip(results["id"], results["value"], strict=True))
    ids = models.filter(regex="_id$").stack().dropna()
    assert set(ids[ids.ne("")]) <= set(known)
    for score in ("mnli", "glue", "squad"):
        shown = models[score].dropna()
        assert list(shown) == [known[each] for each in models.loc[shown.index, f"{score}_id"]]
    for name in (*ROW_SIZES, "compression"):
        reported = models[f"{name}_origin"].isin(["printed", "published", "digitised"])
        assert models.loc[reported, f"{name}_id"].ne("").all(), name


def test_every_model_with_a_score_has_a_line_and_without_a_board_its_own_task(models, results):
    """KLUE, NER or retrieval: what is on no board is under its task."""
    scored = data.usable(results[results["metric"].isin(vocabulary.scores())])
    scored = scored[scored["model"].ne("") & scored["table"].ne(REMARKS)]
    scored = scored[scored["origin"].ne("measured")]
    lines = set(zip(models["source"], models["model"], strict=True))
    assert set(zip(scored["source"], scored["model"], strict=True)) <= lines
    boards = models[["mnli", "glue", "squad", "squad_em"]].isna().all(axis=1)
    assert not models.loc[~boards, "other"].notna().any()
    known = scored.set_index("id")["value"]
    own = models.dropna(subset="other")
    assert list(own["other"]) == list(known[own["other_id"]])
    sbert = models.loc["reimers2024sbert/all-minilm-l12-v1"]
    assert (sbert["other"], sbert["other_ground"][:17]) == (68.83, "14 sentence tasks")


def test_no_unusable_number_is_in_the_table(models, results):
    barred = set(results.loc[results["unusable"].ne(""), "id"])
    assert barred
    assert not barred & set(models.filter(regex="_id$").stack().dropna())


def test_a_line_has_its_models_id_and_the_checkpoint_to_start_from(models):
    """ALBERT's page lists version 2 of base; MobileBERT-tiny was never released."""
    line = models.loc["lan2020albert/albert-base-v2"]
    assert (line["model_key"], line["checkpoint"]) == ("albert-base-v2", "albert/albert-base-v2")
    tiny = models.loc["sun2020mobilebert/mobilebert-tiny"]
    assert tiny["model_key"] == "mobilebert-tiny"
    assert pd.isna(tiny["checkpoint"])


def test_a_model_in_8_bits_has_its_baselines_shape(models):
    """Neural Compressor prints no size; BERT-base in 8 bits takes 107.3 MB, a quarter of 417.6."""
    line = models.loc["intel2024inc/bert-base-in-8-bits-onnx-dynamic"]
    assert line["megabytes"] == pytest.approx(107.3, abs=0.05)
    assert (line["compression_baseline"], line["speedup_cpu_baseline"]) == ("BERT-base",) * 2
    unknown = models.loc["ganesh2021case/gobo"]
    assert unknown["compression"] == pytest.approx(100 / 10.2), "printed, not counted"


def test_exact_match_and_f1_are_two_columns(models, results):
    """The README of movement pruning prints 80.4/88.1 for BERT-base."""
    line = models.loc["sanh2020movement/bert-base"]
    assert (line["squad_em"], line["squad"]) == (80.4, 88.1)
    metrics = results.set_index("id")["metric"]
    assert set(metrics[models["squad_em_id"].dropna()]) == {"exact-match"}
    assert "exact-match" not in set(metrics[models["squad_id"].dropna()])


def test_an_average_over_glue_says_of_what_and_no_other_score_does(models):
    """Table 3 and the submission of MobileBERT are of nine tasks, judging by their parts."""
    assert list(models.filter(regex="_definition$")) == ["glue_definition"]
    tiny = models.loc["sun2020mobilebert/mobilebert-tiny"]
    assert tiny["glue_definition"] == "9 tasks with WNLI; two metrics of a task: averaged first"
    assert (models["glue"].notna() == models["glue_definition"].notna()).all()


def test_every_model_of_a_work_has_one_line(models, results):
    assert models.index.is_unique
    tidy = data.usable(results)
    scored = tidy[tidy["task"].isin(["mnli", "mnli-m", "squad-1.1"]) & tidy["unit"].eq("%")]
    scored = scored[scored["model"].ne("")]
    scored = scored[~scored["table"].eq("claims") & scored["metric"].isin(vocabulary.scores())]
    scored = scored[scored["model"].ne("")]
    names = zip(scored["source"], scored["model"], strict=True)
    assert set(names) <= set(zip(models["source"], models["model"], strict=True))


def test_a_model_of_which_only_a_time_is_known_has_its_technique(monkeypatch):
    tidy = data.results()
    timed = tidy[tidy["metric"].eq("latency-cpu") & tidy["technique"].ne("none")]
    alone = timed[timed["baseline"].ne("")].iloc[:1].assign(model="Alone", id="alone")
    planted = pd.concat([tidy, alone], ignore_index=True)
    monkeypatch.setattr(data, "results", lambda *_, **__: planted)
    lines = compare.models_of_works.__wrapped__().set_index("model")
    assert lines.at["Alone", "technique"] == alone["technique"].item()
    assert lines.at["Alone", "speedup_cpu"] > 0
