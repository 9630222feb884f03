"""Expected numbers are read by hand from the documents, at the lines that each test names."""

import pandas as pd
import pytest

from smallbert import compare, data
from smallbert.data import vocabulary


@pytest.fixture(scope="module")
def models():
    return compare.models().set_index("id")


def values(models, name: str) -> dict:
    """Return what is known of a model, rounded."""
    row = models.loc[name, [*compare.cost_axes.SIZES, "compression", "mnli", "glue", "squad"]]
    return row.dropna().astype(float).round(2).to_dict()


def test_mobilebert_is_as_its_paper_reports_it(models):
    """The deck, slide 2, Table 3: 25.3M, 5.7B, MNLI 83.3 and GLUE 77.7; BERT_BASE has 109M."""
    name = "sun2020mobilebert/mobilebert"
    found = values(models, name)
    assert (found["millions"], found["gigaoperations"]) == (25.3, 5.7)
    assert (found["mnli"], found["glue"]) == (83.3, 77.7)
    assert found["compression"] == round(109 / 25.3, 2)
    assert "squad" not in found
    assert models.at[name, "mnli_id"] == "sun2020mobilebert/table3/mobilebert/mnli-m-accuracy"
    assert models.at[name, "mnli_ground"] == "mnli-m accuracy, test, BERT_BASE, large teacher"
    assert models.at[name, "millions_origin"] == "printed"
    assert (models.at[name, "megabytes_origin"], models.at[name, "year"]) == ("derived", 2020)


def test_q_bert_is_as_the_poster_reports_it(models):
    """The poster, line 52: 15 % of the size, speedup 1x on both, MNLI 83.9, SQuAD 88.3."""
    row = models.loc["ganesh2021case/q-bert"]
    assert (row["mnli"], row["squad"], row["technique"]) == (83.9, 88.3, "quantization")
    assert row["compression"] == pytest.approx(100 / 15)
    assert (row["speedup_gpu"], row["speedup_cpu"]) == (1, 1)
    assert row["speedup_gpu_id"] == "ganesh2021case/effectiveness/q-bert/speedup-gpu"
    assert row["ground"] == "MNLI (mixed), SQuAD 1.1 (dev); BERT_BASE"


def test_a_speedup_of_a_task_names_it_and_a_ratio_of_times_its_time(models):
    """The deck, slide 4: 2.2x on MNLI, no device; on SQuAD 0.22 and 0.07 seconds on the GPU."""
    row = models.loc["cao2020deformer/deformer-bert-base"]
    assert (row["speedup"], row["speedup_task"]) == (2.2, "mnli")
    assert row["speedup_gpu"] == pytest.approx(0.22 / 0.07)
    assert row["speedup_gpu_id"].endswith("latency-gpu")


def test_a_model_has_the_layers_and_the_width_of_a_stated_shape(models):
    """PKD's six layers of BERT_BASE; MobileBERT's 24 layers of 512; nothing says GPT-2's shape."""
    shape = models[["layers", "hidden"]]
    assert shape.loc["sun2019pkd/pkd-6-layers"].tolist() == [6, 768]
    assert shape.loc["sun2020mobilebert/mobilebert"].tolist() == [24, 512]
    assert shape.loc["desislavov2021compute/gpt-2"].isna().all()


def test_a_baseline_of_another_shape_is_measured_by_its_own(models):
    """ELECTRA-Large has 335 million weights of four bytes, and ELECTRA-Base beside it 110."""
    large = models.loc["clark2020electra/electra-large"]
    assert large["megabytes"] == pytest.approx(335e6 * 4 / 2**20, rel=0.01)
    sizes = models.loc["wang2020minilm/xlm-100", [*compare.cost_axes.SIZES]].dropna()
    assert list(sizes.index) == ["millions_without_embeddings"]  # printed; nothing tells its shape


def test_a_student_is_measured_by_its_teacher_and_not_by_its_own_shape(models):
    """oBERT's Table 3: 109.5 million weights in 12 layers, 67.0 in 6, all of which it keeps."""
    student = models.loc["kurtic2022obert/bert-6-layers-taught"]
    assert student["compression"] == pytest.approx(109.48 / 66.96, 1e-3)


def test_no_part_of_a_model_is_larger_than_the_whole(models):
    """Nor does a weight take more than four bytes: printed counts are up to 7 % below a shape's."""
    parts = models["millions_without_embeddings"] / models["millions"]
    assert parts.max() <= 1
    assert (models["megabytes"] * 2**20 / 1e6 / models["millions"]).max() < 4 * 1.07


def test_a_network_in_8_bits_has_the_shape_of_its_own_baseline(models):
    """NNCF's list prints no size: RoBERTa-large has 355.4 million weights, whatever their bits."""
    one = models.loc["nncf2024zoo/roberta-large-in-8-bits"]
    assert (round(one["millions"], 1), round(one["compression"], 2)) == (355.4, 3.94)
    assert "BERT_BASE" not in one["ground"]


def test_every_id_is_a_result_and_every_reported_number_has_one(models, results):
    known = dict(zip(results["id"], results["value"], strict=True))
    named = models.filter(regex="_id$")
    ids = named.stack().dropna()
    assert set(ids[ids.ne("")]) <= set(known)
    for score in ("mnli", "glue", "squad"):
        shown = models[score].dropna()
        assert list(shown) == [known[each] for each in models.loc[shown.index, f"{score}_id"]]
    for name in (*compare.cost_axes.SIZES, "compression"):
        reported = models[f"{name}_origin"].isin(["printed", "published", "digitised"])
        assert models.loc[reported, f"{name}_id"].ne("").all(), name


def test_no_unusable_number_is_in_the_table(models, results):
    barred = set(results.loc[results["unusable"].ne(""), "id"])
    assert barred
    assert not barred & set(models.filter(regex="_id$").stack().dropna())
    assert models.loc["ganesh2021case/albert", ["mnli", "glue", "squad"]].isna().all()


def test_a_model_of_no_known_shape_has_no_counted_size(models):
    """GPT-2 has 1,500 M parameters by its paper; nothing says its shape."""
    assert values(models, "desislavov2021compute/gpt-2") == {"millions": 1500}


def test_every_model_of_a_work_has_one_line(models, results):
    assert models.index.is_unique
    tidy = data.usable(results)
    scored = tidy[tidy["task"].isin(["mnli", "mnli-m", "squad-1.1"]) & tidy["unit"].eq("%")]
    scored = scored[~scored["table"].eq("claims") & scored["metric"].isin(vocabulary.scores())]
    names = zip(scored["source"], scored["model"].map(compare.baselines.plain), strict=True)
    assert set(names) <= set(zip(models["source"], models["model"], strict=True))


def test_a_model_of_which_only_a_time_is_known_has_its_technique(monkeypatch):
    tidy = data.results()
    timed = tidy[tidy["metric"].eq("latency-cpu") & tidy["technique"].ne("none")]
    alone = timed[timed["baseline"].ne("")].iloc[:1].assign(model="Alone", id="alone")
    planted = pd.concat([tidy, alone], ignore_index=True)
    monkeypatch.setattr(data, "results", lambda *_, **__: planted)
    lines = compare.models.__wrapped__().set_index("model")
    assert lines.at["Alone", "technique"] == alone["technique"].item()
    assert lines.at["Alone", "speedup_cpu"] > 0
